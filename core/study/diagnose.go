// This file judges chains and importance weights, and follows the evidence over the run.

package study

import (
	"fmt"
	"math"
	"strconv"

	"dcctree/core/chart"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/diagnostics"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
	"dcctree/core/topology"
	"dcctree/core/words"
)

// DiagnoseOptions asks for the judgement of one topology.
type DiagnoseOptions struct {
	Topology string `js:"topology"` // key
	Lang     string `js:"lang"`     // of the parameters' names, see FigureOptions
}

// Validate checks the head and the key's length.
func (m *DiagnoseOptions) Validate() error {
	return firstError(checkLength("topology", m.Topology, maxKey), checkLang(m.Lang))
}

// Diagnosis answers DiagnoseOptions. All statistics are of draws within the topology, the worst over its parameters.
// Chains is 0 where there are none, as in the fast mode; the rest is then nothing.
type Diagnosis struct {
	Chains     int      `js:"chains"` // in use
	LeftOut    int      `js:"leftOut"`
	Every      int      `js:"every"`      // every how many-th draw is kept and judged
	Mode       []int    `js:"mode"`       // of each chain, from 0
	Divergent  []int    `js:"divergent"`  // of each chain: kept draws of divergent transitions
	Numbers    []int    `js:"numbers"`    // of the chains in use, from 1
	Parameters []string `js:"parameters"` // that are judged
	RHat       float64  `js:"rHat" optional:"yes"`
	RHatOf     string   `js:"rHatOf" optional:"yes"` // parameter
	Bulk       float64  `js:"bulk" optional:"yes"`   // effective sample sizes
	BulkOf     string   `js:"bulkOf" optional:"yes"`
	Tail       float64  `js:"tail" optional:"yes"`
	TailOf     string   `js:"tailOf" optional:"yes"`
	MCSE       float64  `js:"mcse" optional:"yes"` // of a mean, as a share of the posterior's standard deviation
	MCSEOf     string   `js:"mcseOf" optional:"yes"`
	BFMI       float64  `js:"bfmi" optional:"yes"` // the least of a chain
	StepLow    float64  `js:"stepLow" optional:"yes"`
	StepHigh   float64  `js:"stepHigh" optional:"yes"`
	Weights    bool     `js:"weights"` // there are importance weights to show
}

// trailer is a run that has chains.
type trailer interface {
	Trails(t topology.Topology) []dcc.Trail
}

// weighed is what both modes keep of the importance weights.
type weighed interface {
	Weights(t topology.Topology) (dcc.Weights, bool)
}

// topologyOf returns the topology of a key, the heaviest for "".
func (r *Run) topologyOf(key string) (topology.Topology, error) {
	t, err := r.chosen(key)
	switch {
	case err != nil:
		return topology.Topology{}, err
	case t != nil:
		return *t, nil
	case len(r.shown().Topologies()) == 0:
		return topology.Topology{}, posterior.ErrNothingYet
	}
	return r.shown().Topologies()[0].Topology, nil
}

// chains judges a topology's chains; ok is false where it has none.
func (r *Run) chains(t topology.Topology) (posterior.Chains, []dcc.Trail, bool) {
	s, ok := r.Sampler.(trailer)
	if !ok {
		return posterior.Chains{}, nil, false
	}
	trails := s.Trails(t)
	c, ok := r.shown().Chains(t, trails)
	return c, trails, ok
}

