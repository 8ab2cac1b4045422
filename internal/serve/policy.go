// This file holds the privacy policy that the browser enforces: what the page may load and where it may send.

package serve

import "strings"

// Policy is the Content-Security-Policy sent with every response. It lets the page load its own files and nothing else,
// and lets neither the page nor its workers send anything to another origin.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: " +
	"blob:; " +
	"connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'self'"

// MetaPolicy is Policy as a page can state it of itself in a meta element, for hosts that set no headers: browsers
// ignore frame-ancestors there and say so in the console, hence it is left out.
func MetaPolicy() string {
	kept, _, _ := strings.Cut(Policy, "; frame-ancestors")
	return kept
}
