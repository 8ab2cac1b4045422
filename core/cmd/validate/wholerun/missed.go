// A missed mode: data on which the first route is blind to a mode that matters, and the audit's say.

package wholerun

import (
	"fmt"
	"math"
	"strings"

	"dcctree/core/cmd/validate/quadrature"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/conquer"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// plant is a kind of data with a mode that the first route does not see.
type plant struct {
	name   string
	text   string
	leaves []int // of the topology, heap ids
	data   func(seed uint64) softtree.Data
	set    func() conquer.Settings
}

const plantWidth = .025

func plants() []plant {
	return []plant{
		{"steps seen from either end", "The tree has a leaf too few for a response that is symmetric about " +
			"the middle of its input: two mirrored modes weigh the same.",
			[]int{3, 4, 5, 6}, mirrorData, oneEyed},
		{"exclusive or", "Either input may come first, and two parallel slanting splits do what takes three " +
			"axis-parallel ones: modes that no hard tree is near.", []int{3, 4, 5, 6}, crossData, oneEyed},
	}
}

// oneEyed are the settings of a first route that knows one hard tree and draws nothing from the prior.
func oneEyed() conquer.Settings {
	s := conquer.DefaultSettings()
	s.Search.Keep, s.PriorShare = 1, 0
	return s
}

// mirrorData rises and falls in five steps, the same seen from either end.
func mirrorData(seed uint64) softtree.Data {
	rng := random.Stream(seed, "mirror")
	const n = 40
	d := softtree.Data{N: n, D: 1, X: make([]float64, n), Y: make([]float64, n)}
	for i := range n / 2 {
		step := i / 7
		d.X[i] = .2*float64(step) + .1*rng.Float64()
		d.Y[i] = [3]float64{-1, 0, 2}[step] + .25*rng.NormFloat64()
		d.X[n-1-i], d.Y[n-1-i] = 1-d.X[i], d.Y[i]
	}
	return d
}

// crossData is the exclusive or of two inputs.
func crossData(seed uint64) softtree.Data {
	rng := random.Stream(seed, "cross")
	const n = 48
	d := softtree.Data{N: n, D: 2, X: make([]float64, 2*n), Classes: 2}
	for i := range n {
		a, b := i>>1&1, i&1
		d.X[i], d.X[n+i] = side(a, rng.Float64()), side(b, rng.Float64())
		d.Class = append(d.Class, a^b)
	}
	return d
}

// sighting is what came of one data set.
type sighting struct {
	missed   float64 // nats by which the first route was below the exact log Z
	reliable bool    // k-hat saw nothing
	caught   string  // how the audit told; empty where it did not
	after    float64 // exact log Z less that after the audit, in stated errors
}

// look plants one mode. Without exact figures what the audit adds counts as missed.
func (p plant) look(seed uint64, exact bool) sighting {
	t, err := topology.FromLeaves(p.leaves)
	if err != nil {
		panic("wholerun: look: no such topology")
	}
	data, priors := p.data(seed), softtree.PaperPriors()
	c := conquer.NewProblem(data, priors, plantWidth, p.set())
	stream := func(name string) string { return name + " " + p.name }
	starts, _ := c.Score(t, nil, random.Stream(seed, stream("search")))
	a := c.Audit(t, starts, random.Stream(seed, stream("first")), random.Stream(seed, stream("second")), func() {})
	former := c.Measure(t, starts, random.Stream(seed, stream("first")), func() {})
	out := sighting{missed: a.LogZ - a.Former, reliable: former.Reliable(), caught: told(a)}
	if !exact {
		return out
	}
	nodes := quadrature.Nodes{Panels: 3, Points: 14, Sigma: 80}
	if data.D == 1 { // narrower in its only direction, and cheap
		nodes.Panels, nodes.Points = 4, 20
	}
	truth := quadrature.LogZ(t, data, priors, plantWidth, nodes, 1)
	out.missed = truth - a.Former
	out.after = (truth - a.LogZ) / hypot(a.Error, conquer.Lacking(a.Exceeding, a.States))
	return out
}

// told lists how an audit says that something was missed.
func told(a conquer.Audit) string {
	var how []string
	if a.Higher() {
		how = append(how, "second route higher")
	}
	if a.UnderCovered() {
		how = append(how, "under-covered")
	}
	if a.Added > 0 && a.LogZ-a.Former > 3*hypot(a.Error, a.FormerError) {
		how = append(how, "mended")
	}
	return strings.Join(how, ", ")
}

func missedSection(runs int) report.Section {
	s := report.Section{Title: "A missed mode", Text: "What a missed mode does not show in, k-hat, and what it " +
		"must show in, the audit, which starts from the prior. "}
	for _, p := range plants() {
		s.Text += p.name + ": " + p.text + " "
		s.Rows = append(s.Rows, p.rows(runs)...)
	}
	s.Text = strings.TrimSpace(s.Text)
	return s
}

// leastMissed is what the first route must miss on average, nats, for the plant to be one: 40 % of the mass.
const leastMissed = .5

func (p plant) rows(runs int) []report.Row {
	caught, silent, right := 0, 0, 0
	sum, worst := 0.0, 0.0
	for seed := range uint64(runs) {
		r := p.look(seed, true)
		sum += r.missed / float64(runs)
		if r.caught != "" {
			caught++
		}
		if r.reliable {
			silent++
		}
		if math.Abs(r.after) <= 4 {
			right++
		}
		worst = max(worst, math.Abs(r.after))
	}
	return []report.Row{
		{Check: p.name + ": missed by the first route, nats on average",
			Figure: fmt.Sprintf("%.2f; k-hat within its limit in %d of %d", sum, silent, runs),
			Bound:  fmt.Sprintf("over %v, else nothing is planted", leastMissed), Holds: sum > leastMissed},
		{Check: p.name + ": told by the audit", Figure: fmt.Sprintf("%d of %d", caught, runs),
			Bound: fmt.Sprintf("at least %d of 20", leastFound), Holds: 20*caught >= leastFound*runs},
		{Check: p.name + ": log evidence after the audit within 4 stated errors of quadrature",
			Figure: fmt.Sprintf("%d of %d, at most %.1f", right, runs, worst),
			Bound:  fmt.Sprintf("at least %d of 20", leastFound), Holds: 20*right >= leastFound*runs},
	}
}
