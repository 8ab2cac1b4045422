//go:build js && wasm

// The Compare panel.

package page

import "dcctree/wasm/page/logic"

type comparePanel struct {
	app                    *app
	head, body, say, whose *cell
}

func newComparePanel(a *app) *comparePanel {
	return &comparePanel{app: a, head: a.byID("metrics-head"), body: a.byID("metrics-body"),
		say: a.byID("compare-say"), whose: a.byID("whose")}
}

func (p *comparePanel) render(f *frame) {
	table := logic.CompareTable(f.metrics, f.run.info)
	if average := f.origin.average; average != nil && average.Train != nil {
		table.Insert(average.Method(), f.metrics, f.run.info)
	}
	if before := p.app.two.other(f); before != nil {
		table.Insert(before.Method(), f.metrics, f.run.info)
	}
	p.head.draw(table.HeadMarkup())
	p.body.draw(table.BodyMarkup())
	p.say.say(logic.CompareSentence(f.metrics, f.run.info))
	p.whose.say(f.run.caption())
}
