// This file measures by which ways something leaves: what arrives at listening servers, held against what the page's
// own test says.

//go:build browser

package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"dcctree/internal/serve"
)

// lure listens on a port of this machine for all that browsers send: requests by their paths, connections and datagrams
// without one.
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
	for _, name := range []string{"Origin", "Methods", "Headers"} {
		h.Set("Access-Control-Allow-"+name, "*")
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

// waysTurn is the first part of the path of every attempt.
const waysTurn = "ways"

// inWorker asks a worker of the page's session to try, as the page's own test does.
const inWorker = `spy.tries = options => {
	const {worker} = spy.workers.find(w => w.alive), id = crypto.randomUUID();
	worker.postMessage({ways: {id, options}});
	return new Promise(go => worker.addEventListener("message", ({data}) => data.ways?.id === id &&
		go(data.ways.outcomes)));
};`

// deployment is a way in which the page comes to people.
type deployment struct {
	name string
	// frame: a part of its frame's address, "" for the page itself
	open func(t *testing.T, own *lure) (address, frame string)

	before string // a script that comes first
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
	{name: "served", open: func(t *testing.T, own *lure) (string, string) {
		return hosting(t, own.besides(serve.Handler(shared.site))) + "/" + quiet, ""
	}},
	{name: "static", open: func(t *testing.T, own *lure) (string, string) {
		return hosting(t, own.besides(published())) + "/" + quiet, ""
	}},
	{name: "single", open: func(t *testing.T, own *lure) (string, string) {
		return "file://" + singlePath(t) + quiet, ""
	}},
	{name: "frame", open: func(t *testing.T, own *lure) (string, string) {
		inner := hosting(t, own.besides(published())) + "/embed.html" + quiet + "&dataset=wu"
		return hosted(t) + "/#" + url.PathEscape(inner), "/embed.html"
	}},
}

// unguarded is the control: the page with neither policy nor guard, where every way leads out that the browser has at
// all.
var unguarded = deployment{name: "unguarded", before: ignoreMeta, open: func(t *testing.T, own *lure) (string, string) {
	return withoutPolicy(t, own.besides) + "/" + quiet, ""
}}

// asked is a page open somewhere: what evaluates the body of an async function in it, as JSON.
type asked struct {
	eval func(body string) json.RawMessage // with a person's gesture, where the browser can be told so
	open func()                            // the page anew
	turn func(address string)              // another page in the same tab
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

const sessionReady = `document.querySelector("[data-test=lock-test]")?.disabled === false &&
	document.querySelector("[data-test=run]")?.disabled === false && spy.workers.some(w => w.alive)`

func askFirefox(t *testing.T, address, frame string, scripts []string) asked {
	f := newFox(t, 2*patience)
	f.allowed = []string{""} // what is refused throws
	tell[any](f, order{Before: instruments + strings.Join(scripts, "\n;")})
	a := asked{eval: func(body string) json.RawMessage {
		return tell[json.RawMessage](f, order{Run: body, Frame: frame})
	}}
	a.turn = func(to string) {
		address = to
		a.open()
	}
	a.open = func() {
		f.open("about:blank")
		f.open(address)
		if frame != "" { // a question to a document that is replaced is never answered
			f.wait("the frame to be dressed", "heard.length > 0")
		}
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
	turn := func(to string) {
		address = to
		open()
	}
	return asked{open: open, turn: turn, eval: func(body string) json.RawMessage { return gesture(at, body) }}
}

// gesture evaluates the body of an async function as if a person had just pressed something.
func gesture(b *tab, body string) json.RawMessage {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	pressed := func(p *runtime.EvaluateParams) { p.ContextID, p.UserGesture = b.world, ptr(true) }
	answer, err := chromedp.Run(ctx,
		chromedp.Evaluate[json.RawMessage]("(async () => {"+body+"})()", chromedp.EvalAwaitPromise, pressed))
	if err != nil {
		b.Fatalf("%.300s: %v", body, err)
	}
	return answer
}

func ptr[T any](v T) *T { return &v }

// measured is what a way did in one browser and one deployment.
type measured struct {
	outcome
	Arrived bool
}

// tryOptions are dcctreeWays.tryAll's: another host, and the page's own where it has one.
func tryOptions(other string, wait time.Duration, only ...string) string {
	named := "null"
	if len(only) > 0 {
		named = quote(only)
	}
	return fmt.Sprintf(
		`{targets: (location.origin.startsWith("http") ? [{name: "own", origin: location.origin}] : [])
			.concat({name: "other", origin: %q}),
		turn: %q, wait: %d, only: %s}`, other, waysTurn, wait.Milliseconds(), named)
}

// try lets the page and a worker of its session try everything, and notes what arrived.
func (a asked) try(t *testing.T, own, other *lure, wait time.Duration) []measured {
	t.Helper()
	options := tryOptions(other.server.URL, wait)
	rows := a.rows(t, "return dcctreeWays.tryAll("+options+")")
	rows = append(rows, a.rows(t, "return spy.tries("+options+")")...)
	time.Sleep(wait) // what was sent late may arrive late
	var all []measured
	for _, r := range rows {
		path := waysTurn + "/" + r.Where + "/" + r.ID
		all = append(all, measured{r, r.To == "own" && own.saw(path) || r.To == "other" && other.saw(path)})
	}
	return all
}

func (l *lure) saw(path string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.paths[path] > 0
}

// way is an entry of dcctreeWays.list.
type way struct {
	ID, Kind string
	Where    []string
	Local    bool
}

// The judgements of the page's own test, by the classes of its rows, the worst first.
var judgements = []string{"leaky", "untold", "local", "shut"}

// judge says what an outcome means, as the page's own test does.
func (o outcome) judge(local bool) string {
	switch {
	case o.Outcome == "refused" || o.Outcome == "gone":
		return "shut"
	case o.Outcome == "untold" || o.By == "untried":
		return "untold"
	case local:
		return "local"
	}
	return "leaky"
}

// word is the outcome in a word: what refused the attempt, or what became of it.
func (o outcome) word(local bool) string {
	switch {
	case o.Outcome == "gone" && o.By == "guard":
		return "taken"
	case o.Outcome == "open" && o.By == "" && local:
		return "stays"
	case o.By != "":
		return o.By
	}
	return o.Outcome
}

// wayFound is a way from one place: the worst of what its attempts came to, and whether one of them arrived.
type wayFound struct {
	outcome
	class   string
	local   bool
	arrived bool
}

// sum takes attempts together by way and place, by their names, "page fetch".
func sum(all []measured, list []way) map[string]wayFound {
	local := map[string]bool{}
	for _, w := range list {
		local[w.ID] = w.Local
	}
	sums := map[string]wayFound{}
	for _, m := range all {
		key, class := m.Where+" "+m.ID, m.judge(local[m.ID])
		f, known := sums[key]
		arrived := f.arrived || m.Arrived
		if !known || slices.Index(judgements, class) < slices.Index(judgements, f.class) {
			f = wayFound{outcome: m.outcome, class: class, local: local[m.ID]}
		}
		f.arrived = arrived
		sums[key] = f
	}
	return sums
}

// list is dcctreeWays.list of the page.
func (a asked) list(t *testing.T) (list []way) {
	t.Helper()
	// Firefox's driver loses what stands in several places
	copied := "return JSON.parse(JSON.stringify(dcctreeWays.list))"
	if err := json.Unmarshal(a.eval(copied), &list); err != nil {
		t.Fatal(err)
	}
	return list
}
