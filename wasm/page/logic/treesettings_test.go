// Tests of the prior of all trees at once in the dialog of settings.

package logic

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/fit"
)

// shown are the names of the dialog's settings.
func shown(c Choice, task string) (names []string) {
	for _, g := range c.Groups(task) {
		for _, s := range g.Settings {
			names = append(names, strings.TrimPrefix(s.Name, ofTrees))
		}
	}
	return names
}

// The dialog of a fit has the numbers that have a part in it, that of a run by topology none of them.
func TestGroupsOfTrees(t *testing.T) {
	own := DefaultChoice().ForNewTable("")
	sharp, topologies := own, own
	sharp.Splits, topologies.Model = SharpSplits, ByTopology
	for _, c := range []struct {
		choice     Choice
		task, want string
	}{
		{own, "regression", "root gradual narrow wide leaf noise"},
		{own, "", "root gradual narrow wide leaf noise"}, {sharp, "regression", "root leaf noise"},
		{own, "classification", "root concentration"},
	} {
		if got := strings.Join(shown(c.choice, c.task), " "); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.choice.Splits, c.task, got, c.want)
		}
	}
	for _, n := range fit.PriorNumbers() {
		if slices.Contains(shown(topologies, ""), n.Name) {
			t.Errorf("by topology has the field %s", n.Name)
		}
	}
}

// Each number goes into a link and back, to the bridge where it has a part, and nowhere by topology. Ends of its range
// can be used, what is beyond and what is no number cannot.
func TestTreeSettings(t *testing.T) {
	for _, n := range fit.PriorNumbers() {
		task := "regression"
		if n.Name == "concentration" {
			task = "classification"
		}
		name := ofTrees + n.Name
		for value, possible := range map[float64]bool{n.Least: n.Name != "wide", n.Most: n.Name != "narrow",
			n.Least / 2: false, 2 * n.Most: false, 0: false} { // the usual widths are within these ends
			c := DefaultChoice().ForNewTable("").With(name, digits(value))
			if got := c.FitOptions(task)["prior"]; !reflect.DeepEqual(got, map[string]any{n.Name: value}) {
				t.Errorf("%s %g goes to the bridge as %v", name, value, got)
			}
			if got, section := c.Wrong(task); (got == "") != possible || !possible && section != "model" {
				t.Errorf("%s = %g: %q in %q", name, value, got, section)
			}
			back, refused := ParseLink(c.Hash(), true)
			if back.Choice.Settings[name] != digits(value) || refused != nil {
				t.Errorf("%s read back as %v, refused %q", c.Hash(), back.Choice.Settings, refused)
			}
			if c.Model = ByTopology; len(c.Used()) != 0 {
				t.Errorf("by topology uses %v", c.Used())
			}
		}
		c := DefaultChoice().ForNewTable("").With(name, "much")
		if got := SettingFaults(c, task)[name]; !strings.Contains(got, "much is no number") {
			t.Errorf("%s as a word: %q", name, got)
		}
	}
}

// Two widths are judged together: the narrowest may be above the usual widest where that is changed, too.
func TestWidthsTogether(t *testing.T) {
	c := DefaultChoice().ForNewTable("").With("trees.narrow", ".3")
	if got := SettingFaults(c, ""); got["trees.narrow"] == "" {
		t.Error("widths from .3 to .25 are possible")
	}
	if got := SettingFaults(c.With("trees.wide", ".4"), ""); len(got) != 0 {
		t.Errorf("widths from .3 to .4: %q", got)
	}
}

// Numbers of the prior that have no part in a fit are kept but not sent, and a choice with them is remembered.
func TestTreeSettingsWait(t *testing.T) {
	c := DefaultChoice().ForNewTable("").With("trees.leaf", "2").With("trees.concentration", "1")
	want := map[string]any{"concentration": 1.0}
	if got := c.FitOptions("classification")["prior"]; !reflect.DeepEqual(got, want) {
		t.Errorf("classes have the prior %v", got)
	}
	m := Memo{Choice: c}
	if back, ok := ReadMemo(m.Text()); !ok || !reflect.DeepEqual(back.Choice.Settings, c.Settings) {
		t.Errorf("read back as %v, %v", back.Choice.Settings, ok)
	}
}
