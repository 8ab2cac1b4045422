// Package hostile holds names by which people and programs have broken into databases and interpreters, and trees in
// which they name columns and label classes: what any language makes of exported rules has to be what the tree says.
// They try to drop a table called canary and to make a file called owned.
package hostile

import (
	"fmt"
	"strings"

	"dcctree/core/export"
	"dcctree/core/topology"
)

// Name is a hostile name, and the languages of rules that refuse it as a column's and as a label.
type Name struct {
	Text          string
	Column, Label []string
}

var (
	databases = []string{"sql", "mysql"}
	standard  = []string{"sql"}
	mysql     = []string{"mysql"}
)

// Names returns the 40. A language refuses a name only where its grammar has no safe word for it: standard SQL has no
// escapes for characters that are not seen, PostgreSQL's names end after 63 bytes, those of MySQL after 64 characters
// and below U+10000.
func Names() []Name {
	return []Name{
		{Text: `"x"`}, {Text: `'x'`}, {Text: "`x`"}, {Text: `it's "one" of` + "`them`"}, {Text: "“curly” ‘quotes’"},
		{Text: `back\slash and \n`},
		{Text: `ends with \`, Column: databases},
		{Text: `\'; DROP TABLE canary; -- x`},
		{Text: `\"; DROP TABLE canary; -- x`, Column: databases},
		{Text: "\\`; DROP TABLE canary; -- x", Column: databases},
		{Text: `'; DROP TABLE canary; --`}, {Text: `"; DROP TABLE canary; --`}, {Text: "`; DROP TABLE canary; --"},
		{Text: `' OR 1=1 UNION SELECT * FROM canary; --`},
		{Text: `-- no comment`}, {Text: `# none`}, {Text: `/* open`}, {Text: `*/ DROP TABLE canary; /*! DROP TABLE canary */`},
		{Text: "line\nDROP TABLE canary;\nline"},
		{Text: "line\r\n\\! touch owned\r\nline", Column: databases, Label: standard},
		{Text: "line\ndelimiter //\nDROP TABLE canary //"},
		{Text: "line\n\\! touch owned\n.shell touch owned\n", Column: mysql},
		{Text: "line\nopen('owned', 'w')\nsystem('touch owned')"},
		{Text: `"); open("owned", "w"); ("`}, {Text: `")); system("touch owned"); (c("`},
		{Text: `coding: utf-7 +ACIAKQA7-`}, {Text: "${touch owned} $(touch owned) `touch owned`"},
		{Text: `{} {0} {x!r} %s %d %% %(x)s`}, {Text: `:x :'x' :"x" ? $1 @x`},
		{Text: "user\u202e\u2066 admin\u2069 \u2066x", Column: databases, Label: standard},
		{Text: "zero\u200bwidth\u00ad\u061c\u3164", Column: databases, Label: standard},
		{Text: "\ufeffline\u2028\u0085\x1b[2J", Column: databases, Label: standard},
		{Text: "emoji 🌳😀", Column: mysql}, {Text: "größe\u00a0日本 ñ"},
		{Text: "select"}, {Text: "1st; 'quoted' and 2e5"}, {Text: "  spaces ", Column: mysql},
		{Text: strings.Repeat("n", 63)}, {Text: strings.Repeat("n", 64), Column: standard},
		{Text: "nul\x00byte", Column: []string{"r", "sql", "mysql"}, Label: []string{"r", "sql", "mysql"}},
	}
}

// Case is a tree with rows and what it says of them.
type Case struct {
	Name    string // what is hostile in it
	Tree    export.Tree
	Columns []Column
	Rows    [][]any  // by Columns: float64, string, or nil for a missing value
	Want    []any    // of each row: float64, string, or nil for no answer
	Refuse  []string // the languages that refuse the tree
}

// Column is one of a case's table.
type Column struct {
	Name   string
	Labels []string // of a text, nil of a number
}

// Cases returns three trees for each name: it names the column of a number, the column of a text, and labels of a text
// and of the answer.
func Cases() (cases []Case) {
	plain := []string{"red", "green", "blue"}
	for i, n := range Names() {
		labels := []string{n.Text, "plain", n.Text + "'s"}
		cases = append(cases,
			newCase(fmt.Sprintf("%d, a number's name: %q", i+1, n.Text), n.Text, Column{Name: n.Text}, Column{"kind", plain}, nil, n.Column),
			newCase(fmt.Sprintf("%d, a text's name: %q", i+1, n.Text), n.Text, Column{Name: "size"}, Column{n.Text, plain}, plain, n.Column),
			newCase(fmt.Sprintf("%d, a label: %q", i+1, n.Text), n.Text, Column{Name: "size"}, Column{"kind", labels}, labels, n.Label))
	}
	return cases
}

// newCase makes a tree of a number, a text and both; a regression where there are no classes. hostile stands in its
// comments too.
func newCase(name, hostile string, size, kind Column, classes, refuse []string) Case {
	t := topology.Root().Grow(0).Grow(1).Grow(0)
	number := export.Term{Feature: size.Name, Weight: 1, Range: 1}
	text := export.Term{Feature: kind.Name, Labels: kind.Labels, Weight: 1, Range: 1}
	mixed := []export.Term{{Feature: size.Name, Weight: .6, Min: -1, Range: 4},
		{Feature: kind.Name, Labels: kind.Labels, Weight: .4, Range: 2}}
	c := Case{Name: name, Columns: []Column{size, kind}, Refuse: refuse}
	c.Tree = export.Tree{Name: t.String(), Target: hostile, Classes: classes, Nodes: t.Nodes(), Notes: []string{hostile},
		Conditions: []export.Condition{
			{Terms: []export.Term{number}, Threshold: .5}, {Terms: []export.Term{text}, Threshold: .5}, {Terms: mixed, Threshold: .75}}}
	for i := range t.Nodes() {
		if at := t.Nodes()[i]; at.Leaf {
			o := export.Outcome{Mean: 10.5 - float64(3*at.Index), Probabilities: []float64{.1, .1, .1}}
			o.Probabilities[at.Index%3] = .8
			c.Tree.Outcomes = append(c.Tree.Outcomes, o)
		}
	}
	first := kind.Labels[0]
	for _, x := range []any{-2.0, .5, .75, 11.0, nil} { // 11 comes before 2 letter by letter
		for _, label := range []any{first, kind.Labels[1], kind.Labels[2], strings.ToUpper(first), first + " ", "nowhere", nil} {
			c.Rows = append(c.Rows, []any{x, label})
			c.Want = append(c.Want, c.says(x, label))
		}
	}
	return c
}

// says is the tree's answer, nil where a value is missing or a label is not known.
func (c Case) says(x, label any) any {
	values := map[string]float64{}
	for code, known := range c.Columns[1].Labels {
		if known == label {
			values[c.Columns[1].Name] = float64(code)
		}
	}
	if _, known := values[c.Columns[1].Name]; !known || x == nil {
		return nil
	}
	values[c.Columns[0].Name] = x.(float64)
	o := c.Tree.Outcome(func(feature string) float64 { return values[feature] })
	if c.Tree.Classes == nil {
		return o.Mean
	}
	return c.Tree.Classes[o.Class()]
}
