// What a response needs: one interface, and a file for each that implements it.

package softtree

import (
	"math/rand/v2"

	"dcctree/core/simd"
	"dcctree/core/topology"
)

// Likelihood is how responses depend on the leaf that a row reaches. Normal responses are in regression.go, classes in
// classification.go; another one is a file beside them and a case in Data.Likelihood. Values are stateless.
type Likelihood interface {
	// check says what is wrong with the responses.
	check(d *Data) error
	// take appends the response of a row of from to dst.
	take(dst, from *Data, row int)
	// merge sets out's responses: those of d's rows, by the group that each is in and each group's first row.
	merge(out, d *Data, group, first []int32)
	// alike reports whether two rows of equal inputs may be one.
	alike(d *Data, i, k int) bool
	// order returns the place of every row among r's, and sets their number and the ends of the classes.
	order(r *rows, d *Data) (place []int)

	// parameters returns the layout with the parameters that are not the splits'.
	parameters(l Layout) Layout
	// tasks are the engines that go through the rows: for one topology, and for all with so many splits.
	tasks() (one, all simd.Task)
	// value returns the log likelihood of the model's parameters and, when asked, fills its derivatives.
	value(m *Model, gradient bool) float64
	// integrated returns the density without the leaves' parameters.
	integrated(t topology.Topology, d Data, p Priors, h float64) Integrated
	// enter returns the rows of a Nested and takes from them what it needs to know.
	enter(n *Nested, r *rows, p Priors) simd.Rows
	// evidence returns the log likelihood of the sums in a Nested's frame, without the leaves' parameters.
	evidence(n *Nested) float64
	// expand writes theta with a draw of the leaves' parameters to dst, after evidence.
	expand(n *Nested, dst, theta []float64, rng *rand.Rand)
}

// Likelihood returns that of the responses.
func (d Data) Likelihood() Likelihood {
	if d.Classes == 0 {
		return regression{}
	}
	return classification{}
}

// Layout returns where each parameter of topology t stands.
func (d Data) Layout(t topology.Topology) Layout {
	return d.Likelihood().parameters(Layout{Splits: t.Splits(), Leaves: t.Leaves(), D: d.D})
}

// Integrated is a Target with the leaves' parameters integrated out, as far as they are part of a theta.
type Integrated interface {
	Target
	// Layout returns where each parameter stands.
	Layout() Layout
	// Expand writes theta with a draw of the leaves' parameters put in, a theta of Layout().Expand(), to dst.
	Expand(dst, theta []float64, rng *rand.Rand)
}

// NewIntegrated returns the density of topology t on the data with bandwidth h. It panics where NewModel does.
func NewIntegrated(t topology.Topology, data Data, priors Priors, h float64) Integrated {
	return data.Likelihood().integrated(t, data, priors, h)
}
