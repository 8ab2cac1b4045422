// This file reads a text table whose bytes come in parts, and keeps numbers instead of text.

package dataset

import "bytes"

// Reader makes a table of a text that it is given in parts, in order and all of it twice: the first time it finds out
// how the text was written and looks for faults, the second time it fills the columns. It holds no more text than a
// part and the record that the part before left unfinished, and the table: 8 bytes a cell, and the labels of text
// columns once. What it returns does not depend on where the parts were cut. One goroutine at a time.
type Reader struct {
	size int // bytes of the text
	opt  ReadOptions

	text    []byte // what was given and is not read yet, from the record at hand on
	checked int    // bytes of it that were looked at
	fresh   int    // bytes that Room has given and Take not yet taken
	taken   int    // bytes of this pass before them
	enough  int    // text shorter than this is not looked at anew: the record at hand is known not to end before

	proof   proof
	scanner scanner
	survey  survey
	begun   bool // what the text begins with was looked at
	bom     bool
	// bytes before the first record that belong to none: the byte order mark, the line that names the separator
	ahead   int
	fault   *Error // of a record; that of the bytes comes first
	err     *Error // the first pass ended with
	table   *Table // of the second pass
	fillers []*filler
	filled  int // rows
	done    bool
}

// NewReader returns a reader of a text of so many bytes.
func NewReader(size int, opt ReadOptions) *Reader {
	r := &Reader{size: size}
	r.opt, r.err = opt.complete()
	switch {
	case r.err != nil:
	case size > r.opt.MaxBytes:
		r.err = tooLarge(bytesOf(size), bytesOf(r.opt.MaxBytes))
	case size == 0:
		r.err = r.proof.end()
	}
	return r
}

// Next returns the offset of the bytes that are wanted next; more is false when no more are, because the table is read
// or cannot be.
func (r *Reader) Next() (offset int, more bool) { return r.taken, r.err == nil && !r.done }

// Room returns room for n bytes, at least one, of the text from Next's offset on; Take takes what was written there.
func (r *Reader) Room(n int) []byte {
	if _, more := r.Next(); !more || n < 1 || n > r.size-r.taken || r.fresh > 0 {
		panic("dataset: Reader.Room: nothing, more than there is, or out of turn")
	}
	r.fresh = n
	r.text = append(r.text, make([]byte, n)...)
	return r.text[len(r.text)-n:]
}

// Progress returns which share of the reading is done, and how many rows were met so far.
func (r *Reader) Progress() (share float64, rows int) {
	share = float64(r.taken) / float64(2*r.size)
	if r.table != nil {
		share += .5
	}
	return share, r.survey.records
}

// Table returns the table under that name, or the *Error that says why there is none. It panics while Next wants more.
func (r *Reader) Table(name string) (*Table, error) {
	if _, more := r.Next(); more {
		panic("dataset: Reader.Table: before the end of the text")
	}
	if r.err != nil {
		return nil, r.err.in(name)
	}
	r.table.Name = name
	return r.table, nil
}

// Take reads what was written to Room.
func (r *Reader) Take() {
	r.taken, r.fresh = r.taken+r.fresh, 0
	last := r.taken == r.size
	r.scanner.more = !last
	switch {
	case r.table != nil:
		r.fill()
	case r.begun || last || len(r.text) > sampleBytes+len(byteOrderMark):
		r.err = r.look(last)
	}
	switch {
	case !last || r.err != nil:
	case r.table == nil:
		r.err = r.secondPass()
	default:
		r.end()
	}
}

// look is the first pass over what came.
func (r *Reader) look(last bool) *Error {
	if !r.begun {
		if err := r.begin(); err != nil {
			return err
		}
	}
	fresh := r.text[r.checked:]
	if !last {
		fresh = fresh[:whole(fresh)]
	}
	if err := r.proof.add(fresh); err != nil {
		return err
	}
	r.checked += len(fresh)
	r.scan(func() *Error { return r.survey.take(&r.scanner) })
	return nil
}

// begin looks at how the text begins, and finds out what separates its cells.
func (r *Reader) begin() *Error {
	r.begun = true
	if err := checkSignature(r.text); err != nil {
		return err
	}
	size := len(r.text)
	r.text, r.bom = bytes.CutPrefix(r.text, []byte(byteOrderMark))
	named, rest, err := separatorLine(r.text)
	if err != nil {
		return err
	}
	r.proof.skip(r.text[:len(r.text)-len(rest)])
	r.text, r.ahead = rest, size-len(rest)
	if r.opt.Separator == "" {
		r.opt.Separator = named
	}
	if r.opt.Separator == "" {
		r.opt.Separator = string(detectSeparator(r.text))
	}
	r.scanner.sep = r.opt.Separator[0]
	return nil
}

