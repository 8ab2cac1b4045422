// Package hostile holds names by which people and programs have broken into databases and interpreters, and trees in
// which they name columns and label classes: what any language makes of exported rules has to be what the tree says.
// They try to drop a table called canary and to make a file called owned.
package hostile

import (
	"fmt"
	"slices"
	"strings"

	"dcctree/core/export"
	"dcctree/core/topology"
	"dcctree/core/tree"
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
		{Text: `"x"`}, {Text: `'x'`}, {Text: "`x`"}, {Text: `it's "one" of` + "`them`"},
		{Text: "“curly” ‘quotes’"},
		{Text: `back\slash and \n`},
		{Text: `ends with \`, Column: databases},
		{Text: `\'; DROP TABLE canary; -- x`},
		{Text: `\"; DROP TABLE canary; -- x`, Column: databases},
		{Text: "\\`; DROP TABLE canary; -- x", Column: databases},
		{Text: `'; DROP TABLE canary; --`}, {Text: `"; DROP TABLE canary; --`},
		{Text: "`; DROP TABLE canary; --"},
		{Text: `' OR 1=1 UNION SELECT * FROM canary; --`},
		{Text: `-- no comment`}, {Text: `# none`}, {Text: `/* open`},
		{Text: `*/ DROP TABLE canary; /*! DROP TABLE canary */`},
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
		{Text: "emoji 🌳😀", Column: mysql}, {Text: "gr\u00f6\u00dfe\u00a0日本 ñ"},
		{Text: "select"}, {Text: "1st; 'quoted' and 2e5"}, {Text: "  spaces ", Column: mysql},
		{Text: strings.Repeat("n", 63)}, {Text: strings.Repeat("n", 64), Column: standard},
		{Text: "nul\x00byte", Column: []string{"r", "sql", "mysql"}, Label: []string{"r", "sql", "mysql"}},
	}
}

// Case is a tree with rows and what it says of them.
type Case struct {
	Name    string // what is hostile in it
	Rules   export.RuleSet
	Columns []export.Feature
	Rows    [][]any  // by Columns: float64, string, or nil for a missing value
	Want    []any    // of each row: float64, string, or nil for no answer
	Refuse  []string // the languages that refuse the tree
}

// Cases returns three trees for each name: it names the column of a number, the column of a text, and labels of a text
// and of the answer.
func Cases() (cases []Case) {
	plain := []string{"red", "green", "blue"}
	for i, n := range Names() {
		labels := []string{n.Text, "plain", n.Text + "'s"}
		cases = append(cases,
			newCase(fmt.Sprintf("%d, a number's name: %q", i+1, n.Text), n.Text,
				export.Feature{Name: n.Text}, export.Feature{Name: "kind", Labels: plain}, nil,
				n.Column), newCase(fmt.Sprintf("%d, a text's name: %q", i+1, n.Text), n.Text,
				export.Feature{Name: "size"}, export.Feature{Name: n.Text, Labels: plain}, plain,
				n.Column), newCase(fmt.Sprintf("%d, a label: %q", i+1, n.Text), n.Text,
				export.Feature{Name: "size"}, export.Feature{Name: "kind", Labels: labels}, labels,
				n.Label))
	}
	return cases
}

// newCase makes a tree of a number, a text and both; a regression where there are no classes. hostile stands in its
// comments too.
func newCase(name, hostile string, size, kind export.Feature, classes, refuse []string) Case {
	t := topology.Root().Grow(0).Grow(1).Grow(0)
	mixed := tree.Formula{At: .75,
		Of: []tree.Term{{Input: 0, Weight: .6, Min: -1, Range: 4}, {Input: 1, Weight: .4, Range: 2}}}
	c := Case{Name: name, Columns: []export.Feature{size, kind}, Refuse: refuse}
	c.Rules = export.RuleSet{Name: t.String(), Target: hostile, Features: c.Columns, Classes: classes,
		Notes: []string{hostile}}
	rules := []tree.Rule{tree.Threshold{Input: 0, At: .5}, tree.Threshold{Input: 1, At: .5}, mixed}
	for _, n := range t.Nodes() {
		node := tree.Node{Right: max(0, n.Right)}
		switch {
		case !n.Leaf:
			node.Rule = rules[n.Index]
		case classes == nil:
			node.Answer = tree.Normal{Mean: 10.5 - float64(3*n.Index)}
		default:
			shares := tree.Classes{.1, .1, .1}
			shares[n.Index%3] = .8
			node.Answer = shares
		}
		c.Rules.Tree.Nodes = append(c.Rules.Tree.Nodes, node)
	}
	first := kind.Labels[0]
	for _, x := range []any{-2.0, .5, .75, 11.0, nil} { // 11 comes before 2 letter by letter
		for _, label := range []any{first, kind.Labels[1], kind.Labels[2], strings.ToUpper(first), first + " ",
			"nowhere", nil} {
			c.Rows = append(c.Rows, []any{x, label})
			c.Want = append(c.Want, c.says(x, label))
		}
	}
	return c
}

// says is the tree's answer, nil where a value is missing or a label is not known.
func (c Case) says(x, label any) any {
	code := slices.IndexFunc(c.Columns[1].Labels, func(known string) bool { return known == label })
	if code < 0 || x == nil {
		return nil
	}
	point := c.Rules.Tree.Leaf(tree.RowOf([]float64{x.(float64), float64(code)})).Answer.Point()
	if c.Rules.Classes == nil {
		return point
	}
	return c.Rules.Classes[int(point)]
}
