// The gallery: every figure against its golden file in testdata, and rules that hold for all.

package chart_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/chart"
	"dcctree/core/topology"
)

var update = flag.Bool("update", false, "write the golden files of the gallery")

// balanced16 and chain16 are the widest and the deepest tree with 16 leaves.
func balanced16(t testing.TB) topology.Topology {
	var leaves []int
	for id := 15; id <= 30; id++ {
		leaves = append(leaves, id)
	}
	return shape(t, leaves...)
}

func chain16(t testing.TB) topology.Topology {
	return parse(t, strings.Repeat("10", 15)+"0")
}

var twelve = []string{"ash", "beech & hornbeam", "cedar", "Douglas fir <young>", "elm", "fir", "gum", "holly", "iroko",
	"juniper", "kapok", "larch"}

// longClasses are a dozen labels that have no room beside their bars.
var longClasses = []string{"well-differentiated adenocarcinoma", "moderately differentiated adenocarcinoma",
	"poorly differentiated adenocarcinoma", "mucinous adenocarcinoma", "signet-ring cell carcinoma",
	"squamous cell carcinoma", "adenosquamous carcinoma", "medullary carcinoma", "undifferentiated carcinoma",
	"neuroendocrine tumor, grade 1", "neuroendocrine tumor, grade 2", "not otherwise specified"}

// bushy is a tree grown at random to n leaves, from a fixed seed.
func bushy(t testing.TB, n int) topology.Topology {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, uint64(n)))
	s := topology.Root()
	for s.Leaves() < n {
		s = s.Grow(rng.IntN(s.Leaves()))
	}
	return s
}

// thirtyWeights are 30 topologies of 3 to 32 leaves whose weights fall by a factor of .9.
func thirtyWeights(t testing.TB) []chart.TopologyWeight {
	var out []chart.TopologyWeight
	for i := range 30 {
		s := bushy(t, i+3)
		w := .1 * math.Pow(.9, float64(i)) / (1 - math.Pow(.9, 30))
		out = append(out, chart.TopologyWeight{Name: s.String(), Nodes: s.Nodes(), Weight: w, Error: w / 10,
			Selected: i == 0})
	}
	return out
}

