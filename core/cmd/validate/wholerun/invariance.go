// Invariances: what must not change a result beyond its Monte Carlo error.

package wholerun

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// subject is a data set with rows to predict.
type subject struct {
	name    string
	data    softtree.Data
	h       float64
	x       []float64 // column-major, scaled
	n       int
	missing string // why the set is left out
}

// change makes another subject that must have the same answers, and maps its predictions back.
type change struct {
	name string
	// was and is return the two subjects to compare; was is nil for s itself.
	was func(s subject) subject
	is  func(s subject, rng *rand.Rand) subject
	// class is the label in the second subject of every class of the first; nil where they are the same.
	class func(s subject) []int
	fits  func(s subject) bool
}

const twiceRows = 10

func changes() []change {
	always := func(subject) bool { return true }
	return []change{
		{"rows permuted", nil,
			func(s subject, rng *rand.Rand) subject { return s.withRows(rng.Perm(s.data.N)) }, nil, always},
		{"inputs reversed", nil,
			func(s subject, _ *rand.Rand) subject { return s.withColumns(reversed(s.data.D)) }, nil,
			func(s subject) bool { return s.data.D > 1 }},
		{"classes permuted", nil, func(s subject, _ *rand.Rand) subject { return s.withClasses(turned(s)) },
			turned, func(s subject) bool { return !s.data.Regression() }},
		{"rows twice or of weight 2", subject.twice,
			func(s subject, _ *rand.Rand) subject { return s.weighted() }, nil, always},
	}
}

func reversed(n int) []int {
	out := numbers(0, n)
	slices.Reverse(out)
	return out
}

// turned moves every class to the next.
func turned(s subject) (to []int) {
	for k := range s.data.Classes {
		to = append(to, (k+1)%s.data.Classes)
	}
	return to
}

func (s subject) withRows(order []int) subject { s.data = s.data.Take(order); return s }

func (s subject) withColumns(order []int) subject {
	d, x := s.data, s.x
	s.data.X, s.x = nil, nil
	for _, f := range order {
		s.data.X = append(s.data.X, d.X[f*d.N:][:d.N]...)
		s.x = append(s.x, x[f*s.n:][:s.n]...)
	}
	return s
}

func (s subject) withClasses(to []int) subject { s.data.Class = picked(to, s.data.Class); return s }

func (s subject) twice() subject {
	return s.withRows(append(numbers(0, s.data.N), numbers(0, twiceRows)...))
}

func (s subject) weighted() subject {
	s.data.Weight = slices.Repeat([]float64{1}, s.data.N)
	for i := range twiceRows {
		s.data.Weight[i] = 2
	}
	return s
}

func picked[T any](list []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = list[k]
	}
	return out
}

// ensemble are runs with several seeds.
type ensemble struct {
	summaries   []map[topology.Topology]dcc.Summary
	predictions [][]float64
}

func (s subject) runs(seeds []uint64, set search.FastSettings) (ensemble, error) {
	var e ensemble
	for _, seed := range seeds {
		p := problemOf(s.data, softtree.PaperPriors(), s.h, seed)
		f, _, err := fastRun(p, set)
		if err != nil {
			return e, err
		}
		measured := map[topology.Topology]dcc.Summary{}
		for _, t := range f.Summaries() {
			measured[t.Topology] = t
		}
		e.summaries = append(e.summaries, measured)
		e.predictions = append(e.predictions, predictions(f, p, s.x, s.n))
	}
	return e, nil
}

// leastWeight is what a topology must weigh on average for its evidence to be compared.
const leastWeight = .05

// evidence returns the mean log evidence of a topology over all runs with its stated error; ok is false
// where one run did not measure it, since which runs do depends on the value itself, or where it weighs
// little.
func (e ensemble) evidence(t topology.Topology) (m, stated float64, ok bool) {
	n, weight := float64(len(e.summaries)), 0.0
	for _, run := range e.summaries {
		s, measured := run[t]
		if !measured {
			return 0, 0, false
		}
		m += s.LogEvidence / n
		weight += s.Weight / n
		stated += s.LogEvidenceError * s.LogEvidenceError / (n * n)
	}
	return m, math.Sqrt(stated), weight >= leastWeight
}

// evidenceGap returns the largest difference of mean log evidences in units of their stated errors.
func evidenceGap(a, b ensemble) (worst float64, compared int) {
	for t := range a.summaries[0] {
		ma, ea, known := a.evidence(t)
		mb, eb, too := b.evidence(t)
		if known && too && ea+eb > 0 { // the root-only tree is exact
			worst, compared = max(worst, math.Abs(ma-mb)/hypot(ea, eb)), compared+1
		}
	}
	return worst, compared
}

// predictionGap returns the largest difference of mean predictions in units of their Monte Carlo
// standard errors, estimated between seeds and therefore mapped from Student's t to the normal
// distribution. No error is taken to be below the root mean square over all predictions, which are few
// numbers' worth: they go up and down together.
func predictionGap(a, b ensemble) (worst float64) {
	n := len(a.predictions[0])
	gap, variance := make([]float64, n), make([]float64, n)
	for i := range n {
		ma, va := moments(a.predictions, i)
		mb, vb := moments(b.predictions, i)
		gap[i] = math.Abs(ma - mb)
		variance[i] = va/float64(len(a.predictions)) + vb/float64(len(b.predictions))
	}
	common := mean(variance)
	for i, g := range gap {
		if v := max(variance[i], common); v > 0 {
			worst = max(worst, g/math.Sqrt(v))
		}
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(len(a.predictions) + len(b.predictions) - 2)}
	return -distuv.UnitNormal.Quantile(t.CDF(-worst))
}

