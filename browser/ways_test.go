// This file measures by which ways something leaves: what arrives at listening servers, held against what the page's own test says.

//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"dcctree/internal/serve"
)

// lure listens on a port of this machine for all that browsers send: requests by their paths, connections and datagrams without one.
type lure struct {
	server    *httptest.Server
	udp       net.PacketConn
	mu        sync.Mutex
	paths     map[string]int
	opened    int // TCP connections, silent ones too
	datagrams int
}

// newLure hinders nothing: every origin may ask by every method, and WebSockets are accepted.
func newLure(t *testing.T) *lure {
	t.Helper()
	l := &lure{paths: map[string]int{}}
	l.server = httptest.NewUnstartedServer(http.HandlerFunc(l.answer))
	l.server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			l.count(func() { l.opened++ })
		}
	}
	l.server.Start()
	t.Cleanup(l.server.Close)
	udp, err := net.ListenPacket("udp4", l.server.Listener.Addr().String())
	if err != nil {
		t.Fatal("the port of a listening server is not free for datagrams: ", err)
	}
	l.udp = udp
	t.Cleanup(func() { udp.Close() })
	go l.listen()
	return l
}

func (l *lure) count(what func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	what()
}

func (l *lure) listen() {
	for packet := make([]byte, 2048); ; {
		if _, _, err := l.udp.ReadFrom(packet); err != nil {
			return
		}
		l.count(func() { l.datagrams++ })
	}
}

func (l *lure) answer(w http.ResponseWriter, r *http.Request) {
	l.count(func() { l.paths[strings.Trim(r.URL.Path, "/")]++ })
	h := w.Header()
	for _, name := range []string{"Origin", "Methods", "Headers", "Private-Network"} {
		h.Set("Access-Control-Allow-"+name, map[bool]string{true: "true", false: "*"}[name == "Private-Network"])
	}
	h.Set("Content-Type", "text/javascript")
}

