// Tests that draws and tables read back to the same bits, whatever the names are.

package export

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/random"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// awkward are names that break out of quotes, comments and identifiers where they can.
var awkward = []string{"x", "petal length", `a"b`, "it's", `back\slash`, "line\nbreak", "-- no comment", "# none",
	"größe", "]", "%in%", "\x01"}

// drawDraws makes draws of awkward numbers under awkward names.
func drawDraws(rng *rand.Rand) Draws {
	const n = 7
	d := Draws{Topology: "{1,5,6}", Weight: 1. / 3, Seconds: 1.25, Seed: "18446744073709551615",
		Notes:    []string{"A note\nof two lines."},
		Settings: []Setting{{"data", "a = b\n# c.csv"}, {"target", awkward[2]}},
		Coords:   []Coord{{"split", []string{"0", "2"}}, {"feature", awkward[:3]}}}
	d.Variables = []Variable{{Name: "tau", Dims: []string{"split"}, Shape: []int{2}},
		{Name: "delta", Dims: []string{"split", "feature"}, Shape: []int{2, 3}}, {Name: "sigma"}}
	for i, v := range d.Variables {
		for range n * v.size() {
			d.Variables[i].Values = append(d.Variables[i].Values, awkwardNumber(rng))
		}
	}
	for range n {
		d.LogDensity, d.LogWeights = append(d.LogDensity, awkwardNumber(rng)),
			append(d.LogWeights, awkwardNumber(rng))
	}
	return d
}

// awkwardNumber draws any finite number, by its bits.
func awkwardNumber(rng *rand.Rand) float64 {
	for {
		if x := math.Float64frombits(rng.Uint64()); x-x == 0 {
			return x
		}
	}
}

// readStan reads Stan CSV as its readers do: comments apart, then names, then numbers by name.
func readStan(t *testing.T, text string) (comments []string, columns map[string][]float64, names []string) {
	t.Helper()
	columns = map[string][]float64{}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		switch cells := strings.Split(line, ","); {
		case strings.HasPrefix(line, "#"):
			comments = append(comments, line)
		case names == nil:
			names = cells
		case len(cells) != len(names):
			t.Fatalf("%d cells under %d names", len(cells), len(names))
		default:
			for i, cell := range cells {
				columns[names[i]] = append(columns[names[i]], readNumber(t, cell))
			}
		}
	}
	return comments, columns, names
}

func readNumber(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func sameBits(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
			t.Errorf("%s[%d] is %v, want %v", what, i, got[i], want[i])
		}
	}
}

func TestStanCSVReadsBack(t *testing.T) {
	rng := random.Stream(1, "stan csv")
	for range 50 {
		d := drawDraws(rng)
		comments, columns, names := readStan(t, StanCSV(d))
		got := strings.Join(names, " ")
		if got != "lp__ log_weight__ tau.1 tau.2 delta.1.1 delta.2.1 delta.1.2 delta.2.2 delta.1.3 "+
			"delta.2.3 sigma" {
			t.Fatalf("columns %s", got) // CmdStan's order: the first index runs fastest
		}
		sameBits(t, "lp__", columns["lp__"], d.LogDensity)
		sameBits(t, "log_weight__", columns[LogWeight], d.LogWeights)
		sameBits(t, "sigma", columns["sigma"], d.Variables[2].Values)
		for k := range d.draws() {
			for j := range 2 {
				sameBits(t, "tau", columns["tau."+strconv.Itoa(j+1)][k:k+1],
					d.Variables[0].Values[2*k+j:2*k+j+1])
				for f := range 3 {
					name := "delta." + strconv.Itoa(j+1) + "." + strconv.Itoa(f+1)
					sameBits(t, name, columns[name][k:k+1],
						d.Variables[1].Values[6*k+3*j+f:6*k+3*j+f+1])
				}
			}
		}
		all := strings.Join(comments, "\n")
		for _, want := range []string{"# method = sample (Default)", "#     num_samples = 7",
			"#     algorithm = fixed_param", "#   seed = 18446744073709551615", "#   sig_figs = 17",
			"#   data = a = b # c.csv", "#   topology = {1,5,6}", "# A note of two lines.",
			"#                1.250 seconds (Total)", "posterior::weight_draws"} {
			if !strings.Contains(all, want) {
				t.Errorf("%q is missing in\n%s", want, all)
			}
		}
	}
}

