// This file tests the dialog that makes snippets, by running what it makes in other pages.

//go:build browser

package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// lessonPage serves a page of a course with a snippet in it, beside the files of the kit.
func lessonPage(t *testing.T, snippet string) string {
	t.Helper()
	files := http.FileServer(http.Dir(shared.published))
	url, stop, err := listen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/lesson" {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!doctype html><html lang=en><title>A lesson</title>\n%s\n</html>", snippet)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return url
}

// tickOnly takes the ticks of all parts but those, with their controls.
func (b *tab) tickOnly(names ...string) {
	b.Helper()
	execute(b, fmt.Sprintf(
		`document.querySelectorAll("#embed-parts input").forEach(e => {
				const want = %s.includes(e.dataset.part) || %s.includes(e.dataset.panel);
				if (e.checked !== want) e.click();
			})`,
		quote(names), quote(names)))
}

func TestSnippetsRun(t *testing.T) {
	b := newTab(t)
	b.open(shared.static + "/" + atFirst)
	b.ready()
	b.rests("ready") // the table is open: nothing moves under the mouse
	b.click("embed-open")
	b.wait("the dialog", "document.getElementById('embed').open", patience)
	b.tickOnly("run", "trees")
	b.set("embed-data", "iris")
	b.set("embed-seed", "x")
	b.wait("the fault of the seed", query("embed-wrong")+".textContent !== ''", patience)
	b.set("embed-seed", "3")
	b.set("embed-height", "450")
	execute(b, "document.getElementById('embed-lock').click(); document.getElementById('embed-run').click()")
	b.set("embed-tutorial", "run: Press Run & watch.\n\nRead the \"first\" split.\n")
	b.wait("the snippets", query("embed-frame")+".value.includes('seed=3') && "+query("embed-wrong")+
		".textContent === ''", patience)
	frame, element, module := evaluate[string](b, query("embed-frame")+".value"), evaluate[string](b,
		query("embed-element")+".value"), evaluate[string](b, query("embed-module")+".value")
	for _, snippet := range []string{frame, element, module} {
		if !strings.Contains(snippet, "first") {
			t.Errorf("a snippet does not take over the preset of the page: %s", snippet)
		}
	}
	t.Logf("%s\n%s\n%s", frame, element, module)
	for name, snippet := range map[string]string{"frame": frame, "element": element, "module": module} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t)
			if name != "frame" { // the frame may stand on any host, the others beside the kit's files
				snippet = strings.ReplaceAll(snippet, shared.static, ".")
			}
			b.open(lessonPage(t, snippet) + "/lesson")
			frame := "document.querySelector('dcc-tree')?.shadowRoot?.querySelector('iframe')"
			if name == "frame" {
				frame = "document.querySelector('iframe')"
			}
			b.wait("the frame to grow with its tree", frame+"?.getBoundingClientRect().height > 700",
				2*patience)
			b.inFrame("the end of the run", `document.getElementById("state").textContent === "done"`)
			got := b.frameText(
				`[document.getElementById("data-line").textContent.slice(0, 4),
					document.getElementById("seed").value, document.getElementById("seed").disabled,
					document.getElementById("log").closest("[data-off]") !== null,
				document.getElementById("plate").closest("[data-off]") === null,
				document.querySelectorAll("#lessons li").length,
				document.querySelector("#lessons li").textContent].join()`)
			if got != "Iris,3,true,true,true,2,Press Run & watch." {
				t.Errorf("the %s shows %s", name, got)
			}
		})
	}
}

// An own table goes into a snippet only when it is chosen there.
func TestOwnTableInASnippet(t *testing.T) {
	b := newTab(t)
	b.open(shared.static + "/" + quiet)
	b.ready()
	b.choose("file-input", file(t, "mine.csv",
		[]byte("length,width,kind\n1,2,a\n2,3,b\n3,1,a\n4,4,b\n5,1,a\n6,2,b\n7,7,a\n8,1,b\n9,2,a\n10,3,b\n")))
	b.wait("the own table", `document.getElementById("data-line").textContent.includes("mine.csv:")`, patience)
	b.click("embed-open")
	b.wait("the dialog", "document.getElementById('embed').open", patience)
	got := evaluate[string](b, query("embed-frame")+".value + "+query("embed-element")+".value + "+
		query("embed-module")+".value")
	if strings.Contains(got, "length") || strings.Contains(got, "mine") || !strings.Contains(got, "dataset=wu") {
		t.Errorf("before the table was chosen the snippets hold %s", got)
	}
	b.set("embed-data", "-")
	for _, name := range []string{"embed-frame", "embed-element", "embed-module"} {
		if got := evaluate[string](b, query(name)+".value"); !strings.Contains(got, "length") ||
			strings.Contains(got, "dataset") {
			t.Errorf("%s does not hold the table, or names a sample: %s", name, got)
		}
	}
}

// breaking is a table whose cells end a script element, and hide the end of one.
const breaking = "length,width,kind\n1,2,a\n2,3,<!--<script>\n3,1,a\n4,4,</script><p " +
	"id=broken>\n5,1,a\n6,2,\"'\\\\u003c\"\n7,7,<b>\n8,1,a\n9,2,a\n10,3,a\n"

// keepsTable stands in for the kit: it keeps the table that an element or a call of mount() is given.
const keepsTable = `export const mount = (place, { data }) => { globalThis.given = data; };
	customElements.define("dcc-tree", class extends HTMLElement {
		connectedCallback() {
			addEventListener("load", () => {
				globalThis.given = this.data ??
					this.querySelector(":scope > script").textContent.trim();
			});
		}
	});`

// TestTableBreaksNoSnippet: written to a page, each snippet gives the very table, and the page after it is as it was.
func TestTableBreaksNoSnippet(t *testing.T) {
	b := newTab(t)
	b.open(shared.static + "/" + quiet)
	b.ready()
	b.choose("file-input", file(t, "mine.csv", []byte(breaking)))
	b.wait("the own table", `document.getElementById("data-line").textContent.includes("mine.csv:")`, patience)
	b.click("embed-open")
	b.wait("the dialog", "document.getElementById('embed').open", patience)
	b.set("embed-data", "-")
	given := map[string]string{
		"frame": `decodeURIComponent(
			/&data=([^&]*)/.exec(document.querySelector("iframe").getAttribute("src"))[1])`,
		"element": "globalThis.given", "module": "globalThis.given",
	}
	for name, expression := range given {
		snippet := strings.ReplaceAll(evaluate[string](b, query("embed-"+name)+".value"), shared.static, ".")
		url, stop, err := listen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			kind, text := "text/html; charset=utf-8", "<!doctype html><html lang=en><title>A "+
				"lesson</title>\n"+snippet+"\n<p id=after>After.</html>"
			switch r.URL.Path {
			case "/dcctree.js":
				kind, text = "text/javascript; charset=utf-8", keepsTable
			case "/embed.html":
				text = ""
			}
			w.Header().Set("Content-Type", kind)
			fmt.Fprint(w, text)
		}))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
		page := newTab(t)
		page.open(url + "/lesson")
		page.wait("the end of the page", `document.readyState === "complete"`, patience)
		got := evaluate[string](page,
			`[...document.querySelectorAll("#after:last-child, #broken")].map(e => e.id).join() + " " + `+
				expression)
		if strings.TrimSpace(got) != "after "+strings.TrimSpace(breaking) {
			t.Errorf("%s: the page has %q, want the table %q", name, got, breaking)
		}
	}
}
