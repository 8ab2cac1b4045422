// This file checks that messages decode, that faulty ones are refused with a
// code and a field, and that packing loses nothing.

package protocol

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/dcc"
	"dcctree/core/softtree"
	"dcctree/core/study"
	"dcctree/core/words"
)

// fromJSON stands in for vert: it assigns by name from a JSON text.
func fromJSON(text string) Assign {
	return func(into any) error { return json.Unmarshal([]byte(text), into) }
}

// code returns the code of a fault, "" for nil.
func code(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var f *study.Fault
	if !errors.As(err, &f) {
		t.Fatalf("%v is no *study.Fault", err)
	}
	if f.Error() == "" {
		t.Errorf("the fault %q has no text", f.Code)
	}
	return f.Code
}

const goodCreate = `"v":2,"kind":"create","id":3,"task":"auto","split":"random","holdout":0.3,"holdoutSeed":"1",` +
	`"preset":"quick","seed":"18446744073709551615","standardize":"auto","predictive":"likelihood","workers":4`

func TestDecodeRequest(t *testing.T) {
	tests := []struct {
		name, text, code, field string
	}{
		{"open", `{"v":2,"kind":"open","id":1,"name":"a.csv"}`, "", ""},
		{"create", `{` + goodCreate + `}`, "", ""},
		{"step", `{"v":2,"kind":"step","id":1,"run":1}`, "", ""},
		{"cart", `{"v":2,"kind":"cart","id":1,"run":1}`, "", ""},
		{"predict", `{"v":2,"kind":"predict","id":1,"run":1,"set":"test","rows":2}`, "", ""},
		{"figure", `{"v":2,"kind":"figure","id":1,"run":1,"name":"tree","width":640,"limit":12,"set":"test"}`,
			"", ""},
		{"join", `{"v":2,"kind":"join","worker":2}`, "", ""},
		{"lost", `{"v":2,"kind":"lost","worker":2,"text":"gone"}`, "", ""},
		{"newer version", `{"v":3,"kind":"open","id":1}`, study.CodeProtocolVersion, ""},
		{"no version", `{"kind":"open","id":1}`, study.CodeProtocolVersion, ""},
		{"unknown kind", `{"v":2,"kind":"shout","id":1}`, study.CodeMessage, ""},
		{"a worker's kind", `{"v":2,"kind":"result","id":1}`, study.CodeMessage, ""},
		{"no id", `{"v":2,"kind":"step","run":1}`, study.CodeMessage, ""},
		{"fractional id", `{"v":2,"kind":"step","id":1.5,"run":1}`, study.CodeMessage, ""},
		{"no run", `{"v":2,"kind":"step","id":1}`, study.CodeMessage, ""},
		{"wrong type", `{"v":2,"kind":"step","id":1,"run":"first"}`, study.CodeMessage, ""},
		{"worker 0", `{"v":2,"kind":"join","worker":0}`, study.CodeMessage, ""},
		{"long name", `{"v":2,"kind":"open","id":1,"name":"` + strings.Repeat("x", 1<<10+1) + `"}`,
			study.CodeMessage, ""},
		{"task", `{` + goodCreate + `,"task":"ranking"}`, study.CodeSetting, "task"},
		{"holdout above", `{` + goodCreate + `,"holdout":0.95}`, study.CodeSetting, "holdout"},
		{"holdout below", `{` + goodCreate + `,"holdout":-0.1}`, study.CodeSetting, "holdout"},
		{"seed fraction", `{` + goodCreate + `,"seed":"1.5"}`, study.CodeSetting, "seed"},
		{"seed beyond 64 bits", `{` + goodCreate + `,"seed":"18446744073709551616"}`, study.CodeSetting,
			"seed"},
		{"holdout seed", `{` + goodCreate + `,"holdoutSeed":""}`, study.CodeSetting, "holdoutSeed"},
		{"preset", `{` + goodCreate + `,"preset":"slow"}`, study.CodeSetting, "preset"},
		{"workers 0", `{` + goodCreate + `,"workers":0}`, study.CodeSetting, "workers"},
		{"workers fraction", `{` + goodCreate + `,"workers":1.5}`, study.CodeSetting, "workers"},
		{"truth", `{` + goodCreate + `,"truth":"iris"}`, study.CodeSetting, "truth"},
		{"split", `{` + goodCreate + `,"split":""}`, study.CodeSetting, "split"},
		{"standardize", `{` + goodCreate + `,"standardize":"maybe"}`, study.CodeSetting, "standardize"},
		{"figure name",
			`{"v":2,"kind":"figure","id":1,"run":1,"name":"cat","width":640,"limit":12,"set":"test"}`,
			study.CodeSetting, "figure"},
		{"figure width",
			`{"v":2,"kind":"figure","id":1,"run":1,"name":"tree","width":9,"limit":12,"set":"test"}`,
			study.CodeSetting, "width"},
		{"figure limit",
			`{"v":2,"kind":"figure","id":1,"run":1,"name":"topologies","width":640,"limit":61,` +
				`"set":"test"}`,
			study.CodeSetting, "limit"},
		{
			"figure collapsed",
			`{"v":2,"kind":"figure","id":1,"run":1,"name":"tree","width":640,"limit":12,"set":"test",` +
				`"collapsed":"1,5","navigable":true}`,
			"", "",
		},
		{"figure collapsed badly",
			`{"v":2,"kind":"figure","id":1,"run":1,"name":"tree","width":640,"limit":12,"set":"test",` +
				`"collapsed":"1,,5"}`,
			study.CodeSetting, "collapsed"},
		{"effective trees", `{"v":2,"kind":"trees","id":1,"run":1}`, "", ""},
		{"figure of trees",
			`{"v":2,"kind":"figure","id":1,"run":1,"name":"effective-trees","width":640,"limit":8,` +
				`"set":"test"}`,
			"", ""},
		{"survey", `{"v":2,"kind":"survey","id":1,"run":1,"width":640}`, "", ""},
		{"figure in German",
			`{"v":2,"kind":"figure","id":1,"run":1,"name":"tree","width":640,"limit":12,"set":"test",` +
				`"lang":"de"}`,
			"", ""},
		{"figure in no language",
			`{"v":2,"kind":"figure","id":1,"run":1,"name":"tree","width":640,"limit":12,"set":"test",` +
				`"lang":"DE"}`,
			study.CodeSetting, "lang"},
		{"survey in no language", `{"v":2,"kind":"survey","id":1,"run":1,"width":640,"lang":"xx"}`,
			study.CodeSetting, "lang"},
		{"explain in no language",
			`{"v":2,"kind":"explain","id":1,"run":1,"set":"test","row":3,"columns":2,"width":316,` +
				`"lang":"xx"}`,
			study.CodeSetting, "lang"},
		{"contest", `{"v":2,"kind":"contest","id":1,"run":1,"methods":["cart"],"seconds":4}`, "", ""},
		{"contest of none", `{"v":2,"kind":"contest","id":1,"run":1,"methods":[],"seconds":4}`,
			study.CodeSetting, "methods"},
		{"contest without a budget", `{"v":2,"kind":"contest","id":1,"run":1,"methods":["cart"]}`,
			study.CodeSetting, "seconds"},
		{"contest with a negative budget",
			`{"v":2,"kind":"contest","id":1,"run":1,"methods":["cart"],"gradients":-1}`, study.CodeSetting,
			"gradients"},
		{"contest of no run", `{"v":2,"kind":"contest","id":1,"methods":["cart"],"seconds":4}`,
			study.CodeMessage, ""},
		{"stand", `{"v":2,"kind":"standings","id":1,"run":1,"set":"test","row":3,"width":220,"lang":"de"}`, "",
			""},
		{"stand in a part of a row",
			`{"v":2,"kind":"standings","id":1,"run":1,"set":"test","row":0.5,"width":220}`,
			study.CodeSetting, "row"},
		{"stand of no set", `{"v":2,"kind":"standings","id":1,"run":1,"set":"all","width":220}`,
			study.CodeSetting, "set"},
		{"narrow survey", `{"v":2,"kind":"survey","id":1,"run":1,"width":6}`, study.CodeSetting, "width"},
		{"rows at a node", `{"v":2,"kind":"rows-at","id":1,"run":1,"topology":"100","node":2,"limit":200}`, "",
			""},
		{"rows at no node", `{"v":2,"kind":"rows-at","id":1,"run":1,"topology":"100","node":1.5,"limit":200}`,
			study.CodeSetting, "node"},
		{"no rows to list", `{"v":2,"kind":"rows-at","id":1,"run":1,"topology":"100","node":1}`,
			study.CodeSetting, "limit"},
		{"compare", `{"v":2,"kind":"compare","id":1,"run":1,"what":"priors"}`, "", ""},
		{"compare nothing", `{"v":2,"kind":"compare","id":1,"run":1,"what":"seeds"}`, study.CodeSetting,
			"comparison"},
		{"explain", `{"v":2,"kind":"explain","id":1,"run":1,"set":"test","row":3,"columns":2,"width":316}`, "",
			""},
		{"explain set", `{"v":2,"kind":"explain","id":1,"run":1,"set":"rows","width":316}`, study.CodeSetting,
			"set"},
		{"explain width", `{"v":2,"kind":"explain","id":1,"run":1,"set":"test","width":1}`, study.CodeSetting,
			"width"},
		{"plot", `{"v":2,"kind":"plot","id":1,"run":1,"name":"map","set":"test","width":316,"x":0,"y":1}`, "",
			""},
		{"plot name", `{"v":2,"kind":"plot","id":1,"run":1,"name":"pie","set":"test","width":316}`,
			study.CodeSetting, "plot"},
		{"plot feature", `{"v":2,"kind":"plot","id":1,"run":1,"name":"map","set":"test","width":316,"x":-1}`,
			study.CodeSetting, "x"},
		{"diagnose", `{"v":2,"kind":"diagnose","id":1,"run":1,"topology":"100"}`, "", ""},
		{"draws", `{"v":2,"kind":"draws","id":1,"run":1,"topology":"100"}`, "", ""},
		{"draws of a long key", `{"v":2,"kind":"draws","id":1,"run":1,"topology":"` +
			strings.Repeat("1", 1<<10+1) + `"}`, study.CodeMessage, ""},
		{"account", `{"v":2,"kind":"account","id":1,"run":1}`, "", ""},
		{"account of no run", `{"v":2,"kind":"account","id":1}`, study.CodeMessage, ""},
		{"leave", `{"v":2,"kind":"leave","worker":2}`, "", ""},
		{"nobody leaves", `{"v":2,"kind":"leave","worker":0.5}`, study.CodeMessage, ""},
		{"diagnose no run", `{"v":2,"kind":"diagnose","id":1}`, study.CodeMessage, ""},
		{"export", `{"v":2,"kind":"export","id":1,"run":1,"what":"rules","language":"sql"}`, "", ""},
		{"export of nothing", `{"v":2,"kind":"export","id":1,"run":1,"what":"pickle"}`, study.CodeSetting,
			"export"},
		{"export in a language unknown",
			`{"v":2,"kind":"export","id":1,"run":1,"what":"rules","language":"cobol"}`, study.CodeSetting,
			"language"},
		{"rows for draws", `{"v":2,"kind":"export","id":1,"run":1,"what":"stan","table":true}`,
			study.CodeSetting, "rows"},
		{"more", `{"v":2,"kind":"more","id":2,"run":1,"export":1}`, "", ""},
		{"more of nothing", `{"v":2,"kind":"more","id":2,"run":1}`, study.CodeMessage, ""},
		{"abandon", `{"v":2,"kind":"abandon","id":1,"run":1}`, "", ""},
		{"average", `{"v":2,"kind":"predict","average":true,"id":1,"run":1,"set":"test","rows":2}`, "", ""},
		{"no rows", `{"v":2,"kind":"predict","id":1,"run":1,"set":"rows","rows":0,"columns":1}`,
			study.CodeSetting, "rows"},
		{"rows without columns", `{"v":2,"kind":"predict","id":1,"run":1,"set":"rows","rows":1}`,
			study.CodeSetting, "columns"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, m, err := DecodeRequest(fromJSON(test.text))
			if got := code(t, err); got != test.code {
				t.Fatalf("code %q (%v), want %q", got, err, test.code)
			}
			if (m == nil) != (err != nil) {
				t.Errorf("message %v with error %v", m, err)
			}
			if test.field == "" {
				return
			}
			if f := study.FaultOf(err); f.Field != test.field || !strings.HasPrefix(f.Error(), test.field) {
				t.Errorf("field %q, text %q; want %q in both", f.Field, f.Error(), test.field)
			}
		})
	}
}

