// Links: what stands behind the # of the address, read with care because it comes from outside.

package logic

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/fit"
)

// Choice is what a person chose before a run. Zero values mean "as proposed".
type Choice struct {
	Language string // tag; "" as the browser prefers
	Sample   string // id of a sample set; "" when an own table is open
	Target   string
	Task     string // "auto", "regression" or "classification"
	Holdout  string // share as typed; the coordinator judges it
	Preset   string // firstPreset...
	Model    string // ByTopology, or "" for what is usual: all trees at once for an own table, else by topology
	// Where all trees are fitted at once to a number: fit.PlainScale, fit.RootScale, fit.LogScale, or "" as rows
	// ask; SharpSplits, or "" for sharp and gradual ones; and fit.LeafNoise, fit.HeavyNoise, or "" for the common
	// one.
	Scale, Splits, Noise string
	// Where all trees are fitted at once: the column of row weights, "" for none; and fit.SmallTrees,
	// fit.LargeTrees, or "" for the usual ones.
	Weight, Size string

	Seed     string
	Settings map[string]string // by JSON name, as typed; only what differs from the preset
	Unused   []string          // columns that are not to be features

	Bandwidth   string // severalBandwidths, or "" for the one that is set
	HoldoutSeed string // of the random split; "" is 1
	Standardize string // "yes", "no", or "" for what is usual: yes for an own table, no for a sample set
}

// UsualHoldout is the share of an own table's rows that is held out where nothing was typed.
const UsualHoldout = ".3"

// ByTopology asks for the paper's model and its division of the posterior for an own table, too.
const ByTopology = "topologies"

// SharpSplits asks for sharp splits alone.
const SharpSplits = "sharp"

// FitOptions are the bridge's options of a fit of all trees at once, beside those that every choice has. Classes have
// neither scale nor gradual splits nor noise, and leaves with noises of their own no gradual splits.
func (c Choice) FitOptions(task string) map[string]any {
	if task == "classification" {
		c.Scale, c.Splits, c.Noise = "", "", ""
	}
	return map[string]any{"scale": cmp.Or(c.Scale, fit.AutoScale), "sharp": c.SplitsTaken() == SharpSplits,
		"noise": cmp.Or(c.Noise, fit.CommonNoise), "weight": c.Weight,
		"size": cmp.Or(c.Size, fit.UsualTrees), "prior": c.prior(task)}
}

// TreesSay says what a fit of all trees at once assumes of them, by the choice.
func (c Choice) TreesSay(task string) string {
	numbers := task != "classification"
	say := Text(Either(numbers && c.SplitsTaken() != SharpSplits, "model.way.trees.say", "model.way.sharp.say"))
	if numbers {
		say += " " + Text("model.noise."+cmp.Or(c.Noise, fit.CommonNoise)+".say")
	}
	if c.Size != "" {
		say += " " + Text("model.size."+c.Size+".say")
	}
	return say
}

// SplitsTaken are the splits of a fit to a number: those chosen, or SharpSplits where each leaf has a noise.
func (c Choice) SplitsTaken() string {
	if !c.ChoosesSplits() {
		return SharpSplits
	}
	return c.Splits
}

// ChoosesSplits reports whether the noise leaves a choice of splits.
func (c Choice) ChoosesSplits() bool { return c.Noise != fit.LeafNoise }

// AtOnce reports whether Run fits all trees at once.
func (c Choice) AtOnce() bool { return c.Sample == "" && c.Model != ByTopology }

// SeveralBandwidths asks for a comparison of bandwidths after a run.
const SeveralBandwidths = "several"

// fitting drops what names columns that a table does not have.
func (c Choice) fitting(t Table) Choice {
	has := func(name string) bool {
		return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == name })
	}
	if c.Target != "" && !has(c.Target) && c.Sample == "" {
		c.Target, c.Task = "", "auto"
	}
	if !has(c.Weight) {
		c.Weight = ""
	}
	var unused []string
	for _, name := range c.Unused {
		if has(name) {
			unused = append(unused, name)
		}
	}
	c.Unused = unused
	return c
}

// Several reports whether runs compare bandwidths.
func (c Choice) Several() bool { return c.Bandwidth == SeveralBandwidths }

