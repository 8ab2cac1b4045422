//go:build js && wasm

// Command wasm is the one binary of the page: its first argument names the role
// ("page", "coordinator" or "worker") that it plays where it runs.
package main

import (
	"os"
	"runtime/debug"

	"dcctree/wasm/coordinator"
	"dcctree/wasm/page"
	"dcctree/wasm/worker"
)

func main() {
	debug.SetTraceback("system") // with addresses: the names are beside the binary, see internal/serve/traces.go
	role := ""
	if len(os.Args) == 2 {
		role = os.Args[1]
	}
	switch role {
	case "page":
		page.Run()
	case "coordinator":
		coordinator.Run()
	case "worker":
		worker.Run()
	default:
		panic("main: the first argument must be page, coordinator or worker")
	}
}
