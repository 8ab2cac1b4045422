// Tests of the logarithms against math's and against a wider arithmetic.

package numeric

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// arguments returns n numbers: any bits, near 1, around 0 and of usual size.
func arguments(n int) []float64 {
	rng := rand.New(rand.NewPCG(7, 8))
	x := []float64{2e-310, 0, math.Copysign(0, -1), 1, -1, 2, .5, math.Sqrt2, math.Sqrt2 / 2, math.Inf(1),
		math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
		-math.SmallestNonzeroFloat64, 0x1p-1022, 0x1p-1023, 1e-300, 1e300, -1 + 1e-16, -.5, 0x1p53, 0x1p60,
		0x1p-60}
	for len(x) < n {
		x = append(x, math.Float64frombits(rng.Uint64()), 1+.01*rng.NormFloat64(),
			rng.NormFloat64()*math.Pow(10, -20*rng.Float64()), rng.ExpFloat64(), 1e3*rng.Float64(),
			math.SmallestNonzeroFloat64*float64(rng.Uint64N(1<<52)), rng.Float64()-1)
	}
	return x
}

// ulp is the distance from |x| to the next number away from 0.
func ulp(x float64) float64 { return math.Nextafter(math.Abs(x), math.Inf(1)) - math.Abs(x) }

func sameLog(got, want float64) bool {
	if math.IsNaN(want) || math.IsInf(want, 0) || want == 0 {
		return math.IsNaN(got) && math.IsNaN(want) || got == want
	}
	return math.Abs(got-want) <= 1.01*ulp(want)
}

// TestLogAgainstMath: within 1 ulp, and the slices have the same bits.
func TestLogAgainstMath(t *testing.T) {
	x := arguments(1000000)
	logs := make([]float64, len(x))
	LogSlice(logs, x)
	for i, v := range x {
		got := Log(v)
		// math.Log is wrong for subnormal numbers on amd64; TestLogIsBelowAnUlp has them.
		if usual := !(v > 0 && v < 0x1p-1022); usual && !sameLog(got, math.Log(v)) {
			t.Fatalf("Log(%v) = %v, math.Log gives %v", v, got, math.Log(v))
		}
		if logs[i] != got && !math.IsNaN(got) {
			t.Fatalf("LogSlice(%v) = %v, Log gives %v", v, logs[i], got)
		}
		if got := Log1p(v); !sameLog(got, math.Log1p(v)) {
			t.Fatalf("Log1p(%v) = %v, math.Log1p gives %v", v, got, math.Log1p(v))
		}
	}
}

// TestLogIsBelowAnUlp: exp of the result, by a series in 460 bits, is the argument.
func TestLogIsBelowAnUlp(t *testing.T) {
	for _, v := range arguments(20000) {
		if !(v > 0 && v < math.Inf(1)) {
			continue
		}
		of, plus := new(big.Float).SetPrec(400).SetFloat64(v), new(big.Float).SetPrec(400).SetFloat64(1)
		for name, c := range map[string]struct {
			got float64
			of  *big.Float
		}{"Log": {Log(v), of}, "Log1p": {Log1p(v), plus.Add(plus, of)}} {
			if math.Abs(c.got) < 1e-60 {
				continue // 400 bits are too few
			}
			// log x = got + log(x exp(-got)), and the last logarithm is that of a number near 1.
			rest := new(big.Float).Mul(c.of, wideExp(-c.got))
			miss, _ := rest.Sub(rest, big.NewFloat(1)).Float64()
			if math.Abs(miss) > .9*ulp(c.got) {
				t.Fatalf("%s(%v) = %v misses by %v, %v ulp", name, v, c.got, miss, miss/ulp(c.got))
			}
		}
	}
}

// wideExp returns exp(x) to about 400 bits: the series of x/2^30, squared 30 times.
func wideExp(x float64) *big.Float {
	wide := func(v float64) *big.Float { return new(big.Float).SetPrec(460).SetFloat64(v) }
	r, sum, term := wide(x*0x1p-30), wide(1), wide(1)
	for n := 1; n < 120; n++ {
		term.Quo(term.Mul(term, r), wide(float64(n)))
		sum.Add(sum, term)
	}
	for range 30 {
		sum.Mul(sum, sum)
	}
	return sum
}

// TestExpSliceMatchesExp, bit for bit.
func TestExpSliceMatchesExp(t *testing.T) {
	x := arguments(10000)
	for i := range x[:5000] {
		x = append(x, 700*math.Sin(float64(i)))
	}
	got := make([]float64, len(x))
	ExpSlice(got, x)
	for i, v := range x {
		if want := Exp(v); got[i] != want && !math.IsNaN(want) {
			t.Fatalf("ExpSlice(%v) = %v, Exp gives %v", v, got[i], want)
		}
	}
}

// TestLog1pSliceMatchesLog1p, bit for bit.
func TestLog1pSliceMatchesLog1p(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	x := []float64{0, math.Copysign(0, -1), -1, -2, math.Inf(1), math.Inf(-1), math.NaN(), 1e-300, 5e-324, -1e-17,
		1e-17, 1, .5, -.5, -1 + 1e-16, 1e17, 1e19, math.MaxFloat64}
	for range 20000 {
		v := math.Exp(40 * rng.NormFloat64())
		x = append(x, v, -math.Min(v, .999999), rng.Float64())
	}
	got := make([]float64, len(x))
	Log1pSlice(got, x)
	for i, v := range x {
		if want := Log1p(v); math.Float64bits(got[i]) != math.Float64bits(want) && !math.IsNaN(want) {
			t.Fatalf("Log1pSlice(%v) = %v, Log1p gives %v", v, got[i], want)
		}
	}
}
