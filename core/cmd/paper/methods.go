// The other methods of the paper's tables on its sets: what a run is, and what is found.

package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"dcctree/core/baseline"
	"dcctree/core/baseline/cgm"
	"dcctree/core/baseline/hard"
	"dcctree/core/baseline/particle"
	"dcctree/core/baseline/rjhmc"
	"dcctree/core/baseline/wu"
	"dcctree/core/cmd/internal/published"
	"dcctree/core/compare"
	"dcctree/core/dcc"
	"dcctree/core/numeric"
	"dcctree/core/posterior"
	"dcctree/core/simd/wazero"
	"dcctree/core/softtree"
	"dcctree/core/tree"
)

// plan is how a method is run on a set; a seed makes a run of it.
type plan struct {
	Method  compare.Method `json:"method"`
	Set     string         `json:"set"`
	Variant string         `json:"variant,omitempty"` // an experiment's name; "" for what is in the tables
	Chains  int            `json:"chains"`            // of one run; of SMC filters
	// that each keeps behind the warm-up; of SMC steps, each of all particles
	Draws int `json:"draws"`
	Every int `json:"every"` // every how many-th iteration behind the warm-up
	// Upper moves the thresholds of draws from the lower of two neighbouring training values right below the upper
	// one: training rows go the same way, new ones between the two go left.
	Upper    bool `json:"upper,omitempty"`
	Settings any  `json:"settings"` // of the method's package

	origin string // of the settings
	seeds  int    // runs, at most those that are asked for
}

// methodRun is what one run found.
type methodRun struct {
	Metric string  `json:"metric"` // "MSE" or "accuracy"
	Mean   scoring `json:"mean"`   // of the posterior mean; spread over chains' own means
	// mean over draws of each draw's score by its most probable leaf, whose parameters are drawn; nil for SMC
	Drawn *scoring `json:"drawn"`
	// the same with the posterior means of the leaves' parameters; nil for RJHMC-Tree
	Expected *scoring  `json:"expected"`
	LogScore trainTest `json:"logScore"` // of the posterior mean
	Leaves   float64   `json:"leaves"`   // mean over draws

	Iterations int     `json:"iterations"` // of all chains, the warm-up included
	Gradients  int     `json:"gradients"`
	Marginals  int     `json:"marginals"`  // marginal likelihoods, or densities without gradient
	Acceptance float64 `json:"acceptance"` // of proposals of another tree behind the warm-up; 0 of SMC
	Digest     string  `json:"digest"`     // of leaves and predictions: posterior.Drawn.Digest
}

// trainTest is a figure on the training and on the test rows.
type trainTest struct {
	Train float64 `json:"train"`
	Test  float64 `json:"test"`
}

// scoring is a score of a run.
type scoring struct {
	trainTest
	Chains *trainTest `json:"chains,omitempty"` // standard deviation over the run's chains; nil of a single one
	Draws  *trainTest `json:"draws,omitempty"`  // standard deviation over draws; nil where it was not counted
}

// sampled are the methods whose runs are made here; DCC-Tree's are those of outcome.
var sampled = []compare.Method{compare.CGM, compare.SMC, compare.WU, compare.DF, compare.DFI}

// offered reports whether the paper has the cell.
func offered(method compare.Method, set string) bool {
	_, ok := printedOf(method).values[set]
	return ok
}

// start starts a chain.
func (p plan) start(data softtree.Data, rng *rand.Rand) (baseline.Sampler, error) {
	switch s := p.Settings.(type) {
	case cgm.Settings:
		return cgm.New(data, s, rng)
	case wu.Settings:
		return wu.New(data, s, rng)
	case particle.Settings:
		return particle.New(data, s, rng)
	case rjhmc.Settings:
		return rjhmc.New(data, s, rng)
	}
	panic(fmt.Sprintf("paper: no method has settings of type %T", p.Settings))
}

// gradientMemory is that of the kernels of a chain of RJHMC-Tree, bytes.
const gradientMemory = 1 << 28

