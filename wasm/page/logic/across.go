// What holds across trees, in sentences: what they agree on, how far they disagree, and which split that rests on.

package logic

import (
	"fmt"
	"strings"
)

const (
	nearlyAll   = .9   // weight of trees from which a split counts as made by nearly all
	mostAgreed  = 3    // splits that are named
	hardlyAny   = .005 // share of pairs under which trees count as parting the rows alike
	leastSource = .05  // share of the disagreement under which a split is not named as its source
)

// AcrossSentences says what the trees agree on and what they disagree about, the numbers first.
func AcrossSentences(s Survey) string {
	return strings.Join([]string{agreement(s), disagreement(s)}, " ")
}

func agreement(s Survey) string {
	var agreed []string
	for _, c := range s.Splits[:min(len(s.Splits), mostAgreed)] {
		if c.Weight >= nearlyAll {
			agreed = append(agreed, fmt.Sprintf(Text("across.made"), c.Text, Weight(c.Weight)))
		}
	}
	switch {
	case len(s.Splits) == 0:
		return Text("across.nosplit")
	case len(agreed) == 0:
		return fmt.Sprintf(Text("across.noagreement"), Weight(s.Splits[0].Weight), s.Splits[0].Text)
	}
	return fmt.Sprintf(Text("across.agree"), strings.Join(agreed, Text("across.and")))
}

func disagreement(s Survey) string {
	if s.Trees < 2 || s.Disagreement < hardlyAny {
		return Text("across.alike")
	}
	words := fmt.Sprintf(Text("across.disagree"), Percent(s.Disagreement))
	if len(s.Sources) > 0 && s.Sources[0].Explains >= leastSource {
		c := s.Sources[0]
		source := Text("across.where")
		if c.Whether >= c.Explains/2 {
			source = Text("across.whether")
		}
		words += " " + fmt.Sprintf(source, Percent(c.Explains), c.Text, Weight(c.Weight))
	}
	return words
}

// AcrossCovered says what was compared.
func AcrossCovered(s Survey) string {
	if s.Trees == 1 {
		return Text("across.covered.one")
	}
	return fmt.Sprintf(Text("across.covered"), Count(s.Trees), Percent(s.Covered))
}
