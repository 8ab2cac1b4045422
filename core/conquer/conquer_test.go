// Tests of measurements: exact evidences, draws, determinism, the generated data sets, edge cases.

package conquer

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/evidence"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

func tree(t *testing.T, leaves ...int) topology.Topology {
	t.Helper()
	top, err := topology.FromLeaves(leaves)
	if err != nil {
		t.Fatal(err)
	}
	return top
}

// measured scores and measures a topology.
func measured(p *Problem, t topology.Topology, seed uint64) Measurement {
	m, _ := fitted(p, t, seed)
	return m
}

// fitted is measured with the noise of the best hard tree.
func fitted(p *Problem, t topology.Topology, seed uint64) (m Measurement, sigma float64) {
	rng := random.Stream(seed, "test", t.Key())
	solutions, _ := p.Score(t, nil, rng)
	return p.Measure(t, solutions, rng, func() {}), solutions[0].Sigma
}

func newProblem(d softtree.Data, h float64) *Problem {
	return NewProblem(d, softtree.PaperPriors(), h, DefaultSettings())
}

// agrees checks an estimate against a value within 4 standard errors, which must be small.
func agrees(t *testing.T, name string, m Measurement, want, bound float64) {
	t.Helper()
	if !(m.Error < .15) || !m.Reliable() {
		t.Errorf("%s: log Z %.4f ± %.4f, k-hat %.2f of %.2f", name, m.LogZ, m.Error, m.KHat, m.KHatLimit)
	}
	if math.Abs(m.LogZ-want) > 4*math.Sqrt(m.Error*m.Error+bound*bound)+1e-6 {
		t.Errorf("%s: log Z %.4f ± %.4f, want %.4f", name, m.LogZ, m.Error, want)
	}
}

// jump is a small regression on one input.
var jump = softtree.Data{
	N: 9, D: 1,
	X: []float64{0, .1, .2, .35, .5, .62, .7, .9, 1},
	Y: []float64{-1.1, -.8, -1.2, -.7, .3, 1.1, .8, 1.3, .9},
}

// labels is a small classification on one input.
var labels = softtree.Data{
	N: 10, D: 1, Classes: 2,
	X:     []float64{0, .08, .2, .31, .4, .55, .63, .7, .85, 1},
	Class: []int{0, 0, 1, 0, 0, 1, 1, 0, 1, 1},
}

// quadrature returns log Z and the posterior means of tau and mu_1 of the stump on jump by the
// midpoint rule: y ~ N(0, sigma^2 I + Phi Phi') by a Cholesky factor of the full covariance, which is
// another way than the collapsed model's.
func quadrature(h float64) (logZ, meanTau, meanMu float64) {
	const cells = 300
	var logs, taus, mus []float64
	n := jump.N
	cov := make([]float64, n*n)
	for a := range cells {
		tau := (float64(a) + .5) / cells
		left := make([]float64, n)
		for i, x := range jump.X {
			left[i] = 1 / (1 + math.Exp((x-tau)/h))
		}
		for b := range cells {
			const low, high = -3.5, 3.5
			v := low + (high-low)*(float64(b)+.5)/cells
			sigma := math.Exp(v)
			for i := range n {
				for j := range n {
					cov[i*n+j] = left[i]*left[j] + (1-left[i])*(1-left[j])
				}
				cov[i*n+i] += sigma * sigma
			}
			if !numeric.Cholesky(cov, cov, n) {
				panic("not positive definite")
			}
			z, u := make([]float64, n), make([]float64, n)
			numeric.SolveLower(z, cov, jump.Y, n)
			numeric.SolveLower(u, cov, left, n)
			lg, _ := math.Lgamma(1.5)
			f := 1.5*math.Log(1.5) - lg - 2.5*v - 1.5/sigma + v + math.Log((high-low)/cells) -
				math.Log(cells)
			for i := range n {
				f -= math.Log(cov[i*n+i]) + .5*math.Log(2*math.Pi) + .5*z[i]*z[i]
			}
			logs, taus = append(logs, f), append(taus, tau)
			mus = append(mus, numeric.Dot(u, z)) // E[mu_1 | y] = left' C^-1 y
		}
	}
	logZ = numeric.LogSumExp(logs)
	for i, f := range logs {
		w := math.Exp(f - logZ)
		meanTau += w * taus[i]
		meanMu += w * mus[i]
	}
	return logZ, meanTau, meanMu
}

