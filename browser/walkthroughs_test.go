// This file takes three walks through the page as new users would and writes docs/walkthroughs.md with their pictures.

//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"dcctree/internal/rents"
)

// walk is one way through the page on a fresh profile.
type walk struct {
	*tab
	name  string // of its pictures
	story strings.Builder
	steps int
}

// newWalk opens the page as a link from anywhere would.
func newWalk(t *testing.T, name, title string) *walk {
	w := &walk{tab: newTab(t), name: name}
	w.viewport(1440, 900)
	w.scheme("light")
	fmt.Fprintf(&w.story, "## %s\n", title)
	return w
}

// step does something, tests what a person would look for, and takes a picture under the words; shows is the picture's
// description for who does not see it.
func (w *walk) step(words, shows string, do func()) {
	w.Helper()
	w.steps++
	do()
	if w.Failed() {
		w.FailNow()
	}
	picture := fmt.Sprintf("%s-%d.png", w.name, w.steps)
	words = wrapped(fmt.Sprintf("%d. %s", w.steps, words))
	fmt.Fprintf(&w.story, "\n%s\n\n%s\n", words, wrapped(fmt.Sprintf("   ![%s](walkthroughs/%s)", shows, picture)))
	w.keep(picture)
}

// wrapped breaks a paragraph of a list into lines of at most 120 columns.
func wrapped(text string) string {
	var out strings.Builder
	column := 0
	for k, word := range strings.Split(text, " ") {
		n := utf8.RuneCountInString(word)
		if k > 0 && column+1+n > 120 {
			out.WriteString("\n   ")
			column = 3
		} else if k > 0 {
			out.WriteString(" ")
			column++
		}
		out.WriteString(word)
		column += n
	}
	return out.String()
}

// sees fails unless the element shows the words.
func (w *walk) sees(name string, words ...string) {
	w.Helper()
	shown := w.text(name)
	for _, word := range words {
		if !strings.Contains(shown, word) {
			w.Errorf("%s shows %.300q, which lacks %q", name, shown, word)
		}
	}
}

const walksHead = `# Three walks

Made by ` + "`go test -tags browser -run TestWalkthroughs ./browser -update-screenshots`" + `. It takes each walk on a
fresh profile in a headless Chromium and tests at each step what is said here. Without that flag, as a part of
` + "`make test`" + `, it takes the walks and leaves the pictures.

`

