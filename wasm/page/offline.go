//go:build js && wasm

// Whether the page is kept for use without a network, and the news that a newer version is.

package page

import "syscall/js"

// newOffline shows what page.js learns from the service worker.
func newOffline(a *app) {
	offline := a.bridge.Get("offline")
	line := a.byID("offline")
	show := func(state string) {
		line.SetAttribute("data-state", state)
		a.tell(line, saying("offline."+state))
		if state == "newer" {
			a.messages.notice(saying("offline.news"))
		}
	}
	offline.Set("changed", callback(func(v js.Value) {
		state := v.String()
		a.spawn(func() { show(state) })
	}))
	show(offline.Get("state").String())
}