// ForTable is the choice for a table that was read, of the sample of that id. keep says that what is chosen about
// columns and rows is meant for it.
func (c Choice) ForTable(t Table, sample string, keep bool) Choice {
	if !keep {
		c = c.ForNewTable(sample)
	}
	return c.fitting(t)
}

// ForNewTable keeps what holds for any table (preset, seed, settings) and drops what named the columns or rows of
// another.
func (c Choice) ForNewTable(sample string) Choice {
	c.Sample, c.Target, c.Task, c.Holdout, c.Standardize = sample, "", "auto", "", ""
	c.Scale, c.Splits, c.Noise, c.Weight, c.Size = "", "", "", "", ""
	c.Unused = nil
	return c
}

// LinkedTo is the choice for a table of one's own with what a link chooses of any such table.
func (c Choice) LinkedTo(link Choice) Choice {
	c.Holdout, c.Standardize = link.Holdout, link.Standardize
	c.Scale, c.Splits, c.Noise, c.Size = link.Scale, link.Splits, link.Noise, link.Size
	return c
}

// LostIn are the keys of a link whose columns the table that is open now does not have.
func (c Choice) LostIn(now Choice) (keys []string) {
	for _, k := range []struct {
		name string
		lost bool
	}{{"target", c.Target != now.Target}, {"weight", c.Weight != now.Weight},
		{"unused", len(c.Unused) != len(now.Unused)}} {
		if k.lost {
			keys = append(keys, k.name)
		}
	}
	return keys
}

// TaskOf is what the choice learns of a table as far as that shows before it is reviewed.
func (c Choice) TaskOf(t *Table) string {
	target := cmp.Or(c.Target, t.SuggestedTarget)
	switch {
	case c.Task != "auto":
		return c.Task
	case target == t.SuggestedTarget:
		return t.SuggestedTask
	}
	for _, column := range t.Columns {
		if column.Name == target && column.Kind == "text" {
			return "classification"
		}
	}
	return "regression"
}

// UsesNone reports whether no column of the table is left as a feature.
func (c Choice) UsesNone(t *Table) bool {
	used := c.features(t)
	return used != nil && len(used) == 0
}

// Weighted is the column of row weights of a fit; "" where Run does none.
func (c Choice) Weighted() string {
	if !c.AtOnce() {
		return ""
	}
	return c.Weight
}

// features are the names of the columns to use, or nil for all usable ones.
func (c Choice) features(t *Table) []any {
	if len(c.Unused) == 0 && c.Weighted() == "" {
		return nil
	}
	return c.Inputs(t)
}

// Inputs are the names of the columns to use, all of them.
func (c Choice) Inputs(t *Table) []any {
	target := c.Target
	if target == "" {
		target = t.SuggestedTarget
	}
	used := []any{}
	for _, column := range t.Columns {
		if column.Name != target && column.Name != c.Weighted() && !slices.Contains(c.Unused, column.Name) &&
			c.usual(column) {
			used = append(used, column.Name)
		}
	}
	return used
}

// ColumnsOf are the bridge's options that say which columns of a table are used, and for what.
func (c Choice) ColumnsOf(t *Table) map[string]any {
	o := map[string]any{"task": c.Task}
	if c.Target != "" {
		o["target"] = c.Target
	}
	if used := c.features(t); used != nil {
		o["features"] = used
	}
	return o
}

// With is the choice with a setting as typed; "" takes it back.
func (c Choice) With(setting, value string) Choice {
	settings := map[string]string{}
	maps.Copy(settings, c.Settings)
	if settings[setting] = value; value == "" {
		delete(settings, setting)
	}
	c.Settings = settings
	return c
}

// Standardized reports whether a regression's target is to be standardized.
func (c Choice) Standardized() bool {
	if c.Standardize == "" {
		return c.Sample == ""
	}
	return c.Standardize == "yes"
}

// Used are the typed settings that the preset uses, or a fit of all trees at once; the others wait for a run that does.
// The map is the caller's own.
func (c Choice) Used() map[string]string {
	used := map[string]string{}
	for name, value := range c.Settings {
		if ofFit(name) == c.AtOnce() && (c.AtOnce() || Uses(c.Preset, name)) {
			used[name] = value
		}
	}
	return used
}

