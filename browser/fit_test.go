// This file tests the panel that fits all trees at once to a table of one's own: the answer is the library's to the
// last bit, it is shown and saved, it can be stopped, and the page answers meanwhile.

//go:build browser

package browser

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/fit"
	"dcctree/core/study"
)

// ownTable is a small table with texts and gaps, whose three rounds are done in seconds.
func ownTable() []byte {
	var b strings.Builder
	b.WriteString("island,mass,yield\n")
	for i := range 36 {
		mass, yield := fmt.Sprint(20+i), 1.
		if i%9 == 4 {
			mass = ""
		}
		if i >= 18 {
			yield = []float64{5, 5, 2}[i%3]
		}
		island := []string{"Biscoe", "Dream", "Torgersen"}[i%3]
		fmt.Fprintf(&b, "%s,%s,%.1f\n", island, mass, yield+.1*float64(i%4))
	}
	return []byte(b.String())
}

// library is what the library answers to the panel's choices for ownTable.
func library(t *testing.T) *fit.Answer {
	t.Helper()
	return libraryOf(t, ownTable(), study.FitOptions{})
}

// libraryOf is what it answers for a table, with these choices beside the page's usual ones.
func libraryOf(t *testing.T, content []byte, m study.FitOptions) *fit.Answer {
	t.Helper()
	table, err := dataset.ReadCSV("train.csv", content, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m.Target, m.Task, m.Split, m.Holdout, m.HoldoutSeed = "yield", "auto", "random", .3, "1"
	m.Seed, m.Folds = "1", fit.DefaultFolds
	p, err := study.Fit(table, &m, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// opensOwn opens a table of one's own on the page that is there.
func (b *tab) opensOwn(content []byte) {
	b.Helper()
	if !evaluate[bool](b, query("fit")+".hidden") {
		b.Error("a sample has the panel for tables of one's own")
	}
	b.choose("file-input", file(b.T, "train.csv", content))
	b.wait("the panel", "!"+query("fit")+".hidden && !"+query("run")+".disabled", patience)
	b.wait("the target", query("target")+".value === 'yield'", patience)
}

func TestFitOfOnesOwnTable(t *testing.T) {
	want := library(t)
	b := equipped(t, atOnce, catchesQuestion)
	b.opensOwn(ownTable())
	b.click("run")
	b.wait("an answer before the last", query("fit-verdict")+".textContent.includes('is still missing')", patience)
	b.wait("the end", query("state")+".dataset.state === 'done'", patience)
	if text := b.text("fit-verdict"); !strings.Contains(text, want.Verdict.Reasons[0]) {
		t.Errorf("the verdict is %q, the library's reason %q", text, want.Verdict.Reasons[0])
	}
	for _, part := range []string{"fit-tree", "fit-used"} {
		if n := evaluate[int](b, query(part)+".querySelectorAll('svg').length"); n != 1 {
			t.Errorf("%s has %d figures", part, n)
		}
	}
	for _, c := range []struct{ part, want string }{{"fit-splits", "island"}, {"fit-facts", "rows"},
		{"fit-alike", strings.Join(want.Together[0].Inputs, ", ")}, {"fit-alike", want.Structures.Most[0].Says},
		{"fit-scores", "test rows"}, {"fit-cost", "all trees together"}, {"fit-price", "at most 5 leaves"},
		{"fit-sure-splits", fit.Printed(want.AtMost(5).Branches[1].Rule)}, {"fit-rivals", "CART"}} {
		if text := b.text(c.part); !strings.Contains(text, c.want) {
			t.Errorf("%s reads %q, want %q in it", c.part, text, c.want)
		}
	}
	b.audit("all trees fitted")
	b.readsFewer(want)
	b.whatIfFit(want)
	b.hasAScale()
	b.looks("fit", "#fit")
	if over := evaluate[int](b, query("fit")+".scrollWidth - "+query("fit")+".clientWidth"); over > 1 {
		t.Errorf("the panel is %d px too wide", over)
	}
	dir := b.downloads()
	b.asks(true)
	_, text := b.caught(dir, func() { b.click("fit-json") })
	b.asks(false)
	var got fit.Answer
	if err := json.Unmarshal(text, &got); err != nil || got.Digest != want.Digest {
		t.Errorf("the digest is %s, %v, the library's %s", got.Digest, err, want.Digest)
	}
	if !reflect.DeepEqual(got.Price, want.Price) || !reflect.DeepEqual(got.Readable, want.Readable) {
		t.Errorf("the price is %+v, the library's %+v", got.Price, want.Price)
	}
	var drawn fit.DrawnTrees
	_, text = b.caught(dir, func() { b.click("fit-trees") })
	if err := json.Unmarshal(text, &drawn); err != nil || drawn.Digest != want.Digest || len(drawn.Trees) == 0 {
		t.Errorf("%d trees of %s, %v, the library's answer is %s", len(drawn.Trees), drawn.Digest, err,
			want.Digest)
	}
	name, rules := b.caught(dir, func() { b.click("fit-rules-python") })
	if name != "dcctree-all-trees.py" || !strings.Contains(string(rules), "def predict(row):") {
		t.Errorf("%s holds\n%s", name, rules)
	}
	_, written := b.caught(dir, func() { b.click("fit-report") })
	b.readsAlone(string(written), want.Verdict.Reasons[0], want.Digest, "at most 5 leaves", "Regression of yield",
		"What trees ask first", "mass ≤", "Cochrane")
	_, table := b.caught(dir, func() { b.click("fit-predictions") })
	rows, err := csv.NewReader(strings.NewReader(string(table))).ReadAll()
	if err != nil || len(rows) != len(want.Predictions)+1 || rows[1][0] != "train.csv" {
		t.Errorf("%d rows are saved, %v, want %d and their names; the first: %q", len(rows), err,
			len(want.Predictions)+1, rows[:min(2, len(rows))])
	}
	b.predictsRows(dir)
	b.unfold(query("seed"))
	b.set("seed", "2")
	b.wait("that the answer is of another seed", query("fit-stale")+".textContent.includes('have changed')",
		patience)
	b.set("seed", "1")
	b.wait("that it is of the present one", query("fit-stale")+".hidden", patience)
}

// predictsRows has further rows predicted: those of a file that lacks an input are refused by name, and nothing is
// lost.
func (b *tab) predictsRows(dir string) {
	b.Helper()
	rows := "mass,island,yield\n30,Dream,1\n,Atlantis,5\n50,Biscoe,\n"
	name, text := b.caught(dir, func() { b.choose("fit-rows", file(b.T, "more.csv", []byte(rows))) })
	all, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || name != "more-predicted.csv" || len(all) != 4 || all[3][1] != "4" {
		b.Errorf("%s, %v: %q", name, err, all)
	}
	b.wait("the word", query("fit-rows-say")+".textContent.includes('3 rows of more.csv')", patience)
	said := b.text("fit-rows-say")
	if !strings.Contains(said, "Of 2 test rows") || !strings.Contains(said, "Atlantis") {
		b.Errorf("of the rows the page says %q", said)
	}
	b.choose("fit-rows", file(b.T, "less.csv", []byte("mass,other\n1,2\n")))
	b.wait("the refusal", query("fit-rows-say")+".textContent.includes('island')", patience)
}

// asks fails unless the tab does so, or does not, before it closes.
func (b *tab) asks(want bool) {
	b.Helper()
	if got := evaluate[bool](b, "spy.asks()"); got != want {
		b.Errorf("the tab asks before it closes: %v, want %v", got, want)
	}
}

// readsFewer moves the slider: the tree has no more leaves than it says, down to one, and stands whole at its end.
func (b *tab) readsFewer(want *fit.Answer) {
	b.Helper()
	leaves := func() int {
		return evaluate[int](b, query("fit-tree")+".querySelectorAll('.mean').length")
	}
	for at, most := range map[int]int{1: 1, 2: 2, 3: 3} {
		b.set("fit-leaves", fmt.Sprint(at))
		if n := leaves(); n != most || b.text("fit-leaves-now") != fmt.Sprint(most) {
			b.Errorf("at %d the tree has %d leaves, and the slider reads %q", at, n,
				b.text("fit-leaves-now"))
		}
	}
	b.set("fit-leaves", "9")
	whole := 0
	for _, branch := range want.Tree.Branches {
		if branch.Leaf {
			whole++
		}
	}
	if n := leaves(); n != whole {
		b.Errorf("the whole tree has %d leaves, the library's %d", n, whole)
	}
	b.set("fit-leaves", "5")
}

// whatIfFit changes a row: the first one that was predicted has the library's prediction, another number, a gap and
// another label have others, and the row comes back as it was.
func (b *tab) whatIfFit(want *fit.Answer) {
	b.Helper()
	said := query("fit-if-answer") + ".querySelector('b').dataset.value"
	first := want.Predictions[0]
	b.wait("the row's prediction", fmt.Sprintf("Number(%s) === %v", said, *first.Mean), patience)
	if row := evaluate[string](b, query("fit-if-row")+".value"); row != fmt.Sprint(first.Row) {
		b.Errorf("row %s is shown, want %d", row, first.Row)
	}
	values, note := query("fit-if-values"), query("fit-if-note")+".textContent"
	changed := func(what, field, value string) {
		before := evaluate[string](b, said)
		b.fill(values+".querySelector(\""+field+"\")", value)
		b.wait(what, said+" !== "+quote(before)+" && "+note+".includes('there is no true value')", patience)
	}
	most := evaluate[string](b, values+".querySelector('[data-range]').max")
	least := evaluate[string](b, values+".querySelector('[data-range]').min")
	changed("the answer at one end", "[data-range]", least)
	changed("the answer at the other", "[data-range]", most)
	changed("the answer of a gap", "[data-number]", "")
	if !evaluate[bool](b, values+".querySelector('[data-range]').classList.contains('gap')") {
		b.Error("a gap has a slider like a value")
	}
	b.fill(values+".querySelector('[data-number]')", "many")
	b.wait("a word on what is no number", note+".includes('number for mass')", patience)
	before := evaluate[string](b, said)
	b.fill(values+".querySelector('select')", "2")
	b.wait("the answer of another label", said+" !== "+quote(before), patience)
	if !evaluate[bool](b, values+".querySelector('[data-number]').value === 'many' && "+note+
		".includes('number for mass')") {
		b.Error("the answer to another value overwrote a word that was refused")
	}
	changed("the answer of a number", "[data-number]", least)
	for _, label := range []string{"0", "2"} {
		b.fill(values+".querySelector('select')", label)
	}
	b.set("fit-leaves", "1")
	b.wait("the tree of one leaf", fmt.Sprintf("%s.textContent.includes('leaf of %d rows')", query("fit-if-reads"),
		want.Rows), patience)
	b.set("fit-leaves", "5")
	b.click("fit-if-back")
	b.wait("the row's prediction again", fmt.Sprintf("Number(%s) === %v && "+query("fit-if-back")+".hidden", said,
		*first.Mean), patience)
}

// hasAScale changes the scale of the target: the answer is of another choice then, and no longer when it is changed
// back.
func (b *tab) hasAScale() {
	b.Helper()
	b.unfold(query("scale"))
	for _, c := range []struct{ field, value string }{{"scale", "log"}, {"splits", "sharp"}, {"noise", "leaf"},
		{"noise", "heavy"}, {"size", "small"}} {
		b.set(c.field, c.value)
		b.wait("a word on the changed "+c.field, "!"+query("fit-stale")+".hidden", patience)
		b.set(c.field, "")
		b.wait("the answer to be of the choice", query("fit-stale")+".hidden", patience)
	}
}

// weightedTable is ownTable with a column that counts rows, from 0 to 3.
func weightedTable() []byte {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(string(ownTable())), "\n") {
		n := "count"
		if i > 0 {
			n = fmt.Sprint(i * 7 % 4)
		}
		fmt.Fprintf(&b, "%s,%s\n", n, line)
	}
	return []byte(b.String())
}

// A link with a table in it fits all trees at once, as Run would.
func TestLinkWithATableIsFitted(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/#target=yield&splits=sharp&data=" + url.QueryEscape(string(ownTable())))
	b.ready()
	b.wait("a verdict of the fit",
		query("fit-verdict")+".textContent.length > 20 && "+query("fit")+".checkVisibility()", patience)
	info := evaluate[string](b, "document.querySelector('#data-line').textContent")
	if !strings.Contains(info, "36 ") {
		t.Errorf("the table in the link is %q", info)
	}
}

// A column of row weights is chosen where the target is, and a number of the prior among all settings, which say of an
// impossible one what is possible. The column is no feature then, the answer is the library's, and what is no weight is
// refused with its row.
func TestFitOfWeightedRows(t *testing.T) {
	// Sharp splits settle sooner.
	want := libraryOf(t, weightedTable(), study.FitOptions{Weight: "count", Sharp: true, Prior: `{"leaf":2}`})
	b := equipped(t, atOnce, catchesQuestion)
	b.opensOwn(weightedTable())
	b.unfold(query("splits"))
	b.set("splits", "sharp")
	b.settings(map[string]string{"trees.leaf": "9"})
	b.click("run")
	b.wait("what is possible", query("error")+".textContent.includes('0.7 to 5')", patience)
	b.settings(map[string]string{"trees.leaf": "2"})
	said := evaluate[string](b, "document.querySelector('#settings-changed').textContent")
	if !strings.HasPrefix(said, "1 setting") {
		t.Errorf("of one changed setting the page says %q", said)
	}
	b.openSettings()
	b.audit("the prior")
	b.clickOn("#settings-close")
	b.unfold(query("weight"))
	if !evaluate[bool](b, query("weight-say")+".hidden && "+query("weight")+".value === ''") {
		t.Error("there are weights before one is chosen")
	}
	b.set("weight", "mass")
	b.click("run")
	b.wait("the row without a weight",
		query("fit-status")+`.textContent.includes('row 6 has no value of the row weight "mass"')`, patience)
	b.set("weight", "count")
	b.wait("what it means", "!"+query("weight-say")+".hidden", patience)
	if text := b.text("weight-say"); !strings.Contains(text, "w equal rows") {
		t.Errorf("it is said to mean %q", text)
	}
	b.wait("two features of three columns",
		"document.querySelector('#columns-used').textContent.startsWith('2 of 3')", patience)
	b.audit("row weights")
	b.click("run")
	b.wait("the end", query("state")+".dataset.state === 'done' && !"+query("fit-result")+".hidden", patience)
	facts := fmt.Sprintf("%d rows of weight %d in all, 2 features", want.Rows, want.Weight.Sum)
	if text := b.text("fit-facts"); !strings.HasPrefix(text, facts) {
		t.Errorf("the facts are %q, want %q", text, facts)
	}
	dir := b.downloads()
	b.asks(true)
	_, text := b.caught(dir, func() { b.click("fit-json") })
	b.asks(false)
	var got fit.Answer
	if err := json.Unmarshal(text, &got); err != nil || got.Digest != want.Digest ||
		!reflect.DeepEqual(got.Price, want.Price) {
		t.Errorf("digest %s, %v, the library's %s; price %+v, the library's %+v", got.Digest, err, want.Digest,
			got.Price, want.Price)
	}
	b.set("target", "count")
	b.wait("no weights where the target was one",
		query("weight")+".value === '' && "+query("weight-say")+".hidden", patience)
	b.unfold(query("way"))
	b.set("way", "topologies")
	b.wait("none by topology", query("weight")+".hidden", patience)
}

// A fit that is stopped keeps what it found, the session answers meanwhile, and another fit can begin.
func TestFitStopped(t *testing.T) {
	slow, err := os.ReadFile("../core/cmd/fit/testdata/train.csv") // for half a minute
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	b.open(shared.served + "/" + atOnce)
	b.ready()
	b.opensOwn(slow)
	b.click("run")
	b.wait("a stage", query("fit-stage")+".textContent.includes('pass')", patience)
	b.unfold(query("target"))
	b.set("target", "mass") // the session reviews the choice while it fits
	b.wait("the review", "document.querySelector('#model-line').textContent !== ''", patience)
	b.click("stop")
	b.wait("the end", query("fit-status")+".textContent.startsWith('Stopped')", patience)
	b.click("run")
	b.wait("another stage", query("fit-stage")+".textContent.includes('pass')", patience)
	b.unfold(query("way"))
	b.set("way", "topologies") // Stop no longer reaches the fit
	b.wait("the end with its model", query("fit-status")+".textContent.startsWith('Stopped')", patience)
	b.set("way", "")
	b.click("run")
	b.wait("a third stage", query("fit-stage")+".textContent.includes('pass')", patience)
	b.choose("file-input", file(t, "other.csv", []byte(steps())))
	b.wait("the next table", query("target")+".value === 'y'", patience)
	b.wait("rest", query("stop")+".disabled && "+query("fit-result")+".hidden", patience)
}
