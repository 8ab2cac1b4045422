// This file runs the page in WebKit, by the driver that Debian has for its GTK port: the same bits, the main path,
// nothing that leaves.

//go:build browser

package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// webkit is a tab in WebKit, spoken to by the WebDriver protocol (W3C recommendation of 2018).
type webkit struct {
	*testing.T
	session string // its address
}

// newWebKit starts the driver and a browser under a display of its own.
func newWebKit(t *testing.T) *webkit {
	t.Helper()
	binaries, _ := filepath.Glob("/usr/lib/*/webkit2gtk-*/MiniBrowser")
	driver, err := exec.LookPath("WebKitWebDriver")
	if err != nil || len(binaries) == 0 {
		t.Skip("there is no WebKitWebDriver here; Debian has it in webkit2gtk-driver")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	cmd := exec.Command("xvfb-run", "-a", "-s", "-screen 0 1440x900x24", driver, fmt.Sprintf("--port=%d", port))
	// its sandbox needs more rights than containers have
	cmd.Env = append(os.Environ(), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1",
		"WEBKIT_DISABLE_COMPOSITING_MODE=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		cmd.Wait()
	})
	w := &webkit{T: t}
	w.begin(fmt.Sprintf("http://127.0.0.1:%d/session", port), binaries[len(binaries)-1])
	return w
}

// begin asks for a browser, as soon as the driver listens.
func (w *webkit) begin(address, binary string) {
	w.Helper()
	wish := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"browserName": "MiniBrowser", "webkitgtk:browserOptions": map[string]any{
			"binary": binary, "args": []string{"--automation"},
		},
	}}}
	var answer struct {
		SessionID    string `json:"sessionId"`
		Capabilities struct{ BrowserVersion string }
	}
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if err = post(address, wish, &answer); err == nil {
			break
		}
	}
	if err != nil {
		w.Fatal(err)
	}
	w.session = address + "/" + answer.SessionID
	w.Log("WebKitGTK", answer.Capabilities.BrowserVersion)
	w.Cleanup(func() {
		r, _ := http.NewRequest(http.MethodDelete, w.session, nil)
		if answer, err := http.DefaultClient.Do(r); err == nil {
			answer.Body.Close()
		}
	})
	w.order("timeouts", map[string]any{"script": patience.Milliseconds() * 4, "pageLoad": patience.Milliseconds()},
		nil)
}

// post sends an order to the driver and reads the value of its answer.
func post(address string, order, into any) error {
	body, err := json.Marshal(order)
	if err != nil {
		return err
	}
	response, err := http.Post(address, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the driver says %.400s", answer.Value)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.Value, into)
}

func (w *webkit) order(name string, with, into any) {
	w.Helper()
	if err := post(w.session+"/"+name, with, into); err != nil {
		w.Fatal(err)
	}
}

func (w *webkit) open(url string) {
	w.Helper()
	w.order("url", map[string]any{"url": url}, nil)
}

// in runs the body of an async function in the page.
func in[T any](w *webkit, body string) T {
	w.Helper()
	var answer struct {
		Value  T
		Failed string
	}
	w.order("execute/async",
		map[string]any{"args": []any{}, "script": `const done = arguments[arguments.length - 1];
		(async () => {` + body + `})().then(value => done({value}), error => done({failed: String(error)}));`},
		&answer)
	if answer.Failed != "" {
		w.Fatal("WebKit: ", answer.Failed)
	}
	return answer.Value
}

func (w *webkit) wait(what, expression string) {
	w.Helper()
	met := in[bool](w, fmt.Sprintf(`const end = Date.now() + %d;
		while (!(%s)) { if (Date.now() > end) return false; await new Promise(go => setTimeout(go, 50)); }
		return true;`, patience.Milliseconds(), expression))
	if !met {
		w.Fatalf("waited %v for %s; the page says %s", patience, what,
			in[string](w, "return document.body.innerText.slice(0, 1500)"))
	}
}

// The digests of a whole run of numbers, of all its jobs and of the first ones of classes are the native ones in WebKit
// too.
func TestSameBitsInWebKit(t *testing.T) {
	w := newWebKit(t)
	w.open(shared.served + "/bare")
	for _, c := range sets[:2] {
		t.Run(c.file, func(t *testing.T) {
			text := table(t, c.file)
			native := nativeRun(t, c, text)
			steps := inFirefox
			if c.file == "wu-train" {
				steps = 0
			}
			got := in[digested](&webkit{T: t, session: w.session},
				`const {create} = await import("./dcctree.js");`+c.script(text, 2, steps))
			compare(t, "WebKit, 2 workers", native, got, steps == 0)
		})
	}
}

// The main path from a plain static host, with a listener that nothing reaches, and again with the host gone.
func TestMainPathInWebKit(t *testing.T) {
	trap := newTrap(t)
	o := newHost(t, http.FileServer(http.Dir(shared.published)))
	w := newWebKit(t)
	w.open(o.keeping() + atFirst)
	w.wait("the page to be ready", foxReady)
	w.wait("the lock", `document.getElementById("lock-text").textContent === "Network locked"`)
	in[any](w, query("sample-iris")+`.click();`)
	w.wait("the sample", query("sample-iris")+`.getAttribute("aria-pressed") === "true"`)
	in[any](w, query("run")+`.click();`)
	w.wait("a tree", query("tree")+`.querySelector("svg") !== null`)
	w.wait("the end of the run", query("state")+`.textContent === "done"`)
	in[any](w, tryWays(t, trap.URL))
	in[any](w, query("lock-test")+`.click();`)
	w.wait("the verdict", lockJudged)
	if found := in[string](w, "return "+lockFound); found != "" {
		t.Error(found)
	}
	time.Sleep(time.Second)
	if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
		t.Errorf("reached the listener: %v, %d connections", paths, connections)
	}
	in[any](w, query("keep")+".click();")
	w.wait("the box to keep its word",
		`((on, said) => on ? said.includes("Kept in") : said.includes("keeps nothing"))(`+query("keep")+
			".checked, "+query("keep-say")+".textContent)")
	w.wait("the page to be kept", query("offline")+`.dataset.state === "kept"`)
	o.leave()
	w.open("about:blank")
	w.open(o.keeping() + atFirst)
	w.wait("the page without its host", foxReady)
}
