// This file runs every recipe of docs/embedding.md, taken out of the document itself: to the digest of the native run,
// with nothing that leaves.

//go:build browser

package browser

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// snippets reads the fenced blocks of the document that stand under a comment of the kind: <!-- recipe: name -->.
func snippets(t *testing.T, kind string) map[string]string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(shared.root, "docs", "embedding.md"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^<!-- `+kind+`: ([\w-]+) -->$`).FindAllStringSubmatchIndex(
		string(body), -1) {
		name := string(body[m[2]:m[3]])
		rest := strings.TrimPrefix(string(body[m[1]:]), "\n")
		opening, inside, _ := strings.Cut(rest, "\n")
		fence := regexp.MustCompile("^`{3,}").FindString(opening)
		text, _, closed := strings.Cut(inside, "\n"+fence+"\n")
		if fence == "" || !closed || out[name] != "" {
			t.Fatalf("the %s %s has no block of its own below it", kind, name)
		}
		out[name] = text
	}
	return out
}

// plainPage puts a snippet into the plainest page there is.
func plainPage(snippet string) string {
	return "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>A lesson</title><h1>A lesson</h1>\n" +
		snippet
}

// framedRun presses Run in the frame where the recipe leaves that to people, and holds the run, which is one by the
// preset first, against the native one. Then it tries every way out. A whole run in a frame is made by
// TestNothingLeavesAFrame.
func (l *coursePage) framedRun(part string, press bool) *tab {
	l.Helper()
	l.allow("can escape its sandboxing", "X-Frame-Options", "recipient window's origin")
	l.allow(triedSays...)
	f := l.inside(part)
	f.allow(l.allowed...)
	if press {
		f.wait("Run to be offered", query("run")+"?.disabled === false", patience)
		f.set("preset", "first")
		execute(f, query("run")+".click()")
	}
	f.rests("done")
	f.wait("the digest", "document.querySelector('#facts').textContent.includes('Digest of the results')", patience)
	if got, want := evaluate[string](f, shownDigest), digestOfSample(l.T); got != want {
		l.Errorf("the digest is %s, natively %s", got, want)
	}
	l.sealed(f)
	return f
}

// sealed tries every way out of a document that is locked: no listener is reached, and neither server is asked for
// anything more.
func (l *coursePage) sealed(f *tab) {
	l.Helper()
	_, before, _ := l.own.sum()
	_, kitBefore, _ := l.kits.sum()
	trap := newTrap(l.T)
	if n := script[int](f, tryWays(l.T, trap.URL)); n < 60 {
		l.Errorf("%d ways out were tried", n)
	}
	time.Sleep(500 * time.Millisecond) // what was sent late may arrive late
	if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
		l.Errorf("reached the listener: %v, %d connections", paths, connections)
	}
	_, after, names := l.own.sum()
	_, kitAfter, kitNames := l.kits.sum()
	if after != before || kitAfter != kitBefore {
		l.Errorf("a server was asked for more after the run: %v %v", names, kitNames)
	}
}

// recipes run the snippet of that name.
var recipes = map[string]func(t *testing.T, snippet string){
	"frame": func(t *testing.T, snippet string) {
		l := newLesson(t, course{markup: plainPage(snippet)})
		f := l.framedRun("embed.html", true)
		if evaluate[bool](f, `document.getElementById("data").checkVisibility()`) ||
			!evaluate[bool](f, `document.getElementById("plate").checkVisibility()`) {
			t.Error("the frame does not show what its link says")
		}
	},
	"height": func(t *testing.T, snippet string) {
		short := strings.Replace(snippet, "autorun=1", "preset=first&amp;autorun=1", 1)
		l := newLesson(t, course{markup: plainPage(short)})
		l.framedRun("embed.html", false)
		l.wait("the frame's height to fit",
			`(f => f.style.height !== "" && f.clientHeight > 300)(document.querySelector("iframe"))`,
			patience)
	},
	"parent": func(t *testing.T, snippet string) {
		l := newLesson(t, course{markup: plainPage(snippet)})
		f := l.inside("embed.html")
		f.wait("the frame to be ready", query("run")+"?.disabled === false", patience)
		f.set("preset", "first")
		l.clickOn("#go")
		l.wait("the end of the run to be heard",
			`/^done after \d+ steps$/.test(document.getElementById("heard").textContent)`, 2*patience)
		l.framedRun("embed.html", false)
	},
	"sandbox": func(t *testing.T, snippet string) {
		lessonWithFile(t, plainPage(snippet)).framedRun("dcctree.html", true)
	},
	"sandbox-origin": func(t *testing.T, snippet string) {
		newLesson(t, course{markup: plainPage(snippet)}).framedRun("embed.html", true)
	},
	"element":      runElement,
	"element-data": runElementData,
	"module":       runModule,
	"quarto":       runQuarto,
	"jupyter": func(t *testing.T, snippet string) {
		newLesson(t, course{markup: plainPage(jupyterHTML(t, snippet))}).framedRun("embed.html", true)
	},
	"jupyter-file": runJupyterFile,
	"reveal":       runReveal,
}

