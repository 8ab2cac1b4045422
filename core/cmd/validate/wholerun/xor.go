// XOR among noise inputs: found, or else alarmed; and no alarm where all is well.

package wholerun

import (
	"fmt"
	"math/rand/v2"

	"dcctree/core/cmd/validate/report"
	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/random"
	"dcctree/core/softtree"
)

const (
	xorRows  = 120 // for training
	xorTest  = 400
	xorNoise = 5   // noise inputs
	xorSide  = .4  // inputs are uniform on (0, xorSide) and (1 - xorSide, 1)
	xorSD    = .2  // of the regression's response about -1 and 1
	xorFlip  = .05 // share of the classification's labels that are turned
	xorWidth = .025
)

// xorData draws rows with as many in each quarter of the two inputs that matter, whose exclusive or
// decides; one split alone explains nothing. classes is 0 or 2.
func xorData(rng *rand.Rand, n, classes int) softtree.Data {
	d := softtree.Data{N: n, D: 2 + xorNoise, X: make([]float64, n*(2+xorNoise)), Classes: classes}
	for i := range n {
		for f := range d.D {
			upper := rng.Float64() < .5
			if f < 2 {
				upper = i>>f&1 == 1
			}
			if d.X[f*n+i] = xorSide * rng.Float64(); upper {
				d.X[f*n+i] += 1 - xorSide
			}
		}
		one := i>>1&1 ^ i&1
		if classes == 0 {
			d.Y = append(d.Y, float64(2*one-1)+xorSD*rng.NormFloat64())
			continue
		}
		if rng.Float64() < xorFlip {
			one = 1 - one
		}
		d.Class = append(d.Class, one)
	}
	return d
}

// outcome of one run.
type outcome struct {
	loss      float64 // mean squared error, or share of wrong classes, on test rows
	found     bool
	alarms    string // empty: none
	gradients int
	audits    int // gradients of the audits
}

// foundBelow is the loss that tells that the right partition was found. The noise alone gives .04 and
// .05; knowing only one of the two inputs gives 1.04 and .5, half of the tree .54 and .275.
var foundBelow = map[int]float64{0: .1, 2: .12}

func xorRun(seed uint64, classes int, set search.FastSettings) (outcome, error) {
	rng := random.Stream(seed, "xor")
	p := problemOf(xorData(rng, xorRows, classes), softtree.PaperPriors(), xorWidth, seed)
	test := xorData(rng, xorTest, classes)
	f, _, err := fastRun(p, set)
	if err != nil {
		return outcome{}, err
	}
	o := outcome{loss: loss(predictions(f, p, test.X, test.N), test), alarms: alarms(f), gradients: f.Gradients(),
		audits: f.AuditGradients()}
	o.found = o.loss < foundBelow[classes]
	return o, nil
}

// alarms lists what a run says is wrong with its audited topologies; empty where nothing is.
func alarms(f *search.Fast) (text string) {
	for _, s := range f.Summaries() {
		switch a := s.Audit; {
		case !a.Done:
		case a.Flag != dcc.NoFlag:
			text += fmt.Sprintf(" %v %s", s.Topology, a.Flag)
		case mended(s):
			text += fmt.Sprintf(" %v mended by %.1f nats", s.Topology, s.LogEvidence-a.Former)
		}
	}
	return text
}

// mended tells that an audit found a mode that had been missed: log evidence rose by more than the
// errors explain.
func mended(s dcc.Summary) bool {
	a := s.Audit
	return a.Added > 0 && s.LogEvidence-a.Former > 3*hypot(a.FormerError, s.LogEvidenceError)
}

// wuRun is a run on data of the WU generator.
func wuRun(seed uint64, set search.FastSettings) (outcome, error) {
	frame, err := dataset.WU(random.Stream(seed, "wu"), 300).Frame("y", nil, dataset.Regression)
	if err != nil {
		return outcome{}, err
	}
	data := softtree.Data{N: frame.N, D: frame.D, X: dataset.FitScaling(frame).Apply(frame), Y: frame.Y}
	f, _, err := fastRun(problemOf(data, softtree.PaperPriors(), xorWidth, seed), set)
	if err != nil {
		return outcome{}, err
	}
	return outcome{alarms: alarms(f), gradients: f.Gradients(), audits: f.AuditGradients()}, nil
}

// least and most counts of 20 runs.
const (
	leastFound = 18
	mostFalse  = 1
)

func xorSection(runs int) report.Section {
	s := report.Section{
		Title: "XOR among five noise inputs, and false alarms",
		Text: fmt.Sprintf("%d training rows, two inputs whose halves decide by exclusive or, so that one "+
			"split alone explains nothing, and %d inputs of noise; a data set per seed. Found means a "+
			"loss on %d test rows near the noise. An alarm is a flag of the audit, or evidence that it "+
			"mended by more than three errors. WU has a well measured posterior, where an alarm is a "+
			"false one.", xorRows, xorNoise, xorTest),
	}
	for _, classes := range []int{0, 2} {
		task := "regression"
		if classes > 0 {
			task = "classification"
		}
		t := tallyOf(runs, func(seed uint64) (outcome, error) {
			return xorRun(seed, classes, search.DefaultFastSettings())
		})
		s.Rows = append(s.Rows,
			report.Row{Check: "XOR, " + task + ": found",
				Figure: fmt.Sprintf("%d of %d; largest loss %.3f; %s", t.found, runs, t.loss, t),
				Bound: fmt.Sprintf("at least %d of 20, loss below %v", leastFound,
					foundBelow[classes]), Holds: 20*t.found >= leastFound*runs},
			report.Row{Check: "XOR, " + task + ": neither found nor alarmed", Figure: fmt.Sprint(t.silent),
				Bound: "0", Holds: t.silent == 0 && t.failed == ""})
	}
	t := tallyOf(runs, func(seed uint64) (outcome, error) { return wuRun(seed, search.DefaultFastSettings()) })
	s.Rows = append(s.Rows,
		report.Row{Check: "WU: false alarms",
			Figure: fmt.Sprintf("%d of %d%s; %s", t.alarmed, runs, t.texts, t),
			Bound:  fmt.Sprintf("at most %d of 20", mostFalse), Holds: 20*t.alarmed <= mostFalse*runs &&
				t.failed == ""})
	return s
}

// tally counts outcomes.
type tally struct {
	found, alarmed, silent int
	loss                   float64 // largest
	gradients, audits      int     // means
	texts, failed          string
}

func tallyOf(runs int, run func(seed uint64) (outcome, error)) (t tally) {
	for seed := range uint64(runs) {
		o, err := run(seed)
		if err != nil {
			t.failed += fmt.Sprintf(" seed %d: %v", seed, err)
			continue
		}
		if o.found {
			t.found++
		}
		if o.alarms != "" {
			t.alarmed++
			t.texts += fmt.Sprintf("; seed %d:%s", seed, o.alarms)
		}
		if !o.found && o.alarms == "" {
			t.silent++
		}
		t.loss = max(t.loss, o.loss)
		t.gradients += o.gradients / runs
		t.audits += o.audits / runs
	}
	return t
}

// String tells alarms and work.
func (t tally) String() string {
	return fmt.Sprintf("%d alarmed, %d gradients, of them audits %d%s", t.alarmed, t.gradients, t.audits, t.failed)
}
