// This file tests the page without a network: kept on the first visit, opened with the server gone, replaced whole by a
// newer version.

//go:build browser

package browser

import (
	"bytes"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"dcctree/internal/serve"
)

// host serves like a server that can go away and come back at the same address.
type host struct {
	t       *testing.T
	address string
	server  *http.Server
}

func newHost(t *testing.T, h http.Handler) *host {
	t.Helper()
	o := &host{t: t, address: "127.0.0.1:0"}
	o.come(h)
	t.Cleanup(o.leave)
	return o
}

func (o *host) come(h http.Handler) {
	o.t.Helper()
	l, err := net.Listen("tcp", o.address)
	if err != nil {
		o.t.Fatal(err)
	}
	o.address = l.Addr().String()
	o.server = &http.Server{Handler: h}
	go o.server.Serve(l)
}

func (o *host) leave() { o.server.Close() }

func (o *host) url() string { return "http://" + o.address + "/" }

// keeping is the address that asks to be kept for use offline, as an address of this machine has to.
func (o *host) keeping() string { return o.url() + askToKeep }

// named is the address under another name of this machine.
func (o *host) named(name string) string {
	return "http://" + strings.Replace(o.address, "127.0.0.1", name, 1) + "/"
}

// askToKeep asks for use offline.
const askToKeep = "?offline=1"

// kept waits until the page says that it is kept.
func (b *tab) kept() {
	b.wait("the page to be kept for use offline", query("offline")+`.dataset.state === "kept"`, patience)
}

// again loads the page anew; to go from one fragment of a page to another would load nothing.
func (b *tab) again(url string) {
	b.open("about:blank")
	b.open(url)
}

// works runs a sample to its first tree.
func (b *tab) works() {
	b.ready()
	b.sample("iris")
	b.run()
	b.wait("a tree", tree, patience)
}

// With the server gone a reload gives the whole page, locked, and a run.
func TestWorksOffline(t *testing.T) {
	for name, handler := range map[string]http.Handler{"served with headers": serve.Handler(shared.site),
		"static without headers": http.FileServer(http.Dir(shared.published))} {
		t.Run(name, func(t *testing.T) {
			o := newHost(t, handler)
			b := newTab(t)
			b.open(o.keeping())
			b.ready()
			b.kept()
			o.leave()
			b.allow("ERR_CONNECTION_REFUSED", "Failed to update a ServiceWorker")
			b.again(o.keeping() + "#dataset=iris")
			b.works()
			if got := b.text("lock"); !strings.Contains(got, "locked") || strings.Contains(got, "not") {
				t.Errorf("without a server the lock says %q", got)
			}
			if words := b.text("offline"); !strings.Contains(words, "works offline") {
				t.Errorf("the page says %q", words)
			}
		})
	}
}

// changedSite serves the published site with one file changed, the service worker's list with it when whole.
type changedSite struct {
	next    http.Handler
	changed atomic.Bool
	whole   bool
}

// changedMark is what the newer version's page has and the old one's lacks.
const changedMark = `<meta name="version" content="newer">`

const isNewer = `document.querySelector("meta[name=version]") !== null`

func (c *changedSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if !c.changed.Load() || name != "" && name != "sw.js" {
		c.next.ServeHTTP(w, r)
		return
	}
	page, err := changedPage()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if name == "" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Write(c.changedWorker(page))
}

func changedPage() ([]byte, error) {
	page, err := os.ReadFile(filepath.Join(shared.published, "index.html"))
	if err != nil {
		return nil, err
	}
	return bytes.Replace(page, []byte("</head>"), []byte(changedMark+"</head>"), 1), nil
}

// changedWorker is the service worker of another version; where the host is not whole, with a checksum that its page
// does not have.
func (c *changedSite) changedWorker(page []byte) []byte {
	worker, _ := os.ReadFile(filepath.Join(shared.published, "sw.js"))
	sum := strings.Repeat("0", 24)
	if c.whole {
		sum = serve.Checksum(page)
	}
	at := bytes.Index(worker, []byte(`"index.html":"`)) + len(`"index.html":"`)
	copy(worker[at:], sum)
	return bytes.Replace(worker, []byte(`const VERSION = "`), []byte(`const VERSION = "newer`), 1)
}