// run makes one run on the tables; a notebook holds what was made before it was cut, nil none.
func (p plan) run(tables posterior.Tables, seed uint64, book *notebook) (methodRun, error) {
	data := tables.Data()
	if _, soft := p.Settings.(rjhmc.Settings); soft {
		m, err := wazero.New(gradientMemory) // the same bits as without, in less time
		if err != nil {
			return methodRun{}, err
		}
		defer m.Close()
		data.Machine = m
	}
	r := newRunning(p, tables)
	r.book = book
	if p.Upper {
		var err error
		if r.rows, err = hard.NewRows(data); err != nil {
			return methodRun{}, err
		}
	}
	for chain := range p.Chains {
		if err := r.chain(data, seed, chain); err != nil {
			return methodRun{}, fmt.Errorf("%s on %s, seed %d, chain %d: %w", p.Method, p.Set, seed, chain,
				err)
		}
	}
	return r.found()
}

// running is a run under way.
type running struct {
	plan               plan
	drawn              *posterior.Drawn
	expected           *ownScores // empty where no draw has expected parameters
	rows               *hard.Rows // nil unless thresholds are moved
	result             methodRun
	proposed, accepted int
	book               *notebook // nil where the run is not written down while it goes on
}

// expecting is a Sampler that knows the posterior means of its leaves' parameters.
type expecting interface{ Expected() baseline.Draw }

func newRunning(p plan, tables posterior.Tables) *running {
	problem := &dcc.Problem{Data: tables.Data(), Settings: dcc.DefaultSettings()}
	return &running{plan: p, drawn: posterior.NewDrawn(tables, problem, p.Chains), expected: newOwnScores(tables)}
}

// chain makes one chain, from its start or from where the notebook left it.
func (r *running) chain(data softtree.Data, seed uint64, chain int) error {
	source := baseline.Source(seed, string(r.plan.Method), chain, 0)
	rng := rand.New(source)
	r.expected.next()
	sampler, made, err := r.begin(data, chain, source, rng)
	if err != nil {
		return err
	}
	for made < r.plan.Draws*r.plan.Every {
		info := sampler.Step(rng)
		r.count(info)
		if !info.Warmup {
			if made++; made%r.plan.Every == 0 {
				r.take(chain, sampler.Draws(nil, rng))
				r.expect(sampler)
			}
		}
		if err := r.note(made, sampler, source); err != nil {
			return err
		}
	}
	return nil
}

// begin returns a chain and how many iterations behind the warm-up it has made.
func (r *running) begin(
	data softtree.Data, chain int, source *rand.PCG, rng *rand.Rand,
) (baseline.Sampler, int, error) {
	if r.book != nil && r.book.found != nil {
		return r.goOn(data, chain, source)
	}
	sampler, err := r.plan.start(data, rng)
	return sampler, 0, err
}

// take adds the draws of an iteration.
func (r *running) take(chain int, draws []baseline.Draw) {
	if r.book != nil {
		r.book.draws = append(r.book.draws, draws...)
	}
	for _, d := range draws {
		r.raise(&d)
		r.drawn.Add(chain, d)
	}
}

// expect adds the draw with expected parameters, where the method has one.
func (r *running) expect(sampler baseline.Sampler) {
	if expects, ok := sampler.(expecting); ok {
		d := expects.Expected()
		r.raise(&d)
		r.expected.add(d)
	}
}

// raise moves a draw's thresholds where the plan says so.
func (r *running) raise(d *baseline.Draw) {
	if !r.plan.Upper {
		return
	}
	for k := range d.Tree.Nodes {
		rule, splits := d.Tree.Nodes[k].Rule.(tree.Threshold)
		if !splits {
			continue
		}
		values := r.rows.Values(rule.Input)
		// the first value above the threshold
		if above, _ := slices.BinarySearchFunc(values, rule.At, func(v, t float64) int {
			if v <= t {
				return -1
			}
			return 1
		}); above < len(values) {
			rule.At = math.Nextafter(values[above], math.Inf(-1))
			d.Tree.Nodes[k].Rule = rule
		}
	}
}

func (r *running) count(info baseline.Info) {
	r.result.Iterations++
	r.result.Gradients += info.Gradients
	r.result.Marginals += info.Densities
	if info.Warmup || info.Move == baseline.Stay || r.plan.Method == compare.SMC {
		return
	}
	r.proposed++
	if info.Accepted {
		r.accepted++
	}
}

