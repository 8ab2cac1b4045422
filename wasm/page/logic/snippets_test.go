package logic

import (
	"html"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func tickedBut(names ...string) map[string]bool {
	ticked := map[string]bool{}
	for _, p := range Parts() {
		ticked[p.Name] = true
	}
	for _, name := range names {
		delete(ticked, name)
	}
	return ticked
}

// TestViewOfTicks: what is ticked is what the view shows, said in the shorter way.
func TestViewOfTicks(t *testing.T) {
	for _, c := range []struct {
		ticked map[string]bool
		want   View
	}{
		{tickedBut(), View{}},
		{tickedBut("log", "seed"), View{Hide: []string{"log", "seed"}}},
		{map[string]bool{"run": true, "start": true, "pause": true, "trees": true, "weights": true,
			"tree": true},
			View{Show: []string{"run", "trees"}, Hide: []string{"back", "step", "stop"}}},
	} {
		got := ViewOf(c.ticked)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %+v, want %+v", c.ticked, got, c.want)
		}
		for _, p := range Parts() {
			if want := c.ticked[p.Name] && (p.Panel == "" || c.ticked[p.Panel]); got.Shows(p) != want {
				t.Errorf("%v: %s is shown %v", c.ticked, p.Name, !want)
			}
		}
	}
}

// TestSnippetsSayTheSame: the frame's link reads back as what was chosen, and element and module name the same values.
func TestSnippetsSayTheSame(t *testing.T) {
	link := Link{Choice: DefaultChoice(), Run: true,
		View: View{Show: []string{"run", "trees"}, Lock: []string{"data", "model"},
			Tutorial: []Lesson{{"run", `Press "Run" & watch.`}, {"", "a < b"}}}}
	link.Choice.Sample, link.Choice.Seed, link.Choice.Settings = "iris", "7", map[string]string{
		"chains": "8", "priors.leafSD": ".5",
	}
	link.Choice.HoldoutSeed = "3"
	s := Snippet{Base: "https://school.example/dcc/", Link: link, Height: 500}
	src := regexp.MustCompile(`src="https://school\.example/dcc/embed\.html(#[^"]*)"`).FindStringSubmatch(s.Frame())
	if src == nil {
		t.Fatalf("the frame is %s", s.Frame())
	}
	back, refused := ParseLink(html.UnescapeString(src[1]), false)
	if !reflect.DeepEqual(back, link) || refused != nil {
		t.Errorf("the frame's link reads back as %+v, refused %v; want %+v", back, refused, link)
	}
	for _, want := range []string{`dataset="iris"`, `seed="7"`, `show="run,trees"`, `lock="data,model"`,
		`tutorial="run: Press &quot;Run&quot; &amp; watch.|a &lt; b"`, `autorun="1"`,
		`.settings = { "chains": "8", "priors.leafSD": ".5" };`,
		`src="https://school.example/dcc/dcctree.js"`} {
		if !strings.Contains(s.Element(), want) {
			t.Errorf("the element lacks %s:\n%s", want, s.Element())
		}
	}
	for _, want := range []string{`from "https://school.example/dcc/dcctree.js"`, `dataset: "iris",`, `seed: "7",`,
		`tutorial: "run: Press \"Run\" & watch.|a \x3C b",`,
		`settings: { "chains": "8", "priors.leafSD": ".5" },`} {
		if !strings.Contains(s.Module(), want) {
			t.Errorf("the module lacks %s:\n%s", want, s.Module())
		}
	}
	if _, _, left := s.Options(); !reflect.DeepEqual(left, []string{"holdoutseed"}) {
		t.Errorf("left out of element and module: %v", left)
	}
}

func TestSnippetsWithATable(t *testing.T) {
	link := Link{Choice: Choice{Target: "y", Task: "auto", Preset: FastPreset, Seed: "1"}}
	s := Snippet{Base: "http://127.0.0.1/", Link: link, Height: 500, Table: "x,y\n1,</script>\n"}
	src := regexp.MustCompile(`embed\.html(#[^"]*)"`).FindStringSubmatch(s.Frame())
	back, refused := ParseLink(html.UnescapeString(src[1]), false)
	if back.View.Data != s.Table || back.Choice.Target != "y" || refused != nil {
		t.Errorf("the frame's link reads back as %+v, refused %v", back, refused)
	}
	if strings.Contains(s.Module(), "x,y\\n1,</script>") ||
		!strings.Contains(s.Module(), `data: "x,y\n1,\x3C/script>\n",`) {
		t.Errorf("the module is %s", s.Module())
	}
	if strings.Contains(s.Element(), "dataset=") {
		t.Errorf("the element names a sample beside its table: %s", s.Element())
	}
}

// TestTableInAScriptElement: a table that could end the script element, hide its end, or not come out of it as it went
// in is set by script, in which no "<" stands; any other stays readable.
func TestTableInAScriptElement(t *testing.T) {
	for table, plain := range map[string]bool{
		"x,y\n1,a\n": true, "x,y\r\n1,a<b\r\n2,<b>": true, "x,y\n1,<!--<script\n": false,
		"x,y\n1,<ScRiPt>\n": false, "x,y\n1,</SCRIPT \n": false, "\ufeffx,y\n1,a\n": false,
		"x\ty\n1\t\n": false, "x,y\r\n1,\"a\r\nb\"\r\n": false,
	} {
		got := Snippet{Base: "/", Link: Link{Choice: Choice{Target: "y"}}, Table: table}.Element()
		if strings.Contains(got, "text/csv") != plain || strings.Contains(got, `.data = "x,y`) && plain {
			t.Errorf("%q becomes %s", table, got)
		}
		body := strings.NewReplacer("<script type=\"", "", "</script>", "", "<dcc-tree", "", "</dcc-tree>",
			"").Replace(got)
		if !plain && strings.Contains(body, "<") {
			t.Errorf("%q leaves a < in %s", table, body)
		}
	}
}

func TestFileOf(t *testing.T) {
	for address, want := range map[string]string{"file:///home/a%20b/lab.html#dataset=wu": "lab.html",
		"https://a.example/b/c.htm?d=/e.html#f/g.html": "c.htm", "blob:null/5e1c7a7c-6a0a": "dcctree.html",
		"https://a.example/files/": "dcctree.html", "about:srcdoc": "dcctree.html"} {
		if got := FileOf(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// TestSnippetOfAFile: the page in one file stands in a frame that may run scripts alone.
func TestSnippetOfAFile(t *testing.T) {
	s := Snippet{Base: "file:///home/me/", File: "lab.html", Link: Link{Choice: DefaultChoice()}, Height: 500}
	got := s.Frame()
	if !strings.HasPrefix(got, `<iframe sandbox="allow-scripts" src="lab.html#`) ||
		!strings.Contains(got, "&amp;embed=1\"") || strings.Contains(got, "home") ||
		strings.Contains(got, "embed.html") {
		t.Errorf("the snippet is %s", got)
	}
}
