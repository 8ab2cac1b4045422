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

const (
	seeds = 200
	// within is how many standard errors the figures may be off. Were the scores standard normal, the mean of n
	// would have a standard error of 1/sqrt(n), the mean square one of sqrt(2/n), and .05 n of them would be
	// outside 1.96 with a standard deviation of sqrt(.05 .95 n).
	within = 3
)

// bounds of the figures of n estimates.
type bounds struct {
	mean                    float64 // either way
	leastSquare, mostSquare float64
	outside                 int
}

func boundsOf(n int) bounds {
	const share = .05
	square := within * math.Sqrt(2/float64(n))
	return bounds{within / math.Sqrt(float64(n)), 1 - square, 1 + square,
		int(share*float64(n) + within*math.Sqrt(share*(1-share)*float64(n)))}
}

// score returns (logZ - truth)/err, where needed mapped from Student's t to the standard normal. It is
// infinite where the error is not positive and the estimate is not the truth, or either is not a number.
func (e estimate) score(truth float64) float64 {
	z := (e.logZ - truth) / e.err
	if e.logZ == truth {
		return 0
	}
	if math.IsNaN(z) || !(e.err > 0) {
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
	n            int
	mean, square float64 // of the scores
	outside      int     // 1.96
	err, sd      float64 // mean stated error; standard deviation of the estimates
}

func judge(estimates []estimate, truth float64) verdict {
	var z, square, err, logs numeric.Moments
	v := verdict{n: len(estimates)}
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

// holds reports whether the stated errors are right.
func (v verdict) holds() bool {
	b := boundsOf(v.n)
	return math.Abs(v.mean) <= b.mean && v.square >= b.leastSquare && v.square <= b.mostSquare &&
		v.outside <= b.outside
}

func (v verdict) String() string {
	return fmt.Sprintf("mean z %.2f, mean z² %.2f, %d outside 1.96 (error %.4f, sd %.4f)", v.mean, v.square,
		v.outside, v.err, v.sd)
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

func (b bounds) String() string {
	return fmt.Sprintf("|mean z| <= %.2f, mean z² in [%.2f, %.2f], <= %d outside", b.mean, b.leastSquare,
		b.mostSquare, b.outside)
}
