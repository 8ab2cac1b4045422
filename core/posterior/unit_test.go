package posterior

import "testing"

// TestFiguresKnowTheFeaturesUnit: x is 0, 1, ..., 10, so the threshold at 5 is written to a tenth, by the tree and by
// what holds across trees.
func TestFiguresKnowTheFeaturesUnit(t *testing.T) {
	p := single(t, false, Likelihood)
	fig, ok := p.Tree(stump)
	if !ok || fig.Splits[0].Unit != 1 || fig.Splits[0].Threshold != 5 {
		t.Errorf("%t, unit %v at %v", ok, fig.Splits[0].Unit, fig.Splits[0].Threshold)
	}
	if cut := p.cutOf(0, 5, nil); cut.Unit != 1 {
		t.Errorf("a cut has the unit %v", cut.Unit)
	}
	p.tables.Train.X[3] = 1. / 3
	p.units = nil
	if got := p.unitOf(0); got != 0 {
		t.Errorf("thirds have the unit %v", got)
	}
}
