//go:build js && wasm

// The footer: version and how to cite.

package page

func newFooter(a *app) {
	a.tell(a.byID("version"), saying("footer.version", a.bridge.Get("version").String()))
	a.tell(a.byID("cite-text"), saying("footer.citation"))
}
