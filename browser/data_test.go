// This file tests the Data panel: a messy table understood, corrected, reviewed, pasted, and the sections of the rail
// that fold.

//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// flats is a table as people have them: semicolons, decimal commas, missing values written in four ways, labels, dates,
// row numbers, and 50 further columns of numbers.
func flats(rows, further int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("\ufeffNr;Stadtteil;Größe;erfasst;PLZ;Miete")
	for j := range further {
		fmt.Fprintf(&b, ";m%d", j+1)
	}
	b.WriteString("\r\n")
	comma := func(x float64) string { return strings.ReplaceAll(fmt.Sprintf("%.2f", x), ".", ",") }
	for i := range rows {
		size, district := 20+130*rng.Float64(), rng.IntN(3)
		cells := []string{fmt.Sprint(i + 1), []string{"Mitte", "Nord", "\"Ost; alt\""}[district], comma(size),
			fmt.Sprintf("%02d.%02d.2023", 1+rng.IntN(28), 1+rng.IntN(12)),
			fmt.Sprintf("0%d", 1000+rng.IntN(4)), comma(200 + 9*size + 60*float64(district))}
		if i%10 == 3 {
			cells[1+i/10%2] = []string{"NA", "?", "-", ""}[i/10%4]
		}
		for range further {
			cells = append(cells, comma(rng.NormFloat64()))
		}
		b.WriteString(strings.Join(cells, ";") + "\r\n")
	}
	return []byte(b.String())
}

// noted is the JavaScript expression for all that the page remarks on the table.
const noted = "document.querySelector('#data-notes').textContent"

// line is the JavaScript expression for the table in one line.
const line = "document.querySelector('#data-line').textContent"

// opened opens the page with a file.
func opened(t *testing.T, name string, content []byte) *tab {
	t.Helper()
	b := newTab(t)
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.choose("file-input", file(t, name, content))
	b.wait("the file", line+".startsWith("+quote(name+":")+")", patience)
	return b
}

// A messy table of 5,000 rows: what is proposed is what a person would choose, what was found out can be corrected, and
// every correction shows.
func TestMessyTableIsUnderstoodAndCorrected(t *testing.T) {
	b := opened(t, "flats.csv", flats(5000, 0))
	b.wait("the review", noted+".includes('A run uses')", patience)
	for _, want := range []string{"a semicolon", "a comma as decimal", "first row holding the names",
		"4,500 of 5,000 rows", "500 rows have no value", "numbers the rows", `"Mitte" = 0`, "holds dates"} {
		if notes := evaluate[string](b, noted); !strings.Contains(notes, want) {
			t.Errorf("nothing says %q: %s", want, notes)
		}
	}
	target := evaluate[string](b, query("target")+".value + ' ' + "+query("task")+".options[0].textContent")
	if target != "Miete auto: regression" {
		t.Errorf("%s is proposed", target)
	}
	b.listsRowsLeftOut()
	b.click("columns-open")
	b.kind("PLZ", "text")
	b.wait("text", noted+`.includes('"01000" = 0')`, patience)
	b.kind("erfasst", "days")
	b.wait("days", noted+".includes('the day before the month') && "+noted+".includes('5 features')", patience)
	b.kind("Größe", "days")
	b.wait("the mistake to be named", "document.querySelector('#data-issue').textContent.includes('Größe')",
		patience)
	b.kind("Größe", "")
	b.wait("the mistake to go", "document.querySelector('#data-issue').textContent === ''", patience)
	b.clickOn("[data-column=Nr]")
	b.wait("a column to go", noted+".includes('4 features')", patience)
	b.wait("no row numbers", "!"+noted+".includes('numbers the rows')", patience)
	b.fill(query("decimal"), ".")
	b.wait("another reading", noted+".includes('a point as decimal')", patience)
	b.fill(query("decimal"), "")
	b.wait("the first reading", noted+".includes('a comma as decimal')", patience)
	b.fill(query("header"), "no")
	b.wait("names", query("target")+".options[0].value === 'x1'", patience)
	b.click("columns-close")
}

// kind has a column read otherwise.
func (b *tab) kind(column, word string) {
	b.Helper()
	field := fmt.Sprintf("document.querySelector('[data-kind=%q]')", column)
	b.wait(column, field, patience)
	b.fill(field, word)
}