// TestRegressionStump compares evidence and moments of the draws with quadrature.
func TestRegressionStump(t *testing.T) {
	const h = .05
	logZ, meanTau, meanMu := quadrature(h)
	m := measured(newProblem(jump, h), tree(t, 1, 2), 1)
	agrees(t, "stump", m, logZ, 1e-3)
	total := numeric.LogSumExp(m.LogWeights)
	tau, mu := numeric.Moments{}, numeric.Moments{}
	var sumTau, sumMu float64
	for i, w := range m.LogWeights {
		w := math.Exp(w - total)
		point := m.Points[i*4 : i*4+4] // tau, mu_1, mu_2, log sigma
		sumTau += w / (1 + math.Exp(-point[0]))
		sumMu += w * point[1]
		if w*float64(len(m.LogWeights)) > .1 {
			tau.Add(1 / (1 + math.Exp(-point[0])))
			mu.Add(point[1])
		}
	}
	for _, c := range []struct {
		name            string
		got, want, mcse float64
	}{
		{"tau", sumTau, meanTau, math.Sqrt(tau.Variance() / m.EffectiveNumber)},
		{"mu_1", sumMu, meanMu, math.Sqrt(mu.Variance() / m.EffectiveNumber)},
	} {
		if c.mcse > .05 || math.Abs(c.got-c.want) > 4*c.mcse {
			t.Errorf("mean of %s is %.4f ± %.4f, want %.4f", c.name, c.got, c.mcse, c.want)
		}
	}
}

// TestClassificationStump: log Z by the midpoint rule over tau of the Dirichlet-multinomial.
func TestClassificationStump(t *testing.T) {
	const h, cells = .04, 4000
	var logs []float64
	for a := range cells {
		tau := (float64(a) + .5) / cells
		var n [2][2]float64
		for i, x := range labels.X {
			right := 1 / (1 + math.Exp((tau-x)/h))
			n[0][labels.Class[i]] += 1 - right
			n[1][labels.Class[i]] += right
		}
		f := -math.Log(cells)
		for _, leaf := range n {
			all, _ := math.Lgamma(leaf[0] + leaf[1] + 2)
			f -= all
			for _, c := range leaf {
				one, _ := math.Lgamma(c + 1)
				f += one
			}
		}
		logs = append(logs, f)
	}
	agrees(t, "stump", measured(newProblem(labels, h), tree(t, 1, 2), 2), numeric.LogSumExp(logs), 1e-5)
}

// TestSuperfluousSplit: log Z of {3,4,2} on labels, where one split is of little use and may lie
// anywhere, by the midpoint rule over both thresholds; asked for an error of .02.
func TestSuperfluousSplit(t *testing.T) {
	const h, cells = .04, 500
	var logs []float64
	right := make([][]float64, cells)
	for a := range right {
		for _, x := range labels.X {
			right[a] = append(right[a], 1/(1+math.Exp(((float64(a)+.5)/cells-x)/h)))
		}
	}
	for a := range cells {
		for b := range cells {
			var n [3][2]float64
			for i, c := range labels.Class {
				n[0][c] += (1 - right[a][i]) * (1 - right[b][i])
				n[1][c] += (1 - right[a][i]) * right[b][i]
				n[2][c] += right[a][i]
			}
			f := -2 * math.Log(cells)
			for _, leaf := range n {
				f += numeric.Lgamma(leaf[0]+1) + numeric.Lgamma(leaf[1]+1) -
					numeric.Lgamma(leaf[0]+leaf[1]+2)
			}
			logs = append(logs, f)
		}
	}
	set := DefaultSettings()
	set.TargetError, set.MaxFinal = .02, 50_000
	m := measured(NewProblem(labels, softtree.PaperPriors(), h, set), tree(t, 3, 4, 2), 3)
	agrees(t, "{3,4,2}", m, numeric.LogSumExp(logs), 1e-4)
	if m.Error > .02 {
		t.Errorf("error %v, asked for .02", m.Error)
	}
}

