// Which inputs the drawn trees use together, and which structures they have.

package fit

import (
	"dcctree/core/alltrees"
	"dcctree/core/numeric"
	"dcctree/core/words"
)

// Together is how probable it is that trees use these inputs and no others, in splits that divide training rows.
type Together struct {
	Inputs []string `json:"inputs"`
	Share  float64  `json:"share"`
	Error  *float64 `json:"error"` // standard error, null where it is not known
}

// Structures are what drawn trees split on at each node, whatever the rules.
type Structures struct {
	Distinct int         `json:"distinct"` // how many the drawn trees have
	Trees    int         `json:"trees"`    // drawn
	Most     []Structure `json:"most"`     // the most frequent ones
}

// Structure is one of them: an input, with what its left and its right side ask next in brackets unless both are
// leaves, a dot for a leaf.
type Structure struct {
	Says  string   `json:"says"`
	Share float64  `json:"share"`
	Error *float64 `json:"error"`
}

const (
	mostTogether = 5
	leastShare   = .01 // of what is told
)

func (p *Problem) together(groups []alltrees.Group) (all []Together) {
	for _, g := range told(groups) {
		inputs := []string{}
		for _, j := range g.Columns {
			inputs = append(inputs, p.columns[j].Name)
		}
		all = append(all, Together{inputs, g.Share, known(g.Error)})
	}
	return all
}

func (p *Problem) structures(groups []alltrees.Group, trees int) *Structures {
	s := &Structures{Distinct: len(groups), Trees: trees}
	for _, g := range told(groups) {
		s.Most = append(s.Most, Structure{p.says(g.Structure), g.Share, known(g.Error)})
	}
	return s
}

// told are the first groups, those of a small share left out but for the first.
func told(groups []alltrees.Group) []alltrees.Group {
	n := 1
	for n < min(mostTogether, len(groups)) && groups[n].Share >= leastShare {
		n++
	}
	return groups[:n]
}

// known is a number that may be NaN, nil then.
func known(v float64) *float64 {
	if !numeric.Finite(v) {
		return nil
	}
	return &v
}

func (p *Problem) says(s *alltrees.Structure) string {
	if s.Left == nil {
		return p.voice.say(words.Of("fit.nosplit"))
	}
	return p.structure(s)
}

func (p *Problem) structure(s *alltrees.Structure) string {
	if s.Left == nil {
		return "·"
	}
	name := quoted(p.columns[s.Column].Name, inBrackets)
	if s.Left.Left == nil && s.Right.Left == nil {
		return name
	}
	return name + " [" + p.structure(s.Left) + ", " + p.structure(s.Right) + "]"
}
