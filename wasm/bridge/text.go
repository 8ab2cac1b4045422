//go:build js && wasm

// This file reads the text of a table, which comes in parts before the message
// that is about it.

package bridge

import (
	"syscall/js"

	"dcctree/core/dataset"
	"dcctree/core/study"
	"dcctree/wasm/protocol"
)

// text is the text at hand.
type text struct {
	reader *dataset.Reader
	id     int                 // of the request
	size   int                 // bytes
	beside dataset.ReadOptions // of tables that belong to the opened one
}

// begin starts to read a text of so many bytes, which comes before the message
// head, and returns the offset of those that are wanted first. A message that
// does not hold together is refused when its turn comes.
func (t *text) begin(head js.Value, size int) (offset int) {
	h, m, _ := protocol.DecodeRequest(Assign(head))
	t.reader, t.id, t.size = dataset.NewReader(size, t.options(m)), int(h.ID), size
	return t.next()
}

// options are those of an opened table, and of tables of test rows beside it.
func (t *text) options(m study.Options) dataset.ReadOptions {
	switch m := m.(type) {
	case *study.OpenOptions:
		return m.Options()
	case *study.RunOptions, *study.FitOptions, *study.FitRowsOptions, *study.ExportOptions:
		return t.beside
	}
	return dataset.ReadOptions{}
}

// setBeside sets how tables are read that belong to the opened one.
func (t *text) setBeside(opt dataset.ReadOptions) { t.beside = opt }

// take reads a part, a Uint8Array, copied once, and returns the offset of the
// bytes that are wanted next. It tells the page how far it is where there are
// several parts.
func (t *text) take(part js.Value) (offset int) {
	n := part.Length()
	js.CopyBytesToGo(t.reader.Room(n), part)
	t.reader.Take()
	if n < t.size {
		share, rows := t.reader.Progress()
		Post(Page, protocol.HeadOf(protocol.KindProgress, t.id), &protocol.Reading{Share: share, Rows: rows},
			js.Null())
	}
	return t.next()
}

// next returns -1 where no more bytes are wanted.
func (t *text) next() int {
	offset, more := t.reader.Next()
	if !more {
		return -1
	}
	return offset
}
