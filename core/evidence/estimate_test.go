// The streaming estimate against exact sums and known distributions.

package evidence

import (
	"math"
	"math/big"
	"testing"

	"dcctree/core/diagnostics"
	"dcctree/core/numeric"
)

// exact computes log mean and log variance (divisor n) of weights from sums of 300 bits, with the
// exponentials of differences to the largest log weight.
func exact(logWeights []float64) (logMean, logVariance float64) {
	top := math.Inf(-1)
	for _, v := range logWeights {
		top = math.Max(top, v)
	}
	n := new(big.Float).SetPrec(300).SetInt64(int64(len(logWeights)))
	sum := new(big.Float).SetPrec(300)
	for _, v := range logWeights {
		sum.Add(sum, big.NewFloat(math.Exp(v-top)))
	}
	mean := new(big.Float).SetPrec(300).Quo(sum, n)
	squares := new(big.Float).SetPrec(300)
	for _, v := range logWeights {
		d := new(big.Float).SetPrec(300).Sub(big.NewFloat(math.Exp(v-top)), mean)
		squares.Add(squares, d.Mul(d, d))
	}
	m, _ := mean.Float64()
	q, _ := squares.Quo(squares, n).Float64()
	return top + math.Log(m), 2*top + math.Log(q)
}

// TestStreamingIsExact: log weights around -4000, +300 and 0, spread from 1e-9 to 30 nats, in batches
// of several sizes, rising and falling.
func TestStreamingIsExact(t *testing.T) {
	cases := []struct{ center, spread, drift float64 }{
		{-4000, 1, 0}, {300, 1, 0}, {0, 1, 0}, {-4000, 30, 0}, {300, 30, 0},
		{0, 1e-9, 0}, {-4000, 1e-6, 0}, {-4000, 1, 0.5}, {300, 1, -0.5}, {0, 0.1, 5},
	}
	for _, c := range cases {
		rng := stream(11)
		var e Estimate
		var all []float64
		for b := 0; b < 40; b++ {
			var batch []float64
			for i := 0; i <= 7*(b%5); i++ {
				batch = append(batch, c.center+c.spread*rng.NormFloat64()+c.drift*float64(b))
			}
			e.AddBatch(batch)
			all = append(all, batch...)
		}
		mean, variance := exact(all)
		// A log near 4000 has rounding steps of 4.5e-13; a spread s leaves a relative error of about
		// 1e-16/s in each deviation from the mean.
		tolerance := 1e-15*math.Abs(mean) + 1e-13
		if got := e.LogZ(); math.Abs(got-mean) > tolerance {
			t.Errorf("%+v: LogZ = %v, want %v", c, got, mean)
		}
		if got := e.LogVariance(); math.Abs(got-variance) > 2*tolerance+1e-14/c.spread {
			t.Errorf("%+v: LogVariance = %v, want %v", c, got, variance)
		}
		if e.N() != len(all) || e.Chains() != 40 {
			t.Errorf("%+v: N %d, batches %d", c, e.N(), e.Chains())
		}
		kish := 2*numeric.LogSumExp(all) - numeric.LogSumExp(scaled(all, 2))
		if got := math.Log(e.EffectiveNumber()); math.Abs(got-kish) > 1e-11 {
			t.Errorf("%+v: log effective number %v, want %v", c, got, kish)
		}
		if got, want := e.KHat(), diagnostics.ParetoK(all); math.Abs(got-want) > 1e-12 {
			t.Errorf("%+v: k-hat %v, want %v", c, got, want)
		}
	}
}

func scaled(x []float64, f float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = f * v
	}
	return y
}

// TestPaperUpdate: the paper's recursion for log Z-hat with equal batches gives the same number.
func TestPaperUpdate(t *testing.T) {
	rng := stream(12)
	const size = 160
	var e Estimate
	logZ := math.Inf(-1)
	for visit := 1; visit <= 6; visit++ {
		batch := make([]float64, size)
		for i := range batch {
			batch[i] = -900 + 3*rng.NormFloat64()
		}
		e.AddBatch(batch)
		before := logZ + math.Log(float64((visit-1)*size))
		logZ = numeric.LogSumExp(append([]float64{before}, batch...)) - math.Log(float64(visit*size))
		if visit == 1 {
			logZ = numeric.LogSumExp(batch) - math.Log(size)
		}
		if math.Abs(e.LogZ()-logZ) > 1e-12 {
			t.Errorf("visit %d: %v, the paper's update %v", visit, e.LogZ(), logZ)
		}
	}
}

