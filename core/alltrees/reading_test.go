// Tests of what is said of the splits of drawn trees.

package alltrees

import "testing"

// From the 5 to the 95 % point there are nine tenths of the values, however few there are; a percentile is the least
// value with as large a share up to it.
func TestPercentiles(t *testing.T) {
	for n := 1; n <= 60; n++ {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(n - i) // 1 to n
		}
		low, mid, high := point(values, 5), point(values, 50), point(values, 95)
		if held := high - low + 1; held < .9*float64(n) {
			t.Errorf("of %d values %v are within the interval", n, held)
		}
		for percent, v := range map[int]float64{5: low, 50: mid, 95: high} {
			if share := float64(percent*n) / 100; v < share || v-1 >= share {
				t.Errorf("%d values up to the %d %% point of %d", int(v), percent, n)
			}
		}
	}
}
