//go:build js && wasm

// The Compare panel.

package page

type comparePanel struct {
	app                    *app
	head, body, say, whose *cell
}

func newComparePanel(a *app) *comparePanel {
	return &comparePanel{app: a, head: a.byID("metrics-head"), body: a.byID("metrics-body"), say: a.byID("compare-say"), whose: a.byID("whose")}
}

func (p *comparePanel) render(f *frame) {
	table := CompareTable(f.metrics, f.run.info)
	if average := f.origin.average; average != nil && average.Train != nil {
		table.insert(average.method(), f.metrics, f.run.info)
	}
	if before := p.app.two.other(f); before != nil {
		table.insert(before.method(), f.metrics, f.run.info)
	}
	p.head.draw(table.headMarkup())
	p.body.draw(table.bodyMarkup())
	p.say.say(CompareSentence(f.metrics, f.run.info))
	p.whose.say(f.run.caption())
}
