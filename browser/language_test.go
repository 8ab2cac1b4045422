// This file tests the page in German: everything it says, the change of language in place, and that the longer words
// find room.

//go:build browser

package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// englishLeft is the JavaScript expression for what people see or hear on the page that holds words of English which
// German lacks. What is marked as English, code, and names of files are not looked at.
const englishLeft = `(() => {
	const words = new RegExp("\\b(the|of|and|with|is|are|not|rows?|trees?|weight|measured|leaf|leaves|from|" +
		"for|this|true|run|press|step|value|mean|other|test it|most|all|by)\\b", "i");
	const skipped = "script, style, noscript, [lang=en], select[data-setting] option, input";
	const found = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n = walker.nextNode(); n; n = walker.nextNode()) {
		const box = n.parentElement;
		if (box.closest(skipped) || !box.checkVisibility()) continue;
		if (words.test(n.data.replace(/DCC-Tree|CC BY|[\w-]+\.(txt|html)/g, "")))
			found.push(n.data.trim().slice(0, 60));
	}
	for (const e of document.querySelectorAll("[aria-label], [title]"))
		if (!e.closest(skipped) && e.checkVisibility())
			for (const a of ["aria-label", "title"])
				if (words.test(e.getAttribute(a) ?? ""))
					found.push(a + ": " + e.getAttribute(a).slice(0, 60));
	return found.join(" | ");
})()`

// speaks tests what the frame says.
func (b *tab) speaks(tag, title, run, state string) {
	b.Helper()
	b.wait("the language "+tag, "document.documentElement.lang === "+quote(tag), patience)
	if got := evaluate[string](b, "document.title"); got != title {
		b.Errorf("in %s the title is %q, want %q", tag, got, title)
	}
	b.wait("the state "+state, query("state")+".textContent === "+quote(state), 2*patience)
	if got := b.text("run"); got != run {
		b.Errorf("in %s the button reads %q, want %q", tag, got, run)
	}
	got := evaluate[string](b, `document.querySelector("[data-language][aria-current=true]").dataset.language`)
	if got != tag {
		b.Errorf("in %s the switch marks %q", tag, got)
	}
}

// inGerman tests that no English is left.
func (b *tab) inGerman(where string) {
	b.Helper()
	if left := becomes(b, "", englishLeft); left != "" {
		b.Errorf("%s: English is left: %s", where, left)
	}
}

// The link asks for German; the page runs in it, goes on in English and back without losing anything, and has room for
// both.
func TestGerman(t *testing.T) {
	const german, english = "DCC-Tree: Bayessche Entscheidungsbäume, in diesem Tab gezogen",
		"DCC-Tree: Bayesian decision trees, sampled in this tab"
	b := newTab(t)
	b.allow("Content Security Policy", "violates", "Refused")
	b.viewport(1440, 900)
	b.open(shared.served + "/" + atFirst + "&lang=de")
	b.ready()
	b.speaks("de", german, "Starten", "bereit")
	b.inGerman("before a run")
	b.run()
	b.speaks("de", german, "Starten", "fertig")
	b.settled()
	b.inGerman("after a run")
	for _, dialog := range []struct{ opener, id string }{{"settings-open", "settings"}, {"paper-open", "paper"},
		{"methods-open", "methods"}, {"lock-test", "lock-dialog"}, {"allrows-open", "allrows"},
		{"diag-open", "diag"}} {
		b.click(dialog.opener)
		b.wait("the dialog "+dialog.id, "document.getElementById("+quote(dialog.id)+").open", patience)
		if dialog.id == "lock-dialog" {
			b.allow(triedSays...)
			b.wait("a verdict", lockJudged, patience)
		}
		if dialog.id == "allrows" || dialog.id == "diag" {
			b.wait("the figures of "+dialog.id,
				`["zeigen Schritt", "neuesten Stand"].some(w => document.getElementById("`+dialog.id+
					`-status").textContent.includes(w))`, patience)
			execute(b, `document.querySelectorAll("#`+dialog.id+` details").forEach(d => d.open = true)`)
			b.see("german-" + dialog.id)
		}
		b.inGerman(dialog.id)
		execute(b, "document.getElementById("+quote(dialog.id)+").close()")
	}
	b.germanFiles()
	b.badFileInGerman()
	b.see("german-1440")
	b.fits("the page in German")
	b.see("german-last")

	b.viewport(1440, 900)
	results := `[...document.querySelectorAll("[data-metric]")].map(e => e.dataset.metric + e.dataset.value)
		.join() + ` +
		query("log") + `.children.length`
	before, seed := evaluate[string](b, results),
		evaluate[string](b, `window.sameage = true, `+query("seed")+`.value = "12", `+query("seed")+
			`.dispatchEvent(new Event("input", {bubbles: true})), `+query("seed")+".value")
	b.click("language-en")
	b.speaks("en", english, "Run", "done")
	b.wait("the error in English", errorSaid+".startsWith('leer.csv: The file is empty.')", patience)
	b.wait("the verdict in English",
		`/^(Settled|Nearly settled|Not settled|Not known): /.test(
			document.getElementById("verdict").textContent)`,
		patience)
	if after := evaluate[string](b, results); after != before || before == "" {
		b.Errorf("the change of language changed results:\n%s\n%s", before, after)
	}
	if !evaluate[bool](b, "window.sameage === true && "+tree) ||
		evaluate[string](b, query("seed")+".value") != seed {
		b.Error("the change of language loaded the page anew, or lost the tree or what was typed")
	}
	if link := evaluate[string](b, "location.hash"); !strings.Contains(link, "lang=en") {
		b.Errorf("after the change the address is %q", link)
	}
	b.click("language-de")
	b.speaks("de", german, "Starten", "fertig")
	b.wait("the error in German again", errorSaid+".includes('Die Datei ist leer.')", patience)
	b.wait("the verdict in German",
		`/^(Gesichert|Fast gesichert|Nicht gesichert|Nicht bekannt): /.test(
			document.getElementById("verdict").textContent)`,
		patience)
	b.inGerman("after a change there and back")
	b.remarksInGerman()
	b.auditsInGerman()
}

