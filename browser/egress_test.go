// This file tests that nothing leaves: a listener counts what reaches it from the page and its workers, by every way
// out there is, with a control that shows the same attempts arriving where no policy stands.

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
		// the trap hinders nothing: what stays away was held back by the browser
		w.Header().Set("Access-Control-Allow-Origin", "*")
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

// arrives waits until something has come to the path, or for the limit.
func (c *trap) arrives(path string, limit time.Duration) {
	for began := time.Now(); time.Since(began) < limit; time.Sleep(20 * time.Millisecond) {
		if paths, _ := c.caught(); slices.Contains(paths, path) {
			return
		}
	}
}

// waysSource is the list of ways out, as the page has it.
func waysSource(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared.root, "site", "ways.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// tryWays is the body of an async function that tries every way there is towards a host, from a page or a worker, and
// returns how many it tried.
func tryWays(t *testing.T, host string) string {
	return fmt.Sprintf("%s\n;return (await dcctreeWays.tryAll({targets: [{name: 'other', origin: %q}], turn: "+
		"%q})).length;", waysSource(t), host, waysTurn)
}

// triedSays are parts of what Chromium says on its console of ways that are tried.
var triedSays = []string{"Content Security Policy", "violates", "Refused", "ERR_", "Failed to", "MIME type",
	"NetworkError", "WebSocket connection", "EventSource", "downloaded font", "Unsafe attempt to load",
	"XSLTProcessor", "FedCM", "Web Bundle", "Blocked form submission", "was preloaded using", "SpeculationRules"}

// prefix is put in front of the source of the page's real workers: they try everything at once, and again in the middle
// of the run. How much they tried comes back over a BroadcastChannel.
func prefix(t *testing.T, host string) string {
	return fmt.Sprintf(`(() => {
		const channel = new BroadcastChannel("probe"), who = crypto.randomUUID();
		const go = async () => channel.postMessage([who, await (async () => {%s})()]);
		go();
		setTimeout(go, 3000);
	})();`, tryWays(t, host))
}

// spyOn makes the workers try, and notes in spy.tried, by worker, how much they tried each time.
func spyOn(t *testing.T, host string) string {
	return fmt.Sprintf(`spy.prefix = %s; spy.tried = {};
		new BroadcastChannel("probe").onmessage = e => {
			(spy.tried[e.data[0]] ??= []).push(e.data[1]);
		};`, quote(prefix(t, host)))
}

// triedTwice is whether every worker that lives has tried its ways twice, at least twelve of them.
const triedTwice = `(alive => alive.length >= 2 &&
	Object.values(spy.tried).filter(t => t.length >= 2 && Math.min(...t) >= 12).length >= alive.length)(
	spy.workers.filter(w => w.alive))`

// tryEverything opens the page with probing workers, probes from the page before and during a run, and waits until all
// were tried.
func tryEverything(b *tab, url string, trap string) {
	b.allow(triedSays...)
	b.open(url)
	b.ready()
	script[int](b, tryWays(b.T, trap))
	b.sample("wu")
	b.run()
	b.wait("a topology", query("tree")+".querySelector('svg')", patience)
	script[int](b, tryWays(b.T, trap))
	b.wait("every worker to try every way twice", triedTwice, patience)
	time.Sleep(time.Second) // what was sent late may arrive late
}

func TestNothingLeaves(t *testing.T) {
	for name, url := range map[string]string{"served with headers": shared.served,
		"static without headers": shared.static} {
		t.Run(name, func(t *testing.T) {
			trap := newTrap(t)
			b := newTab(t, spyOn(t, trap.URL))
			tryEverything(b, url+"/", trap.URL)
			if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
				t.Errorf("reached the listener: %v, %d connections", paths, connections)
			}
		})
	}
}

// The control: the same page and probes, the policy taken out, arrive by every way. Without it the test above could
// pass because its probes do nothing.
func TestWithoutPolicyEverythingLeaves(t *testing.T) {
	trap := newTrap(t)
	url := withoutPolicy(t)
	b := newTab(t, ignoreMeta, spyOn(t, trap.URL))
	tryEverything(b, url+"/", trap.URL)
	trap.has(t, plainWays)
}

// plainWays arrive from every browser, from a page and from a worker, where no policy holds, whether there is a guard
// or not.
var plainWays = map[string][]string{
	"page": {"fetch", "fetch-post", "fetch-keepalive", "xhr", "beacon", "import", "script", "module-script",
		"css-font", "image", "srcset", "svg-image", "poster", "css-background", "video", "audio"},
	"worker": {"fetch", "fetch-post", "fetch-keepalive", "xhr", "import", "import-scripts"},
}

// has checks that these ways arrive.
func (c *trap) has(t *testing.T, ways map[string][]string) {
	t.Helper()
	missing := func() (all []string) {
		paths, _ := c.caught()
		for where, ids := range ways {
			for _, id := range ids {
				if !slices.Contains(paths, waysTurn+"/"+where+"/"+id) {
					all = append(all, where+" "+id)
				}
			}
		}
		return all
	}
	for began := time.Now(); len(missing()) > 0 && time.Since(began) < patience; {
		time.Sleep(100 * time.Millisecond)
	}
	if all := missing(); len(all) > 0 {
		t.Errorf("these ways do not arrive even without a policy: %q", all)
	}
}

// ignoreMeta keeps the page from locking itself further once it has loaded.
const ignoreMeta = `Object.defineProperty(HTMLMetaElement.prototype, "httpEquiv", {set() {}});
	const set = Element.prototype.setAttribute;
	Element.prototype.setAttribute = function (name, value) {
		if (!(this instanceof HTMLMetaElement && /http-equiv/i.test(name))) set.call(this, name, value);
	};`

// publishedText is a file of the published site.
func publishedText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared.published, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// replaceOnce changes what a text must have once.
func replaceOnce(t *testing.T, text, from, to string) string {
	t.Helper()
	if n := strings.Count(text, from); n != 1 {
		t.Fatalf("%q stands %d times where it should be replaced once", from, n)
	}
	return strings.Replace(text, from, to, 1)
}

// withoutPolicy serves the published site with the policies cut out of its page, and its guard made empty; around may
// add answers.
func withoutPolicy(t *testing.T, around ...func(http.Handler) http.Handler) string {
	t.Helper()
	open := replaceOnce(t, publishedText(t, "index.html"), `content="`+serve.MetaPolicy()+`"`, `content=""`)
	open = replaceOnce(t, open, `<meta http-equiv="x-dns-prefetch-control" content="off">`, "")
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
