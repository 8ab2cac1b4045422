// Tests of the report: a golden file, its style against the page's, and text from outside.

package report

import (
	"encoding/xml"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dcctree/core/chart"
	"dcctree/core/topology"
)

var update = flag.Bool("update", false, "write the golden file anew")

// drawn are figures as package chart draws them.
func drawn() string {
	stump := topology.Root().Grow(0)
	weights := chart.Topologies(chart.TopologiesFigure{ID: "weights", Width: 640,
		Topologies: []chart.TopologyWeight{
			{Name: "{1,2}", Nodes: stump.Nodes(), Weight: .9, Error: .02, Selected: true},
			{Name: "{0}", Nodes: topology.Root().Nodes(), Weight: .1, Error: .02}}})
	tree := chart.Tree(chart.TreeFigure{ID: "tree1", Width: 640, Name: "{1,2}", Nodes: stump.Nodes(), Target: "y",
		Splits: []chart.TreeSplit{{Terms: []chart.TreeTerm{{Feature: "x1", Weight: 1}}, Threshold: 5, Low: 4,
			High: 6, Min: 0, Max: 10,
			Grid: []float64{4, 5, 6}, Density: []float64{0, 1, 0}, Rows: []float64{1, 2, 8, 9}, Share: 1,
			MainShare: 1}},
		Leaves: []chart.TreeLeaf{{Count: 2, Share: .5, Values: []float64{3, 3.2}, Mean: 3.1, Low: 3, High: 3.2,
			NewLow: 2.5, NewHi: 3.7},
			{Count: 2, Share: .5, Values: []float64{5, 5.2}, Mean: 5.1, Low: 5, High: 5.2, NewLow: 4.5,
				NewHi: 5.7}}})
	features := chart.Features(chart.FeaturesFigure{ID: "features", Width: 640, Features: []chart.FeatureUse{
		{Name: "x1", Probability: .9, Error: .02, Share: .8, Min: 0, Max: 10, Grid: []float64{0, 5, 10},
			Density: []float64{0, .2, 0}}}})
	consensus := chart.Consensus(chart.ConsensusFigure{ID: "consensus", Width: 640, Nodes: []chart.ConsensusNode{
		{Cut: chart.Cut{Feature: "x1", Threshold: 5, Max: 10, Weight: .9,
			Lines: []chart.CutLine{{At: 5, Weight: .9}}},
			Share: .9, Weight: .9}}})
	return weights + tree + features + consensus
}

// sample is a small report with everything that a report can say. Its figures stand for those of package chart, which
// has golden files of its own.
func sample() Report {
	figure := func(id string) string {
		return `<svg xmlns="http://www.w3.org/2000/svg" class="fig" width="100" height="20" ` +
			`viewBox="0 0 100 20" role="img" aria-labelledby="` +
			id + `-t"><title id="` + id + `-t">A figure</title><path class="base" d="M0 10H100"/></svg>` +
			"\n"
	}
	nan := math.NaN()
	return Report{
		Data: `a<b> & "c"`, Subject: "Regression of y on 1 feature.",
		Rows: []Fact{{"Training rows", "4"}, {"Features", "x1"}}, Notes: []string{"Column <id> is left out."},
		Model:    []Fact{{"Preset", "fast"}, {"Seed", "1"}, {"Digest of the results", "0123456789abcdef"}},
		Settings: []Fact{{"bandwidthFinal", "0.05"}}, Weights: figure("weights"),
		Trees: []Tree{{"{1,2}", "90 % of the posterior.", figure("tree0")}},
		Across: []Figure{{"Which features", "Bar: weight of the trees.", figure("features")},
			{"What most trees ask", "The share of the trees.", figure("consensus")}},
		Topologies: []Topology{
			{Name: "{1,2}", Weight: .9, WeightError: .02, LogEvidence: -12.34, LogEvidenceError: .05,
				KHat: .41, KHatLimit: .7, EffectiveNumber: 812, Audit: "nothing found"},
			{Name: "{0}", Weight: .1, WeightError: nan, LogEvidence: -20, KHat: math.NaN(), KHatLimit: .7,
				EffectiveNumber: 1000}},
		Scores: []Score{{Method: "This run", Rows: "4 training rows", MSE: .0613, MSEError: .0049,
			Accuracy: nan, AccuracyError: nan, LogScore: -.12, Coverage90: .75},
			{Method: "Mean of the training rows", Rows: "4 training rows", MSE: 1.0, MSEError: nan,
				Accuracy: nan, AccuracyError: nan, LogScore: -1.9, Coverage90: nan}},
		Unmeasured: Unmeasured{Known: true, Share: .12, Bound: .15}, Divergence: "3 divergences in 400 draws.",
		Verdict: "Not settled: <reasons>.", Plan: []string{"Let it run on.", "Run <again>."},
		Happened: []Event{{.5, "Measured {1,2}."}, {1.25, "Audited {1,2}: nothing was found missing."}},
	}
}

func TestReportIsTheGoldenFile(t *testing.T) { golden(t, "report.html", HTML(sample())) }

// golden compares a text with a golden file, or writes that anew.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the report differs from %s; look at it and run go test ./core/report -update", path)
	}
}

// TestNothingIsLoadedOrRun: no script, no address, no text from outside that becomes markup, and elements that close.
func TestNothingIsLoadedOrRun(t *testing.T) {
	text := HTML(sample())
	for _, bad := range []string{"<script", "src=", "href=", "url(", "@import", "a<b>", "<id>", " style="} {
		if strings.Contains(text, bad) {
			t.Errorf("the report holds %q", bad)
		}
	}
	for _, want := range []string{"a&lt;b&gt; &amp; &quot;c&quot;</h1>", "at most 15", "0123456789abcdef",
		"Column &lt;id&gt;", "3 divergences", "Not settled: &lt;reasons&gt;.", "<li>Run &lt;again&gt;.</li>",
		".10 ± ?", ".061 ± .005"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	d := xml.NewDecoder(strings.NewReader(text[strings.Index(text, "<body>"):strings.Index(text, "</html>")]))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestFiguresLookAsOnThePage: each rule and token stands in the page's style sheet, too, and each class of the figures
// has one.
func TestFiguresLookAsOnThePage(t *testing.T) {
	body, err := os.ReadFile(filepath.Join("..", "..", "site", "style.css"))
	if err != nil {
		t.Fatal(err)
	}
	// of a tree that is pointed at
	page := regexp.MustCompile(`\.is-lit [^{]*\{[^}]*\}`).ReplaceAllString(string(body), "")
	// a link may ask for light; a report cannot be asked
	page = strings.ReplaceAll(page, ":root:not([data-theme=light])", ":root")
	lines := append(strings.Split(figures, "\n"), strings.Split(tokens, "\n")...)
	for _, rule := range lines {
		if !strings.Contains(page, rule) {
			t.Errorf("site/style.css lacks %q", rule)
		}
	}
	for _, m := range regexp.MustCompile(`class="([^"]+)"`).FindAllStringSubmatch(drawn(), -1) {
		for _, class := range strings.Fields(m[1]) {
			named := regexp.MustCompile(`\.` + regexp.QuoteMeta(class) + `[ .,{]`).MatchString
			if class != "topo" && named(page) && !named(figures) { // a button on the page
				t.Errorf("the class %s has a rule on the page and none in the report", class)
			}
		}
	}
}
