package logic

import (
	"math"
	"strconv"
	"testing"
)

func TestNumbers(t *testing.T) {
	cases := []struct{ name, got, want string }{
		{"no leading zero", Fixed(.5249, 2), ".52"},
		{"true minus", Fixed(-1.944, 2), "−1.94"},
		{"negative below one", Fixed(-.25, 2), "−.25"},
		{"no negative zero", Fixed(-.0004, 2), ".00"},
		{"not a number", Fixed(math.NaN(), 2), "–"},
		{"infinite", Fixed(math.Inf(-1), 2), "−∞"},
		{"whole zero", Fixed(0, 0), "0"},
		{"three digits small", Significant(.0586431, 3), ".0586"},
		{"three digits large", Significant(2.8351, 3), "2.84"},
		{"thousands", Significant(12345.6, 3), "12,346"},
		{"rounding up to one", Significant(.9996, 3), "1.000"},
		{"tiny", Significant(1.234e-7, 3), "1.23e−7"},
		{"huge", Significant(-1e308, 3), "−1.00e308"},
		{"zero", Significant(0, 3), "0"},
		{"plain", Plain(.1), ".1"},
		{"plain whole", Plain(40), "40"},
		{"plain third", Plain(1.0 / 3), ".333333"},
		{"plain huge", Plain(1e308), "1.00e308"},
		{"weight", Weight(.494), ".49"},
		{"weight too small to print", Weight(.0049), "<\u00a0.01"},
		{"weight zero", Weight(0), ".00"},
		{"with error", WithError(.4912, .0213), ".491\u00a0±\u00a0.021"},
		{"with large error", WithError(-345.23, 12.3), "−345\u00a0±\u00a012"},
		{"without error", WithError(.4912, math.NaN()), ".491"},
		{"percent", Percent(1.0 / 3), "33\u00a0%"},
		{"count", Count(1234567), "1,234,567"},
		{"clock", Clock(9.9), "0:09"},
		{"clock over an hour", Clock(3671), "1:01:11"},
		{"clock never negative", Clock(-2), "0:00"},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestInterval(t *testing.T) {
	cases := []struct {
		value, low, high float64
		want             [3]string
	}{
		{1.2512, .7604, 1.7431, [3]string{"1.25", ".76", "1.74"}},
		{5.2, 1.04, 19.96, [3]string{"5.2", "1.0", "20.0"}},
		{1234.5, 1100.2, 1399.9, [3]string{"1,234", "1,100", "1,400"}},
		{3, 3, 3, [3]string{"3.00", "3.00", "3.00"}},
	}
	for _, c := range cases {
		v, l, h := Interval(c.value, c.low, c.high)
		if got := [3]string{v, l, h}; got != c.want {
			t.Errorf("%v: got %q, want %q", c, got, c.want)
		}
	}
}

func TestExactParsesBack(t *testing.T) {
	for _, x := range []float64{.1, 1.0 / 3, 5.860000000000001e-2, math.MaxFloat64, math.SmallestNonzeroFloat64} {
		back, err := strconv.ParseFloat(Exact(x), 64)
		if err != nil || back != x {
			t.Errorf("%v came back as %v, %v", x, back, err)
		}
	}
}
