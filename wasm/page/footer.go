//go:build js && wasm

// The footer: version and how to cite.

package page

import "fmt"

func newFooter(a *app) {
	a.byID("version").say(fmt.Sprintf(text("footer.version"), Version))
	a.byID("cite-text").say(text("footer.citation"))
}
