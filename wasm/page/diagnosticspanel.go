//go:build js && wasm

// The Diagnostics panel: a sentence first, the numbers behind it next.

package page

import "fmt"

type diagnosticsPanel struct {
	verdict, facts, say *cell
}

func newDiagnosticsPanel(a *app) *diagnosticsPanel {
	return &diagnosticsPanel{verdict: a.byID("verdict"), facts: a.byID("facts"), say: a.byID("diagnostics-say")}
}

func (p *diagnosticsPanel) render(f *frame) {
	d := Diagnose(f.topologies, f.run.story.Last.Search.Unexplored)
	d.Digest, d.GivenUp = f.digest, f.givenUp[spoken.Tag]
	p.verdict.say(d.Verdict)
	p.verdict.SetAttribute("data-good", fmt.Sprint(d.Good))
	p.facts.draw(d.markup())
	p.say.say(CoverageSentence(f.metrics, f.run.preset, f.run.story.Last.Search.Unexplored))
}
