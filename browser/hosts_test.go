// This file holds pages that have the laboratory in a frame, as teachers' pages do, and what tests need to look into
// that frame.

//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// coursePage is a page of somebody else, open in a tab.
type coursePage struct {
	*tab
	mu        sync.Mutex
	worlds    map[string]runtime.ExecutionContextID // of frames in the page's process, by frame
	own, kits *meter                                // what was asked of the page's own server, and of the kit's
}

// course is what somebody else's server sends, at /lesson.html and beside it. No header is sent but those named.
type course struct {
	markup string
	policy string            // Content-Security-Policy of the page; "" for none
	files  map[string]string // paths of other files, by their names below /
	under  http.Handler      // answers what is left below /under/
}

// kitName stands in markup and policies for the origin of the host that has the kit.
const kitName = "https://kit.example"

// newLesson serves the page under another name of this machine than that of the kit, so that their origins and sites
// differ, and opens it. The published site lies below /dcctree/ on both servers, the single file at /dcctree.html on
// the page's.
func newLesson(t *testing.T, c course) *coursePage {
	t.Helper()
	own, kits, url := serveLesson(t, c)
	l := &coursePage{tab: newTab(t, noteRefusals), worlds: map[string]runtime.ExecutionContextID{}, own: own,
		kits: kits}
	if err := chromedp.Listen(l.ctx, l.note); err != nil {
		t.Fatal(err)
	}
	l.open(url)
	return l
}

// serveLesson serves the page and the kit, and returns the page's address.
func serveLesson(t *testing.T, c course) (own, kits *meter, address string) {
	t.Helper()
	site := http.StripPrefix("/dcctree", http.FileServer(http.Dir(shared.published)))
	kits, kit := metered(t, site)
	own, url := metered(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		switch {
		case strings.HasPrefix(name, "dcctree/"):
			site.ServeHTTP(w, r)
		case c.files[name] != "":
			http.ServeFile(w, r, c.files[name])
		case strings.HasPrefix(name, "under/"):
			http.StripPrefix("/under", c.under).ServeHTTP(w, r)
		case name == "lesson.html":
			if c.policy != "" {
				w.Header().Set("Content-Security-Policy", strings.ReplaceAll(c.policy, kitName, kit))
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, strings.ReplaceAll(c.markup, kitName, kit))
		default:
			http.NotFound(w, r)
		}
	}))
	return own, kits, strings.Replace(url, "127.0.0.1", "localhost", 1) + "/lesson.html"
}

// noteRefusals keeps which directives of its policy a document ran into.
const noteRefusals = `addEventListener("securitypolicyviolation",
	e => (globalThis.refusals ??= []).push(e.effectiveDirective));`

// metered serves for the test and counts.
func metered(t *testing.T, next http.Handler) (*meter, string) {
	t.Helper()
	m := &meter{next: next, bytes: map[string]int{}}
	url, stop, err := listen(m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return m, url
}

// note keeps which world belongs to which frame.
func (l *coursePage) note(ev any) {
	created, ok := ev.(*runtime.EventExecutionContextCreated)
	if !ok {
		return
	}
	var of struct {
		FrameID   string
		IsDefault bool
	}
	if json.Unmarshal(created.Context.AuxData, &of) == nil && of.IsDefault {
		l.mu.Lock()
		l.worlds[of.FrameID] = created.Context.ID
		l.mu.Unlock()
	}
}

// inside returns the document in the frame whose address holds the text, as a tab.
func (l *coursePage) inside(part string) *tab {
	l.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if f := l.apart(part); f != nil {
			return f
		}
		if f := l.within(part); f != nil {
			return f
		}
	}
	l.Fatalf("no frame has an address with %q", part)
	return nil
}

// apart looks for the frame among those in processes of their own.
func (l *coursePage) apart(part string) *tab {
	l.Helper()
	targets, err := chromedp.Targets(l.ctx)
	if err != nil {
		l.Fatal(err)
	}
	for _, info := range targets {
		if info.Type != "iframe" || !strings.Contains(info.URL, part) {
			continue
		}
		ctx, cancel := chromedp.NewContext(l.ctx, chromedp.WithTargetID(info.TargetID))
		f := &tab{T: l.T, ctx: ctx}
		if err := chromedp.Do(ctx); err != nil {
			l.Fatal("cannot look into the frame: ", err)
		}
		go f.listen(chromedp.Console(ctx))
		l.Cleanup(func() {
			f.finish()
			cancel()
		})
		return f
	}
	return nil
}

// within looks for the frame in the page's process.
func (l *coursePage) within(part string) *tab {
	l.Helper()
	tree, err := chromedp.Call(l.ctx, page.GetFrameTree, struct{}{})
	if err != nil {
		l.Fatal(err)
	}
	var find func(*page.FrameTree) *tab
	find = func(at *page.FrameTree) *tab {
		l.mu.Lock()
		world := l.worlds[string(at.Frame.ID)]
		l.mu.Unlock()
		if world != 0 && at != tree.FrameTree && strings.Contains(at.Frame.URL+at.Frame.URLFragment, part) {
			return &tab{T: l.T, ctx: l.ctx, world: world} // what its console says the page's tab hears
		}
		for _, child := range at.ChildFrames {
			if f := find(child); f != nil {
				return f
			}
		}
		return nil
	}
	return find(tree.FrameTree)
}
