// The rule that people are given: a sum over inputs in the units of their table.

package tree

// Formula sends rows left whose sum of terms is at most At. It is hard.
type Formula struct {
	Of []Term // in the order in which they are added and written
	At float64
}

func (r Formula) Left(row Row) bool {
	var sum float64
	for _, t := range r.Of {
		sum += t.Weight / t.Range * (row.Value(t.Input) - t.Min)
	}
	return sum <= r.At
}

func (r Formula) Right(row Row) float64 {
	if r.Left(row) {
		return 0
	}
	return 1
}

func (r Formula) Soft() bool    { return false }
func (r Formula) Cut() float64  { return r.At }
func (r Formula) Terms() []Term { return r.Of }

func (r Formula) main() (best Term) {
	for k, t := range r.Of {
		if k == 0 || t.Weight > best.Weight {
			best = t
		}
	}
	return best
}

func (r Formula) Main() int { return r.main().Input }

func (r Formula) AddWeights(dst []float64, share float64) {
	for _, t := range r.Of {
		dst[t.Input] += float64(share * t.Weight)
	}
}

func (r Formula) Crossing(input int, others []float64) float64 {
	at, own := r.At, Term{}
	for _, t := range r.Of {
		if t.Input == input {
			own = t
			continue
		}
		at -= t.Weight / t.Range * (others[t.Input] - t.Min)
	}
	return own.Min + at/own.Weight*own.Range
}

func (r Formula) kind() kind { return formula }

func (r Formula) numbers() []float64 {
	out := []float64{r.At}
	for _, t := range r.Of {
		out = append(out, float64(t.Input), t.Weight, t.Min, t.Range)
	}
	return out
}

func readFormula(v []float64) (Rule, bool) {
	if len(v) < 5 || len(v)%4 != 1 {
		return nil, false
	}
	r := Formula{At: v[0]}
	for v = v[1:]; len(v) > 0; v = v[4:] {
		if !index(v[0]) {
			return nil, false
		}
		r.Of = append(r.Of, Term{int(v[0]), v[1], v[2], v[3]})
	}
	return r, true
}
