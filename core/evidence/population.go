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
	temperedPerDimension = 4
	// deadWeight is the share of the components' mass below which a component is dropped.
	deadWeight = 1e-4
	// sameComponent is the symmetrized Kullback-Leibler divergence between the normal distributions of two
	// components, in nats, below which they are merged.
	sameComponent = 0.5
	// unseenMass is the share of the weights' mass for which the prior is responsible from which on
	// the heaviest draw there becomes a component.
	unseenMass = 0.02
	// negligible is the relative weight below which a draw cannot change an update.
	negligible = 1e-14
)

// temper returns the largest power in (0,1] at which the effective number of the weights reaches
// the target, by bisection; draws from q weighted by (p/q)^power follow p^power q^(1-power), a step of the way.
func temper(logWeights []float64, target float64) float64 {
	if effectiveNumber(logWeights, 1) >= target {
		return 1
	}
	low, high := 0.0, 1.0
	for range 30 {
		middle := 0.5 * (low + high)
		if effectiveNumber(logWeights, middle) >= target {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// relativeWeights returns the weights raised to the power, normalized to sum 1; nil when all are zero.
func relativeWeights(logWeights []float64, power float64) []float64 {
	w := make([]float64, len(logWeights))
	for i, v := range logWeights {
		w[i] = power * v
	}
	total := numeric.LogSumExp(w)
	if math.IsInf(total, -1) {
		return nil
	}
	for i, v := range w {
		w[i] = numeric.Exp(v - total)
	}
	return w
}

// update replaces the components by those fitted to the round r drawn from m, drops the dead, merges
// equal ones and starts one at the heaviest draw of the prior where the components miss mass.
func (a *adaptation) update(m Mixture, r Measurement) {
	n := len(r.LogWeights)
	power := temper(r.LogWeights, math.Min(float64(temperedPerDimension*a.d), float64(n)/4))
	a.searching = power < 0.8 && a.used < a.Rounds*a.PerRound/2
	weights := relativeWeights(r.LogWeights, power)
	if weights == nil {
		return // nothing seen: the same mixture draws again
	}
	f := newFit(m, weights, r)
	fitted := make([]fittedComponent, 0, len(m.Components)+1)
	for k, c := range m.Components {
		if f.mass[k] >= deadWeight {
			fitted = append(fitted, f.component(k, c, a.Inflate))
		}
	}
	if f.unseen > unseenMass {
		fitted = append(fitted, fittedComponent{f.missed(m, a.DF), math.Inf(1)})
	}
	if len(fitted) == 0 {
		return
	}
	a.components = bounded(merged(fitted, a.d), a.MaxComponents)
}

// fit holds the responsibilities of the components for weighted draws.
type fit struct {
	d       int
	points  []float64
	mass    []float64 // per component: sum of weight x responsibility
	square  []float64 // and of its square
	pull    []float64 // n x components: weight x sum over scales of responsibility x gamma
	k       int       // number of components
	unseen  float64   // the prior's mass
	heavy   int       // the draw that most of this mass is in
	largest float64
}

// newFit computes responsibilities rho and the t distributions' gamma = (DF+d)/(DF+distance) (Cappé et
// al. 2008, equations 19 to 21). The scales of a component count as distributions of their own whose points
// are all taken for the component's: one that is far too narrow or wide is corrected at once.
func newFit(m Mixture, weights []float64, r Measurement) *fit {
	n, k := len(weights), len(m.Components)
	f := &fit{d: len(r.Points) / n, points: r.Points, mass: make([]float64, k), square: make([]float64, k), pull: make([]float64, n*k), k: k}
	q := m.density(proportions(r.counts))
	for i, w := range weights {
		if w < negligible {
			continue
		}
		q.at(f.points[i*f.d : (i+1)*f.d])
		for c := range m.Components {
			share, pull := q.responsibility(c, r.LogMixture[i])
			f.mass[c] += float64(w * share)
			f.square[c] += float64(w * share * w * share)
			f.pull[i*k+c] = w * pull
		}
		if j := k * len(q.scales); j < len(q.terms) {
			f.see(i, w*numeric.Exp(q.terms[j]-r.LogMixture[i]))
		}
	}
	return f
}

// see adds mass that the prior is responsible for.
func (f *fit) see(i int, mass float64) {
	f.unseen += mass
	if mass > f.largest {
		f.heavy, f.largest = i, mass
	}
}

// responsibility returns sum_s rho and sum_s rho gamma over the scales of a component for the last point.
// Distances are those of the inflated scale, so that inflation feeds on itself: for a normal target and DF
// 4 it settles at 1.3 + 0.075 d instead of 1.3, which costs few effective draws and reaches off modes sooner.
func (q *density) responsibility(c int, logMixture float64) (share, pull float64) {
	df := q.Components[c].DF
	for s, scale := range q.scales {
		rho := numeric.Exp(q.terms[c*len(q.scales)+s] - logMixture)
		share += rho
		pull += rho * (df + float64(q.d)) / (df + q.distance[c]/(scale.Factor*scale.Factor))
	}
	return share, pull
}

// fittedComponent is a component and the effective number of draws behind it.
type fittedComponent struct {
	Component
	effective float64
}

// component returns the updated component k, c before. With at most d+1 effective draws it keeps its
// scale; with n of them its new scale matrix weighs n against d+1 of the former.
func (f *fit) component(k int, c Component, inflate float64) fittedComponent {
	effective := f.mass[k] * f.mass[k] / f.square[k]
	next := fittedComponent{Component{Weight: f.mass[k], Mean: f.mean(k), Root: c.Root, DF: c.DF}, effective}
	former := float64(f.d + 1)
	if effective <= former {
		return next
	}
	scale := f.scatter(k, next.Mean)
	keep := former / (effective + former)
	for i := 0; i < f.d; i++ {
		for j := 0; j < f.d; j++ {
			was := numeric.Dot(c.Root[i*f.d:i*f.d+min(i, j)+1], c.Root[j*f.d:j*f.d+min(i, j)+1])
			scale[i*f.d+j] = float64(keep*was) + float64((1-keep)*inflate*scale[i*f.d+j])
		}
		scale[i*f.d+i] = math.Max(scale[i*f.d+i], varianceFloor)
	}
	if numeric.Cholesky(scale, scale, f.d) {
		next.Root = scale
	}
	return next
}

// mean returns the mean of the draws weighted by pull.
func (f *fit) mean(k int) []float64 {
	mean := make([]float64, f.d)
	var sum float64
	for i := k; i < len(f.pull); i += f.k {
		g := f.pull[i]
		if g == 0 {
			continue
		}
		sum += g
		x := f.points[i/f.k*f.d:]
		for j := range mean {
			mean[j] += float64(g * x[j])
		}
	}
	for j := range mean {
		mean[j] /= sum
	}
	return mean
}

// scatter returns the d x d scale matrix, sum pull (x-mean)(x-mean)' / mass.
func (f *fit) scatter(k int, mean []float64) []float64 {
	scale := make([]float64, f.d*f.d)
	e := make([]float64, f.d)
	for i := k; i < len(f.pull); i += f.k {
		g := f.pull[i]
		if g == 0 {
			continue
		}
		x := f.points[i/f.k*f.d:]
		for j := range e {
			e[j] = x[j] - mean[j]
		}
		for j, ej := range e {
			row := scale[j*f.d:]
			ej *= g
			for l, el := range e[:j+1] {
				row[l] += float64(ej * el)
			}
		}
	}
	for j := 0; j < f.d; j++ {
		for l := 0; l <= j; l++ {
			scale[j*f.d+l] /= f.mass[k]
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

// merged joins components of the same distribution as far as their draws can tell, the later into the
// earlier: weights add up, the parameters are those of the one with more weight.
func merged(components []fittedComponent, d int) []Component {
	var kept []fittedComponent
	for _, c := range components {
		i := slices.IndexFunc(kept, func(k fittedComponent) bool { return same(c, k, d) })
		if i < 0 {
			kept = append(kept, c)
			continue
		}
		weight := c.Weight + kept[i].Weight
		if c.Weight > kept[i].Weight {
			kept[i] = c
		}
		kept[i].Weight = weight
	}
	plain := make([]Component, len(kept))
	for i, k := range kept {
		plain[i] = k.Component
	}
	return plain
}

// same compares the divergence with sameComponent and what d(d+3)/2 numbers estimated from the fewer draws
// contribute to it on their own.
func same(a, b fittedComponent, d int) bool {
	noise := float64(d*(d+3)) / 2 / math.Min(a.effective, b.effective)
	return divergence(a.Component, b.Component, d) < sameComponent+noise
}

// divergence returns the symmetrized Kullback-Leibler divergence between the normal distributions with
// the components' means and scale matrices: (tr A^-1 B + tr B^-1 A)/2 - d + half the two squared distances.
func divergence(a, b Component, d int) float64 {
	e := make([]float64, d)
	for j := range e {
		e[j] = a.Mean[j] - b.Mean[j]
	}
	return 0.5*(excessTrace(a.Root, b.Root, e, d)+excessTrace(b.Root, a.Root, e, d)) - float64(d)
}

// excessTrace returns |a^-1 b|_F^2 + |a^-1 e|^2 for the roots a and b.
func excessTrace(a, b, e []float64, d int) float64 {
	column := make([]float64, d)
	numeric.SolveLower(column, a, e, d)
	sum := numeric.Dot(column, column)
	for j := 0; j < d; j++ {
		for i := range column {
			column[i] = b[i*d+j]
		}
		numeric.SolveLower(column, a, column, d)
		sum += numeric.Dot(column, column)
	}
	return sum
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
