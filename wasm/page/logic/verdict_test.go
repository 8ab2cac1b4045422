package logic

import (
	"math"
	"strings"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

func topologies(ts ...Topology) []Topology { return ts }

func good(name string, weight, kHat float64) Topology {
	return Topology{Name: name, Weight: weight, KHat: kHat, KHatLimit: .7, Reliable: true, Draws: 1000,
		EffectiveNumber: 100, Chains: 4}
}

func bad(name string, weight, kHat float64) Topology {
	t := good(name, weight, kHat)
	t.Reliable, t.EffectiveNumber = false, 5
	return t
}

// doubted is a topology whose audit left a flag.
func doubted(name string, weight float64, flag string) Topology {
	t := good(name, weight, .4)
	t.Audit = &Audit{Flag: flag}
	return t
}

// judgedAs is the page's reading of a verdict on facts.
func judgedAs(f verdict.Facts) Verdict {
	v := verdict.Judge(f)
	out := Verdict{Outcome: string(v.Outcome), Sentence: v.In("en"), Translations: words.Translate(v.In),
		Advice: v.PlanIn("en"), AdviceTranslations: words.Translate(v.PlanIn),
		UnreliableWeight: v.Unreliable, WeightError: v.Error}
	for _, r := range v.Reasons {
		out.Reasons = append(out.Reasons, string(r.Kind))
	}
	return out
}

// fineFacts are those of a settled run, and weakFacts those of one whose evidence is not reliable.
func fineFacts() verdict.Facts {
	return verdict.Facts{Way: verdict.Search, Ended: true,
		Unmeasured: verdict.Unmeasured{Known: true, Share: .01, Bound: .018}, Topologies: []verdict.Topology{
			{Name: "{1,5,6}", Weight: .6, Error: .012, Trust: verdict.Reliable, Audit: verdict.Clean},
			{Name: "{3,4,2}", Weight: .4, Error: .012, Trust: verdict.Reliable, Audit: verdict.Clean}}}
}

func weakFacts() verdict.Facts {
	f := fineFacts()
	f.Topologies[0].Trust = verdict.Unreliable
	return f
}

// TestTheVerdictIsShownAsItIs: in both languages, with its plan, whatever the topologies are.
func TestTheVerdictIsShownAsItIs(t *testing.T) {
	for _, f := range []verdict.Facts{fineFacts(), weakFacts(), {}} {
		v := verdict.Judge(f)
		d := Diagnose(topologies(good("{1,5,6}", .6, .4), bad("{0}", .4, 3)), judgedAs(f))
		if d.Verdict != v.In("en") || d.Plan != strings.Join(v.PlanIn("en"), " ") {
			t.Errorf("%q, plan %q; want %q, %q", d.Verdict, d.Plan, v.In("en"), v.PlanIn("en"))
		}
	}
	if d := Diagnose(nil, judgedAs(fineFacts())); d.Verdict != "Nothing measured yet." || d.Plan != "" {
		t.Errorf("without a topology: %+v", d)
	}
	speakIn(t, "de")
	v := verdict.Judge(weakFacts())
	d := Diagnose(topologies(good("{1,5,6}", .6, .4)), judgedAs(weakFacts()))
	if d.Verdict != v.In("de") || d.Plan != strings.Join(v.PlanIn("de"), " ") {
		t.Errorf("in German: %+v", d)
	}
}

// TestWeightsWithoutAKnownError: a weight that rests on unreliable numbers is never precise.
func TestWeightsWithoutAKnownError(t *testing.T) {
	for _, c := range []struct {
		weight, err float64
		want        string
	}{{1, math.NaN(), "1.00\u00a0±\u00a0?"}, {.001, math.NaN(), "<\u00a0.01\u00a0±\u00a0?"},
		{.49, .02, ".490\u00a0±\u00a0.020"}} {
		if got := WeightWithError(c.weight, c.err); got != c.want {
			t.Errorf("%v ± %v: %q, want %q", c.weight, c.err, got, c.want)
		}
	}
	if m := JudgedMarkup([]Judged{
		{Topology: Topology{Name: "{1,2}", Weight: 1, WeightError: math.NaN(), KHat: 3, KHatLimit: .7}},
	}); !strings.Contains(m, ">1.00\u00a0±\u00a0?<") {
		t.Errorf("the table says %s", m)
	}
}

func TestFactsNameTheWorst(t *testing.T) {
	a, b := good("{1,2}", .6, .3), bad("{0}", .4, 1.23)
	b.Divergences, b.ChainsLeftOut = 7, 1
	d := Diagnose(topologies(a, b), Verdict{})
	for fact, want := range map[string]string{
		d.Divergence: "7 in 2,000 draws, most in {0}",
		d.KHat:       "1.23 in {0}, limit\u00a0.70",
		d.Effective:  "5.0 at least, in {0}",
		d.LeftOut:    "1 of 9",
	} {
		if fact != want {
			t.Errorf("got %q, want %q", fact, want)
		}
	}
	clean := Diagnose(topologies(a), Verdict{})
	if clean.Divergence != "none in 1,000 draws" || clean.LeftOut != "none of 4" {
		t.Errorf("clean run: %q, %q", clean.Divergence, clean.LeftOut)
	}
	unknown := Diagnose(topologies(bad("{3,4,2}", .5, math.NaN()), bad("{0}", .5, 9)), Verdict{})
	if !strings.HasPrefix(unknown.KHat, "– in {3,4,2}") {
		t.Errorf("a k-hat that could not be computed is worst of all: %q", unknown.KHat)
	}
}

// TestWhatWasGivenUpIsShown: beside the digest, and only where there is any.
func TestWhatWasGivenUpIsShown(t *testing.T) {
	d := Diagnose(topologies(good("{1,2}", .3, .1)), Verdict{})
	label := "<dt>Given up after failures at</dt>"
	if m := d.Markup(); strings.Contains(m, label) {
		t.Errorf("nothing was given up: %s", m)
	}
	d.Digest, d.GivenUp = "0123456789abcdef", "the audit of {1,2}"
	if m := d.Markup(); !strings.Contains(m, label+`<dd class="num">the audit of {1,2}</dd>`) {
		t.Errorf("%s", m)
	}
}

func TestFactsOfAFastRun(t *testing.T) {
	fine, mended := good("{1,2}", .3, .1), good("{3,4,2}", .3, .1)
	fine.Audit, mended.Audit = &Audit{States: 9}, &Audit{States: 9, Added: 2}
	d := Diagnose(topologies(fine, mended, doubted("{0}", .2, "under-covered"), doubted("{1,5,6}", .2, "failed")),
		Verdict{})
	if want := "nothing found in {1,2}; mended {3,4,2}; doubt about {0}; failed for {1,5,6}"; d.Audits != want {
		t.Errorf("audits %q", d.Audits)
	}
}

// TestReasonsInTheLanguageOfThePage: why an audit failed, as far as the program gave the reason.
func TestReasonsInTheLanguageOfThePage(t *testing.T) {
	a := Audit{Flag: flaggedFailed, Reason: dcc.Crashed(3, "panic: boom")}
	if got := doubt(a, "{1,2}", 0, 0); !strings.Contains(got, "(3 workers failed (panic: boom))") {
		t.Errorf("%q", got)
	}
	speakIn(t, "de")
	if got := doubt(a, "{1,2}", 0, 0); !strings.Contains(got, "(3 Worker scheiterten (panic: boom))") {
		t.Errorf("%q", got)
	}
}

func TestCoverage(t *testing.T) {
	if got := CoverageSentence(wuMetrics()); got != "The 90\u00a0% intervals hold 92\u00a0% of the test rows." {
		t.Errorf("%q", got)
	}
	if got := CoverageSentence(Metrics{}); got != "" {
		t.Errorf("without test rows %q", got)
	}
}

func number(x float64) *float64 { return &x }

func wuMetrics() Metrics {
	return Metrics{
		Train: &Scores{MSE: number(.0582), LogScore: number(.01), Coverage90: number(.9), Rows: 300},
		Test: &Scores{MSE: number(.0586), LogScore: number(-.004), Coverage90: number(.917),
			Rows: 300},
		CARTTrain:     &Scores{MSE: number(.056), LogScore: number(.02), Rows: 300},
		CARTTest:      &Scores{MSE: number(.0570), MSEError: number(.0047), LogScore: number(.01), Rows: 300},
		BaselineTrain: &Scores{MSE: number(2.7), LogScore: number(-1.9), Rows: 300},
		BaselineTest:  &Scores{MSE: number(2.8128), LogScore: number(-1.94), Rows: 300},
		Truth:         &Truth{Train: .057, Test: .0583},
	}
}

func TestCompareTable(t *testing.T) {
	table := CompareTable(wuMetrics(), Info{Task: "regression", Target: "y"})
	body := table.BodyMarkup()
	for _, want := range []string{
		`data-metric="test-mse" data-value="0.0586"`, `data-metric="test-logscore" data-value="-0.004"`,
		`data-metric="truth-mse" data-value="0.0583"`, `data-metric="cart-mse" data-value="0.057"`,
		">±\u00a0.0047<", `data-metric="baseline-mse" data-value="2.8128"`,
		`data-metric="baseline-logscore" data-value="-1.94"`, ">Mean of y<", ">True partition<", "<b>.0586</b>",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the table lacks %s", want)
		}
	}
	full := FullTable(wuMetrics(), Info{Task: "regression", Target: "y"})
	for _, want := range []string{`data-metric="train-mse" data-value="0.0582"`,
		`data-metric="truth-train-mse" data-value="0.057"`, `data-metric="test-coverage" data-value="0.917"`,
		`data-metric="baseline-train-mse"`, ">Test rows<", ">Training rows<"} {
		if !strings.Contains(full.BodyMarkup(), want) {
			t.Errorf("the full table lacks %s", want)
		}
	}
	for _, r := range append(table.Rows, full.Rows[1]) {
		n := strings.Count((MetricTable{Rows: []MetricRow{r}}).BodyMarkup(), "<td")
		if n != 2*len(r.Cells) || len(r.Cells) < 2 {
			t.Errorf("%s has %d cells: %+v", r.Method, n, r)
		}
	}
}

