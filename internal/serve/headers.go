// This file writes the headers as hosts of static sites read them from a file among the site's own.

package serve

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// headersName is where Netlify and Cloudflare Pages look for headers. Other hosts take it for one more file.
const headersName = "_headers"

// The paths of what runs by itself. No two rules may give a path the same header: such hosts would send both.
var (
	ownPaths   = []string{"/", "/index.html", "/sw.js", "/learn/*", "/privacy.html"}
	framePaths = []string{"/embed", "/embed.html"} // Cloudflare Pages leaves the end out
)

// hostHeaders returns that file.
func hostHeaders() string {
	var b strings.Builder
	fmt.Fprintf(&b, "/*\n  %s: %s\n", cacheHeader, cacheRule)
	for _, name := range slices.Sorted(maps.Keys(securityHeaders)) {
		if name != policyHeader {
			fmt.Fprintf(&b, "  %s: %s\n", name, securityHeaders[name])
		}
	}
	for _, path := range ownPaths {
		fmt.Fprintf(&b, "%s\n  %s: %s\n", path, policyHeader, Policy)
	}
	for _, path := range framePaths {
		fmt.Fprintf(&b, "%s\n  %s: %s\n", path, policyHeader, EmbedPolicy)
	}
	return b.String()
}
