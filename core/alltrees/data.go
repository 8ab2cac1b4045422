// The table as the sampler sees it: inputs by bins of ranks or by levels, and the response.

package alltrees

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

const (
	// MaxCuts is the largest number of thresholds of an input.
	MaxCuts = 200
	// MaxLevels is the largest number of levels of an input.
	MaxLevels = 60
	gapBin    = 255 // the bin of a gap
	unseen    = 254 // the bin of a level that no training row has
)

// Column is one input: a value per row, NaN where there is a gap. Levels is 0 for numbers; for categories it is the
// number of levels, and values are the levels' numbers from 0. Where the training rows have one level and gaps, a split
// asks whether there is a value.
type Column struct {
	Values []float64
	Levels int
}

// Response is what is predicted: a number per row, or with Classes > 0 the number of the row's class from 0. Numbers
// have one noise, or with LeafNoise each leaf has its own, which needs sharp splits. With Heavy the noise is Student's
// t with 4 degrees of freedom, of one scale for all leaves; classes have none. What follows is the prior's: of numbers
// the standard deviation of leaf means and the scale of the noise's half-t distribution, both in standard deviations of
// the numbers, 0 for 1; of classes the concentration of leaves, 0 for one that is learned.
type Response struct {
	Values                 []float64
	Classes                int
	LeafNoise              bool
	Heavy                  bool
	MeanSpread, NoiseScale float64
	Concentration          float64
}

// Table holds the training rows, read-only once made.
type Table struct {
	inputs   []input
	columns  int // of the rows that are asked, unused ones included
	rows     int
	marginal marginal
	y        []float64 // standardized, so that leaf means are N(0, 1); nil for classes
	class    []uint8
	mean, sd float64
	spread   float64  // of leaf means, in standard deviations of the response
	heavy    bool     // whether noise has heavy tails
	keys     []uint64 // a random number per row: a set of rows is known by their XOR
}

// input is a column that some rule can split on.
type input struct {
	column  int
	levels  int       // seen levels, 0 for numbers
	codes   []int     // level to its place among the seen ones, -1 where unseen
	cuts    []float64 // thresholds, ascending
	mass    []float64 // prior probability of each threshold: its share of the ranks
	logMass []float64
	gaps    bool // whether a training row has a gap here, and so every rule a side for gaps
	present bool // the one rule asks whether there is a value: gaps are the second of two levels
	bins    []uint8
}

// NewTable reads the training rows. It returns an error that names the column that cannot be used.
func NewTable(columns []Column, y Response) (*Table, error) {
	t := &Table{rows: len(y.Values), columns: len(columns), spread: 1}
	if t.rows == 0 {
		return nil, fmt.Errorf("the table has no rows: give at least one row with a response")
	}
	if err := t.respond(y); err != nil {
		return nil, err
	}
	for j, c := range columns {
		if len(c.Values) != t.rows {
			return nil, fmt.Errorf("column %d has %d rows, the response %d: make them equal", j,
				len(c.Values), t.rows)
		}
		in, err := newInput(j, c)
		if err != nil {
			return nil, err
		}
		if len(in.cuts) > 0 || in.levels > 1 {
			t.inputs = append(t.inputs, in)
		}
	}
	rng := random.Stream(1, "alltrees", "keys")
	t.keys = make([]uint64, t.rows)
	for i := range t.keys {
		t.keys[i] = rng.Uint64()
	}
	return t, nil
}

// respond takes the response over: numbers are standardized.
func (t *Table) respond(y Response) error {
	for i, v := range y.Values {
		if !numeric.Finite(v) || y.Classes > 0 && (v < 0 || v >= float64(y.Classes) || v != math.Floor(v)) {
			return fmt.Errorf("response %g in row %d cannot be used: leave the row out", v, i)
		}
	}
	if y.Classes > 0 {
		t.class = make([]uint8, t.rows)
		for i, v := range y.Values {
			t.class[i] = uint8(v)
		}
		t.marginal = classMarginal(t.rows, y.Classes, y.Concentration)
		return nil
	}
	t.heavy, t.spread = y.Heavy, cmp.Or(y.MeanSpread, 1)
	t.standardize(y.Values)
	scale := cmp.Or(y.NoiseScale, 1) / t.spread
	if t.marginal = normalMarginal(t.rows, scale); y.LeafNoise {
		t.marginal = leafMarginal(t.rows, scale)
	}
	return nil
}

// perDeviation is what a log evidence has more where the response is in its standard deviations, whatever leaf means
// are before the data: evidences with different priors can be compared then.
func (t *Table) perDeviation() float64 {
	return -float64(t.rows) * numeric.Log(t.spread)
}

// standardize shifts and scales the response; where tails are heavy by clipped values, unless these are all the same,
// so that a far one does not squeeze all others. A response of one value is shifted to 0: what rounding would leave of
// it is no scale.
func (t *Table) standardize(values []float64) {
	n, squares, by := float64(t.rows), 0.0, values
	if t.heavy {
		by = clipped(values)
		if slices.Min(by) == slices.Max(by) {
			by = values
		}
	}
	for _, v := range by {
		t.mean += v / n
	}
	for _, v := range by {
		squares += (v - t.mean) * (v - t.mean)
	}
	if t.sd = math.Sqrt(squares / n); slices.Min(by) == slices.Max(by) {
		t.mean, t.sd = by[0], 1
	}
	t.sd *= t.spread
	t.y = make([]float64, t.rows)
	for i, v := range values {
		t.y[i] = (v - t.mean) / t.sd
	}
}

