// This file tests that nothing of a table stays in a browser's profile once it is forgotten: the profile's files are
// read, the browser closed.

//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// marked is a table whose every row holds a text that nothing else holds, and that no compression shortens.
type marked struct {
	name  string
	csv   string
	texts []string // of some rows, the first and the last among them
}

func newMarked(name string) *marked {
	m := &marked{name: name}
	var b strings.Builder
	b.WriteString("note,x,y\n")
	for i := range 60 {
		text := nonce(24)
		if i%20 == 0 || i == 59 {
			m.texts = append(m.texts, text)
		}
		fmt.Fprintf(&b, "%s,%d,%.2f\n", text, i, float64(1+i/30)+float64(i*7%10)/50)
	}
	m.csv = b.String()
	return m
}

// nonce is a text of so many letters and digits.
func nonce(length int) string {
	const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	text := make([]byte, length)
	for i := range text {
		text[i] = signs[rand.IntN(len(signs))]
	}
	return string(text)
}

// found lists the files of the folder that hold a piece of the texts, in UTF-8 or UTF-16. Pieces are short enough to be
// whole in what LZ4 and Snappy make of them, which copy what they have not seen before.
func found(t *testing.T, folder string, texts ...string) []string {
	t.Helper()
	const length = 8
	var pieces [][]byte
	for _, text := range texts {
		for at := 0; at+length <= len(text); at += length {
			piece := []byte(text[at : at+length])
			pieces = append(pieces, piece, bytes.Join(bytes.Split(piece, nil), []byte{0}))
		}
	}
	var files []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return nil // a browser that runs takes files away
		}
		content, err := os.ReadFile(path)
		for _, piece := range pieces {
			if err == nil && bytes.Contains(content, piece) {
				name, _ := filepath.Rel(folder, path)
				files = append(files, name)
				break
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// profiled is a browser whose profile is read: what drive.mjs is given after the profile, and whether it keeps what
// stands in the fields of tabs.
type profiled struct {
	name  string
	more  []string
	typed bool
}

// profiles are all of them. The whole Chromium keeps more than its headless shell does.
func profiles(t *testing.T) []profiled {
	firefox := profiled{"Firefox", nil, true}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return []profiled{firefox, {"Chromium", []string{path}, true}}
		}
	}
	t.Log("there is no whole Chromium here, Debian has it in chromium: the headless shell is read, which keeps " +
		"no fields")
	path, err := browserPath()
	if err != nil {
		t.Fatal(err)
	}
	return []profiled{firefox, {"Chromium", []string{path}, false}}
}

// inStore defines, for scripts, when the page last stored a session, 0 for never; -1 where no keeping is wished.
const inStore = `const stored = async () => {
	try {
		const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("dcctree %2F");
		return JSON.parse(await (await (await folder.getFileHandle("mark")).getFile()).text()).date;
	} catch { return -1; }
};`

// stored asks for that.
func (f *fox) stored() float64 {
	f.Helper()
	return tell[float64](f, order{Run: inStore + "return stored();"})
}

// keptSince waits until something is stored that was not then.
func (f *fox) keptSince(then float64) float64 {
	f.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if now := f.stored(); now > then && now > 0 {
			return now
		}
	}
	f.Fatalf("nothing is stored; the page says %q", f.text("keep-say"))
	return 0
}

func (f *fox) says(part string) {
	f.Helper()
	f.wait("the words: "+part, query("keep-say")+".textContent.includes("+quote(part)+")")
}

// steps does one step more of the run.
func (f *fox) step() {
	f.Helper()
	f.wait("a step to be possible", query("step")+".disabled === false")
	before := tell[string](f, order{Run: `return document.getElementById("steps").textContent`})
	tell[any](f, order{Run: query("step") + ".click()"})
	f.wait("the step", query("state")+
		`.textContent === "paused" && document.getElementById("steps").textContent !== `+quote(before))
}

