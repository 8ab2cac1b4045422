// This file tests what else is taken away: rows of another file predicted, a link, files by the bridge while a run goes
// on, and downloads in Firefox.

//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"slices"
	"strings"
	"testing"
)

// paints is a table with a text column: y is near 1 for red rows, near 3 for blue ones, and x matters little.
func paints() string {
	var b strings.Builder
	b.WriteString("x,color,y\n")
	for i := range 120 {
		fmt.Fprintf(&b, "%g,%s,%g\n", float64(i*7%120)/120, [2]string{"red", "blue"}[i%2],
			1+2*float64(i%2)+float64(i*5%9)/50)
	}
	return b.String()
}

// TestNewRowsArePredicted: columns in another order, one more than the model has, no target; one row misses a value.
// The file gives back every row with its cells. A file with a category that the model has not seen is refused by row
// and column, and what was there stays.
func TestNewRowsArePredicted(t *testing.T) {
	b := newTab(t)
	dir := b.downloads()
	b.open(shared.served + "/" + atFirst)
	b.ready()
	b.choose("file-input", file(t, "paints.csv", []byte(paints())))
	b.wait("the own table", `document.getElementById("data-line").textContent.includes("paints.csv:")`, patience)
	b.runsToItsEnd()
	b.choose("take-rows", file(t, "later rows.csv",
		[]byte("who;color;x\nann;red;0,5\nbob;;0,25\n\"cy; jr\";blue;0,75\n")))
	b.wait("the rows to be predicted", query("take-status")+".textContent.includes('predicted')", patience)
	if got := b.text("take-status"); got != "2 of 3 rows predicted: row 3 misses color." {
		t.Errorf("it says %q", got)
	}
	name, content := b.caught(dir, func() { b.click("take-rows-save") })
	names, rows := records(t, string(content))
	if name != "later-rows-predicted.csv" || strings.Join(names[:5], " ") != "row who color x predicted_mean" ||
		len(rows) != 3 {
		t.Fatalf("%s: %d rows of %q", name, len(rows), names)
	}
	if rows[1][1] != "bob" || rows[1][4] != "" || rows[2][1] != "cy; jr" || rows[2][3] != "0.75" {
		t.Errorf("rows %q", rows)
	}
	if red, blue := float(t, rows[0][4]), float(t, rows[2][4]); red < .9 || red > 1.3 || blue < 2.9 || blue > 3.3 {
		t.Errorf("red is predicted %v, blue %v", red, blue)
	}
	before := b.text("tree") + b.text("metrics")
	b.choose("take-rows", file(t, "unseen.csv", []byte("x,color\n0.5,red\n0.5,violet\n")))
	b.wait("the refusal", query("error")+".textContent !== ''", patience)
	for _, want := range []string{"unseen.csv", "Row 3", "color", "violet"} {
		if got := b.text("error"); !strings.Contains(got, want) {
			t.Errorf("the refusal %q lacks %q", got, want)
		}
	}
	if evaluate[bool](b, query("take-rows-save")+".checkVisibility()") {
		t.Error("the predictions of another file can still be saved")
	}
	if before != b.text("tree")+b.text("metrics") {
		t.Error("the results changed")
	}
	name, _ = b.caught(dir, func() { b.click("take-predictions") })
	const said = "paints-predictions.csv. Texts in it that begin with =, +, - or @ have an apostrophe before them"
	if got := b.text("take-status"); !strings.Contains(got, said) {
		t.Errorf("after the predictions were saved it says %q", got)
	}
	if name != "paints-predictions.csv" || b.text("error") != "" {
		t.Errorf("after a refusal %s comes, and the error is %q", name, b.text("error"))
	}
}

// keepsLink keeps what the page puts on the clipboard.
const keepsLink = `Object.defineProperty(navigator, "clipboard",
	{value: {writeText: async text => { spy.link = text; }}});`

// TestLinkBringsTheChoice: settings, seed and columns that were changed stand in the copied link, and a page that it
// opens has them.
func TestLinkBringsTheChoice(t *testing.T) {
	b := newTab(t, keepsLink)
	b.open(shared.served + "/#run=0&dataset=iris&preset=quick")
	b.ready()
	b.wait("the table", "!document.getElementById('columns').hidden", patience)
	b.set("seed", "77")
	b.settings(map[string]string{"chains": "3", "priors.classConcentration": "2"})
	execute(b, `document.getElementById("columns").open = true`)
	execute(b, `document.querySelector("[data-column='sepal_width']").click()`)
	b.click("take-link")
	b.wait("the link", "spy.link", patience)
	link := evaluate[string](b, "spy.link")
	want := shared.served +
		"/#v=1&dataset=iris&seed=77&preset=quick&unused=sepal_width&chains=3&priors.classConcentration=2"
	if link != want {
		t.Errorf("the link is %s, want %s", link, want)
	}
	if !strings.Contains(b.text("take-status"), "copied") {
		t.Errorf("it says %q", b.text("take-status"))
	}
	other := newTab(t)
	other.open(link + "&run=0")
	other.ready()
	other.wait("the seed of the link", query("seed")+".value === '77'", patience)
	other.wait("the table", "!document.getElementById('columns').hidden && "+
		"document.querySelector('[data-column=sepal_width]')", patience)
	execute(other, `document.getElementById("columns").open = true`)
	if evaluate[bool](other, `document.querySelector("[data-column='sepal_width']").checked`) {
		t.Error("the column is a feature again")
	}
	other.openSettings()
	got := evaluate[string](other,
		`document.querySelector("[data-setting='chains']").value + " " +
			document.querySelector("[data-setting='priors.classConcentration']").value`)
	if got != "3 2" {
		t.Errorf("the settings are %s", got)
	}
}