func moments(rows [][]float64, at int) (m, variance float64) {
	for _, r := range rows {
		m += r[at] / float64(len(rows))
	}
	for _, r := range rows {
		variance += (r[at] - m) * (r[at] - m) / float64(len(rows)-1)
	}
	return m, variance
}

func mean(x []float64) (m float64) {
	for _, v := range x {
		m += v / float64(len(x))
	}
	return m
}

// gapBound is in standard errors.
const gapBound = 4

func invarianceSection(subjects []subject, seeds int) report.Section {
	s := report.Section{
		Title: "Invariances",
		Text: fmt.Sprintf("Order of rows, order of inputs, names of classes, and a row twice instead of "+
			"with weight 2 must change nothing beyond Monte Carlo error. Whole runs with %d seeds on "+
			"either side, none in common. Log evidences of topologies over %v: difference of means in "+
			"stated errors; predictions: in Monte Carlo standard errors between seeds, mapped from "+
			"Student's t to the normal distribution.", seeds, leastWeight),
	}
	for _, set := range subjects {
		if set.missing != "" {
			s.Rows = append(s.Rows, report.Row{Check: set.name, Figure: "left out: " + set.missing,
				Bound: "none", Holds: true})
			continue
		}
		base, err := set.runs(seedsFrom(0, seeds), search.DefaultFastSettings())
		for k, c := range changes() {
			if err == nil && c.fits(set) {
				s.Rows = append(s.Rows, c.row(set, base, seedsFrom(100*(k+1), seeds),
					search.DefaultFastSettings()))
			}
		}
		if err != nil {
			s.Rows = append(s.Rows, report.Row{Check: set.name, Figure: err.Error()})
		}
	}
	return s
}

func seedsFrom(from, n int) (out []uint64) {
	for k := range n {
		out = append(out, uint64(from+k))
	}
	return out
}

// row compares runs of the seeds with base, the runs of the subject as it is.
func (c change) row(set subject, base ensemble, seeds []uint64, settings search.FastSettings) report.Row {
	row := report.Row{Check: set.name + ": " + c.name, Bound: fmt.Sprintf("at most %d standard errors", gapBound)}
	changed, err := c.is(set, random.Stream(7, "invariance", c.name)).runs(seeds, settings)
	if err == nil && c.was != nil {
		base, err = c.was(set).runs(seedsFrom(0, len(seeds)), settings)
	}
	if err != nil {
		row.Figure = err.Error()
		return row
	}
	if c.class != nil {
		changed.rename(c.class(set))
	}
	evidence, compared := evidenceGap(base, changed)
	predicted := predictionGap(base, changed)
	row.Figure = fmt.Sprintf("log evidence %.1f (%d topologies), predictions %.1f", evidence, compared, predicted)
	row.Holds = compared > 0 && evidence <= gapBound && predicted <= gapBound
	return row
}

// rename puts class probabilities in the order of the first subject's classes.
func (e *ensemble) rename(to []int) {
	for k, p := range e.predictions {
		out := make([]float64, 0, len(p))
		for row := range slices.Chunk(p, len(to)) {
			out = append(out, picked(row, to)...)
		}
		e.predictions[k] = out
	}
}

// predictedRows is how many rows are predicted at most.
const predictedRows = 20

// subjects are two generated sets and three of the paper's.
func subjects() []subject {
	out := generatedSubjects()
	for _, name := range []string{"wu", "cgm", "iris"} {
		out = append(out, publishedSubject(name))
	}
	return out
}

func generatedSubjects() []subject {
	rng := random.Stream(1, "invariance")
	steps := softtree.Data{N: 60, D: 2, X: make([]float64, 120)}
	kinds := softtree.Data{N: 60, D: 2, X: make([]float64, 120), Classes: 3}
	for i := range 60 {
		for f := range 2 {
			steps.X[60*f+i], kinds.X[60*f+i] = rng.Float64(), rng.Float64()
		}
		y, class := 0.0, 0
		if steps.X[i] > .5 {
			y = 1
		}
		if steps.X[60+i] > .6 {
			y += .8
		}
		if kinds.X[i] > .4 {
			class = 1
		}
		if kinds.X[60+i] > .7 || rng.Float64() < .1 {
			class = 2
		}
		steps.Y, kinds.Class = append(steps.Y, y+.4*rng.NormFloat64()), append(kinds.Class, class)
	}
	x := make([]float64, 2*predictedRows)
	for i := range x {
		x[i] = rng.Float64()
	}
	return []subject{
		{name: "steps, 2 inputs, 60 rows", data: steps, h: .05, x: x, n: predictedRows},
		{name: "3 classes, 2 inputs, 60 rows", data: kinds, h: .05, x: x, n: predictedRows},
	}
}

func publishedSubject(name string) subject {
	s := subject{name: name + " (published)"}
	dir, ok := paperData()
	if !ok {
		s.missing = "no folder shared/data/paper beside the repository"
		return s
	}
	set, err := published.Load(dir, name)
	if err != nil {
		s.missing = err.Error()
		return s
	}
	s.data, s.h = set.TrainingData(nil), set.Apply(dcc.DefaultSettings()).BandwidthFinal
	test := set.Test.Take(numbers(0, min(predictedRows, set.Test.N)))
	s.x, s.n = set.Scaling.Apply(test), test.N
	return s
}

// paperData finds the folder of the paper's data beside the repository, from the repository's root or
// below.
func paperData() (dir string, ok bool) {
	at, err := os.Getwd()
	if err != nil {
		return "", false
	}
	for range 6 {
		dir = filepath.Join(at, "..", "shared", "data", "paper")
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			_, err = os.Stat(dir)
			return dir, err == nil
		}
		at = filepath.Dir(at)
	}
	return "", false
}
