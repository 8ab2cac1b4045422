// This file tests the site, its handler and its publication on a small site made for the test; no binary is built.

package serve

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

var page = "<!doctype html><html lang=\"en\"><meta http-equiv=\"Content-Security-Policy\" content=\"" + MetaPolicy() +
	"\">" +
	"<link rel=\"manifest\" href=\"manifest.webmanifest\">\n<link rel=\"stylesheet\" href=\"style.css\"><script " +
	"type=\"module\" src=\"dcctree.js\"></script>" +
	"<script type=\"module\" src=\"page.js\"></script>" +
	strings.Repeat("<p>the same words again</p>", 50)

// repository lays out a small repository and opens its site.
func repository(t testing.TB) (*Site, string) {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"secret.txt":               "outside",
		"go.mod":                   "module dcctree\n",
		"site/index.html":          page,
		"site/style.css":           "body{background:url(paper.svg)}" + strings.Repeat("p{color:red}", 50),
		"site/paper.svg":           "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
		"site/dcctree.js":          "import './inner/part.js'; // starts worker.js, reads assets/wu.csv\n",
		"site/inner/part.js":       "fetch('../dcctree.wasm')",
		"site/worker.js":           "// nothing",
		"site/unused.js":           "// nothing",
		"site/tool.go":             "package site",
		"site/.hidden.js":          "hidden",
		"site/.private/a.js":       "hidden",
		"site/assets/a.csv":        "shadowed",
		"assets/assets.json":       "[]",
		"assets/wu.csv":            "x,y\n1,2\n",
		"assets/icon.png":          strings.Repeat("a", 1000),
		"assets/app.webmanifest":   "{}",
		".built/dcctree.wasm":      strings.Repeat("\x00asm", 500),
		".built/wasm_exec.js":      "// loader",
		".built/.compiling-1/x.js": "half",
	} {
		to := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := OpenSite(root, Built(root))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, root
}

// ask sends one request straight to the handler.
func ask(s *Site, method, target string, header ...string) *http.Response {
	r := httptest.NewRequest(method, "/", nil)
	r.URL.Path = target
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	Handler(s).ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestServesEachKindWithItsType(t *testing.T) {
	s, _ := repository(t)
	for target, want := range map[string]string{
		"/":                       "text/html; charset=utf-8",
		"/index.html":             "text/html; charset=utf-8",
		"/style.css":              "text/css; charset=utf-8",
		"/dcctree.js":             "text/javascript; charset=utf-8",
		"/inner/part.js":          "text/javascript; charset=utf-8",
		"/dcctree.wasm":           "application/wasm",
		"/wasm_exec.js":           "text/javascript; charset=utf-8",
		"/paper.svg":              "image/svg+xml",
		"/assets/wu.csv":          "text/csv; charset=utf-8",
		"/assets/assets.json":     "application/json",
		"/assets/app.webmanifest": "application/manifest+json",
		"/assets/icon.png":        "image/png",
	} {
		r := ask(s, "GET", target)
		if got := r.Header.Get("Content-Type"); r.StatusCode != 200 || got != want {
			t.Errorf("%s: status %d, type %q, want 200, %q", target, r.StatusCode, got, want)
		}
	}
	if got := body(t, ask(s, "GET", "/")); got != page {
		t.Errorf("the page came back changed: %.60q", got)
	}
}

func TestNothingElseIsReachable(t *testing.T) {
	s, root := repository(t)
	links := map[string]string{
		"site/out.txt":     filepath.Join(root, "secret.txt"),
		"site/up.txt":      "../secret.txt",
		"site/inside.js":   "worker.js",
		"site/linked":      "inner",
		"site/outside":     "..",
		"assets/outer.csv": "../secret.txt",
	}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	for _, target := range []string{
		"/secret.txt", "/../secret.txt", "/site/../../secret.txt", "/assets/../../secret.txt",
		"/..\\secret.txt", "/inner/../worker.js", "//etc/passwd", "//secret.txt", "/./worker.js", "/worker.js/",
		"/worker.js\x00", "/go.mod", "/serve.go", "/tool.go", "/.hidden.js", "/.private/a.js",
		"/.compiling-1/x.js", "/.built/dcctree.wasm", "/assets", "/assets/", "/inner", "/inner/",
		"/assets/a.csv", "/nothing.html", "/out.txt", "/up.txt", "/inside.js", "/linked/part.js",
		"/outside/secret.txt", "/assets/outer.csv",
	} {
		r := ask(s, "GET", target)
		if text := body(t, r); r.StatusCode != 404 || strings.Contains(text, "outside") {
			t.Errorf("%q: status %d, body %.40q, want 404", target, r.StatusCode, text)
		}
	}
	names, err := s.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if r := ask(s, "GET", "/"+name); r.StatusCode != 200 {
			t.Errorf("%s is listed but answers %d", name, r.StatusCode)
		}
		if strings.Contains(name, "out") || strings.Contains(name, "link") || strings.Contains(name, ".go") {
			t.Errorf("%s is listed", name)
		}
	}
}

