package rules

import (
	"strings"
	"testing"

	"dcctree/core/export/hostile"
)

// TestPythonAndSQLite runs what needs nothing but Python; R and the servers are for the command.
func TestPythonAndSQLite(t *testing.T) {
	for _, p := range places()[:2] {
		if program := p.absent(); program != "" {
			t.Skip(program + " is not here: scripts/setup installs it on Debian")
		}
		for _, row := range judged(p) {
			if !row.Holds {
				t.Errorf("%s: %s, want %s", row.Check, row.Figure, row.Bound)
			}
		}
	}
}

// TestHarmIsNoticed: files that do what the names try to do, or answer otherwise, do not pass.
func TestHarmIsNoticed(t *testing.T) {
	c := hostile.Cases()[0]
	for _, bad := range []struct {
		place       int
		rules, says string
	}{
		{0, "open('owned', 'w')\ndef predict(row): return 1", "owned"},
		{0, "def predict(row): return row['\"x", "SyntaxError"},
		{1, "SELECT 1 FROM data; DROP TABLE canary;", "canary"},
		{1, "SELECT 1 FROM data; DELETE FROM data;", ""},
		{1, "SELECT 1 FROM data; CREATE TABLE owned (x);", ""},
		{1, `SELECT CASE WHEN data."x" <= '5' THEN 1 ELSE 2 END FROM data;`, "no such column"},
	} {
		p := places()[bad.place]
		if program := p.absent(); program != "" {
			t.Skip(program + " is not here: scripts/setup installs it on Debian")
		}
		r, err := p.start(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.run(c, bad.rules)
		r.stop()
		if err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("%q passes: %v, %v", bad.rules, got, err)
		}
	}
	if same(answer{Text: "10.5"}, nil) || same(answer{None: true}, 10.5) || same(answer{Text: "a"}, "A") {
		t.Error("other answers count as the same")
	}
}

// TestAbsentIsSaid: a place that is not here gives a line that names the program, and does not count as looked at.
func TestAbsentIsSaid(t *testing.T) {
	rows := judged(place{name: "Nowhere", absent: absent("no-such-program")})
	if len(rows) != 1 || !strings.Contains(rows[0].Figure, "skipped: no-such-program is not here") {
		t.Errorf("%+v", rows)
	}
}
