// This file holds what dcctree.d.ts declares of options and answers equal with the structs of core/study, name by name,
// type by type, and by what may be missing.

package protocol

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dcctree/core/fit"
	"dcctree/core/study"
)

// contract says of which struct an interface is. made names fields of the interface that site/bridge.js makes, each
// with the fields of the struct that it makes them of.
type contract struct {
	of   any
	made map[string]string
}

// contracts are by interface. Options are all optional there, and bridge.js has their defaults.
var contracts = map[string]contract{
	"Review":        {study.Choice{}, nil},
	"TableInfo":     {study.TableInfo{}, nil},
	"ColumnInfo":    {study.ColumnInfo{}, nil},
	"Looked":        {study.Looked{}, nil},
	"Standings":     {study.Standings{}, nil},
	"Standing":      {study.Standing{}, nil},
	"PriorRow":      {study.PriorRow{}, nil},
	"Scores":        {study.Scores{}, nil},
	"Term":          {study.Term{}, nil},
	"Audit":         {study.Audit{}, nil},
	"Verdict":       {study.Verdict{}, nil},
	"SurveyCut":     {study.Cut{}, nil},
	"EffectiveTree": {study.EffectiveTree{}, map[string]string{"leaves": ""}},
	"BandwidthRow":  {study.Bandwidth{}, nil},
	"BandwidthTable": {study.Compared{}, map[string]string{"best": "best", "widest": "widest", "average": "average",
		"rows": "bandwidths what priors"}},
	"PriorTable": {study.Compared{}, map[string]string{"rows": "priors what bandwidths best widest average"}},
	"Search":     {study.Search{}, map[string]string{"unexplored": "known share bound draws"}},
	"Survey":     {study.Survey{}, map[string]string{"figures": "features consensus cuts"}},
	"NodeRows":   {study.RowsAt{}, map[string]string{"values": ""}},
	"RunInfo": {study.RunInfo{},
		map[string]string{"labels": "labels", "settings": "settings", "baseline": "baselineName baseline",
			"truth": "truth"}},
	"Metrics": {study.Metrics{}, map[string]string{"cartTrain": "cart", "cartTest": "cart", "paired": "paired",
		"truth": "truth"}},
	"StepEvent": {study.StepEvent{}, map[string]string{"kind": "step", "topology": "topologyKey topologyName",
		"proposal": "proposal", "audit": "audit"}},
	"Topology": {study.Topology{}, map[string]string{"leaves": ""}},
	"TopologyDraws": {study.Draws{},
		map[string]string{"logWeights": "", "logDensity": "", "coords": "coords", "variables": "variables"}},
	"DrawnVariable": {study.Variable{}, map[string]string{"values": ""}},
	"Plot":          {study.Plot{}, map[string]string{"columns": "heads", "rows": "cells"}},
	"Diagnosis":     {study.Diagnosis{}, map[string]string{"chains": "chains mode divergent numbers"}},
	"Explanation": {study.Explanation{},
		map[string]string{"prediction": "task mean sd low high probabilities class truth", "cart": "cart",
			"topologies": "parts", "dissent": "dissent", "features": "", "thresholds": "thresholds",
			"axis": "axisLow axisHigh"}},
	"Exported": {study.FilePart{},
		map[string]string{"name": "file", "blob": "type text more share", "missing": "leftOut columns",
			"missingCount": "leftCount"}},
	"Fingerprint": {study.Account{},
		map[string]string{"version": "", "seed": "", "standardized": "", "settings": "", "task": "",
			"target": "", "features": "", "trainRows": "", "testRows": "",
			"line": "verdict unreliable doubted search"}},
	"Restored": {study.Restored{},
		map[string]string{"format": "open", "data": "table created tableAt tableSize columns",
			"test": "testAt testSize testColumns", "page": "page"}},

	"RestoredFit": {study.RestoredFit{},
		map[string]string{"format": "open", "data": "tableAt tableSize columns", "session": "table",
			"test": "testAt testSize testColumns", "page": "page", "answer": "answer"}},

	"RunOptions": {study.RunOptions{},
		map[string]string{"holdoutSeed": "holdoutSeed", "seed": "seed", "standardize": "standardize",
			"settings": "settings", "test": "test"}},
	"FitOptions": {study.FitOptions{},
		map[string]string{"holdoutSeed": "holdoutSeed", "seed": "seed", "prior": "prior", "test": "test",
			"onProgress": "", "onAnswer": "", "signal": ""}},
	"FitExplainOptions": {study.FitExplainOptions{},
		map[string]string{"row": "row", "values": "values", "leaves": "leaves", "width": "width",
			"axis": "low high"}},
	"FitFigureOptions": {study.FitFigureOptions{}, map[string]string{"width": "width name"}},
	"FigureOptions":    {study.FigureOptions{}, map[string]string{"collapsed": "collapsed name"}},
	"PlotOptions":      {study.PlotOptions{}, map[string]string{"x": "x", "y": "y name"}},
	"ExplainOptions":   {study.ExplainOptions{}, map[string]string{"row": "set row columns", "axis": "low high"}},
	"RowsOptions":      {study.RowsOptions{}, nil},
	"ContestOptions":   {study.ContestOptions{}, map[string]string{"onProgress": "", "signal": ""}},
	"ExportOptions": {study.ExportOptions{},
		map[string]string{"rows": "table", "onProgress": "", "signal": "what"}},
}