// Diagnose judges one topology.
func (r *Run) Diagnose(m *DiagnoseOptions) (*Diagnosis, error) {
	t, err := r.topologyOf(m.Topology)
	if err != nil {
		return nil, faulty(err)
	}
	nan := math.NaN()
	d := &Diagnosis{Mode: []int{}, Divergent: []int{}, Numbers: []int{}, Parameters: []string{}, RHat: nan,
		Bulk: nan, Tail: nan, MCSE: nan, BFMI: nan, StepLow: nan, StepHigh: nan}
	_, d.Weights = r.Sampler.(weighed).Weights(t)
	c, _, ok := r.chains(t)
	d.LeftOut = c.LeftOut
	if !ok {
		return d, nil
	}
	d.Chains, d.Every, d.Mode, d.Divergent = len(c.Used), c.Every, c.Mode, c.Divergent
	d.BFMI, d.StepLow, d.StepHigh = c.BFMI, c.StepLow, c.StepHigh
	for _, i := range c.Used {
		d.Numbers = append(d.Numbers, i+1)
	}
	for _, q := range c.Parameters {
		name := q.Name.In(words.Lang(m.Lang))
		d.Parameters = append(d.Parameters, name)
		worst(&d.RHat, &d.RHatOf, q.RHat, name, 1)
		worst(&d.Bulk, &d.BulkOf, q.Bulk, name, -1)
		worst(&d.Tail, &d.TailOf, q.Tail, name, -1)
		worst(&d.MCSE, &d.MCSEOf, q.MCSE/q.SD, name, 1)
	}
	return d, nil
}

// worst takes a value over that is larger (sign 1) or smaller (sign -1) than that at hand.
func worst(at *float64, of *string, value float64, name string, sign float64) {
	if !math.IsNaN(value) && (math.IsNaN(*at) || sign*value > sign**at) {
		*at, *of = value, name
	}
}

// plotTrace draws a parameter's draws or their ranks.
func (r *Run) plotTrace(p *plotted, m *PlotOptions) error {
	t, err := r.topologyOf(m.Topology)
	if err != nil {
		return err
	}
	c, trails, ok := r.chains(t)
	if !ok {
		return &Fault{Code: CodeNoResult, Field: "topology", Said: words.Of("fault.chains", t)}
	}
	at := int(m.Parameter)
	if at >= len(c.Parameters) {
		return optionFault("parameter", "is %d; there are %d, counted from 0", at, len(c.Parameters))
	}
	f := c.TraceOf(at, trails, p.lang)
	f.ID, f.Width = m.Name, m.Width
	p.svg = chart.Trace(f)
	if m.Name == PlotRank {
		p.svg = chart.Ranks(f)
	}
	q := c.Parameters[at]
	p.head("study.chain", "study.mean", "study.sd", "study.divergent", "study.mode")
	for i, one := range f.Chains {
		var moments numeric.Moments
		for _, v := range one.Values {
			moments.Add(v)
		}
		p.row(f.Name(one), significant(moments.Mean()), significant(math.Sqrt(moments.Variance())),
			strconv.Itoa(c.Divergent[i]), strconv.Itoa(one.Mode+1))
	}
	p.note = p.lang.Say("study.diagnostics", chart.Number(q.RHat, .001), chart.Number(q.Bulk, 1),
		chart.Number(q.Tail, 1), chart.Significant(q.MCSE, 2))
	return nil
}

// shownWeights bounds the rows of the table behind the weights.
const shownWeights = 30

func (r *Run) plotWeights(p *plotted, m *PlotOptions) error {
	t, err := r.topologyOf(m.Topology)
	if err != nil {
		return err
	}
	w, ok := r.Sampler.(weighed).Weights(t)
	if !ok {
		return &Fault{Code: CodeNoResult, Field: "topology", Said: words.Of("fault.weights", t)}
	}
	f := chart.WeightsFigure{ID: m.Name, Lang: p.lang, Width: m.Width, Name: t.String(), Count: w.Count,
		Tail: diagnostics.TailLength(w.Count), KHat: math.NaN()}
	for _, s := range r.shown().Topologies() {
		if s.Topology == t {
			f.KHat, f.KHatLimit = s.KHat, s.KHatLimit
		}
	}
	p.head("study.rank", "study.share", "study.shares")
	sum := 0.0
	for i, v := range w.Largest {
		share := numeric.Exp(v - w.Total)
		f.Shares = append(f.Shares, share)
		if sum += share; i < shownWeights {
			p.row(strconv.Itoa(i+1), significant(share), significant(sum))
		}
	}
	p.svg = chart.ImportanceWeights(f)
	p.note = f.Note()
	return nil
}

