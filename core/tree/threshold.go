// The rule that compares one input with a threshold.

package tree

// Threshold sends rows left whose Input is at most At.
type Threshold struct {
	Input int
	At    float64
	H     float64 // bandwidth, units of the input; 0: hard
}

func (r Threshold) Left(row Row) bool     { return row.Value(r.Input) <= r.At }
func (r Threshold) Right(row Row) float64 { return right(row.Value(r.Input), r.At, r.H) }
func (r Threshold) Soft() bool            { return r.H > 0 }
func (r Threshold) Cut() float64          { return r.At }
func (r Threshold) Terms() []Term         { return []Term{plain(r.Input, 1)} }
func (r Threshold) Main() int             { return r.Input }

func (r Threshold) AddWeights(dst []float64, share float64) { dst[r.Input] += share }

func (r Threshold) Crossing(int, []float64) float64 { return r.At }

func (r Threshold) kind() kind         { return threshold }
func (r Threshold) numbers() []float64 { return []float64{float64(r.Input), r.At, r.H} }

func readThreshold(v []float64) (Rule, bool) {
	if len(v) != 3 || !index(v[0]) {
		return nil, false
	}
	return Threshold{Input: int(v[0]), At: v[1], H: v[2]}, true
}