// DefaultChoice is the first visit's: the small regression set that the run finishes within seconds.
func DefaultChoice() Choice {
	return Choice{Sample: "wu", Task: "auto", Preset: FastPreset, Seed: "1"}
}

// Link is a choice read from an address, whether the page may start the run by itself, and how it is shown.
type Link struct {
	Choice Choice
	Run    bool
	View   View

	mode  string // while it is read: fastMode, paperMode or ""
	named bool   // it names a preset
}

// ParseLink reads the part of an address after "#", with or without that sign. Keys: lang, dataset, seed, preset,
// model, holdout, holdoutseed, standardize, bandwidth, target, weight, task, unused (once for each column that is not
// to be a feature), the settings by their names, run=0 for a page that waits, and those of the view: mode (fast or
// paper), steps, autorun, show, hide, lock, theme, data, parent, tutorial. run says whether a page starts the run by
// itself where the link is silent. ParseLink returns the keys whose values it could not use, in the order met, those of
// lists with what it could not use of them; the rest keep their defaults.
func ParseLink(hash string, run bool) (Link, []string) {
	link := Link{Choice: DefaultChoice(), Run: run}
	var refused []string
	for _, pair := range strings.Split(strings.TrimPrefix(hash, "#"), "&") {
		if !strings.Contains(pair, "=") {
			continue // the anchor of a section
		}
		refused = append(refused, link.Take(pair)...)
	}
	if !link.preset() {
		refused = append(refused, "mode")
	}
	link.mode, link.named = "", false
	return link, refused
}

// NamesTable reports whether a link names a sample set or holds a table.
func NamesTable(hash string) bool {
	return slices.ContainsFunc(strings.Split(strings.TrimPrefix(hash, "#"), "&"), func(pair string) bool {
		return strings.HasPrefix(pair, "dataset=") || strings.HasPrefix(pair, "data=")
	})
}

// Take takes one pair of a link and returns what of it cannot be used.
func (l *Link) Take(pair string) (refused []string) {
	key, value, err := Unescape(pair)
	if err != nil {
		return []string{key}
	}
	known, without := l.view(key, value)
	if known {
		for _, part := range without {
			refused = append(refused, briefly(key, part))
		}
		return refused
	}
	if !l.Set(key, value) {
		return []string{key}
	}
	return nil
}

// briefly names a key, and of its value the part that cannot be used.
func briefly(key, part string) string {
	if part == "" {
		return key
	}
	if len(part) > longestRefusal {
		part = part[:longestRefusal]
	}
	return key + "=" + strings.ToValidUTF8(part, "")
}

func Unescape(pair string) (key, value string, err error) {
	key, value, _ = strings.Cut(pair, "=")
	value, err = unquote(value)
	return key, value, err
}

const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~"

// quote writes a value as links hold it: every byte but letters, digits and -_.~ as %XX. (net/url does the same and
// would add a hundred kilobytes to the page.)
func quote(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; strings.IndexByte(unreserved, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}

// unquote reads what quote wrote, and a space written as +.
func unquote(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+':
			b.WriteByte(' ')
		case s[i] != '%':
			b.WriteByte(s[i])
		default:
			if i+2 >= len(s) {
				return "", errors.New("a % without its two digits")
			}
			c, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil {
				return "", err
			}
			b.WriteByte(byte(c))
			i += 2
		}
	}
	return b.String(), nil
}