// gallery returns every golden figure by file name.
func gallery(t testing.TB) map[string]string {
	out := map[string]string{}
	topologies := func(name string, width float64, ts []chart.TopologyWeight) {
		out[name] = chart.Topologies(chart.TopologiesFigure{ID: name, Width: width, Topologies: ts})
	}
	topologies("topologies-wide", 754, weights(t))
	topologies("topologies-narrow", 358, weights(t))
	topologies("topologies-many-wide", 754, manyWeights(t))
	topologies("topologies-many-narrow", 358, manyWeights(t))
	topologies("topologies-one", 754, manyWeights(t)[:1])
	for width, name := range map[float64]string{754: "topologies-rest-wide", 358: "topologies-rest-narrow"} {
		out[name] = chart.Topologies(chart.TopologiesFigure{ID: name, Width: width, Topologies: weights(t),
			Unmeasured: chart.Unmeasured{Share: .1, Bound: .16}})
	}
	out["unmeasured-bar"] = chart.UnmeasuredBar(chart.Unmeasured{Share: .1, Bound: .16}, 121, .5)
	out["topology-bar"] = chart.TopologyBar(weights(t)[1], 121, .5)
	out["topology-axis"] = chart.TopologyAxis(.5)
	smallFigures(t, out)

	tree := func(name string, f chart.TreeFigure) {
		f.ID = name
		out[name] = chart.Tree(f)
	}
	six := shape(t, 3, 9, 10, 11, 12, 6)
	tree("tree-wu-wide", wuTree(t, 754))
	tree("tree-wu-narrow", wuTree(t, 358))
	tree("tree-root-only", anyTree(topology.Root(), 754, shortNames, 80))
	tree("tree-mixture-wide", mixtureTree(t, 754))
	tree("tree-mixture-narrow", mixtureTree(t, 358))
	tree("tree-units-wide", unitsTree(t, 754))
	tree("tree-six-wide", anyTree(six, 754, shortNames, 300))
	tree("tree-six-narrow", anyTree(six, 358, shortNames, 300))
	tree("tree-names-wide", anyTree(six, 754, longNames, 300))
	tree("tree-names-narrow", anyTree(shape(t, 1, 5, 6), 358, longNames, 300))
	tree("tree-16-wide", anyTree(balanced16(t), 754, shortNames, 600))
	tree("tree-16-narrow", anyTree(balanced16(t), 360, shortNames, 600))
	tree("tree-chain-wide", anyTree(chain16(t), 754, shortNames, 5000))
	tree("tree-chain-narrow", anyTree(chain16(t), 360, shortNames, 5000))
	tree("tree-iris-wide", classTree(shape(t, 1, 5, 6), 754, longNames, iris))
	tree("tree-iris-narrow", classTree(shape(t, 1, 5, 6), 358, longNames, iris))
	tree("tree-classes-long", classTree(six, 480, longNames, longClasses))
	tree("tree-navigable-wide", navigable(anyTree(six, 754, shortNames, 300)))
	tree("tree-navigable-narrow", navigable(classTree(shape(t, 1, 5, 6), 358, longNames, iris)))
	tree("tree-collapsed-wide", collapsed(navigable(anyTree(six, 754, shortNames, 300)), 1, 5))
	tree("tree-collapsed-classes", collapsed(navigable(classTree(six, 754, shortNames, twelve)), 2))
	tree("tree-200-wide", navigable(anyTree(bushy(t, 200), 754, longNames, 4000)))
	tree("tree-200-classes", navigable(classTree(bushy(t, 200), 754, longNames, twelve)))
	tree("tree-30-deep", navigable(anyTree(parse(t, strings.Repeat("10", 30)+"0"), 754, longNames, 3000)))
	topologies("topologies-30-wide", 754, thirtyWeights(t))
	topologies("topologies-30-narrow", 358, thirtyWeights(t))
	tree("tree-classes-wide", classTree(six, 754, shortNames, twelve))
	tree("tree-classes-narrow", classTree(six, 358, shortNames, twelve))

	prediction := func(name string, f chart.PredictionFigure) {
		f.ID = name
		out[name] = chart.Prediction(f)
	}
	prediction("prediction-side", wuPrediction(t, 316))
	prediction("prediction-wide", wuPrediction(t, 754))
	far := wuPrediction(t, 358)
	far.Truth.X, far.Baseline.X, far.Edges, far.Counts = 9.31, 1.26, nil, nil
	prediction("prediction-far", far)
	classes := classPrediction(316)
	classes.ID = "prediction-classes"
	out["prediction-classes"] = chart.ClassPredictions(classes)
	classes.ID, classes.Component = "prediction-classes-part", &chart.ClassComponent{
		Label: "{3,4,2}", Probabilities: []float64{.05, .35, .6},
	}
	out["prediction-classes-part"] = chart.ClassPredictions(classes)

	for width, name := range map[float64]string{754: "wide", 358: "narrow"} {
		e := evidence(width, 6)
		e.ID = "evidence-" + name
		rows, k := predictedRows(width, 150), calibration(width)
		rows.ID, k.ID = "observed-"+name, "calibration-"+name
		out[rows.ID], out[k.ID] = chart.Observed(rows), chart.Calibration(k)
		k.ID, k.Joined, k.Points[2].Count = "reliability-"+name, false, 20
		out[k.ID] = chart.Calibration(k)
		tr, w := trace(width, 4), paretoWeights(width)
		tr.ID, w.ID = "trace-"+name, "weights-"+name
		out[tr.ID], out[w.ID] = chart.Trace(tr), chart.ImportanceWeights(w)
		tr.ID = "ranks-" + name
		out[tr.ID] = chart.Ranks(tr)
		rows.ID = "residuals-" + name
		out[rows.ID] = chart.Residuals(rows)
		m, few, many := partition(width, nil, nil), partition(width, iris, nil), confusion(width, iris)
		m.ID, few.ID, many.ID = "partition-"+name, "partition-classes-"+name, "confusion-"+name
		out[m.ID], out[few.ID], out[many.ID] = chart.Partition(m), chart.Partition(few), chart.Confusion(many)
		out[e.ID] = chart.EvidenceTrace(e)

		out["features-"+name] = chart.Features(chart.FeaturesFigure{ID: "features-" + name, Width: width,
			Features: featureUses(shortNames)})
		out["features-long-"+name] = chart.Features(chart.FeaturesFigure{ID: "features-long-" + name,
			Width: width, Features: featureUses(append(longNames, twelve...))})
		out["consensus-"+name] = chart.Consensus(chart.ConsensusFigure{ID: "consensus-" + name, Width: width,
			Nodes: consensusNodes(shortNames)})
		out["consensus-long-"+name] = chart.Consensus(chart.ConsensusFigure{ID: "consensus-long-" + name,
			Width: width, Nodes: consensusNodes(longNames)})
		out["cuts-"+name] = chart.Cuts(chart.CutsFigure{ID: "cuts-" + name, Width: width,
			Cuts: someCuts(longNames)})
	}
	branchFigures(out)
	inGerman(t, out, weights(t), six)
	labeled, twelfth := partition(358, nil, []string{"blue", "red", "green"}), confusion(358, twelve)
	labeled.ID, twelfth.ID = "partition-labels", "confusion-many"
	out["partition-labels"], out["confusion-many"] = chart.Partition(labeled), chart.Confusion(twelfth)
	sixteen, once := trace(358, 16), chart.EvidenceFigure{ID: "evidence-once", Width: 358, Steps: true,
		Series: []chart.EvidenceSeries{
			{Name: "{1,5,6}", Visits: []float64{1, 9}, Log: []float64{-56.8, -56.6},
				Error: []float64{.05, .03}, Selected: true},
			{Name: "{3,4,2}", Visits: []float64{3}, Log: []float64{-58.1}, Error: []float64{.3}}}}
	sixteen.ID = "trace-many"
	out["trace-many"], out["evidence-once"] = chart.Trace(sixteen), chart.EvidenceTrace(once)
	return out
}

