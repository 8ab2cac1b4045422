// This file tests "Reproduce the paper": the page's scores are those of the paper command, bit for bit; stopping,
// files, hidden tabs, the keyboard, the layout.

//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// keepsBlobs keeps the text of what the page offers as a file.
const keepsBlobs = `URL.createObjectURL = new Proxy(URL.createObjectURL, {apply(real, self, [blob]) {
	if (blob.type === "application/octet-stream") blob.text().then(text => { spy.csv = text; });
	return real.call(self, blob);
}});`

// reproduction opens the dialog on a page that waits.
func reproduction(t *testing.T, scripts ...string) *tab {
	t.Helper()
	b := newTab(t, append(scripts, keepsBlobs)...)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.click("paper-open")
	return b
}

// runsDone waits until so many runs are done.
func (b *tab) runsDone(n int, limit time.Duration) {
	b.Helper()
	b.wait(fmt.Sprintf("%d runs", n), "parseInt("+query("paper-count")+".textContent) >= "+fmt.Sprint(n), limit)
}

// reproduced is a line of the CSV.
type reproduced struct{ set, rows, test, train, testLogScore, trainLogScore, digest, cart string }

// saved presses "Save as CSV" and reads it, by set and seed.
func (b *tab) saved() map[string]reproduced {
	b.Helper()
	execute(b, "spy.csv = ''")
	b.click("paper-save")
	b.wait("the CSV", "spy.csv", patience)
	out := map[string]reproduced{}
	for i, line := range strings.Split(strings.TrimSpace(evaluate[string](b, "spy.csv")), "\n") {
		f := strings.Split(line, ",")
		if i > 0 && len(f) == 13 {
			out[f[0]+" "+f[3]] = reproduced{f[0], f[1], f[4], f[5], f[6], f[7], f[9], f[12]}
		}
	}
	return out
}

