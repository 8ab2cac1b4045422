package logic

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dcctree/core/words"
)

// TestPartsStandInTheSkeleton: every stable name has its elements in index.html, once each, and a name in the text
// table; a control's panel comes before it.
func TestPartsStandInTheSkeleton(t *testing.T) {
	page := readSite(t, "index.html")
	seen := map[string]bool{}
	for _, p := range Parts() {
		if seen[p.Name] || !regexp.MustCompile(`^[a-z]+$`).MatchString(p.Name) {
			t.Errorf("the name %q is used twice or is no plain word", p.Name)
		}
		seen[p.Name] = true
		if p.Panel != "" && !seen[p.Panel] {
			t.Errorf("%s comes before its panel %s", p.Name, p.Panel)
		}
		if panel, _ := PartByName(p.Panel); p.Locks && p.Panel != "" && !panel.Locks {
			t.Errorf("%s can be locked, its panel %s cannot", p.Name, p.Panel)
		}
		all := append(slices.Clone(p.IDs), p.Inner...)
		if p.Point != "" {
			all = append(all, p.Point)
		}
		for _, id := range all {
			if n := strings.Count(page, ` id="`+id+`"`); n != 1 {
				t.Errorf("%s: #%s stands in the skeleton %d times", p.Name, id, n)
			}
		}
		if !words.Has(p.Label) {
			t.Errorf("%s has no name: the table lacks %q", p.Name, p.Label)
		}
	}
	for _, want := range strings.Fields("data model run trees across predictions compare diagnostics log take " +
		"header footer lock language seed preset step pause stop back") {
		if !seen[want] {
			t.Errorf("there is no part %q", want)
		}
	}
	for _, name := range LocksAll() {
		if p, known := PartByName(name); !known || !p.Locks {
			t.Errorf("lock=1 locks %q, which cannot be locked", name)
		}
	}
}

// TestEverySectionIsAPart: what a link hides can be all of the page; no panel is forgotten in the table.
func TestEverySectionIsAPart(t *testing.T) {
	covered := map[string]bool{}
	for _, p := range Parts() {
		for _, id := range p.IDs {
			covered[id] = true
		}
	}
	for _, m := range regexp.MustCompile(`<(?:section|header|footer)[^>]*>`).FindAllString(
		readSite(t, "index.html"), -1) {
		id := regexp.MustCompile(` id="([^"]+)"`).FindStringSubmatch(m)
		inDialog := strings.Contains(m, "leftout-h")
		if !inDialog && !strings.Contains(m, "tutorial") && (id == nil || !covered[id[1]]) {
			t.Errorf("no part covers %s", m)
		}
	}
}

func TestViewOfALink(t *testing.T) {
	cases := []struct {
		hash    string
		want    View
		refused []string
	}{
		{"hide=log,compare&hide=seed,log&show=run,trees,log,seed",
			View{Show: []string{"run", "trees", "log", "seed"}, Hide: []string{"log", "compare", "seed"}},
			nil},
		{"hide=advanced,log&show=&lock=trees,seed", View{Hide: []string{"log"}, Lock: []string{"seed"}},
			[]string{"hide=advanced", "show", "lock=trees"}},
		{"lock=1&lock=run", View{Lock: []string{"data", "model", "run"}}, nil},
		{"theme=dark&steps=5", View{Theme: "dark", Steps: 5}, nil},
		{"theme=dark&theme=auto&steps=0&steps=-1&steps=x&steps=1e3&theme=&theme=blue", View{},
			[]string{"steps", "steps", "steps", "steps", "theme", "theme"}},
		{"data=x%2Cy%0A1%2C2&data=", View{Data: "x,y\n1,2"}, []string{"data"}},
		{"data=" + strings.Repeat("a", LongestData+1), View{}, []string{"data"}},
		{"parent=https%3A%2F%2Fschool.example%3A8443", View{Parent: "https://school.example:8443"}, nil},
		{
			"parent=null&parent=*&parent=https://&parent=school.example&parent=https://a.example/" +
				"&parent=HTTPS://a.example&parent=javascript:alert(1)",
			View{},
			[]string{"parent", "parent", "parent", "parent", "parent", "parent", "parent"},
		},
		{"embed=1&shared=1&embed=yes", View{}, []string{"embed"}},
		{"tutorial=run%3A%20Press%20Run.|tree:Which%20split: first?|Write it down.|nothing: at all",
			View{Tutorial: []Lesson{{"run", "Press Run."}, {"tree", "Which split: first?"},
				{"", "Write it down."},
				{"", "nothing: at all"}}}, nil},
		{"tutorial=a||b&tutorial=run:&tutorial=&tutorial=" + strings.Repeat("a|", MostLessons) + "a&tutorial=" +
			strings.Repeat("a", LongestLesson+1), View{},
			[]string{"tutorial", "tutorial", "tutorial", "tutorial", "tutorial"}},
	}
	for _, c := range cases {
		got, refused := ParseLink("#"+c.hash, true)
		if !reflect.DeepEqual(got.View, c.want) || !reflect.DeepEqual(refused, c.refused) {
			t.Errorf("%.80q: got %+v, refused %q; want %+v, refused %q", c.hash, got.View, refused, c.want,
				c.refused)
		}
	}
}