// inGerman adds figures with German words, narrow ones too, because these are longer.
func inGerman(t testing.TB, out map[string]string, ts []chart.TopologyWeight, six topology.Topology) {
	for width, name := range map[float64]string{754: "german-wide", 358: "german-narrow"} {
		out["topologies-"+name] = chart.Topologies(chart.TopologiesFigure{ID: "topologies-" + name, Lang: "de",
			Width: width, Topologies: ts, Unmeasured: chart.Unmeasured{Share: .1, Bound: .16}})
		tree := collapsed(navigable(anyTree(six, width, shortNames, 300)), 5)
		tree.ID, tree.Lang = "tree-"+name, "de"
		out[tree.ID] = chart.Tree(tree)
		classes := classTree(six, width, shortNames, twelve)
		classes.ID, classes.Lang = "tree-classes-"+name, "de"
		out[classes.ID] = chart.Tree(classes)
		out["features-"+name] = chart.Features(chart.FeaturesFigure{ID: "features-" + name, Lang: "de",
			Width: width, Features: featureUses(shortNames)})
		out["consensus-"+name] = chart.Consensus(chart.ConsensusFigure{ID: "consensus-" + name, Lang: "de",
			Width: width, Nodes: consensusNodes(shortNames)})
		out["cuts-"+name] = chart.Cuts(chart.CutsFigure{ID: "cuts-" + name, Lang: "de", Width: width,
			Cuts: someCuts(longNames)})
	}
	number, class := wuPrediction(t, 316), classPrediction(316)
	number.ID, number.Lang, class.ID, class.Lang = "prediction-german", "de", "prediction-classes-german", "de"
	class.Component = &chart.ClassComponent{Label: "{3,4,2}", Probabilities: []float64{.05, .35, .6}}
	out[number.ID], out[class.ID] = chart.Prediction(number), chart.ClassPredictions(class)
}

func TestGolden(t *testing.T) {
	figures := gallery(t)
	if *update {
		for name, svg := range figures {
			if err := os.WriteFile(goldenFile(name), []byte(svg), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, svg := range figures {
		want, err := os.ReadFile(goldenFile(name))
		if err != nil {
			t.Errorf("%v (go test ./core/chart -update writes the golden files)", err)
			continue
		}
		if rounded(svg) != rounded(string(want)) {
			t.Errorf("%s differs from its golden file; look at it, then go test ./core/chart -update", name)
		}
	}
	files, err := filepath.Glob(goldenFile("*"))
	if err != nil || len(files) != len(figures) {
		t.Errorf("%d golden files for %d figures (%v)", len(files), len(figures), err)
	}
}

func goldenFile(name string) string { return filepath.Join("testdata", name+".svg") }

var decimals = regexp.MustCompile(`-?\d+\.\d+`)

// rounded rounds every number to 0.1.
func rounded(svg string) string {
	return decimals.ReplaceAllStringFunc(svg, func(s string) string {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return s
		}
		return strconv.FormatFloat(math.Round(x*10)/10, 'f', 1, 64)
	})
}

func TestRulesForAllFigures(t *testing.T) {
	ids := map[string]string{}
	for name, svg := range gallery(t) {
		for _, e := range elements(t, name, svg) {
			checkElement(t, name, e, ids)
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%s holds a number that is not finite", name)
		}
		if !strings.Contains(svg, `aria-hidden="true"`) && !strings.Contains(svg, `role="tree" aria-label=`) &&
			!strings.Contains(svg, `role="img" aria-labelledby="`+name+`-t `+name+`-d"`) {
			t.Errorf("%s has no role or label", name)
		}
	}
}

// allowed are the elements that a figure may hold: none that loads or runs anything.
var allowed = []string{"svg", "g", "title", "desc", "path", "rect", "circle", "text", "tspan"}

func checkElement(t *testing.T, name string, e xml.StartElement, ids map[string]string) {
	t.Helper()
	if !slices.Contains(allowed, e.Name.Local) {
		t.Errorf("%s: element %s", name, e.Name.Local)
	}
	for _, a := range e.Attr {
		switch {
		case a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") ||
			strings.Contains(a.Name.Local, "href"):
			t.Errorf("%s: attribute %s", name, a.Name.Local)
		case a.Name.Local == "id":
			if other, seen := ids[a.Value]; seen {
				t.Errorf("%s: id %q is also in %s", name, a.Value, other)
			}
			ids[a.Value] = name
		}
	}
}

// elements reads the SVG as XML, strictly.
func elements(t testing.TB, name, svg string) []xml.StartElement {
	t.Helper()
	var out []xml.StartElement
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if e, ok := token.(xml.StartElement); ok {
			out = append(out, e.Copy())
		}
	}
}