// scan gives take the records that are all there, and drops their text. After a fault it only drops.
func (r *Reader) scan(take func() *Error) {
	s := &r.scanner
	if s.data, s.pos = r.text, 0; s.more && len(s.data) < r.enough {
		return
	}
	for r.fault == nil {
		ok, err := s.next()
		if err == nil && ok {
			err = take()
		}
		if r.fault = err; !ok {
			break
		}
	}
	read := s.pos
	if r.fault != nil {
		read = r.checked // of the second pass 0
	}
	r.checked = max(0, r.checked-read)
	r.text = append(r.text[:0], r.text[read:]...)
	r.enough = min(2*len(r.text), maxRecord)
}

// secondPass decides how the text is read, makes the columns, and begins anew.
func (r *Reader) secondPass() *Error {
	if err := r.proof.end(); err != nil {
		return err
	}
	if r.fault != nil {
		return r.fault
	}
	v := &r.survey
	if v.records == 0 { // rows of empty cells
		return fail("csv-empty", "table.empty")
	}
	v.blank, v.freed = r.scanner.blank, r.scanner.freed
	format := Format{Separator: r.opt.Separator, Decimal: r.opt.Decimal, BOM: r.bom}
	if format.Decimal == "" {
		format.Decimal = v.decimal(r.opt.Separator)
	}
	format.Header = r.opt.Header == HeaderPresent || r.opt.Header == HeaderDetect && v.hasHeader(format.Decimal[0])
	t, err := v.table(format, r.opt.MinRows)
	if err != nil {
		return err
	}
	if err := t.checkSize(r.opt.MaxValues); err != nil {
		return err
	}
	for j := range t.Columns {
		r.fillers = append(r.fillers, r.filler(&t.Columns[j], format.Decimal[0], t.Rows))
	}
	r.table, r.taken, r.text, r.checked, r.enough = t, 0, r.text[:0], 0, 0
	r.scanner = scanner{sep: r.scanner.sep}
	return nil
}

// filler returns what fills a column, as the cells look or as was asked for.
func (r *Reader) filler(c *Column, decimal byte, rows int) *filler {
	word := r.opt.Kinds[c.Name]
	switch word {
	case AsNumbers:
		c.Kind = Numeric
	case AsText:
		c.Kind = Text
	case AsDays:
		c.Kind = Date
	}
	f := newFiller(c, decimal, rows)
	if f.days = word == AsDays; f.days {
		c.Order = r.opt.Orders[c.Name]
	}
	return f
}

// fill is the second pass over what came.
func (r *Reader) fill() {
	if r.ahead > 0 && r.taken >= r.ahead {
		r.text, r.ahead = r.text[r.ahead:], 0
	}
	if r.ahead == 0 {
		r.scan(r.row)
	}
	if r.fault != nil {
		r.err = r.fault
	}
}

// row adds the record at hand to the columns.
func (r *Reader) row() *Error {
	s, t := &r.scanner, r.table
	switch at := s.row - r.filled - 1; {
	case t.Format.Header && s.row == r.survey.row:
		return nil
	case len(s.cells) != len(r.fillers) || r.filled == t.Rows:
		return r.changed()
	case r.filled == 0:
		t.ahead = at
	case t.fileRows == nil && at != t.ahead:
		t.fileRows = make([]int32, r.filled, t.Rows)
		for i := range t.fileRows {
			t.fileRows[i] = int32(t.ahead + i + 1)
		}
	}
	if t.fileRows != nil {
		t.fileRows = append(t.fileRows, int32(s.row))
	}
	r.filled++
	for j, cell := range s.cells {
		r.fillers[j].add(s.row, cell)
	}
	return nil
}

// changed says that the text is another than the first time.
func (r *Reader) changed() *Error {
	return fail("csv-changed", "table.changed").at(r.scanner.row)
}

// end sums the columns up.
func (r *Reader) end() {
	t := r.table
	if r.filled < t.Rows {
		r.err = r.changed()
		return
	}
	for j, f := range r.fillers {
		f.finish()
		t.note(f.notes(r.survey.all(j, t.Format.Header))...)
		t.noteUnits(f.Column)
		t.noteStandIn(f.Column)
	}
	r.done, r.text, r.fillers = true, nil, nil
}
