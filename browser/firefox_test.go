// This file runs the page in Firefox, driven by puppeteer-core: the same bits as natively, the main path, offline, and
// nothing that leaves.

//go:build browser

package browser

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// fox is a tab in Firefox.
type fox struct {
	*testing.T
	orders  io.WriteCloser
	answers *bufio.Scanner
	allowed []string // parts of what the page may throw

	downloads string // the folder to which files come
	tab       int    // that orders are for
	end       func() // closes the browser
}

// order is one line to drive.mjs.
type order struct {
	Open   string `json:"open,omitempty"`
	Run    string `json:"run,omitempty"`
	Upload string `json:"upload,omitempty"`
	Path   string `json:"path,omitempty"`
	Key    string `json:"key,omitempty"`
	Tap    string `json:"tap,omitempty"`
	Before string `json:"before,omitempty"`

	Frame string    `json:"frame,omitempty"`
	At    []float64 `json:"at,omitempty"`
	Tab   int       `json:"tab,omitempty"`
}

// newFox starts Firefox with a fresh profile; limit is how long one order may take.
func newFox(t *testing.T, limit time.Duration) *fox {
	t.Helper()
	return startFox(t, limit)
}

// startFox is newFox with what else drive.mjs is given.
func startFox(t *testing.T, limit time.Duration, more ...string) *fox {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("node", append([]string{"npm/drive.mjs", fmt.Sprint(limit.Milliseconds()), dir},
		more...)...)
	orders, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaints strings.Builder
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	f := &fox{T: t, orders: orders, answers: bufio.NewScanner(answers), downloads: dir}
	f.answers.Buffer(nil, 64<<20)
	f.end = sync.OnceFunc(func() {
		orders.Close() // which ends the browser
		if err := cmd.Wait(); err != nil {
			t.Errorf("Firefox: %v\n%s", err, complaints.String())
		}
	})
	t.Cleanup(f.end)
	t.Log(hear[string](f))
	return f
}

// hear reads the answer to an order.
func hear[T any](f *fox) T {
	f.Helper()
	var answer struct {
		Value  T
		Failed string
		Errors []string
	}
	if !f.answers.Scan() {
		f.Fatalf("Firefox says nothing more: %v", f.answers.Err())
	}
	if err := json.Unmarshal(f.answers.Bytes(), &answer); err != nil {
		f.Fatalf("Firefox answers %.200q: %v", f.answers.Bytes(), err)
	}
	for _, e := range answer.Errors {
		if !containsAny(e, f.allowed) {
			f.Errorf("the page threw: %q", e)
		}
	}
	if answer.Failed != "" {
		f.Fatalf("Firefox: %s", answer.Failed)
	}
	return answer.Value
}

func tell[T any](f *fox, o order) T {
	f.Helper()
	o.Tab = f.tab
	line, err := json.Marshal(o)
	if err != nil {
		f.Fatal(err)
	}
	if _, err := f.orders.Write(append(line, '\n')); err != nil {
		f.Fatal(err)
	}
	return hear[T](f)
}

func (f *fox) open(url string) { f.Helper(); tell[any](f, order{Open: url}) }

// click presses the element with this data-test attribute as a person does, once it has come to rest.
func (f *fox) click(name string) {
	f.Helper()
	f.wait(name+" to rest uncovered", "await "+atRest(query(name), "center"))
	tell[any](f, order{Tap: fmt.Sprintf("[data-test=%q]", name)})
}

// wait waits until the expression is true; where it waits in vain, the failure has what the page says.
func (f *fox) wait(what, expression string) {
	f.Helper()
	end := tell[waitEnd](f, order{Run: fmt.Sprintf(`const end = Date.now() + %d;
		while (!(%s)) {
			if (Date.now() > end) {
				const says = document.querySelectorAll("[role=status], [role=alert]");
				return {Says: [document.readyState, ...Array.from(says, e => e.innerText)]};
			}
			await new Promise(go => setTimeout(go, 50));
		}
		return {Met: true};`, patience.Milliseconds(), expression)})
	if !end.Met {
		f.Fatalf("waited %v for %s; the page says %q", patience, what, end.Says)
	}
}

type waitEnd struct {
	Met  bool
	Says []string
}

func (f *fox) text(name string) string {
	f.Helper()
	return tell[string](f, order{Run: "return " + query(name) + ".textContent"})
}

// set gives a field a value, as typing and leaving it does.
func (f *fox) set(name, value string) {
	f.Helper()
	tell[any](f, order{Run: fmt.Sprintf(`const field = %s; field.value = %s;
		for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {bubbles: true}));`,
		query(name), quote(value))})
}

const foxReady = `document.querySelector("[data-test=run]").disabled === false`

func (f *fox) ready() { f.Helper(); f.wait("the page to be ready", foxReady) }

// inFirefox are the steps of runs that Chromium follows further: what another engine could do otherwise it does in the
// first of them.
const inFirefox = 3