func TestPairedSentence(t *testing.T) {
	m, info := wuMetrics(), Info{Task: "regression", Target: "y"}
	m.Paired = &Pairs{CART: &Scores{MSE: number(.0016), MSEError: number(.001)}}
	got, want := CompareSentence(m, info), "The test error is 1.005 times that of the true partition. On these "+
		"300 test rows CART is ahead by .0016\u00a0±\u00a0.0010 in MSE, paired."
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	m.Paired.CART.MSE = number(-.0016)
	if got := PairedSentence(m, info); !strings.Contains(got, "behind by .0016") {
		t.Errorf("%q", got)
	}
	m.Paired.CART = &Scores{Accuracy: number(-.02), AccuracyError: number(.01)}
	got = PairedSentence(m, Info{Task: "classification"})
	if !strings.Contains(got, "ahead by .020\u00a0±\u00a0.010 in accuracy") {
		t.Errorf("%q", got)
	}
	m.Paired.CART = &Scores{Accuracy: number(0), AccuracyError: number(0)}
	if got := PairedSentence(m, Info{Task: "classification"}); got != "On these 300 test rows CART has the same "+
		"accuracy." {
		t.Errorf("%q", got)
	}
}

func TestCompareTableWithoutTestRows(t *testing.T) {
	m := wuMetrics()
	m.Test, m.BaselineTest = nil, nil
	body := CompareTable(m, Info{Task: "regression", Target: "y"}).BodyMarkup()
	for _, want := range []string{`data-metric="train-mse"`, `data-metric="train-logscore"`,
		`data-metric="baseline-train-mse"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the table lacks %s", want)
		}
	}
	if strings.Contains(body, `"test-mse"`) || strings.Contains(body, `"truth-mse"`) {
		t.Error("the table shows errors on test rows that do not exist")
	}
}

func TestClassification(t *testing.T) {
	m := Metrics{
		Train:         &Scores{Accuracy: number(.981), LogScore: number(-.1), Rows: 105},
		Test:          &Scores{Accuracy: number(41. / 45), LogScore: number(-.2), Rows: 45},
		BaselineTrain: &Scores{Accuracy: number(.35), Rows: 105},
		BaselineTest:  &Scores{Accuracy: number(13. / 45), Rows: 45},
	}
	info := Info{Task: "classification", Baseline: &Baseline{Name: "commonest class (setosa)"}}
	body := CompareTable(m, info).BodyMarkup()
	for _, want := range []string{`data-metric="test-accuracy"`, `data-metric="baseline-accuracy"`, "<b>.911</b>",
		">Commonest class (setosa)<"} {
		if !strings.Contains(body, want) {
			t.Errorf("the table lacks %s", want)
		}
	}
	want := "41 of 45 test rows are named correctly; 13 by the commonest class (setosa)."
	if got := CompareSentence(m, info); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCompareSentence(t *testing.T) {
	m := wuMetrics()
	got, want := CompareSentence(m, Info{Task: "regression", Target: "y"}), "The test error is 1.005 times that "+
		"of the true partition. On the test rows it is 48 times smaller than that of the mean of y."
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	m.Test.MSE, m.Truth = number(3), nil
	if got, want := CompareSentence(m, Info{Task: "regression", Target: "y"}),
		"On the test rows it is not smaller than that of the mean of y."; !strings.HasSuffix(got,
		"not smaller than that of the mean of y.") {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := CompareSentence(Metrics{}, Info{}); got != "" {
		t.Errorf("without scores: %q", got)
	}
}

func TestScoresThatTheTaskLacksAreNone(t *testing.T) {
	m := Metrics{Train: &Scores{MSE: number(math.NaN()), Accuracy: number(.9), Rows: 3}, Test: &Scores{Rows: 0}}
	m.Clean()
	if m.Train.MSE != nil || *m.Train.Accuracy != .9 || m.Test != nil {
		t.Errorf("left: %+v, test %+v", m.Train, m.Test)
	}
}

func TestAnswers(t *testing.T) {
	info := Info{Task: "regression", Target: "y"}
	p := Prediction{Mean: 1.2512, Low: .7604, High: 1.7431, Truth: 1.19}
	got := AnswerMarkup(p, info)
	for _, want := range []string{`data-value="1.2512"`, ">1.25<", "90\u00a0% between .76 and 1.74",
		"True value 1.19, inside the interval."} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
	p.Truth = 1.9
	if got := AnswerMarkup(p, info); !strings.Contains(got, "outside the interval") {
		t.Errorf("1.9 lies outside: %s", got)
	}
	p.Truth = nil
	if got := AnswerMarkup(p, info); strings.Contains(got, "rue value") {
		t.Errorf("no true value is known: %s", got)
	}
}

func TestClassAnswers(t *testing.T) {
	info := Info{Task: "classification"}
	p := Prediction{Probabilities: []float64{.1, .72, .18}, Label: "<b>", Truth: "c"}
	got := AnswerMarkup(p, info)
	for _, want := range []string{"&lt;b&gt;", "with probability .72", "True class c, named wrongly."} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}

func TestTreeSentence(t *testing.T) {
	got := TreeSentence(Topology{Leaves: []int{1, 5, 6}, Weight: .49, Visits: 12, LogEvidence: -54.31,
		LogEvidenceError: .12})
	want := "This topology: 49\u00a0% of the posterior. 3 leaves, 12 visits, log evidence −54.31\u00a0±\u00a0.12."
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTreeSentenceOfAFastRun(t *testing.T) {
	measured := func(change func(*Topology)) Topology {
		m := Topology{Name: "{1,5,6}", Leaves: []int{1, 5, 6}, Weight: .49, Visits: 1, LogEvidence: -54.31,
			LogEvidenceError: .12, Reliable: true, KHat: .8, KHatLimit: .68, Modes: 3, Method: "hard-trees"}
		change(&m)
		return m
	}
	const begin = "This topology: 49\u00a0% of the measured posterior. 3 leaves, measured from 3 modes by " +
		"importance sampling straight from hard trees, log evidence −54.31\u00a0±\u00a0.12."
	for _, c := range []struct {
		change func(*Topology)
		want   string
	}{
		{func(*Topology) {}, begin},
		{func(m *Topology) { m.Leaves, m.Modes = []int{0}, 0 }, "This topology: 49\u00a0% of the measured " +
			"posterior. 1 leaf, known exactly, log evidence −54.31\u00a0±\u00a0.12."},
		{func(m *Topology) { m.Method, m.Modes = "tempered", 1 },
			"This topology: 49\u00a0% of the measured posterior. 3 leaves, measured from 1 mode by " +
				"tempered sequential Monte Carlo, log evidence −54.31\u00a0±\u00a0.12."},
		{func(m *Topology) { m.Method = "embedded" },
			"This topology: 49\u00a0% of the measured posterior. 3 leaves, measured from 3 smaller " +
				"topologies by embedded draws, log evidence −54.31\u00a0±\u00a0.12."},
		{func(m *Topology) { m.Audit = &Audit{States: 218} },
			begin + " Audited: all of 218 states from a second route are covered."},
		{func(m *Topology) { m.Audit = &Audit{States: 218, Added: 1, Former: -54.2, FormerError: .1} },
			begin + " Audited: 1 component was added; log evidence before −54.20\u00a0±\u00a0.10."},
		{func(m *Topology) { m.Audit = &Audit{} }, begin + " Audited: there is nothing that could be missed."},
		{func(m *Topology) { m.Reliable = false },
			begin + " Not reliable: k\u0302\u00a0.80 is over its limit .68."},
		{func(m *Topology) { m.Reliable, m.KHat = false, math.NaN() },
			begin + " Not reliable: it rests on too few draws."},
		{func(m *Topology) { m.Reliable, m.KHat = false, .5 }, begin +
			" Not reliable: a mode may be missing, because repeated searches found different ones."},
		{func(m *Topology) { m.Audit = &Audit{Flag: "higher", Second: -50, SecondError: .2} },
			begin + " {1,5,6} stays in doubt: its audit finds a log evidence of −50.00\u00a0±\u00a0.20, " +
				"the measurement −54.31\u00a0±\u00a0.12. A mode may be missing."},
		{func(m *Topology) { m.Audit = &Audit{Flag: "failed", Reason: "its worker crashed"} },
			begin + " The audit of {1,5,6} failed (its worker crashed): nothing vouches for its " +
				"measurement."},
	} {
		if got := TreeSentence(measured(c.change)); got != c.want {
			t.Errorf("got\n%q, want\n%q", got, c.want)
		}
	}
}