// A raw connection sends the path as it stands, which net/http's client would clean.
func TestTraversalOverTheWire(t *testing.T) {
	s, _ := repository(t)
	server := httptest.NewServer(Handler(s))
	defer server.Close()
	for _, target := range []string{"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
		"/assets/..%2f..%2fsecret.txt", "/%2e%2e%5csecret.txt"} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.0\r\n\r\n", target)
		answer, err := io.ReadAll(conn)
		conn.Close()
		if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.0 404")) ||
			bytes.Contains(answer, []byte("outside")) {
			t.Errorf("%s: %v, %.60q, want 404", target, err, answer)
		}
		if !bytes.Contains(answer, []byte("Content-Security-Policy: "+Policy)) {
			t.Errorf("%s: the error carries no policy", target)
		}
	}
}

func TestEveryResponseCarriesThePolicy(t *testing.T) {
	s, _ := repository(t)
	for _, c := range []struct {
		method, target string
		status         int
	}{
		{"GET", "/", 200}, {"HEAD", "/", 200}, {"GET", "/dcctree.wasm", 200}, {"GET", "/nothing", 404},
		{"POST", "/", 405}, {"PUT", "/worker.js", 405}, {"DELETE", "/", 405}, {"OPTIONS", "/", 405},
		{"TRACE", "/", 405},
	} {
		r := ask(s, c.method, c.target)
		if r.StatusCode != c.status {
			t.Errorf("%s %s: status %d, want %d", c.method, c.target, r.StatusCode, c.status)
		}
		for name, want := range securityHeaders {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s %s: %s is %q, want %q", c.method, c.target, name, got, want)
			}
		}
		if c.status == 405 && r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s %s: Allow is %q", c.method, c.target, r.Header.Get("Allow"))
		}
	}
}

func TestNegotiatesCompression(t *testing.T) {
	s, _ := repository(t)
	for _, c := range []struct{ target, accept, want string }{
		{"/", "gzip, deflate, br, zstd", "br"},
		{"/", "gzip", "gzip"},
		{"/", "GZIP;q=0.5", "gzip"},
		{"/", "br;q=0, gzip", "gzip"},
		{"/", "br;q=nonsense, gzip;q=0", ""},
		{"/", "*", "br"},
		{"/", "*;q=0", ""},
		{"/", "br;q=0, *", "gzip"},
		{"/", "deflate", ""},
		{"/", "", ""},
		{"/assets/icon.png", "br, gzip", ""},
		{"/worker.js", "br, gzip", ""}, // ten bytes: compression would make them more
	} {
		r := ask(s, "GET", c.target, "Accept-Encoding", c.accept)
		if got := r.Header.Get("Content-Encoding"); got != c.want {
			t.Errorf("%s for %q: coding %q, want %q", c.target, c.accept, got, c.want)
		}
		if vary := r.Header.Get("Vary"); (vary == "Accept-Encoding") == strings.HasSuffix(c.target, ".png") {
			t.Errorf("%s: Vary is %q", c.target, vary)
		}
		raw := body(t, r)
		if got := r.Header.Get("Content-Length"); got != fmt.Sprint(len(raw)) {
			t.Errorf("%s for %q: Content-Length %s of %d bytes", c.target, c.accept, got, len(raw))
		}
		if c.target == "/" && decode(t, raw, c.want) != page {
			t.Errorf("%s for %q: the content came back changed", c.target, c.accept)
		}
	}
}

