// The digest of a posterior: what two runs of one seed have in common wherever they ran.

package posterior

import (
	"fmt"
	"math"

	"dcctree/core/conquer"
	"dcctree/core/numeric"
)

// digestRows is how many rows' predictions enter a digest: the first of the test rows, or of the training rows
// where there are none.
const digestRows = 32

// Digest returns 16 hexadecimal digits over the bits of the topologies with their weights and evidences and of
// predictions; ok is false before anything was measured.
func (p *Posterior) Digest() (sum string, ok bool) {
	if !p.Ready() {
		return "", false
	}
	d := numeric.NewDigest()
	for _, w := range p.weights {
		d.Words(w.Topology.Key(), string(w.Method))
		if w.Method != "" { // of the fast mode
			d.Words(string(w.Trust))
		}
		kHat := w.KHat
		if w.Method == "" && w.Trust == conquer.Exact {
			// as the weights say, which are all equal: recorded digests of the paper's mode have it
			kHat = math.Inf(-1)
		}
		d.Numbers(w.Weight, w.WeightError, w.LogEvidence, w.LogEvidenceError, w.LogPrior, kHat,
			w.EffectiveNumber)
	}
	for _, v := range p.response.predict(p, p.digested()) {
		d.Numbers(v.Mean, v.SD, v.Low, v.High)
		d.Numbers(v.Probabilities...)
	}
	return fmt.Sprintf("%016x", d.Sum()), true
}

// digested returns the rows whose predictions enter.
func (p *Posterior) digested() *rows {
	from := p.train
	if p.test != nil && p.test.n > 0 {
		from = p.test
	}
	r := &rows{n: min(from.n, digestRows), d: from.d}
	for f := range r.d {
		r.x = append(r.x, from.x[f*from.n:f*from.n+r.n]...)
	}
	return r
}
