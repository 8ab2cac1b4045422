// This file opens the lock one way at a time, and sees that the page's own test says so, of that way and of no other.

//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"dcctree/internal/serve"
)

// opening is one part of the protection that is taken out.
type opening struct {
	name      string
	directive string    // of both policies, which then allows everything; "" for none
	guard     [2]string // what stands in the guard, and what takes its place; both "" for nothing
	was       []string  // what the report said before of the ways that are opened: parts of its words
	leaky     []string  // ways that must be seen open

	everywhere bool // in Firefox, too
}

// What the report says of ways that the guard shuts.
const (
	saysStopped = "stopped by the page"
	saysTaken   = "taken away by the page"
)

// workersOpen leaves workers what connects: there the guard has taken it, besides the policy. Workers of their own stay
// taken: in Firefox 153 a worker that starts one now and then waits for ever (2 of 30 calls of new Worker alone).
var workersOpen = [2]string{"of CONNECTIONS)", `of CONNECTIONS.filter((name) => /Worker$/.test(name)))`}

// navigationOpen lets every script lead the page elsewhere.
var navigationOpen = [2]string{"if (navigates) guardNavigation();", ""}

var openings = []opening{
	{name: "connections", directive: "connect-src", guard: workersOpen, was: []string{"(connect-src)", saysTaken},
		everywhere: true,
		leaky: []string{"page fetch", "page xhr", "page websocket", "page beacon", "worker fetch",
			"worker xhr", "worker websocket"}},
	{name: "images", directive: "img-src", was: []string{"(img-src)"},
		leaky: []string{"page image", "page svg-image", "page css-background", "page poster"}},
	{name: "scripts", directive: "script-src", guard: workersOpen, was: []string{"(script-src-elem)", saysTaken},
		leaky: []string{"page script", "page module-script", "page import", "worker import-scripts"}},
	{name: "styles", directive: "style-src", was: []string{"(style-src-elem)"}, leaky: []string{"page css-import"}},
	{name: "fonts", directive: "font-src", was: []string{"(font-src)"},
		leaky: []string{"page font-face", "page css-font"}},
	{name: "media", directive: "media-src", was: []string{"(media-src)"},
		leaky: []string{"page video", "page audio"}},
	{name: "frames", guard: [2]string{"if (!element) return false;", "return false;"},
		was:   []string{saysStopped, saysTaken},
		leaky: []string{"page webrtc-fresh-frame", "page webrtc-srcdoc-frame"}},
	{name: "navigation", guard: navigationOpen, was: []string{saysStopped}, everywhere: true,
		leaky: []string{"page location", "page location-assign", "page location-replace",
			"page navigation-navigate"}},
	{name: "forms", directive: "form-action", guard: navigationOpen, was: []string{"(form-action)", saysStopped},
		leaky: []string{"page form-post", "page form-get", "page form-button"}},
	{name: "peer connections", guard: [2]string{`"RTCPeerConnection", "webkitRTCPeerConnection",`, ""},
		was: []string{saysTaken}, everywhere: true,
		leaky: []string{"page webrtc-stun", "page webrtc-turn", "page webrtc-datachannel"}},
}

// served serves the published site with the opening made, in the page's policy and in its guard, and returns the page's
// address.
func (o opening) served(t *testing.T) string {
	t.Helper()
	files := published()
	page, guard := publishedText(t, "index.html"), publishedText(t, "guard.js")
	if o.directive != "" {
		page = replaceOnce(t, page, `content="`+serve.MetaPolicy()+`"`,
			`content="`+widened(serve.MetaPolicy(), o.directive)+`"`)
	}
	if o.guard[0] != "" {
		guard = replaceOnce(t, guard, o.guard[0], o.guard[1])
	}
	url := hosting(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, page)
		case "/guard.js":
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			fmt.Fprint(w, guard)
		default:
			files.ServeHTTP(w, r)
		}
	}))
	return url + "/?open=" + o.directive + quiet
}

// widened is the policy with everything allowed by the directive.
func widened(policy, directive string) string {
	kept := []string{directive + everything}
	for _, part := range strings.Split(policy, "; ") {
		if !strings.HasPrefix(part, directive+" ") {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "; ")
}

// everything is a value of a directive that refuses nothing.
const everything = " * 'unsafe-inline' 'wasm-unsafe-eval' data: blob:"

// widening does the same to the policy with which the page locks itself, where the page's address names a directive.
const widening = `const open = new URLSearchParams(location.search).get("open"), set = Element.prototype.setAttribute;
	const widened = value => value.split("; ").filter(part => !part.startsWith(open + " ")).concat(open + %q)
		.join("; ");
	if (open) Element.prototype.setAttribute = function (name, value) {
		set.call(this, name, this instanceof HTMLMetaElement && name === "content" &&
			value.includes("default-src") ? widened(value) : value);
	};`

// TestEachWayOpened: where one part of the protection is taken out, "Test it" shows the ways that it held, and no
// others, in another light.
func TestEachWayOpened(t *testing.T) {
	for _, browser := range waysBrowsers {
		t.Run(browser, func(t *testing.T) {
			a := inBrowser(t, browser, opening{}.served(t), "", fmt.Sprintf(widening, everything))
			whole := byWay(a.report(t))
			for _, o := range openings {
				if browser == waysBrowsers[0] || o.everywhere {
					a.turn(o.served(t))
					o.differs(t, whole, byWay(a.report(t)))
				}
			}
		})
	}
}

func byWay(rows []reported) map[string]reported {
	all := map[string]reported{}
	for _, r := range rows {
		all[r.Way] = r
	}
	return all
}

// differs compares the report of the opened page with that of the whole one.
func (o opening) differs(t *testing.T, whole, opened map[string]reported) {
	t.Helper()
	for name, before := range whole {
		after := opened[name]
		expected := before.Class != "shut" // of these nobody could say before
		for _, part := range o.was {
			expected = expected || strings.Contains(before.Text, part)
		}
		// What the default refuses passes where any directive lets it.
		expected = expected || o.directive != "" && strings.Contains(before.Text, "(default-src)")
		if after != before && !expected {
			t.Errorf("%s: the report says %q, before %q, and it is no way of %s", name, after.Text,
				before.Text, o.name)
		}
		if o.directive != "" && strings.Contains(after.Text, "("+o.directive) {
			t.Errorf("%s: %s is open, and the report still says %q", o.name, name, after.Text)
		}
	}
	for _, name := range o.leaky {
		if whole[name].Class != "shut" || opened[name].Class != "leaky" {
			t.Errorf("%s: %s is open, and the report says %q (before %q)", o.name, name, opened[name].Text,
				whole[name].Text)
		}
	}
}
