// One update of a population of components from weighted draws.

package evidence

import (
	"math"
	"slices"

	"dcctree/core/numeric"
)

const (
	// temperedPerDimension is the effective number of weights per coordinate that an update needs; it
	// has d(d+3)/2 numbers to estimate, whose shrinkage towards the former ones takes care of the rest.
	temperedPerDimension = 6
	// deadWeight is the share of the components' mass below which a component is dropped.
	deadWeight = 1e-4
	// overlapping is the mean responsibility of one component for the other's draws above which it is
	// tried whether one can stand for both.
	overlapping = 0.01
	// mergeLoss is the mean log density, in nats a draw, that merging may lose; for scale, two equal modes
	// lose 0.1 at a distance of 4 standard deviations and 0.45 at 6.
	mergeLoss = 0.1
	// unseenMass is the share of the weights' mass for which the prior is responsible from which on
	// the heaviest draw there becomes a component.
	unseenMass = 0.02
	// enoughPower is the power of its weights from which on a component counts as found.
	enoughPower = 0.8
	// hopeless is how many nats, and two for each coordinate, a component's mass may be below the largest
	// while searching.
	hopeless = 10
	// negligible is the relative weight below which a draw cannot change an update.
	negligible = 1e-14
)

// temper returns the largest power in [0,1] at which the weights, raised to it and times the given shares
// (both logs; nil shares are all 1), have at least the target as effective number, or half of what the
// shares alone have. Draws from q weighted by (p/q)^power follow p^power q^(1-power), a step of the way.
func temper(logWeights, logShares []float64, target float64) float64 {
	scratch := make([]float64, len(logWeights))
	effective := func(power float64) float64 {
		powered(scratch, logWeights, logShares, power)
		return effectiveNumber(scratch)
	}
	if effective(1) >= target {
		return 1
	}
	target = math.Min(target, 0.5*effective(0))
	low, high := 0.0, 1.0
	for range 20 {
		middle := 0.5 * (low + high)
		if effective(middle) >= target {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// powered sets dst to power x logWeights + logShares; zero weights stay zero at power 0.
func powered(dst, logWeights, logShares []float64, power float64) {
	for i, v := range logWeights {
		dst[i] = v
		if !math.IsInf(v, -1) {
			dst[i] = power * v
		}
		if logShares != nil {
			dst[i] += logShares[i]
		}
	}
}

// update replaces the components by those fitted to the round r drawn from m, drops the dead, merges
// those that one can stand for and starts one at the heaviest draw of the prior where the components
// miss mass. While searching all components get the same weight: which of them has mass shows when they fit.
func (a *adaptation) update(m Mixture, r Measurement) {
	f := newFit(m, r)
	if f == nil {
		return // no draw has a density: the same mixture draws again
	}
	population := f.population(m, a.searching, a.Inflate)
	searching := slices.ContainsFunc(population, func(v *fitted) bool { return v.power < enoughPower })
	if !a.searching {
		population = f.merge(population, a.Inflate)
	}
	a.components = nil
	for _, v := range population {
		a.components = append(a.components, v.Component)
	}
	if f.unseen > unseenMass {
		a.components = append(a.components, f.missed(m, a.DF))
	}
	a.components = bounded(a.components, a.MaxComponents)
	was := a.searching
	a.searching = searching && a.used < a.Rounds*a.PerRound/2
	if was || a.searching {
		a.equalize()
	}
}

// equalize gives all components the same weight, and after the last step of the search an equal share
// of half the draws: a component that came close only now has little mass yet.
func (a *adaptation) equalize() {
	for k := range a.components {
		c := &a.components[k]
		if a.searching {
			c.Weight = 1
			continue
		}
		c.Weight += 1 / float64(len(a.components))
	}
}

// fit holds the responsibilities of the components for the weighted draws of a round.
type fit struct {
	d, k       int // coordinates, components
	points     []float64
	logWeights []float64
	logShare   [][]float64 // per component and draw: log responsibility, summed over the scales
	gamma      [][]float64 // likewise: the t distributions' factor, averaged over the scales
	mass       []float64   // per component: its share of the weights' mass, tempered where they are few
	logMass    []float64   // the same, untempered, less the largest
	tempered   []float64   // log weights, tempered where they are few
	unseen     float64     // the prior's share
	heavy      int         // the draw that most of this is in
}

// newFit computes responsibilities rho and gamma = (DF+d)/(DF+distance) (Cappé et al. 2008, section 4).
// The scales of a component count as distributions of their own whose points are all taken for the
// component's: one that is far too narrow or wide is corrected at once. nil when all weights are zero.
func newFit(m Mixture, r Measurement) *fit {
	n, k := len(r.LogWeights), len(m.Components)
	f := &fit{d: len(r.Points) / n, k: k, points: r.Points, logWeights: r.LogWeights, mass: make([]float64, k),
		logMass: make([]float64, k)}
	tempered := make([]float64, n)
	powered(tempered, f.logWeights, nil, temper(r.LogWeights, nil, float64(temperedPerDimension*f.d)))
	total := numeric.LogSumExp(tempered)
	if math.IsInf(total, -1) {
		return nil
	}
	logPrior := f.responsibilities(m, r)
	scratch := make([]float64, n)
	for c := range k {
		powered(scratch, tempered, f.logShare[c], 1)
		f.mass[c] = numeric.Exp(numeric.LogSumExp(scratch) - total)
		powered(scratch, f.logWeights, f.logShare[c], 1)
		f.logMass[c] = numeric.LogSumExp(scratch)
	}
	if k > 0 {
		top := slices.Max(f.logMass)
		for c := range f.logMass {
			f.logMass[c] -= top
		}
	}
	f.tempered = tempered
	f.see(logPrior, total)
	return f
}

// responsibilities fills logShare and gamma and returns the logarithms of the prior's responsibilities.
func (f *fit) responsibilities(m Mixture, r Measurement) (logPrior []float64) {
	n := len(f.logWeights)
	for range f.k {
		f.logShare = append(f.logShare, make([]float64, n))
		f.gamma = append(f.gamma, make([]float64, n))
	}
	logPrior = make([]float64, n)
	q := m.density(proportions(r.Counts))
	q.all(make([]float64, n), f.points, func(i int) {
		logPrior[i] = math.Inf(-1)
		if math.IsInf(f.logWeights[i], -1) {
			return
		}
		for c := range f.k {
			f.logShare[c][i], f.gamma[c][i] = q.responsibility(c, r.LogMixture[i])
		}
		if j := f.k * len(q.scales); j < len(q.terms) {
			logPrior[i] = q.terms[j] - r.LogMixture[i]
		}
	})
	return logPrior
}

// responsibility returns log sum_s rho and the mean of gamma over the scales of a component for the last point.
// Distances are those of the inflated scale, so that inflation feeds on itself: for a normal target and DF
// 4 it settles at 1.3 + 0.075 d instead of 1.3, which costs few effective draws and reaches off modes sooner.
func (q *density) responsibility(c int, logMixture float64) (logShare, gamma float64) {
	terms := q.terms[c*len(q.scales) : (c+1)*len(q.scales)]
	logShare = numeric.LogSumExp(terms)
	df := q.Components[c].DF
	for s, scale := range q.scales {
		share := numeric.Exp(terms[s] - logShare)
		gamma += float64(share * (df + float64(q.d)) / (df + q.distance[c]/(scale.Factor*scale.Factor)))
	}
	return logShare - logMixture, gamma
}

// see sets the mass that the prior is responsible for.
func (f *fit) see(logPrior []float64, total float64) {
	largest := 0.0
	for i, v := range f.tempered {
		mass := numeric.Exp(v + logPrior[i] - total)
		f.unseen += mass
		if mass > largest {
			f.heavy, largest = i, mass
		}
	}
}

// dead tells whether a component has too little mass to live. While searching only one that is hopeless
// is: misplaced components lose 1 to 2 nats in each coordinate and may still be those of the best modes.
func (f *fit) dead(k int, searching bool) bool {
	if searching {
		return !(f.logMass[k] >= -float64(hopeless+2*f.d))
	}
	return !(f.mass[k] >= deadWeight)
}

// fitted is a component, its responsibilities, and the power at which its weights have enough effective draws.
type fitted struct {
	Component
	logShare, gamma []float64
	power           float64
}

// population returns the updated components that live.
func (f *fit) population(m Mixture, searching bool, inflate float64) []*fitted {
	var all []*fitted
	for k, c := range m.Components {
		if !f.dead(k, searching) {
			c.Weight = math.Max(f.mass[k], deadWeight)
			all = append(all, f.component(c, f.logShare[k], f.gamma[k], inflate))
		}
	}
	return all
}

// component returns the component c updated from the weights, tempered as far as this component
// alone needs it. With at most d+1 effective draws it keeps its scale; with n of them its new scale
// matrix weighs n against d+1 of the former.
func (f *fit) component(c Component, logShare, gamma []float64, inflate float64) *fitted {
	next := &fitted{Component: c, logShare: logShare, gamma: gamma}
	next.power = temper(f.logWeights, logShare, float64(temperedPerDimension*f.d))
	w := make([]float64, len(f.logWeights))
	powered(w, f.logWeights, logShare, next.power)
	effective := effectiveNumber(w)
	total := numeric.LogSumExp(w)
	for i, v := range w {
		w[i] = numeric.Exp(v - total)
	}
	next.Mean = f.mean(w, gamma)
	former := float64(f.d + 1)
	if effective <= former {
		return next
	}
	scale := f.scatter(w, gamma, next.Mean)
	keep := former / (effective + former)
	for i := 0; i < f.d; i++ {
		for j := 0; j < f.d; j++ {
			shared := min(i, j) + 1
			was := numeric.Dot(c.Root[i*f.d:i*f.d+shared], c.Root[j*f.d:j*f.d+shared])
			scale[i*f.d+j] = float64(keep*was) + float64((1-keep)*inflate*scale[i*f.d+j])
		}
		scale[i*f.d+i] = math.Max(scale[i*f.d+i], varianceFloor)
	}
	if numeric.Cholesky(scale, scale, f.d) {
		next.Root = scale
	}
	return next
}

// mean returns the mean of the draws weighted by w gamma.
func (f *fit) mean(w, gamma []float64) []float64 {
	mean := make([]float64, f.d)
	var sum float64
	for i, v := range w {
		if v < negligible {
			continue
		}
		g := v * gamma[i]
		sum += g
		x := f.points[i*f.d:]
		for j := range mean {
			mean[j] += float64(g * x[j])
		}
	}
	for j := range mean {
		mean[j] /= sum
	}
	return mean
}

// scatter returns the d x d scale matrix, sum w gamma (x-mean)(x-mean)', for weights that sum to 1.
func (f *fit) scatter(w, gamma, mean []float64) []float64 {
	scale := make([]float64, f.d*f.d)
	e := make([]float64, f.d)
	for i, v := range w {
		if v < negligible {
			continue
		}
		x := f.points[i*f.d:]
		for j := range e {
			e[j] = x[j] - mean[j]
		}
		for j, ej := range e {
			row := scale[j*f.d:]
			ej *= v * gamma[i]
			for l, el := range e[:j+1] {
				row[l] += float64(ej * el)
			}
		}
	}
	for j := 0; j < f.d; j++ {
		for l := 0; l < j; l++ {
			scale[l*f.d+j] = scale[j*f.d+l]
		}
	}
	return scale
}

// missed returns a component at the heaviest draw that the prior is responsible for, with the scale of the
// heaviest component.
func (f *fit) missed(m Mixture, df float64) Component {
	heaviest := 0
	for k, v := range f.mass {
		if v > f.mass[heaviest] {
			heaviest = k
		}
	}
	mean := slices.Clone(f.points[f.heavy*f.d : (f.heavy+1)*f.d])
	return Component{Weight: f.unseen, Mean: mean, Root: m.Components[heaviest].Root, DF: df}
}

// merge replaces, pair by pair in order, two components by one fitted to the draws of both where that
// loses little, so that starts in one mode do not share its draws for ever.
func (f *fit) merge(all []*fitted, inflate float64) []*fitted {
	for i := 0; i < len(all); i++ {
		for j := i + 1; j < len(all); j++ {
			if f.overlap(all[i], all[j]) < overlapping {
				continue
			}
			if one := f.joined(all[i], all[j], inflate); f.loss(all[i], all[j], one) < mergeLoss {
				all[i] = one
				all = slices.Delete(all, j, j+1)
				j = i // the joined one may stand for others, too
			}
		}
	}
	return all
}

// overlap returns sum w rho_a rho_b over the smaller of sum w rho_a and sum w rho_b.
func (f *fit) overlap(a, b *fitted) float64 {
	both := make([]float64, len(f.tempered))
	powered(both, f.tempered, a.logShare, 1)
	powered(both, both, b.logShare, 1)
	return numeric.Exp(numeric.LogSumExp(both)-numeric.LogSumExp(f.tempered)) / math.Min(a.Weight, b.Weight)
}

// joined returns one component fitted to the draws of two, from the scale of that with more weight.
func (f *fit) joined(a, b *fitted, inflate float64) *fitted {
	logShare, gamma := make([]float64, len(a.logShare)), make([]float64, len(a.logShare))
	for i := range logShare {
		logShare[i] = numeric.LogAddExp(a.logShare[i], b.logShare[i])
		share := numeric.Exp(a.logShare[i] - logShare[i])
		gamma[i] = float64(share*a.gamma[i]) + float64((1-share)*b.gamma[i])
	}
	former := a.Component
	if b.Weight > a.Weight {
		former = b.Component
	}
	former.Weight = a.Weight + b.Weight
	return f.component(former, logShare, gamma, inflate)
}

// loss returns by how much the mean log density over the draws of both is less under one than under a and b.
func (f *fit) loss(a, b, one *fitted) float64 {
	pair, single := Mixture{Components: []Component{a.Component, b.Component}}, Mixture{
		Components: []Component{one.Component},
	}
	p, q := pair.density(pair.shares()), single.density(single.shares())
	w := make([]float64, len(f.tempered))
	powered(w, f.tempered, one.logShare, 1)
	total := numeric.LogSumExp(w)
	var loss float64
	for i, v := range w {
		if share := numeric.Exp(v - total); share > negligible {
			x := f.points[i*f.d : (i+1)*f.d]
			loss += float64(share * (p.at(x) - q.at(x)))
		}
	}
	return loss
}

// bounded keeps the most components of largest weight, in their order.
func bounded(components []Component, most int) []Component {
	for len(components) > most {
		least := 0
		for k, c := range components {
			if c.Weight < components[least].Weight {
				least = k
			}
		}
		components = slices.Delete(components, least, least+1)
	}
	return components
}
