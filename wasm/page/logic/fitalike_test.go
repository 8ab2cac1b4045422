// Tests of what the page says that drawn trees have in common.

package logic

import (
	"strings"
	"testing"

	"dcctree/core/fit"
)

// Shares stand with their errors, names as texts, and a tree without a split uses no input. An answer of before has no
// table.
func TestFitAlike(t *testing.T) {
	se := .0234
	a := &fit.Answer{
		Together: []fit.Together{{Inputs: []string{"<b>", "mass"}, Share: .7, Error: &se}, {Share: .3}},
		Structures: &fit.Structures{Distinct: 41, Trees: 1500,
			Most: []fit.Structure{{Says: "mass [·, <b>]", Share: .25, Error: &se}}}}
	got := strings.ReplaceAll(FitAlike(a), noBreak, " ")
	for _, want := range []string{"<td class=\"r num\">.70 ± .02</td><td>&lt;b&gt;, mass</td>",
		".30 ± ?</td><td>none</td>", "41 structures, 1,500 drawn trees", "<td>mass [·, &lt;b&gt;]</td>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %q", got, want)
		}
	}
	if old := FitAlike(&fit.Answer{}); old != "" {
		t.Errorf("an answer without it says %q", old)
	}
}