// listsRowsLeftOut looks at the list of rows that miss a value: shown in part, whole when saved.
func (b *tab) listsRowsLeftOut() {
	b.Helper()
	b.click("leftout-open")
	b.wait("the list", "document.querySelectorAll('#leftout-body tr').length === 200", patience)
	first := evaluate[string](b, "document.querySelector('#leftout-body tr').textContent")
	if first != "5Stadtteil" { // row 4 of the data, below the names
		b.Errorf("the first row left out reads %q", first)
	}
	execute(b,
		`URL.createObjectURL = new Proxy(URL.createObjectURL, {apply(f, that, [blob]) {
			blob.text().then(text => spy.saved = text);
			return Reflect.apply(f, that, [blob]);
		}})`)
	b.click("leftout-save")
	b.wait("the file", "spy.saved", patience)
	saved := evaluate[string](b, "spy.saved")
	if lines := strings.Count(saved, "\n"); lines != 501 ||
		!strings.HasPrefix(saved, "row,missing\n5,Stadtteil\n") {
		b.Errorf("%d lines were saved: %.60q", lines, saved)
	}
	execute(b, "document.querySelector('#leftout').close()")
}

// What is wrong is named where it is typed, and a date is used only on request; then the table runs, and what was
// chosen folds to a line.
func TestOwnTableRunsAndFolds(t *testing.T) {
	b := opened(t, "flats.csv", flats(120, 0))
	b.set("holdout", "1.5")
	b.wait("the field to be marked",
		query("holdout")+".getAttribute('aria-invalid') === 'true' && "+
			"document.querySelector('#holdout-say').textContent.includes('.9')", patience)
	b.set("holdout", ".25")
	b.set("holdout-seed", "x")
	b.wait("the seed to be marked", query("holdout-seed")+".getAttribute('aria-invalid') === 'true'", patience)
	b.set("holdout-seed", "7")
	b.wait("no mark", "document.querySelector('[aria-invalid]') === null", patience)
	b.run()
	b.wait("the section to fold", query("data-change")+".getAttribute('aria-expanded') === 'false' && !"+
		query("target")+".checkVisibility()", patience)
	b.wait("a tree", tree, patience)
	if got := evaluate[string](b, line); got != "flats.csv: 81 training and 27 test rows, 4 features" {
		t.Errorf("the table in one line: %s", got)
	}
	b.click("stop")
	b.rests("stopped")
	first := b.metric("baseline-mse")
	b.set("holdout-seed", "8")
	b.run()
	b.wait("other test rows",
		fmt.Sprintf("Number(document.querySelector('[data-metric=baseline-mse]').dataset.value) !== %v && "+
			"document.querySelector('[data-metric=baseline-mse]').textContent !== %s", first,
			quote(b.text("metrics"))), patience)
	b.click("stop")
	b.rests("stopped")
	b.click("data-change")
	b.wait("the section to open", query("standardize")+".checkVisibility() && "+query("standardize")+".checked",
		patience)
	b.clickOn("#standardize")
	b.run()
	b.wait("the raw target to be said", noted+".includes('sampled as it is')", patience)
	b.click("stop")
	b.rests("stopped")
}

// A table that is pasted at the first moment at which the page takes one, while it is still being built, takes the
// place of the first sample.
func TestPasteAtTheFirstMoment(t *testing.T) {
	b := newTab(t, `addEventListener("DOMContentLoaded", () => {
		const paste = () => {
			if (spy.pasted || document.querySelector("[data-test=sample-wu]").disabled) return;
			spy.pasted = true;
			const held = new DataTransfer();
			held.setData("text/plain", "u,v\n1,2\n2,3\n3,5\n");
			const event = () => new ClipboardEvent("paste",
				{clipboardData: held, bubbles: true, cancelable: true});
			// until somebody takes it
			const soon = () => document.body.dispatchEvent(event()) && setTimeout(soon);
			soon();
		};
		new MutationObserver(paste).observe(document.body,
			{subtree: true, attributes: true, attributeFilter: ["disabled"]});
	});`)
	b.open(shared.served + "/" + quiet)
	b.wait("the pasted table", line+" === 'Pasted table: 3 rows, 2 columns'", patience)
	time.Sleep(time.Second) // for a sample that would come later
	if got := evaluate[string](b, line); got != "Pasted table: 3 rows, 2 columns" {
		t.Errorf("after a second the table is %s", got)
	}
}