// errorSaid is the JavaScript expression for the error beside a control.
const errorSaid = "document.getElementById('error').textContent"

// badFileInGerman chooses a file that cannot be used: the page says so in German, and the run stays.
func (b *tab) badFileInGerman() {
	b.Helper()
	b.choose("file-input", file(b.T, "leer.csv", nil))
	b.wait("the error", errorSaid+" !== ''", patience)
	got, want := evaluate[string](b, errorSaid), "leer.csv: Die Datei ist leer. Eine Datei mit einer Kopfzeile "+
		"und mindestens zwei Zeilen wählen."
	if got != want {
		b.Errorf("a bad file: %q, want %q", got, want)
	}
	b.wait("the state", query("state")+".textContent === 'fertig'", patience)
	b.inGerman("a bad file")
}

// remarksInGerman chooses a table with something to remark on, and a target that cannot be used; the page tells both in
// its language, also when that is changed.
func (b *tab) remarksInGerman() {
	b.Helper()
	table := "x,leer,fest,y\n1,,7,2\n,,7,3\n3,,7,1\n4,,7,5\n2,,7,2.5\n"
	b.choose("file-input", file(b.T, "hinweise.csv", []byte(table)))
	missing := noted + ".includes('Spalte \"x\" hat 1 fehlenden Wert, zuerst in Zeile 3.')"
	b.wait("the remark on the table", missing+" && "+noted+".includes('Spalte \"leer\" bleibt weg: Sie hat in "+
		"keiner Zeile einen Wert.')", patience)
	b.inGerman("a table with remarks")
	b.set("target", "fest")
	const issue = "document.getElementById('data-issue').textContent"
	unusable := issue + ".includes('Die Zielgröße \"fest\" hat in den verwendbaren Zeilen nur eine Klasse.')"
	b.wait("why the target cannot be used", unusable, patience)
	b.inGerman("a target that cannot be used")
	b.click("language-en")
	b.wait("the remark in English", noted+".includes('has 1 missing value, first in row 3.') && "+issue+
		".includes('has only one class')", patience)
	b.click("language-de")
	b.wait("the remark in German again", missing+" && "+unusable, patience)
}

// auditsInGerman makes a whole run, with all that the page says of audits, on a table on which it takes seconds.
func (b *tab) auditsInGerman() {
	b.Helper()
	b.choose("file-input", file(b.T, "wenig.csv", []byte(few())))
	b.wait("the table", query("target")+".value === 'y' && "+line+".startsWith('wenig.csv:')", patience)
	b.set("preset", "fast")
	b.settings(map[string]string{"splitPrior.alpha": ".5", "splitPrior.beta": "5"})
	b.run()
	b.wait("the end of the run", query("state")+".textContent === 'fertig'", 2*patience)
	b.settled()
	b.wait("the audits to be told", query("log")+".textContent.includes('vom Prior aus nachgeprüft')", patience)
	b.inGerman("after audits")
}

// germanFiles takes the report and the rules of a tree: what they say is German.
func (b *tab) germanFiles() {
	b.Helper()
	dir := b.downloads()
	for button, wanted := range map[string][]string{
		"take-report": {`<html lang="de">`, "Welcher Baum?", "Trainingszeilen", "gemessen, ausgehend von",
			"Posterior-Verteilung über Bäume"},
		"take-rules-text": {"Mittel von y nach dem Entscheidungsbaum {1,5,6}.", "Eine von ", "wenn x3 <= ",
			"sonst:"},
	} {
		name, content := b.caught(dir, func() { b.click(button) })
		for _, want := range wanted {
			if !strings.Contains(string(content), want) {
				b.Errorf("%s lacks %q", name, want)
			}
		}
		if seen := os.Getenv("DCCTREE_SEE"); seen != "" {
			if err := os.WriteFile(filepath.Join(seen, name), content, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// see keeps a picture where DCCTREE_SEE names a folder.
func (b *tab) see(name string) {
	b.Helper()
	dir := os.Getenv("DCCTREE_SEE")
	if dir == "" {
		return
	}
	time.Sleep(700 * time.Millisecond)
	data, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644); err != nil {
		b.Fatal(err)
	}
}
