package logic

import (
	"reflect"
	"strings"
	"testing"
)

func TestTutorial(t *testing.T) {
	lessons, ok := lessonsOf("Read this.|run: Press Run.|tree: Look at the tree.|seed: Take another seed.|End.")
	if !ok {
		t.Fatal("the tutorial cannot be read")
	}
	u := NewTutorial(lessons)
	if u.Did("start") || u.Did("") {
		t.Error("a step that asks for nothing was done by pressing Run")
	}
	u.Turn(-1)
	u.Turn(1)
	if u.Did("step") || !u.Did("start") || u.Did("start") {
		t.Error("the step that points at Run is done by pressing Run, once")
	}
	u.Turn(1)
	u.Turn(1) // looked at the tree
	u.Turn(1) // left the seed as it was
	u.Turn(1) // beyond the end
	if want := []bool{true, true, true, false, false}; u.At != 4 || !reflect.DeepEqual(u.Done, want) {
		t.Errorf("at step %d, done %v; want 4, %v", u.At, u.Done, want)
	}
	u.Turn(-1)
	if !u.Did("seed") {
		t.Error("coming back and changing the seed completes the step")
	}
}

func TestTutorialMarkupHoldsText(t *testing.T) {
	got := NewTutorial([]Lesson{{"", "<b>a</b> & c"}, {"run", "go"}}).Markup()
	if strings.Contains(got, "<b>") || !strings.HasPrefix(got, `<li aria-current="step">&lt;b&gt;`) ||
		strings.Count(got, "<li") != 2 {
		t.Errorf("the list is %s", got)
	}
}

func TestActsOfParts(t *testing.T) {
	for part, want := range map[string]string{"run": "start", "start": "start", "step": "step", "seed": "seed",
		"weights": "weights", "tree": "", "trees": "", "log": "", "": "", "nothing": "",
		"predictions": "predictions"} {
		if got := actOf(part); got != want {
			t.Errorf("%q is completed by %q, want %q", part, got, want)
		}
	}
}
