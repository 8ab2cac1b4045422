// This file holds pages that have the laboratory in a frame, as teachers' pages do, and what tests need to look into that frame.

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

// lesson is a page of somebody else, open in a tab.
type lesson struct {
	*tab
	mu     sync.Mutex
	worlds map[string]runtime.ExecutionContextID // of frames in the page's process, by frame
	served *meter                                // what its own server was asked for
}

// newLesson serves the page under another name of this machine than that of the laboratory, so that their origins and sites differ, without any header,
// and opens it. Other files of that server are those of the published site below /dcctree/.
func newLesson(t *testing.T, markup string) *lesson {
	t.Helper()
	site := http.StripPrefix("/dcctree", http.FileServer(http.Dir(shared.published)))
	m := &meter{bytes: map[string]int{}, next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/dcctree/") {
			site.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, markup)
	})}
	url, stop, err := listen(m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	l := &lesson{tab: newTab(t), worlds: map[string]runtime.ExecutionContextID{}, served: m}
	if err := chromedp.Listen(l.ctx, l.note); err != nil {
		t.Fatal(err)
	}
	l.open(strings.Replace(url, "127.0.0.1", "localhost", 1) + "/lesson.html")
	return l
}

// note keeps which world belongs to which frame.
func (l *lesson) note(ev any) {
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
func (l *lesson) inside(part string) *tab {
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
func (l *lesson) apart(part string) *tab {
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
func (l *lesson) within(part string) *tab {
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
			return &tab{T: l.T, ctx: l.ctx, world: world}
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