// choose has the page open the table as a file.
func (f *fox) choose(m *marked) {
	f.Helper()
	tell[any](f, order{Upload: `[data-test="file-input"]`, Path: file(f.T, m.name, []byte(m.csv))})
	f.wait("the table", `document.getElementById("data-line").textContent.includes(`+quote(m.name+":")+`)`)
}

// TestForgetLeavesNothing: what is remembered is in the profile, as a file of the page's own folder; what is forgotten
// is not, nor what was typed. What version 0.1.0 kept is offered once more and forgotten with the rest.
func TestForgetLeavesNothing(t *testing.T) {
	for _, browser := range profiles(t) {
		t.Run(browser.name, func(t *testing.T) {
			profile := t.TempDir()
			visit := func() *fox {
				return startFox(t, 2*patience, append([]string{profile}, browser.more...)...)
			}
			old := newMarked("old.csv")
			isMoved(t, visit(), old)
			isInFiles(t, found(t, profile, old.texts...))
			isForgotten(t, visit())
			if left := found(t, profile, append(old.texts, old.name)...); len(left) > 0 {
				t.Errorf("opened, kept again and forgotten, it is still in %v", left)
			}
			own, pasted, typed, control := newMarked("own.csv"), newMarked(""), newMarked(""), nonce(24)
			f := visit()
			isNotTyped(f, pasted, typed, control)
			isOvertaken(f, own)
			isForgottenElsewhere(f)
			f.end() // a browser that ends writes down what is open
			if browser.typed && len(found(t, profile, control)) == 0 {
				t.Error("the browser does not write down what is typed: that it leaves the page's " +
					"own fields out shows nothing")
			}
			all := map[string]*marked{"the own file": own, "the pasted table": pasted,
				"what stands in the field": typed}
			for what, m := range all {
				if left := found(t, profile, m.texts...); len(left) > 0 {
					t.Errorf("%s is in %v", what, left)
				}
			}
		})
	}
}

// isInFiles: what is remembered is found, in the private file system of the page's origin alone.
func isInFiles(t *testing.T, files []string) {
	t.Helper()
	if len(files) == 0 {
		t.Fatal("the search does not find what is remembered")
	}
	for _, f := range files {
		if !strings.Contains(f, "/File System/") && !strings.Contains(f, "/fs/") {
			t.Errorf("what is remembered is in %s", f)
		}
	}
}

// asOfOld is a script that leaves a session of the table as version 0.1.0 kept it.
func asOfOld(m *marked) string {
	return fmt.Sprintf(`
		const {create} = await import("./dcctree.js");
		const s = await create({data: %s, target: "y", settings: {keptDraws: 60}});
		await s.step();
		const file = await s.save();
		const opening = indexedDB.open("dcctree", 1);
		opening.onupgradeneeded = () => opening.result.createObjectStore("sessions");
		await new Promise(go => { opening.onsuccess = go; });
		const turn = opening.result.transaction("sessions", "readwrite");
		turn.objectStore("sessions").put({name: %s, date: Date.now(), file}, "last");
		await new Promise(go => { turn.oncomplete = go; });
		opening.result.close();`, quote(m.csv), quote(m.name))
}

// isMoved lets a session be as version 0.1.0 left it, and sees it offered.
func isMoved(t *testing.T, f *fox, m *marked) {
	f.open(shared.served + "/bare")
	tell[any](f, order{Run: asOfOld(m)})
	f.open(shared.served + "/" + quiet)
	f.ready()
	f.wait("the offer", "!"+query("kept")+".hidden && "+query("keep")+".checked")
	if words := f.text("kept-open"); !strings.Contains(words, m.name) || f.stored() <= 0 {
		t.Errorf("the offer says %q; stored: %v", words, f.stored())
	}
	f.wait("the old place to be gone", "(await indexedDB.databases()).length === 0")
	f.end()
}

