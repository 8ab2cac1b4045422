// Numbers of the prior that a person may choose.

package fit

import (
	"cmp"
	"strconv"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
)

// Prior holds the numbers of the prior that are chosen; 0 is the usual one. docs/model.md says what each does.
type Prior struct {
	Root          float64 `json:"root,omitempty"`          // probability that the root splits
	Gradual       float64 `json:"gradual,omitempty"`       // probability that a threshold is gradual
	Narrow        float64 `json:"narrow,omitempty"`        // the least width, a share of the ranks
	Wide          float64 `json:"wide,omitempty"`          // the largest width
	Leaf          float64 `json:"leaf,omitempty"`          // standard deviation of leaf means, in the target's
	Noise         float64 `json:"noise,omitempty"`         // scale of the noise's half-t, likewise
	Concentration float64 `json:"concentration,omitempty"` // of the classes of a leaf
}

// PriorNumber is what there is to know of one of them. Usual is 0 where it is learned. Numbers, classes: the target's
// kinds that it has a part in; gradual: where splits may be gradual alone.
type PriorNumber struct {
	Name                      string
	Usual, Least, Most        float64
	numbers, classes, gradual bool
}

// PriorNumbers are all of them, in Prior's order.
func PriorNumbers() []PriorNumber {
	usual := alltrees.DefaultPrior()
	return []PriorNumber{
		{Name: "root", Usual: usual.Alpha, Least: .05, Most: .99, numbers: true, classes: true},
		{Name: "gradual", Usual: usual.Gradual, Least: .01, Most: .99, numbers: true, gradual: true},
		{Name: "narrow", Usual: usual.Narrow, Least: .001, Most: .5, numbers: true, gradual: true},
		{Name: "wide", Usual: usual.Wide, Least: .001, Most: .5, numbers: true, gradual: true},
		{Name: "leaf", Usual: 1, Least: .7, Most: 5, numbers: true},
		{Name: "noise", Usual: 1, Least: .01, Most: 5, numbers: true},
		{Name: "concentration", Least: .01, Most: 100, classes: true},
	}
}

// Asked reports whether the number has a part in a fit of this kind.
func (n *PriorNumber) Asked(task dataset.Task, sharp bool) bool {
	if task == dataset.Classification {
		return n.classes
	}
	return n.numbers && !(n.gradual && sharp)
}

// At is the number in a prior; nil for a name that there is not.
func (p *Prior) At(name string) *float64 {
	return map[string]*float64{"root": &p.Root, "gradual": &p.Gradual, "narrow": &p.Narrow, "wide": &p.Wide,
		"leaf": &p.Leaf, "noise": &p.Noise, "concentration": &p.Concentration}[name]
}

// Wrong returns the first number that cannot be used; nil where all can. A narrowest width above the widest is wrong.
func (p Prior) Wrong() *PriorNumber {
	for _, n := range PriorNumbers() {
		if v := *p.At(n.Name); v != 0 && !(v >= n.Least && v <= n.Most) || n.Name == "wide" && p.crossed() {
			return &n
		}
	}
	return nil
}

// crossed reports whether the narrowest width is above the widest.
func (p *Prior) crossed() bool {
	usual := alltrees.DefaultPrior()
	return cmp.Or(p.Narrow, usual.Narrow) > cmp.Or(p.Wide, usual.Wide)
}

// choosePrior takes the chosen numbers over, or says what is wrong: also a number that would do nothing.
func (p *Problem) choosePrior(t *dataset.Table) error {
	o := &p.options
	switch n := o.Prior.Wrong(); {
	case n != nil && n.Name == "wide" && o.Prior.crossed():
		return p.fault(t, "fit.prior.widths")
	case n != nil:
		return p.fault(t, "fit.prior", n.Name, short(*o.Prior.At(n.Name)), short(n.Least), short(n.Most))
	}
	for _, n := range PriorNumbers() {
		if *o.Prior.At(n.Name) != 0 && !n.Asked(p.task, o.Sharp) {
			return p.fault(t, "fit.prior.idle", n.Name)
		}
	}
	at, chosen := &o.Settings.Prior, &o.Prior
	at.Alpha, at.Gradual = cmp.Or(chosen.Root, at.Alpha), cmp.Or(chosen.Gradual, at.Gradual)
	at.Narrow, at.Wide = cmp.Or(chosen.Narrow, at.Narrow), cmp.Or(chosen.Wide, at.Wide)
	p.y.MeanSpread, p.y.NoiseScale, p.y.Concentration = chosen.Leaf, chosen.Noise, chosen.Concentration
	return nil
}

// chosenPrior is what was chosen; nil for nothing.
func (p *Problem) chosenPrior() *Prior {
	if p.options.Prior == (Prior{}) {
		return nil
	}
	chosen := p.options.Prior
	return &chosen
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
