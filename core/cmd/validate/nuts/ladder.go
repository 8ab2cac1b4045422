// Means, standard deviations and quantiles over seeds, and whether their errors are what the Monte Carlo
// standard errors say.

package nuts

import (
	"fmt"
	"math"
	"runtime"
	"slices"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/diagnostics"
	"dcctree/core/hmc"
	"dcctree/core/random"
)

// rung is a target with the truth about it.
type rung struct {
	name       string
	target     hmc.LogDensity
	settings   hmc.Settings
	draws      int // of each chain
	quantities []quantity
}

const chainsPerSeed = 4

// sample returns what one seed gives, indexed quantity, chain, draw.
func (r rung) sample(seed int) [][][]float64 {
	out := make([][][]float64, len(r.quantities))
	for c := range chainsPerSeed {
		rng := random.Stream(uint64(seed), "nuts", r.name, fmt.Sprint(c))
		chain, err := hmc.NewChain(r.target, r.settings, hmc.State{}, rng)
		if err != nil {
			panic("nuts: no start: " + err.Error())
		}
		for chain.Warming() {
			chain.Warmup(rng)
		}
		for q := range r.quantities {
			out[q] = append(out[q], make([]float64, r.draws))
		}
		for i := range r.draws {
			chain.Sample(rng)
			for q := range r.quantities {
				out[q][c][i] = r.quantities[q].of(chain.Position())
			}
		}
	}
	return out
}

// kinds of figures: the mean, the standard deviation, and the three quantiles.
const (
	means = iota
	sds
	quantiles
	kinds
)

var kindNames = [kinds]string{"means", "standard deviations", "quantiles"}

// miss is how far a figure is from the truth, and its Monte Carlo standard error.
type miss struct{ error, mcse float64 }

// outcome of a rung.
type outcome struct {
	misses [kinds][][]miss // kind, seed, figure
	// independent is, per kind, how many independent figures the figures of a seed are worth.
	independent [kinds]float64
}

// run compares all figures of all seeds with the truth.
func (r rung) run(seeds int) outcome {
	all := make([][kinds][]miss, seeds)
	var o outcome
	parallel.Started(seeds, runtime.GOMAXPROCS(0), func() func(int) {
		return func(seed int) {
			draws := r.sample(seed)
			for i, q := range r.quantities {
				for kind, of := range q.misses(draws[i]) {
					all[seed][kind] = append(all[seed][kind], of...)
				}
			}
			if seed == 0 {
				o.independent = independentFigures(r.quantities, draws)
			}
		}
	})
	for _, misses := range all {
		for kind := range misses {
			o.misses[kind] = append(o.misses[kind], misses[kind])
		}
	}
	return o
}

// misses compares the figures of one quantity, by kind.
func (q quantity) misses(chains [][]float64) (out [kinds][]miss) {
	all := slices.Sorted(slices.Values(slices.Concat(chains...)))
	mean, sd := momentsOf(all)
	out[means] = []miss{{mean - q.mean, diagnostics.MCSEMean(chains)}}
	out[sds] = []miss{{sd - q.sd, diagnostics.MCSESD(chains)}}
	for i, p := range probabilities {
		out[quantiles] = append(out[quantiles],
			miss{quantileOf(all, p) - q.quantiles[i], diagnostics.MCSEQuantile(chains, p)})
	}
	return out
}

func momentsOf(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean) / float64(len(x)-1)
	}
	return mean, math.Sqrt(sd)
}

// quantileOf interpolates linearly between ordered values (type 7 of Hyndman and Fan 1996), 0 <= p < 1.
func quantileOf(ascending []float64, p float64) float64 {
	at := p * float64(len(ascending)-1)
	low := int(at)
	return ascending[low] + (at-float64(low))*(ascending[low+1]-ascending[low])
}

// independentFigures returns for every kind k^2 / sum_ij rho_ij^2 with rho the correlations of the
// figures' influence functions over the draws: x for a mean, (x - mean)^2 for a standard deviation, the
// indicator of x <= q for a quantile. The sum of the squared errors then has the variance of a chi-square
// variable with that many degrees of freedom, scaled (Satterthwaite 1946).
func independentFigures(qs []quantity, draws [][][]float64) (out [kinds]float64) {
	var series [kinds][][]float64
	for i, q := range qs {
		x := slices.Concat(draws[i]...)
		series[means] = append(series[means], x)
		series[sds] = append(series[sds],
			mapped(x, func(v float64) float64 { return (v - q.mean) * (v - q.mean) }))
		for _, at := range q.quantiles {
			series[quantiles] = append(series[quantiles], mapped(x, func(v float64) float64 {
				if v <= at {
					return 1
				}
				return 0
			}))
		}
	}
	for kind, s := range series {
		var sum float64
		for _, a := range s {
			for _, b := range s {
				rho := correlation(a, b)
				sum += rho * rho
			}
		}
		out[kind] = float64(len(s)*len(s)) / sum
	}
	return out
}

