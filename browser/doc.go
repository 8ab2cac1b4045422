// Package browser holds the tests that drive the page and the bridge in a real browser, headless.
//
// They are built with the tag browser, as `make test` does: go test -tags browser ./browser/. They need a Chromium
// (chromium-headless-shell on Debian); scripts/setup installs it, and DCCTREE_BROWSER names another one.
package browser