// TestNaNIsRefused: JSON has no NaN, but JavaScript has.
func TestNaNIsRefused(t *testing.T) {
	nan := math.NaN()
	for _, h := range []Head{{V: Version, Kind: KindRun, ID: nan, Run: 1},
		{V: Version, Kind: KindRun, ID: 1, Run: nan},
		{V: nan, Kind: KindRun, ID: 1, Run: 1},
		{V: Version, Kind: KindCompare, ID: 1, Run: nan}} {
		_, _, err := DecodeRequest(func(into any) error {
			if head, ok := into.(*Head); ok {
				*head = h
			}
			return nil
		})
		if code(t, err) == "" {
			t.Errorf("%+v was accepted", h)
		}
	}
	for _, m := range []study.Options{
		&study.FigureOptions{Name: "tree", Set: "test", Limit: 1, Width: nan},
		&study.PredictOptions{Set: "test", Rows: nan},
		&study.ExplainOptions{Set: "test", Width: 316, Low: nan},
		&study.ExplainOptions{Set: "test", Width: 316, High: math.Inf(1)},
		&study.RunOptions{Task: "auto", Split: "random", Holdout: nan, HoldoutSeed: "1",
			Preset: "quick", Seed: "1", Standardize: "auto", Predictive: "likelihood", Workers: 1},
	} {
		if code(t, m.Validate()) == "" {
			t.Errorf("%+v was accepted", m)
		}
	}
}