// found puts the result together. Its numbers are finite.
func (r *running) found() (methodRun, error) {
	f := r.result
	train, test, ok := r.drawn.Scores()
	if !ok {
		return f, errors.New("no draw")
	}
	f.Metric = "MSE"
	of := func(s posterior.Scores) float64 { return s.MSE }
	if math.IsNaN(train.MSE) {
		f.Metric = "accuracy"
		of = func(s posterior.Scores) float64 { return s.Accuracy }
	}
	f.Mean = scoring{trainTest: trainTest{of(train), of(test)}, Chains: r.overChains(func(k int) trainTest {
		train, test, _ := r.drawn.OfChain(k)
		return trainTest{of(train), of(test)}
	})}
	f.LogScore = trainTest{train.LogScore, test.LogScore}
	r.own(&f)
	for _, l := range r.drawn.LeafShares() {
		f.Leaves += float64(l.Leaves) * l.Share
	}
	if r.proposed > 0 {
		f.Acceptance = float64(r.accepted) / float64(r.proposed)
	}
	f.Digest, _ = r.drawn.Digest()
	return f, nil
}

// own fills in the scores by draws. A filter's draws of a classification have expected parameters.
func (r *running) own(f *methodRun) {
	var own scoring
	own.Train, own.Test = r.drawn.Own()
	own.Chains = r.overChains(func(k int) (t trainTest) {
		t.Train, t.Test = r.drawn.OwnOfChain(k)
		return t
	})
	if r.plan.Method == compare.SMC {
		f.Expected = &own
		return
	}
	f.Drawn, f.Expected = &own, r.expected.scoring()
}

// overChains returns the standard deviation of a figure over chains.
func (r *running) overChains(of func(chain int) trainTest) *trainTest {
	if r.plan.Chains < 2 {
		return nil
	}
	var train, test numeric.Moments
	for k := range r.plan.Chains {
		v := of(k)
		train.Add(v.Train)
		test.Add(v.Test)
	}
	return &trainTest{math.Sqrt(train.Variance()), math.Sqrt(test.Variance())}
}

// about says what a run follows from.
func (p plan) about(set *published.Set, seed uint64) any {
	return struct {
		Results int    `json:"results"`
		Data    string `json:"data"`
		Seed    uint64 `json:"seed"`
		Plan    plan   `json:"plan"`
	}{othersVersion, dataDigest(set), seed, p}
}

// name names a run.
func (p plan) name(seed uint64) string {
	name := fmt.Sprintf("%s-%s", p.Method, p.Set)
	if p.Variant != "" {
		name += "-" + p.Variant
	}
	return fmt.Sprintf("%s-%d", name, seed)
}

// timedRun is a run with the seconds that it took.
type timedRun struct {
	methodRun
	seed    uint64
	seconds float64
}

// runs makes all runs of a plan, or takes them from the folder; with keeper.only those that are there.
func (p plan) runs(w io.Writer, set *published.Set, o options) (out []timedRun, err error) {
	tables := posterior.NewTables(set.Train, set.Test, false)
	for k := range min(o.runs, p.seeds) {
		seed := o.seed + uint64(k)
		r, took, err := p.kept(tables, o.kept, p.about(set, seed), seed)
		if errors.Is(err, errAbsent) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, timedRun{r, seed, took.Seconds})
		if !o.kept.only {
			r.print(w, p.name(seed), took.Seconds)
		}
	}
	return out, nil
}

// kept makes one run or takes it from the folder; one that was cut goes on where it was written down last.
func (p plan) kept(tables posterior.Tables, in keeper, about any, seed uint64) (methodRun, timing, error) {
	var book *notebook
	r, took, err := keep(in, string(p.Method), p.name(seed), about, func(t *timing) (r methodRun, err error) {
		if book, err = p.notebook(in, about, seed); err != nil {
			return r, err
		}
		t.Seconds = book.earlier()
		return p.run(tables, seed, book)
	})
	if err == nil {
		err = book.remove()
	}
	return r, took, err
}

// print prints a run.
func (r *methodRun) print(w io.Writer, name string, seconds float64) {
	fmt.Fprintf(w, "%-32s %s posterior mean %.4f %.4f, draws %s, expected %s, %.1f leaves, %d gradients, %.1f s, "+
		"digest %s\n",
		name, r.Metric, r.Mean.Train, r.Mean.Test, r.Drawn.words(), r.Expected.words(), r.Leaves, r.Gradients,
		seconds, r.Digest)
}

func (s *scoring) words() string {
	if s == nil {
		return "–"
	}
	return fmt.Sprintf("%.4f %.4f", s.Train, s.Test)
}
