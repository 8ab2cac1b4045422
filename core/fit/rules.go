// Rules and trees in words.

package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/words"
)

// Printed is a rule with the signs of print.
func Printed(rule string) string { return strings.Replace(rule, " <= ", " ≤ ", 1) }

func labels(c *dataset.Column, levels []int) (names []string) {
	for _, k := range levels {
		names = append(names, c.Labels[k])
	}
	return names
}

// condition says which rows go to a side: "glucose <= 127.5", "island in {Biscoe, Dream}". The relation is that of
// numbers, levels are those of the side, and others the other side's.
func (p *Problem) condition(column int, relation string, at float64, levels, others []int) words.Speaker {
	c := p.columns[column]
	name := quoted(c.Name, inSentence)
	switch {
	case c.Kind == dataset.Numeric:
		return words.Same(name + relation + threshold(c, at))
	case len(others) == 0:
		return words.Of("fit.known", name)
	case len(levels) == 0:
		return words.Of("fit.gap", name)
	}
	return words.Same(name + " in {" + listed(labels(c, levels)) + "}")
}

// known reports whether a rule is that there is a value: all levels that the rows have go left, and gaps right.
func (p *Problem) known(column int, others []int) bool {
	return p.columns[column].Kind == dataset.Text && len(others) == 0
}

// branches writes a tree as the list of its nodes; at is the node's, with what leads to it.
func (p *Problem) branches(d *alltrees.Reading, at Branch, list []Branch) []Branch {
	at.Rows, at.Leaf = d.Rows, d.Column < 0
	if at.Leaf {
		at.Classes = d.Classes
		at.Mean, at.SD = p.leafOf(d)
		return append(list, at)
	}
	at.Ask = p.asks(d)
	list = append(list, at)
	left := Branch{Depth: at.Depth + 1, Gradual: d.Gradual, Step: p.step(d)}
	right := left
	told := d.HasGaps && !p.known(d.Column, d.Others) // and not by the rule
	left.Gaps, right.Gaps = told && d.GapsLeft, told && !d.GapsLeft
	left.Rule = p.voice.say(p.condition(d.Column, " <= ", d.Threshold, d.Levels, d.Others))
	right.Rule = p.voice.say(p.condition(d.Column, " > ", d.Threshold, d.Others, d.Levels))
	return p.branches(d.Right, right, p.branches(d.Left, left, list))
}

// LeastAlike is how many drawn trees must come to a split of a tree that is read to say what they do there.
const LeastAlike = 20

// sureBranches are the branches with what the drawn trees ask where they split; of a first rough answer without.
func (p *Problem) sureBranches(d *alltrees.Reading, r *alltrees.Settled) []Branch {
	list := p.branches(d, Branch{}, nil)
	if r.Glimpsed {
		return list
	}
	alike := r.Alike(d)
	for i := range list {
		if list[i].Leaf {
			continue
		}
		if g := &alike[0]; g.Trees >= LeastAlike {
			s := p.splitOf(g)
			s.Rule = list[i+1].Rule // of what goes left
			list[i].Alike = &s
		}
		alike = alike[1:]
	}
	return list
}

// step is where a split of numbers is within its input's range.
func (p *Problem) step(d *alltrees.Reading) []float64 {
	if p.columns[d.Column].Kind != dataset.Numeric {
		return nil
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range p.train[d.Column].Values {
		if !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	from, to := d.Threshold, d.Threshold
	if d.Gradual {
		from, to = d.From, d.To
	}
	return []float64{(from - low) / (high - low), (to - low) / (high - low)}
}

// rules writes a tree, indented, in English, as the words between the conditions are.
func (p *Problem) rules(d *alltrees.Reading, depth int, lines []string) []string {
	indent := strings.Repeat("    ", depth)
	if d.Column < 0 {
		return append(lines, indent+p.leaf(d))
	}
	gaps := ""
	if d.HasGaps && !p.known(d.Column, d.Others) {
		gaps = " (gaps go here)"
	}
	yes, no := gaps, ""
	if !d.GapsLeft {
		yes, no = "", gaps
	}
	slope := ""
	if d.Gradual {
		c := p.columns[d.Column]
		slope = " (gradual, from " + threshold(c, d.From) + " to " + threshold(c, d.To) + ")"
	}
	asked := p.condition(d.Column, " <= ", d.Threshold, d.Levels, d.Others).In(words.English)
	lines = append(lines, indent+"if "+asked+slope+yes+":")
	lines = p.rules(d.Left, depth+1, lines)
	lines = append(lines, indent+"else"+no+":")
	return p.rules(d.Right, depth+1, lines)
}

// leaf writes a leaf: the mean, with the standard deviation of a row to come where leaves have noises of their own, or
// the classes with a share of at least 1 %.
func (p *Problem) leaf(d *alltrees.Reading) string {
	if p.task == dataset.Regression {
		mean, sd := p.leafOf(d)
		if p.y.LeafNoise {
			return fmt.Sprintf("%s ± %s (%d rows)", Beside(mean, sd), Number(sd), d.Rows)
		}
		return fmt.Sprintf("%s (%d rows)", Beside(mean, cmp.Or(sd, p.tenth())), d.Rows)
	}
	var parts []string
	for k, v := range d.Classes {
		if v >= .01 {
			parts = append(parts, fmt.Sprintf("%s %.2f", quoted(p.classes[k], inList), v))
		}
	}
	return fmt.Sprintf("%s (%d rows)", strings.Join(parts, ", "), d.Rows)
}

// tenth is that of the range of the fitted numbers.
func (p *Problem) tenth() float64 {
	return (p.inUnits(slices.Max(p.y.Values)) - p.inUnits(slices.Min(p.y.Values))) / 10
}

// Interval are the ends of the threshold's interval, written like the rule's number; "" where there is none.
func (s *Split) Interval() (low, high string) {
	if t := s.Threshold; t != nil && t.Low < t.High {
		return apart(t.Low, t.High, s.digits())
	}
	return "", ""
}

// Slope is from where to where a gradual split goes, likewise.
func (s *Split) Slope() (from, to string) {
	if g := s.Gradual; g != nil && g.Probability > 0 {
		return apart(g.From, g.To, s.digits())
	}
	return "", ""
}

// digits are those of the number in the rule of a threshold.
func (s *Split) digits() int { return digitsOf(s.Rule[1+strings.LastIndexByte(s.Rule, ' '):]) }

// Long is the rule with its interval, and where gaps go.
func (s *Split) Long() string {
	text := s.Rule
	if low, high := s.Interval(); low != "" {
		text += fmt.Sprintf(" (90 %% from %s to %s)", low, high)
	}
	if s.Gradual != nil {
		text += fmt.Sprintf(", gradual %.2f", s.Gradual.Probability)
		if from, to := s.Slope(); from != "" {
			text += fmt.Sprintf(" (from %s to %s)", from, to)
		}
	}
	if s.GapsLeft != nil {
		text += fmt.Sprintf(", gaps left %.2f", *s.GapsLeft)
	}
	return text
}
