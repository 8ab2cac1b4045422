// This file tests that nothing leaves: a listener counts what reaches it from the page and its workers, by every way out there is,
// with a control that shows the same attempts arriving where no policy stands.

//go:build browser

package browser

import (
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dcctree/internal/serve"
)

// trap listens on a port of its own and counts what arrives: requests by their path, and connections, even silent ones.
type trap struct {
	*httptest.Server
	mu          sync.Mutex
	requests    map[string]int
	connections int
}

func newTrap(t *testing.T) *trap {
	c := &trap{requests: map[string]int{}}
	c.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		c.requests[strings.Trim(r.URL.Path, "/")]++
		c.mu.Unlock()
		w.Header().Set("Access-Control-Allow-Origin", "*") // the trap hinders nothing: what stays away was held back by the browser
		w.Header().Set("Content-Type", "text/javascript")
	}))
	c.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			c.mu.Lock()
			c.connections++
			c.mu.Unlock()
		}
	}
	c.Start()
	t.Cleanup(c.Close)
	return c
}

func (c *trap) caught() (paths []string, connections int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(maps.Keys(c.requests)), c.connections
}

// waysOut are the attempts, each a JavaScript function of the address to reach; waysOutOfWorker those that exist in a worker.
const waysOut = `{
	fetch: to => fetch(to),
	post: to => fetch(to, {method: "POST", mode: "no-cors", keepalive: true, body: "data"}),
	xhr: to => { const x = new XMLHttpRequest(); x.open("POST", to); x.send("data"); },
	websocket: to => { new WebSocket(to.replace("http", "ws")); },
	eventsource: to => { new EventSource(to); },
	import: to => import(to),
	image: to => { new Image().src = to; },
	beacon: to => { navigator.sendBeacon(to, "data"); },
	script: to => { document.head.append(Object.assign(document.createElement("script"), {src: to})); },
	stylesheet: to => { document.head.append(Object.assign(document.createElement("link"), {rel: "stylesheet", href: to})); },
	background: to => { document.body.style.backgroundImage = "url(" + to + ")"; },
	font: to => new FontFace("x", "url(" + to + ")").load(),
	audio: to => { new Audio(to).load(); },
	frame: to => { document.body.append(Object.assign(document.createElement("iframe"), {src: to})); },
	object: to => { document.body.append(Object.assign(document.createElement("object"), {data: to})); },
	form: to => {
		document.body.append(Object.assign(document.createElement("iframe"), {name: "target"}));
		const form = Object.assign(document.createElement("form"), {action: to, method: "post", target: "target"});
		document.body.append(form);
		form.submit();
	},
}`

const waysOutOfWorker = `{
	fetch: to => fetch(to),
	post: to => fetch(to, {method: "POST", mode: "no-cors", keepalive: true, body: "data"}),
	xhr: to => { const x = new XMLHttpRequest(); x.open("POST", to); x.send("data"); },
	websocket: to => { new WebSocket(to.replace("http", "ws")); },
	eventsource: to => { new EventSource(to); },
	import: to => import(to),
	importScripts: to => { importScripts(to); },
}`

// probe tries every way and notes which it tried; a way that throws is a way that is shut.
const probe = `const probe = async (ways, base, note) => {
	for (const [way, go] of Object.entries(ways)) {
		try { await Promise.race([go(base + "/" + way), new Promise(f => setTimeout(f, 300))]); } catch {}
		note(way);
	}
};`

// prefix is put in front of the source of the page's real workers: they probe at once, and again in the middle of the run. What
// they tried comes back over a BroadcastChannel.
func prefix(trap string) string {
	return fmt.Sprintf(`(() => {
		%s
		const channel = new BroadcastChannel("probe"), who = crypto.randomUUID();
		const go = () => probe(%s, %s + "/worker", way => channel.postMessage([who, way]));
		go();
		setTimeout(go, 3000);
	})();`, probe, waysOutOfWorker, quote(trap))
}

