// This file saves what fits found and takes it up again.

package study

import (
	"fmt"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/jsontext"
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
		if rows, err = read(m.TestName, test, false, testOptions(dataset.ReadOptions{})); err != nil {
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
			want, err := jsontext.Marshal(&found.Answer)
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

// TestSavedFitRefuses: what is wrong with a file is named by its field; a file of a run is none.
func TestSavedFitRefuses(t *testing.T) {
	text := stepText(60)
	m := fitWishes()
	m.Target, m.Folds = "y", 2
	data := fitFile(t, text, nil, foundBy(t, text, m, nil))
	start := magic + "4\n"
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
		head := string(data[:strings.Index(string(data), "x1,x2,y\n0,0")])
		if !strings.Contains(head, c.was) {
			t.Fatalf("the head does not say %s: %.900s", c.was, head)
		}
		text := string(data[:len(data)-8])
		digits, body, _ := strings.Cut(strings.TrimPrefix(text, start), "\n")
		var n int
		fmt.Sscan(digits, &n)
		changed := strings.Replace(body[:n], c.was, c.is, 1)
		bad := []byte(start + fmt.Sprint(len(changed)) + "\n" + changed + body[n:])
		_, _, err := Decode("a.dcctree", resum(append(bad, make([]byte, 8)...)))
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