// TestStanCSVWritesAsCPlusPlusDoes: the texts are those of printf's %.17g.
func TestStanCSVWritesAsCPlusPlusDoes(t *testing.T) {
	for x, want := range map[float64]string{.1: "0.10000000000000001", 1: "1", 1e-5: "1.0000000000000001e-05",
		-2.5: "-2.5", 1e17: "1e+17", 123456789: "123456789", math.Inf(-1): "-inf", math.Inf(1): "inf"} {
		if got := exact(x); got != want {
			t.Errorf("%v is written %s, want %s", x, got, want)
		}
	}
	if got := exact(math.NaN()); got != "nan" {
		t.Errorf("NaN is written %s", got)
	}
}

func TestArviZJSONReadsBack(t *testing.T) {
	rng := random.Stream(1, "arviz json")
	for range 50 {
		d := drawDraws(rng)
		var got struct {
			Posterior struct {
				Tau   [1][][2]float64
				Delta [1][][2][3]float64
				Sigma [1][]float64
			}
			Stats struct {
				LP        [1][]float64
				LogWeight [1][]float64 `json:"log_weight"`
			} `json:"sample_stats"`
			Coords, Dims map[string][]string
			Attrs        map[string]any
		}
		text := ArviZJSON(d)
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		sameBits(t, "lp", got.Stats.LP[0], d.LogDensity)
		sameBits(t, "log_weight", got.Stats.LogWeight[0], d.LogWeights)
		sameBits(t, "sigma", got.Posterior.Sigma[0], d.Variables[2].Values)
		for k := range d.draws() {
			sameBits(t, "tau", got.Posterior.Tau[0][k][:], d.Variables[0].Values[2*k:2*k+2])
			for j := range 2 {
				sameBits(t, "delta", got.Posterior.Delta[0][k][j][:],
					d.Variables[1].Values[6*k+3*j:6*k+3*j+3])
			}
		}
		if strings.Join(got.Coords["feature"], "|") != strings.Join(awkward[:3], "|") ||
			strings.Join(got.Dims["delta"], "|") != "split|feature" {
			t.Errorf("coords %q, dims %q", got.Coords, got.Dims)
		}
		if got.Attrs["seed"] != d.Seed || got.Attrs["data"] != d.Settings[0].Value ||
			got.Attrs["topology"] != d.Topology {
			t.Errorf("attributes %q", got.Attrs)
		}
	}
}

// drawTreeDraws makes drawn trees of one topology.
func drawTreeDraws(rng *rand.Rand, c Columns) TreeDraws {
	top := topology.Root().Grow(0).Grow(1)
	t := TreeDraws{Topology: top.String(), Nodes: top.Nodes()}
	numbers := func(n int) (x []float64) {
		for range n {
			x = append(x, awkwardNumber(rng))
		}
		return x
	}
	for range 4 {
		t.Weights = append(t.Weights, awkwardNumber(rng))
		t.Crossings = append(t.Crossings, numbers(2))
		var drawn tree.Tree
		for _, n := range t.Nodes {
			node := tree.Node{Right: max(0, n.Right)}
			switch {
			case !n.Leaf:
				node.Rule = tree.Blend{Weights: numbers(len(c.Features)), At: awkwardNumber(rng), H: .1}
			case c.Classes == nil:
				node.Answer = tree.Normal{Mean: awkwardNumber(rng), SD: 1}
			default:
				node.Answer = tree.Classes(numbers(len(c.Classes)))
			}
			drawn.Nodes = append(drawn.Nodes, node)
		}
		t.Trees = append(t.Trees, drawn)
	}
	return t
}

func readCSV(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return rows
}

func readNumbers(t *testing.T, cells []string) (x []float64) {
	t.Helper()
	for _, c := range cells {
		x = append(x, readNumber(t, c))
	}
	return x
}

