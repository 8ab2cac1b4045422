package logic

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dcctree/core/words"
)

func readSite(t *testing.T, name string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "..", "site", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// sources returns the Go files of this package and of the panels but their tests, by name.
func sources(t *testing.T) map[string]string {
	t.Helper()
	own, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	panels, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range append(own, panels...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(body)
	}
	return files
}

// TestSkeletonSaysWhatTheTableSays holds the words of index.html, which stand there before the program runs, against
// the table.
func TestSkeletonSaysWhatTheTableSays(t *testing.T) {
	page := readSite(t, "index.html")
	spoken := regexp.MustCompile(`data-text="([^"]+)"[^>]*>([^<]*)<`).FindAllStringSubmatch(page, -1)
	if len(spoken) < 60 || len(spoken) != strings.Count(page, "data-text=") {
		t.Fatalf("found %d texts for %d keys", len(spoken), strings.Count(page, "data-text="))
	}
	for _, m := range spoken {
		if want := words.English.Raw(m[1]); want != m[2] {
			t.Errorf("%s: the skeleton says %q, the catalogue %q", m[1], m[2], want)
		}
	}
	for _, tag := range regexp.MustCompile(`<[^>]*data-label="([^"]+)"[^>]*>`).FindAllStringSubmatch(page, -1) {
		if want := `aria-label="` + words.English.Raw(tag[1]) + `"`; !strings.Contains(tag[0], want) {
			t.Errorf("%s lacks %s", tag[0], want)
		}
	}
}

// TestComposedTextsAreUsed holds the areas whose keys are put together at run time, which the test of core/words takes
// as used: each key stands in the sources or the skeleton, or is one that can be put together.
func TestComposedTextsAreUsed(t *testing.T) {
	all := readSite(t, "index.html")
	for name, body := range sources(t) {
		all += body
		for _, m := range regexp.MustCompile(`[tT]ext\("([^"]+)"\)`).FindAllStringSubmatch(body, -1) {
			if !words.Has(m[1]) {
				t.Errorf("%s asks for the text %q, which the catalogues lack", name, m[1])
			}
		}
	}
	composed := map[string]bool{} // keys put together at run time
	for _, s := range Samples() {
		composed[s.About] = true
	}
	for _, p := range Parts() {
		composed[p.Label] = true
	}
	for _, key := range []string{"run.ready", "run.paused", "run.stopped", "run.done", "run.broken",
		"task.regression", "task.classification", "compare.mean.head", "compare.class.head",
		"tree.how.regression", "tree.how.classification", "kind.numeric", "kind.text", "kind.date", "kind.days",
		"model.first", "model.fast", "model.quick", "model.paper", "model.first.say", "model.quick.say",
		"model.paper.say", "model.size.small.say", "model.size.large.say",
		"model.noise.common.say", "model.noise.heavy.say", "model.noise.leaf.say", "lock.from.page",
		"lock.from.worker", "lock.inside", "offline.none",
		"offline.saving", "offline.kept", "offline.newer", "offline.within", "all.say.regression",
		"all.say.classification", "plot.observed", "plot.residuals", "plot.calibration", "plot.confusion",
		"plot.map", "plot.evidence", "plot.trace", "plot.rank", "plot.weights"} {
		composed[key] = true
	}
	composed["set.trees.learned"] = true
	for _, g := range append(DialogGroups("paper"), allTreeSettings()) {
		for _, s := range g.Settings {
			composed["set."+s.Name], composed["set."+s.Name+".say"] = true, true
		}
	}
	for s := Ready; s <= Failed; s++ {
		composed["state."+s.String()] = true
	}
	for _, area := range strings.Fields("compare kind lock model offline part plot run set state task tree") {
		composed[area+"."] = true
	}
	for _, key := range words.Keys() {
		area, _, _ := strings.Cut(key, ".")
		if composed[area+"."] && !composed[key] && !strings.Contains(all, `"`+key+`"`) {
			t.Errorf("the text %q is used nowhere", key)
		}
	}
}

// TestElementsExist: what the program looks up by id stands in the skeleton, once.
func TestElementsExist(t *testing.T) {
	page := readSite(t, "index.html")
	for name, body := range sources(t) {
		for _, m := range regexp.MustCompile(`byID\("([^"]+)"\)`).FindAllStringSubmatch(body, -1) {
			if n := strings.Count(page, ` id="`+m[1]+`"`); n != 1 {
				t.Errorf("%s looks for #%s, which stands in the skeleton %d times", name, m[1], n)
			}
		}
	}
	for _, ref := range regexp.MustCompile(`(?:for|aria-labelledby|href)="#?([a-z-]+)"`).FindAllStringSubmatch(page,
		-1) {
		if !strings.Contains(page, ` id="`+ref[1]+`"`) {
			t.Errorf("%s points nowhere", ref[0])
		}
	}
}

// TestHooksForTests: what the browser tests take hold of.
func TestHooksForTests(t *testing.T) {
	page := readSite(t, "index.html")
	for _, hook := range strings.Fields("sample-wu sample-cgm sample-iris sample-wine sample-bcw file-input " +
		"test-file-input holdout target task preset seed run pause step stop state progress topologies tree " +
		"prediction row metrics diagnostics log error notice workers search doubt save-session session-size " +
		"keep forget kept kept-open keep-say looking looking-back looking-next looking-now step-back paper " +
		"paper-open paper-start paper-save paper-files paper-table paper-count paper-status paper-close") {
		if n := strings.Count(page, `data-test="`+hook+`"`); n != 1 {
			t.Errorf("data-test=%q stands in the skeleton %d times", hook, n)
		}
	}
	for _, s := range Samples() {
		if !strings.Contains(page, `data-sample="`+s.ID+`"`) ||
			!strings.Contains(page, ">"+s.Name+"</button>") {
			t.Errorf("the sample %s has no button with its name", s.ID)
		}
	}
}

// TestPolicyHoldsWithoutHeaders: the policy stands in the page, before anything that it governs, and nothing in the
// page needs more.
func TestPolicyHoldsWithoutHeaders(t *testing.T) {
	page := readSite(t, "index.html")
	const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
		`script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; ` +
		`connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; ` +
		`form-action 'none'">`
	at := strings.Index(page, policy)
	if at < 0 {
		t.Fatal("the policy does not stand in the page as agreed")
	}
	if first := regexp.MustCompile(`<(script|link|style|img)`).FindStringIndex(page); first[0] < at {
		t.Error("something is loaded before the policy")
	}
	for _, bad := range []string{"<style", " style=", "javascript:", "http://", "https://", "//"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if m := regexp.MustCompile(`<script(?:>|[^>]*>[^<]+)`).FindString(page); m != "" {
		t.Errorf("an inline script: %s", m)
	}
	if m := regexp.MustCompile(` on[a-z]+=`).FindString(page); m != "" {
		t.Errorf("an inline listener: %s", m)
	}
	if strings.Contains(readSite(t, "style.css"), "url(") {
		t.Error("the style sheet loads something")
	}
}