func TestHeadSurvivesAFaultyRequest(t *testing.T) {
	for _, text := range []string{`{"v":9,"kind":"run","id":41}`, `{"v":2,"kind":"run","id":41}`,
		`{"v":2,"kind":"?","id":41}`} {
		head, _, err := DecodeRequest(fromJSON(text))
		if err == nil || head.ID != 41 {
			t.Errorf("%s: head %+v, error %v; want id 41 and an error", text, head, err)
		}
	}
}

func TestWorkerMessages(t *testing.T) {
	tests := []struct {
		name, text, code string
		decode           func(Assign) (Head, study.Options, error)
	}{
		{"ready", `{"v":2,"kind":"ready"}`, "", DecodeFromWorker},
		{"beat", `{"v":2,"kind":"beat","id":0,"run":2}`, "", DecodeFromWorker},
		{"result", `{"v":2,"kind":"result","id":4,"run":2,"words":["100"]}`, "", DecodeFromWorker},
		{"crashed", `{"v":2,"kind":"crashed","id":4,"run":0,"text":"boom"}`, "", DecodeFromWorker},
		{"problem", `{"v":2,"kind":"problem","rows":2,"columns":1,"seed":"1"}`, "", DecodeToWorker},
		{"job", `{"v":2,"kind":"job","id":4,"run":2}`, "", DecodeToWorker},
		{"job sent by a worker", `{"v":2,"kind":"job","id":4,"run":2}`, study.CodeMessage, DecodeFromWorker},
		{"ready sent to a worker", `{"v":2,"kind":"ready"}`, study.CodeMessage, DecodeToWorker},
		{"other version", `{"v":3,"kind":"ready"}`, study.CodeProtocolVersion, DecodeFromWorker},
		{"result of run 0", `{"v":2,"kind":"result","id":4,"run":0}`, study.CodeMessage, DecodeFromWorker},
		{"negative run", `{"v":2,"kind":"crashed","id":4,"run":-1}`, study.CodeMessage, DecodeFromWorker},
		{"no rows", `{"v":2,"kind":"problem","rows":0,"columns":1,"seed":"1"}`, study.CodeMessage,
			DecodeToWorker},
		{"too many rows", `{"v":2,"kind":"problem","rows":1000000000,"columns":1000000000,"seed":"1"}`,
			study.CodeMessage, DecodeToWorker},
		{"bad seed", `{"v":2,"kind":"problem","rows":1,"columns":1,"seed":"x"}`, study.CodeSetting,
			DecodeToWorker},
	}
	for _, test := range tests {
		_, _, err := test.decode(fromJSON(test.text))
		if got := code(t, err); got != test.code {
			t.Errorf("%s: code %q (%v), want %q", test.name, got, err, test.code)
		}
	}
}

