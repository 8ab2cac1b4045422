// All outcomes of code that draws whole numbers, with their probabilities, so that a chain's transition probabilities
// can be written out.

package hardtest

import "math"

// Choices takes the place of a *rand.Rand in code that draws by IntN alone. The zero value takes the first outcome
// everywhere; after each Next the code, run again from the same state, takes another one, until Next tells that there
// is none left.
type Choices struct {
	of, taken []int // what was asked for since the start, and the answers
	at        int
}

// IntN returns the present outcome's answer.
func (c *Choices) IntN(n int) int {
	if c.at == len(c.of) {
		c.of, c.taken = append(c.of, n), append(c.taken, 0)
	}
	if c.of[c.at] != n {
		panic("hardtest: the code did not ask the same again")
	}
	c.at++
	return c.taken[c.at-1]
}

// Probability returns that of the outcome that was taken since the start.
func (c *Choices) Probability() float64 {
	p := 1.0
	for _, n := range c.of[:c.at] {
		p /= float64(n)
	}
	return p
}

// Next starts again with the next outcome.
func (c *Choices) Next() bool {
	c.of, c.taken = c.of[:c.at], c.taken[:c.at]
	c.at = 0
	for k := len(c.of) - 1; k >= 0; k-- {
		if c.taken[k]++; c.taken[k] < c.of[k] {
			c.of, c.taken = c.of[:k+1], c.taken[:k+1]
			return true
		}
	}
	return false
}

// Imbalance returns the largest of |p_i P_ij - p_j P_ji|/max(p_i P_ij, p_j P_ji) over all pairs of states, 0 where
// detailed balance holds, and the pair that has it.
func Imbalance(probability []float64, transition []map[int]float64) (worst float64, from, to int) {
	for i, row := range transition {
		for j, p := range row {
			there, back := probability[i]*p, probability[j]*transition[j][i]
			if v := math.Abs(there-back) / math.Max(there, back); i != j && there > 0 && v > worst {
				worst, from, to = v, i, j
			}
		}
	}
	return worst, from, to
}
