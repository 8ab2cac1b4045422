// Tutorials: the steps that a link brings along, which of them is the present one, and what was done.

package logic

import (
	"fmt"
	"slices"
	"strings"

	"dcctree/core/chart"
)

// Tutorial is a list of steps in the course of being followed.
type Tutorial struct {
	Lessons []Lesson
	At      int    // the present one, from 0
	Done    []bool // by step
}

// NewTutorial begins at the first step.
func NewTutorial(lessons []Lesson) *Tutorial {
	return &Tutorial{Lessons: lessons, Done: make([]bool, len(lessons))}
}

// Turn goes so many steps on, within the list. A step that asks for nothing to be done is done when it is left for the
// next.
func (t *Tutorial) Turn(by int) {
	to := min(max(0, t.At+by), len(t.Lessons)-1)
	if to > t.At && actOf(t.Lessons[t.At].Part) == "" {
		t.Done[t.At] = true
	}
	t.At = to
}

// Did takes notice that a part was used, and reports whether that was what the present step had asked for.
func (t *Tutorial) Did(part string) bool {
	if part == "" || t.Done[t.At] || actOf(t.Lessons[t.At].Part) != actOf(part) {
		return false
	}
	t.Done[t.At] = true
	return true
}

// onlyLookedAt are the controls that there is nothing to do with.
var onlyLookedAt = []string{"tree", "lock"}

// actOf is the control whose use completes a step that points at the part; "" where looking at it is all.
func actOf(part string) string {
	p, known := PartByName(part)
	switch {
	case !known || slices.Contains(onlyLookedAt, part):
		return ""
	case part == "run":
		return "start"
	case p.Panel == "" && part != "predictions":
		return ""
	}
	return part
}

// Markup draws the list. Texts are the link's: they go into the page as text.
func (t *Tutorial) Markup() string {
	var b strings.Builder
	for i, l := range t.Lessons {
		now, done := "", ""
		if i == t.At {
			now = ` aria-current="step"`
		}
		if t.Done[i] {
			done = ` <span class="ticked">✓ ` + chart.Escape(Text("tutorial.tick")) + `</span>`
		}
		fmt.Fprintf(&b, `<li%s>%s%s</li>`, now, chart.Escape(l.Text), done)
	}
	return b.String()
}