func problemValue(t *testing.T, classes int) (*dcc.Problem, string) {
	t.Helper()
	p := &dcc.Problem{Settings: dcc.QuickSettings(), Seed: math.MaxUint64,
		Data: softtree.Data{N: 3, D: 2, X: []float64{0, 0.5, 1, 1, 0, 0.25}, Classes: classes}}
	if classes == 0 {
		p.Data.Y = []float64{1, -2, 1e300}
	} else {
		p.Data.Class = []int{0, 1, 1}
	}
	text, err := json.Marshal(p.Settings)
	if err != nil {
		t.Fatal(err)
	}
	return p, string(text)
}

func TestProblemRoundTrip(t *testing.T) {
	for _, classes := range []int{0, 2} {
		in, text := problemValue(t, classes)
		m, bulk := bulkOf(in, text)
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		out, err := m.Read(bulk)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(in, out) {
			t.Errorf("got  %+v\nwant %+v", out, in)
		}
	}
}

func TestProblemRefusesAFaultyBulk(t *testing.T) {
	for name, spoil := range map[string]func(m *Problem, bulk []float64) []float64{
		"short":            func(m *Problem, bulk []float64) []float64 { return bulk[:8] },
		"NaN":              func(m *Problem, bulk []float64) []float64 { bulk[1] = math.NaN(); return bulk },
		"infinite":         func(m *Problem, bulk []float64) []float64 { bulk[2] = math.Inf(-1); return bulk },
		"class too large":  func(m *Problem, bulk []float64) []float64 { bulk[8] = 2; return bulk },
		"class negative":   func(m *Problem, bulk []float64) []float64 { bulk[8] = -1; return bulk },
		"class a fraction": func(m *Problem, bulk []float64) []float64 { bulk[8] = 0.5; return bulk },
	} {
		p, text := problemValue(t, 2)
		m, bulk := bulkOf(p, text)
		if _, err := m.Read(spoil(m, bulk)); code(t, err) != study.CodeMessage {
			t.Errorf("%s: %v", name, err)
		}
	}
	p, text := problemValue(t, 0)
	m, bulk := bulkOf(p, text)
	m.Settings = `{"chains":0}`
	if _, err := m.Read(bulk); err == nil {
		t.Error("settings out of range were accepted")
	}
}