// TestRootOnly: a classification's is exact, log Gamma(2)/Gamma(12) + log 5! 5!; a regression's is a
// trapezoid sum over sigma, with which the weights of the draws agree.
func TestRootOnly(t *testing.T) {
	m := measured(newProblem(labels, .1), topology.Root(), 1)
	want := 2*math.Log(120) - math.Log(39916800)
	if m.Error != 0 || math.Abs(m.LogZ-want) > 1e-12 || m.Modes != 0 || len(m.Points) != 0 {
		t.Errorf("log Z %v ± %v, want %v", m.LogZ, m.Error, want)
	}
	m = measured(newProblem(jump, .1), topology.Root(), 1)
	mean := numeric.LogSumExp(m.LogWeights) - math.Log(float64(len(m.LogWeights)))
	if bound := 4 / math.Sqrt(m.EffectiveNumber); m.Error != 0 || math.Abs(m.LogZ-mean) > bound || bound > .2 {
		t.Errorf("log Z %v ± %v, by the draws %v", m.LogZ, m.Error, mean)
	}
}

// TestSameBits: equal streams give equal measurements, and others do not.
func TestSameBits(t *testing.T) {
	p, stump := newProblem(jump, .05), tree(t, 1, 2)
	a, b, c := measured(p, stump, 3), measured(p, stump, 3), measured(p, stump, 4)
	if !reflect.DeepEqual(a, b) || a.LogZ == c.LogZ {
		t.Errorf("log Z %v, %v, other stream %v", a.LogZ, b.LogZ, c.LogZ)
	}
}

// TestMergedRows: every row twice is a row of weight 2, to rounding.
func TestMergedRows(t *testing.T) {
	double := jump
	double.N *= 2
	double.X, double.Y = append(slices.Clone(jump.X), jump.X...), append(slices.Clone(jump.Y), jump.Y...)
	weighted := jump
	weighted.Weight = slices.Repeat([]float64{2}, jump.N)
	a, b := measured(newProblem(double, .05), tree(t, 1, 2), 5), measured(newProblem(weighted, .05), tree(t, 1, 2),
		5)
	if math.Abs(a.LogZ-b.LogZ) > 1e-9 {
		t.Errorf("log Z %v and %v", a.LogZ, b.LogZ)
	}
}

// TestBeatsAndCounts: work is counted and the host hears of it.
func TestBeatsAndCounts(t *testing.T) {
	p, stump := newProblem(jump, .05), tree(t, 1, 2)
	rng := random.Stream(1, "beats")
	solutions, work := p.Score(stump, nil, rng)
	beats := 0
	m := p.Measure(stump, solutions, rng, func() { beats++ })
	if work < 10 || m.Evaluations < len(m.LogWeights) || beats < m.Evaluations/BeatEvery(p.data) {
		t.Errorf("search %d, %d evaluations, %d beats", work, m.Evaluations, beats)
	}
}

// TestBeatsComeOftenOnLargeData: a gradient on a million rows takes as long as thousands on a hundred.
func TestBeatsComeOftenOnLargeData(t *testing.T) {
	for _, c := range []struct{ n, d, want int }{{60, 1, 50}, {100000, 20, 1}, {1000000, 5, 1}, {10000, 4, 25}} {
		if got := BeatEvery(softtree.Data{N: c.n, D: c.d}); got != c.want {
			t.Errorf("%d x %d: a beat every %d evaluations, want %d", c.n, c.d, got, c.want)
		}
	}
}

// TestBeatsWhileDrawing: each draw of the leaf means goes through all rows, as a density does, and beats as often.
func TestBeatsWhileDrawing(t *testing.T) {
	const rows, draws = 250_000, 8
	d := softtree.Data{N: rows, D: 1, X: make([]float64, rows), Y: make([]float64, rows)}
	for i := range d.X {
		d.X[i], d.Y[i] = float64(i)/rows, jump.Y[i%jump.N]
	}
	beats := 0
	w := newProblem(d, .05).newWork(tree(t, 1, 2), func() { beats++ })
	w.expand(evidence.Measurement{Points: make([]float64, draws*w.Dim()), LogWeights: make([]float64, draws)},
		random.Stream(1, "draws"))
	if want := draws / BeatEvery(d); beats != want {
		t.Errorf("%d beats for %d draws, want %d", beats, draws, want)
	}
}

// generated returns the scaled rows of a generator's table.
func generated(t *testing.T, table *dataset.Table) softtree.Data {
	t.Helper()
	f, err := table.Frame("y", nil, dataset.Regression)
	if err != nil {
		t.Fatal(err)
	}
	return softtree.Data{N: f.N, D: f.D, X: dataset.FitScaling(f).Apply(f), Y: f.Y}
}

