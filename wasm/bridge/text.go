//go:build js && wasm

// This file reads the text of a table, which comes in parts before the message
// that is about it.

package bridge

import (
	"syscall/js"

	"dcctree/core/dataset"
	"dcctree/wasm/protocol"
)

// text is the text at hand.
type text struct {
	reader *dataset.Reader
	id     int // of the request
	size   int // bytes
}

// begin starts to read a text of so many bytes and returns the offset of those
// that are wanted first. A table of test rows may have a single one.
func (t *text) begin(id int, test bool, size int) (offset int) {
	opt := dataset.ReadOptions{}
	if test {
		opt.MinRows = 1
	}
	t.reader, t.id, t.size = dataset.NewReader(size, opt), id, size
	return t.next()
}

// take reads a part, a Uint8Array, copied once, and returns the offset of the
// bytes that are wanted next. It tells the page how far it is where there are
// several parts.
func (t *text) take(part js.Value) (offset int) {
	n := part.Length()
	js.CopyBytesToGo(t.reader.Room(n), part)
	t.reader.Take()
	if n < t.size {
		share, rows := t.reader.Progress()
		Post(Page, &protocol.Reading{V: protocol.Version, Kind: protocol.KindReading, ID: t.id, Share: share, Rows: rows}, js.Null())
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