func TestWalkthroughs(t *testing.T) {
	var stories []string
	for _, w := range []struct {
		name string
		take func(*testing.T) string
	}{{"iris", walkIris}, {"own", walkOwn}, {"wu", walkWU}} {
		t.Run(w.name, func(t *testing.T) { stories = append(stories, w.take(t)) })
	}
	if t.Failed() || len(stories) < 3 {
		return
	}
	text := walksHead + strings.Join(stories, "\n") + "\n" + ownStory
	file := filepath.Join(shared.root, "docs", "walkthroughs.md")
	if *updateScreenshots {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was, err := os.ReadFile(file); err != nil || string(was) != text {
		t.Error("docs/walkthroughs.md has other walks: run the command at its top")
	}
}

// walkIris: from the first sight of the page to a tree that can be read, and a prediction for a flower that nobody
// measured.
func walkIris(t *testing.T) string {
	w := newWalk(t, "iris", "Iris, from the first sight to a prediction")
	w.step("The page opens with a small run on made-up data, computed on the spot: nobody meets an empty page. "+
		"The network is locked.",
		"The whole page. Left the data, the model and the run with its buttons; in the middle the weights of "+
			"the trees as bars, both true trees first, and below them the heaviest tree with the density "+
			"of each threshold; right the prediction of one test row, the comparison with CART, and the "+
			"verdict: nearly settled.",
		func() {
			w.open(shared.served + "/")
			w.ready()
			w.wait("the first run's tree", tree, patience)
			w.rests("done")
			w.sees("lock", "Network locked")
		})
	w.step("Iris, preset Quick, Run. A few seconds later the tree is there: which shape it has with which "+
		"probability above it, what it says of a row beside it, and under Diagnostics how far the run can be "+
		"trusted.", "Iris after a run of one second. Two trees of three leaves have about half of the weight "+
		"each, and a hatched bar shows the share that was not measured. The root of the tree blends the "+
		"length and the width of the petals; its three leaves are the three species. Right: setosa for the "+
		"row beside it, 41 of 45 test rows named correctly, and the verdict: not settled.", func() {
		w.sample("iris")
		w.set("preset", "first")
		w.run()
		w.rests("done")
		w.settled()
		w.wait("a tree over the species", query("tree")+`.textContent.includes("virginica")`, patience)
		w.sees("topologies", "±")
		w.sees("diagnostics", "ettled", "not measured")
	})
	w.step("A node that is pointed at, or reached by the keyboard, shows the rows that reach it. The root of the "+
		"tree parts off flowers by the length and width of the petals.",
		"The same tree with a dashed frame around its root. The ways of the rows are tinted below it, and "+
			"the line above the tree counts 105 rows by species.",
		func() {
			execute(w.tab, `document.querySelector("#tree [role=treeitem]").focus()`)
			w.wait("the rows of the root", query("tree-rows")+`.textContent.includes("105 rows")`, patience)
			if name := evaluate[string](w.tab,
				`document.querySelector("#tree [role=treeitem] title").textContent`); !strings.Contains(
				name, "petal") {
				w.Errorf("the root is called %q", name)
			}
		})
	w.step("What if the petals were 6 cm long and 2.3 cm wide? The sliders move, the answer follows: virginica, "+
		"with its probability, and no true class, since nobody measured this flower.",
		"The sliders of petal length and width are far right, at 6.0 and 2.3. The prediction above them is "+
			"now virginica with probability .90; the line below says that values of one’s own have no "+
			"true value.", func() {
			for i, value := range map[int]string{2: "6", 3: "2.3"} {
				w.fill(fmt.Sprintf(`document.querySelector('[data-number="%d"]')`, i), value)
			}
			w.wait("the answer for it",
				`document.getElementById("answer").textContent.includes("virginica")`, patience)
			words := evaluate[string](w.tab, `document.getElementById("answer").textContent`)
			if strings.Contains(words, "rue class") {
				w.Errorf("a flower of one's own has the true class: %q", words)
			}
		})
	return w.story.String()
}

// walkOwn: a table of one's own, to a report.
func walkOwn(t *testing.T) string {
	w := newWalk(t, "own", "An own table, to a report")
	w.step("An own file, as an office has it: semicolons, decimal commas, texts, gaps. It is dropped or chosen, "+
		"and read in the tab; what was found out about it is said. Trees, under Model, is by topology here.",
		"The Data panel after a file was opened: 5,000 rows, the target Miete je m², and remarks below it: "+
			"103 rows lack a value, the column id numbers the rows, two columns hold text. The other "+
			"panels are empty: nothing has run.",
		func() {
			w.open(shared.served + "/" + quiet)
			w.ready()
			w.choose("file-input", file(t, rents.Name, rents.CSV()))
			w.wait("the own table", `document.getElementById("data").textContent.includes("mieten")`,
				patience)
			w.wait("the reader's words", `/semicolon/.test(document.getElementById("data").textContent)`,
				patience)
			if target := evaluate[string](w.tab, query("target")+".value"); target != rents.Target {
				w.Errorf("the target proposed is %q", target)
			}
		})
	w.step("Each column with its kind, its gaps and a small histogram. The running number would tell rows apart "+
		"and nothing else: it is left out by its tick.",
		"The dialog Columns. Above, separator, decimal sign and first row as they were found; below, a line "+
			"for each column with a tick, how it is read, a small histogram, and the numbers of distinct "+
			"and missing values. The tick of id is off.",
		func() {
			w.click("columns-open")
			w.wait("the columns", `document.getElementById("columns").open`, patience)
			w.sees("columns", "Stadtteil", "Baujahr")
			execute(w.tab, `document.querySelector('#columns input[data-column="id"]').click()`)
		})
	w.step("Which rows are left out, and why, is listed before anything runs.",
		"The dialog Rows left out: 103 of 5,000 rows, each with its number in the file and the column that "+
			"has no value, with buttons to copy the list and to save it.",
		func() {
			execute(w.tab, `document.getElementById("columns").close()`)
			w.click("leftout-open")
			w.wait("the rows left out", `document.querySelectorAll("#leftout-body tr").length > 50`,
				patience)
			w.sees("leftout", "Baujahr", "Fläche (m²)")
		})
	w.step("Run. The tree finds what the rents were made of: the center, and the age of the house.",
		"The tree of the rents. Its root splits at Baujahr ≤ 1983.3; below it the quarter, Stadtteil in "+
			"Mitte, parts off the center. Right: the interval for one house holds its true rent, CART is "+
			"ahead on the test rows, and the verdict says that the run is not settled.",
		func() {
			execute(w.tab, `document.getElementById("leftout").close()`)
			w.set("preset", "first")
			w.run()
			w.rests("done")
			w.settled()
			// to the tenth: houses of 1984 are on the other side
			w.sees("tree", "Baujahr ≤ 1983.", "Stadtteil")
		})
	w.step("The report: one file without scripts, to keep or to send.",
		"The page after the run, as before; the link HTML beside Report, under Take away at the left, has "+
			"written the file.",
		func() {
			dir := w.downloads()
			name, content := w.caught(dir, func() { w.click("take-report") })
			for _, want := range []string{"<!DOCTYPE html>", "mieten", "Baujahr", "left out", "<svg"} {
				if !strings.Contains(string(content), want) {
					w.Errorf("%s lacks %q", name, want)
				}
			}
			if strings.Contains(string(content), "<script") {
				w.Errorf("%s holds a script", name)
			}
		})
	return w.story.String()
}

// walkWU: the paper's way, step by step.
func walkWU(t *testing.T) string {
	w := newWalk(t, "wu", "The paper’s way on WU, step by step")
	w.step("WU, preset Paper in short, Step: one visit to one topology. What happened says which, why by the "+
		"terms of its utility, and what it gave.",
		"WU after one step of paper mode, paused: one bar with the whole weight, the tree {3,4,2}, which is "+
			"marked as a true tree, its two splits and three leaves, and the verdict: there is nothing "+
			"yet to weigh it against.",
		func() {
			w.open(shared.served + "/" + quiet)
			w.ready()
			w.sample("wu")
			w.set("preset", "quick")
			w.click("step")
			w.wait("the first step", query("log")+`.children.length >= 1`, 3*patience)
			w.rests("paused")
		})
	w.step("A few steps later the weights begin to part. The paper’s Figure of the marginal likelihoods of tree "+
		"structures marks the tree that made the data in red; here both trees "+
		"that give WU’s three groups (the paper’s Figure of the two trees consistent with the data: x₁ ≤ .5 "+
		"with x₂ ≤ .5 on its left, or x₃ ≤ .5 with x₂ ≤ .5 on its right) carry a diamond and the words.",
		"WU after seven steps: four trees as bars, the first two with a diamond and the words true tree, the "+
			"first with most of the weight. The tree {1,5,6} splits by x₃ and then by a blend of x₂ "+
			"and x₃.",
		func() {
			for n := range 6 {
				w.click("step")
				w.wait("the next step", fmt.Sprintf(query("log")+`.children.length >= %d`, n+2),
					3*patience)
				w.rests("paused")
			}
			w.wait("a tree", tree, patience)
			w.settles("the last step's figures", query("topologies")+".textContent")
			w.sees("topologies", "±")
		})
	w.step("Step back shows the page as it was one step earlier; nothing is sampled again, and Back to now "+
		"returns.", "The same page after looking back by one step and returning: the same four bars, and the "+
		"buttons Continue, Step back, Step and Stop.", func() {
		before := w.text("topologies")
		w.click("step-back")
		w.wait("the earlier step", `!`+query("looking")+`.hidden`, patience)
		w.sees("looking", "step")
		w.click("looking-now")
		w.wait("the present", query("looking")+`.hidden && `+query("topologies")+".textContent.trim() === "+
			quote(before), patience)
	})
	w.step("Run makes the rest. Of the two true trees at least one is found; how far chains from random starts "+
		"can be trusted is under Diagnostics.",
		"WU after the last of 20 rounds: both true trees have a diamond, the first most of the weight. The "+
			"tree {1,5,6} splits by x₃ and x₂ alone. The verdict says that the run is not settled, which "+
			"evidence is not reliable, and that what was never measured is not estimated.",
		func() {
			w.run()
			w.rests("done")
			w.settled()
			w.sees("topologies", "true tree")
			w.sees("diagnostics", "Details")
		})
	return w.story.String()
}
