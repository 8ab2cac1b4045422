//go:build js && wasm

// The Diagnostics panel: a sentence first, the numbers behind it next.

package page

import (
	"strings"

	"dcctree/wasm/page/logic"
)

type diagnosticsPanel struct {
	verdict, facts, say *cell
}

func newDiagnosticsPanel(a *app) *diagnosticsPanel {
	return &diagnosticsPanel{verdict: a.byID("verdict"), facts: a.byID("facts"), say: a.byID("diagnostics-say")}
}

func (p *diagnosticsPanel) render(f *frame) {
	d := logic.Diagnose(f.topologies, f.verdict)
	d.Digest = f.digest.Digest
	d.GivenUp = strings.Join(f.digest.Translations.In(logic.Spoken, f.digest.GivenUp), ", ")
	p.verdict.say(d.Verdict)
	p.verdict.SetAttribute("data-outcome", f.verdict.Outcome)
	p.facts.draw(d.Markup())
	p.say.say(logic.Join([]string{d.Plan, logic.CoverageSentence(f.metrics)}))
}
