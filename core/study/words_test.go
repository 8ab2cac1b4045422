// What plots and reports say.

package study

import (
	"testing"

	"dcctree/core/words"
)

func TestPlotSays(t *testing.T) {
	p := plotted{lang: "de"}
	if p.head("study.row", "study.mean"); len(p.heads) != 2 || p.heads[0] != "Zeile" || p.heads[1] != "Mittel" {
		t.Errorf("heads %q", p.heads)
	}
	if got := p.lang.Say("study.thinned", "2", "%s"); got != "2 von %s Zeilen, in gleichen Abständen." {
		t.Errorf("%q", got)
	}
}

// TestReportsNameThePreset: each of those that can be asked for.
func TestReportsNameThePreset(t *testing.T) {
	for _, preset := range []string{PresetFirst, PresetFast, "quick", "paper"} {
		if !words.Has("study.preset." + preset) {
			t.Errorf("the preset %s has no name", preset)
		}
	}
}
