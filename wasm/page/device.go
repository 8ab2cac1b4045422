//go:build js && wasm

// What this browser keeps for the page, where a person asked for it: one session, as a file of the origin's private
// file system. Browsers take such files off the disk when they are removed; what is removed from their databases they
// leave in the databases' files.

package page

import (
	"syscall/js"

	"dcctree/core/words"
	"dcctree/wasm/page/logic"
)

// Files in the page's folder of the private file system.
const (
	markFile = "mark"
	rowsFile = "session"
)

// device is the place on this device, by the name of its folder. Pages of other tabs share it: all that is read or
// written there is read or written under one lock.
type device struct{ folder string }

func newDevice() device {
	return device{logic.DeviceFolder(js.Global().Get("location").Get("pathname").String())}
}

// root is the private file system; the error says why there is none.
func (d device) root() (js.Value, error) {
	navigator := js.Global().Get("navigator")
	storage, locks := navigator.Get("storage"), navigator.Get("locks")
	usable := locks.Type() == js.TypeObject && storage.Type() == js.TypeObject
	if !usable || storage.Get("getDirectory").Type() != js.TypeFunction {
		return js.Undefined(), &logic.Fault{Code: "page", Message: words.English.Raw("store.noplace"),
			Translations: words.Translate(words.Of("store.noplace").In)}
	}
	return ask(storage, "getDirectory")
}

// alone does work with the private file system while no other page does any with this folder.
func (d device) alone(work func(root js.Value) error) error {
	root, err := d.root()
	if err != nil {
		return err
	}
	granted, ended := make(chan struct{}, 1), make(chan error, 1)
	var release js.Value
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any { release = args[0]; return nil })
	held := js.Global().Get("Promise").New(executor)
	executor.Release()
	begin := js.FuncOf(func(js.Value, []js.Value) any { granted <- struct{}{}; return held })
	defer begin.Release()
	go func() {
		_, err := ask(js.Global().Get("navigator").Get("locks"), "request", d.folder, begin)
		ended <- err
	}()
	select {
	case err := <-ended:
		return err
	case <-granted:
	}
	defer func() {
		release.Invoke()
		<-ended
	}()
	return work(root)
}

// look reads the mark; found is false where no keeping is wished.
func (d device) look() (m logic.Mark, found bool, err error) {
	err = d.alone(func(root js.Value) error {
		m, found, err = d.readMark(root)
		return err
	})
	return m, found, err
}

// wish leaves a mark, with a session where one is given, unless one as new is there already, and returns the mark that
// is there then. It leaves none if the wish does not hold any more by then.
func (d device) wish(m logic.Mark, session js.Value, holds func() bool) (there logic.Mark, err error) {
	err = d.alone(func(root js.Value) error {
		before, _, err := d.readMark(root)
		if there = before; err != nil || before.ID != "" && before.Date >= m.Date || !holds() {
			return err
		}
		if m.ID = before.ID; m.ID == "" {
			m.ID = js.Global().Get("crypto").Call("randomUUID").String()
		}
		there = m
		return d.write(root, m, session)
	})
	return there, err
}

// keep stores the session under the mark, in place of what was kept before. It stores nothing, and stored is false,
// where another mark or none is found right before, or the wish does not hold any more.
func (d device) keep(m logic.Mark, session js.Value, holds func() bool) (stored bool, err error) {
	err = d.alone(func(root js.Value) error {
		before, found, err := d.readMark(root)
		if err != nil || !found || before.ID != m.ID || !holds() {
			return err
		}
		stored = true
		return d.write(root, m, session)
	})
	return stored, err
}

// kept reads the session into memory, so that nothing of it on the disk stays in use.
func (d device) kept() (session js.Value, err error) {
	err = d.alone(func(root js.Value) error {
		m, _, err := d.readMark(root)
		if err != nil {
			return err
		}
		file, err := d.file(root, rowsFile)
		if err != nil {
			return err
		}
		rows, err := ask(file, "arrayBuffer")
		session = sessionFile(rows, m.Name)
		return err
	})
	return session, err
}

// forget removes the folder with all that is in it.
func (d device) forget() error {
	return d.alone(func(root js.Value) error {
		_, err := ask(root, "removeEntry", d.folder, map[string]any{"recursive": true})
		if hasCode(err, notFound) {
			return nil
		}
		return err
	})
}

// notFound is how browsers call what is not in a file system.
const notFound = "NotFoundError"

func (d device) readMark(root js.Value) (m logic.Mark, found bool, err error) {
	file, err := d.file(root, markFile)
	if err != nil {
		if hasCode(err, notFound) {
			err = nil
		}
		return logic.Mark{}, false, err
	}
	text, err := ask(file, "text")
	if err != nil {
		return logic.Mark{}, false, err
	}
	return logic.ReadMark(text.String()), true, nil
}

// file opens a file of the folder for reading.
func (d device) file(root js.Value, name string) (js.Value, error) {
	folder, err := ask(root, "getDirectoryHandle", d.folder)
	if err != nil {
		return js.Undefined(), err
	}
	handle, err := ask(folder, "getFileHandle", name)
	if err != nil {
		return js.Undefined(), err
	}
	return ask(handle, "getFile")
}

// write writes the session, unless it is undefined, and then the mark that names it.
func (d device) write(root js.Value, m logic.Mark, session js.Value) error {
	folder, err := ask(root, "getDirectoryHandle", d.folder, anew())
	if err == nil && !session.IsUndefined() {
		err = writeFile(folder, rowsFile, session)
	}
	if err == nil {
		err = writeFile(folder, markFile, js.ValueOf(m.Text()))
	}
	return err
}

// writeFile writes a file whole, or leaves it as it was.
func writeFile(folder js.Value, name string, content js.Value) error {
	handle, err := ask(folder, "getFileHandle", name, anew())
	if err != nil {
		return err
	}
	stream, err := ask(handle, "createWritable")
	if err != nil {
		return err
	}
	if _, err := ask(stream, "write", content); err != nil {
		ask(stream, "abort")
		return err
	}
	_, err = ask(stream, "close")
	return err
}

// anew has a file system make what is not there.
func anew() map[string]any { return map[string]any{"create": true} }

// sessionFile makes a session file of its bytes.
func sessionFile(rows js.Value, name string) js.Value {
	return js.Global().Get("File").New([]any{rows}, name)
}
