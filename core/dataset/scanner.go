// This file cuts separated text into records and cells without copying them.

package dataset

// MaxColumns is the most columns a table may have.
const MaxColumns = 2000

// maxRecord is the longest record, in bytes: a longer one has a double quote that is never closed.
const maxRecord = 16 << 20

// scanner walks over the records of a separated text (RFC 4180, and tolerant of spaces around cells, of quotes inside
// an unquoted cell, and of lines that end in LF, CRLF or CR).
type scanner struct {
	data  []byte
	sep   byte
	more  bool // text follows that data does not hold yet
	pos   int
	row   int      // of the record just read, as FileRow counts
	cells [][]byte // of the record just read, trimmed unless quoted; valid until the next call
	buf   []byte   // holds the cells of this record whose doubled quotes had to be undone
	blank int      // blank lines before the last record read, and records of empty cells
	fresh int      // blank lines since
	freed freed    // so far
}

// freed counts cells that an apostrophe was taken off, see CSVCell; row is that of the first.
type freed struct{ cells, row int }

// next reads the next record that is not a blank line, nor several cells that are all empty, as spreadsheets write
// below a table. It returns false at the end of the text, and where there is more
// of it than data holds and the record may go on there: pos is then where it begins.
func (s *scanner) next() (bool, *Error) {
	for s.pos < len(s.data) {
		start, before := s.pos, s.freed
		s.row++
		blank := s.skipBlank()
		var err *Error
		if !blank {
			err = s.record()
		}
		if s.pos-start > maxRecord {
			return true, fail("csv-quote", "table.row.large",
				s.row, maxRecord>>20).at(s.row)
		}
		if s.pos == len(s.data) && s.more {
			s.pos, s.freed = start, before
			s.row--
			return false, nil
		}
		if !blank && err == nil && s.empty() {
			s.blank++
			continue
		}
		if !blank {
			s.blank, s.fresh = s.blank+s.fresh, 0
			return true, err
		}
		s.fresh++
	}
	return false, nil
}

// empty reports whether the record just read has several cells, and nothing in them.
func (s *scanner) empty() bool {
	for _, cell := range s.cells {
		if len(trim(cell)) > 0 {
			return false
		}
	}
	return len(s.cells) > 1
}

// skipBlank passes a line of nothing but spaces, if that is what comes.
func (s *scanner) skipBlank() bool {
	i := s.spaces(s.pos)
	if i < len(s.data) && s.data[i] != '\n' && s.data[i] != '\r' {
		return false
	}
	s.pos = i
	s.endLine()
	return true
}

// spaces returns the first offset from i on that is no space, nor a tab that does not separate cells.
func (s *scanner) spaces(i int) int {
	for i < len(s.data) && (s.data[i] == ' ' || s.data[i] == '\t' && s.sep != '\t') {
		i++
	}
	return i
}

// endLine passes one line end, if there is one.
func (s *scanner) endLine() {
	if s.pos < len(s.data) && s.data[s.pos] == '\r' {
		s.pos++
		if s.pos < len(s.data) && s.data[s.pos] == '\n' {
			s.pos++
		}
	} else if s.pos < len(s.data) && s.data[s.pos] == '\n' {
		s.pos++
	}
}

func (s *scanner) record() *Error {
	s.cells, s.buf = s.cells[:0], s.buf[:0]
	for {
		if len(s.cells) == MaxColumns {
			return fail("csv-columns", "table.row.wide", s.row, MaxColumns).at(s.row)
		}
		cell, err := s.cell()
		if err != nil {
			return err
		}
		s.cells = append(s.cells, s.free(cell))
		if s.pos == len(s.data) || s.data[s.pos] != s.sep {
			s.endLine()
			return nil
		}
		s.pos++
	}
}

// free takes off the apostrophe that keeps spreadsheets from computing a text.
func (s *scanner) free(cell []byte) []byte {
	if len(cell) == 0 || cell[0] != '\'' || !computes(cell[1:]) {
		return cell
	}
	if s.freed.cells++; s.freed.cells == 1 {
		s.freed.row = s.row
	}
	return cell[1:]
}

// cell reads up to the separator, line end or end of text that follows.
func (s *scanner) cell() ([]byte, *Error) {
	s.pos = s.spaces(s.pos)
	if s.pos < len(s.data) && s.data[s.pos] == '"' {
		return s.quoted()
	}
	start := s.pos
	for s.pos < len(s.data) && !s.ends(s.data[s.pos]) {
		s.pos++
	}
	return trim(s.data[start:s.pos]), nil
}

func (s *scanner) ends(b byte) bool { return b == s.sep || b == '\n' || b == '\r' }

// quoted reads a cell in double quotes, in which "" stands for one.
func (s *scanner) quoted() ([]byte, *Error) {
	s.pos++
	start, doubled := s.pos, false
	for ; ; s.pos++ {
		if s.pos == len(s.data) {
			return nil, fail("csv-quote", "table.row.quote", s.row).at(s.row)
		}
		if s.data[s.pos] != '"' {
			continue
		}
		if s.pos+1 == len(s.data) || s.data[s.pos+1] != '"' {
			break
		}
		doubled = true
		s.pos++
	}
	cell := s.data[start:s.pos]
	if doubled {
		cell = s.undouble(cell)
	}
	s.pos = s.spaces(s.pos + 1)
	if s.pos < len(s.data) && !s.ends(s.data[s.pos]) {
		return nil, fail("csv-quote", "table.row.afterquote", s.row, len(s.cells)+1,
			Show(string(cell))).at(s.row)
	}
	return cell, nil
}

func (s *scanner) undouble(cell []byte) []byte {
	start := len(s.buf)
	for i := 0; i < len(cell); i++ {
		s.buf = append(s.buf, cell[i])
		if cell[i] == '"' {
			i++
		}
	}
	return s.buf[start:]
}

// trim cuts spaces and tabs off both ends.
func trim(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}
