//go:build js && wasm

// Whose a table is, and whether the page around a frame may read it.

package page

import "syscall/js"

// access says whether the page around the frame may read a table and what is made of it. It is an object {readable}
// that embed.js looks at whenever it tells something; the zero value may never be read.
type access struct{ js.Value }

func newAccess(readable bool) access { return access{object(map[string]any{"readable": readable})} }

func (x access) readable() bool { return x.Type() == js.TypeObject && x.Get("readable").Bool() }

// set holds at once for all that has the access: the table's session and its runs.
func (x access) set(readable bool) {
	if x.Type() == js.TypeObject {
		x.Set("readable", readable)
	}
}

// own reports whether something of the table is a person's: they opened it, or chose a file of test rows for it.
func (t *table) own() bool { return t != nil && (!t.given || t.ownTest) }

// testFrom sets the file of test rows that a person chose, or takes it away. Runs with other test rows can no longer
// be read.
func (t *table) testFrom(file js.Value, name string) {
	t.test, t.tested, t.ownTest = file, name, name != ""
	t.access.set(false)
	t.access = newAccess(!t.own())
}

// whose is the access of all that is on the page: that of a part of it that may not be read, if there is one.
func (a *app) whose() access {
	for _, r := range []*run{a.run, a.shown} {
		if r != nil && !r.access.readable() {
			return r.access
		}
	}
	if a.table == nil {
		return newAccess(true)
	}
	return a.table.access
}
