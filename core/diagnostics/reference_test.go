// Comparison with ArviZ on stored draws and weights (testdata/reference.py wrote reference.json).

package diagnostics

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

type reference struct {
	Generator string
	Draws     map[string]struct {
		Draws                                [][]float64
		RHat, ESSBulk, ESSTail, ESSMean      float64
		MCSEMean, MCSESD, MCSEMedian, MCSE10 float64
		BFMI                                 []float64
	}
	Weights map[string]weighted
}

// weighted are log weights, nil for -Inf, with their k-hat.
type weighted struct {
	LogWeights []*float64
	K          float64
}

func (w weighted) logWeights() (out []float64) {
	for _, v := range w.LogWeights {
		if v == nil {
			out = append(out, math.Inf(-1))
			continue
		}
		out = append(out, *v)
	}
	return out
}

func readReference(t *testing.T) reference {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "reference.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r reference
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Draws) != 9 || len(r.Weights) != 7 {
		t.Fatalf("reference has %d sets of draws and %d of weights, want 9 and 7", len(r.Draws), len(r.Weights))
	}
	return r
}

func close8(a, b float64) bool { return math.Abs(a-b) <= 1e-8*math.Max(1, math.Abs(b)) }

func TestDrawsAgainstArviz(t *testing.T) {
	for name, c := range readReference(t).Draws {
		if name == "ties" {
			// No draw lies above the 95 % quantile. ArviZ counts the constant indicator as S
			// independent draws (280 here); this package says that it cannot be judged.
			if got := ESSTail(c.Draws); c.ESSTail != 280 || !math.IsNaN(got) {
				t.Errorf("ties: ESSTail = %v (ArviZ %v), want NaN (280)", got, c.ESSTail)
			}
			c.ESSTail = math.NaN()
		}
		figures := []struct {
			what      string
			got, want float64
		}{
			{"RHat", RHat(c.Draws), c.RHat},
			{"ESSBulk", ESSBulk(c.Draws), c.ESSBulk},
			{"ESSTail", ESSTail(c.Draws), c.ESSTail},
			{"ESSMean", ESSMean(c.Draws), c.ESSMean},
			{"MCSEMean", MCSEMean(c.Draws), c.MCSEMean},
			{"MCSESD", MCSESD(c.Draws), c.MCSESD},
			{"MCSEQuantile .5", MCSEQuantile(c.Draws, 0.5), c.MCSEMedian},
			{"MCSEQuantile .1", MCSEQuantile(c.Draws, 0.1), c.MCSE10},
		}
		for i, chain := range c.Draws {
			figures = append(figures, struct {
				what      string
				got, want float64
			}{"BFMI", BFMI(chain), c.BFMI[i]})
		}
		for _, f := range figures {
			if !close8(f.got, f.want) && !(math.IsNaN(f.got) && math.IsNaN(f.want)) {
				t.Errorf("%s: %s = %v, ArviZ %v", name, f.what, f.got, f.want)
			}
		}
	}
}

func TestParetoKAgainstArviz(t *testing.T) {
	for name, c := range readReference(t).Weights {
		if got := ParetoK(c.logWeights()); !close8(got, c.K) {
			t.Errorf("%s: ParetoK = %v, ArviZ %v", name, got, c.K)
		}
	}
}
