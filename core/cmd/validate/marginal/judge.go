// The judgment of many estimates of one known value by their own standard errors.

package marginal

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"dcctree/core/numeric"
)

// estimate is a log marginal likelihood with its standard error.
type estimate struct {
	logZ, err float64
	// replicates is 0 where the error comes from so many draws that (logZ - truth)/err is normal, and
	// else the number of independent parts whose spread it is: Student's t.
	replicates int
	before     *estimate // before an audit; nil without one
}

// The bounds on 200 estimates. Were the scores standard normal, the mean would have a standard deviation
// of .07, the mean square one of .1, and 10 +- 3.1 scores would be outside 1.96.
const (
	seeds       = 200
	mostMean    = .25
	leastSquare = .6
	mostSquare  = 1.4
	mostOutside = 20
)

// score returns (logZ - truth)/err, where needed mapped from Student's t to the standard normal. It is
// infinite where the error is not positive and the estimate is not the truth, or either is not a number.
func (e estimate) score(truth float64) float64 {
	z := (e.logZ - truth) / e.err
	if e.logZ == truth {
		return 0
	}
	if z != z || !(e.err > 0) {
		return math.Inf(1)
	}
	if e.replicates == 0 {
		return z
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(e.replicates - 1)}
	return math.Copysign(numeric.NormalQuantile(t.CDF(-math.Abs(z))), z)
}

// verdict is what the scores say.
type verdict struct {
	mean, square float64 // of the scores
	outside      int     // 1.96
	err, sd      float64 // mean stated error; standard deviation of the estimates
}

func judge(estimates []estimate, truth float64) verdict {
	var z, square, err, logs numeric.Moments
	var v verdict
	for _, e := range estimates {
		s := e.score(truth)
		z.Add(s)
		square.Add(s * s)
		err.Add(e.err)
		logs.Add(e.logZ)
		if math.Abs(s) > 1.96 {
			v.outside++
		}
	}
	v.mean, v.square = z.Mean(), square.Mean()
	v.err, v.sd = err.Mean(), math.Sqrt(logs.Variance())
	return v
}

// holds reports whether the stated errors are right, for as many estimates as seeds.
func (v verdict) holds() bool {
	return math.Abs(v.mean) <= mostMean && v.square >= leastSquare && v.square <= mostSquare && v.outside <= mostOutside
}

func (v verdict) String() string {
	return fmt.Sprintf("mean z %.2f, mean z² %.2f, %d outside 1.96 (error %.4f, sd %.4f)", v.mean, v.square, v.outside, v.err, v.sd)
}

// former returns the estimates before the audits; nil where there were none.
func former(estimates []estimate) (out []estimate) {
	for _, e := range estimates {
		if e.before != nil {
			out = append(out, *e.before)
		}
	}
	return out
}

func bound() string {
	return fmt.Sprintf("|mean z| <= %v, mean z² in [%v, %v], <= %d outside", mostMean, leastSquare, mostSquare, mostOutside)
}
