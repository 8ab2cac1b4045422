//go:build js && wasm

// The Diagnostics panel: a sentence first, the numbers behind it next.

package page

type diagnosticsPanel struct {
	verdict, facts, say *cell
}

func newDiagnosticsPanel(a *app) *diagnosticsPanel {
	return &diagnosticsPanel{verdict: a.byID("verdict"), facts: a.byID("facts"), say: a.byID("diagnostics-say")}
}

func (p *diagnosticsPanel) render(f *frame) {
	d := Diagnose(f.topologies, f.verdict)
	d.Digest, d.GivenUp = f.digest, f.givenUp[spoken.Tag]
	p.verdict.say(d.Verdict)
	p.verdict.SetAttribute("data-outcome", f.verdict.Outcome)
	p.facts.draw(d.markup())
	p.say.say(join([]string{d.Plan, CoverageSentence(f.metrics)}))
}
