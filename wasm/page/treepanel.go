//go:build js && wasm

// The tree: the diagram of the selected topology, or of the most probable one.

package page

import (
	"fmt"
	"syscall/js"
)

type treePanel struct {
	app                         *app
	title, say, follow, picture *cell
	how                         *cell
}

func newTreePanel(a *app) *treePanel {
	p := &treePanel{
		app: a, title: a.byID("tree-h"), say: a.byID("tree-say"), follow: a.byID("tree-follow"), picture: a.byID("tree"), how: a.byID("how-text"),
	}
	p.how.say(text("tree.how.regression"))
	a.listen(p.follow, "click", func(js.Value) {
		a.shown.selected = ""
		p.title.focus()
		a.paint.mark()
	})
	return p
}

// width is the room for the diagram, in pixels.
func (p *treePanel) width() float64 { return max(100, p.picture.width()) }

func (p *treePanel) render(f *frame) {
	p.title.say(fmt.Sprintf(text("tree.named"), f.chosen.Name))
	p.say.say(TreeSentence(f.chosen))
	p.follow.show(f.run.selected != "" && f.chosen.Key != f.topologies[0].Key)
	p.how.say(text("tree.how." + f.run.info.Task))
	p.picture.draw(f.tree)
}