// A newer version is fetched beside the one in use, announced, and used by the next load. Nothing on the screen
// changes.
func TestNewerVersionAnnouncesItself(t *testing.T) {
	site := &changedSite{next: http.FileServer(http.Dir(shared.published)), whole: true}
	o := newHost(t, site)
	b := newTab(t)
	b.open(o.keeping())
	b.ready()
	b.kept()
	site.changed.Store(true)
	b.again(o.keeping() + "#dataset=iris")
	b.works()
	b.wait("the news", query("notice")+`.textContent.includes("newer version")`, patience)
	if evaluate[bool](b, isNewer) {
		t.Error("the newer version came without a load")
	}
	b.again(o.keeping() + "#dataset=wu")
	b.ready()
	if !evaluate[bool](b, isNewer) {
		t.Error("after the next load the old version is shown")
	}
}

// A host in the middle of an update sends files of two versions: the old version stays, whole.
func TestHalfAVersionIsNotKept(t *testing.T) {
	site := &changedSite{next: http.FileServer(http.Dir(shared.published))}
	o := newHost(t, site)
	b := newTab(t)
	b.open(o.keeping())
	b.ready()
	b.kept()
	site.changed.Store(true)
	b.again(o.keeping() + "#dataset=iris")
	b.works()
	b.allow("ERR_CONNECTION_REFUSED", "another version", "ServiceWorker")
	// however long the half version takes to be given up
	names := script[string](b, `const r = await navigator.serviceWorker.getRegistration();
		let names = "";
		for (let i = 0; i < 3000; i++) {
			names = (await caches.keys()).join();
			if (!r.installing && !names.includes("newer")) break;
			await new Promise(go => setTimeout(go, 50));
		}
		return names;`)
	if strings.Contains(names, "newer") || !strings.HasPrefix(names, "dcctree / ") {
		t.Errorf("the caches are %q, want the old version's alone", names)
	}
	o.leave()
	b.again(o.keeping() + "#dataset=wu")
	b.works()
	if evaluate[bool](b, isNewer) {
		t.Error("a page of the version that was not whole is shown")
	}
}

// No messages are heard by the service worker, and it answers nothing that the list does not name.
func TestServiceWorkerOnlyAnswersItsList(t *testing.T) {
	var asked atomic.Int32
	files := http.FileServer(http.Dir(shared.published))
	o := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/README.md" || r.URL.Path == "/assets/README.md" {
			asked.Add(1)
		}
		files.ServeHTTP(w, r)
	}))
	b := newTab(t, ignoreMeta)
	b.open(o.keeping())
	b.ready()
	b.kept()
	b.allow("Content Security Policy", "Refused", "Failed to")
	b.again(o.keeping())
	b.ready()
	got := script[[]string](b, `const kinds = [];
		for (const name of ["assets/iris.csv", "assets/iris.csv?x=1", "assets/README.md"]) {
			const response = await fetch(name).catch(e => ({status: String(e)}));
			kinds.push(String(response.status));
		}
		const heard = await Promise.race([
			new Promise(go => {
				navigator.serviceWorker.onmessage = () => go("answered");
				navigator.serviceWorker.controller.postMessage("data");
			}),
			new Promise(go => setTimeout(go, 300, "silent")),
		]);
		return [...kinds, heard];`)
	if want := "200 200 200 silent"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if asked.Load() != 1 {
		t.Errorf("the host was asked %d times for a file outside the list, want once, by the page itself",
			asked.Load())
	}
}

// The page for frames, which is not kept, takes all its files from the host: what is kept may be of another version.
func TestFramesAreOfOneVersion(t *testing.T) {
	var asked atomic.Int32
	files := http.FileServer(http.Dir(shared.published))
	o := newHost(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/page.js" {
			asked.Add(1)
			w.Header().Set("Cache-Control", "no-store") // the browser's own cache would answer for the host
		}
		files.ServeHTTP(w, r)
	}))
	b := newTab(t)
	b.open(o.keeping())
	b.ready()
	b.kept()
	before := asked.Load()
	b.again(o.keeping())
	b.ready()
	if n := asked.Load() - before; n != 0 {
		t.Errorf("once kept, the page asked the host for page.js %d times", n)
	}
	b.again(o.url() + "embed.html#dataset=wu")
	b.rests("ready")
	if n := asked.Load() - before; n != 1 {
		t.Errorf("the page for frames asked the host for page.js %d times, want once", n)
	}
}