func decode(t *testing.T, text, coding string) string {
	t.Helper()
	var r io.Reader = strings.NewReader(text)
	switch coding {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		unzipped, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = unzipped
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRevalidation(t *testing.T) {
	s, root := repository(t)
	first := ask(s, "GET", "/", "Accept-Encoding", "br")
	etag := first.Header.Get("ETag")
	if first.Header.Get("Cache-Control") != "no-cache" || etag == "" {
		t.Fatalf("Cache-Control %q, ETag %q", first.Header.Get("Cache-Control"), etag)
	}
	for _, known := range []string{etag, "W/" + etag, `"other", ` + etag, "*"} {
		r := ask(s, "GET", "/", "Accept-Encoding", "br", "If-None-Match", known)
		if r.StatusCode != 304 || body(t, r) != "" || r.Header.Get("ETag") != etag {
			t.Errorf("If-None-Match %s: status %d, ETag %s", known, r.StatusCode, r.Header.Get("ETag"))
		}
	}
	if r := ask(s, "GET", "/", "If-None-Match", etag); r.StatusCode != 200 {
		t.Errorf("the tag of the brotli copy vouches for the plain one: status %d", r.StatusCode)
	}
	if err := os.WriteFile(filepath.Join(root, "site", "index.html"), []byte("edited"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := ask(s, "GET", "/", "Accept-Encoding", "br", "If-None-Match", etag)
	if r.StatusCode != 200 || body(t, r) != "edited" {
		t.Errorf("after an edit: status %d", r.StatusCode)
	}
}

func TestHeadSendsNoBody(t *testing.T) {
	s, _ := repository(t)
	server := httptest.NewServer(Handler(s))
	defer server.Close()
	r, err := http.Head(server.URL + "/assets/wu.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if text := body(t, r); r.StatusCode != 200 || text != "" || r.ContentLength != int64(len("x,y\n1,2\n")) {
		t.Errorf("status %d, length %d, body %q", r.StatusCode, r.ContentLength, text)
	}
}

func TestPublish(t *testing.T) {
	s, root := repository(t)
	dir := filepath.Join(t.TempDir(), "new", "site")
	if err := Publish(s, dir, ServeLevel); err != nil {
		t.Fatal(err)
	}
	got := list(t, dir)
	for _, name := range []string{"index.html", "index.html.br", "index.html.gz", "_headers", "dcctree.wasm",
		"dcctree.wasm.br", "wasm_exec.js", "assets/wu.csv", "assets/icon.png", "inner/part.js"} {
		if !slices.Contains(got, name) {
			t.Errorf("%s was not written", name)
		}
	}
	for _, name := range []string{"assets/icon.png.br", "tool.go", ".hidden.js", "worker.js.br"} {
		if slices.Contains(got, name) {
			t.Errorf("%s was written", name)
		}
	}
	packed, err := os.ReadFile(filepath.Join(dir, "index.html.br"))
	if err != nil || decode(t, string(packed), "br") != page {
		t.Errorf("index.html.br does not hold the page: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("kept"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(root, "site", "unused.js")); err != nil {
		t.Fatal(err)
	}
	if err := Publish(s, dir, ServeLevel); err != nil {
		t.Fatalf("a second -build into the same folder: %v", err)
	}
	if got := list(t, dir); slices.Contains(got, "unused.js") || !slices.Contains(got, "mine.txt") ||
		!slices.Contains(got, "index.html") {
		t.Errorf("after the second -build the folder holds %v", got)
	}
}

func TestPublishRefusesForeignFolders(t *testing.T) {
	s, _ := repository(t)
	for name, text := range map[string]string{
		"notes.txt": "precious",
		marker:      markerHead + "\n../precious.txt\n",
	} {
		dir := t.TempDir()
		precious := filepath.Join(filepath.Dir(dir), "precious.txt")
		if err := os.WriteFile(precious, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		err := Publish(s, dir, ServeLevel)
		if err == nil || !strings.Contains(err.Error(), "nothing was changed") ||
			!strings.Contains(err.Error(), "folder") {
			t.Errorf("a folder with %s: error %v", name, err)
		}
		if got := list(t, dir); len(got) != 1 {
			t.Errorf("a folder with %s: now holds %v", name, got)
		}
		if _, err := os.Stat(precious); err != nil {
			t.Errorf("a folder with %s: a file outside is gone", name)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Publish(s, file, ServeLevel); err == nil {
		t.Error("a file was accepted as the folder to publish to")
	}
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestStoredBrotliIsServed: the form that Build leaves beside the binary is sent as it is, that of another binary is
// not.
func TestStoredBrotliIsServed(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"assets", "site"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	binary := strings.Repeat("wasm", 100)
	if err := os.WriteFile(filepath.Join(dir, WasmName), []byte(binary), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := compressBinary(dir); err != nil {
		t.Fatal(err)
	}
	stored := filepath.Join(dir, storedName(WasmName, Checksum([]byte(binary))))
	if err := os.WriteFile(stored, []byte("as stored"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := compressBinary(dir); err != nil {
		t.Fatal(err)
	}
	for content, want := range map[string]bool{binary: true, binary + "2": false} {
		if err := os.WriteFile(filepath.Join(dir, WasmName), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := OpenSite(dir, dir)
		if err != nil {
			t.Fatal(err)
		}
		got := body(t, ask(s, "GET", "/"+WasmName, "Accept-Encoding", "br"))
		s.Close()
		if (got == "as stored") != want {
			t.Errorf("%d bytes: stored form served: %v, want %v", len(content), !want, want)
		}
	}
}

func TestFirstVisit(t *testing.T) {
	s, root := repository(t)
	got, err := FirstVisit(s)
	want := []string{"assets/wu.csv", "dcctree.js", "dcctree.wasm", "index.html", "inner/part.js", "paper.svg",
		"style.css", "worker.js"}
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%v, %v, want %v", got, err, want)
	}
	total := 0
	for _, name := range want {
		total += len(body(t, ask(s, "GET", "/"+name, "Accept-Encoding", "br")))
	}
	if size, err := VisitSize(s, got); err != nil || size != total {
		t.Errorf("the visit is counted as %d bytes (%v), the server sends %d", size, err, total)
	}
	if err := os.Remove(filepath.Join(root, "site", "index.html")); err != nil {
		t.Fatal(err)
	}
	if _, err := FirstVisit(s); err == nil || !strings.Contains(err.Error(), "index.html") {
		t.Errorf("without the page: %v", err)
	}
}

func TestListen(t *testing.T) {
	taken, err := Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if l, err := Listen(taken.Addr().String(), false); err == nil {
		l.Close()
		t.Error("a taken address that was asked for was not refused")
	}
	l, err := Listen(taken.Addr().String(), true)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	from, to := taken.Addr().(*net.TCPAddr).Port, l.Addr().(*net.TCPAddr).Port
	if to <= from || to > from+portsTried {
		t.Errorf("port %d was taken and %d chosen", from, to)
	}
	for _, bad := range []string{"8080", "127.0.0.1:port", "127.0.0.1:70000", "127.0.0.1:-1"} {
		if l, err := Listen(bad, true); err == nil {
			l.Close()
			t.Errorf("-addr %s was accepted", bad)
		} else if !strings.Contains(err.Error(), "-addr") {
			t.Errorf("-addr %s: the error does not name the flag: %v", bad, err)
		}
	}
}

func TestFindRoot(t *testing.T) {
	_, root := repository(t)
	got, err := FindRoot(filepath.Join(root, "site", "inner"))
	if err != nil || got != root {
		t.Errorf("found %q, %v, want %q", got, err, root)
	}
	if _, err := FindRoot(t.TempDir()); err == nil || !strings.Contains(err.Error(), "change to its folder") {
		t.Errorf("outside any repository: %v", err)
	}
}

// The page of this repository states the same policy itself, for hosts that set no headers.
func TestThePageStatesThePolicy(t *testing.T) {
	root, err := FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "site", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	meta := `<meta http-equiv="Content-Security-Policy" content="` + MetaPolicy() + `">`
	at := strings.Index(string(text), meta)
	if at < 0 {
		t.Fatalf("site/index.html lacks %s", meta)
	}
	for _, loading := range []string{"<script", "<link", "<img", "<style"} {
		if first := strings.Index(string(text), loading); first >= 0 && first < at {
			t.Errorf("%s stands before the policy and is not bound by it", loading)
		}
	}
	if !strings.HasPrefix(Policy, MetaPolicy()+"; frame-ancestors ") {
		t.Errorf("the two policies differ in more than frame-ancestors: %q", MetaPolicy())
	}
}
