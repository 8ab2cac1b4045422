// This file holds what all browser tests share: the built site, the servers, the browser.

//go:build browser

package browser

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"dcctree/internal/serve"
)

var updateScreenshots = flag.Bool("update-screenshots", false, "write the pictures of the README anew")

// fixture is what TestMain makes once.
type fixture struct {
	root      string      // the repository
	site      *serve.Site // as served by `go run .`
	served    string      // its URL, with the headers
	published string      // the folder that -build writes
	static    string      // URL of a plain file server on that folder, which sets no headers
	browser   context.Context
}

var shared fixture

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := runAll(m)
	if err != nil {
		log.Fatal("browser tests: ", err)
	}
	os.Exit(code)
}

func runAll(m *testing.M) (int, error) {
	var err error
	if shared.root, err = serve.FindRoot("."); err != nil {
		return 1, err
	}
	if err = serve.Build(shared.root); err != nil {
		return 1, err
	}
	if shared.site, err = serve.OpenSite(shared.root, serve.Built(shared.root)); err != nil {
		return 1, err
	}
	defer shared.site.Close()
	forgetSite, err := publish()
	if err != nil {
		return 1, err
	}
	defer forgetSite()
	stop, err := startServers()
	if err != nil {
		return 1, err
	}
	defer stop()
	if *updatePrivacy {
		forget, err := watchNames()
		if err != nil {
			return 1, err
		}
		defer forget()
	}
	cancel, err := startBrowser()
	if err != nil {
		return 1, err
	}
	defer cancel()
	return m.Run(), nil
}

// publish writes the site to a folder, or takes the one that another call of these tests has written: make test names
// in DCCTREE_PUBLISHED a folder for all of them, which it removes in the end.
func publish() (forget func(), err error) {
	to := os.Getenv("DCCTREE_PUBLISHED")
	if _, err := os.Stat(to); to != "" && err == nil {
		shared.published = to
		return func() {}, nil
	}
	where := "" // of temporary files
	if to != "" {
		where = filepath.Dir(to)
	}
	if shared.published, err = os.MkdirTemp(where, "dcctree-site-"); err != nil {
		return nil, err
	}
	forget = func() { os.RemoveAll(shared.published) }
	if err := serve.Publish(shared.site, shared.published, serve.ServeLevel); err != nil {
		forget()
		return nil, err
	}
	// where two calls began together, the second keeps its own
	if to != "" && os.Rename(shared.published, to) == nil {
		shared.published = to
		return func() {}, nil
	}
	return forget, nil
}

// bare is a page with nothing on it, from which the tests use the bridge as any page could.
const bare = "<!doctype html><title>bare</title><p>A page that uses the bridge."

// startServers serves the site as `go run .` does and the published folder as a host without headers does; both also
// answer /bare.
func startServers() (stop func(), err error) {
	withBare := func(next http.Handler, policy bool) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/bare" {
				next.ServeHTTP(w, r)
				return
			}
			if policy {
				w.Header().Set("Content-Security-Policy", serve.Policy)
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, bare)
		})
	}
	served, stopServed, err := listen(withBare(serve.Handler(shared.site), true))
	if err != nil {
		return nil, err
	}
	static, stopStatic, err := listen(withBare(http.FileServer(http.Dir(shared.published)), false))
	if err != nil {
		stopServed()
		return nil, err
	}
	shared.served, shared.static = served, static
	return func() { stopServed(); stopStatic() }, nil
}

// listen serves on a free port of this machine.
func listen(h http.Handler) (url string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: h}
	go server.Serve(l)
	return "http://" + l.Addr().String(), func() { server.Close() }, nil
}

// startBrowser starts one browser for all tests; each test opens a profile of its own in it (newTab).
func startBrowser() (stop func(), err error) {
	path, err := browserPath()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.WindowSize(1440, 900),
		// chromedp keeps hidden tabs at full speed by default; the tests want a browser as people have it
		chromedp.Flag("disable-background-timer-throttling", false),
		chromedp.Flag("disable-backgrounding-occluded-windows", false),
		chromedp.Flag("disable-renderer-backgrounding", false),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium refuses to run as root with its sandbox
	}
	allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		cancelAllocator()
		return nil, fmt.Errorf("cannot start %s: %w", path, err)
	}
	shared.browser = ctx
	return func() { cancel(); cancelAllocator() }, nil
}

// browserPath finds a Chromium, the headless shell first: it makes no connection of its own.
func browserPath() (string, error) {
	if path := os.Getenv("DCCTREE_BROWSER"); path != "" {
		return path, nil
	}
	names := []string{"chromium-headless-shell", "chrome-headless-shell", "headless-shell", "chromium",
		"chromium-browser", "google-chrome", "google-chrome-stable"}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no browser: install " + strings.Join(names[:1], "") +
		" (scripts/setup does on Debian) or name one in DCCTREE_BROWSER")
}

// paperData returns the path of a file of the paper's published splits, or skips the test where they are not beside the
// repository.
func paperData(t *testing.T, name string) string {
	t.Helper()
	return dataBeside(t, "paper", name)
}

// dataBeside returns the path of a file of the data that are kept beside the repository, or skips the test where they
// are not.
func dataBeside(t *testing.T, folder, name string) string {
	t.Helper()
	path := filepath.Join(shared.root, "..", "shared", "data", folder, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the data are not beside the repository: %v", err)
	}
	return path
}

// file writes a file for the test to choose.
func file(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// patience is how long a step of the page may take before a test calls it stuck: generous, since the machine may be
// busy.
const patience = 3 * time.Minute

// wholeRun is how long a script of a test may take, which may make several runs, and a run on the page: one that takes
// half a minute on an idle machine takes many times as long on a busy one.
const wholeRun = 4 * patience

// slower is how many times slower than the machine of a bound in seconds the tests' machine may be; the benchmarks hold
// the bounds themselves.
const slower = 2
