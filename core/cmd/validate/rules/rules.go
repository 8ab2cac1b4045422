// Package rules checks that exported rules of hostile names, executed where people execute them, answer as the tree
// does and do nothing else: in Python, R, SQLite, PostgreSQL and MariaDB.
package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"dcctree/core/cmd/validate/report"
	"dcctree/core/export"
	"dcctree/core/export/hostile"
)

// Checks returns the one check.
func Checks() []report.Check {
	return []report.Check{{Name: "hostile", Run: func() report.Section { return section(places()) }}}
}

// place is where rules are executed.
type place struct {
	name, language string
	absent         func() string // which program is not here, "" for none
	start          func(dir string) (runner, error)
}

// runner executes rules, one file after the other.
type runner interface {
	// run returns the answers to the rows of the case. The error says that the file did not run whole, or did
	// anything else.
	run(c hostile.Case, rules string) ([]answer, error)
	stop()
}

// answer is one as a text; none is no answer.
type answer struct {
	Text string `json:"text"`
	None bool   `json:"none"`
}

func places() []place {
	return []place{
		{"Python", "python", absent("python3"), startPython("python")},
		{"SQLite", "sql", absent("python3"), startPython("sqlite")},
		{"R", "r", absent("Rscript"), startR},
		{"PostgreSQL", "sql", absentPostgres, startPostgres},
		{"MariaDB", "mysql", absent("mariadbd", "mariadb-install-db", "mariadb"), startMariaDB},
	}
}

// outcome counts what a place made of the cases.
type outcome struct {
	trees, rows, refused, differ, harmed int
	first                                string // what went wrong first
}

func (o *outcome) blame(why string) {
	if o.first == "" {
		o.first = why
	}
}

const about = "Each of %d names by which people have broken into databases and interpreters names the column of a " +
	"number, the " +
	"column of a text, and labels, in trees whose rules are exported and executed as files: by Python, R, psql " +
	"(also with " +
	"standard_conforming_strings off), the client of MariaDB (in three SQL modes) and SQLite (in columns of " +
	"numbers and of text). The answers have to be those of the tree, also for values that are missing, labels in " +
	"capitals and labels that the tree does " +
	"not know. Beside the rows lies a table, and around them an empty folder, which the names try to drop and to " +
	"fill. A language " +
	"may refuse a name by an error where it has no safe word for it."

func section(all []place) report.Section {
	s := report.Section{Title: "Rules of hostile names", Text: fmt.Sprintf(about, len(hostile.Names()))}
	for _, p := range all {
		s.Rows = append(s.Rows, judged(p)...)
	}
	return s
}

// judged returns the lines of one place.
func judged(p place) []report.Row {
	if program := p.absent(); program != "" {
		figure := "skipped: " + program + " is not here; on Debian, scripts/setup databases installs it"
		return []report.Row{{Check: p.name, Figure: figure, Bound: "none", Holds: true}}
	}
	o, err := execute(p, hostile.Cases())
	if err != nil {
		return []report.Row{{Check: p.name, Figure: "did not start: " + err.Error(), Bound: "starts"}}
	}
	said := ""
	if o.first != "" {
		said = " (" + o.first + ")"
	}
	return []report.Row{
		line(p, "answers that are not the tree's", o.rows, o.differ, said, 0),
		line(p, "files that failed or did anything else", o.trees, o.harmed, "", 0),
		line(p, "trees refused", o.trees+o.refused, o.refused, "", expected(p.language)),
	}
}

// line counts what was seen among all, of which there have to be some.
func line(p place, what string, all, seen int, said string, want int) report.Row {
	return report.Row{Check: fmt.Sprintf("%s: %s, of %d", p.name, what, all), Figure: strconv.Itoa(seen) + said,
		Bound: strconv.Itoa(want), Holds: seen == want && all > 0}
}

// expected counts the trees that the list of names says a language refuses.
func expected(language string) (n int) {
	for _, c := range hostile.Cases() {
		if slices.Contains(c.Refuse, language) {
			n++
		}
	}
	return n
}

// execute has the cases' rules executed in one place.
func execute(p place, cases []hostile.Case) (o outcome, err error) {
	dir, err := os.MkdirTemp("", "dcctree-rules-")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(dir)
	r, err := p.start(dir)
	if err != nil {
		return o, err
	}
	defer r.stop()
	for _, c := range cases {
		text, err := export.Rules(c.Rules, p.language)
		if err != nil {
			o.refused++
			continue
		}
		o.trees++
		o.rows += len(c.Rows)
		got, err := r.run(c, text)
		if err != nil {
			o.harmed++
			o.blame(c.Name + ": " + err.Error())
		}
		for i, want := range c.Want {
			if i >= len(got) || !same(got[i], want) {
				o.differ++
				o.blame(fmt.Sprintf("%s: row %d has %v, want %v", c.Name, i+1,
					got[min(i, len(got)):min(i+1, len(got))], want))
			}
		}
	}
	return o, nil
}

func same(got answer, want any) bool {
	switch want := want.(type) {
	case nil:
		return got.None
	case float64:
		x, err := strconv.ParseFloat(got.Text, 64)
		return err == nil && !got.None && x == want
	default:
		return !got.None && got.Text == want
	}
}

// untouched returns an error where the folder holds anything but the names.
func untouched(dir string, names ...string) error {
	there, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return err
	}
	for _, path := range there {
		if !slices.Contains(names, filepath.Base(path)) {
			os.RemoveAll(path)
			return fmt.Errorf("the file %s was made", filepath.Base(path))
		}
	}
	return nil
}
