// Surveys of trees set by hand, against enumeration.

package posterior

import (
	"errors"
	"math"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/topology"
)

// square returns a posterior without draws on 16 rows: a and b take 0, 1, 2, 3 in all combinations.
func square(t *testing.T) *Posterior {
	t.Helper()
	var a, b, y []float64
	for i := range 16 {
		a, b, y = append(a, float64(i/4)), append(b, float64(i%4)), append(y, float64(i))
	}
	table, err := dataset.FromColumns("square",
		[]dataset.Input{{Name: "a", Numbers: a}, {Name: "b", Numbers: b}, {Name: "y", Numbers: y}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := table.Frame("y", nil, dataset.Regression)
	if err != nil {
		t.Fatal(err)
	}
	tables := NewTables(f, nil, false)
	set := dcc.DefaultSettings()
	set.BandwidthFinal = .001
	return New(tables, &dcc.Problem{Data: tables.Data(), Settings: set, Seed: 1}, Likelihood)
}

// cutAt is a split on one feature (simplex weights .98 and .02) that is crossed by that feature at x, original units,
// with the other at other.
type cutAt struct {
	feature  int
	x, other float64
}

// theta is a draw with these splits, in pre-order. Of two features the simplex is one logistic coordinate (its stick's
// own share).
func theta(t *testing.T, p *Posterior, shape topology.Topology, cuts ...cutAt) []float64 {
	t.Helper()
	m := &member{topology: shape}
	p.insert(shape, dcc.Draws{Dim: 1})
	layout := p.members[shape].layout
	delete(p.members, shape)
	m.layout = layout
	out := make([]float64, layout.Dim())
	logit := func(x float64) float64 { return math.Log(x / (1 - x)) }
	for j, c := range cuts {
		w := [2]float64{.02, .02}
		w[c.feature] = .98
		out[layout.Tau(j)] = logit(.98*c.x/3 + .02*c.other/3)
		from, _ := layout.Simplex(j)
		params := layout.NewParams()
		out[from] = logit(w[0])
		layout.Constrain(&params, out)
		if math.Abs(params.Delta[j][0]-w[0]) > 1e-9 {
			t.Fatalf("the simplex is %v where %v was meant", params.Delta[j], w)
		}
	}
	return out
}

// weigh sets the errors that the posterior's weights rest on.
func (p *Posterior) weigh(logErrors ...float64) {
	for i := range p.weights {
		p.weights[i].LogEvidenceError = logErrors[i]
	}
}

// TestSurveyByEnumeration: weight .6 on the stump a <= 1.5, .4 on {1,5,6} whose first split is a <= 1.5 and whose
// second is b <= .5 in two of its draws and b <= 1.5 in a third (log Z errors .1 and .2).
//
//	used: a 1, b .4. Error of b by the delta method:
//	    sqrt(.6^2 (0-.4)^2 .1^2 + .4^2 (1-.4)^2 .2^2) = sqrt(.000576 + .002304).
//	weight on the simplex: of a .98 for the stump, (.98 + .02) / 2 = .5 for the other: .6 * .98 + .4 * .5 = .788.
//	thresholds of b: .4 splits in all, at .5 and 1.5.
//
// The draws of {1,5,6} have the same features: one tree, its b threshold the median .5. It parts the 8 rows with a >
// 1.5 into 2 (b = 0) and 6, which the stump does not: 12 of 120 pairs. Two trees drawn differ with probability 2 * .6 *
// .4 = .48: .048.
func TestSurveyByEnumeration(t *testing.T) {
	p := square(t)
	deeper := stump.Grow(1)
	p.put(stump, .6, theta(t, p, stump, cutAt{0, 1.5, 1.5}))
	low, high := theta(t, p, deeper, cutAt{0, 1.5, 1.5}, cutAt{1, .5, 2.5}), theta(t, p, deeper, cutAt{0, 1.5, 1.5},
		cutAt{1, 1.5, 2.5})
	p.put(deeper, .4, low, low, high)
	p.weigh(.1, .2)
	s, err := p.Survey()
	if err != nil {
		t.Fatal(err)
	}
	a, b := s.Features[0], s.Features[1]
	near(t, "a is used", a.Probability, 1, 1e-12)
	near(t, "its error", a.Error, 0, 1e-9)
	near(t, "b is used", b.Probability, .4, 1e-12)
	near(t, "its error", b.Error, math.Sqrt(.00288), 1e-12)
	near(t, "weight of a", a.Share, .788, 1e-12)
	near(t, "weight of b", b.Share, .212, 1e-12)
	near(t, "splits on b", integral(b.Grid, b.Density), .4, 1e-9)
	near(t, "splits on a", integral(a.Grid, a.Density), 1, 1e-9)
	if s.Trees != 2 || s.Covered != 1 {
		t.Errorf("%d trees of weight %v", s.Trees, s.Covered)
	}
	near(t, "disagreement", s.Disagreement, .048, 1e-12)
	if len(s.Cuts) != 2 || s.Cuts[0].Feature != "a" || s.Cuts[1].Feature != "b" {
		t.Fatalf("cuts %+v", s.Cuts)
	}
	near(t, "weight of a's cut", s.Cuts[0].Weight, 1, 1e-12)
	near(t, "threshold of a's cut", s.Cuts[0].Threshold, 1.5, 1e-6)
	near(t, "what a's cut explains", s.Cuts[0].Explains, 0, 1e-12)
	near(t, "weight of b's cut", s.Cuts[1].Weight, .4, 1e-12)
	near(t, "threshold of b's cut", s.Cuts[1].Threshold, .5, 1e-6)
	near(t, "what b's cut explains", s.Cuts[1].Explains, 1, 1e-12)
	near(t, "of it, against trees without it", s.Cuts[1].Whether, 1, 1e-12)

	root, left, right := s.Consensus[0], s.Consensus[1], s.Consensus[2]
	if len(s.Consensus) != 3 || root.Ends || root.Cut.Feature != "a" || !left.Ends || !right.Ends ||
		len(right.Others) != 1 || right.Others[0].Cut.Feature != "b" {
		t.Fatalf("consensus %+v", s.Consensus)
	}
	near(t, "agreement at the root", root.Share, 1, 1e-12)
	near(t, "agreement on the right", right.Share, .6, 1e-12)
	near(t, "others on the right", right.Others[0].Share, .4, 1e-12)
}

// integral is the trapezoidal one.
func integral(x, y []float64) float64 {
	sum := 0.0
	for i := 1; i < len(x); i++ {
		sum += (x[i] - x[i-1]) * (y[i] + y[i-1]) / 2
	}
	return sum
}

// TestSplitsThatDivideNoRowDoNotCount: weight .6 on the stump a <= .5, .4 on a tree that splits its left part once more
// on b, at 1.5 in one draw and above all rows in two. The log Z errors are 0, so that the errors are those of three
// draws.
//
//	used: b in .4 * 1/3, with the variance .4^2 (1/3) (2/3) / 3.
//	weight: of a in the stump .98, in the draw whose second split counts .5, in the other two .98.
func TestSplitsThatDivideNoRowDoNotCount(t *testing.T) {
	p := square(t)
	deeper := stump.Grow(0)
	p.put(stump, .6, theta(t, p, stump, cutAt{0, .5, 1.5}))
	divides, not := theta(t, p, deeper, cutAt{0, .5, 1.5}, cutAt{1, 1.5, 0}), theta(t, p, deeper, cutAt{0, .5, 1.5},
		cutAt{1, 3, 2.5})
	p.put(deeper, .4, not, divides, not)
	p.weigh(0, 0)
	s, err := p.Survey()
	if err != nil {
		t.Fatal(err)
	}
	a, b := s.Features[0], s.Features[1]
	near(t, "b is used", b.Probability, .4/3, 1e-12)
	near(t, "its error", b.Error, .4*math.Sqrt(2./9/3), 1e-12)
	near(t, "a is used", a.Probability, 1, 1e-12)
	near(t, "weight of a", a.Share, .6*.98+.4*(.98*2+.5)/3, 1e-12)
	near(t, "its error", a.ShareError, .4*math.Sqrt(.48*.48*2/9/3), 1e-12)
	near(t, "splits on b", integral(b.Grid, b.Density), .4/3, 1e-9)
	near(t, "splits on a", integral(a.Grid, a.Density), 1, 1e-9)
}

// TestShareAmongTreesWithASplit: the root alone, of weight .7, says nothing of the weights in a split. Those of the
// other two draws are .98 and .02; the error of a log Z that cancels in the ratio does not count.
func TestShareAmongTreesWithASplit(t *testing.T) {
	p := square(t)
	p.put(topology.Root(), .7, []float64{3, math.Log(.25)})
	p.put(stump, .3, theta(t, p, stump, cutAt{0, 1.5, 1.5}), theta(t, p, stump, cutAt{1, 1.5, 1.5}))
	p.weigh(.5, .5)
	s, err := p.Survey()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "weight in a split", s.Features[0].Share, .5, 1e-12)
	near(t, "its error", s.Features[0].ShareError, math.Sqrt(.48*.48/2), 1e-12)
	near(t, "use", s.Features[0].Probability, .15, 1e-12)
}

// TestDisagreementByPairs: three trees that share no split at the root, against a count over all pairs of rows and
// trees.
func TestDisagreementByPairs(t *testing.T) {
	p := square(t)
	deeper, left := stump.Grow(1), stump.Grow(0)
	p.put(stump, .5, theta(t, p, stump, cutAt{1, .5, 1.5}))
	p.put(deeper, .3, theta(t, p, deeper, cutAt{0, .5, 1.5}, cutAt{1, 1.5, 2}))
	p.put(left, .2, theta(t, p, left, cutAt{1, 2.5, 1.5}, cutAt{0, 2.5, 1}))
	s, err := p.Survey()
	if err != nil {
		t.Fatal(err)
	}
	leaf := []func(a, b float64) int{
		func(_, b float64) int { return pick(b <= .5, 0, 1) },
		func(a, b float64) int { return pick(a <= .5, 0, pick(b <= 1.5, 1, 2)) },
		func(a, b float64) int { return pick(b <= 2.5, pick(a <= 2.5, 0, 1), 2) },
	}
	weight := []float64{.5, .3, .2}
	want, pairs := 0.0, 0.0
	for i := range 16 {
		for j := range i {
			pairs++
			for u := range leaf {
				for v := range leaf {
					one := leaf[u](float64(i/4), float64(i%4)) == leaf[u](float64(j/4),
						float64(j%4))
					two := leaf[v](float64(i/4), float64(i%4)) == leaf[v](float64(j/4),
						float64(j%4))
					if one != two {
						want += weight[u] * weight[v]
					}
				}
			}
		}
	}
	near(t, "disagreement", s.Disagreement, want/pairs, 1e-12)
	explained := 0.0 // no two trees make the same cut, so all of it is about whether to make one
	for _, c := range s.Cuts {
		explained += c.Explains
		near(t, "whether", c.Whether, c.Explains, 1e-12)
	}
	near(t, "all cuts together", explained, 1, 1e-12)
	if len(s.Cuts) != 5 {
		t.Errorf("%d cuts, want 5: thresholds .5 and 1.5 of b are .33 of its range apart", len(s.Cuts))
	}
	if s.Consensus[0].Cut.Feature != "b" || s.Consensus[0].Share != .5 || len(s.Consensus[0].Others) != 2 {
		t.Errorf("consensus %+v", s.Consensus[0])
	}
}

func pick(yes bool, a, b int) int {
	if yes {
		return a
	}
	return b
}

// TestErrorOfUseWithinATopology: one topology, b the main feature in 1 of 4 equal draws: variance 3/16 over 4 draws is
// sd .2165.
func TestErrorOfUseWithinATopology(t *testing.T) {
	p := square(t)
	first, other := theta(t, p, stump, cutAt{0, 1.5, 1.5}), theta(t, p, stump, cutAt{1, 1.5, 1.5})
	p.put(stump, 1, first, first, first, other)
	p.weigh(.1)
	s, err := p.Survey()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "b is used", s.Features[1].Probability, .25, 1e-12)
	near(t, "its error", s.Features[1].Error, math.Sqrt(3./16/4), 1e-12)
	p.weights[0].EffectiveNumber = 2
	s, _ = p.Survey()
	near(t, "its error with 2 effective draws", s.Features[1].Error, math.Sqrt(3./16/2), 1e-12)
	if s.Trees != 2 { // a kind of tree for each main feature
		t.Errorf("%d trees", s.Trees)
	}
}