// estimateAt is a topology's log evidence after a step.
type estimateAt struct{ at, log, err float64 }

// history follows the log evidence of each topology, of bounded length.
type history map[topology.Topology][]estimateAt

// mostEstimates are kept of a topology: beyond it every second is left out, but never the last.
const mostEstimates = 200

func (h history) add(t topology.Topology, e estimateAt) {
	all := append(h[t], e)
	if len(all) > mostEstimates {
		kept := all[:0]
		for i, one := range all {
			if i%2 == 0 || i == len(all)-1 {
				kept = append(kept, one)
			}
		}
		all = kept
	}
	h[t] = all
}

// estimates writes the history down, by topology as they are ranked.
func (r *Run) estimates() (out []Estimates) {
	for _, s := range r.posterior.Topologies() {
		one := Estimates{Topology: s.Topology.Key()}
		for _, e := range r.history[s.Topology] {
			one.At, one.Log, one.Error = append(one.At, e.at), append(one.Log, e.log),
				append(one.Error, e.err)
		}
		out = append(out, one)
	}
	return out
}

// takeEstimates is the reverse of estimates.
func (r *Run) takeEstimates(written []Estimates) error {
	ranked := r.posterior.Topologies()
	if len(written) != len(ranked) {
		return fmt.Errorf("estimates of %d topologies of %d", len(written), len(ranked))
	}
	for i, one := range written {
		t, n := ranked[i].Topology, len(one.At)
		if one.Topology != t.Key() || n > mostEstimates || len(one.Log) != n || len(one.Error) != n {
			return fmt.Errorf("%d, %d and %d estimates of topology %d", n, len(one.Log), len(one.Error),
				i+1)
		}
		for k := range n {
			r.history[t] = append(r.history[t], estimateAt{one.At[k], one.Log[k], one.Error[k]})
		}
	}
	return nil
}

// At most mostTraced topologies are drawn, of more than leastTraced weight; the table has all.
const (
	mostTraced  = 6
	leastTraced = 1e-4
)

// plotEvidence follows the heaviest topologies: against their visits in the paper's mode, against the steps in the fast
// one, which measures each once.
func (r *Run) plotEvidence(p *plotted, m *PlotOptions) error {
	f := chart.EvidenceFigure{ID: m.Name, Lang: p.lang, Width: m.Width}
	_, f.Steps = r.Sampler.(*search.Fast)
	p.head("study.topology", "study.measurements", "study.evidence.first", "study.evidence.last", "study.error")
	for _, s := range r.shown().Topologies() {
		all := r.history[s.Topology]
		if len(all) == 0 { // a run that was taken up knows its last estimates
			all = []estimateAt{{float64(max(1, s.Visits)), s.LogEvidence, s.LogEvidenceError}}
		}
		if math.IsNaN(all[0].log) {
			continue
		}
		series := chart.EvidenceSeries{Name: s.Topology.String(), Selected: len(f.Series) == 0}
		for _, e := range all {
			series.Visits, series.Log, series.Error = append(series.Visits, e.at),
				append(series.Log, e.log), append(series.Error, e.err)
		}
		// one far below would flatten the others
		if len(f.Series) == 0 || len(f.Series) < mostTraced && s.Weight > leastTraced {
			f.Series = append(f.Series, series)
		}
		first, last := all[0], all[len(all)-1]
		p.row(series.Name, strconv.Itoa(s.Visits), hundredths(first.log), hundredths(last.log),
			hundredths(last.err))
	}
	p.svg = chart.EvidenceTrace(f)
	return nil
}

// follow takes the estimate of a step over.
func (r *Run) follow(s dcc.Step) {
	if math.IsNaN(s.LogEvidence) || s.Kind == dcc.Estimate {
		return
	}
	at := float64(s.Visits)
	if _, fast := r.Sampler.(*search.Fast); fast {
		at = float64(r.steps)
	}
	if s.Kind == dcc.Audit && s.Audit.Added == 0 {
		return // the measurement stands as it was
	}
	r.history.add(s.Topology, estimateAt{at, s.LogEvidence, s.LogEvidenceError})
}