// A table is pasted over the page and into the dialog's field; what cannot be read is said there, and the text stays.
func TestPastedTables(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + quiet)
	b.ready()
	var cells strings.Builder
	for i := range 30 {
		fmt.Fprintf(&cells, "%d\t%d\t%d\n", i, i*i%7, i%3)
	}
	pasted, _ := json.Marshal("a\tb\tc\n" + cells.String())
	execute(b, `{const held = new DataTransfer(); held.setData("text/plain", `+string(pasted)+`);
		document.body.dispatchEvent(new ClipboardEvent("paste",
			{clipboardData: held, bubbles: true, cancelable: true}));}`)
	b.wait("the pasted table", line+" === 'Pasted table: 30 rows, 3 columns'", patience)
	b.sample("iris")
	b.click("paste-open")
	b.click("paste-read")
	b.wait("a word", "document.querySelector('#paste-say').textContent !== ''", patience)
	b.set("paste-text", "only one column\n1\n2\n")
	b.click("paste-read")
	b.wait("the fault", "document.querySelector('#paste-say').textContent.includes('one column')", patience)
	kept := evaluate[string](b, query("paste-text")+".value + "+line)
	if !strings.HasPrefix(kept, "only one column") || !strings.Contains(kept, "Iris") {
		t.Errorf("after a fault the field and the table are %q", kept)
	}
	b.set("paste-text", "u,v\n1,2\n2,3\n3,5\n")
	b.click("paste-read")
	b.wait("the table", line+" === 'Pasted table: 3 rows, 2 columns' && !document.querySelector('#paste').open",
		patience)
}

// A generated sample without one of its columns, or with another target, runs as any table: its true tree is then not
// that of the run.
func TestSampleWithoutAColumn(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + atFirst)
	b.ready()
	b.sample("wu")
	b.click("columns-open")
	b.clickOn("[data-column=x3]")
	b.wait("a column to go", noted+".includes('2 features')", patience)
	b.click("columns-close")
	b.run()
	b.rests("done")
	if evaluate[bool](b,
		`document.body.textContent.includes("true tree") ||
			document.body.textContent.includes("True partition")`) {
		t.Error("the tree that made three columns is called true of two")
	}
	b.fill(query("target"), "x1")
	b.run()
	b.rests("done")
	b.fill(query("target"), "y")
	b.click("columns-open")
	b.clickOn("[data-column=x3]")
	b.wait("the column", noted+".includes('3 features')", patience)
	b.click("columns-close")
	b.run()
	b.rests("done")
	b.wait("the true tree",
		`document.body.textContent.includes("true tree") &&
			document.body.textContent.includes("True partition")`,
		patience)
}

// A table of 256 columns: the list shows a part and finds the rest, and all that are shown are unticked at once.
func TestWideTablesColumns(t *testing.T) {
	b := opened(t, "wide.csv", flats(60, 250))
	b.click("columns-open")
	rows := "document.querySelectorAll('#columns-body tr').length"
	b.wait("a part of the columns",
		rows+" === 100 && document.querySelector('#columns-more').textContent.startsWith('156 more')", patience)
	b.set("columns-find", "M10")
	b.wait("the columns found", rows+" === 11", patience) // m10, m100 to m109
	b.click("columns-none")
	// 256 without the date, the target and 11
	b.wait("fewer features", "document.querySelector('#columns-used').textContent.startsWith('243 of')", patience)
	b.click("columns-close")
	b.run()
	b.rests("running")
	b.click("stop")
	b.rests("stopped")
}

// Dates of test rows and of new rows have the day where the opened table has it.
func TestDaysOfNewRows(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + atOnce)
	b.ready()
	text := script[string](b, `
		const { open } = await import("./bridge.js");
		let data = "day,y\n25/12/2023,9\n";
		for (let k = 1; k <= 12; k++) {
			data += k + "/3/2024," + k % 2 + "\n" + k + "/11/2024," + (5 + k % 2) + "\n";
		}
		const session = await open({ data, name: "own.csv", format: { kinds: { day: "days" } }, workers: 1 });
		const test = "day,y\n11/3/2024,1\n";
		const answer = await session.fit({ target: "y", task: "regression", folds: 0, work: 2e5, test,
			testName: "test.csv" });
		const ask = async (day) =>
			(await session.predictFit("day\n" + day + "\n", "new.csv")).predictions[0].mean;
		const means = [answer.predictions.at(-1).mean];
		for (const day of ["2024-03-11", "11/3/2024", "2024-11-03"]) means.push(await ask(day));
		session.close();
		return JSON.stringify(means);`)
	var got []float64
	if err := json.Unmarshal([]byte(text), &got); err != nil || len(got) != 4 {
		t.Fatalf("%v: %s", err, text)
	}
	if got[0] != got[1] || got[2] != got[1] || got[3]-got[1] < 2 {
		t.Errorf("the 11th of March among test rows, written out and among new rows has %v, "+
			"the 3rd of November %v", got[:3], got[3])
	}
}