// Unit is the standard deviation of the response that log evidences are in.
func (t *Table) Unit() float64 { return t.sd / t.spread }

func newInput(j int, c Column) (input, error) {
	in := input{column: j, bins: make([]uint8, len(c.Values))}
	if c.Levels > 0 {
		return in, in.readLevels(c)
	}
	in.chooseCuts(c.Values)
	for i, v := range c.Values {
		in.bins[i] = in.bin(v)
		in.gaps = in.gaps || math.IsNaN(v)
	}
	return in, nil
}

func (in *input) readLevels(c Column) error {
	in.codes = make([]int, c.Levels)
	for k := range in.codes {
		in.codes[k] = -1
	}
	for i, v := range c.Values {
		in.gaps = in.gaps || math.IsNaN(v)
		if math.IsNaN(v) {
			continue
		}
		if v < 0 || int(v) >= c.Levels {
			return fmt.Errorf("column %d, row %d: level %g is not below %d", in.column, i, v, c.Levels)
		}
		in.codes[int(v)] = 0
	}
	for k, code := range in.codes {
		if code == 0 {
			in.codes[k] = in.levels
			in.levels++
		}
	}
	if in.levels == 1 && in.gaps {
		in.levels, in.gaps, in.present = 2, false, true
	}
	if in.levels > MaxLevels {
		return fmt.Errorf("column %d has %d levels: join some, at most %d can be used", in.column, in.levels,
			MaxLevels)
	}
	for i, v := range c.Values {
		in.bins[i] = in.bin(v)
	}
	return nil
}

// chooseCuts sets the thresholds and their share of the ranks (ties at mid-rank); with too many distinct values
// neighbours are joined so that the parts hold about as many rows each.
func (in *input) chooseCuts(values []float64) {
	v := slices.DeleteFunc(slices.Clone(values), func(x float64) bool { return math.IsNaN(x) })
	slices.SortFunc(v, cmp.Compare)
	var at, rank []float64 // between neighbouring distinct values: threshold and the ranks between their middles
	for i := 0; i < len(v); {
		end := i
		for end < len(v) && v[end] == v[i] {
			end++
		}
		next := end
		for next < len(v) && v[next] == v[end] {
			next++
		}
		if end < len(v) {
			at = append(at, v[i]+(v[end]-v[i])/2)
			rank = append(rank, float64(next-i)/2)
		}
		i = end
	}
	in.joinCuts(at, rank)
}

// joinCuts keeps at most MaxCuts of the thresholds, evenly by rank; one that is left out gives its mass to the next
// that is kept.
func (in *input) joinCuts(at, rank []float64) {
	total := 0.0
	for _, r := range rank {
		total += r
	}
	sum, kept, carried := 0.0, 0.0, 0.0
	for i, r := range rank {
		sum += r
		carried += r
		if len(at) > MaxCuts && sum < kept && i < len(at)-1 {
			continue
		}
		if len(in.cuts) == MaxCuts {
			in.mass[MaxCuts-1] += carried / total
			carried = 0
			continue
		}
		in.cuts, in.mass = append(in.cuts, at[i]), append(in.mass, carried/total)
		carried, kept = 0, max(kept+total/MaxCuts, sum)
	}
	for _, m := range in.mass {
		in.logMass = append(in.logMass, numeric.Log(m))
	}
}

// bin is where a value belongs: the number of thresholds below it, or the place of a level, which gaps have where
// the rule asks whether there is a value.
func (in *input) bin(v float64) uint8 {
	switch {
	case !math.IsNaN(v):
	case in.present:
		return 1
	default:
		return gapBin
	}
	if in.codes != nil {
		if v < 0 || int(v) >= len(in.codes) || in.codes[int(v)] < 0 {
			return unseen
		}
		return uint8(in.codes[int(v)])
	}
	k, _ := slices.BinarySearch(in.cuts, v)
	return uint8(k)
}

// stats is what a leaf needs to know of its rows.
type stats struct {
	n            int
	sum, squares float64
	counts       []int32 // by class
}

func (t *Table) statsOf(rows []int32) stats {
	s := stats{n: len(rows)}
	if t.class != nil {
		s.counts = make([]int32, t.marginal.classes)
		for _, i := range rows {
			s.counts[t.class[i]]++
		}
		return s
	}
	for _, i := range rows {
		s.sum += t.y[i]
		s.squares += t.y[i] * t.y[i]
	}
	return s
}

// all returns every row, and the key of that set.
func (t *Table) all() ([]int32, uint64) {
	rows := make([]int32, t.rows)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows, t.key(rows)
}

func (t *Table) key(rows []int32) (k uint64) {
	for _, i := range rows {
		k ^= t.keys[i]
	}
	return k
}