func TestRecipes(t *testing.T) {
	texts := snippets(t, "recipe")
	if got, want := slices.Sorted(maps.Keys(texts)), slices.Sorted(maps.Keys(recipes)); !slices.Equal(got, want) {
		t.Errorf("the document has the recipes %q, this test runs %q", got, want)
	}
	for _, name := range slices.Sorted(maps.Keys(recipes)) {
		t.Run(name, func(t *testing.T) { recipes[name](t, texts[name]) })
	}
}

// lessonWithFile has the single file beside the page.
func lessonWithFile(t *testing.T, markup string) *coursePage {
	t.Helper()
	return newLesson(t, course{markup: markup, files: map[string]string{"dcctree.html": singlePath(t)}})
}

// runElement: the frame that the element makes is of the page's own origin.
func runElement(t *testing.T, snippet string) {
	l := newLesson(t, course{markup: plainPage(snippet)})
	f := l.framedRun("embed.html", true)
	if evaluate[bool](f, `document.getElementById("predictions").checkVisibility()`) ||
		!evaluate[bool](f, `document.getElementById("plate").checkVisibility()`) {
		t.Error("the frame does not show what the element says")
	}
	l.wait("the element to know", `document.querySelector("dcc-tree").digest().then(d => d.digest.length > 10)`,
		patience)
	if _, asked, _ := l.kits.sum(); asked > 0 {
		t.Errorf("another host was asked %d times", asked)
	}
}

// runElementData: the table that stands in the page reaches the frame, and no server.
func runElementData(t *testing.T, snippet string) {
	l := newLesson(t, course{markup: plainPage(snippet)})
	l.allow(triedSays...)
	f := l.inside("embed.html")
	f.rests("done")
	if tree := f.text("tree"); !strings.Contains(tree, "light") {
		t.Errorf("the tree of the table reads %q", tree)
	}
	address := evaluate[string](f, "location.href")
	if strings.Contains(address, "light") || strings.Contains(address, "data=") {
		t.Errorf("data stand in the address %s", address)
	}
	l.sealed(f)
}

// runModule: the page itself samples, and is shut by then.
func runModule(t *testing.T, snippet string) {
	l := newLesson(t, course{markup: plainPage(snippet)})
	l.allow(triedSays...)
	l.wait("the answer", `/has probability 0\.\d\d$/.test(document.getElementById("answer").textContent)`,
		2*patience)
	l.wait("the tree", `document.querySelector("#figure svg") !== null`, patience)
	l.sealed(l.tab)
}

// runQuarto renders the document as pandoc does, plain and with everything packed into it.
func runQuarto(t *testing.T, snippet string) {
	source := file(t, "lesson.qmd", []byte(snippet))
	for _, more := range [][]string{nil, {"--self-contained"}} {
		cmd := exec.Command("pandoc", append([]string{"--standalone", "--from=markdown", "--to=html5", source},
			more...)...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("pandoc: %v (scripts/setup installs it)", err)
		}
		if n := strings.Count(string(out), kitName+"/dcctree/embed.html#"); n != 1 {
			t.Fatalf("pandoc %v names the frame's page %d times:\n%s", more, n, out)
		}
		if more == nil {
			newLesson(t, course{markup: string(out)}).framedRun("embed.html", true)
		}
	}
}

// iframeFormat is what IPython.display.IFrame writes (IPython 8.12, lib/display.py), with width, height and src.
const iframeFormat = `
        <iframe
            width="%s"
            height="%s"
            src="%s"
            frameborder="0"
            allowfullscreen
            
        ></iframe>
        `

