// This file tests that each page is of one version, whatever arrives while it loads.

//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"dcctree/internal/serve"
)

// numbered serves the published site as one version of many: each script says which it is of when it runs, each file in
// a header.
type numbered struct {
	t       *testing.T
	version atomic.Int64
}

func (n *numbered) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	version := n.version.Load()
	body, err := n.body(name, version)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	kinds := map[string]string{
		".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css",
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Version", fmt.Sprint(version))
	w.Write(body)
}

// body is a file as that version has it.
func (n *numbered) body(name string, version int64) ([]byte, error) {
	body, err := os.ReadFile(filepath.Join(shared.published, filepath.FromSlash(name)))
	switch {
	case err != nil:
		return nil, err
	case name == "sw.js":
		return n.worker(string(body), version)
	case name == "index.html":
		mark := fmt.Sprintf(`<meta name="version" content="%d"></head>`, version)
		return []byte(strings.Replace(string(body), "</head>", mark, 1)), nil
	case path.Ext(name) == ".js":
		return fmt.Appendf(body, "\n(globalThis.marks ??= []).push(\"%s %d\");\n", name, version), nil
	}
	return body, nil
}

var (
	listLine    = regexp.MustCompile(`(?m)^const FILES = (\{.*?\});`)
	versionLine = regexp.MustCompile(`(?m)^const VERSION = "\w*";`)
)

// worker is the service worker with the checksums of that version.
func (n *numbered) worker(text string, version int64) ([]byte, error) {
	var files map[string]string
	if err := json.Unmarshal([]byte(listLine.FindStringSubmatch(text)[1]), &files); err != nil {
		return nil, err
	}
	for name := range files {
		body, err := n.body(name, version)
		if err != nil {
			return nil, err
		}
		files[name] = serve.Checksum(body)
	}
	list, err := json.Marshal(files)
	text = listLine.ReplaceAllLiteralString(text, "const FILES = "+string(list)+";")
	line := fmt.Sprintf(`const VERSION = "%024d";`, version)
	return []byte(versionLine.ReplaceAllLiteralString(text, line)), err
}

// slowly notes of which version each file is that the page fetches, and holds these requests back where the address has
// hold, until release() is called.
const slowly = `(() => {
	globalThis.fetched = [];
	const hold = location.search.includes("hold") ? new Promise(go => { globalThis.release = go; }) : null;
	globalThis.fetch = new Proxy(fetch, {async apply(real, self, args) {
		await hold;
		const response = await Reflect.apply(real, self, args);
		fetched.push(new URL(response.url).pathname.slice(1) + " " + response.headers.get("X-Version"));
		return response;
	}});
})();`

// update fetches that version, which is the newest, and waits until it has taken over from the one before.
func update(version int64) string {
	return fmt.Sprintf(`const registration = await navigator.serviceWorker.getRegistration();
		await registration.update();
		const isKept = async () => (await caches.keys()).some(name => name.endsWith(" %024d"));
		const isActive = () => !registration.installing && !registration.waiting &&
			registration.active.state === "activated";
		while (!isActive() || !await isKept())
			await new Promise(go => setTimeout(go, 10));
		return true;`, version)
}

// seen are the page's version, and all files that it has, each with its version.
const seen = `const {content} = document.querySelector("meta[name=version]");
	return [content, ...globalThis.marks, ...globalThis.fetched];`

// oneVersion fails the test unless every file is of the version wanted.
func oneVersion(t *testing.T, seen []string, want int64) {
	t.Helper()
	if seen[0] != fmt.Sprint(want) {
		t.Errorf("the page is of version %s, want %d", seen[0], want)
	}
	for _, file := range seen[1:] {
		if !strings.HasSuffix(file, fmt.Sprintf(" %d", want)) {
			t.Errorf("a page of version %d loads %s", want, file)
		}
	}
	for _, name := range []string{
		"wasm_exec.js", "page.js", "bridge.js", "worker.js", "kernels.js", "dcctree.wasm", "assets/iris.csv",
	} {
		if !strings.Contains(strings.Join(seen, "\n"), "\n"+name+" ") {
			t.Errorf("%s is not among %q", name, seen)
		}
	}
}

// A newer version takes over while a slow page loads, and the browser stops its service worker in the middle: the page
// gets the rest of its own version. The older version is forgotten once no page of it is left.
func TestVersionsDoNotMix(t *testing.T) {
	site := &numbered{t: t}
	site.version.Store(1)
	o := newHost(t, site)
	b := newTab(t, slowly)
	b.open(o.keeping() + quiet)
	b.ready()
	b.kept()
	oneVersion(t, script[[]string](b, seen), 1)
	b.again(o.keeping() + "&hold" + quiet)
	b.wait("the page's script", "globalThis.release !== undefined && globalThis.marks?.length > 2", patience)
	for version := int64(2); version <= 3; version++ {
		site.version.Store(version)
		script[bool](b, update(version))
	}
	b.stopWorkers()
	execute(b, "release()")
	b.ready()
	oneVersion(t, script[[]string](b, seen), 1)
	b.again(o.keeping() + quiet)
	b.ready()
	oneVersion(t, script[[]string](b, seen), 3)
	script[bool](b, `const name = (await caches.keys()).find(name => name.endsWith("pages"));
		const cache = await caches.open(name); // as if the pages had been opened long ago
		for (const page of await cache.keys()) {
			const {version} = await (await cache.match(page)).json();
			await cache.put(page, Response.json({version, time: 0}));
		}
		return true;`)
	b.again(o.keeping() + quiet)
	b.ready()
	b.wait("the older version to be forgotten",
		`caches.keys().then(names => names.length === 2 && names.some(name => name.endsWith("0003")))`,
		patience)
	script[bool](b, `const name = (await caches.keys()).find(name => name.endsWith("0003"));
		return (await caches.open(name)).delete("worker.js");`)
	site.version.Store(4)
	b.again(o.keeping() + quiet)
	b.ready()
	oneVersion(t, script[[]string](b, seen), 4) // from the host: the version that was kept is not whole any more
}

// stopWorkers stops all service workers, as the browser does with those that rest.
func (b *tab) stopWorkers() {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, serviceworker.Enable, cdp.Empty{}); err != nil {
		b.Fatal(err)
	}
	if _, err := chromedp.Call(b.ctx, serviceworker.StopAllWorkers, cdp.Empty{}); err != nil {
		b.Fatal(err)
	}
}

func TestVersionsDoNotMixInFirefox(t *testing.T) {
	site := &numbered{t: t}
	site.version.Store(1)
	o := newHost(t, site)
	f := newFox(t, 2*patience)
	tell[any](f, order{Before: slowly})
	f.open(o.keeping() + quiet)
	f.ready()
	f.wait("the page to be kept", query("offline")+`.dataset.state === "kept"`)
	oneVersion(t, tell[[]string](f, order{Run: seen}), 1)
	f.open("about:blank")
	f.open(o.keeping() + "&hold" + quiet)
	f.wait("the page's script", "globalThis.release !== undefined && globalThis.marks?.length > 2")
	site.version.Store(2)
	tell[bool](f, order{Run: update(2)})
	tell[any](f, order{Run: "release()"})
	f.ready()
	oneVersion(t, tell[[]string](f, order{Run: seen}), 1)
	f.open("about:blank")
	f.open(o.keeping() + quiet)
	f.ready()
	oneVersion(t, tell[[]string](f, order{Run: seen}), 2)
}