// native runs the paper command in the fast mode.
func native(t *testing.T, set string, runs int) map[string]reproduced {
	t.Helper()
	data := filepath.Dir(paperData(t, "iris-train.csv"))
	folder := t.TempDir()
	cmd := exec.Command("go", "run", "./core/cmd/paper", "run", "-data", data, "-set", set, "-mode", "fast",
		"-runs", fmt.Sprint(runs), "-kept", folder)
	cmd.Dir = shared.root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(folder, "fast.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]reproduced{}
	for line := range strings.Lines(string(text)) {
		var kept struct {
			Result struct {
				Seed                                     int
				Train, Test, TrainLogScore, TestLogScore json.Number
				Digest                                   string
			}
		}
		if err := json.Unmarshal([]byte(line), &kept); err != nil {
			t.Fatal(err)
		}
		r := kept.Result
		out[fmt.Sprint(set, " ", r.Seed)] = reproduced{set, "published", r.Test.String(), r.Train.String(),
			r.TestLogScore.String(), r.TrainLogScore.String(), r.Digest, ""}
	}
	if len(out) != runs {
		t.Fatalf("%d runs are kept", len(out))
	}
	return out
}

// same tells two numbers written with all their digits apart.
func same(a, b string) bool {
	var x, y float64
	_, err := fmt.Sscan(a, &x)
	_, err2 := fmt.Sscan(b, &y)
	return err == nil && err2 == nil && x == y
}

// agree holds the page's runs against those of the paper command.
func agree(t *testing.T, got, want map[string]reproduced) {
	t.Helper()
	for key, w := range want {
		g, ok := got[key]
		if !ok || g.rows != w.rows || !same(g.test, w.test) || !same(g.train, w.train) ||
			!same(g.testLogScore, w.testLogScore) || !same(g.trainLogScore, w.trainLogScore) ||
			g.digest != w.digest {
			t.Errorf("%s: %+v on the page, %+v by the paper command", key, g, w)
		}
	}
}

// Iris, two seeds: the scores are those of the paper command. Stopped, what is done stays; Continue takes the next
// seed. The page's own run stays on the screen all the while.
func TestReproduceAsThePaperCommand(t *testing.T) {
	want := native(t, "iris", 2)
	b := newTab(t, keepsBlobs)
	b.open(shared.served + "/" + atFirst)
	b.ready()
	b.sample("wu")
	b.runsToItsEnd()
	before := b.text("metrics") + b.text("topologies")
	b.click("paper-open")
	b.click("paper-start")
	var got map[string]reproduced
	// a later seed may end before an earlier one
	for n := 2; got["iris 1"].set == "" || got["iris 2"].set == ""; n++ {
		b.runsDone(n, 3*patience)
		got = b.saved()
	}
	b.click("paper-start")
	b.wait("the runs to be stopped", query("paper-status")+".textContent.includes('what is done stays')", patience)
	b.wait("the workers to be gone",
		"spy.workers.filter(w => w.alive).length <= 1 + (navigator.hardwareConcurrency || 2)", patience)
	got = b.saved()
	agree(t, got, want)
	if row := b.text("paper-table"); !strings.Contains(row, ".9111 (0)") || !strings.Contains(row, "yes") ||
		got["iris 1"].cart != "0.8888888888888888" {
		t.Errorf("CART %s, the table says %s", got["iris 1"].cart, row)
	}
	b.click("paper-start")
	b.runsDone(len(got)+1, 3*patience)
	b.click("paper-start")
	for key, run := range got {
		if b.saved()[key] != run {
			t.Errorf("%s was lost when the runs went on", key)
		}
	}
	b.click("paper-close")
	if after := b.text("metrics") + b.text("topologies"); after != before {
		t.Errorf("the page showed %q and shows %q", before, after)
	}
	b.click("step") // its session still answers
	b.rests("paused")
}

// The authors' files by the picker and by dropping; what is none of them changes nothing, and the page's own table
// stays.
func TestReproduceWithPublishedFiles(t *testing.T) {
	paperData(t, "raisin-train.csv")
	b := reproduction(t)
	const own = "document.querySelector('#data-line').textContent"
	b.wait("the page's own table", own+".includes('rows')", patience)
	line := evaluate[string](b, own)
	b.choose("paper-files", file(t, "mine.csv", []byte(steps())))
	b.wait("the file to be refused", query("paper-status")+".textContent.includes('mine.csv is none of')", patience)
	b.choose("paper-files", paperData(t, "raisin-train.csv"), paperData(t, "raisin-test.csv"))
	b.wait("Raisin to join", query("paper-table")+".textContent.includes('Raisin')", patience)
	b.drop(paperData(t, "wu-test.csv"))
	b.wait("one half of WU", query("paper-status")+".textContent.includes('open its training file')", patience)
	b.drop(paperData(t, "wu-train.csv"))
	b.wait("WU to be the published one",
		query("paper-table")+".querySelector('[data-set=wu]').textContent.includes('published')", patience)
	after := evaluate[string](b, own)
	if after != line || evaluate[bool](b, "!document.querySelector('#dropzone').hidden") {
		t.Errorf("the page's own table was %q and is %q", line, after)
	}
	rows := evaluate[float64](b, query("paper-table")+".querySelectorAll('tbody tr').length")
	if rows != 6 || !strings.HasPrefix(b.text("paper-count"), "0 of 60") {
		t.Errorf("%v rows, %s", rows, b.text("paper-count"))
	}
}

// A hidden tab goes from one run to the next. The dialog fits by keyboard alone, light and dark, from phones to
// desktops, with the table filled as far as these runs do.
func TestReproduceHiddenThenFits(t *testing.T) {
	b := newTab(t)
	b.viewport(360, 800)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.pressKey("paper-open")
	b.wait("the dialog", query("paper")+".open", patience)
	b.pressKey("paper-start")
	b.pressKey("paper-close")
	b.minimize(true)
	b.wait("the document to be hidden", `document.visibilityState === "hidden"`, patience)
	before := evaluate[float64](b, "parseInt("+query("paper-count")+".textContent)")
	// of two cores' runs one begins in the hidden tab once another has ended there, and ends there, too
	b.runsDone(int(before)+3, 3*patience)
	b.minimize(false)
	b.pressKey("paper-open")
	b.wait("the dialog", query("paper")+".open", patience)
	b.pressKey("paper-start")
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		b.fits("the dialog, " + scheme)
	}
	roles := evaluate[float64](b, query("paper-table")+".querySelectorAll('tbody th[scope=row]').length")
	if roles != 5 {
		t.Errorf("%v row heads", roles)
	}
	b.do("press Escape", chromedp.KeyEvent(kb.Escape))
	if evaluate[bool](b, query("paper")+".open") ||
		!evaluate[bool](b, "document.activeElement === "+query("paper-open")) {
		t.Error("Escape does not lead back to the button that opened the dialog")
	}
}
