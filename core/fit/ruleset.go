// Trees as export.Rules writes them.

package fit

import (
	"slices"

	"dcctree/core/alltrees"
	"dcctree/core/export"
	"dcctree/core/tree"
	"dcctree/core/words"
)

// Ask is what a split asks, for programs: a number by At, a text by its labels on either side, those of the training
// rows that come to the split.
type Ask struct {
	Input     string   `json:"input"`
	At        *float64 `json:"at,omitempty"` // at most this goes left
	Left      []string `json:"left,omitempty"`
	Right     []string `json:"right,omitempty"`
	Elsewhere []string `json:"elsewhere,omitempty"` // labels that only other training rows have
	GapsLeft  *bool    `json:"gapsLeft,omitempty"`  // nil where no training row has a gap in the input
}

// RuleSet is a tree given by its branches, whose rules are read sharp, as export.Rules takes it. A label goes right at
// a split that no training row with it comes to.
func (a *Answer) RuleSet(branches []Branch, name string, notes []string, l words.Lang) export.RuleSet {
	s := export.RuleSet{Name: name, Target: a.Target, Classes: a.Classes, Notes: notes, Lang: l}
	for i := range branches {
		if ask := branches[i].Ask; ask != nil {
			s.Features = meet(s.Features, ask)
		}
	}
	for i := range s.Features {
		slices.Sort(s.Features[i].Labels)
	}
	for _, u := range a.Used {
		s.Columns = append(s.Columns, u.Input)
	}
	a.nodes(&s, branches)
	return s
}

// meet adds the input and the labels of a split to the features.
func meet(features []export.Feature, ask *Ask) []export.Feature {
	at := slices.IndexFunc(features, func(f export.Feature) bool { return f.Name == ask.Input })
	if at < 0 {
		at, features = len(features), append(features, export.Feature{Name: ask.Input})
	}
	f := &features[at]
	for _, label := range slices.Concat(ask.Left, ask.Right, ask.Elsewhere) {
		if !slices.Contains(f.Labels, label) {
			f.Labels = append(f.Labels, label)
		}
	}
	return features
}

// nodes appends the first of the branches with all below it, and returns the others.
func (a *Answer) nodes(s *export.RuleSet, branches []Branch) (rest []Branch) {
	b, at := &branches[0], len(s.Tree.Nodes)
	s.Tree.Nodes = append(s.Tree.Nodes, tree.Node{})
	if b.Leaf {
		s.Tree.Nodes[at].Answer = b.answer()
		return branches[1:]
	}
	rest = a.nodes(s, branches[1:])
	right := len(s.Tree.Nodes)
	rest = a.nodes(s, rest)
	s.Tree.Nodes[at] = tree.Node{Rule: b.Ask.rule(s.Features), Right: right}
	return rest
}

func (b *Branch) answer() tree.Answer {
	if b.Classes != nil {
		return tree.Classes(b.Classes)
	}
	return tree.Normal{Mean: b.Mean, SD: b.SD}
}

func (k *Ask) rule(features []export.Feature) tree.Rule {
	at := slices.IndexFunc(features, func(f export.Feature) bool { return f.Name == k.Input })
	var rule tree.Rule
	if k.At != nil {
		rule = tree.Threshold{Input: at, At: *k.At}
	} else {
		set := tree.Part{Input: at}
		for code, label := range features[at].Labels {
			if slices.Contains(k.Left, label) {
				set.Codes = append(set.Codes, code)
			}
		}
		rule = set
	}
	if k.GapsLeft != nil {
		rule = tree.Sided{Rule: rule, GapsLeft: *k.GapsLeft}
	}
	return rule
}

// asks is what a split asks, for programs.
func (p *Problem) asks(d *alltrees.Reading) *Ask {
	c := p.columns[d.Column]
	k := &Ask{Input: c.Name}
	if p.train[d.Column].Levels == 0 {
		k.At = &d.Threshold
	} else {
		k.Left, k.Right = labels(c, d.Levels), labels(c, d.Others)
		k.Elsewhere = p.absent(d)
	}
	if d.HasGaps {
		k.GapsLeft = &d.GapsLeft
	}
	return k
}

// absent are the labels that training rows have, but none of those that come to a split.
func (p *Problem) absent(d *alltrees.Reading) (names []string) {
	here := slices.Concat(d.Levels, d.Others)
	for level, name := range p.columns[d.Column].Labels {
		if !slices.Contains(here, level) && slices.Contains(p.train[d.Column].Values, float64(level)) {
			names = append(names, name)
		}
	}
	return names
}
