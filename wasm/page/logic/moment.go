// Time and the story of a run: a stopwatch, and the list of what happened.

package logic

import (
	"fmt"
	"strconv"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/words"
)

// Stopwatch counts the time of sampling, in milliseconds of the page's clock.
type Stopwatch struct {
	Before  float64 // of earlier stretches
	since   float64
	Running bool
}

func (w *Stopwatch) Start(now float64) {
	if !w.Running {
		w.since, w.Running = now, true
	}
}

func (w *Stopwatch) Stop(now float64) {
	w.Before, w.Running = w.Elapsed(now), false
}

func (w *Stopwatch) Elapsed(now float64) float64 {
	if w.Running {
		return w.Before + now - w.since
	}
	return w.Before
}

// Entry is one line of "What happened".
type Entry struct {
	Step         int     // its number, from 1
	Seconds      float64 // of sampling since the run was created
	Words        string
	Translations words.Translations[string]
	Name         string // of the topology that it is about, "" where it is about none
	Key          string
}

// words tells the entry in the page's language, and which that is: a restored session may hold English alone.
func (e Entry) words() (said string, lang words.Lang) {
	if said, ok := e.Translations[string(Spoken)]; ok {
		return said, Spoken
	}
	return e.Words, words.English
}

// Markup is one entry; on: it is looked at; open: it can be.
func (e Entry) Markup(on, open bool) string {
	said, tag := e.words()
	lang := string(tag)
	words, n := told(said), strconv.Itoa(e.Step)
	if !open {
		return `<li><time class="num">` + Clock(e.Seconds) + `</time><span lang="` + lang + `">` + words +
			`</span></li>`
	}
	if name := "<b>" + chart.Escape(e.Name) + "</b>"; e.Key != "" {
		words = strings.Replace(words, name, `<button type="button" class="link to" data-focus="to`+n+
			`" data-to="`+chart.Escape(e.Key)+`" aria-label="`+
			chart.Escape(fmt.Sprintf(Text("store.totree"), e.Name, n))+`">`+chart.Escape(e.Name)+
			`</button>`, 1)
	}
	class, current := "", ""
	if on {
		class, current = ` class="is-on"`, ` aria-current="step"`
	}
	return `<li data-look="` + n + `"` + class + `><button type="button" class="link when" data-focus="at` + n +
		`"` + current + ` aria-label="` +
		chart.Escape(fmt.Sprintf(Text("store.look"), Clock(e.Seconds), n)) + `"><time class="num">` +
		Clock(e.Seconds) + `</time></button><span lang="` + lang + `">` + words + `</span></li>`
}

// mostEntries bounds the log.
const mostEntries = 60

// Remember puts an entry first and drops the oldest beyond the bound. It leaves the list that it was given as it is.
func Remember(entries []Entry, e Entry) []Entry {
	kept := entries[:min(len(entries), mostEntries-1)]
	return append([]Entry{e}, kept...)
}

// Unbroken keeps a number on one line with its error, percent sign or factor.
var Unbroken = strings.NewReplacer(" ± ", noBreak+"±"+noBreak, " %", noBreak+"%", "× ", "×"+noBreak)

// told is an entry's words as markup, with topologies such as {1,5,6} in bold.
func told(words string) string {
	words = Unbroken.Replace(words)
	var b strings.Builder
	for {
		start := strings.IndexByte(words, '{')
		end := strings.IndexByte(words, '}')
		if start < 0 || end < start {
			b.WriteString(chart.Escape(words))
			return b.String()
		}
		name := words[start : end+1]
		if strings.Trim(name, "{0123456789,}") == "" {
			name = "<b>" + name + "</b>"
		} else {
			name = chart.Escape(name)
		}
		b.WriteString(chart.Escape(words[:start]) + name)
		words = words[end+1:]
	}
}

// LongestRest is how long news may wait for a redraw, in milliseconds; while there were few steps, of which each is
// news, less. An answer does not wait at all, see painter.atOnce.
func LongestRest(steps int) float64 {
	if steps < 6 {
		return 500
	}
	return 1000
}

// NextPaint says how long to wait before the next redraw: at most ten a second, and no more than a sixth of the time
// spent drawing, so that a slow machine samples instead of drawing, unless news would wait for long. All values in
// milliseconds; began and ended are of the last redraw.
func NextPaint(now, began, ended, longest float64) float64 {
	return max(0, began+100-now, ended+min(5*(ended-began), longest)-now)
}
