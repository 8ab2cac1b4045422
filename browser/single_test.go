// This file tests the single file: by double click (file://) and in frames that may do little, the same bits as natively, the lock on from its first byte.

//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/internal/serve"
	"dcctree/wasm/coordinator/study"
	"dcctree/wasm/protocol"
)

// singleFile writes the single file once for all tests and returns its path.
var singleFile = sync.OnceValues(func() (string, error) {
	name := filepath.Join(shared.published, "single.html")
	_, err := serve.WriteSingle(shared.site, name)
	return name, err
})

// singlePath is singleFile for a test.
func singlePath(t *testing.T) string {
	t.Helper()
	name, err := singleFile()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestSingleFileIsSmallEnough(t *testing.T) {
	info, err := os.Stat(singlePath(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the single file has %d bytes", info.Size())
	if info.Size() > serve.SingleLimit {
		t.Errorf("the single file has %d bytes, want %d at most", info.Size(), serve.SingleLimit)
	}
}

// shownDigest is what the page says of a run that is done.
const shownDigest = `/[0-9a-f]{16,}/.exec([...document.querySelectorAll("#facts dt")].find(e => e.textContent === "Digest of the results").nextElementSibling.textContent)[0]`

// digestOfSample is the digest of WU as the page runs it, with its test table, natively.
func digestOfSample(t *testing.T) string {
	t.Helper()
	if out, ok := known["the page's WU"]; ok {
		return out.Digest
	}
	tables := map[string]*dataset.Table{}
	for _, name := range []string{"wu-train", "wu-test"} {
		csv, err := dataset.ReadCSV(name, table(t, name), dataset.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tables[name] = csv
	}
	run, err := study.New(1, tables["wu-train"], &protocol.Create{V: protocol.Version, Kind: protocol.KindCreate, ID: 1, Target: "y", Task: "auto", Split: "random", Truth: "wu",
		HoldoutSeed: "1", Preset: "fast", Seed: "1", Settings: `{"bandwidthFinal":0.025}`, Standardize: "no", Predictive: "likelihood", Workers: 2, Test: true, TestName: "wu-test"}, tables["wu-test"])
	if err != nil {
		t.Fatal(err)
	}
	if err := dcc.Run(run.Problem, run.Sampler.(*dcc.Fast), 2, func(s dcc.Step) { run.Step(0, s, 0) }); err != nil {
		t.Fatal(err)
	}
	known["the page's WU"] = digestOf(t, run)
	return known["the page's WU"].Digest
}

// TestSingleFileByDoubleClick: from file:// the page opens, its workers come from memory, WU has the digest of the native run, and the lock is on.
func TestSingleFileByDoubleClick(t *testing.T) {
	b := newTab(t)
	b.open("file://" + singlePath(t) + quiet)
	b.ready()
	b.wait("the lock to be said to be on", query("lock")+`.textContent === "Network locked"`, patience)
	b.sample("wu")
	b.run()
	b.rests("done")
	b.settled()
	b.complete()
	if got, want := evaluate[string](b, shownDigest), digestOfSample(t); got != want {
		t.Errorf("the digest is %s, natively %s", got, want)
	}
	if n := evaluate[int](b, "spy.workers.length"); n < 2 {
		t.Errorf("%d workers were started", n)
	}
}

// TestSingleFileTestsItsLock: the page finds every way shut by itself.
func TestSingleFileTestsItsLock(t *testing.T) {
	b := newTab(t)
	b.allow("Content Security Policy", "violates", "Refused")
	b.open("file://" + singlePath(t) + quiet)
	b.ready()
	b.testLock()
}

// testLock presses the lock's own test, which must find every way shut.
func (b *tab) testLock() {
	b.Helper()
	b.wait("the lock's test to be offered", query("lock-test")+".disabled === false", patience)
	execute(b, query("lock-test")+".click()")
	b.wait("a verdict", "document.querySelector('#lock-verdict').textContent.trim() !== ''", patience)
	verdict := evaluate[string](b, "document.querySelector('#lock-verdict').textContent")
	if !regexp.MustCompile(`^All (5|10) ways are shut\.$`).MatchString(verdict) {
		b.Errorf("the page says: %s %s", verdict, evaluate[string](b, "document.querySelector('#lock-body').innerText"))
	}
	execute(b, "document.getElementById('lock-dialog').close()")
}

// TestNothingLeavesTheSingleFile: neither the page nor its workers reach a listener.
func TestNothingLeavesTheSingleFile(t *testing.T) {
	trap := newTrap(t)
	b := newTab(t, spyOn(trap.URL))
	tryEverything(b, "file://"+singlePath(t)+quiet, trap.URL)
	if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
		t.Errorf("reached the listener: %v, %d connections", paths, connections)
	}
}

// TestSingleFileInAFrame: under sandbox="allow-scripts" alone, and with allow-same-origin, from a server that sets no header.
func TestSingleFileInAFrame(t *testing.T) {
	singlePath(t)
	want := digestOfSample(t)
	for name, sandbox := range map[string]string{"scripts alone": "allow-scripts", "same origin": "allow-scripts allow-same-origin"} {
		t.Run(name, func(t *testing.T) {
			l := newLesson(t, course{files: map[string]string{"single.html": singlePath(t)}, markup: fmt.Sprintf(`<!doctype html><title>A lesson</title><h1>A lesson</h1>
				<iframe sandbox="%s" src="single.html%s" width="1200" height="800" title="Laboratory"></iframe>`, sandbox, quiet)})
			l.allow("Content Security Policy", "violates", "Refused", "can escape its sandboxing", "Clipboard API has been blocked", "Download is disallowed")
			f := l.inside("single.html")
			f.allow(l.allowed...)
			f.ready()
			f.sample("wu")
			execute(f, query("run")+".click()")
			f.rests("done")
			f.wait("the digest", "document.querySelector('#facts').textContent.includes('Digest of the results')", patience)
			if got := evaluate[string](f, shownDigest); got != want {
				t.Errorf("the digest is %s, natively %s", got, want)
			}
			f.testLock()
			f.forbidden(name == "scripts alone")
			if total, asked, names := l.own.sum(); asked != 2 {
				t.Errorf("the server was asked %d times, for %v, %d bytes: want the lesson and the file alone", asked, names, total)
			}
		})
	}
}

// forbidden presses what the frame may forbid: the page says so, and goes on.
func (b *tab) forbidden(opaque bool) {
	b.Helper()
	execute(b, query("keep")+".click()")
	b.wait("words on what is kept", "document.getElementById('keep-say').textContent.trim() !== ''", patience)
	if says := evaluate[string](b, "document.getElementById('keep-say').textContent"); strings.Contains(says, "keeps nothing") != opaque {
		b.Errorf("of keeping the page says %q", says)
	}
	execute(b, `document.querySelector("[data-take='trees']").click()`)
	b.wait("words on the file", "/handed to the browser/.test(document.getElementById('take-status').textContent)", patience)
	execute(b, query("take-link")+".click()")
	b.wait("words on the link", `/(may not copy.*dataset=wu|link is copied)/.test(document.getElementById("take-status").textContent)`, patience)
	if says := b.text("error"); says != "" {
		b.Errorf("the page complains: %s", says)
	}
}

// TestAxeOnTheSingleFile judges it before and after a run.
func TestAxeOnTheSingleFile(t *testing.T) {
	b := newTab(t)
	b.open("file://" + singlePath(t) + quiet)
	b.ready()
	execute(b, npmFile(t, "axe-core", "axe.min.js")+"\n;0")
	b.audit("the single file before a run")
	b.sample("iris")
	b.run()
	b.rests("done")
	b.settled()
	b.audit("the single file, done")
}

// TestSingleFileInFirefox: by double click there too, with the same bits.
func TestSingleFileInFirefox(t *testing.T) {
	f := newFox(t, 2*patience)
	f.allowed = []string{"Content-Security-Policy"}
	f.open("file://" + singlePath(t) + quiet)
	f.wait("the page to be ready", foxReady)
	f.click("run")
	f.wait("the digest", "document.querySelector('#facts').textContent.includes('Digest of the results')")
	if got, want := tell[string](f, order{Run: "return " + shownDigest}), digestOfSample(t); got != want {
		t.Errorf("the digest is %s, natively %s", got, want)
	}
	f.wait("the lock to be said to be on", query("lock")+`.textContent === "Network locked"`)
	f.click("lock-test")
	f.wait("a verdict", "document.querySelector('#lock-verdict').textContent.trim() !== ''")
	if verdict := tell[string](f, order{Run: "return document.querySelector('#lock-verdict').textContent"}); verdict != "All 5 ways are shut." {
		t.Errorf("the page says: %s", verdict)
	}
}

// The control of TestNothingLeavesTheSingleFile: with the policy cut out the same probes arrive from the same file.
func TestWithoutPolicyTheSingleFileLeaks(t *testing.T) {
	body, err := os.ReadFile(singlePath(t))
	if err != nil {
		t.Fatal(err)
	}
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="[^"]*">`)
	if n := len(policy.FindAll(body, -1)); n != 1 {
		t.Fatalf("the file states %d policies", n)
	}
	trap := newTrap(t)
	b := newTab(t, ignoreMeta, spyOn(trap.URL))
	tryEverything(b, "file://"+file(t, "open.html", policy.ReplaceAll(body, nil))+quiet, trap.URL)
	paths, _ := trap.caught()
	for who, literal := range map[string]string{"page": waysOut, "worker": waysOutOfWorker} {
		for _, way := range ways(b, literal) {
			if !slices.Contains(paths, who+"/"+way) {
				t.Errorf("the probe %s of the %s does not arrive even without a policy", way, who)
			}
		}
	}
}