func TestRefuseCarriesTheWholeFault(t *testing.T) {
	got := Refuse(&study.Fault{Code: "csv-ragged", Said: words.Of("chain.mean", 3), File: "a.csv", Row: 3,
		Column: "x",
		Field:  "data"})
	want := &Failed{Code: "csv-ragged", Message: "mean of leaf 3",
		Translations: words.Translations[string]{"de": "Mittel von Blatt 3"}, File: "a.csv", Row: 3,
		Column: "x", Field: "data"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := Refuse(&study.Fault{Code: "message", Message: "no words"}); got.Message != "no words" ||
		got.Translations != nil {
		t.Errorf("what only a program meets: %+v", got)
	}
	f := study.FaultOf(errors.New("boom"))
	if f.Code != study.CodeInternal || !strings.Contains(f.Error(), "boom") {
		t.Errorf("a plain error became %+v", f)
	}
}

// TestMessagesAreFlatEnoughForVert: no named scalars, embedded structs, arrays or missing tags anywhere in a message,
// and no maps but those from texts to texts or to lists of them (what else there is vert mistreats), and no field of a
// body has the name of one of the head.
func TestMessagesAreFlatEnoughForVert(t *testing.T) {
	bodies := []any{study.Progress{}, Reading{}, Failed{}, Notice{}, Replace{}, Problem{}, Packed{}, Crashed{}}
	for _, r := range Requests() {
		bodies = append(bodies, reflect.ValueOf(r.Options()).Elem().Interface())
		if r.Answer != nil {
			bodies = append(bodies, r.Answer)
		}
	}
	checkFlat(t, reflect.TypeOf(Head{}))
	for _, m := range bodies {
		typ := reflect.TypeOf(m)
		checkFlat(t, typ)
		for i := range typ.NumField() {
			if tag := typ.Field(i).Tag.Get("js"); slices.Contains([]string{"v", "kind", "id", "run"}, tag) {
				t.Errorf("%s has a field %q, as the head has", typ, tag)
			}
		}
	}
}

// TestTableOfRequests: each kind stands once, decodes to its own options, and names a run where it is about one.
func TestTableOfRequests(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Requests() {
		if seen[r.Kind] {
			t.Errorf("%s stands twice", r.Kind)
		}
		seen[r.Kind] = true
		head := Head{V: Version, Kind: r.Kind, ID: 1}
		decode := func() error {
			_, _, err := DecodeRequest(func(into any) error {
				if h, ok := into.(*Head); ok {
					*h = head
				} else if got, want := reflect.TypeOf(into), reflect.TypeOf(r.Options()); got != want {
					t.Errorf("%s is read as %s, want %s", r.Kind, got, want)
				}
				return nil
			})
			return err
		}
		withoutRun := decode()
		head.Run = 1
		if r.OfRun != (withoutRun != nil && strings.Contains(withoutRun.Error(), "not the number of a run")) {
			t.Errorf("%s without a run: %v", r.Kind, withoutRun)
		}
		if err := decode(); err != nil && strings.Contains(err.Error(), "number of a run") {
			t.Errorf("%s with a run: %v", r.Kind, err)
		}
	}
	for _, q := range study.Questions() {
		if !OnlyAsks(q.Kind) {
			t.Errorf("%s is a question, and may suffer", q.Kind)
		}
	}
	if OnlyAsks(KindStep) || OnlyAsks(KindCreate) || OnlyAsks("no kind") {
		t.Error("what changes a run only asks")
	}
}

func checkFlat(t *testing.T, typ reflect.Type) {
	t.Helper()
	for i := range typ.NumField() {
		f := typ.Field(i)
		if f.Anonymous || !f.IsExported() || !strings.EqualFold(f.Tag.Get("js"), f.Name) {
			t.Errorf("%s.%s is embedded, unexported, or its js tag is not its name", typ, f.Name)
		}
		ft := f.Type
		if ft.Kind() == reflect.Slice {
			ft = ft.Elem()
		}
		texts, lists := reflect.TypeFor[map[string]string](), reflect.TypeFor[map[string][]string]()
		switch {
		case ft.ConvertibleTo(texts) || ft.ConvertibleTo(lists):
		case ft.Kind() == reflect.Struct:
			checkFlat(t, ft)
		case ft.PkgPath() != "" || ft.Kind() == reflect.Map || ft.Kind() == reflect.Array ||
			ft.Kind() == reflect.Slice || ft.Kind() == reflect.Pointer:
			t.Errorf("%s.%s has the type %s", typ, f.Name, f.Type)
		}
	}
}

// bulkOf is ProblemOf with the parts of the bulk joined.
func bulkOf(p *dcc.Problem, settings string) (*Problem, []float64) {
	m, inputs, targets := ProblemOf(p, settings)
	return m, slices.Concat(inputs, targets)
}