// isForgotten opens what is offered, keeps it anew twice and forgets it.
func isForgotten(t *testing.T, f *fox) {
	f.open(shared.served + "/" + quiet)
	f.ready()
	f.wait("the offer", "!"+query("kept")+".hidden")
	first := f.stored()
	f.click("kept-open")
	f.wait("the run", query("state")+`.textContent === "paused"`)
	second := f.keptSince(first)
	f.step()
	f.keptSince(second)
	f.click("forget")
	f.says("Nothing")
	if f.stored() != -1 || tell[bool](f, order{Run: "return " + query("keep") + ".checked"}) {
		t.Error("something is still kept")
	}
	f.end()
}

// isNotTyped pastes one table in the dialog and leaves another in its field; the control goes into a field of another
// page, in a tab of its own, which stays.
func isNotTyped(f *fox, pasted, typed *marked, control string) {
	f.open(shared.served + "/" + quiet)
	f.ready()
	f.click("paste-open")
	f.set("paste-text", pasted.csv)
	f.click("paste-read")
	f.wait("the table", query("target")+`.value === "y"`)
	f.click("paste-open")
	f.wait("the dialog", `document.getElementById("paste").open`)
	f.set("paste-text", typed.csv)
	f.touch("paste-text")
	tell[any](f, order{Run: `document.getElementById("paste").close()`})
	f.tab = 1
	f.open(shared.served + "/bare")
	tell[any](f, order{Run: `document.body.append(document.createElement("textarea"));
		document.querySelector("textarea").dataset.test = "control";`})
	f.set("control", control)
	f.touch("control")
	f.tab = 0
}

// touch presses a key in a field: Firefox looks at the fields again when a person types, not when a script does.
func (f *fox) touch(name string) {
	f.Helper()
	f.click(name)
	tell[any](f, order{Key: "x"})
}

// isOvertaken unticks the box while the page still writes the session that ticking it asked for.
func isOvertaken(f *fox, own *marked) {
	f.choose(own)
	f.step()
	tell[any](f, order{Run: query("settings-open") + ".click()"})
	f.wait("the settings", `document.querySelector("#settings-body select, #settings-body input") !== null`)
	open := tell[[]string](f, order{Run: `document.getElementById("settings").close();
		const fields = [...document.querySelectorAll("input, select, textarea")];
		return fields.filter(e => !/^(checkbox|radio|file)$/.test(e.type) && e.autocomplete !== "off")
			.map(e => e.outerHTML);`})
	if len(open) > 0 {
		f.Errorf("fields that a browser may write down: %.2000q", open)
	}
	tell[any](f, order{Run: `globalThis.read = Blob.prototype.arrayBuffer;
		Blob.prototype.arrayBuffer = async function () {
			await new Promise(go => setTimeout(go, 500));
			return read.call(this);
		};`})
	const atOnce = `%s.click(); await new Promise(go => setTimeout(go, 40)); %[1]s.click();`
	tell[any](f, order{Run: fmt.Sprintf(atOnce, query("keep"))})
	f.says("Nothing")
	time.Sleep(1500 * time.Millisecond) // three times what the reading is held up
	tell[any](f, order{Run: "Blob.prototype.arrayBuffer = read;"})
	if at := f.stored(); at != -1 {
		f.Errorf("unticked at once, the box is off and a session of %v stored", at)
	}
	if left := tell[int](f, order{Run: "return (await indexedDB.databases()).length"}); left > 0 {
		f.Errorf("unticked at once, there are %d databases", left)
	}
}

// isForgottenElsewhere forgets in a second tab what the first keeps; the next step of the first does not store it
// again.
func isForgottenElsewhere(f *fox) {
	tell[any](f, order{Run: query("keep") + ".click()"})
	f.keptSince(-1)
	f.tab = 2
	f.open(shared.served + "/" + quiet)
	f.ready()
	f.wait("the box", query("keep")+".checked")
	f.click("forget")
	f.says("Nothing")
	f.tab = 0
	f.step()
	f.says("Forgotten in another tab")
	if at := f.stored(); at != -1 || tell[bool](f, order{Run: "return " + query("keep") + ".checked"}) {
		f.Errorf("forgotten in another tab, it is stored again: %v", at)
	}
}