// Set takes one key of a link and reports whether key and value are known.
func (l *Link) Set(key, value string) bool {
	switch key {
	case "lang":
		return choose(&l.Choice.Language, value, languageTags()...)
	case "dataset":
		return choose(&l.Choice.Sample, value, SampleIDs()...)
	case "preset":
		l.named = true
		if value == "standard" { // as it is called on the page
			value = FastPreset
		}
		return choose(&l.Choice.Preset, value, FirstPreset, FastPreset, shortPreset, paperPreset)
	case "model":
		return choose(&l.Choice.Model, value, ByTopology)
	case "scale":
		return choose(&l.Choice.Scale, value, fit.PlainScale, fit.RootScale, fit.LogScale)
	case "splits":
		return choose(&l.Choice.Splits, value, SharpSplits)
	case "weight":
		return value != "" && choose(&l.Choice.Weight, value, value)
	case "noise":
		return choose(&l.Choice.Noise, value, fit.LeafNoise, fit.HeavyNoise)
	case "size":
		return choose(&l.Choice.Size, value, fit.SmallTrees, fit.LargeTrees)
	case "task":
		return choose(&l.Choice.Task, value, "auto", "regression", "classification")
	case "seed":
		_, err := strconv.ParseUint(value, 10, 64)
		return err == nil && choose(&l.Choice.Seed, value, value)
	case "holdout":
		share, err := strconv.ParseFloat(value, 64)
		return err == nil && share >= 0 && share <= .9 && choose(&l.Choice.Holdout, value, value)
	case "holdoutseed":
		_, err := strconv.ParseUint(value, 10, 64)
		return err == nil && choose(&l.Choice.HoldoutSeed, value, value)
	case "bandwidth":
		return choose(&l.Choice.Bandwidth, value, SeveralBandwidths)
	case "standardize":
		return choose(&l.Choice.Standardize, value, "yes", "no")
	case "target":
		return value != "" && choose(&l.Choice.Target, value, value)
	case "unused":
		return l.Choice.leaveOut(value)
	case "run":
		l.Run = value != "0"
		return value == "0" || value == "1"
	case "v":
		return value == "1"
	}
	return l.Choice.setting(key, value)
}

// mostColumns bounds the columns that a link leaves out.
const mostColumns = 200

// leaveOut adds a column that is not to be a feature.
func (c *Choice) leaveOut(column string) bool {
	if column == "" || len(c.Unused) == mostColumns || slices.Contains(c.Unused, column) {
		return false
	}
	c.Unused = append(c.Unused, column)
	return true
}

// setting takes a setting of that name where the value is one of its words, or a finite number; the coordinator judges
// the range.
func (c *Choice) setting(name, value string) bool {
	for _, g := range append(SettingGroups(), AnswerGroup(), allTreeSettings()) {
		for _, s := range g.Settings {
			if s.Name != name || !s.takes(value) {
				continue
			}
			if c.Settings == nil {
				c.Settings = map[string]string{}
			}
			c.Settings[name] = value
			return true
		}
	}
	return false
}

// takes reports whether the value could be this setting's.
func (s Setting) takes(value string) bool {
	if s.Choices != nil {
		return slices.Contains(s.Choices, value)
	}
	x, ok := Typed(value).(float64)
	return ok && x-x == 0
}

func choose(field *string, value string, allowed ...string) bool {
	for _, a := range allowed {
		if value == a {
			*field = value
			return true
		}
	}
	return false
}

// Hash writes the choice as a link that ParseLink reads back. Of an own table it holds preset, seed, settings and the
// share held out: data never go into an address, and neither do the names of columns.
func (c Choice) Hash() string { return c.hash(c.Sample != "") }

// hash is Hash, with the names of columns where they may be told.
func (c Choice) hash(columns bool) string {
	parts := []string{"v=1"}
	pairs := [][2]string{{"lang", c.Language}, {"dataset", c.Sample}, {"seed", c.Seed}, {"preset", c.Preset},
		{"model", c.Model}, {"scale", c.Scale}, {"splits", c.Splits}, {"noise", c.Noise}, {"size", c.Size},
		{"holdout", c.Holdout}, {"holdoutseed", c.HoldoutSeed},
		{"standardize", c.Standardize}, {"bandwidth", c.Bandwidth}}
	if columns {
		pairs = append(pairs, [2]string{"target", c.Target},
			[2]string{"weight", c.Weight}, [2]string{"task", strings.TrimPrefix(c.Task, "auto")})
		for _, column := range c.Unused {
			pairs = append(pairs, [2]string{"unused", column})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Settings)) {
		pairs = append(pairs, [2]string{name, c.Settings[name]})
	}
	for _, pair := range pairs {
		if pair[1] != "" {
			parts = append(parts, pair[0]+"="+quote(pair[1]))
		}
	}
	return "#" + strings.Join(parts, "&")
}
