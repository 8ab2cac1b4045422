// This file tests the lessons in site/learn: what they show without a run, their exercises by keyboard, what a run
// gives, the lock, print and looks.

//go:build browser

package browser

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var updateLearn = flag.Bool("update-learn", false,
	"write the figures and numbers of the lessons anew, from runs in the browser")

// lessonFile is where a lesson lies.
func lessonFile(name string) string { return filepath.Join(shared.root, "site", "learn", name+".html") }

// lessonTab is a tab with a lesson from a plain file server, which sets no headers and counts what it is asked for.
type lessonTab struct {
	*tab
	name  string
	asked *atomic.Int32 // requests since the page was ready
}

// openLesson opens a lesson and waits until it has loaded the sampler and locked itself.
func openLesson(t *testing.T, name string, scripts ...string) *lessonTab {
	t.Helper()
	l := &lessonTab{tab: newTab(t, scripts...), name: name, asked: new(atomic.Int32)}
	files := http.FileServer(http.Dir(shared.published))
	url, stop, err := listen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.asked.Add(1)
		files.ServeHTTP(w, r)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	l.viewport(1440, 900)
	l.scheme("light")
	l.open(url + "/learn/" + name + ".html")
	l.wait(name+" to be ready", `document.documentElement.dataset.ready === "yes"`, patience)
	if l.asked.Swap(0) < 8 {
		t.Fatal("the server does not count")
	}
	return l
}

// run presses Run by the keyboard, waits until the run says how it ended, and returns that.
func (l *lessonTab) run() string {
	l.Helper()
	execute(l.tab, `document.getElementById("run").focus()`)
	l.do("press Enter on Run", chromedp.KeyEvent(kb.Enter))
	l.wait("the run to begin", `document.getElementById("run").textContent === "Stop"`, patience)
	l.wait("the run to end", `document.getElementById("run").textContent !== "Stop"`, 3*patience)
	return evaluate[string](l.tab, `document.getElementById("run-say").textContent`)
}

// madeNow is the content of everything that the page's program puts into it, by name, as the browser writes it.
const madeNow = `Object.fromEntries([...document.querySelectorAll("[data-made]")]
	.map(e => [e.dataset.made, e.innerHTML.replace(/<!--.*?-->/g, "")]))`