// TestSurveyOfTheRoot: a single leaf splits nothing and disagrees with nothing.
func TestSurveyOfTheRoot(t *testing.T) {
	p := square(t)
	if _, err := p.Survey(); !errors.Is(err, ErrNothingYet) {
		t.Errorf("%v", err)
	}
	p.put(topology.Root(), 1, []float64{3, math.Log(.25)})
	s, err := p.Survey()
	if err != nil {
		t.Fatal(err)
	}
	if s.Disagreement != 0 || len(s.Cuts) != 0 || len(s.Consensus) != 1 || !s.Consensus[0].Ends ||
		s.Features[0].Probability != 0 {
		t.Errorf("%+v", s)
	}
}

// TestSurveyForgetsOldDraws: new draws of a topology count at once.
func TestSurveyForgetsOldDraws(t *testing.T) {
	p := square(t)
	p.put(stump, 1, theta(t, p, stump, cutAt{0, 1.5, 1.5}))
	if s, _ := p.Survey(); s.Features[0].Name != "a" {
		t.Fatal("a is not the first")
	}
	p.insert(stump, dcc.Draws{Dim: 5, Points: theta(t, p, stump, cutAt{1, 1.5, 1.5}), Shares: []float64{1}})
	if s, _ := p.Survey(); s.Features[0].Name != "b" {
		t.Error("the draws of before are surveyed")
	}
}
