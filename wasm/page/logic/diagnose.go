// The details of the diagnostics: a table by topology, which chains sit in one mode, and what to do about each warning.

package logic

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/chart"
)

// ChainDiagnosis is the bridge's judgement of one topology's chains; no chains in the fast mode.
type ChainDiagnosis struct {
	Each       []ChainAt `js:"chains"` // in use
	LeftOut    int       `js:"leftOut"`
	Parameters []string  `js:"parameters"`
	Weights    bool      `js:"weights"`
	RHat       *float64  `js:"rHat"`
	Bulk       *float64  `js:"bulk"`
	Tail       *float64  `js:"tail"`
	MCSE       *float64  `js:"mcse"`
	BFMI       *float64  `js:"bfmi"`
	StepLow    *float64  `js:"stepLow"`
	StepHigh   *float64  `js:"stepHigh"`
}

// ChainAt is one chain in use, with its number from 1 and that of its mode from 0.
type ChainAt struct {
	Number    int `js:"number"`
	Mode      int `js:"mode"`
	Divergent int `js:"divergent"`
}

// modes counts the modes that the chains sit in.
func (d ChainDiagnosis) modes() int {
	most := 0
	for _, c := range d.Each {
		most = max(most, c.Mode+1)
	}
	return most
}

// Judged is a topology with its judgement.
type Judged struct {
	Topology
	ChainDiagnosis
}

// The limits beyond which something is to be done: Vehtari et al. 2021 (R-hat, effective draws for each chain),
// Betancourt 2016 (BFMI).
const (
	rHatLimit  = 1.01
	drawsLimit = 100
	bfmiLimit  = .3
)

// ModeSentences say in how many modes the chains of each topology sit; "" without chains.
func ModeSentences(all []Judged) string {
	var said []string
	one := 0
	for _, j := range all {
		switch n := j.modes(); {
		case n == 1:
			one++
		case n > 1:
			said = append(said, fmt.Sprintf(Text("diag.modes"), len(j.Each), j.Name, n, j.modeList()))
		}
	}
	if len(said) == 0 && one > 0 {
		return Text("diag.onemode")
	}
	return strings.Join(said, " ")
}

// modeList lists the chains of each mode: "1, 2; 3".
func (d ChainDiagnosis) modeList() string {
	groups := make([][]string, d.modes())
	for _, c := range d.Each {
		groups[c.Mode] = append(groups[c.Mode], strconv.Itoa(c.Number))
	}
	var out []string
	for _, g := range groups {
		out = append(out, strings.Join(g, ", "))
	}
	return strings.Join(out, "; ")
}

// Advice says what would settle the run, and what to do about each warning of its chains, or that nothing is to be
// done.
func Advice(all []Judged, v Verdict) []string {
	out := slices.Clone(verdictAdvice(v))
	say := func(key string, which func(Judged) bool) { out = append(out, unempty(naming(key, all, which))...) }
	say("diag.do.modes", func(j Judged) bool { return j.modes() > 1 })
	say("diag.do.rhat", func(j Judged) bool { return j.modes() == 1 && j.RHat != nil && *j.RHat > rHatLimit })
	say("diag.do.ess", func(j Judged) bool {
		least := drawsLimit * float64(len(j.Each))
		return j.Bulk != nil && *j.Bulk < least || j.Tail != nil && *j.Tail < least
	})
	say("diag.do.divergences", func(j Judged) bool { return j.Divergences > 0 })
	say("diag.do.bfmi", func(j Judged) bool { return j.BFMI != nil && *j.BFMI < bfmiLimit })
	say("diag.do.leftout", func(j Judged) bool { return j.LeftOut > 0 })
	if len(out) == 0 {
		out = append(out, Text("diag.do.nothing"))
	}
	return out
}

// JudgedMarkup draws the table: of chains, or of importance sampling where there are none.
func JudgedMarkup(all []Judged) string {
	columns := fastColumns()
	if slices.ContainsFunc(all, func(j Judged) bool { return len(j.Each) > 0 }) {
		columns = chainColumns()
	}
	var heads []string
	for _, c := range columns {
		heads = append(heads, Text(c.head))
	}
	var m strings.Builder
	for _, j := range all {
		row := textIn("th", `scope="row"`, j.Name)
		for i, c := range columns[1:] {
			words, bad := c.of(j)
			if bad {
				words += " " + Text("diag.bad")
			}
			row += textIn("td", `class="num`+Either(bad, " bad", "")+`" data-head="`+
				chart.Escape(heads[1+i])+`"`, words)
		}
		m.WriteString(element("tr", "", row))
	}
	return element("thead", "", headRow("", colHead, colHead, heads...)) + element("tbody", "", m.String())
}