// place finds where something is put in the source of a lesson: a comment marks its end.
func place(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?s)( data-made="` + regexp.QuoteMeta(name) + `">).*?(<!--/` +
		regexp.QuoteMeta(name) + `-->)`)
}

// tidySVG writes elements without content as they are written by hand.
var tidySVG = strings.NewReplacer("></path>", "/>", "></rect>", "/>", "></circle>", "/>")

// hold compares what the page shows now with what stands in its source, or writes it there: a run in the tab gives the
// figures and numbers that stand in the text, to the last bit.
func (l *lessonTab) hold() {
	l.Helper()
	source, err := os.ReadFile(lessonFile(l.name))
	if err != nil {
		l.Fatal(err)
	}
	text := string(source)
	now := evaluate[map[string]string](l.tab, madeNow)
	if len(now) < 6 {
		l.Fatalf("%s puts %d things into itself", l.name, len(now))
	}
	if *updateLearn {
		for name, made := range now {
			at := place(name)
			if len(at.FindAllString(text, -1)) != 1 {
				l.Fatalf("%s: there is no one place for %s", l.name, name)
			}
			text = at.ReplaceAllStringFunc(text, func(s string) string {
				m := at.FindStringSubmatch(s)
				return m[1] + tidySVG.Replace(made) + m[2]
			})
		}
		if err := os.WriteFile(lessonFile(l.name), []byte(text), 0o644); err != nil {
			l.Fatal(err)
		}
		return
	}
	was := script[map[string]string](l.tab, `const document = new DOMParser().parseFromString(`+quote(text)+
		`, "text/html"); return `+madeNow)
	for name, made := range now {
		if was[name] != made {
			l.Errorf("%s: %s is %.300q in the source and %.300q in the page; look at it, then go test "+
				"-tags browser -run TestLesson ./browser -update-learn", l.name, name, was[name], made)
		}
	}
}

// finished tests that the page shows finished figures in the text before anything is run: each an image with title and
// description.
func (l *lessonTab) finished(figures int) {
	l.Helper()
	shown := evaluate[int](l.tab,
		`[...document.querySelectorAll("figure .pic svg[role=img]")]
			.filter(e => e.checkVisibility() && e.getBoundingClientRect().height > 60 &&
				e.querySelectorAll("path").length > 2 && e.getAttribute("aria-labelledby").split(" ")
				.every(id => document.getElementById(id).textContent.length > 8)).length`)
	if shown != figures {
		l.Errorf("%s shows %d finished figures, %d expected", l.name, shown, figures)
	}
	words := evaluate[int](l.tab, `document.querySelector("main").textContent.split(/\s+/).length`)
	if words < 800 {
		l.Errorf("%s has %d words", l.name, words)
	}
}

// answer types an answer into an exercise's field, or picks the first choice and goes down by as many as there are
// arrows, and presses Enter; an exercise about the page's state is only checked.
func (l *lessonTab) answer(id, with string) string {
	l.Helper()
	form := "document.getElementById(" + quote(id) + ")"
	switch kind := evaluate[string](l.tab, form+`.querySelector("input")?.type ?? ""`); kind {
	case "text":
		execute(l.tab, form+`.querySelector("input").select()`)
		l.do("type "+with, chromedp.KeyEvent(with))
		l.do("press Enter", chromedp.KeyEvent(kb.Enter))
	case "radio":
		execute(l.tab, form+`.querySelector("input").focus()`)
		l.do("choose", chromedp.KeyEvent(" "))
		for range []rune(with) { // one stroke down for each sign
			l.do("press the arrow", chromedp.KeyEvent(kb.ArrowDown))
		}
		l.do("press Enter", chromedp.KeyEvent(kb.Enter))
	default:
		execute(l.tab, form+`.querySelector("button").focus()`)
		l.do("press Enter", chromedp.KeyEvent(kb.Enter))
	}
	l.wait("the check", `!`+form+`.hasAttribute("aria-busy")`, patience)
	return evaluate[string](l.tab, form+`.querySelector("[role=status]").textContent`)
}

// try answers an exercise and looks whether it is taken as right or wrong, and says why.
func (l *lessonTab) try(id, with string, right bool, words ...string) {
	l.Helper()
	said := l.answer(id, with)
	if strings.HasPrefix(said, "Right. ") != right || len(said) < 30 {
		l.Errorf("%s: the answer %q gets %q", id, with, said)
	}
	for _, w := range words {
		if !strings.Contains(said, w) {
			l.Errorf("%s: the answer %q gets %q, which lacks %q", id, with, said, w)
		}
	}
}

// unfoldAnswers opens every answer by keyboard; each must say one, once its numbers are there.
func (l *lessonTab) unfoldAnswers(number int) {
	l.Helper()
	n := evaluate[int](l.tab, `document.querySelectorAll(".answer summary").length`)
	if n != number {
		l.Errorf("%s has %d exercises, %d were tried", l.name, n, number)
	}
	for i := range n {
		at := fmt.Sprintf(`document.querySelectorAll(".answer")[%d]`, i)
		execute(l.tab, at+`.querySelector("summary").focus()`)
		l.do("press Enter", chromedp.KeyEvent(kb.Enter))
		l.wait("an answer", at+`.open && `+at+`.querySelector("output").textContent.length > 1`, patience)
	}
}

// number reads a number as the page writes it.
func number(t *testing.T, text string) float64 {
	t.Helper()
	text = strings.NewReplacer("−", "-", "\u202f", "").Replace(strings.TrimSpace(text))
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// cell is what a cell of a table shows: value and, if there is one, its error.
func (l *lessonTab) cell(made, row string, column int) (value, err float64) {
	l.Helper()
	text := evaluate[string](l.tab, fmt.Sprintf(
		`[...document.querySelectorAll('[data-made="%s"] tr')]
				.find(r => r.cells[0].textContent === %s).cells[%d].textContent`,
		made, quote(row), column))
	v, e, found := strings.Cut(text, "±")
	if found {
		err = number(l.T, e)
	}
	return number(l.T, v), err
}

// judge runs axe-core over the page with everything unfolded, in light, dark and on a narrow screen.
func (l *lessonTab) judge() {
	l.Helper()
	execute(l.tab, npmFile(l.T, "axe-core", "axe.min.js")+"\n;0")
	execute(l.tab, `document.querySelectorAll("details").forEach(d => { d.open = true; })`)
	for _, v := range views[:3] {
		l.viewport(v.width, v.height)
		l.scheme(v.scheme)
		for _, f := range l.violations("document") {
			l.Errorf("%s, %s: %.400s", l.name, v.name, f)
		}
	}
	for _, width := range []int64{360, 390, 768, 1024, 1440} {
		l.viewport(width, 800)
		over := evaluate[float64](l.tab,
			"document.documentElement.scrollWidth - document.documentElement.clientWidth")
		if over > 0 {
			l.Errorf("at %d px %s is %g px wider than the screen: %s", width, l.name, over, l.widest())
		}
	}
	l.scheme("light")
}

// printed looks at the page as it is put on paper: text, figures and tables, nothing to press, and no answers.
func (l *lessonTab) printed() {
	l.Helper()
	// as they are before anybody opens them
	execute(l.tab, `document.querySelectorAll("details").forEach(d => { d.open = false; })`)
	_, err := chromedp.Call(l.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	if err != nil {
		l.Fatal(err)
	}
	seen := evaluate[map[string]int](l.tab, `(count => ({
		controls: count("button, select, input[type=range], progress, summary, nav"),
		answers: count(".answer, .answer *, .said"),
		tables: count("table"), figures: count(".pic.wide svg"), narrow: count(".pic.narrow svg"),
		text: count("main > p, h2, figcaption"), questions: count(".exercise h3"),
	}))(selector => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility()).length)`)
	all := evaluate[map[string]int](l.tab,
		`({figures: document.querySelectorAll(".pic.wide").length,
			questions: document.querySelectorAll(".exercise").length})`)
	if seen["controls"] > 0 || seen["answers"] > 0 || seen["narrow"] > 0 {
		l.Errorf("%s on paper shows controls or answers: %v", l.name, seen)
	}
	if seen["tables"] < 2 || seen["figures"] != all["figures"] || seen["questions"] != all["questions"] ||
		seen["text"] < 15 {
		l.Errorf("%s on paper shows %v of %v", l.name, seen, all)
	}
	l.scheme("light")
}

// silent tests that nothing was asked for since the page was ready.
func (l *lessonTab) silent() {
	l.Helper()
	if n := l.asked.Load(); n > 0 {
		l.Errorf("%s made %d requests after it was ready", l.name, n)
	}
}

func TestLessonPosterior(t *testing.T) {
	l := openLesson(t, "posterior")
	l.finished(4)

	l.try("ex-right", "0.27", false, "going left")
	l.try("ex-right", "abc", false, "is not a number")
	l.try("ex-right", fmt.Sprintf("%.2f", 1/(1+math.Exp(-1))), true)

	l.press("split-tau", kb.Home, 1)
	l.try("ex-place", "", false, "Move the threshold")
	l.press("split-tau", kb.PageUp, 4)
	l.press("split-tau", kb.ArrowRight, 5)
	l.try("ex-place", "", true, "x1")
	execute(l.tab,
		`(e => { e.value = "x2"; e.dispatchEvent(new Event("input", {bubbles: true})); })(
			document.getElementById("split-input"))`)
	l.try("ex-place", "", false, "another input")

	zFirst, _ := l.cell("weights-rows", "{1,5,6}", 1)
	zSecond, _ := l.cell("weights-rows", "{3,4,2}", 1)
	// the priors are equal: both have one split at the root and one below
	l.try("ex-ratio", fmt.Sprintf("%.2f", zFirst-zSecond), false, "difference in nats")
	l.try("ex-ratio", fmt.Sprintf("%.1f", math.Exp(zFirst-zSecond)), true)

	l.try("ex-error", "", false)
	l.try("ex-error", "↓", true)
	a, errA := l.cell("runs", "Seed 1", 1)
	b, errB := l.cell("runs", "Seed 2", 1)
	apart := math.Abs(a-b) / math.Hypot(errA, errB)
	l.try("ex-seeds", fmt.Sprintf("%.1f", apart+2), false, "too large")
	l.try("ex-seeds", fmt.Sprintf("%.1f", apart), true)
	l.unfoldAnswers(5)
	l.judge()
	l.printed()

	execute(l.tab,
		`(e => { e.value = "x1"; e.dispatchEvent(new Event("input", {bubbles: true})); })(
			document.getElementById("split-input"))`)
	l.press("split-tau", kb.ArrowRight, 5) // as it was
	l.wait("the split as it was",
		`document.getElementById("split-tau-say").textContent === ".50" &&
			document.querySelector('[data-made="split-wide"]').textContent.includes("x1")`,
		patience)
	l.fill(`document.getElementById("seed")`, "2")
	l.run()
	l.fill(`document.getElementById("seed")`, "1")
	if said := l.run(); !strings.Contains(said, "the heaviest is {1,5,6}") {
		t.Errorf("the run says %q", said)
	}
	first, _ := l.cell("trees-rows", "{1,5,6}", 1)
	second, _ := l.cell("trees-rows", "{3,4,2}", 1)
	if first+second < .9 {
		t.Errorf("the trees that give WU's groups have %v and %v of the weight: the text says that two trees "+
			"are left", first, second)
	}
	l.hold()
	l.silent()
}

// press puts the focus on a control and presses a key so many times.
func (l *lessonTab) press(id, key string, times int) {
	l.Helper()
	execute(l.tab, `document.getElementById(`+quote(id)+`).focus()`)
	l.do("press keys on "+id, chromedp.KeyEvent(strings.Repeat(key, times)))
}

// The paper's way misses the true trees by hundreds of nats, the fast mode finds both and reaches the error of the true
// regions.
func TestLessonEvidence(t *testing.T) {
	l := openLesson(t, "evidence")
	l.finished(5)

	l.try("ex-first", "↓", false)
	l.try("ex-first", "", true)
	l.try("ex-average", "0.11", false, "logarithm")
	l.try("ex-average", fmt.Sprintf("%.1f", math.Log(9)), true)
	l.try("ex-chains", "4", false, "logarithm")
	l.try("ex-chains", fmt.Sprintf("%.2f", math.Log(4)), true)
	l.try("ex-agree", "", false)
	l.try("ex-agree", "↓", false)
	l.try("ex-agree", "↓↓", true)
	paper, _ := l.cell("outcome-rows", "Its log evidence", 1)
	fast, _ := l.cell("outcome-rows", "Its log evidence", 2)
	l.try("ex-nats", fmt.Sprintf("%.0f", paper-fast), false, "wrong way round")
	l.try("ex-nats", fmt.Sprintf("%.0f", fast-paper), true)
	l.unfoldAnswers(5)

	flat := func() float64 {
		share, _ := strings.CutSuffix(
			evaluate[string](l.tab,
				`document.querySelector('[data-made="landscape-rows"] tr').cells[3].textContent`), " %")
		return number(t, share)
	}
	steps := flat()
	l.press("land-h", kb.End, 1)
	l.wait("the land at another bandwidth", `document.getElementById("land-h-say").textContent === ".100"`,
		patience)
	if smooth := flat(); !(steps > 60 && smooth < 5) {
		t.Errorf("%v %% are flat at h = .001, %v %% at .1", steps, smooth)
	}
	l.press("land-h", kb.Home, 1)
	l.wait("the land as it was", `document.getElementById("land-h-say").textContent === ".001"`, patience)
	l.judge()
	l.printed()

	l.run()
	for column, want := range map[int]float64{1: 0, 2: 2} {
		if found, _ := l.cell("outcome-rows", "Of the two true trees", column); found != want {
			t.Errorf("column %d: %v of the true trees were measured, %v expected", column, found, want)
		}
	}
	paper, _ = l.cell("outcome-rows", "Its log evidence", 1)
	fast, _ = l.cell("outcome-rows", "Its log evidence", 2)
	if fast-paper < 500 {
		t.Errorf("log evidences %v and %v", paper, fast)
	}
	l.dividesWhatItNeeds()
	floor, _ := l.cell("outcome-rows", "The same by the true regions", 2)
	paper, _ = l.cell("outcome-rows", "Mean squared error, test", 1)
	fast, _ = l.cell("outcome-rows", "Mean squared error, test", 2)
	if !(paper > 10*floor && fast <= floor+.001) {
		t.Errorf("mean squared errors %v and %v, by the true regions %v", paper, fast, floor)
	}
	l.hold()
	l.silent()
}

// dividesWhatItNeeds tests what the text says of superfluous splits: the trees of five leaves divide rows by every
// split, larger ones seldom.
func (l *lessonTab) dividesWhatItNeeds() {
	l.Helper()
	names := evaluate[[]string](l.tab,
		`[...document.querySelectorAll('[data-made="weights-rows"] tr')].map(r => r.cells[0].textContent)`)
	for _, name := range names {
		share, _ := l.cell("weights-rows", name, 3)
		if five := strings.Count(name, ",") == 4; five && share < .99 || !five && share > .2 {
			l.Errorf("in %v of the draws of %s all splits divide rows", share, name)
		}
	}
}

func TestLessonInterval(t *testing.T) {
	l := openLesson(t, "interval")
	l.finished(4)

	l.try("ex-outside", "270", false, "inside")
	l.try("ex-outside", "30", true)
	l.try("ex-whisker", "", false)
	l.try("ex-whisker", "↓", true)
	l.try("ex-bins", "9", false, "too large")
	l.try("ex-bins", fmt.Sprint(l.missed()), true)
	score, _ := l.cell("scores-rows", "Log score", 1)
	l.try("ex-score", fmt.Sprintf("%.2f", -score), false, "without its sign")
	l.try("ex-score", fmt.Sprintf("%.2f", math.Exp(score)), true)
	l.try("ex-whatif", "", false, "Press Run first")
	agree := l.agreeing()
	l.try("ex-agree", fmt.Sprintf("%.2f", 1-agree), false, "disagree")
	l.try("ex-agree", fmt.Sprintf("%.2f", agree), true)
	l.unfoldAnswers(6)
	l.judge()
	l.printed()

	if said := l.run(); !strings.Contains(said, "All three are done") {
		t.Errorf("the run says %q", said)
	}
	l.hold()
	l.try("ex-whatif", "", false, "apart")
	l.press("what-2", kb.ArrowRight, 1)
	l.wait("the flower to change", `document.getElementById("what-2-say").textContent === "5.1"`, patience)
	l.try("ex-whatif", "", true)
	l.press("what-back", kb.Enter, 1)
	l.wait("the flower as it was", `document.getElementById("what-2-say").textContent === "5.0"`, patience)
	l.silent()
}

// missed counts the bins whose interval does not hold the probability, from what the table shows.
func (l *lessonTab) missed() (n int) {
	l.Helper()
	for _, row := range evaluate[[][]string](l.tab,
		`[...document.querySelectorAll('[data-made="reliability-rows"] tr')]
			.map(r => [...r.cells].map(c => c.textContent))`) {
		if p := number(l.T, row[0]); p < number(l.T, row[2]) || p > number(l.T, row[3]) {
			n++
		}
	}
	return n
}

// agreeing sums the weights of the topologies that name the first one's species, from what the table shows.
func (l *lessonTab) agreeing() (agree float64) {
	l.Helper()
	rows := evaluate[[][]string](l.tab,
		`[...document.querySelectorAll('[data-made="flower-rows"] tr')]
			.map(r => [...r.cells].map(c => c.textContent))`)
	for _, row := range rows {
		if row[2] == rows[0][2] {
			agree += number(l.T, row[1])
		}
	}
	return agree
}

// The fourth lesson's fit finds what its rule has, and the text says; its exercises ask the trees once they are there.
func TestLessonTable(t *testing.T) {
	l := openLesson(t, "table")
	l.finished(4)

	l.try("ex-gap", "", false, "No row is left out")
	l.try("ex-gap", "↓↓", true, "Press Run")
	fewest := l.fewestLeaves(.15)
	l.try("ex-leaves", fmt.Sprint(fewest+1), false)
	l.try("ex-leaves", fmt.Sprint(fewest), true, "nats a row")
	l.try("ex-noise", ".9", false, "of the old kind")
	wide, _ := l.cell("fresh-rows", "All fresh pots", 3)
	expected := math.Erf(wide / 2 / (2 * 2) / math.Sqrt2) // noise of the rule, doubled
	l.try("ex-noise", fmt.Sprintf("%.2f", expected), true, "Press Run")
	l.unfoldAnswers(3)
	l.judge()
	l.printed()

	l.stops()
	if said := l.run(); !strings.HasPrefix(said, "The fit is settled, digest ") {
		t.Errorf("the run says %q", said)
	}
	l.findsTheRule()
	l.hold()
	l.try("ex-gap", "↓↓", true, "All trees say", "in place of the gap")
	l.try("ex-noise", ".9", false, "of the old kind")
	l.try("ex-noise", fmt.Sprintf("%.2f", expected), true, "pots made so")
	const leaves = `document.querySelectorAll('[data-made="tree-wide"] path').length`
	before := evaluate[int](l.tab, leaves)
	l.press("leaves", kb.ArrowRight, 1)
	l.wait("a tree of more leaves", fmt.Sprintf("%s > %d", leaves, before), patience)
	for id, want := range map[string]string{"save-table": "pots.csv night,light,",
		"save-found": "pots.dcctree dcctree "} {
		if got := l.saved(id); !strings.HasPrefix(got, want) {
			t.Errorf("%s saves %.40q", id, got)
		}
	}
	l.silent()
}

// fewestLeaves is the number of leaves from which on a tree costs no more than that, from what the table shows.
func (l *lessonTab) fewestLeaves(budget float64) int {
	l.Helper()
	for k := 2; k <= 8; k++ {
		if less, _ := l.cell("price-rows", fmt.Sprintf("At most %d leaves", k), 2); less <= budget {
			return k
		}
	}
	l.Fatal("no tree is cheap enough")
	return 0
}

// findsTheRule tests what the text says of the answer beside its numbers.
func (l *lessonTab) findsTheRule() {
	l.Helper()
	made := func(name string) string {
		return evaluate[string](l.tab, `document.querySelector('[data-made="`+name+`"]').textContent`)
	}
	share := func(name string) float64 {
		text, _ := strings.CutSuffix(made(name), "\u00a0%")
		return number(l.T, text)
	}
	first, second := made("first-rule"), made("second-rule")
	if !strings.HasPrefix(first, "night ≤ 4") || !strings.HasPrefix(second, "light ≤ 1") {
		l.Errorf("the splits are %s and %s", first, second)
	}
	if share("first-share") < 90 || share("first-gradual") > 20 || share("first-gaps") < 90 ||
		share("second-share") < 90 || share("second-gradual") < 90 {
		l.Errorf("%v %% and %v %% of the trees have these splits, gradual %v %% and %v %%, gaps left %v %%",
			share("first-share"), share("second-share"), share("first-gradual"), share("second-gradual"),
			share("first-gaps"))
	}
	before, after, _ := strings.Cut(strings.ReplaceAll(made("shelf-used"), "\u00a0%", ""), " to ")
	if number(l.T, after) > number(l.T, before)/2 {
		l.Errorf("the shelf is used by %s", made("shelf-used"))
	}
	// Of 1000 pots a share of .9 has the standard error .0095. The fit adds its own: five times as much is allowed.
	if inside, _ := l.cell("fresh-rows", "All fresh pots", 2); math.Abs(inside-.9) > .0475 {
		l.Errorf("%v of the fresh pots are inside", inside)
	}
	four, _ := l.cell("price-rows", "At most 4 leaves", 2)
	cart, _ := l.cell("price-rows", "CART", 2)
	linear, _ := l.cell("price-rows", "Linear model", 2)
	five, _ := l.cell("price-rows", "At most 5 leaves", 2)
	if !(0 < five && five < four && four < min(cart, linear)) {
		l.Errorf("the price of four leaves is %v, of five %v; CART %v, linear %v", four, five, cart, linear)
	}
}

// saved presses a button that saves a file, and returns the file's name and the first bytes in it.
func (l *lessonTab) saved(id string) string {
	l.Helper()
	return script[string](l.tab, `
		const real = HTMLAnchorElement.prototype.click, made = URL.createObjectURL;
		try {
			const blob = new Promise((resolve) => {
				URL.createObjectURL = (b) => { resolve(b); return made(b); };
			});
			HTMLAnchorElement.prototype.click = () => {};
			document.getElementById(`+quote(id)+`).click();
			const file = await blob;
			return file.name + " " + (await file.slice(0, 40).text());
		} finally {
			HTMLAnchorElement.prototype.click = real;
			URL.createObjectURL = made;
		}`)
}

// A lesson that tries every way out, from the page and from its workers, before and during a run, reaches nothing.
func TestLessonSendsNothing(t *testing.T) {
	trap := newTrap(t)
	l := openLesson(t, "posterior", spyOn(t, trap.URL))
	l.allow(triedSays...)
	execute(l.tab, `document.getElementById("run").click()`)
	script[int](l.tab, tryWays(t, trap.URL))
	l.wait("every worker to try every way",
		`(tried => tried.length >= 2 && tried.every(t => Math.min(...t) >= 12))(Object.values(spy.tried))`,
		patience)
	time.Sleep(500 * time.Millisecond) // what was sent late may arrive late
	if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
		t.Errorf("reached the listener: %v, %d connections", paths, connections)
	}
	l.silent()
}

// Stop ends a run, and what was measured until then is shown.
func TestLessonRunIsStopped(t *testing.T) {
	l := openLesson(t, "evidence")
	l.stops()
	if words := evaluate[string](l.tab, `document.getElementById("run").textContent`); words != "Run both" {
		t.Errorf("the button says %q", words)
	}
}

// stops begins a run, stops it, and waits until its workers have ended.
func (l *lessonTab) stops() {
	l.Helper()
	l.press("run", kb.Enter, 1)
	l.wait("the run to begin", `document.getElementById("run-progress").value > 0`, patience)
	l.press("run", kb.Enter, 1)
	l.wait("the run to stop", `document.getElementById("run-say").textContent.startsWith("Stopped.")`, patience)
	l.wait("the workers to end", "spy.workers.every(w => !w.alive)", patience)
}

// A lesson whose sampler does not come says so, stays whole, and its sliders and exercises work.
func TestLessonWithoutSampler(t *testing.T) {
	b := newTab(t)
	b.allow("Failed to load resource", "404")
	files := http.FileServer(http.Dir(shared.published))
	url, stop, err := listen(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	b.viewport(1440, 900)
	b.open(url + "/learn/posterior.html")
	b.wait("the sliders", `!document.getElementById("split-tau").disabled`, patience)
	l := &lessonTab{tab: b, name: "posterior"}
	l.finished(4)
	l.try("ex-right", "0.73", true)
	l.try("ex-place", "", true)
	said := evaluate[string](b, `document.getElementById("ready").textContent`)
	if !strings.Contains(said, "dcctree.wasm cannot be loaded (status 404)") {
		t.Errorf("the page says %q", said)
	}
	if !evaluate[bool](b, `document.getElementById("run").disabled`) {
		t.Error("a run is offered without a sampler")
	}
}

// lessonShots are the pictures: of which page, of which part, and how wide.
var lessonShots = []struct {
	name, page, part string
	width, height    int64
	scheme           string
}{
	{"lessons-desktop", "index", "body", 1280, 860, "light"},
	{"posterior-desktop", "posterior", "body", 1280, 1180, "light"},
	{"evidence-desktop", "evidence", ".runbox", 1280, 1080, "light"},
	{"interval-desktop", "interval", "#flower-title", 1280, 1100, "dark"},
	{"table-desktop", "table", "#fresh-title", 1280, 1100, "light"},
	{"lessons-phone", "index", "body", 390, 844, "light"},
	{"posterior-phone", "posterior", ".runbox", 390, 844, "light"},
	{"evidence-phone", "evidence", "#landscape-title", 390, 844, "light"},
	{"interval-phone", "interval", "#flower-title", 390, 844, "dark"},
	{"table-phone", "table", "#tree-title", 390, 844, "dark"},
}

func TestLessonPictures(t *testing.T) {
	for _, s := range lessonShots {
		b := newTab(t)
		b.viewport(s.width, s.height)
		b.scheme(s.scheme)
		b.open(shared.static + "/learn/" + s.page + ".html")
		if s.page != "index" {
			b.wait("the lesson", `document.documentElement.dataset.ready === "yes"`, patience)
		}
		execute(b, fmt.Sprintf("document.querySelector(%q).scrollIntoView({behavior: 'instant'})", s.part))
		time.Sleep(200 * time.Millisecond)
		data, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if n := colors(picture); n < 60 {
			t.Errorf("%s has %d colors: it shows next to nothing", s.name, n)
		}
		if light := brightness(picture); (s.scheme == "light") != (light > .7) {
			t.Errorf("%s in the %s scheme has a mean brightness of %.2f", s.name, s.scheme, light)
		}
		if *updateScreenshots {
			dir := filepath.Join(shared.root, "docs", "learn")
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, s.name+".png"), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The page leads to the lessons, in a tab of their own so that its run stays, and they lead back.
func TestLessonsAreFound(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/learn/index.html")
	links := evaluate[[]string](b, `[...document.querySelectorAll("a[href]")].map(a => new URL(a.href).pathname)`)
	for _, want := range []string{"/index.html", "/learn/posterior.html", "/learn/evidence.html",
		"/learn/interval.html", "/learn/table.html"} {
		if !strings.Contains(strings.Join(links, " "), want) {
			t.Errorf("the lessons lead to %v, not to %s", links, want)
		}
	}
	execute(b, npmFile(t, "axe-core", "axe.min.js")+"\n;0")
	for _, f := range b.violations("document") {
		t.Errorf("the list of lessons: %.400s", f)
	}
	b.open(shared.served + "/" + quiet)
	b.ready()
	link := evaluate[string](b,
		`(a => a.checkVisibility() && a.target === "_blank" ? new URL(a.href).pathname : "")(
			document.querySelector("footer .to-lessons a"))`)
	if link != "/learn/index.html" {
		t.Errorf("the page leads to %q", link)
	}
}

// What the lessons quote stands in the documents that they name.
func TestLessonsQuoteTheDocuments(t *testing.T) {
	read := func(parts ...string) string {
		text, err := os.ReadFile(filepath.Join(append([]string{shared.root}, parts...)...))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(text)), " ")
	}
	for _, q := range []struct{ lesson, says, document, there string }{
		{"evidence", "16 chains of 5,000 steps and 500 visits", "paper-tables.md",
			`4 chains \(theirs 16\), 300 warm-up steps \(1000 to 5000\), .*30 iterations \(500\)`},
		{"evidence", "mean squared error of 3.8 on the published test rows", "paper-tables.md",
			`\| this program, paper mode, small budget \|[^|]*\|[^|]*\|[^|]*\| 3\.7[5-9]\d* \(|` +
				`\| this program, paper mode, small budget \|[^|]*\|[^|]*\|[^|]*\| 3\.8[0-4]`},
		{"evidence", "the true regions give .040", "paper-tables.md",
			`\| means of the true partition \|[^|]*\|[^|]*\|[^|]*\| 0\.040\d* \|`},
		{"evidence", "too low by .75 and by .91 nats", "validation.md",
			`missed by the first route, nats on average \| 0\.75; k-hat within its limit in 20 of 20`},
		{"evidence", "k̂ stayed within its limit in 20 runs of 20", "validation.md",
			`missed by the first route, nats on average \| 0\.91; k-hat within its limit in 20 of 20`},
		{"evidence", "The audit told in 20 of 20 on the one table and in 18 of 20 on the other",
			"validation.md", `(?s)told by the audit \| 20 of 20.*told by the audit \| 18 of 20`},
		{"interval", "Over 120 data sets drawn from the model itself the 90 % intervals held .896 ± .007",
			"validation.md", `trees drawn from the prior, 120 data sets \| 0\.8960 ± 0\.0068`},
		{"interval", "In 78 of these the scores also occur among the training rows", "paper-tables.md",
			`\| BCW \| 478 \| 205 \|[^|]*\| 78 \|`},
		{"interval", "105 are for training and 45 are kept for testing", "paper-tables.md",
			`\| Iris \| 105 \| 45 \|`},
	} {
		if !strings.Contains(read("site", "learn", q.lesson+".html"), q.says) {
			t.Errorf("%s no longer says %q", q.lesson, q.says)
		}
		if !regexp.MustCompile(q.there).MatchString(read("docs", q.document)) {
			t.Errorf("%s says %q, which docs/%s does not bear out: it lacks %s", q.lesson, q.says,
				q.document, q.there)
		}
	}
	if !strings.Contains(read("site", "learn", "evidence.js"), "one time in eight") ||
		!strings.Contains(read("docs", "validation.md"), "with four one time in eight") {
		t.Error("how often four chains fall into one mode is no longer as docs/validation.md has it")
	}
}
