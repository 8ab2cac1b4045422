//go:build js && wasm

// "What happened": each step in words, the newest first.

package page

import "strings"

type logPanel struct {
	list, wait *cell
}

func newLogPanel(a *app) *logPanel {
	return &logPanel{list: a.byID("log-list"), wait: a.byID("log-wait")}
}

func (p *logPanel) render(f *frame) {
	p.wait.show(len(f.run.entries) == 0)
	var m strings.Builder
	for _, e := range f.run.entries {
		m.WriteString(`<li><time class="num">` + Clock(e.Seconds) + `</time><span>` + told(e.Words) + `</span></li>`)
	}
	p.list.draw(m.String())
}
