// This file tests what a visit transfers, and that nothing is requested once the page has loaded.

//go:build browser

package browser

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dcctree/internal/serve"
)

// meter counts what a server sends.
type meter struct {
	next  http.Handler
	mu    sync.Mutex
	bytes map[string]int // by path
	asked int
}

type meteredWriter struct {
	http.ResponseWriter
	written int
}

func (w *meteredWriter) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	w.written += n
	return n, err
}

func (m *meter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	counted := &meteredWriter{ResponseWriter: w}
	m.next.ServeHTTP(counted, r)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	m.bytes[strings.TrimPrefix(r.URL.Path, "/")] += counted.written
}

func (m *meter) sum() (total, asked int, names []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, n := range m.bytes {
		total += n
	}
	return total, m.asked, slices.Sorted(maps.Keys(m.bytes))
}

// A first visit takes at most serve.VisitLimit bytes of brotli. And after loading the page asks for nothing more.
func TestFirstVisit(t *testing.T) {
	m := &meter{next: serve.Handler(shared.site), bytes: map[string]int{}}
	url, stop, err := listen(m)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	b := newTab(t)
	b.open(url + "/" + askToKeep)
	b.ready()
	b.wait("the first run's tree", tree, patience)
	b.kept()
	total, asked, names := m.sum()
	t.Logf("a first visit: %d requests, %d bytes: %v", asked, total, names)
	if total > serve.VisitLimit {
		t.Errorf("a first visit transfers %d bytes, want %d at most", total, serve.VisitLimit)
	}
	foreseen, err := serve.FirstVisit(shared.site)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name != "" && !slices.Contains(foreseen, name) {
			t.Errorf("the page loads %s, which serve.FirstVisit does not foresee: its size is understated",
				name)
		}
	}
	b.sample("iris")
	b.set("preset", "first")
	b.run()
	b.rests("done")
	time.Sleep(500 * time.Millisecond)
	if _, later, names := m.sum(); later != asked {
		t.Errorf("%d requests after loading: %v", later-asked, names)
	}
}