func TestModeChoosesThePreset(t *testing.T) {
	for _, c := range []struct {
		hash, preset string
		refused      []string
	}{
		{"mode=paper", paperPreset, nil},
		{"mode=fast", FastPreset, nil},
		{"mode=paper&preset=quick", shortPreset, nil},
		{"preset=first&mode=fast", FirstPreset, nil},
		{"mode=paper&preset=first", FirstPreset, []string{"mode"}},
		{"mode=slow", FastPreset, []string{"mode"}},
	} {
		if got, refused := ParseLink(c.hash, true); got.Choice.Preset != c.preset ||
			!reflect.DeepEqual(refused, c.refused) {
			t.Errorf("%s: preset %s, refused %q; want %s, %q", c.hash, got.Choice.Preset, refused, c.preset,
				c.refused)
		}
	}
}

// TestRunningByItself: a page runs at once where nothing is said, a frame does not.
func TestRunningByItself(t *testing.T) {
	for hash, want := range map[string][2]bool{"": {true, false}, "run=0": {false, false},
		"autorun=0": {false, false}, "autorun=1": {true, true}, "run=1": {true, true}} {
		page, _ := ParseLink(hash, true)
		frame, _ := ParseLink(hash, false)
		if got := [2]bool{page.Run, frame.Run}; got != want {
			t.Errorf("%q: page and frame run %v, want %v", hash, got, want)
		}
	}
}

func TestWhatAViewShows(t *testing.T) {
	seen := func(v View) string {
		var all []string
		for _, p := range Parts() {
			if v.Shows(p) {
				all = append(all, p.Name)
			}
		}
		return strings.Join(all, " ")
	}
	whole := seen(View{})
	if strings.Count(whole, " ") != len(Parts())-1 {
		t.Errorf("without a word only these are shown: %s", whole)
	}
	for _, c := range []struct {
		view View
		want string
	}{
		{View{Show: []string{"run", "seed", "weights"}},
			"model seed run start pause back step stop trees weights"},
		{View{Show: []string{"run", "trees"}, Hide: []string{"step", "weights"}},
			"run start pause back stop trees tree"},
		{View{Show: []string{"seed"}, Hide: []string{"model"}}, ""},
		{View{Show: []string{"language"}}, "footer language"},
	} {
		if got := seen(c.view); got != c.want {
			t.Errorf("%+v shows %q, want %q", c.view, got, c.want)
		}
	}
	locked := View{Lock: []string{"model", "step"}}
	for name, want := range map[string]bool{"model": true, "seed": true, "settings": true, "step": true,
		"run": false, "data": false, "trees": false} {
		if p, _ := PartByName(name); locked.Locks(p) != want {
			t.Errorf("%s: locked %v, want %v", name, !want, want)
		}
	}
}

// TestThemesAreTheSchemes: the colors that a link asks for are those that the device would have asked for.
func TestThemesAreTheSchemes(t *testing.T) {
	style := readSite(t, "style.css")
	asked := regexp.MustCompile(`:root\[data-theme=dark\]\{([^}]*)\}`).FindStringSubmatch(style)
	preferred := regexp.MustCompile(
		`@media \(prefers-color-scheme:dark\)\{:root:not\(\[data-theme=light\]\)\{([^}]*)\}\}`).
		FindStringSubmatch(style)
	if asked == nil || preferred == nil {
		t.Fatal("the dark colors do not stand in the style sheet as agreed")
	}
	want := strings.TrimSpace(preferred[1])
	if strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(asked[1]), "color-scheme:dark;")) != want ||
		strings.Count(want, "--") < 15 {
		t.Errorf("the dark theme is\n%s\nthe dark scheme\n%s", asked[1], want)
	}
	if strings.Count(style, "prefers-color-scheme") != 1 {
		t.Error("the scheme is asked for elsewhere in the style sheet, where a theme would not hold")
	}
}