// column is one of the table: the words of a topology, and whether they are beyond their limit.
type column struct {
	head string // key of the text table
	of   func(Judged) (words string, bad bool)
}

func leadColumns() []column {
	return []column{
		{"diag.topology", func(j Judged) (string, bool) { return j.Name, false }},
		{"diag.weight", func(j Judged) (string, bool) {
			return WeightWithError(j.Weight, j.WeightError), false
		}},
		{"diag.evidence", func(j Judged) (string, bool) {
			return WithError(j.LogEvidence, j.LogEvidenceError), false
		}},
	}
}

func kHatColumn() column {
	return column{"diag.khat", func(j Judged) (string, bool) {
		if math.IsNaN(j.KHat) {
			return unavailable, !j.Reliable
		}
		return Fixed(j.KHat, 2) + " / " + Fixed(j.KHatLimit, 2), !j.Reliable
	}}
}

func fastColumns() []column {
	return append(leadColumns(), kHatColumn(),
		column{"diag.effective", func(j Judged) (string, bool) {
			return Significant(j.EffectiveNumber, 3), false
		}}, column{"diag.components", func(j Judged) (string, bool) { return Count(j.Modes), false }},
		column{"diag.audit", func(j Judged) (string, bool) { return j.auditWord(), j.Doubted() }})
}

// auditWord is the outcome of an audit in a word or two.
func (t Topology) auditWord() string {
	switch {
	case t.Audit == nil:
		return Text("diag.audit.none")
	case t.Audit.Flag == flaggedFailed:
		return Text("diag.audit.failed")
	case t.Audit.Flag != "":
		return Text("diag.audit.doubt")
	case t.Audit.Added > 0:
		return Text("diag.audit.mended")
	}
	return Text("diag.audit.fine")
}

func chainColumns() []column {
	limited := func(x *float64, digits int, bad func(float64) bool) (string, bool) {
		if x == nil {
			return unavailable, false
		}
		return Fixed(*x, digits), bad(*x)
	}
	fewer := func(j Judged) func(float64) bool {
		return func(x float64) bool { return x < drawsLimit*float64(len(j.Each)) }
	}
	return append(leadColumns(),
		column{"diag.chains", func(j Judged) (string, bool) { return Count(len(j.Each)), false }},
		column{"diag.chainmodes", func(j Judged) (string, bool) { return Count(j.modes()), j.modes() > 1 }},
		column{"diag.rhat", func(j Judged) (string, bool) {
			return limited(j.RHat, 3, func(x float64) bool { return x > rHatLimit })
		}},
		column{"diag.bulk", func(j Judged) (string, bool) { return limited(j.Bulk, 0, fewer(j)) }},
		column{"diag.tail", func(j Judged) (string, bool) { return limited(j.Tail, 0, fewer(j)) }},
		column{"diag.mcse", func(j Judged) (string, bool) {
			return limited(j.MCSE, 3, func(float64) bool { return false })
		}}, column{"diag.divergences", func(j Judged) (string, bool) {
			return j.divergenceWords(), j.Divergences > 0
		}}, column{"diag.bfmi", func(j Judged) (string, bool) {
			return limited(j.BFMI, 2, func(x float64) bool { return x < bfmiLimit })
		}}, column{"diag.step", func(j Judged) (string, bool) {
			if j.StepLow == nil || j.StepHigh == nil {
				return unavailable, false
			}
			return fmt.Sprintf(Text("diag.step.range"), Significant(*j.StepLow, 2),
				Significant(*j.StepHigh, 2)), false
		}}, kHatColumn())
}

// divergenceWords counts divergences and says which chains had most of them.
func (j Judged) divergenceWords() string {
	if j.Divergences == 0 {
		return "0"
	}
	var in []string
	for _, c := range j.Each {
		if c.Divergent > 0 {
			in = append(in, strconv.Itoa(c.Number))
		}
	}
	if len(in) == 0 {
		return Count(j.Divergences)
	}
	return fmt.Sprintf(Text("diag.divergences.in"), Count(j.Divergences), listed(in, 4))
}
