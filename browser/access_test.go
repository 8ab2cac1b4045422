// This file tests the page with axe-core in each of its states, and the skeleton with html-validate.

//go:build browser

package browser

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// npmFile is a file of the packages that scripts/setup installs.
func npmFile(t *testing.T, parts ...string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(append([]string{shared.root, "browser", "npm", "node_modules"},
		parts...)...))
	if err != nil {
		t.Fatalf("run scripts/setup first: %v", err)
	}
	return string(body)
}

// view is a size of the window, CSS pixels, and a color scheme.
type view struct {
	name          string
	width, height int64
	scheme        string
}

// views are the sizes and schemes in which each state is judged.
var views = []view{
	{"light", 1440, 900, "light"},
	{"dark", 1440, 900, "dark"},
	{"phone", 360, 780, "light"},
	{"dark phone", 360, 780, "dark"},
}

// audit runs axe-core over the document in every view; its rules of WCAG 2.2 A and AA and its best practices all count.
func (b *tab) audit(state string) {
	b.Helper()
	b.auditIn("document", state, views)
}

// auditIn runs axe-core over a part of the document, given as JavaScript: what is behind a dialog, say, was judged
// without it.
func (b *tab) auditIn(part, state string, views []view) {
	b.Helper()
	for _, v := range views {
		b.viewport(v.width, v.height)
		b.scheme(v.scheme)
		b.calm() // figures are drawn anew for the width
		for i, f := range b.violations(part) {
			if i == 8 {
				b.Errorf("%s, %s: and more", state, v.name)
				break
			}
			b.Errorf("%s, %s: %.400s", state, v.name, f)
		}
	}
	b.viewport(1440, 900)
	b.scheme("light")
}

// violations is what axe-core, which must be in the page, has against a part of the document as it is.
func (b *tab) violations(part string) []string {
	b.Helper()
	return script[[]string](b, `const result = await axe.run(`+part+`, {resultTypes: ["violations"]});
		if (result.passes.length < 10) throw new Error("axe looked at next to nothing");
		return result.violations.flatMap(v => v.nodes.map(n =>
			v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.replace(/\s+/g, " ")));`)
}

// equipped opens the page with axe-core in it.
func equipped(t *testing.T, link string, scripts ...string) *tab {
	b := newTab(t, scripts...)
	b.open(shared.served + "/" + link)
	b.ready()
	execute(b, npmFile(t, "axe-core", "axe.min.js")+"\n;0")
	return b
}

func TestAxeBeforeAndDuringARun(t *testing.T) {
	b := equipped(t, quiet)
	b.audit("before a run")
	b.sample("wu")
	b.set("preset", "paper")
	b.run()
	b.wait("a tree", tree, patience)
	b.click("pause")
	b.rests("paused")
	b.audit("paused")
}

// With every fold open and, one after the other, every dialog.
func TestAxeAfterARun(t *testing.T) {
	for _, sample := range []string{"wu", "iris"} {
		t.Run(sample, func(t *testing.T) {
			b := equipped(t, atFirst)
			b.sample(sample)
			b.runsToItsEnd()
			b.audit("done")
			execute(b, `document.querySelectorAll("details").forEach(d => { d.open = true; })`)
			b.audit("with open folds")
			execute(b, `document.querySelectorAll("details").forEach(d => { d.open = false; })`)
		})
	}
}

// dialogOpeners press what opens each dialog.
var dialogOpeners = map[string]string{"settings": "settings-open", "lock-dialog": "lock-test", "paper": "paper-open",
	"rows-dialog": "tree-list", "allrows": "allrows-open", "diag": "diag-open", "embed": "embed-open",
	"columns": "columns-open", "two": "two-open", "methods": "methods-open", "paste": "paste-open",
	"leftout": "leftout-open"}

// Each dialog once in either size and once in either scheme.
func TestAxeInDialogs(t *testing.T) {
	b := equipped(t, atFirst)
	b.allow("Content Security Policy", "Refused", "violates", "ERR_", "Failed to")
	b.sample("bcw") // which has rows to leave out
	b.run()
	b.rests("done")
	for _, id := range evaluate[[]string](b, `[...document.querySelectorAll("dialog")].map(d => d.id)`) {
		if id == "consent" { // in frames alone: TestConsentDialogIsUsable
			continue
		}
		opener := dialogOpeners[id]
		if opener == "" {
			t.Errorf("nothing is known to open the dialog %q: name it in dialogOpeners", id)
			continue
		}
		execute(b, `document.querySelector("#tree [role=treeitem]").focus()`) // its rows can then be listed
		b.click(opener)
		b.wait("the dialog "+id, fmt.Sprintf("document.getElementById(%q).open", id), patience)
		b.calm()
		if id == "lock-dialog" {
			b.allow(triedSays...)
			b.wait("a verdict", lockJudged, patience)
		}
		b.auditIn(fmt.Sprintf("document.getElementById(%q)", id), "dialog "+id, []view{views[0], views[3]})
		execute(b, fmt.Sprintf("document.getElementById(%q).close()", id))
	}
}

func TestAxeWithAnError(t *testing.T) {
	b := equipped(t, quiet)
	b.choose("file-input", file(t, "bad.csv", []byte("a,b\n1,2\n3\n")))
	b.wait("an error", query("error")+`.textContent !== ""`, patience)
	b.audit("with an error")
}

// The control: axe finds a fault that is put in.
func TestAxeSees(t *testing.T) {
	b := equipped(t, quiet)
	execute(b, `document.body.append(Object.assign(document.createElement("button"), {}))`)
	found := script[[]string](b, `return (await axe.run(document)).violations.map(v => v.id)`)
	if !strings.Contains(strings.Join(found, " "), "button-name") {
		t.Errorf("a button without a name gives %v", found)
	}
}

// The pages as they lie on disk, before any script.
func TestMarkupIsValid(t *testing.T) {
	cmd := exec.Command("node", "node_modules/html-validate/bin/html-validate.mjs", "-c", ".htmlvalidate.json",
		"../../site/index.html", "../../site/learn/*.html")
	cmd.Dir = filepath.Join(shared.root, "browser", "npm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("html-validate: %v\n%s", err, out)
	}
}