// jupyterHTML is what a notebook would show of the snippet: as IPython says, where it is installed, and as it says in
// the version named above else.
func jupyterHTML(t *testing.T, snippet string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^IFrame\("([^"]+)", width="([^"]+)", height=(\d+)\)$`).FindStringSubmatch(snippet)
	if m == nil {
		t.Fatalf("no IFrame in %q", snippet)
	}
	foreseen := fmt.Sprintf(iframeFormat, m[2], m[3], m[1])
	if exec.Command("python3", "-c", "import IPython").Run() != nil {
		t.Log("IPython is not installed: the HTML is what its source says")
		return foreseen
	}
	head, last, _ := strings.Cut(snippet, "\nIFrame(")
	out, err := exec.Command("python3", "-c", head+"\nprint(IFrame("+last+"._repr_html_(), end='')").Output()
	if err != nil {
		t.Fatalf("python3: %v", err)
	}
	if string(out) != foreseen {
		t.Errorf("IPython writes %q, foreseen is %q", out, foreseen)
	}
	return string(out)
}

// runJupyterFile serves the file as Jupyter serves what lies beside a notebook (jupyter_server, files/handlers.py): in
// a sandbox that a header makes.
func runJupyterFile(t *testing.T, snippet string) {
	name := singlePath(t)
	sandboxed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy",
			"frame-ancestors 'self'; report-uri /api/security/csp-report; sandbox allow-scripts")
		http.ServeFile(w, r, name)
	})
	markup := strings.Replace(jupyterHTML(t, snippet), `src="dcctree.html`, `src="under/dcctree.html`, 1)
	newLesson(t, course{markup: plainPage(markup), under: sandboxed}).framedRun("dcctree.html", true)
}

// runReveal puts the slide behind another one: the frame is loaded when the slide comes.
func runReveal(t *testing.T, snippet string) {
	dist := filepath.Join(shared.root, "browser", "npm", "node_modules", "reveal.js", "dist")
	if _, err := os.Stat(dist); err != nil {
		t.Fatalf("run scripts/setup first: %v", err)
	}
	l := newLesson(t, course{under: http.FileServer(http.Dir(dist)),
		markup: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Slides</title>
		<link rel="stylesheet" href="under/reveal.css"><link rel="stylesheet" href="under/theme/white.css">
		<div class="reveal"><div class="slides"><section><h2>First</h2></section>
		<section><h2>Second</h2></section><section><h2>Third</h2></section>
		<section><h2>Fourth</h2></section>` + snippet + `</div></div>
		<script src="under/reveal.js"></script><script>Reveal.initialize({viewDistance: 2});</script>`})
	l.wait("the slides", "Reveal.isReady()", patience)
	if evaluate[bool](l.tab, `document.querySelector("iframe").hasAttribute("src")`) {
		t.Error("the frame is loaded before its slide comes")
	}
	execute(l.tab, "Reveal.slide(4)")
	l.framedRun("embed.html", true)
}

// underPolicy run a recipe on a page with the document's policy, until it is plain that the policy lets it through.
var underPolicy = map[string]func(t *testing.T, snippet, policy string) *coursePage{
	"frame": func(t *testing.T, snippet, policy string) *coursePage {
		return newLesson(t, course{markup: plainPage(snippet), policy: policy})
	},
	"element": func(t *testing.T, snippet, policy string) *coursePage {
		return newLesson(t, course{markup: plainPage(snippet), policy: policy})
	},
	"module": func(t *testing.T, snippet, policy string) *coursePage {
		script := regexp.MustCompile(`(?s)<script type="module">(.*)</script>`)
		text := script.FindStringSubmatch(snippet)[1]
		markup := script.ReplaceAllString(snippet, `<script type="module" src="lesson.js"></script>`)
		return newLesson(t, course{markup: plainPage(markup), policy: policy,
			files: map[string]string{"lesson.js": file(t, "lesson.js", []byte(text))}})
	},
}

// let is true once the recipe works.
var let = map[string]func(l *coursePage){
	"frame": func(l *coursePage) {
		l.inside("embed.html").wait("Run to be offered", query("run")+"?.disabled === false", patience)
	},
	"element": func(l *coursePage) {
		l.inside("embed.html").wait("Run to be offered", query("run")+"?.disabled === false", patience)
	},
	"module": func(l *coursePage) {
		l.wait("the answer", `/has probability/.test(document.getElementById("answer").textContent)`,
			2*patience)
	},
}

// Each policy of the document lets its recipe through. The control: without what it allows the browser refuses.
func TestRecipesUnderAHostsPolicy(t *testing.T) {
	policies, texts := snippets(t, "policy"), snippets(t, "recipe")
	got, want := slices.Sorted(maps.Keys(policies)), slices.Sorted(maps.Keys(underPolicy))
	if !slices.Equal(got, want) {
		t.Errorf("the document has policies for %q, this test knows %q", got, want)
	}
	for name, open := range underPolicy {
		policy, found := strings.CutPrefix(policies[name], "Content-Security-Policy: ")
		if !found {
			t.Fatalf("the policy for %s is %q", name, policies[name])
		}
		t.Run(name, func(t *testing.T) {
			l := open(t, texts[name], policy)
			l.allow("Content Security Policy", "violates", "favicon")
			let[name](l)
		})
		t.Run(name+" refused", func(t *testing.T) {
			l := open(t, texts[name], "default-src 'none'")
			l.allow("Content Security Policy", "violates", "Framing", "favicon")
			l.wait("the refusal", `globalThis.refusals?.some(d => /^(frame|script)-src/.test(d))`, patience)
		})
	}
}
