//go:build js && wasm

// The Diagnostics panel: a sentence first, the numbers behind it next.

package page

import "dcctree/wasm/page/logic"

type diagnosticsPanel struct {
	verdict, facts, say *cell
}

func newDiagnosticsPanel(a *app) *diagnosticsPanel {
	return &diagnosticsPanel{verdict: a.byID("verdict"), facts: a.byID("facts"), say: a.byID("diagnostics-say")}
}

func (p *diagnosticsPanel) render(f *frame) {
	d := logic.Diagnose(f.topologies, f.verdict)
	d.Digest, d.GivenUp = f.digest, f.givenUp[string(logic.Spoken)]
	p.verdict.say(d.Verdict)
	p.verdict.SetAttribute("data-outcome", f.verdict.Outcome)
	p.facts.draw(d.Markup())
	p.say.say(logic.Join([]string{d.Plan, logic.CoverageSentence(f.metrics)}))
}
