// This file reads a separated text file into a table, and finds out how it was written.

package dataset

import (
	"bytes"
	"strconv"
	"strings"

	"dcctree/core/words"
)

// Header says whether the first row of a file holds the column names.
type Header int

const (
	HeaderDetect  Header = iota // judge by the cells below
	HeaderPresent               // the first row holds names
	HeaderAbsent                // the first row holds data; the columns are named x1, x2, ...
)

// ReadOptions forces what ReadCSV would find out for itself. The zero value forces nothing.
type ReadOptions struct {
	Separator string // "," ";" "\t" "|"; "" to find out
	Decimal   string // "." ","; "" to find out
	Header    Header
	// by column: how its cells are read, AsNumbers, AsText or AsDays; other columns as they look
	Kinds map[string]string
	// by column read as days: the order of its dates, which is found out elsewhere; see Table.Orders
	Orders    map[string]DayOrder
	MaxBytes  int // largest file; 0 means DefaultMaxBytes
	MaxValues int // most cells of a table; 0 means DefaultMaxValues
	// fewest rows below the header; 0 means 2. A table only to predict for may have 1, and a single column.
	MinRows int
}

// What ReadOptions.Kinds can ask for. Cells that are no numbers, or no dates, are then mistakes to report. A name that
// the file does not have changes nothing.
const (
	AsNumbers = "numeric"
	AsText    = "text"
	// dates as days since 1970-01-01, with the time of day as a fraction; time zones are passed over
	AsDays = "days"
)

// separators in the order in which equally good ones are preferred: the rarer in ordinary text the earlier.
const separators = "\t;|,"

// ReadCSV reads a text table: cells separated by comma, semicolon, tab or "|", numbers with decimal point or comma (the
// comma only where it does not separate), a header line or none, cells in double quotes or not, UTF-8 with or without
// byte order mark. A first line such as sep=; names the separator, unless that is forced, and is no row. Blank lines
// and rows of empty cells are passed over; spaces around cells are cut. An apostrophe that keeps spreadsheets from
// computing a text (see CSVCell) is taken off, and a note says so. Cells that are empty or read NA, N/A, n.a., #N/A,
// #NV, NaN, null, \N, ?, . or - are missing. Codes of the *Error: csv-option, csv-too-large, csv-spreadsheet,
// csv-archive, csv-pdf, csv-html, csv-utf16, csv-utf8, csv-binary, csv-empty, csv-header-only, csv-one-row,
// csv-one-column, csv-columns, csv-ragged, csv-quote, csv-duplicate-column, csv-name.
func ReadCSV(name string, data []byte, opt ReadOptions) (*Table, error) {
	r := NewReader(len(data), opt)
	for at, more := r.Next(); more; at, more = r.Next() {
		part := data[at:min(at+partBytes, len(data))]
		copy(r.Room(len(part)), part)
		r.Take()
	}
	return r.Table(name)
}

// partBytes is how much of a text in memory is handed to the reader at a time.
const partBytes = 1 << 20

// complete checks the options and fills in the defaults of the bounds.
func (opt ReadOptions) complete() (ReadOptions, *Error) {
	switch opt.Separator {
	case "", ",", ";", "\t", "|":
	default:
		return opt, fail("csv-option", "table.separator", Show(opt.Separator))
	}
	switch opt.Decimal {
	case "", ".", ",":
	default:
		return opt, fail("csv-option", "table.decimal", Show(opt.Decimal))
	}
	for column, word := range opt.Kinds {
		if word != AsNumbers && word != AsText && word != AsDays {
			return opt, fail("csv-option", "table.kind", Show(column), Show(word)).column(column)
		}
	}
	for column, order := range opt.Orders {
		if order != "" && order != DayFirst && order != MonthFirst {
			return opt, fail("csv-option", "table.order", Show(column), Show(string(order))).column(column)
		}
	}
	if opt.MaxBytes < 0 || opt.MaxValues < 0 || opt.MinRows < 0 || opt.Header < HeaderDetect ||
		opt.Header > HeaderAbsent {
		return opt, fail("csv-option", "table.options")
	}
	if opt.MaxBytes == 0 {
		opt.MaxBytes = DefaultMaxBytes
	}
	if opt.MaxValues == 0 {
		opt.MaxValues = DefaultMaxValues
	}
	if opt.MinRows == 0 {
		opt.MinRows = 2
	}
	return opt, nil
}