func mapped(x []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = f(v)
	}
	return out
}

func correlation(a, b []float64) float64 {
	meanA, sdA := momentsOf(a)
	meanB, sdB := momentsOf(b)
	var s float64
	for i := range a {
		s += (a[i] - meanA) * (b[i] - meanB) / float64(len(a)-1)
	}
	return s / (sdA * sdB)
}

// rows judges the outcome.
func (o outcome) rows(name string) []report.Row {
	rows := []report.Row{o.pooled(name), o.single(name)}
	for kind := range kinds {
		rows = append(rows, chiSquareRow(name+": "+kindNames[kind], o.misses[kind], o.independent[kind]))
	}
	return rows
}

// pooled is the largest error of a figure over all seeds together, in units of its Monte Carlo standard
// error. NaN, where a figure cannot be judged, does not hold.
func (o outcome) pooled(name string) report.Row {
	var worst float64
	count := 0
	for kind := range kinds {
		for f := range o.misses[kind][0] {
			var sum, square float64
			for _, seed := range o.misses[kind] {
				sum += seed[f].error
				square += seed[f].mcse * seed[f].mcse
			}
			worst = max(worst, math.Abs(sum)/math.Sqrt(square))
			count++
		}
	}
	return report.Row{Check: fmt.Sprintf("%s: largest error of %d figures, all seeds together", name, count),
		Figure: fmt.Sprintf("%.2f MCSE", worst), Bound: "<= 4 MCSE", Holds: worst <= 4}
}

// single counts the errors of single seeds beyond 4 MCSE. An MCSE that is itself an estimate makes them
// about as likely as Student's t with 30 degrees of freedom does, .0004: of 500 there are more than two
// with probability .001.
func (o outcome) single(name string) report.Row {
	var worst float64
	count, beyond := 0, 0
	for kind := range kinds {
		for _, m := range slices.Concat(o.misses[kind]...) {
			z := math.Abs(m.error / m.mcse)
			worst = max(worst, z)
			count++
			if !(z <= 4) {
				beyond++
			}
		}
	}
	return report.Row{Check: fmt.Sprintf("%s: beyond 4 MCSE among %d errors of single seeds", name, count),
		Figure: fmt.Sprintf("%d (largest %.2f)", beyond, worst), Bound: "<= 2", Holds: beyond <= 2}
}

// chiSquareTail is the probability on either side beyond the bounds of chiSquareRow.
const chiSquareTail = 5e-5

// chiSquareRow compares the mean squared error, in MCSE^2, with its distribution if all errors are
// standard normal. An MCSE wrong by a factor of two makes it 1/4 or 4.
func chiSquareRow(name string, misses [][]miss, independent float64) report.Row {
	var sum, count float64
	for _, m := range slices.Concat(misses...) {
		z := m.error / m.mcse
		sum += z * z
		count++
	}
	df := independent * float64(len(misses))
	low, high := chiSquareQuantile(chiSquareTail, df)/df, chiSquareQuantile(1-chiSquareTail, df)/df
	mean := sum / count
	return report.Row{Check: name + ", mean squared error in MCSE^2", Figure: fmt.Sprintf("%.2f", mean),
		Bound: fmt.Sprintf("%.2f to %.2f (%.0f degrees of freedom)", low, high, df), Holds: low <= mean &&
			mean <= high}
}

// newRung has a warm-up of 500 steps.
func newRung(name string, target hmc.LogDensity, kind hmc.MetricKind, accept float64, draws int, qs []quantity) rung {
	s := hmc.DefaultSettings()
	s.Warmup, s.Metric, s.TargetAccept = 500, kind, accept
	return rung{name, target, s, draws, qs}
}

// ladder are the rungs in order. The most expensive ones make fewer draws.
func ladder() []rung {
	var all []rung
	normal := func(text string, kind hmc.MetricKind, rho, low, high float64, dim, draws int) {
		c := newChained(dim, rho, low, high)
		all = append(all, newRung(fmt.Sprintf(text, dim), c, kind, 0.8, draws, c.quantities()))
	}
	for _, dim := range []int{2, 10, 100} {
		normal("standard normal, %d dimensions", hmc.Diagonal, 0, 1, 1, dim, 1000)
	}
	for _, dim := range []int{2, 10, 100} {
		draws := 1000
		if dim == 100 {
			draws = 400
		}
		normal("correlated normal, %d dimensions", hmc.Diagonal, 0.9, 0.01, 10, dim, draws)
	}
	for _, dim := range []int{2, 10, 40} {
		normal("correlated normal, %d dimensions, dense metric", hmc.Dense, 0.99, 0.01, 10, dim, 1000)
	}
	return append(all, newRung("funnel, non-centered", newChained(10, 0, 1, 1), hmc.Diagonal, 0.8, 1000,
		funnelQuantities()),
		newRung("eight schools, non-centered", schools(), hmc.Diagonal, 0.95, 1000, schoolQuantities(0.01)))
}