func TestTailOfManyWeights(t *testing.T) {
	rng := stream(13)
	var e Estimate
	var all []float64
	for b := 0; b < 50; b++ {
		batch := make([]float64, 1000)
		for i := range batch {
			batch[i] = rng.ExpFloat64() // weights of tail index 1
		}
		e.AddBatch(batch)
		all = append(all, batch...)
	}
	if got, want := e.KHat(), diagnostics.ParetoK(all); math.Abs(got-want) > 1e-12 {
		t.Errorf("k-hat %v, want %v", got, want)
	}
	if len(e.largest) != LargestKept {
		t.Errorf("%d weights kept, want %d", len(e.largest), LargestKept)
	}
}

func TestLogErrorByHand(t *testing.T) {
	// Weights 1, 3 | 2, 6 | 4: mean 3.2, sum of squares about it 4.84+.04+1.44+7.84+.64 = 14.8.
	weights := [][]float64{{1, 3}, {2, 6}, {4}}
	var e Estimate
	for _, w := range weights {
		batch := make([]float64, len(w))
		for i, v := range w {
			batch[i] = math.Log(v) - 700
		}
		e.AddBatch(batch)
	}
	if got, want := e.LogError(), math.Sqrt(14.8/4/5)/3.2; math.Abs(got-want) > 1e-13 {
		t.Errorf("three batches: %v, want %v", got, want)
	}
	// A fourth batch 20, 20, 20: mean (16+60)/8 = 9.5. Between batches, weighted by size:
	// n_b (m_b - Z): 2(2-9.5) = -15, 2(4-9.5) = -11, 4-9.5 = -5.5, 3(20-9.5) = 31.5, squares
	// 225 + 121 + 30.25 + 992.25 = 1368.5, times 4/3 over 8^2.
	e.AddBatch([]float64{math.Log(20) - 700, math.Log(20) - 700, math.Log(20) - 700})
	if got, want := e.LogError(), math.Sqrt(1368.5*4/3/64)/9.5; math.Abs(got-want) > 1e-13 {
		t.Errorf("four batches: %v, want %v", got, want)
	}
}

// TestLogErrorIsCalibrated: over 300 seeds the errors of LogZ in units of LogError have mean square 1
// (within four of its standard deviations sqrt(2/300), and 2 % for the error's own noise over 40
// batches), also when all weights of a batch share a factor, where the weights' own variance would
// say too little.
func TestLogErrorIsCalibrated(t *testing.T) {
	const seeds, batches, size, sd = 300, 40, 50, 0.2
	for _, shared := range []float64{0, sd} {
		var square float64
		for seed := uint64(0); seed < seeds; seed++ {
			rng := stream(1000 + seed)
			var e Estimate
			for b := 0; b < batches; b++ {
				common := shared * rng.NormFloat64()
				batch := make([]float64, size)
				for i := range batch {
					batch[i] = common + sd*rng.NormFloat64()
				}
				e.AddBatch(batch)
			}
			z := (e.LogZ() - 0.5*(shared*shared+sd*sd)) / e.LogError()
			square += z * z / seeds
		}
		// Taking the larger of two errors of equal size makes it 5 % or so too large at shared = 0.
		low, high := 1-4*math.Sqrt(2.0/seeds)-0.1, 1+4*math.Sqrt(2.0/seeds)+0.05
		if square < low || square > high {
			t.Errorf("shared factor %v: mean square %v, want 1", shared, square)
		}
	}
}

