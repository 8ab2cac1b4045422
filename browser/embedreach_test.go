// This file tests what a link hides, locks and teaches in a frame: by keyboard, by mouse events and by message.

//go:build browser

package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// walk presses Tab from the button before the frame to the one after it, and returns the ids of what has had the
// keyboard in the frame, in order ("" without one).
func (b *tab) walk() []string {
	b.Helper()
	execute(b, `document.getElementById("before").focus()`)
	var ids []string
	for range 400 {
		b.do("Tab", chromedp.KeyEvent(kb.Tab))
		at := evaluate[string](b, "document.activeElement.id || document.activeElement.localName")
		if at == "after" {
			return ids
		}
		if at != "iframe" {
			b.Fatalf("the keyboard is at %q of the host page", at)
		}
		ids = append(ids, b.frameText(
			`(e => e.id || e.dataset.language || e.dataset.sample || e.dataset.take || "")(
					document.activeElement)`))
	}
	b.Fatal("400 times Tab do not lead through the frame")
	return nil
}

// unfoldAll opens the folded sections of the frame.
func (b *tab) unfoldAll() {
	b.frameText(
		`["data-change", "model-change"].forEach(id => {
			const e = document.getElementById(id);
			if (e.getAttribute("aria-expanded") === "false") e.click();
		})`)
	b.inFrame("the sections to be open",
		`!document.getElementById("model-body").hidden && !document.getElementById("data-body").hidden`)
}

// hides are parts, with ids of what the keyboard reaches in them where they are shown and a run is done.
var hides = map[string][]string{"seed": {"seed"}, "settings": {"settings-open"}, "file": {"file", "paste-open"},
	"step": {"step-button"}, "take": {"take-link", "save-session", "stan"},
	"compare": {"allrows-open", "methods-open", "paper-open"}, "language": {"de"}, "lock": {"lock-test"},
	"samples": {
		"iris",
	}, "details": {"diag-open"}, "row": {"row-next", "row"}, "tree": {"zoom-in"}, "bandwidth": {"bandwidth"}}

// dropped tries to open a table by dropping a file and by pasting, and returns what table is open then. Where they are
// to open one it waits for that.
func (b *tab) dropped(opens bool) string {
	b.frameText(`(() => {
		const file = new File(["x,y\n1,2\n2,3\n3,4\n"], "thrown.csv", {type: "text/csv"});
		const held = new DataTransfer();
		held.items.add(file);
		window.dispatchEvent(new DragEvent("drop", {dataTransfer: held, cancelable: true, bubbles: true}));
	})()`)
	rows := func(n int) {
		if !opens {
			time.Sleep(1500 * time.Millisecond)
			return
		}
		b.inFrame("the table", fmt.Sprintf(
			`document.getElementById("data-line").textContent.includes("%d rows")`, n))
	}
	rows(3)
	b.frameText(`(() => {
		const text = new DataTransfer();
		text.setData("text/plain", "x,y\n1,2\n2,3\n3,4\n4,6\n");
		document.body.dispatchEvent(new ClipboardEvent("paste",
			{clipboardData: text, cancelable: true, bubbles: true}));
	})()`)
	rows(4)
	return b.frameText(`document.getElementById("data-line").textContent`)
}

