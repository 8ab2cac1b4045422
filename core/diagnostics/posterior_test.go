// Comparison with the R packages posterior and loo, written by the authors of the algorithms, on edge cases
// and on the draws of the other comparison (testdata/posterior.R wrote posterior.json).

package diagnostics

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// judged are draws, where the file has them, and figures; nil is "not judged".
type judged struct {
	Draws                                [][]float64
	RHat, ESSBulk, ESSTail, ESSMean      *float64
	MCSEMean, MCSESD, MCSEMedian, MCSE10 *float64
}

func readPosterior(t *testing.T) (draws map[string]judged, weights map[string]weighted) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "posterior.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Draws   map[string]judged
		Weights map[string]weighted
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Draws) != 19 || len(file.Weights) != 12 {
		t.Fatalf("reference has %d sets of draws and %d of weights, want 19 and 12", len(file.Draws),
			len(file.Weights))
	}
	for name, c := range readReference(t).Draws {
		set := file.Draws[name]
		set.Draws = c.Draws
		file.Draws[name] = set
	}
	for name, c := range readReference(t).Weights {
		set := file.Weights[name]
		set.LogWeights = c.LogWeights
		file.Weights[name] = set
	}
	return file.Draws, file.Weights
}

// tolerance of a figure. Where the autocorrelations stay positive to the end of the chains, which are too
// short to be judged then, posterior stops four draws before it; this package and ArviZ, two.
func tolerance(set, figure string) float64 {
	if set == "strongly antithetic" && (figure == "ESSTail" || figure == "MCSESD") {
		return 0.01
	}
	return 1e-8
}

func TestDrawsAgainstPosterior(t *testing.T) {
	draws, _ := readPosterior(t)
	delete(draws, "tiny") // halves of four draws are all end; ArviZ has it
	for name, c := range draws {
		for _, f := range []struct {
			what string
			got  float64
			want *float64
		}{
			{"RHat", RHat(c.Draws), c.RHat},
			{"ESSBulk", ESSBulk(c.Draws), c.ESSBulk},
			{"ESSTail", ESSTail(c.Draws), c.ESSTail},
			{"ESSMean", ESSMean(c.Draws), c.ESSMean},
			{"MCSEMean", MCSEMean(c.Draws), c.MCSEMean},
			{"MCSESD", MCSESD(c.Draws), c.MCSESD},
			{"MCSEQuantile .5", MCSEQuantile(c.Draws, 0.5), c.MCSEMedian},
			{"MCSEQuantile .1", MCSEQuantile(c.Draws, 0.1), c.MCSE10},
		} {
			want := math.NaN()
			if f.want != nil {
				want = *f.want
			}
			bound := tolerance(name, f.what) * math.Max(1, math.Abs(want))
			if !(math.Abs(f.got-want) <= bound) && !(math.IsNaN(f.got) && math.IsNaN(want)) {
				t.Errorf("%s: %s = %v, posterior %v", name, f.what, f.got, want)
			}
		}
	}
}

func TestParetoKAgainstLoo(t *testing.T) {
	_, weights := readPosterior(t)
	for name, c := range weights {
		if got := ParetoK(c.logWeights()); !close8(got, c.K) {
			t.Errorf("%s: ParetoK = %v, loo %v", name, got, c.K)
		}
	}
}
