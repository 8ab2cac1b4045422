// This file tests the single file: by double click (file://) and in frames that may do little, the same bits as
// natively, the lock on from its first byte.

//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"dcctree/internal/serve"
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
const shownDigest = `/[0-9a-f]{16,}/.exec([...document.querySelectorAll("#facts dt")]
	.find(e => e.textContent === "Digest of the results").nextElementSibling.textContent)[0]`

// digestOfSample is the digest of WU as the page runs it by the preset first, with its test table, natively. That whole
// runs have the native digest, too, is held by TestSameBitsEverywhere.
func digestOfSample(t *testing.T) string {
	t.Helper()
	return nativeWU(t).Digest
}

// TestSingleFileByDoubleClick: from file:// the page opens, its workers come from memory, WU has the digest of the
// native run, and the lock is on.
func TestSingleFileByDoubleClick(t *testing.T) {
	b := newTab(t)
	b.open("file://" + singlePath(t) + atFirst)
	b.ready()
	b.wait("the lock to be said to be on", query("lock")+`.textContent === "Network locked"`, patience)
	if says := b.text("offline"); says != "All is in this file: works offline." {
		t.Errorf("of use without a network the page says %q", says)
	}
	b.sample("wu")
	b.runsToItsEnd()
	b.complete()
	if got, want := evaluate[string](b, shownDigest), digestOfSample(t); got != want {
		t.Errorf("the digest is %s, natively %s", got, want)
	}
	if n := evaluate[int](b, "spy.workers.length"); n < 2 {
		t.Errorf("%d workers were started", n)
	}
}

