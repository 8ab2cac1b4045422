// This file tests the page in a frame: a host page on another origin frames embed.html as a server without special
// headers sends it.

//go:build browser

package browser

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// hostPage frames whatever stands behind its own #, keeps what the frame says in heard, and gives it the height that it
// asks for.
const hostPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course page</title>
<style>body{margin:16px;font:16px sans-serif} iframe{border:0;width:100%;display:block}</style>
<h1>A lesson</h1><button id="before">Before</button><main></main><button id="after">After</button>
<script>
	const heard = [];
	const frame = document.createElement("iframe");
	frame.title = "DCC-Tree";
	frame.src = decodeURIComponent(location.hash.slice(1));
	document.querySelector("main").append(frame);
	addEventListener("message", e => {
		if (e.source !== frame.contentWindow) return;
		heard.push(e.data);
		if (e.data.type === "height") frame.style.height = e.data.height + "px";
	});
	const say = (type, more = {}) => frame.contentWindow.postMessage({dcctree: 1, type, ...more}, "*");
	const last = type => heard.findLast(m => m.type === type);
</script></html>`

// hosted serves a host page on an origin of its own, without any header about policies.
func hosted(t *testing.T) string {
	t.Helper()
	at, stop, err := listen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, hostPage)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return at
}

// embedded is the address of the page for frames, on the host without headers, with a link.
func embedded(link string) string { return shared.static + "/embed.html#" + link }

// framing opens a host page around a link and waits until the frame stands. The link obeys the host where it says
// parent=HOST.
func framing(t *testing.T, link string) (*tab, string) {
	t.Helper()
	host := hosted(t)
	link = strings.ReplaceAll(link, "HOST", url.QueryEscape(host))
	b := newTab(t)
	b.allow("does not match the recipient window's origin") // what is told to a parent that is not there
	b.open(host + "/#" + url.PathEscape(embedded(link)))
	b.wait("the frame to be dressed", "heard.length > 0", patience)
	b.inFrame("the frame to be ready",
		`document.documentElement.hasAttribute("data-dressed") &&
			document.getElementById("state").textContent !== ""`)
	return b, host
}

// frameWorld is a world of scripts in the frame; what it sees is the frame's document.
func (b *tab) frameWorld() runtime.ExecutionContextID {
	b.Helper()
	tree, err := chromedp.Call(b.ctx, page.GetFrameTree, cdp.Empty{})
	if err != nil || len(tree.FrameTree.ChildFrames) == 0 {
		b.Fatalf("the frame cannot be found: %v", err)
	}
	world, err := chromedp.Call(b.ctx, page.CreateIsolatedWorld,
		page.CreateIsolatedWorldParams{FrameID: tree.FrameTree.ChildFrames[0].Frame.ID, WorldName: "test"})
	if err != nil {
		b.Fatal(err)
	}
	return world.ExecutionContextID
}

// frameText evaluates an expression in the frame's document and returns its value as text.
func (b *tab) frameText(expression string) string {
	b.Helper()
	world := b.frameWorld()
	byValue, wait := true, true
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	answer, err := chromedp.Call(ctx, runtime.Evaluate,
		runtime.EvaluateParams{Expression: "(async () => String(await (" + expression + ")))()",
			ContextID: world, ReturnByValue: &byValue, AwaitPromise: &wait})
	if err != nil || answer.ExceptionDetails != nil {
		b.Fatalf("in the frame, %.200s: %v %v", expression, err, answer)
	}
	return strings.Trim(string(answer.Result.Value), `"`)
}

// inFrame waits until the expression is true in the frame.
func (b *tab) inFrame(what, expression string) {
	b.Helper()
	for start := time.Now(); time.Since(start) < patience; time.Sleep(50 * time.Millisecond) {
		if b.frameText("Boolean("+expression+")") == "true" {
			return
		}
	}
	b.Fatalf("waited %v for %s; heard %s", patience, what,
		evaluate[string](b, "JSON.stringify(heard.map(({words, translations, ...m}) => m)).slice(-1500)"))
}

func TestFrameTellsItsHeightAndObeysItsParent(t *testing.T) {
	b, _ := framing(t, "dataset=wu&preset=first&parent=HOST&show=run,trees")
	b.viewport(800, 900) // wide frames keep room for the tree
	b.wait("ready", "last('ready')", patience)
	heights := func() []float64 {
		return evaluate[[]float64](b, "heard.filter(m => m.type === 'height').map(m => m.height)")
	}
	b.wait("the height at this width", "last('height').height < 800", patience)
	if h := heights(); len(h) == 0 || h[len(h)-1] < 100 || h[len(h)-1] > 800 {
		t.Fatalf("the frame says it is %v px high", h)
	}
	quietHeight := heights()
	execute(b, "say('step')")
	b.wait("a step", "heard.filter(m => m.type === 'step').length === 1 && last('progress')?.state === 'paused'",
		patience)
	execute(b, "say('run')")
	b.wait("the run to go on", "heard.filter(m => m.type === 'step').length > 2", patience)
	execute(b, "say('pause')")
	b.wait("the pause", "['paused', 'done'].includes(last('progress').state)", patience)
	if evaluate[string](b, "last('progress').state") == "paused" {
		execute(b, "say('run')")
	}
	b.wait("the end", "last('done')", 2*patience)
	b.inFrame("the tree", `document.querySelector("#tree svg")`)
	b.wait("the frame to grow with its tree",
		fmt.Sprintf("last('height').height > %g", quietHeight[len(quietHeight)-1]+100), patience)
	told := func() (got float64, want string) {
		return evaluate[float64](b, "last('height').height"),
			b.frameText("Math.ceil(document.body.getBoundingClientRect().height)")
	}
	got, want := told()
	for began := time.Now(); fmt.Sprint(got) != want && time.Since(began) < patience; got, want = told() {
		time.Sleep(100 * time.Millisecond) // the last results are drawn
	}
	if fmt.Sprint(got) != want {
		t.Errorf("the frame says %g px, its document has %s", got, want)
	}
	if n := len(heights()); n > 60 {
		t.Errorf("%d heights were told", n)
	}
	if got := evaluate[[]string](b, "[...new Set(heard.filter(m => m.dcctree !== 1).map(m => m.type))]"); len(got) >
		0 {
		t.Errorf("messages without a version: %v", got)
	}
}

// A frame whose link names no parent, or another one, says its height and nothing else, and does nothing.
func TestFrameObeysNobodyElse(t *testing.T) {
	for name, link := range map[string]string{"no parent": "dataset=wu",
		"another parent": "dataset=wu&parent=https%3A%2F%2Fother.example",
		"two parents":    "dataset=wu&parent=HOST&parent=HOST"} {
		t.Run(name, func(t *testing.T) {
			b, _ := framing(t, link)
			execute(b, "['run', 'step', 'stop', 'connect'].forEach(type => say(type))")
			time.Sleep(1500 * time.Millisecond)
			state := b.frameText(
				`document.getElementById("state").textContent +
					document.getElementById("steps").textContent`)
			if state != "ready" {
				t.Errorf("the frame is %q", state)
			}
			got := evaluate[[]string](b, "[...new Set(heard.map(m => m.type))]")
			if !slices.Equal(got, []string{"height"}) {
				t.Errorf("the frame said %v", got)
			}
			told := strings.Contains(b.frameText(`document.getElementById("notice").textContent`), "parent")
			if told != (name == "two parents") {
				t.Errorf("that the link's parent is not obeyed is told: %v", told)
			}
		})
	}
}