// TestSameBitsInFirefox: the digest of a whole run of classes, those of all its jobs and of the first jobs of the other
// runs are the native ones. TestSameBitsInWebKit has a whole run of numbers.
func TestSameBitsInFirefox(t *testing.T) {
	f := newFox(t, 4*patience)
	f.open(shared.served + "/bare")
	for _, c := range sets {
		t.Run(c.file, func(t *testing.T) {
			text := table(t, c.file)
			native := nativeRun(t, c, text)
			steps := inFirefox
			if c.file == "iris" {
				steps = 0
			}
			got := tell[digested](&fox{T: t, orders: f.orders, answers: f.answers},
				order{Run: `const {create} = await import("./dcctree.js");` +
					c.script(text, 2, steps)})
			compare(t, "Firefox, 2 workers", native, got, steps == 0)
		})
	}
}

// The main path: an own file, a run to its end, the tree, another topology, another row, a changed setting, and the
// lock's own test.
func TestMainPathInFirefox(t *testing.T) {
	f := newFox(t, 2*patience)
	f.open(shared.served + "/" + atFirst)
	f.ready()
	tell[any](f, order{Upload: `[data-test="file-input"]`, Path: ownFile(t)})
	f.wait("the own table", `document.getElementById("data-line").textContent.includes("own.csv:")`)
	f.ready()
	f.click("run")
	f.wait("the end of the run", query("state")+`.textContent === "done"`)
	if got := tell[int](f, order{Run: "return " + query("tree") + `.querySelectorAll("svg").length`}); got == 0 {
		t.Error("there is no tree")
	}
	first := f.text("tree")
	f.wait("several topologies", query("topologies")+`.querySelectorAll("button").length > 1`)
	tell[any](f, order{Run: query("topologies") + `.querySelectorAll("button")[1].click()`})
	f.wait("another tree", query("tree")+".textContent !== "+quote(first))
	f.set("row", "2")
	f.wait("another row's answer", query("prediction")+`.querySelector("svg") !== null`)
	f.set("seed", "2")
	f.click("run")
	f.wait("the second run", query("state")+`.textContent === "done"`)
	f.allowed = provoked
	f.click("lock-test")
	f.wait("the verdict", lockJudged)
	if found := tell[string](f, order{Run: "return " + lockFound}); found != "" {
		t.Error(found)
	}
}

// ownFile is a table in the manner of a spreadsheet of central Europe: y = 1 or 3 by x at 2.5, a little noise.
func ownFile(t *testing.T) string {
	var b strings.Builder
	b.WriteString("x;z;y\n")
	for i := range 120 {
		y := 1 + 2*(i/60)
		fmt.Fprintf(&b, "%d,%02d;%d;%d,%d\n", i/24, i%24*4, i*7%11, y, i*5%9)
	}
	return file(t, "own.csv", []byte(b.String()))
}

func TestOfflineInFirefox(t *testing.T) {
	o := newHost(t, http.FileServer(http.Dir(shared.published)))
	f := newFox(t, 2*patience)
	f.open(o.keeping() + quiet)
	f.ready()
	f.wait("the page to be kept", query("offline")+`.dataset.state === "kept"`)
	o.leave()
	f.open("about:blank")
	f.open(o.keeping() + "#dataset=iris")
	f.ready()
	f.wait("a tree", query("tree")+`.querySelector("svg") !== null`)
}

// provoked is what Firefox says when a way out ends nowhere.
var provoked = []string{"Content-Security-Policy", "Content Security Policy", "NetworkError", "establish a connection",
	"WebTransportError", "may not load data", "content blocked", "MIME type", "recipient window",
	"rejected by sanitizer", "was interrupted"}

// Nothing leaves from Firefox either, served with headers and from a plain static host.
func TestNothingLeavesFirefox(t *testing.T) {
	for name, url := range map[string]string{"served with headers": shared.served,
		"static without headers": shared.static} {
		t.Run(name, func(t *testing.T) {
			trap := newTrap(t)
			f := newFox(t, 2*patience)
			f.allowed = provoked
			tell[any](f, order{Before: instruments + spyOn(t, trap.URL)})
			f.open(url + "/" + quiet)
			f.ready()
			try := tryWays(t, trap.URL)
			tell[any](f, order{Run: try})
			f.click("run")
			f.wait("a tree", query("tree")+`.querySelector("svg") !== null`)
			tell[any](f, order{Run: try})
			f.wait("every worker to try every way twice", triedTwice)
			time.Sleep(time.Second) // what was sent late may arrive late
			if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
				t.Errorf("reached the listener: %v, %d connections", paths, connections)
			}
		})
	}
}

// The control: without the policy the same probes arrive from Firefox.
func TestWithoutPolicyFirefoxLeaks(t *testing.T) {
	trap := newTrap(t)
	f := newFox(t, 2*patience)
	f.allowed = append(provoked, "ICE failed") // here there are peer connections, and no server to meet
	tell[any](f, order{Before: instruments + ignoreMeta + spyOn(t, trap.URL)})
	f.open(withoutPolicy(t) + "/" + quiet)
	f.ready()
	tell[any](f, order{Run: tryWays(t, trap.URL)})
	trap.has(t, plainWays)
}
