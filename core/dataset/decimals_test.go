package dataset

import "testing"

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   int
	}{{nil, 0}, {[]float64{1984, -3, 1e6}, 0}, {[]float64{1, .5, 2.25}, 2}, {[]float64{.1, .3, 4.7}, 1},
		{[]float64{1. / 3}, -1}, {[]float64{1e-6}, 6}, {[]float64{1e-7}, -1}} {
		if got := Decimals(c.values); got != c.want {
			t.Errorf("%v: %d, want %d", c.values, got, c.want)
		}
	}
}