func TestHiddenIsUnreachable(t *testing.T) {
	names := []string{}
	for name := range hides {
		names = append(names, name)
	}
	hidden, _ := framing(t, "dataset=wu&preset=first&autorun=1&parent=HOST&hide="+strings.Join(names, ","))
	hidden.wait("the run to be done", "last('done')", 2*patience)
	whole, _ := framing(t, "dataset=wu&preset=first&autorun=1&parent=HOST")
	whole.wait("the run to be done", "last('done')", 2*patience)
	hidden.unfoldAll()
	whole.unfoldAll()
	for _, b := range []*tab{hidden, whole} {
		b.inFrame("the last results", `document.querySelector("#tree svg") !== null &&
			document.getElementById("facts").textContent.includes("Digest of the results")`)
	}
	whole.inFrame("what the keyboard reaches", `["take-link", "save-session", "allrows-open", "methods-open",
		"diag-open", "row-next", "zoom-in"].every(id => document.getElementById(id).disabled === false)`)
	reached, all := hidden.walk(), whole.walk()
	for name, ids := range hides {
		for _, id := range ids {
			if slices.Contains(reached, id) {
				t.Errorf("%s is hidden, and Tab reaches #%s", name, id)
			}
			if !slices.Contains(all, id) {
				t.Errorf("where %s is shown Tab does not reach #%s: the test above says nothing", name,
					id)
			}
		}
	}
	for _, id := range []string{"preset", "run-button", "data-change"} {
		if !slices.Contains(reached, id) {
			t.Errorf("#%s is not hidden, and Tab does not reach it: %v", id, reached)
		}
	}
	// By message.
	execute(hidden, "say('step')")
	hidden.wait("the refusal", "last('error')?.code === 'hidden'", patience)
	if state := hidden.frameText(`document.getElementById("state").textContent`); state != "done" {
		t.Errorf("after a refused step the run is %s", state)
	}
	// By dropping and pasting.
	if line := hidden.dropped(false); !strings.HasPrefix(line, "WU") {
		t.Errorf("the file is hidden, and a table was opened by dropping or pasting: %s", line)
	}
	if line := whole.dropped(true); strings.HasPrefix(line, "WU") {
		t.Errorf("dropping and pasting open nothing where the file is shown: %s", line)
	}
	if hidden.frameText(`document.getElementById("check-use").closest("[data-off]") !== null`) != "true" {
		t.Error("the bandwidth is hidden, and a button of Diagnostics that sets it is not")
	}
	// Labels and links to what is hidden go with it.
	for _, find := range []string{`label[for="seed"]`, `a[href="#compare"]`, `a[href="#take"]`} {
		if hidden.frameText("document.querySelector('"+find+"').getClientRects().length") != "0" {
			t.Errorf("%s is still shown", find)
		}
	}
}

func TestLockedIsShownAndKept(t *testing.T) {
	b, _ := framing(t, "dataset=iris&seed=7&preset=first&bandwidthFinal=.02&autorun=1&parent=HOST&lock=1")
	b.wait("the run to be done", "last('done')", 2*patience)
	b.unfoldAll()
	locked := []string{"seed", "preset", "bandwidth", "target", "task", "holdout", "holdout-seed", "file"}
	reached := b.walk()
	for _, id := range locked {
		if b.frameText(`document.getElementById("`+id+`").disabled`) != "true" || slices.Contains(reached, id) {
			t.Errorf("#%s is locked, and not disabled, or reached by Tab", id)
		}
		if b.frameText(`document.getElementById("`+id+`").closest("[data-off]") === null`) != "true" {
			t.Errorf("#%s is locked, and not shown", id)
		}
	}
	for id, want := range map[string]string{"seed": "7", "preset": "first", "target": "species"} {
		if got := b.frameText(`document.getElementById("` + id + `").value`); got != want {
			t.Errorf("the locked #%s holds %q, want %q", id, got, want)
		}
	}
	for opener, fields := range map[string]string{
		"settings-open": "#settings-body input,#settings-body select,#settings-reset",
		"columns-open":  "#columns-body input,#columns-all",
	} {
		b.frameText(`document.getElementById("` + opener + `").click()`)
		b.inFrame("the dialog", `document.querySelector("dialog[open]")`)
		got := b.frameText(
			`(all => all.length > 2 && all.every(e => e.disabled))([...document.querySelectorAll("` +
				fields + `")])`)
		if got != "true" {
			t.Errorf("%s opens fields that can be edited", opener)
		}
		b.frameText(`document.querySelector("dialog[open]").close()`)
	}
	if got := b.frameText(`document.querySelector('[data-setting="bandwidthFinal"]').value`); got != ".02" {
		t.Errorf("the setting of the link reads %q", got)
	}
	execute(b, "say('run')") // running is not locked by lock=1
	b.wait("a second run", "heard.filter(m => m.type === 'done').length === 2", 2*patience)
	got := b.frameText(`document.getElementById("seed").disabled + document.getElementById("seed").value`)
	if got != "true7" {
		t.Errorf("after a run the seed is %s", got)
	}
}

