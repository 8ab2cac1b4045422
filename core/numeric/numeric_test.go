// Tests of the arithmetic against math, math/big-free identities and tabulated values.

package numeric

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestExpAgainstMath: math.Exp is within 1 ulp of the truth, ours within 4.
func TestExpAgainstMath(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200000 {
		x := (rng.Float64()*2 - 1) * 708
		got, want := Exp(x), math.Exp(x)
		if math.Abs(got-want) > 1e-15*want {
			t.Fatalf("Exp(%v) = %v, math.Exp gives %v", x, got, want)
		}
	}
}

func TestExpSpecialCases(t *testing.T) {
	for _, x := range []float64{0, 1, -1, 709.78, 709.79, 1e300, -708.5, -720, -744, -745.1, -746, -1e300,
		math.Inf(1), math.Inf(-1), math.NaN(), 709.5} {
		got, want := Exp(x), math.Exp(x)
		if math.IsNaN(want) != math.IsNaN(got) ||
			(!math.IsNaN(want) && got != want && math.Abs(got-want) > 1e-15*want+5e-324) {
			t.Errorf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
}

// TestLogisticSliceMatchesExp holds the two copies of the polynomial together, bit for bit.
func TestLogisticSliceMatchesExp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	z := []float64{0, 700, -700, 1e9, -1e9, 35, -35, math.Copysign(0, -1)}
	for range 10000 {
		z = append(z, rng.NormFloat64()*100)
	}
	got := make([]float64, len(z))
	LogisticSlice(got, z)
	for i, v := range z {
		c := math.Max(-ExpLimit, math.Min(ExpLimit, v))
		if want := 1 / (1 + Exp(-c)); got[i] != want {
			t.Fatalf("LogisticSlice(%v) = %v, want %v", v, got[i], want)
		}
	}
}

func TestLogisticIdentities(t *testing.T) {
	for _, x := range []float64{-800, -40, -3, -1e-9, 0, 1e-9, .5, 3, 40, 800} {
		if s := Logistic(x) + Logistic(-x); math.Abs(s-1) > 1e-15 {
			t.Errorf("Logistic(%v) + Logistic(%v) = %v", x, -x, s)
		}
		if x > -700 {
			if d := LogLogistic(x) - math.Log(Logistic(x)); math.Abs(d) > 1e-15*(1+math.Abs(x)) {
				t.Errorf("LogLogistic(%v) off by %v", x, d)
			}
		}
	}
	if v := LogLogistic(-2000); v != -2000 {
		t.Errorf("LogLogistic(-2000) = %v", v)
	}
}

func TestLogSums(t *testing.T) {
	inf := math.Inf(-1)
	if v := LogSumExp(nil); !math.IsInf(v, -1) {
		t.Errorf("empty: %v", v)
	}
	if v := LogSumExp([]float64{inf, inf}); !math.IsInf(v, -1) {
		t.Errorf("all -Inf: %v", v)
	}
	// log(e^-4000 (1 + 2 + 3)), by hand.
	x := []float64{-4000, -4000 + math.Ln2, -4000 + math.Log(3)}
	if v := LogSumExp(x); math.Abs(v-(-4000+math.Log(6))) > 1e-12 {
		t.Errorf("LogSumExp = %v", v)
	}
	if v := LogAddExp(inf, 3); v != 3 {
		t.Errorf("LogAddExp(-Inf, 3) = %v", v)
	}
	if v := LogAddExp(300, 300); math.Abs(v-300-math.Ln2) > 1e-13 {
		t.Errorf("LogAddExp(300, 300) = %v", v)
	}
	if v := LogSumExp([]float64{1, math.NaN(), 2}); !math.IsNaN(v) {
		t.Errorf("NaN swallowed: %v", v)
	}
}

// TestNormalCDF compares with math.Erfc (FreeBSD's, below 1 ulp) and with the asymptotic tail.
func TestNormalCDF(t *testing.T) {
	for x := -37.0; x <= 9; x += .013 {
		want := .5 * math.Erfc(-x/math.Sqrt2)
		// exp(-x^2/2) turns the rounding of x^2/2 into a relative error of about x^2 1e-16; where the
		// series is used, 1 - erf cancels to at most 1e-16/erfc(1.5) = 3e-15.
		if got := NormalCDF(x); math.Abs(got-want) > want*(4e-16*(x*x+4)+1e-14) {
			t.Fatalf("NormalCDF(%v) = %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{-29.999, -30.001, -37} {
		if d := LogNormalCDF(x) - math.Log(.5*math.Erfc(-x/math.Sqrt2)); math.Abs(d) > 1e-10 {
			t.Errorf("LogNormalCDF(%v) off by %v", x, d)
		}
	}
	// Abramowitz and Stegun 26.2.12: log Phi(-x) = -x^2/2 - log(x sqrt(2 pi)) - 1/x^2 + O(x^-4).
	if d := LogNormalCDF(-200) - (-20000 - math.Log(200*math.Sqrt(2*math.Pi)) - 1.0/40000); math.Abs(d) > 1e-8 {
		t.Errorf("LogNormalCDF(-200) off by %v", d)
	}
}

func TestCholeskySolves(t *testing.T) {
	const n = 6
	rng := rand.New(rand.NewPCG(5, 6))
	b := make([]float64, n*n)
	for i := range b {
		b[i] = rng.NormFloat64()
	}
	a := make([]float64, n*n)
	for i := range n {
		for j := range n {
			for k := range n {
				a[i*n+j] += b[i*n+k] * b[j*n+k]
			}
		}
		a[i*n+i]++
	}
	l, x, y := make([]float64, n*n), make([]float64, n), make([]float64, n)
	if !Cholesky(l, a, n) {
		t.Fatal("not positive definite")
	}
	for i := range x {
		x[i] = float64(i) - 2.5
	}
	MulLower(y, l, x, n)
	SolveLower(y, l, y, n)
	for i := range x {
		if math.Abs(y[i]-x[i]) > 1e-13 {
			t.Errorf("L^-1 L x: %v, want %v", y[i], x[i])
		}
	}
	// A (L'^-1 L^-1 x) = x.
	SolveLower(y, l, x, n)
	SolveLowerTranspose(y, l, y, n)
	for i := range n {
		if v := Dot(a[i*n:(i+1)*n], y); math.Abs(v-x[i]) > 1e-12 {
			t.Errorf("A A^-1 x: %v, want %v", v, x[i])
		}
	}
	if Cholesky(make([]float64, 4), []float64{1, 2, 2, 1}, 2) {
		t.Error("indefinite matrix accepted")
	}
}

func TestMoments(t *testing.T) {
	var m Moments
	if !math.IsNaN(m.Variance()) {
		t.Error("variance of nothing")
	}
	for _, x := range []float64{1e9 + 1, 1e9 + 2, 1e9 + 4} {
		m.Add(x)
	}
	// Mean 7/3, squared deviations 16/9 + 1/9 + 25/9 = 42/9, over 2.
	if m.N() != 3 || math.Abs(m.Mean()-1e9-7.0/3) > 1e-6 || math.Abs(m.Variance()-7.0/3) > 1e-6 {
		t.Errorf("%v %v %v", m.N(), m.Mean(), m.Variance())
	}
}

func TestPanicsAreNamed(t *testing.T) {
	for want, f := range map[string]func(){
		"numeric: Dot: lengths differ":             func() { Dot([]float64{1}, nil) },
		"numeric: LogisticSlice: lengths differ":   func() { LogisticSlice(nil, []float64{1}) },
		"numeric: Cholesky: wrong length":          func() { Cholesky(nil, nil, 1) },
		"numeric: triangular system: wrong length": func() { SolveLower(nil, nil, nil, 1) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

// TestNormalSlices: density and distribution function agree with those of one number at a time, in the tails, too.
func TestNormalSlices(t *testing.T) {
	var z []float64
	for v := -45.0; v <= 45; v += .0625 {
		z = append(z, v)
	}
	density, cdf := make([]float64, len(z)), make([]float64, len(z))
	NormalSlices(density, cdf, z)
	for i, v := range z {
		want, below := math.Exp(LogNormalPDF(v, 0, 1)), NormalCDF(v)
		rounding := 1e-14 + 1e-15*v*v // of the exponent
		if math.Abs(density[i]-want) > rounding*want+1e-300 || math.Abs(cdf[i]-below) > rounding*below+1e-300 {
			t.Errorf("at %v: %v and %v, want %v and %v", v, density[i], cdf[i], want, below)
		}
	}
}
