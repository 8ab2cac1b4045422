// Tests of runs that are cut and go on.

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dcctree/core/compare"
	"dcctree/core/posterior"
)

// notedAt returns a folder with a run written down after so many iterations, and nothing later.
func notedAt(t *testing.T, p plan, tables posterior.Tables, about any, iterations int) keeper {
	t.Helper()
	in := newKeeper(t.TempDir(), false)
	book, err := p.notebook(in, about, 1)
	if err != nil || book == nil || book.found != nil {
		t.Fatalf("a notebook of nothing: %+v, %v", book, err)
	}
	calls := 0
	book.due = func() bool { calls++; return calls == iterations }
	if _, err := p.run(tables, 1, book); err != nil {
		t.Fatal(err)
	}
	return in
}

// TestCutRun: a run taken up in its warm-up or behind it ends with the bits and the counts of one in one piece.
func TestCutRun(t *testing.T) {
	for name, p := range shortPlans() {
		if p.Chains != 1 {
			continue
		}
		for _, classes := range []int{0, 2} {
			tables := posterior.NewTables(frame(60, classes, 1), frame(40, classes, 2), false)
			whole, err := p.run(tables, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, iterations := range []int{1, 4} { // the warm-up has 2
				in := notedAt(t, p, tables, "this", iterations)
				book, err := p.notebook(in, "this", 1)
				if err != nil || book.found == nil || book.found.Iterations != iterations ||
					book.found.Gradients >= whole.Gradients {
					t.Fatalf("%s: %+v, %v", name, book, err)
				}
				rest, took, err := p.kept(tables, in, "this", 1)
				if err != nil || !reflect.DeepEqual(rest, whole) || took.Seconds <= book.before {
					t.Errorf("%s, %d classes, cut after %d: %+v after %v s, %v; in one piece %+v",
						name, classes, iterations, rest, took.Seconds, err, whole)
				}
				if _, err := os.Stat(book.path); !os.IsNotExist(err) {
					t.Errorf("%s: the run has ended, its notebook is there: %v", name, err)
				}
			}
		}
	}
}

// TestNotebookOfOthers: what is about another run does not count, what is damaged is named.
func TestNotebookOfOthers(t *testing.T) {
	p := shortPlans()[string(compare.DF)]
	tables := posterior.NewTables(frame(60, 2, 1), frame(40, 2, 2), false)
	in := notedAt(t, p, tables, "this", 3)
	if book, err := p.notebook(in, "that", 1); err != nil || book.found != nil {
		t.Errorf("of another run: %+v, %v", book, err)
	}
	path := filepath.Join(in.folder, p.name(1)+".unfinished")
	text := fileText(t, path)
	whole := filepath.Join(t.TempDir(), "whole")
	write(t, whole, text)
	for name, damaged := range map[string]string{"cut off": text[:len(text)/2], "changed": strings.Replace(text,
		`"made":1`, `"made":2`, 1)} {
		if damaged == text {
			t.Fatalf("%s: nothing changed", name)
		}
		write(t, path, damaged)
		if _, _, err := p.kept(tables, in, "this", 1); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("a notebook %s: %v", name, err)
		}
	}
	for name, change := range map[string]func(u *interim){
		"random": func(u *interim) { u.Random = u.Random[:3] },
		"state":  func(u *interim) { u.State = u.State[:3] },
	} {
		book, err := p.notebook(newKeeper(t.TempDir(), false), "this", 1)
		if err != nil {
			t.Fatal(err)
		}
		again := *book
		again.path, again.about = whole, compact("this")
		if err := again.read(); err != nil || again.found == nil {
			t.Fatal(err)
		}
		change(again.found)
		book.found = again.found
		if _, err := p.run(tables, 1, book); err == nil ||
			!strings.Contains(err.Error(), fmt.Sprintf("%s: ", book.path)) ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("a notebook with a wrong %s: %v", name, err)
		}
	}
}

// TestShortRunsHaveNoNotebook: only chains of hours are written down.
func TestShortRunsHaveNoNotebook(t *testing.T) {
	for name, p := range shortPlans() {
		book, err := p.notebook(newKeeper(t.TempDir(), false), "this", 1)
		if err != nil || (book != nil) != (p.Chains == 1) {
			t.Errorf("%s: %+v, %v", name, book, err)
		}
	}
	p := shortPlans()[string(compare.DF)]
	if book, err := p.notebook(keeper{}, "this", 1); book != nil || err != nil {
		t.Errorf("without a folder: %+v, %v", book, err)
	}
}
