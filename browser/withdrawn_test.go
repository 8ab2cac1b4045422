// This file tests where the page is not kept for use offline: on addresses of this machine unless the link asks, and
// where its host has withdrawn it.

//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"dcctree/internal/serve"
)

// another is a server that has nothing to do with the page; at each path it has, it shows its own.
const another = `<!doctype html><html lang="en"><title>another</title><p>Another program at the same address.`

func showAnother(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, another)
}

// fresh has browsers ask for a file again each time. Where a host does not say so, a browser's own cache may answer for
// it.
func fresh(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

// workers counts what the page's origin keeps: service workers, and caches.
const workers = `Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()])
	.then(lists => lists.flat().length)`

// After a visit on an address of this machine, another server at that port shows its own page: nothing was kept.
func TestNothingIsKeptOnThisMachine(t *testing.T) {
	for name, handler := range map[string]http.Handler{
		"served": serve.Handler(shared.site),
		"static": fresh(http.FileServer(http.Dir(shared.published))),
	} {
		t.Run(name, func(t *testing.T) {
			o := newHost(t, handler)
			b := newTab(t)
			for _, host := range []string{"127.0.0.1", "localhost", "a.localhost"} {
				b.open(o.named(host) + quiet)
				b.ready()
				b.wait("the lock", query("lock")+`.textContent.includes("locked")`, patience)
				if n := evaluate[int](b, workers); n != 0 {
					t.Errorf("%s: %d service workers and caches are kept", host, n)
				}
			}
			o.leave()
			o.come(http.HandlerFunc(showAnother))
			b.again(o.url())
			if got := evaluate[string](b, "document.title"); got != "another" {
				t.Errorf("another server at the same port shows %q", got)
			}
		})
	}
}

func TestNothingIsKeptOnThisMachineInFirefox(t *testing.T) {
	o := newHost(t, fresh(http.FileServer(http.Dir(shared.published))))
	f := newFox(t, 2*patience)
	f.open(o.url() + quiet)
	f.ready()
	if n := tell[int](f, order{Run: "return " + workers}); n != 0 {
		t.Errorf("%d service workers and caches are kept", n)
	}
	o.leave()
	o.come(http.HandlerFunc(showAnother))
	f.open("about:blank")
	f.open(o.url())
	if got := tell[string](f, order{Run: "return document.title"}); got != "another" {
		t.Errorf("another server at the same port shows %q", got)
	}
}

// What was kept because a link asked goes away at the next visit whose link does not ask.
func TestWhatWasKeptGoesAway(t *testing.T) {
	o := newHost(t, fresh(http.FileServer(http.Dir(shared.published))))
	b := newTab(t)
	b.open(o.keeping() + quiet)
	b.ready()
	b.kept()
	b.again(o.url() + quiet)
	b.ready()
	b.wait("nothing to be kept", workers+".then(n => n === 0)", patience)
	if says := b.text("offline"); says != "" {
		t.Errorf("the page says %q", says)
	}
	o.leave()
	o.come(http.HandlerFunc(showAnother))
	b.again(o.url())
	if got := evaluate[string](b, "document.title"); got != "another" {
		t.Errorf("another server at the same port shows %q", got)
	}
}

// elsewhere opens a tab of a browser of its own, which finds the host of that name on this machine and takes any
// certificate for it.
func elsewhere(t *testing.T, name string) *tab {
	t.Helper()
	path, err := browserPath()
	if err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.NoSandbox,
		chromedp.Flag("host-resolver-rules", "MAP "+name+" 127.0.0.1"),
		chromedp.Flag("ignore-certificate-errors", true))
	allocator, cancelAllocator := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancelAllocator)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return &tab{T: t, ctx: ctx}
}

// On a host of the network the page is kept without being asked for. Its name here only begins like an address of this
// machine.
func TestIsKeptOnTheNetwork(t *testing.T) {
	server := httptest.NewTLSServer(http.FileServer(http.Dir(shared.published)))
	defer server.Close()
	b := elsewhere(t, "127.0.0.1.example")
	b.open(strings.Replace(server.URL, "127.0.0.1", "127.0.0.1.example", 1) + "/" + quiet)
	b.ready()
	b.kept()
}

// endings are the answers of a host whose file of the service worker is gone, and of one that is merely not well.
var endings = []struct {
	name   string
	answer http.HandlerFunc
	goes   bool
}{
	{"404", showAnother, true},
	{"410", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusGone) }, true},
	{"moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/new.js", http.StatusMovedPermanently)
	}, true},
	{"a page for every path", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, another)
	}, true},
	{"503", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "come back later", http.StatusServiceUnavailable)
	}, false},
	{"403", func(w http.ResponseWriter, r *http.Request) { http.Error(w, "log in", http.StatusForbidden) }, false},
	{"no network", nil, false},
}

// A host that has withdrawn the page is believed: the visit that learns of it still works, whole, and the next one sees
// what the host sends.
func TestWithdrawnPageGoesAway(t *testing.T) {
	for _, way := range endings {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			o := newHost(t, fresh(http.FileServer(http.Dir(shared.published))))
			b := newTab(t)
			b.open(o.keeping() + quiet)
			b.ready()
			b.kept()
			o.leave()
			answered := make(chan struct{}, 100)
			if way.answer != nil {
				o.come(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					way.answer(w, r)
					if r.URL.Path == "/sw.js" {
						answered <- struct{}{}
					}
				}))
			}
			b.allow("ServiceWorker", "ERR_CONNECTION_REFUSED", "status of")
			b.again(o.keeping() + "#dataset=iris")
			b.works()
			if way.goes {
				b.wait("nothing to be kept", workers+".then(n => n === 0)", patience)
				return
			}
			if way.answer != nil {
				<-answered
			}
			time.Sleep(300 * time.Millisecond) // what is not to happen would have
			if n := evaluate[int](b, workers); n < 2 {
				t.Errorf("%d service workers and caches are left", n)
			}
		})
	}
}

func TestWithdrawnPageGoesAwayInFirefox(t *testing.T) {
	o := newHost(t, fresh(http.FileServer(http.Dir(shared.published))))
	f := newFox(t, 2*patience)
	f.open(o.keeping() + quiet)
	f.ready()
	f.wait("the page to be kept", query("offline")+`.dataset.state === "kept"`)
	o.leave()
	f.open("about:blank")
	f.open(o.keeping() + quiet)
	f.ready()
	o.come(http.HandlerFunc(showAnother))
	f.open("about:blank")
	f.open(o.keeping() + "#dataset=iris")
	f.ready()
	f.wait("a tree", query("tree")+`.querySelector("svg") !== null`)
	f.wait("nothing to be kept", "await "+workers+" === 0")
	f.open("about:blank")
	f.open(o.url())
	if got := tell[string](f, order{Run: "return document.title"}); got != "another" {
		t.Errorf("after the page was withdrawn the address shows %q", got)
	}
}
