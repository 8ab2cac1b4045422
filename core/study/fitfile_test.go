// This file saves what fits found and takes it up again.

package study

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/fit"
)

// foundBy fits a table of text with little work.
func foundBy(t *testing.T, text []byte, m *FitOptions, test []byte) *SavedFit {
	t.Helper()
	table, err := read("steps.csv", text, false, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var rows *dataset.Table
	if test != nil {
		if rows, err = read(m.TestName, test, false, TestOptions(dataset.ReadOptions{}, table)); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Fit(table, m, rows)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	return &SavedFit{Open: *opened("steps.csv"), Options: *m, Answer: *answer, Seconds: 2.5}
}

func fitFile(t *testing.T, text, test []byte, found *SavedFit) []byte {
	t.Helper()
	m := &SaveOptions{Page: `{"row":3}`, Table: float64(len(text)), Test: float64(len(test))}
	told, data, err := FitSession(m, append(append([]byte{}, text...), test...), found)
	if err != nil || told.Size != len(data) || told.Name != "steps.csv" {
		t.Fatalf("%+v: %v", told, err)
	}
	return data
}

// TestSavedFitComesBack: answer, choices, tables and what the page kept are the same, of numbers and of classes, with a
// test table and without.
func TestSavedFitComesBack(t *testing.T) {
	text, test := stepText(60), []byte("x1,x2,y\n.1,.2,\n.9,.2,1\n")
	for _, task := range []string{"regression", "classification"} {
		for _, beside := range [][]byte{nil, test} {
			m := fitWishes()
			m.Target, m.Task, m.Folds = "y", task, 2
			if beside != nil {
				m.Test, m.TestName, m.Holdout = true, "more.csv", 0
			}
			found := foundBy(t, text, m, beside)
			data := fitFile(t, text, beside, found)
			s, places, err := Decode("a.dcctree", data)
			if err != nil {
				t.Fatal(err)
			}
			table, told, err := RestoreFit("a.dcctree", s, places)
			if err != nil {
				t.Fatal(err)
			}
			want, err := export.JSON(&found.Answer)
			if err != nil {
				t.Fatal(err)
			}
			if told.Answer != want {
				t.Errorf("%s: the answer differs", task)
			}
			if fmt.Sprint(s.Fit.Options) != fmt.Sprint(*m) || told.Page != `{"row":3}` ||
				told.Seconds != 2.5 || table.Rows != 60 || told.TestName != m.TestName {
				t.Errorf("%s: %+v of %d rows", task, told, table.Rows)
			}
			if string(data[told.TableAt:told.TableAt+told.TableSize]) != string(text) ||
				string(data[told.TestAt:told.TestAt+told.TestSize]) != string(beside) {
				t.Errorf("%s: the tables are not where the file says", task)
			}
			if _, _, err := Restore("a.dcctree", s, 1); err == nil || FaultOf(err).Field != "version" {
				t.Errorf("as a run: %v", err)
			}
		}
	}
}

// TestFitFollowsTheLanguage: what a fit found in English is in German, from its file as well, what is found where
// German was asked for: texts, the tree that is drawn, and what is said of a row.
func TestFitFollowsTheLanguage(t *testing.T) {
	text := []byte("label,y\n")
	for i := range 40 {
		text = append(text, []string{",1\n", "elm,5\n", "oak,5\n", ",2\n", "elm,6\n"}[i%5]...)
	}
	m := fitWishes()
	m.Target, m.Task, m.Sharp = "y", "regression", true
	s, table, told := reopened(t, text, foundBy(t, text, m, nil))
	restored := &fit.Answer{}
	if err := json.Unmarshal([]byte(told.Answer), restored); err != nil {
		t.Fatal(err)
	}
	german := *m
	german.Lang = "de"
	want := foundBy(t, text, &german, nil).Answer
	want.Translations = nil
	if got, want := marshaled(t, restored.In("de")), marshaled(t, &want); got != want {
		t.Errorf("restored it says\n%s\nasked in German\n%s", got, want)
	}
	drawn, err := DrawFit(s.Fit, &FitFigureOptions{Name: FitTreeFigure, Leaves: 3, Width: 400, Lang: "de"})
	if err != nil || !strings.Contains(drawn.SVG, "label ist bekannt") {
		t.Errorf("%v: the tree lacks the rule in German", err)
	}
	p, err := Fit(table, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Fit(alltrees.Alone); err != nil {
		t.Fatal(err)
	}
	said, err := ExplainFit(p, &FitExplainOptions{Row: 2, Leaves: 3, Width: 400, Lang: "de"})
	if err != nil || !strings.Contains(said.JSON, `"rule":"label ist eine Lücke"`) {
		t.Errorf("%v: of a row it says %.900s", err, said.JSON)
	}
}

// reopened is what a fit found, from its file.
func reopened(t *testing.T, text []byte, found *SavedFit) (*Session, *dataset.Table, *RestoredFit) {
	t.Helper()
	s, places, err := Decode("a.dcctree", fitFile(t, text, nil, found))
	if err != nil {
		t.Fatal(err)
	}
	table, told, err := RestoreFit("a.dcctree", s, places)
	if err != nil {
		t.Fatal(err)
	}
	return s, table, told
}

func marshaled(t *testing.T, v any) string {
	t.Helper()
	text, err := export.JSON(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestSavedFitKeepsWeights: an answer of weighted rows comes back with its choice, and fitted again it is the same. A
// file of before there were weights opens, too.
func TestSavedFitKeepsWeights(t *testing.T) {
	text := []byte(strings.ReplaceAll(strings.ReplaceAll(string(stepText(60)), "\n", ",2\n"), "y,2", "y,n"))
	m := fitWishes()
	m.Target, m.Task, m.Weight = "y", "regression", "n"
	found := foundBy(t, text, m, nil)
	s, table, told := reopened(t, text, found)
	p, err := Fit(table, &s.Fit.Options, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	w := s.Fit.Answer.Weight
	if w == nil || w.Column != "n" || w.Sum != 2*s.Fit.Answer.Rows || again.Digest != found.Answer.Digest ||
		!strings.Contains(told.Answer, `"weight":{"column":"n"`) {
		t.Errorf("weight %+v of %d rows, digest %s, fitted again %s", w, s.Fit.Answer.Rows, found.Answer.Digest,
			again.Digest)
	}
	m.Weight = ""
	data := fitFile(t, stepText(60), nil, foundBy(t, stepText(60), m, nil))
	old, err := changedHead(data, `"Weight":"",`, "")
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err = Decode("a.dcctree", old); err != nil || s.Fit.Options.Weight != "" {
		t.Errorf("an older file: %v", err)
	}
}

// changedHead is a file of a fit with other words in its head.
func changedHead(data []byte, was, is string) ([]byte, error) {
	start := magic + "4\n"
	digits, body, _ := strings.Cut(strings.TrimPrefix(string(data[:len(data)-8]), start), "\n")
	n, err := strconv.Atoi(digits)
	if err != nil || !strings.Contains(body[:n], was) {
		return nil, fmt.Errorf("the head does not say %s: %v, %.900s", was, err, body)
	}
	head := strings.Replace(body[:n], was, is, 1)
	bad := []byte(start + strconv.Itoa(len(head)) + "\n" + head + body[n:])
	return resum(append(bad, make([]byte, 8)...)), nil
}

// TestSavedFitRefuses: what is wrong with a file is named by its field; a file of a run is none.
func TestSavedFitRefuses(t *testing.T) {
	text := stepText(60)
	m := fitWishes()
	m.Target, m.Folds = "y", 2
	data := fitFile(t, text, nil, foundBy(t, text, m, nil))
	for _, c := range []struct{ was, is, field string }{
		{`"Seed":"1"`, `"Seed":"one"`, "choices"},
		{`"KindNames":null`, `"KindNames":["x1"]`, "format"},
		{`"outcome":"`, `"outcome":"very `, "results"},
		{`"root":[`, `"root":[],"was":[`, "results"},
		{`"depth":0`, `"depth":1`, "results"},
		{`"leaf":true`, `"leaf":false`, "results"},
		{`"name":"cart"`, `"name":"tart"`, "results"},
		{`"seconds":2.5`, `"seconds":-2`, "head"},
		{`"fit":{`, `"was":{`, "head"},
		{`"task":"regression"`, `"task":"classification"`, "results"},
	} {
		bad, err := changedHead(data, c.was, c.is)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = Decode("a.dcctree", bad)
		if f, ok := err.(*Fault); !ok || f.Code != CodeSession || f.Field != c.field {
			t.Errorf("%s instead of %s: %v, want %s", c.is, c.was, err, c.field)
		}
	}
	r := runOn(t, text, PresetFast)
	s, places, err := Decode("a.dcctree", saved(t, r, text))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := RestoreFit("a.dcctree", s, places); err == nil || FaultOf(err).Field != "version" {
		t.Errorf("a run: %v", err)
	}
}

// TestSavedFitOfLongLabels: a file with a rule of 20 labels of 900 letters, as answers to open questions are, is read.
func TestSavedFitOfLongLabels(t *testing.T) {
	text := "label,y\n"
	for i := range 120 {
		text += fmt.Sprintf("%d%s,%d\n", i%40, strings.Repeat("a", 900), i%40%2)
	}
	m := fitWishes()
	m.Target, m.Task = "y", "classification"
	found := foundBy(t, []byte(text), m, nil)
	if size := len(found.Answer.Branches(2)[1].Rule); size < 10000 {
		t.Fatalf("a rule of %d bytes", size)
	}
	reopened(t, []byte(text), found)
}