// ofTheBridge are the interfaces that say nothing of a struct: what site/bridge.js and site/element.js are and tell.
var ofTheBridge = strings.Fields(
	`OpenOptions Format Reading Settings RestoreOptions Session WaysOptions WayOutcome Sampler CompareOptions
	RegressionPrediction ClassPrediction Progress Diagnostics TopologySays Notice TreeAttributes MountOptions
	TreeMethods TreeHandle FitPrior FitStage RunState CoarseStep TreeEvents HTMLElementTagNameMap
	HTMLElementEventMap`)

// property is a field of an interface.
type property struct {
	name, typ string
	optional  bool
}

// declared reads the interfaces of dcctree.d.ts, and its other types by name.
func declared(t *testing.T) (interfaces map[string][]property, aliases map[string]string) {
	t.Helper()
	text, err := os.ReadFile("../../site/dcctree.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`(?s)/\*\*.*?\*/`).ReplaceAllString(string(text), "")
	interfaces, aliases = map[string][]property{}, map[string]string{}
	field := regexp.MustCompile(`(?m)^  (?:readonly )?(\w+)(\??): (.*);$`)
	for _, m := range regexp.MustCompile(`(?ms)^ *(?:export )?interface (\w+)[^{]*\{(.*?)\n *\}`).
		FindAllStringSubmatch(plain, -1) {
		interfaces[m[1]] = nil
		for _, f := range field.FindAllStringSubmatch(m[2], -1) {
			interfaces[m[1]] = append(interfaces[m[1]], property{f[1], f[3], f[2] == "?"})
		}
	}
	for _, m := range regexp.MustCompile(`(?ms)^export type (\w+) =(.*?);$`).FindAllStringSubmatch(plain, -1) {
		aliases[m[1]] = strings.Join(strings.Fields(m[2]), " ")
	}
	return interfaces, aliases
}

// TestPriorIsDeclared: the prior's numbers of a fit, in their order.
func TestPriorIsDeclared(t *testing.T) {
	interfaces, _ := declared(t)
	var got, want []string
	for _, p := range interfaces["FitPrior"] {
		got = append(got, p.name)
	}
	for _, n := range fit.PriorNumbers() {
		want = append(want, n.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("FitPrior has %q, want %q", got, want)
	}
}

// TestDeclarationsAreTheStructs fails on every difference: a field that one has and the other has not, one of another
// type, one that may be missing there and not here.
func TestDeclarationsAreTheStructs(t *testing.T) {
	interfaces, aliases := declared(t)
	for name := range interfaces {
		if _, ok := contracts[name]; ok == slices.Contains(ofTheBridge, name) {
			t.Errorf("%s belongs in one of the two lists of this test", name)
		}
	}
	for name, c := range contracts {
		properties, found := interfaces[name]
		if !found {
			t.Errorf("dcctree.d.ts declares no %s", name)
			continue
		}
		taken := map[string]bool{}
		for _, p := range properties {
			if of, made := c.made[p.name]; made {
				for _, f := range strings.Fields(of) {
					if _, ok := fieldOf(c.of, f); !ok {
						t.Errorf("%s.%s is made of %s, which %T has not", name, p.name, f, c.of)
					}
					taken[f] = true
				}
				continue
			}
			f, ok := fieldOf(c.of, p.name)
			taken[p.name] = true
			switch {
			case !ok:
				t.Errorf("%s.%s is declared, and %T has no such field", name, p.name, c.of)
			case !fits(f.Type, p.typ, interfaces, aliases):
				t.Errorf("%s.%s is declared as %s, and is %s", name, p.name, p.typ, f.Type)
			case !strings.HasSuffix(name, "Options") && p.optional != (f.Tag.Get("optional") != ""):
				t.Errorf("%s.%s: may be missing as declared: %v, as the struct has it: %v", name,
					p.name, p.optional, !p.optional)
			}
		}
		for made := range c.made {
			if !slices.ContainsFunc(properties, func(p property) bool { return p.name == made }) {
				t.Errorf("%s.%s is made, but not declared", name, made)
			}
		}
		typ := reflect.TypeOf(c.of)
		for i := range typ.NumField() {
			if f := nameOf(typ.Field(i)); !taken[f] {
				t.Errorf("%T has %q, which %s does not declare", c.of, f, name)
			}
		}
	}
}

func nameOf(f reflect.StructField) string {
	if name := f.Tag.Get("js"); name != "" {
		return name
	}
	return f.Tag.Get("json")
}

func fieldOf(of any, name string) (reflect.StructField, bool) {
	typ := reflect.TypeOf(of)
	for i := range typ.NumField() {
		if f := typ.Field(i); nameOf(f) == name {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// fits reports whether values of a Go type are of the declared one.
func fits(typ reflect.Type, as string, interfaces map[string][]property, aliases map[string]string) bool {
	as = strings.TrimSuffix(as, " | null")
	if to, ok := aliases[as]; ok {
		as = to
	}
	switch typ.Kind() {
	case reflect.Slice:
		element, ok := strings.CutSuffix(as, "[]")
		return ok && fits(typ.Elem(), element, interfaces, aliases)
	case reflect.Map:
		element, ok := strings.CutPrefix(as, "Translations<")
		return ok && typ.Key().Kind() == reflect.String && fits(typ.Elem(), strings.TrimSuffix(element, ">"),
			interfaces,
			aliases)
	case reflect.Struct:
		if c, ok := contracts[as]; ok {
			return reflect.TypeOf(c.of) == typ
		}
		return inline(typ, as, interfaces, aliases)
	case reflect.String:
		for _, word := range strings.Split(as, " | ") {
			if word != "string" && !strings.HasPrefix(word, `"`) && !strings.HasPrefix(aliases[word], `"`) {
				return false
			}
		}
		return true
	case reflect.Bool:
		return as == "boolean" || as == "true"
	case reflect.Int, reflect.Float64:
		return as == "number"
	}
	return false
}

// inline is fits for an object that is declared in place: { key: string; weight: number }.
func inline(typ reflect.Type, as string, interfaces map[string][]property, aliases map[string]string) bool {
	body, ok := strings.CutPrefix(as, "{ ")
	if !ok {
		return false
	}
	fields := strings.Split(strings.TrimSuffix(body, " }"), "; ")
	if len(fields) != typ.NumField() {
		return false
	}
	for _, f := range fields {
		name, of, _ := strings.Cut(f, ": ")
		found := slices.ContainsFunc(reflect.VisibleFields(typ), func(g reflect.StructField) bool {
			return nameOf(g) == name && fits(g.Type, of, interfaces, aliases)
		})
		if !found {
			return false
		}
	}
	return true
}