func (l *lure) reached() (paths []string, opened, datagrams int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for p := range l.paths {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths, l.opened, l.datagrams
}

// outcome is a row of what tryAll promises.
type outcome struct{ ID, Where, To, Outcome, By string }

// to is where an attempt leads: the page's own host, or another.
const (
	toOwn   = "own"
	toOther = "other"
)

// waysTurn is the first part of the path of every attempt.
const waysTurn = "ways"

func waysSource(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared.root, "site", "ways.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// trying is put before every document and every worker: the list, and workers that try it when they are asked.
func trying(source string) string {
	inWorker := source + `
		addEventListener("message", e => {
			if (!e.data?.ways) return;
			e.stopImmediatePropagation();
			dcctreeWays.tryAll(e.data.ways).then(rows => e.ports[0].postMessage(rows));
		});`
	return fmt.Sprintf(`spy.prefix = %s; spy.tries = options => {
		const {port1, port2} = new MessageChannel();
		spy.workers.find(w => w.alive).worker.postMessage({ways: options}, [port2]);
		return new Promise(go => port1.onmessage = ({data}) => go(data));
	};`, quote(inWorker)) + source
}

// deployment is a way in which the page comes to people.
type deployment struct {
	name string
	open func(t *testing.T, own *lure) (address, frame string) // frame: a part of its frame's address, "" for the page itself
}

// besides answers what attempts ask of the page's own host as a lure does, and leaves the rest to the host.
func (l *lure) besides(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/"+waysTurn+"/") {
			l.answer(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hosting serves until the test ends.
func hosting(t *testing.T, h http.Handler) string {
	t.Helper()
	url, stop, err := listen(h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return url
}

func published() http.Handler { return http.FileServer(http.Dir(shared.published)) }

var deployments = []deployment{
	{"served", func(t *testing.T, own *lure) (string, string) {
		return hosting(t, own.besides(serve.Handler(shared.site))) + "/" + quiet, ""
	}},
	{"static", func(t *testing.T, own *lure) (string, string) {
		return hosting(t, own.besides(published())) + "/" + quiet, ""
	}},
	{"single", func(t *testing.T, own *lure) (string, string) {
		return "file://" + singlePath(t) + quiet, ""
	}},
	{"frame", func(t *testing.T, own *lure) (string, string) {
		inner := hosting(t, own.besides(published())) + "/embed.html" + quiet + "&dataset=wu"
		return hosted(t) + "/#" + url.PathEscape(inner), "embed.html"
	}},
}

// asked is a page open somewhere: what evaluates the body of an async function in it, as JSON.
type asked struct {
	eval func(body string) json.RawMessage
	open func()
}

// in evaluates and decodes.
func (a asked) rows(t *testing.T, body string) []outcome {
	t.Helper()
	var rows []outcome
	if err := json.Unmarshal(a.eval(body), &rows); err != nil {
		t.Fatalf("%.200s: %v", body, err)
	}
	return rows
}

// inBrowser opens the address in the browser, with scripts before its own, and waits until a session is there.
func inBrowser(t *testing.T, browser, address, frame string, scripts ...string) asked {
	t.Helper()
	if browser == "Firefox" {
		return askFirefox(t, address, frame, scripts)
	}
	return askChromium(t, address, frame, scripts)
}

const sessionReady = `document.querySelector("[data-test=lock-test]")?.disabled === false && document.querySelector("[data-test=run]")?.disabled === false && spy.workers.some(w => w.alive)`

func askFirefox(t *testing.T, address, frame string, scripts []string) asked {
	f := newFox(t, 2*patience)
	f.allowed = []string{""} // what is refused throws
	tell[any](f, order{Before: instruments + strings.Join(scripts, "\n;")})
	a := asked{eval: func(body string) json.RawMessage { return tell[json.RawMessage](f, order{Run: body, Frame: frame}) }}
	a.open = func() {
		f.open("about:blank")
		f.open(address)
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
			if string(a.eval("return "+sessionReady)) == "true" {
				return
			}
		}
		t.Fatal("the session does not begin in Firefox")
	}
	a.open()
	return a
}

func askChromium(t *testing.T, address, frame string, scripts []string) asked {
	b := newTab(t, scripts...)
	b.allow("") // what is refused is reported on the console
	page := &coursePage{tab: b, worlds: map[string]runtime.ExecutionContextID{}}
	if err := chromedp.Listen(b.ctx, page.note); err != nil {
		t.Fatal(err)
	}
	at := b
	open := func() {
		b.open("about:blank")
		b.open(address)
		if frame != "" {
			at = page.inside(frame)
		}
		at.wait("a session", sessionReady, patience)
	}
	open()
	return asked{open: open, eval: func(body string) json.RawMessage { return script[json.RawMessage](at, body) }}
}

// measured is what a way did in one browser and one deployment.
type measured struct {
	outcome
	Arrived bool
}

// try lets the page and a worker of its session try everything, and notes what arrived.
func (a asked) try(t *testing.T, own, other *lure, wait time.Duration) []measured {
	t.Helper()
	targets := fmt.Sprintf(`[{name: %q, origin: %q}].concat(location.origin.startsWith("http") ? {name: %q, origin: location.origin} : [])`,
		toOther, other.server.URL, toOwn)
	options := fmt.Sprintf(`{targets: %s, turn: %q, wait: %d}`, targets, waysTurn, wait.Milliseconds())
	rows := a.rows(t, "return dcctreeWays.tryAll("+options+")")
	rows = append(rows, a.rows(t, "return spy.tries("+options+")")...)
	time.Sleep(wait) // what was sent late may arrive late
	var all []measured
	for _, r := range rows {
		lure := map[string]*lure{toOwn: own, toOther: other, "": other}[r.To]
		all = append(all, measured{r, lure.saw(waysTurn + "/" + r.Where + "/" + r.ID)})
	}
	return all
}

func (l *lure) saw(path string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.paths[path] > 0
}

func TestWaysExplore(t *testing.T) {
	for _, browser := range []string{"Chromium", "Firefox"} {
		for _, d := range deployments {
			t.Run(browser+" "+d.name, func(t *testing.T) {
				own, other := newLure(t), newLure(t)
				address, frame := d.open(t, own)
				a := inBrowser(t, browser, address, frame, trying(waysSource(t)))
				for _, m := range a.try(t, own, other, time.Second) {
					fmt.Printf("|%s|%s|%s|%s|%s|%s|%s|%v\n", browser, d.name, m.Where, m.ID, m.To, m.Outcome, m.By, m.Arrived)
				}
			})
		}
		t.Run(browser+" without", func(t *testing.T) {
			own, other := newLure(t), newLure(t)
			a := inBrowser(t, browser, withoutPolicy(t, own.besides)+"/"+quiet, "", ignoreMeta, trying(waysSource(t)))
			for _, m := range a.try(t, own, other, 2*time.Second) {
				fmt.Printf("|%s|%s|%s|%s|%s|%s|%s|%v\n", browser, "without", m.Where, m.ID, m.To, m.Outcome, m.By, m.Arrived)
			}
		})
	}
}
