// The prior of a fit of all trees at once as settings of the dialog: names that begin with "trees.".

package logic

import (
	"strconv"
	"strings"

	"dcctree/core/dataset"
	"dcctree/core/fit"
)

const ofTrees = "trees."

// treeSettings are those that have a part in a fit to such a target.
func treeSettings(has func(*fit.PriorNumber) bool) SettingGroup {
	g := SettingGroup{Title: "group.trees"}
	for _, n := range fit.PriorNumbers() {
		if has(&n) {
			g.Settings = append(g.Settings,
				Setting{Name: ofTrees + n.Name, Range: between(digits(n.Least), digits(n.Most))})
		}
	}
	return g
}

func allTreeSettings() SettingGroup {
	return treeSettings(func(*fit.PriorNumber) bool { return true })
}

// Groups are the groups of the dialog: of all trees at once the prior's numbers that have a part in a fit to such a
// target ("classification", or else a number), else what the preset uses.
func (c Choice) Groups(task string) []SettingGroup {
	if !c.AtOnce() {
		return DialogGroups(c.Preset)
	}
	return []SettingGroup{treeSettings(func(n *fit.PriorNumber) bool { return c.asks(n, task) })}
}

func (c Choice) asks(n *fit.PriorNumber, task string) bool {
	kind := dataset.Regression
	if task == "classification" {
		kind = dataset.Classification
	}
	return n.Asked(kind, c.SplitsTaken() == SharpSplits)
}

// usualTrees are the values of the prior where nothing is typed, by the names of the settings.
func usualTrees() map[string]string {
	values := map[string]string{}
	for _, n := range fit.PriorNumbers() {
		if values[ofTrees+n.Name] = digits(n.Usual); n.Usual == 0 {
			values[ofTrees+n.Name] = Text("set.trees.learned")
		}
	}
	return values
}

func digits(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// prior is what was typed of it and has a part in a fit to such a target; what is no number is not in it.
func (c Choice) prior(task string) map[string]any {
	values := map[string]any{}
	for _, n := range fit.PriorNumbers() {
		if v, isNumber := Typed(c.Settings[ofTrees+n.Name]).(float64); isNumber && c.asks(&n, task) {
			values[n.Name] = v
		}
	}
	return values
}

// impossible reports whether the number of a setting of the prior is out of its range, or the narrowest width above the
// widest.
func (c Choice) impossible(name string) bool {
	name, prior := strings.TrimPrefix(name, ofTrees), fit.Prior{}
	bound := []string{name}
	if name == "narrow" || name == "wide" {
		bound = []string{"narrow", "wide"}
	}
	for _, also := range bound {
		if v, isNumber := Typed(c.Settings[ofTrees+also]).(float64); isNumber {
			*prior.At(also) = v
		}
	}
	return *prior.At(name) == 0 || prior.Wrong() != nil
}

// ofFit reports whether a setting is one of the prior of all trees at once.
func ofFit(name string) bool { return strings.HasPrefix(name, ofTrees) }