// TestWUMirror: the partition of WU by x1 and x2 is found as {3,4,2} and, by x3, as {1,5,6}.
func TestWUMirror(t *testing.T) {
	p := newProblem(generated(t, dataset.WU(random.Stream(1, "wu"), 150)), .025)
	for _, leaves := range [][]int{{3, 4, 2}, {1, 5, 6}} {
		top := tree(t, leaves...)
		a, sigma := fitted(p, top, 1)
		b := measured(p, top, 2)
		if sigma > .4 { // the noise is .25
			t.Errorf("%v: sigma %.2f", leaves, sigma)
		}
		agrees(t, top.String(), a, b.LogZ, b.Error)
	}
}

// TestCGMMirror: the generating tree {3,9,10,5,6} and its mirror {7,8,4,5,6} have the same partition
// at their best, and the same evidence but for the order of the two splits of x1 <= 3 and <= 7.
func TestCGMMirror(t *testing.T) {
	p := newProblem(generated(t, dataset.CGM(random.Stream(2, "cgm"), 500)), .01)
	a, sigma := fitted(p, tree(t, 3, 9, 10, 5, 6), 1)
	b, mirrored := fitted(p, tree(t, 7, 8, 4, 5, 6), 1)
	if max(sigma, mirrored) > .25 || !a.Reliable() || !b.Reliable() { // the noise is .2
		t.Errorf("sigma %.2f and %.2f, k-hat %.2f and %.2f", sigma, mirrored, a.KHat, b.KHat)
	}
	agrees(t, "mirror", a, b.LogZ, b.Error)
}

// TestVacuousSplits: a tree with more splits than the rows need, and one on a constant response, have
// finite evidences not above those of the smaller trees by more than the errors.
func TestVacuousSplits(t *testing.T) {
	flat := jump
	flat.Y = make([]float64, jump.N)
	p := newProblem(flat, .05)
	root := measured(p, topology.Root(), 1)
	for _, leaves := range [][]int{{1, 2}, {3, 4, 5, 6}, {7, 8, 4, 2}} {
		m := measured(p, tree(t, leaves...), 1)
		if math.IsInf(m.LogZ, 0) || math.IsNaN(m.LogZ) || m.LogZ > root.LogZ+4*(m.Error+root.Error) {
			t.Errorf("%v: log Z %v ± %v, root %v", leaves, m.LogZ, m.Error, root.LogZ)
		}
	}
}

// TestPanics: programmer mistakes.
func TestPanics(t *testing.T) {
	bad := jump
	bad.N = 3
	for name, f := range map[string]func(){
		"data":      func() { newProblem(bad, .1) },
		"bandwidth": func() { p := newProblem(jump, 0); measured(p, tree(t, 1, 2), 1) },
		"no solution": func() {
			newProblem(jump, .1).Measure(tree(t, 1, 2), nil, random.Stream(1), func() {})
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

// TestFixtureStumps: values by quadrature, made by another program.
func TestFixtureStumps(t *testing.T) {
	shared := filepath.Join("..", "..", "..", "shared")
	text, err := os.ReadFile(filepath.Join(shared, "fixtures", "evidence.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("../shared/fixtures/evidence.json is absent")
	}
	var file struct {
		Exact []struct {
			Dataset         string
			Columns, Leaves []int
			H               float64
			LogEvidence     float64 `json:"log_evidence"`
			Bound           float64 `json:"abs_error_bound"`
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Exact {
		if len(c.Leaves) != 2 || len(c.Columns) != 1 || c.Dataset == "bcw" || c.Dataset == "raisin" {
			continue
		}
		d := published(t, filepath.Join(shared, "data", "paper"), c.Dataset)
		d.X, d.D = d.X[c.Columns[0]*d.N:][:d.N], 1
		agrees(t, c.Dataset, measured(newProblem(d, c.H), tree(t, c.Leaves...), 1), c.LogEvidence, c.Bound)
	}
}

func published(t *testing.T, dir, name string) softtree.Data {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name+"-train.csv"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := dataset.ReadCSV(name, text, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	task := dataset.Regression
	if name == "iris" {
		task = dataset.Classification
	}
	f, err := table.Frame("y", nil, task)
	if err != nil {
		t.Fatal(err)
	}
	return softtree.Data{N: f.N, D: f.D, X: dataset.FitScaling(f).Apply(f), Y: f.Y, Class: f.Class,
		Classes: len(f.Classes)}
}