// TestExportsByTheBridge: files can be asked for at once and while a run goes on; each is of one moment. Refusals have
// their codes.
func TestExportsByTheBridge(t *testing.T) {
	b := bridge(t, shared.served)
	got := script[struct {
		Early, Kind, Option, Language, Rows, Topology refusal
		Names                                         []string
		Lines                                         []int
		Missing                                       []struct {
			Row    int
			Column string
		}
		Predicted, MissingCount int
		Shares                  []float64
		Stopped                 refusal
		Types                   []string
	}](b, `
		const sampler = await create({data: csv, preset: "quick", settings: small, workers: 2});
		const out = {early: await refusal(sampler.export("stan"))};
		await sampler.step();
		const run = sampler.run();
		const kinds = [["stan"], ["arviz"], ["trees"], ["predictions"], ["rules", {language: "sql"}],
			["report"],
			["predictions", {rows: "x2,x1\n.5,.1\n,.2\n.5,.9\n", name: "more.csv"}],
			["predictions", {rows: {columns: {x1: [.1, .9], x2: [.5, NaN]}}}]];
		const files = await Promise.all(kinds.map(([kind, options]) => sampler.export(kind, options)));
		out.names = files.map(f => f.name);
		out.types = files.map(f => f.blob.type);
		out.lines = await Promise.all(files.map(async f => (await f.blob.text()).trim().split("\n").length));
		({rows: out.predicted, missing: out.missing, missingCount: out.missingCount} = files[6]);
		out.kind = await refusal(sampler.export("pickle"));
		out.option = await refusal(sampler.export("stan", {colour: 1}));
		out.language = await refusal(sampler.export("rules", {language: "cobol"}));
		out.rows = await refusal(sampler.export("predictions", {rows: "x1\n.5\n"}));
		out.topology = await refusal(sampler.export("stan", {topology: "11111000000"}));
		await run;
		const shares = [];
		const halt = new AbortController();
		await sampler.export("trees", {onProgress: share => shares.push(share)});
		out.shares = shares;
		out.stopped = await refusal(sampler.export("trees",
			{onProgress: () => halt.abort(), signal: halt.signal}));
		sampler.close();
		return out;`)
	names := strings.Join(got.Names, " ")
	if !strings.HasPrefix(names, "table-draws-") ||
		!strings.HasSuffix(names, "table-report.html more-predicted.csv new-rows-predicted.csv") {
		t.Errorf("names %s", names)
	}
	if got.Lines[3] != 61 || got.Lines[6] != 4 || got.Lines[7] != 3 || got.Types[0] != "text/csv;charset=utf-8" ||
		got.Types[5] != "text/html;charset=utf-8" {
		t.Errorf("lines %v, types %q", got.Lines, got.Types)
	}
	if got.Predicted != 2 || got.MissingCount != 1 || got.Missing[0].Row != 3 || got.Missing[0].Column != "x2" {
		t.Errorf("%d predicted, missing %+v", got.Predicted, got.Missing)
	}
	if len(got.Shares) == 0 || !slices.IsSorted(got.Shares) || got.Shares[0] <= 0 ||
		got.Shares[len(got.Shares)-1] >= 1 || got.Stopped.Code != "stopped" {
		t.Errorf("shares %v, %+v", got.Shares, got.Stopped)
	}
	for name, c := range map[string]struct {
		refusal
		code, field string
	}{
		"early": {got.Early, "no-result", ""}, "kind": {got.Kind, "setting", "export"},
		"option":   {got.Option, "setting", "colour"},
		"language": {got.Language, "setting", "language"}, "rows": {got.Rows, "match-column", "rows"},
		"topology": {got.Topology, "no-result", "topology"},
	} {
		if c.Code != c.code || c.Field != c.field || !c.Own {
			t.Errorf("%s: %+v, want %s of %s", name, c.refusal, c.code, c.field)
		}
	}
}

// TestTakeAwayInFirefox: under the locked policy Firefox, too, writes the files, text and picture.
func TestTakeAwayInFirefox(t *testing.T) {
	f := newFox(t, 2*patience)
	f.open(shared.static + "/" + atFirst)
	f.ready()
	f.click("run")
	f.wait("the end of the run", query("state")+`.textContent === "done"`)
	f.wait("the files to be offered", query("take-stan")+".disabled === false")
	for button, want := range map[string]string{"stan": "lp__,log_weight__,tau.1", "report": "<!DOCTYPE html>",
		"figures-svg": "<svg ", "rules-python": "def predict(row):"} {
		f.click("take-" + button)
		if name, content := arrived(t, f.downloads); !strings.Contains(string(content), want) {
			t.Errorf("%s gives %q with %.200q", button, name, content)
		}
	}
	tell[any](f, order{Tap: `[data-figure="tree"] [data-save="png"]`})
	name, content := arrived(t, f.downloads)
	if m, err := png.Decode(bytes.NewReader(content)); err != nil || name != "WU-tree.png" || colors(m) < 50 {
		t.Errorf("%s: %v", name, err)
	}
	if entries, err := os.ReadDir(f.downloads); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v stay", err, entries)
	}
}