func TestLockedRunRefusesMessages(t *testing.T) {
	b, _ := framing(t, "dataset=wu&parent=HOST&lock=start,step")
	execute(b, "say('run'); say('step')")
	b.wait("two refusals", "heard.filter(m => m.type === 'error' && m.code === 'locked').length === 2", patience)
	time.Sleep(500 * time.Millisecond)
	state := b.frameText(
		`document.getElementById("state").textContent + document.getElementById("run-button").disabled`)
	if state != "readytrue" {
		t.Errorf("the locked run is %s", state)
	}
}

// press gives the frame's element the keyboard by Tab, as a person does, and presses a key.
func (b *tab) tabTo(id string) {
	b.Helper()
	reachable := "(e => e !== null && !e.disabled && e.checkVisibility())(document.getElementById(" + quote(id) +
		"))"
	b.inFrame("#"+id+" to be reachable", reachable)
	for range 200 {
		if b.frameText("document.activeElement.id") == id {
			return
		}
		b.do("Tab", chromedp.KeyEvent(kb.Tab))
	}
	b.Fatalf("Tab does not lead to #%s", id)
}

// A tutorial from its first step to its last, by keyboard alone.
func TestTutorialByKeyboard(t *testing.T) {
	b, _ := framing(t, "dataset=wu&preset=first&parent=HOST&show=run,trees,seed&tutorial=run: Press Run.|"+
		"weights: Which tree is best?|seed: Take another seed.|Write it down.")
	pointed := func() string {
		return b.frameText(
			`[...document.querySelectorAll(".is-pointed")]
				.map(e => e.id + getComputedStyle(e).outlineStyle +
					parseFloat(getComputedStyle(e).outlineWidth)).join()`)
	}
	present := func() string {
		return b.frameText(`document.querySelector("#lessons [aria-current=step]").textContent`)
	}
	told := func() string { return b.frameText(`document.getElementById("tutorial-say").textContent`) }
	if got := pointed(); got != "run-buttonsolid3" {
		t.Errorf("the first step points at %s", got)
	}
	if got := told(); got != "Step 1 of 4. Press Run." ||
		b.frameText(`document.getElementById("tutorial-say").getAttribute("role")`) != "status" {
		t.Errorf("told: %s", got)
	}
	execute(b, `document.getElementById("before").focus()`)
	b.tabTo("tutorial-go")
	b.do("Enter", chromedp.KeyEvent(kb.Enter))
	b.inFrame("the keyboard to be at Run", `document.activeElement.id === "run-button"`)
	b.do("Space", chromedp.KeyEvent(" "))
	b.inFrame("the first step to be ticked", `document.querySelector("#lessons li").textContent.includes("✓ done")`)
	if got := told(); got != "Step 1 is done." {
		t.Errorf("told: %s", got)
	}
	execute(b, `document.getElementById("before").focus()`)
	b.tabTo("tutorial-next")
	b.do("Enter", chromedp.KeyEvent(kb.Enter))
	b.inFrame("the second step",
		`document.querySelector("#lessons [aria-current=step]").textContent.includes("Which tree")`)
	if got := pointed(); got != "weightssolid3" {
		t.Errorf("the second step points at %s", got)
	}
	b.do("Enter", chromedp.KeyEvent(kb.Enter))
	b.inFrame("the third step, its section open",
		`document.querySelector("#seed.is-pointed") && !document.getElementById("model-body").hidden`)
	b.do("Enter", chromedp.KeyEvent(kb.Enter))
	b.inFrame("the last step",
		`document.querySelector("#lessons [aria-current=step]").textContent.includes("Write")`)
	if at := b.frameText("document.activeElement.id"); at != "tutorial-back" || pointed() != "" {
		t.Errorf("at the end the keyboard is at %q, and %q is outlined", at, pointed())
	}
	b.do("Enter", chromedp.KeyEvent(kb.Enter))
	b.inFrame("the third step again", `document.querySelector("#seed.is-pointed")`)
	b.tabTo("seed")
	b.do("another seed", chromedp.KeyEvent("2"), chromedp.KeyEvent(kb.Tab))
	b.inFrame("the third step to be ticked",
		`document.querySelector("#lessons [aria-current=step]").textContent.includes("✓ done")`)
	if got := present(); !strings.HasPrefix(got, "Take another seed.") {
		t.Errorf("the present step is %q", got)
	}
	b.wait("the run to be done", "last('done')", 2*patience)
}
