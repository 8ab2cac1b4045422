// This file tests the samplers side by side: all seven on WU in the tab, the same bits as natively, stopping, what is
// not offered, the keyboard, the layout.

//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dcctree/core/dataset"
	"dcctree/core/study"
)

// contestants are all methods, in the order of the table.
var contestants = strings.Fields("dcc-tree hmc-dfi hmc-df cgm wu smc cart")

// sideBySide runs a sample and opens the dialog.
func sideBySide(t *testing.T, sample string) *tab {
	t.Helper()
	b := newTab(t, keepsBlobs)
	b.viewport(1440, 900)
	b.open(shared.served + "/" + pictured())
	b.ready()
	b.sample(sample)
	b.runsToItsEnd()
	b.click("methods-open")
	return b
}

// answers counts the methods that have something to tell.
const answers = `document.querySelectorAll("#methods-body tr:has(td svg)").length`

// allUsed is true once a comparison is over.
const allUsed = `document.querySelector("#methods-status").textContent === "All budgets are used."`

// TestMethodsOnWU: within 30 s in the tab every method has a result; at the end the table, the sentence and the CSV
// tell all of them, and nothing hangs over the edge of a phone.
func TestMethodsOnWU(t *testing.T) {
	b := sideBySide(t, "wu")
	before := b.text("metrics")
	began := time.Now()
	b.click("methods-start")
	b.wait("a result of each method", answers+" === 7", 2*patience)
	took := time.Since(began)
	t.Logf("all seven have a result after %.1f s", took.Seconds())
	if limit := slower * b.slowness() * 30; took.Seconds() > limit {
		t.Errorf("the last of the seven had a result after %.1f s, want %.0f s at most", took.Seconds(), limit)
	}
	b.wait("the end", allUsed, 2*patience)
	t.Logf("the end after %.1f s", time.Since(began).Seconds())
	for _, m := range contestants {
		row := `document.querySelector("#methods-body tr[data-method=` + m + `]")`
		if n := evaluate[int](b, row+".querySelectorAll('td svg').length"); n != 4 {
			t.Errorf("%s has %d figures, want 4", m, n)
		}
		said := evaluate[string](b, row+".textContent")
		if !strings.Contains(said, "at its end") || strings.Contains(said, "NaN") {
			t.Errorf("%s: %s", m, said)
		}
	}
	b.scheme("light")
	b.viewport(1440, 1100)
	time.Sleep(300 * time.Millisecond)
	data, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if *updateScreenshots {
		keep(t, "samplers", data)
	}
	words := evaluate[string](b, `document.querySelector("#methods-words").textContent`)
	if !strings.Contains(words, "300 test rows") {
		t.Errorf("the sentence is %q", words)
	}
	if after := b.text("metrics"); after != before {
		t.Errorf("the run on the page changed: %s, before %s", after, before)
	}
	execute(b, "spy.csv = ''")
	b.click("methods-save")
	b.wait("the CSV", "spy.csv", patience)
	csv := evaluate[string](b, "spy.csv")
	if strings.Count(csv, "\n") != 8 || !strings.HasPrefix(csv, "method,metric,rows,score,") {
		t.Errorf("the CSV is\n%s", csv)
	}
	for _, width := range []int64{360, 768, 1440} {
		b.viewport(width, 844)
		over := becomes(b, 0,
			`(d => Math.max(0, d.scrollWidth - d.clientWidth))(document.querySelector("#methods"))`)
		if over > 0 {
			t.Errorf("at %d px the dialog is %d px too wide", width, over)
		}
	}
}

// TestMethodsSameBits: with a budget in gradients each method finds the same bits natively and in the tab, with one
// worker and with three.
func TestMethodsSameBits(t *testing.T) {
	text := table(t, "wu-train")
	csv, err := dataset.ReadCSV("wu-train", text, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const gradients = 4000
	run, err := study.New(csv, &study.RunOptions{Target: "y", Task: "auto", Split: "random", Holdout: .3,
		HoldoutSeed: "1", Preset: "fast", Seed: "1", Standardize: "auto", Predictive: "likelihood", Workers: 2},
		nil)
	if err != nil {
		t.Fatal(err)
	}
	contest, err := run.Contest(&study.ContestOptions{Methods: contestants, Gradients: gradients})
	if err != nil {
		t.Fatal(err)
	}
	if err := contest.Run(); err != nil {
		t.Fatal(err)
	}
	native := contest.Standings()
	for _, workers := range []int{1, 3} {
		got := script[struct {
			Methods []struct{ Method, Digest string }
		}](bridge(t, shared.served), fmt.Sprintf(`
			const s = await create({data: %s, target: "y", workers: %d});
			await s.contest({gradients: %d});
			const stood = await s.standings();
			s.close();
			return stood;`, quote(string(text)), workers, gradients))
		for k, want := range native {
			if m := got.Methods[k]; m.Method != contestants[k] || m.Digest == "" ||
				m.Digest != want.Digest {
				t.Errorf("%d workers: %s has the digest %q, natively %s %q", workers, m.Method,
					m.Digest, want.Method, want.Digest)
			}
		}
	}
}

// TestMethodsStop: a comparison that is stopped keeps what it found; another run takes it away; by keyboard alone.
func TestMethodsStop(t *testing.T) {
	b := sideBySide(t, "iris")
	if !evaluate[bool](b,
		`document.querySelector("[data-contestant=wu]").disabled &&
			document.querySelector("#methods-note").textContent.startsWith("WU is not offered")`) {
		t.Error("WU is offered for three classes, or nothing says why it is not")
	}
	for _, m := range []string{"hmc-dfi", "hmc-df"} {
		b.click("methods-" + m)
	}
	execute(b, `document.querySelector("#methods-budget").value = "none"`)
	b.click("methods-start")
	b.wait("the refusal",
		`document.querySelector("#methods-status").textContent === "The budget is a number above 0." &&
			document.activeElement.id === "methods-budget"`,
		patience)
	execute(b, `document.querySelector("#methods-budget").value = "600"`)
	b.pressKey("methods-start")
	b.wait("some results", answers+" === 4", patience)
	b.pressKey("methods-start")
	b.wait("the end", `document.querySelector("#methods-status").textContent.startsWith("Stopped")`, patience)
	if n := evaluate[int](b, answers); n != 4 {
		t.Errorf("%d methods are left after a stop", n)
	}
	said := evaluate[string](b, `document.querySelector("#methods-body tr[data-method=smc]").textContent`)
	if !strings.Contains(said, "setosa") && !strings.Contains(said, "versicolor") &&
		!strings.Contains(said, "virginica") {
		t.Errorf("the prediction names no class: %s", said)
	}
	b.do("press Escape", chromedp.KeyEvent(kb.Escape))
	b.wait("the dialog to close", "!"+query("methods")+".open", patience)
	b.run()
	b.wait("the table to go", answers+" === 0", patience)
}

// TestMethodsHidden: a link that hides the panel hides what opens the dialog.
func TestMethodsHidden(t *testing.T) {
	for _, part := range []string{"compare", "methods"} {
		b := newTab(t)
		b.open(shared.served + "/" + quiet + "&hide=" + part)
		b.ready()
		b.wait("the button to be hidden by hide="+part, "!"+query("methods-open")+".checkVisibility()",
			patience)
	}
}