// spyOn makes the workers probe, and notes in spy.tried, by worker, what they tried.
func spyOn(trap string) string {
	return fmt.Sprintf(`spy.prefix = %s; spy.tried = {};
		new BroadcastChannel("probe").onmessage = e => { (spy.tried[e.data[0]] ??= []).push(e.data[1]); };`, quote(prefix(trap)))
}

// keys of the object literals above.
func ways(b *tab, literal string) []string {
	return evaluate[[]string](b, "Object.keys("+literal+")")
}

// tryEverything opens the page with probing workers, probes from the page before and during a run, and waits until all were tried.
func tryEverything(b *tab, url string, trap string) {
	b.allow("Content Security Policy", "violates", "Refused", "ERR_", "Failed to load", "MIME type", "Failed to fetch", "NetworkError",
		"WebSocket connection", "EventSource", "downloaded font")
	b.open(url)
	b.ready()
	pageProbe := fmt.Sprintf("%s await probe(%s, %s + '/page', () => {}); return true;", probe, waysOut, quote(trap))
	script[bool](b, pageProbe)
	b.sample("wu")
	b.run()
	b.wait("a topology", query("tree")+".querySelector('svg')", patience)
	script[bool](b, pageProbe)
	n := len(ways(b, waysOutOfWorker))
	b.wait("every worker to try every way twice", fmt.Sprintf(`(alive => alive.length >= 2 &&
		Object.values(spy.tried).filter(t => t.length >= %d).length >= alive.length)(spy.workers.filter(w => w.alive))`, 2*n), patience)
	time.Sleep(time.Second) // what was sent late may arrive late
}

func TestNothingLeaves(t *testing.T) {
	for name, url := range map[string]string{"served with headers": shared.served, "static without headers": shared.static} {
		t.Run(name, func(t *testing.T) {
			trap := newTrap(t)
			b := newTab(t, spyOn(trap.URL))
			tryEverything(b, url+"/", trap.URL)
			if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
				t.Errorf("reached the listener: %v, %d connections", paths, connections)
			}
		})
	}
}

// The control: the same page and probes, the policy taken out, arrive by every way. Without it the test above could pass because its
// probes do nothing.
func TestWithoutPolicyEverythingLeaves(t *testing.T) {
	trap := newTrap(t)
	url := withoutPolicy(t)
	b := newTab(t, ignoreMeta, spyOn(trap.URL))
	tryEverything(b, url+"/", trap.URL)
	paths, _ := trap.caught()
	for who, literal := range map[string]string{"page": waysOut, "worker": waysOutOfWorker} {
		for _, way := range ways(b, literal) {
			if !slices.Contains(paths, who+"/"+way) {
				t.Errorf("the probe %s of the %s does not arrive even without a policy", way, who)
			}
		}
	}
}

// ignoreMeta keeps the page from locking itself further once it has loaded.
const ignoreMeta = `Object.defineProperty(HTMLMetaElement.prototype, "httpEquiv", {set() {}});
	const set = Element.prototype.setAttribute;
	Element.prototype.setAttribute = function (name, value) {
		if (!(this instanceof HTMLMetaElement && /http-equiv/i.test(name))) set.call(this, name, value);
	};`

// withoutPolicy serves the published site with the policy cut out of its page, and its guard made empty; around may add answers.
func withoutPolicy(t *testing.T, around ...func(http.Handler) http.Handler) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared.published, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	open := strings.Replace(string(text), `content="`+serve.MetaPolicy()+`"`, `content=""`, 1)
	if open == string(text) {
		t.Fatal("the page states no policy that could be cut out")
	}
	files := http.FileServer(http.Dir(shared.published))
	site := http.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, open)
		case "/guard.js":
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		default:
			files.ServeHTTP(w, r)
		}
	}))
	for _, more := range around {
		site = more(site)
	}
	return hosting(t, site)
}