func TestEmptyAndZero(t *testing.T) {
	var e Estimate
	check := func(what string, got, want float64) {
		t.Helper()
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s = %v, want %v", what, got, want)
		}
	}
	inf, nan := math.Inf(1), math.NaN()
	check("empty LogZ", e.LogZ(), nan)
	check("empty LogVariance", e.LogVariance(), nan)
	check("empty LogError", e.LogError(), inf)
	check("empty KHat", e.KHat(), nan)
	check("empty MaxLogWeight", e.MaxLogWeight(), -inf)
	check("empty EffectiveNumber", e.EffectiveNumber(), 0)
	e.AddBatch(nil)
	check("batches of nothing", float64(e.Chains()), 0)
	for i := 0; i < 5; i++ {
		e.AddBatch([]float64{-inf, nan, inf, -inf})
	}
	check("zero N", float64(e.N()), 20)
	check("zero LogZ", e.LogZ(), -inf)
	check("zero LogVariance", e.LogVariance(), -inf)
	check("zero LogError", e.LogError(), inf)
	check("zero KHat", e.KHat(), nan)
	check("zero EffectiveNumber", e.EffectiveNumber(), 0)
	check("zero MeanLogWeight", e.MeanLogWeight(), nan)
	check("zero VarLogWeight", e.VarLogWeight(), nan)
	// Twenty zeros and 20 weights exp(-3000): mean half of it, variance a quarter of its square.
	for i := 0; i < 5; i++ {
		e.AddBatch([]float64{-3000, -3000, -3000, -3000})
	}
	check("LogZ", e.LogZ(), -3000+math.Log(0.5))
	check("LogVariance", e.LogVariance(), -6000+math.Log(0.25))
	check("EffectiveNumber", e.EffectiveNumber(), 20)
	check("MeanLogWeight", e.MeanLogWeight(), -3000)
	check("VarLogWeight", e.VarLogWeight(), 0)
	check("MaxLogWeight", e.MaxLogWeight(), -3000)
	check("KHat", e.KHat(), -inf)
	// Later zeros change nothing but the number.
	e.AddBatch(make40(-inf))
	check("LogZ after zeros", e.LogZ(), -3000+math.Log(0.25))
}

func make40(v float64) []float64 {
	x := make([]float64, 40)
	for i := range x {
		x[i] = v
	}
	return x
}

func TestExact(t *testing.T) {
	var e Estimate
	e.AddExact(-77.5)
	if e.LogZ() != -77.5 || e.LogError() != 0 || e.N() != 1 || !math.IsInf(e.LogVariance(), -1) {
		t.Errorf("log Z %v, error %v, N %d", e.LogZ(), e.LogError(), e.N())
	}
	var one Estimate
	one.AddBatch([]float64{-77.5})
	if !math.IsInf(one.LogError(), 1) {
		t.Errorf("one weight has error %v, want +Inf", one.LogError())
	}
}

func TestLogMoments(t *testing.T) {
	var e Estimate
	e.AddBatch([]float64{1, 2, math.Inf(-1), 6})
	// 1, 2, 6: mean 3, variance (4+1+9)/2.
	if e.MeanLogWeight() != 3 || math.Abs(e.VarLogWeight()-7) > 1e-14 || e.MaxLogWeight() != 6 {
		t.Errorf("mean %v, variance %v, max %v", e.MeanLogWeight(), e.VarLogWeight(), e.MaxLogWeight())
	}
	if e.KHatLimit() != 0 {
		t.Errorf("k-hat limit of four weights is %v, want 0", e.KHatLimit())
	}
}

// TestChainsThatDisagreeStayUncertain: four chains whose weights are 1, .1, .1, .1 for ever. By hand:
// mean .325, spread (.675^2 + 3 .225^2), error sqrt(4/3 spread / 16) / .325 = .692, however often they
// are visited.
func TestChainsThatDisagreeStayUncertain(t *testing.T) {
	var e Estimate
	want := math.Sqrt(4.0/3*(.675*.675+3*.225*.225)/16) / .325
	for visit := 1; visit <= 50; visit++ {
		for chain, w := range []float64{1, .1, .1, .1} {
			e.AddChainBatch(chain, []float64{math.Log(w) - 900, math.Log(w) - 900})
		}
		if got := e.LogError(); math.Abs(got-want) > 1e-9 {
			t.Fatalf("after %d visits the error is %v, want %v", visit, got, want)
		}
	}
	if e.Chains() != 4 {
		t.Errorf("%d chains", e.Chains())
	}
}