// sampleBytes and sampleRecords bound what the separator is judged by.
const (
	sampleBytes   = 256 << 10
	sampleRecords = 200
)

// detectSeparator returns the separator that cuts the first records into equally many cells, and those into numbers,
// best; one that cuts all of them into equally many goes before any other, under which the text could not be read. A
// text that none cuts gives the comma. data is the text, or more than sampleBytes of it.
func detectSeparator(data []byte) byte {
	best, bestScore := byte(','), 0.0
	for i := range len(separators) {
		if score := separatorScore(data, separators[i]); score > bestScore {
			best, bestScore = separators[i], score
		}
	}
	return best
}

// separatorScore is the share of records with the commonest number of cells, times 1 + the share of numbers and missing
// values among those records' cells; 0 where the commonest number of cells is 1. Where all records have it, 2 is added.
func separatorScore(data []byte, sep byte) float64 {
	s := scanner{data: data[:min(len(data), sampleBytes)], sep: sep}
	records, tallies := map[int]int{}, map[int]tally{}
	total := 0
	for total < sampleRecords {
		ok, err := s.next()
		if !ok || err != nil || total > 0 && s.pos == len(s.data) && s.pos < len(data) {
			break
		}
		counts := tallies[len(s.cells)]
		for _, cell := range s.cells {
			counts[classify(cell)]++
		}
		records[len(s.cells)]++
		tallies[len(s.cells)] = counts
		total++
	}
	width := 0
	for w, n := range records {
		if n > records[width] || n == records[width] && w > width {
			width = w
		}
	}
	if width < 2 {
		return 0
	}
	counts := tallies[width]
	clean := counts.numbers('.') + counts[missing]
	if sep != ',' {
		clean = max(clean, counts.numbers(',')+counts[missing])
	}
	share := float64(clean) / float64(width*records[width])
	if records[width] == total {
		return 3 + share // all others are below 2
	}
	return float64(records[width]) / float64(total) * (1 + share)
}

// survey is what the first pass over a text finds: its shape, and the cells of each column by class.
type survey struct {
	records int
	row     int      // of the first record
	blank   int      // blank lines between records
	freed   freed    // cells of an apostrophe
	marked  tally    // numbers whose mark cannot separate thousands
	first   []class  // of the first record
	names   []string // the first record's cells
	repeats bool     // a text of the first record stands in its column again
	rest    []tally  // of the other records
}

// take counts a record, and checks that it has as many cells as the first.
func (v *survey) take(s *scanner) *Error {
	switch v.records++; {
	case v.records == 1:
		v.row = s.row
		v.open(s.cells)
	case len(s.cells) != len(v.names):
		return v.ragged(s)
	default:
		v.count(s.cells)
	}
	return nil
}

func (v *survey) open(cells [][]byte) {
	v.rest = make([]tally, len(cells))
	for _, cell := range cells {
		v.first = append(v.first, v.classify(cell))
		v.names = append(v.names, string(trim(cell)))
	}
}

// classify is classify, and counts numbers by their marks.
func (v *survey) classify(cell []byte) class {
	c := classify(cell)
	if c == pointed || c == comma {
		cell = trim(cell)
		if cell = cell[signWidth(cell):]; !grouped(cell, bytes.IndexAny(cell, ".,")) {
			v.marked[c]++
		}
	}
	return c
}

func (v *survey) count(cells [][]byte) {
	for j, cell := range cells {
		c := v.classify(cell)
		v.rest[j][c]++
		if c == text && string(cell) == v.names[j] {
			v.repeats = true
		}
	}
}

func (v *survey) ragged(s *scanner) *Error {
	advice := words.Of("table.row.cells.add", Show(string(s.sep)))
	more := len(s.cells) - len(v.names)
	switch {
	case more == 1 && len(s.cells[len(v.names)]) == 0:
		advice = words.Of("table.row.cells.end")
	case len(v.names) == 1 && (more > 1 || strings.ContainsAny(v.names[0], " #")):
		advice = words.Of("table.row.cells.title")
	case v.records == 2 && more == 1:
		advice = words.Of("table.row.cells.name")
	}
	return fail("csv-ragged", "table.row.cells",
		s.row, words.Of("count.cells", len(s.cells)), len(v.names), advice).at(s.row)
}