func TestSingleFileMarkupIsValid(t *testing.T) {
	cmd := exec.Command("node", "node_modules/html-validate/bin/html-validate.mjs", "-c", ".htmlvalidate.json",
		singlePath(t))
	cmd.Dir = filepath.Join(shared.root, "browser", "npm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("html-validate: %v\n%.4000s", err, out)
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

// lockJudged is whether the lock's own test has looked at its ways; lockFound is "", or what it says if it found one
// open or too few.
const (
	lockJudged = `document.querySelector("#lock-body tr") !== null`
	lockFound  = `(rows => rows.length >= 100 &&
		/^Nothing that was tried got out/.test(document.getElementById("lock-verdict").textContent) &&
		!document.querySelector("#lock-body .leaky") ? "" : rows.length + " ways: " +
			document.getElementById("lock-verdict").textContent +
		[...rows].filter(row => row.className === "leaky")
			.map(row => row.textContent))(document.querySelectorAll("#lock-body tr"))`
)

// testLock presses the lock's own test, which must find every way shut.
func (b *tab) testLock() {
	b.Helper()
	b.allow(triedSays...)
	b.wait("the lock's test to be offered", query("lock-test")+".disabled === false", patience)
	execute(b, query("lock-test")+".click()")
	b.wait("a verdict", lockJudged, patience)
	if found := evaluate[string](b, lockFound); found != "" {
		b.Error(found)
	}
	execute(b, "document.getElementById('lock-dialog').close()")
}

// TestNothingLeavesTheSingleFile: neither the page nor its workers reach a listener.
func TestNothingLeavesTheSingleFile(t *testing.T) {
	trap := newTrap(t)
	b := newTab(t, spyOn(t, trap.URL))
	tryEverything(b, "file://"+singlePath(t)+quiet, trap.URL)
	if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
		t.Errorf("reached the listener: %v, %d connections", paths, connections)
	}
}

// TestSingleFileInAFrame: under sandbox="allow-scripts" alone, and with allow-same-origin, from a server that sets no
// header.
func TestSingleFileInAFrame(t *testing.T) {
	singlePath(t)
	want := digestOfSample(t)
	for name, sandbox := range map[string]string{"scripts alone": "allow-scripts",
		"same origin": "allow-scripts allow-same-origin"} {
		t.Run(name, func(t *testing.T) {
			l := newLesson(t, course{files: map[string]string{"single.html": singlePath(t)},
				markup: fmt.Sprintf(`<!doctype html><title>A lesson</title><h1>A lesson</h1>
				<iframe sandbox="%s" src="single.html%s" width="1200" height="800"
					title="Laboratory"></iframe>`,
					sandbox, atFirst)})
			l.allow(append(triedSays, "can escape its sandboxing", "Clipboard API has been blocked",
				"Download is disallowed")...)
			f := l.inside("single.html")
			f.allow(l.allowed...)
			f.ready()
			f.sample("wu")
			execute(f, query("run")+".click()")
			f.rests("done")
			f.wait("the digest", "document.querySelector('#facts').textContent.includes('Digest of the "+
				"results')", patience)
			if got := evaluate[string](f, shownDigest); got != want {
				t.Errorf("the digest is %s, natively %s", got, want)
			}
			f.testLock()
			f.forbidden(name == "scripts alone")
			if total, asked, names := l.own.sum(); asked != 2 {
				t.Errorf("the server was asked %d times, for %v, %d bytes: want the lesson and the "+
					"file alone", asked, names, total)
			}
		})
	}
}

// forbidden presses what the frame may forbid: the page says so, and goes on.
func (b *tab) forbidden(opaque bool) {
	b.Helper()
	execute(b, query("keep")+".click()")
	b.wait("words on what is kept", "document.getElementById('keep-say').textContent.trim() !== ''", patience)
	says := evaluate[string](b, "document.getElementById('keep-say').textContent")
	if strings.Contains(says, "keeps nothing") != opaque {
		b.Errorf("of keeping the page says %q", says)
	}
	execute(b, `document.querySelector("[data-take='trees']").click()`)
	b.wait("words on the file", "/handed to the browser/.test(document.getElementById('take-status').textContent)",
		patience)
	execute(b, query("take-link")+".click()")
	b.wait("words on the link",
		`/(may not copy.*dataset=wu|link is copied)/.test(document.getElementById("take-status").textContent)`,
		patience)
	if says := b.text("error"); says != "" {
		b.Errorf("the page complains: %s", says)
	}
}

// TestSingleFileAsABlob: whoever shows uploaded files may do it from memory, where no other address is relative to the
// page's own.
func TestSingleFileAsABlob(t *testing.T) {
	for _, sandbox := range []string{"", `sandbox="allow-scripts"`} {
		l := newLesson(t, course{files: map[string]string{"dcctree.html": singlePath(t)},
			markup: plainPage(`<iframe ` + sandbox +
				` width="1200" height="800" title="Laboratory"></iframe>
			<script>fetch("dcctree.html").then(r => r.blob()).then(b => {
				document.querySelector("iframe").src = URL.createObjectURL(b) +
					"#embed=1&dataset=wu&seed=1";
			});</script>`)})
		l.framedRun("blob:", true)
	}
}

// TestSnippetOfTheSingleFile: the page's own snippet runs beside a copy of the file.
func TestSnippetOfTheSingleFile(t *testing.T) {
	b := newTab(t)
	b.open("file://" + singlePath(t) + quiet)
	b.ready()
	b.rests("ready")
	b.click("embed-open")
	b.wait("the snippet", query("embed-frame")+`.value.includes("single.html")`, patience)
	if evaluate[bool](b, query("embed-module")+".checkVisibility()") ||
		!strings.Contains(b.text("embed"), "copy of this file") {
		t.Error("the dialog offers what the file has not")
	}
	snippet := evaluate[string](b, query("embed-frame")+".value")
	l := newLesson(t, course{markup: plainPage(snippet), files: map[string]string{"single.html": singlePath(t)}})
	l.framedRun("single.html", true)
}

// TestAxeOnTheSingleFile judges it before and after a run.
func TestAxeOnTheSingleFile(t *testing.T) {
	b := newTab(t)
	b.open("file://" + singlePath(t) + atFirst)
	b.ready()
	execute(b, npmFile(t, "axe-core", "axe.min.js")+"\n;0")
	b.audit("the single file before a run")
	b.sample("iris")
	b.runsToItsEnd()
	b.audit("the single file, done")
}

// TestSingleFileInFirefox: by double click there too, with the same bits.
func TestSingleFileInFirefox(t *testing.T) {
	f := newFox(t, 2*patience)
	f.allowed = append(provoked, "downloadable font")
	f.open("file://" + singlePath(t) + atFirst)
	f.wait("the page to be ready", foxReady)
	f.click("run")
	f.wait("the digest", "document.querySelector('#facts').textContent.includes('Digest of the results')")
	if got, want := tell[string](f, order{Run: "return " + shownDigest}), digestOfSample(t); got != want {
		t.Errorf("the digest is %s, natively %s", got, want)
	}
	f.wait("the lock to be said to be on", query("lock")+`.textContent === "Network locked"`)
	f.click("lock-test")
	f.wait("a verdict", lockJudged)
	if found := tell[string](f, order{Run: "return " + lockFound}); found != "" {
		t.Error(found)
	}
}

// TestSingleFileInASandboxInFirefox: what happens in the frame is seen by what it tells the page around it.
func TestSingleFileInASandboxInFirefox(t *testing.T) {
	name := singlePath(t)
	url, stop, err := listen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/dcctree.html" {
			http.ServeFile(w, r, name)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w,
			plainPage(
				`<iframe sandbox="allow-scripts" width="1200" height="800" title="Laboratory"></iframe>
			<script>const heard = [];
			addEventListener("message", e => { if (e.source === frames[0]) heard.push(e.data); });
			document.querySelector("iframe").src =
				"dcctree.html#embed=1&dataset=wu&seed=1&autorun=1&parent=" +
				encodeURIComponent(location.origin);</script>`))
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	f := newFox(t, 2*patience)
	f.open(url)
	f.wait("the run to be done", `heard.some(m => m.dcctree === 1 && m.type === "done")`)
	wrong := tell[string](f, order{Run: `return JSON.stringify(heard.filter(m => m.type === "error"))`})
	if wrong != "[]" {
		t.Errorf("the frame complains: %s", wrong)
	}
	if steps := tell[int](f, order{Run: `return heard.filter(m => m.type === "step").length`}); steps < 5 {
		t.Errorf("%d steps were told", steps)
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
	b := newTab(t, ignoreMeta, spyOn(t, trap.URL))
	tryEverything(b, "file://"+file(t, "open.html", policy.ReplaceAll(body, nil))+quiet, trap.URL)
	trap.has(t, plainWays)
}