func TestTreesReadBack(t *testing.T) {
	rng := random.Stream(1, "trees")
	for _, c := range []Columns{{Features: awkward[:4]}, {Features: awkward[:5], Classes: awkward[5:8]}} {
		want := drawTreeDraws(rng, c)
		rows := readCSV(t, TreesHead(c)+TreesCSV(c, want))
		if len(rows) != 1+4*5 {
			t.Fatalf("%d lines", len(rows))
		}
		nf, line := len(c.Features), 1
		if got := rows[0][9+nf]; got != "weight_"+c.Features[nf-1] {
			t.Errorf("column %d is %q", 9+nf, got)
		}
		for k := range want.Weights {
			for at, n := range want.Nodes {
				row, drawn := rows[line], want.Trees[k].Nodes[at]
				line++
				sameBits(t, "weight", readNumbers(t, row[2:3]), want.Weights[k:k+1])
				if row[0] != "1" || row[1] != strconv.Itoa(k+1) || row[3] != want.Topology ||
					row[4] != strconv.Itoa(n.ID) || (row[6] == "1") != n.Leaf {
					t.Fatalf("line %d is %q", line, row)
				}
				parent := map[bool]string{true: "", false: strconv.Itoa((n.ID - 1) / 2)}[n.ID == 0]
				if row[5] != parent {
					t.Errorf("parent of %d is %q", n.ID, row[5])
				}
				switch a := drawn.Answer.(type) {
				case tree.Normal:
					sameBits(t, "mean", readNumbers(t, row[10+nf:]), []float64{a.Mean})
				case tree.Classes:
					sameBits(t, "probabilities", readNumbers(t, row[11+nf:]), a)
				default:
					rule := drawn.Rule.(tree.Blend)
					sameBits(t, "split", readNumbers(t, row[8:10+nf]),
						append([]float64{want.Crossings[k][n.Index], rule.At}, rule.Weights...))
					main := slices.Index(rule.Weights, slices.Max(rule.Weights))
					if row[7] != c.Features[main] {
						t.Errorf("feature %q", row[7])
					}
				}
			}
		}
	}
}

func TestPredictionsReadBack(t *testing.T) {
	rng := random.Stream(1, "predictions")
	regression, classes := Columns{}, Columns{Classes: awkward[5:8]}
	before := []string{"row", "predicted_mean", awkward[2]}
	text := PredictionsHead(before, regression)
	var want [][]float64
	for range 20 {
		p := Predicted{Mean: awkwardNumber(rng), SD: awkwardNumber(rng), Low: awkwardNumber(rng),
			High: awkwardNumber(rng)}
		want = append(want, []float64{p.Mean, p.SD, p.Low, p.High})
		text += PredictionCSV([]string{"7", " padded ", "a\nb"}, regression, &p)
	}
	rows := readCSV(t, text+PredictionCSV([]string{"8", "", ""}, regression, nil))
	got := strings.Join(rows[0][3:], " ")
	if got != "predicted_mean_ predicted_sd predicted_5_percent predicted_95_percent" {
		t.Errorf("names %s", got)
	}
	for i, w := range want {
		sameBits(t, "prediction", readNumbers(t, rows[i+1][3:]), w)
		if rows[i+1][1] != " padded " || rows[i+1][2] != "a\nb" {
			t.Errorf("cells %q", rows[i+1][:3])
		}
	}
	if last := strings.Join(rows[21], "|"); last != "8||||||" {
		t.Errorf("a row without prediction is %q", last)
	}
	p := Predicted{Class: 1, Probabilities: []float64{awkwardNumber(rng), awkwardNumber(rng), awkwardNumber(rng)}}
	rows = readCSV(t, PredictionsHead([]string{"row"}, classes)+PredictionCSV([]string{"1"}, classes, &p)+
		PredictionCSV([]string{"2"}, classes, nil))
	if rows[1][1] != "'"+classes.Classes[1] || // "-- no comment", which a spreadsheet would compute
		rows[0][1] != "predicted_class" || rows[0][4] != "p_"+classes.Classes[2] ||
		strings.Join(rows[2], "|") != "2||||" {
		t.Errorf("classes %q", rows)
	}
	sameBits(t, "probabilities", readNumbers(t, rows[1][2:]), p.Probabilities)
}

// TestFileNames: whatever a table is called, the file's name is plain.
func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{"WU": "WU", "my data.v2.csv": "my-data-v2",
		"../../etc/passwd": "table", "größe.csv": "gr--e", "": "table", ".csv": "csv", "日本": "table",
		"azAZ09_{@[`/:.csv": "azAZ09"} {
		if got := Stem(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
