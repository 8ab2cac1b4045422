//go:build js && wasm

// The language of the page: chosen by the link, else by the browser, and changed at once by the switch in the footer.

package page

import (
	"fmt"
	"syscall/js"

	"dcctree/core/words"
	"dcctree/wasm/page/logic"
)

// preferred are the languages that the browser asks for, the best first.
func preferred() []string {
	list := js.Global().Get("navigator").Get("languages")
	if list.Type() != js.TypeObject {
		return nil
	}
	var tags []string
	for i := range list.Length() {
		tags = append(tags, list.Index(i).String())
	}
	return tags
}

// startSpeaking takes the language that the link or the browser asks for; the skeleton is English.
func (a *app) startSpeaking() {
	logic.Spoken = logic.LanguageFor(a.choice.Language, preferred())
	a.translate("en")
}

// newLanguageSwitch makes the buttons of the footer.
func newLanguageSwitch(a *app) {
	a.byID("language").draw(logic.LanguageMarkup())
	a.each("[data-language]", func(c *cell) {
		tag := c.GetAttribute("data-language")
		a.listen(c, "click", func(js.Value) { a.speak(tag) })
	})
}

// speak changes the language of all that is on the screen. A change takes moments, in which another may be asked for:
// that one comes after it.
func (a *app) speak(tag string) {
	if _, known := logic.LanguageOf(tag); !known {
		return
	}
	a.asked = tag
	if a.speaking {
		return
	}
	a.speaking = true
	for a.asked != string(logic.Spoken) {
		a.change(a.asked)
	}
	a.speaking = false
}

// change is one change of language. Nothing is asked of the run but its figures, and nothing typed or chosen is lost.
func (a *app) change(tag string) {
	next, _ := logic.LanguageOf(tag)
	before := logic.Spoken
	logic.Spoken, a.choice.Language = next, tag
	a.writeLink()
	a.translate(before)
	a.retell()
	breathe()
	a.data.translate()
	a.columns.render()
	a.chosen()
	breathe()
	a.tree.translate()
	a.predict.whatif.translate()
	a.across.translate()
	a.fit.whatif.translate()
	a.fit.draw()
	a.checks.translate()
	a.paper.render()
	a.methods.translate()
	a.figures.translate()
	a.tutorial.render()
	a.paint.mark()
}

// translate puts the words of the page's language wherever the skeleton names a key and still holds the words of the
// language before; what a panel has written there instead the panel writes anew.
func (a *app) translate(before words.Lang) {
	root := wrap(a.doc.Underlying().Get("documentElement"))
	root.SetAttribute("lang", string(logic.Spoken))
	a.doc.set("title", logic.Text("page.title"))
	a.each("[data-text]", func(c *cell) {
		if key := c.GetAttribute("data-text"); c.TextContent() == before.Raw(key) {
			c.SetTextContent(logic.Text(key))
		}
	})
	a.each("[data-label]", func(c *cell) { c.SetAttribute("aria-label", logic.Text(c.GetAttribute("data-label"))) })
	a.each("[data-ended]", func(c *cell) { c.SetAttribute("data-ended", logic.Text("error.ended")) })
	a.each("[data-language]", func(c *cell) {
		c.SetAttribute("aria-current", fmt.Sprint(c.GetAttribute("data-language") == string(logic.Spoken)))
	})
}

// telling is a text that the page said once and does not come back to by itself.
type telling struct {
	words func() string
	said  string
}

// tell says words that a change of language says anew, unless something else was said there meanwhile.
func (a *app) tell(c *cell, words func() string) {
	said := words()
	a.told[c] = telling{words, said}
	c.say(said)
}

// retell says in the page's language what was told in another.
func (a *app) retell() {
	for c, t := range a.told {
		if c.last != t.said {
			delete(a.told, c)
			continue
		}
		a.tell(c, t.words)
	}
}

// saying makes a telling of a text of the table.
func saying(key string, values ...any) func() string {
	return func() string {
		if len(values) == 0 {
			return logic.Text(key)
		}
		return fmt.Sprintf(logic.Text(key), values...)
	}
}
