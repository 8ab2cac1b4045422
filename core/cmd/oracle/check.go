// Reading a fixture file and comparing its cases.

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// The tolerances: values relative, gradients |g - ref| <= tolGradient (1 + max|ref|).
const (
	tolValue    = 1e-10
	tolGradient = 1e-8
)

type fixture struct {
	Header struct {
		What string `json:"what"`
	} `json:"header"`
	Cases     []referenceCase `json:"cases"`
	Exact     []evidenceCase  `json:"exact"`
	Estimates []evidenceCase  `json:"estimates"`
}

type referenceCase struct {
	ID               int       `json:"id"`
	Dataset          string    `json:"dataset"`
	Leaves           []int     `json:"leaves"`
	Internal         []int     `json:"internal"`
	H                float64   `json:"h"`
	Columns          []int     `json:"columns"`
	N                int       `json:"N"`
	Point            string    `json:"point"`
	Theta            []float64 `json:"theta_u"`
	LogDensity       float64   `json:"log_density"`
	LogLikelihood    float64   `json:"log_lik"`
	LogPrior         float64   `json:"log_prior"`
	LogJacobian      float64   `json:"log_jacobian"`
	Gradient         []float64 `json:"gradient"`
	LogTopologyPrior float64   `json:"log_topology_prior"`
}

type report struct {
	File            string       `json:"file"`
	Cases           int          `json:"cases"`
	Passed          int          `json:"passed"`
	WorstDensity    float64      `json:"worstDensity"`
	WorstLikelihood float64      `json:"worstLikelihood"`
	WorstGradient   float64      `json:"worstGradient"`
	WorstPrior      float64      `json:"worstTopologyPrior"`
	Results         []caseResult `json:"results"`
}

type caseResult struct {
	ID            int     `json:"id"`
	Dataset       string  `json:"dataset"`
	Topology      string  `json:"topology"`
	H             float64 `json:"h"`
	Point         string  `json:"point"`
	Density       float64 `json:"density"`       // relative error
	Likelihood    float64 `json:"likelihood"`    // relative error
	Gradient      float64 `json:"gradient"`      // max|g - ref| / (1 + max|ref|)
	TopologyPrior float64 `json:"topologyPrior"` // relative error
	Pass          bool    `json:"pass"`
}

func check(file, dir string) (checked, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var f fixture
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(f.Exact)+len(f.Estimates) > 0 {
		return checkEvidence(file, dir, f)
	}
	return checkDensities(file, dir, f)
}

func checkDensities(file, dir string, f fixture) (report, error) {
	if len(f.Cases) == 0 || f.Cases[0].Gradient == nil {
		return report{}, fmt.Errorf("%s: no log density cases; its header says %q", file, f.Header.What)
	}
	r := report{File: file, Cases: len(f.Cases)}
	sets := map[string]*published.Set{}
	for _, c := range f.Cases {
		data, err := columns(sets, dir, c.Dataset, c.N, c.Columns)
		if err != nil {
			return report{}, fmt.Errorf("%s: case %d: %w", file, c.ID, err)
		}
		res, err := compare(c, data)
		if err != nil {
			return report{}, fmt.Errorf("%s: case %d: %w", file, c.ID, err)
		}
		r.add(res)
	}
	return r, nil
}

// columns returns the scaled training rows of a case's data set, reduced to the case's columns (nil =
// all); rows is how many there must be, 0 = any number.
func columns(sets map[string]*published.Set, dir, name string, rows int, keep []int) (d softtree.Data, err error) {
	set := sets[name]
	if set == nil {
		if set, err = published.Load(dir, name); err != nil {
			return d, err
		}
		sets[name] = set
	}
	if rows != 0 && rows != set.Train.N {
		return d, fmt.Errorf("%s has %d training rows, the case expects %d", name, set.Train.N, rows)
	}
	for _, k := range keep {
		if k < 0 || k >= set.Train.D {
			return d, fmt.Errorf("column %d of %d", k, set.Train.D)
		}
	}
	return set.TrainingData(keep), nil
}

func compare(c referenceCase, data softtree.Data) (caseResult, error) {
	t, err := topology.FromLeaves(c.Leaves)
	if err != nil {
		return caseResult{}, err
	}
	m := softtree.NewModel(t, data, softtree.PaperPriors(), c.H)
	if m.Dim() != len(c.Theta) || m.Dim() != len(c.Gradient) {
		return caseResult{}, fmt.Errorf("theta has %d values, gradient %d, the topology %d", len(c.Theta),
			len(c.Gradient), m.Dim())
	}
	grad := make([]float64, m.Dim())
	value := m.Gradient(grad, c.Theta)
	terms := m.Terms(c.Theta)
	prior := topology.Prior{Alpha: .95, Beta: 1}.Log(t)
	res := caseResult{
		ID: c.ID, Dataset: c.Dataset, Topology: t.String(), H: c.H, Point: c.Point,
		Density: relative(value, c.LogDensity), Likelihood: relative(terms.LogLikelihood, c.LogLikelihood),
		Gradient: gradientError(grad, c.Gradient), TopologyPrior: relative(prior, c.LogTopologyPrior),
	}
	res.Pass = res.Density <= tolValue && res.Likelihood <= tolValue && res.Gradient <= tolGradient &&
		res.TopologyPrior <= tolValue
	return res, nil
}

func relative(got, want float64) float64 {
	if got == want {
		return 0
	}
	return math.Abs(got-want) / math.Abs(want)
}

func gradientError(got, want []float64) float64 {
	var worst, size float64
	for i, w := range want {
		worst = math.Max(worst, math.Abs(got[i]-w))
		size = math.Max(size, math.Abs(w))
	}
	return worst / (1 + size)
}

func (r *report) add(c caseResult) {
	r.Results = append(r.Results, c)
	if c.Pass {
		r.Passed++
	}
	r.WorstDensity = math.Max(r.WorstDensity, c.Density)
	r.WorstLikelihood = math.Max(r.WorstLikelihood, c.Likelihood)
	r.WorstGradient = math.Max(r.WorstGradient, c.Gradient)
	r.WorstPrior = math.Max(r.WorstPrior, c.TopologyPrior)
}

func (r report) pass() bool { return r.Passed == r.Cases }

func (r report) print(w io.Writer) {
	for _, c := range r.Results {
		verdict := "ok  "
		if !c.Pass {
			verdict = "FAIL"
		}
		fmt.Fprintf(w, "%s case %2d  %-6s %-18s h %-6g %-8s density %.1e  likelihood %.1e  gradient %.1e  "+
			"p(m) %.1e\n", verdict, c.ID, c.Dataset, c.Topology, c.H, c.Point, c.Density, c.Likelihood,
			c.Gradient, c.TopologyPrior)
	}
	fmt.Fprintf(w, "%d of %d cases pass; worst relative error of log density %.2e, log likelihood %.2e (tolerance "+
		"%.0e), gradient %.2e (tolerance %.0e), log p(m) %.2e\n",
		r.Passed, r.Cases, r.WorstDensity, r.WorstLikelihood, tolValue, r.WorstGradient, tolGradient,
		r.WorstPrior)
}
