// This file runs a Go program for js/wasm, such as a package's tests, in a worker of the browser, with kernels, and
// returns what it prints.

//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"dcctree/internal/serve"
)

// programWorker is the worker's script: Go's output and its exit go to the page as messages.
const programWorker = `"use strict";
importScripts("wasm_exec.js", "kernels.js");
const decoder = new TextDecoder();
globalThis.fs.writeSync = (_, bytes) => {
	postMessage({text: decoder.decode(bytes, {stream: true})});
	return bytes.length;
};
const start = async argv => {
	const go = new Go();
	go.argv = argv;
	go.exit = code => postMessage({code});
	const inform = dcctreeKernels(go);
	const {instance} = await WebAssembly.instantiateStreaming(fetch("program.wasm"), go.importObject);
	inform(instance);
	await go.run(instance);
};
onmessage = ({data}) => start(data).catch(error => postMessage({text: "\n" + error.stack, code: -1}));`

// startProgram starts the worker and resolves when Go has ended.
const startProgram = `new Promise((resolve, reject) => {
	const worker = new Worker("worker.js");
	let text = "";
	worker.onerror = e => reject(new Error(e.message || "the worker's script cannot be loaded"));
	worker.onmessage = ({data}) => {
		text += data.text ?? "";
		if (data.code !== undefined) resolve({text, code: data.code});
	};
	worker.postMessage(%s);
})`

// ended is what a program printed and its exit code.
type ended struct {
	Text string `json:"text"`
	Code int    `json:"code"`
}

// lateTimer is what Go's own script throws when a timer of a program that has ended fires late.
const lateTimer = "Go program has already exited"

// runTests builds the tests of a package for js/wasm and runs them in a worker under the page's own policy.
func runTests(t *testing.T, pkg string, limit time.Duration, args ...string) string {
	t.Helper()
	url, stop, err := listen(programFiles(compileTests(t, pkg)))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	b := newTab(t)
	b.allow(lateTimer)
	b.open(url + "/")
	out, err := tryEvaluate[ended](b, fmt.Sprintf(startProgram, quote(append([]string{"program"}, args...))), limit)
	if err != nil {
		t.Fatalf("the tests of %s do not end in the browser: %v", pkg, err)
	}
	if out.Code != 0 {
		t.Fatalf("the tests of %s ended with code %d in the browser:\n%s", pkg, out.Code, out.Text)
	}
	return out.Text
}

// compileTests returns the path of the package's test binary.
func compileTests(t *testing.T, pkg string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "program.wasm")
	cmd := exec.Command("go", "test", "-c", "-o", binary, pkg)
	cmd.Dir = shared.root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the tests of %s cannot be built: %v\n%s", pkg, err, out)
	}
	return binary
}

// programFiles serves a bare page, the worker's script with what it loads, and the program.
func programFiles(binary string) http.Handler {
	mux := http.NewServeMux()
	text := func(path, kind, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			fmt.Fprint(w, body)
		})
	}
	file := func(path, from string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, from) })
	}
	text("/{$}", "text/html; charset=utf-8", bare)
	text("/worker.js", "text/javascript; charset=utf-8", programWorker)
	file("/wasm_exec.js", filepath.Join(serve.Built(shared.root), serve.LoaderName))
	file("/kernels.js", filepath.Join(shared.root, "site", "kernels.js"))
	file("/program.wasm", binary)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", serve.Policy)
		mux.ServeHTTP(w, r)
	})
}