// decimal is the comma if more numbers have one than a point, and it does not separate cells. 31.606 counts only where
// the others do not tell: its mark may separate thousands.
func (v *survey) decimal(separator string) string {
	var all tally
	for j, t := range v.rest {
		t[v.first[j]]++
		all[pointed] += t[pointed]
		all[comma] += t[comma]
	}
	if v.marked[comma] != v.marked[pointed] {
		all = v.marked
	}
	if separator != "," && all[comma] > all[pointed] {
		return ","
	}
	return "."
}

// hasHeader judges by the columns of numbers and dates: most of them have a text in the first row if that holds names.
// Without such columns, names are texts that do not occur again below.
func (v *survey) hasHeader(decimal byte) bool {
	names, values, texts := 0, 0, 0
	for j, c := range v.first {
		var top tally
		top[c] = 1
		isValue := top.kind(decimal) != Text
		typed := v.records == 1 || v.rest[j].filled() > 0 && v.rest[j].kind(decimal) != Text
		switch {
		case c == missing:
		case isValue && typed:
			values++
		case typed:
			names++
		default:
			texts++
		}
	}
	if names+values > 0 {
		return names > 0 && names >= values
	}
	return texts > 0 && !v.repeats
}

// table makes the columns, still empty, with names and kinds.
func (v *survey) table(format Format, minRows int) (*Table, *Error) {
	t := &Table{Rows: v.records, Format: format, Columns: make([]Column, len(v.names))}
	if format.Header {
		t.Rows--
	} else {
		t.note(words.Of("table.note.noheader"))
	}
	if v.freed.cells > 0 {
		t.note(words.Of("table.apostrophe", words.Of("count.cells", v.freed.cells), v.freed.row))
	}
	if v.blank > 0 {
		t.note(words.Of("table.note.blanklines", words.Of("count.blanklines", v.blank)))
	}
	if err := t.checkShape(minRows); err != nil {
		return nil, err
	}
	if format.Header && v.titled() {
		t.note(words.Of("table.row.cells.title"))
	}
	for j := range t.Columns {
		t.Columns[j].Name = v.name(j, format.Header)
		t.Columns[j].Kind = v.all(j, format.Header).kind(format.Decimal[0])
	}
	if err := t.checkNames(); err != nil {
		return nil, err.at(v.row)
	}
	return t, nil
}

// titled reports whether the first row leaves half of the columns that have values unnamed, as a title above the names
// does.
func (v *survey) titled() bool {
	unnamed := 0
	for j, name := range v.names {
		if name == "" && v.rest[j].filled() > 0 {
			unnamed++
		}
	}
	return unnamed > 1 && 2*unnamed >= len(v.names)
}

// name of column j; a column that the header leaves unnamed is called after its place.
func (v *survey) name(j int, header bool) string {
	switch {
	case !header:
		return "x" + strconv.Itoa(j+1)
	case v.names[j] == "":
		return "column " + strconv.Itoa(j+1)
	}
	return v.names[j]
}

// all returns the tally of column j over all data rows.
func (v *survey) all(j int, header bool) tally {
	t := v.rest[j]
	if !header {
		t[v.first[j]]++
	}
	return t
}

// checkShape refuses tables without anything to learn from.
func (t *Table) checkShape(minRows int) *Error {
	switch {
	case len(t.Columns) < 2 && minRows > 1:
		return fail("csv-one-column", "table.onecolumn")
	case t.Rows == 0:
		return fail("csv-header-only", "table.norows",
			words.Of("count.rows", minRows))
	case t.Rows < minRows:
		return fail("csv-one-row", "table.onerow", words.Of("count.rows", t.Rows), minRows)
	}
	return nil
}

// checkNames refuses two columns of one name, with which a choice of columns would be ambiguous, and names that are too
// long to show.
func (t *Table) checkNames() *Error {
	place := map[string]int{}
	for j := range t.Columns {
		name := t.Columns[j].Name
		if n := longerThanMaxText(name); n > 0 {
			return fail("csv-name", "table.name.long", j+1, n, MaxText).column(Show(name))
		}
		if i, taken := place[name]; taken {
			return fail("csv-duplicate-column", "table.twice",
				i+1, j+1, Show(name)).column(name)
		}
		place[name] = j
	}
	return nil
}

// checkSize refuses more values than are to be held.
func (t *Table) checkSize(most int) *Error {
	if t.Rows*len(t.Columns) > most {
		return tooLarge(words.Of("table.sized", words.Of("count.rows", t.Rows),
			words.Of("count.columns", len(t.Columns))), words.Of("count.values", most))
	}
	return nil
}
