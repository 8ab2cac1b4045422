// The joint distribution test of Geweke (2004, "Getting it right", Journal of the American Statistical
// Association 99, 799-804).

package nuts

import (
	"fmt"
	"math"
	"runtime"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/numeric"
	"dcctree/core/random"
)

// effort of a joint distribution test: independent draws of the one simulator, chains and their length
// of the other.
type effort struct{ draws, chains, length int }

// setting names what is tested: a joint distribution, made anew for every goroutine, and a kernel.
type setting struct {
	name   string
	joint  func() *joint
	kernel kernel
	// unweighted draws a classification's theta from the prior alone, a mutant of the simulator.
	unweighted bool
}

// independent returns mean and squared standard error of every moment under the marginal-conditional
// simulator: theta from the prior (a classification: weighted by S), answers given theta.
func (s setting) independent(e effort) []numeric.Moments {
	j := s.joint()
	rng := random.Stream(1, "geweke", s.name, "independent")
	theta, a := make([]float64, j.layout.Dim()), j.newAnswers()
	var all []numeric.Moments
	var m []float64
	for range e.draws {
		j.draw(theta, a, !s.unweighted, rng)
		m = j.moments(m[:0], theta, a)
		all = add(all, m)
	}
	return all
}

// successive returns the moments of the means of the chains under the successive-conditional simulator,
// which takes turns between the kernel and answers given theta. Every chain starts with a draw of the
// joint: if the kernel is right, all of it has that distribution, and the chains' means are independent
// whatever the autocorrelation. The pair is looked at after the kernel has moved theta and before there
// are new answers: afterwards a kernel that ignores the answers could not be told from a right one.
func (s setting) successive(e effort) []numeric.Moments {
	means := make([][]float64, e.chains)
	parallel.Started(e.chains, runtime.GOMAXPROCS(0), func() func(int) {
		j := s.joint()
		step := s.kernel(j)
		return func(c int) { means[c] = s.chain(j, step, c, e.length) }
	})
	var all []numeric.Moments
	for _, m := range means {
		all = add(all, m)
	}
	return all
}

// chain returns the mean of every moment over one chain.
func (s setting) chain(j *joint, step move, number, length int) []float64 {
	rng := random.Stream(1, "geweke", s.name, fmt.Sprint(number))
	theta, a := make([]float64, j.layout.Dim()), j.newAnswers()
	j.draw(theta, a, true, rng)
	var mean, m []float64
	for range length {
		step(theta, a, rng)
		m = j.moments(m[:0], theta, a)
		if mean == nil {
			mean = make([]float64, len(m))
		}
		for i, v := range m {
			mean[i] += v / float64(length)
		}
		j.answer(a, rng)
	}
	return mean
}

func add(all []numeric.Moments, m []float64) []numeric.Moments {
	if all == nil {
		all = make([]numeric.Moments, len(m))
	}
	for i, v := range m {
		all[i].Add(v)
	}
	return all
}

// compare returns the differences of the moments' means between the simulators in standard errors.
func (s setting) compare(e effort) []float64 {
	one, other := s.independent(e), s.successive(e)
	z := make([]float64, len(one))
	for i := range z {
		square := one[i].Variance()/float64(e.draws) + other[i].Variance()/float64(e.chains)
		z[i] = (other[i].Mean() - one[i].Mean()) / math.Sqrt(square)
	}
	return z
}

func largest(z []float64) (worst float64) {
	for _, v := range z {
		worst = max(worst, math.Abs(v))
	}
	return worst
}

// agree is the row of a kernel that is right.
func (s setting) agree(e effort) report.Row {
	z := s.compare(e)
	worst := largest(z)
	return report.Row{Check: fmt.Sprintf("%s: largest difference of %d moments", s.name, len(z)),
		Figure: fmt.Sprintf("%.2f standard errors", worst), Bound: "<= 4", Holds: worst <= 4}
}

// caught is the row of a mutant.
func (s setting) caught(e effort) report.Row {
	worst := largest(s.compare(e))
	return report.Row{Check: "mutant, " + s.name, Figure: fmt.Sprintf("%.1f standard errors", worst), Bound: "> 4",
		Holds: worst > 4}
}
