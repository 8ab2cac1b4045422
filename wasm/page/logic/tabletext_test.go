package logic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dcctree/core/dataset"
	"dcctree/core/words"
)

func TestFormatSentence(t *testing.T) {
	got := FormatSentence(Table{Separator: ";", Decimal: ",", Header: true})
	want := "Read with a semicolon as separator and a comma as decimal sign, the first row holding the names."
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := FormatSentence(Table{Separator: "\t", Decimal: "."}); !strings.Contains(got, "a tab") ||
		!strings.Contains(got, "a point") || !strings.Contains(got, "without") {
		t.Errorf("got %q", got)
	}
}

func TestLeftOutSentence(t *testing.T) {
	cases := []struct {
		rows  []int
		count int
		want  string
	}{
		{nil, 0, ""},
		{[]int{24}, 1, "1 row with a missing value is left out: row 24."},
		{[]int{24, 41}, 0, "2 rows with missing values are left out: rows 24, 41."},
		{[]int{1, 2, 3, 4, 5, 6, 7, 8, 9}, 1200,
			"1,200 rows with missing values are left out: rows 1, 2, 3, 4, 5, 6, 7, 8 and 1192 more."},
	}
	for _, c := range cases {
		if got := LeftOutSentence(c.rows, c.count); got != c.want {
			t.Errorf("%d rows: got %q, want %q", c.count, got, c.want)
		}
	}
}

// TestRemarksTellMissingValuesOnce takes the note from the data reader itself.
func TestRemarksTellMissingValuesOnce(t *testing.T) {
	table, err := dataset.ReadCSV("a.csv", []byte("x,y\n1,2\n,3\n3,1\n4,5\n2,2.5\n"), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	frame, err := table.Frame("y", nil, dataset.Regression)
	if err != nil {
		t.Fatal(err)
	}
	if len(frame.Notes) == 0 {
		t.Fatal("the reader has no note on the row with a missing value")
	}
	info := &Info{LeftOut: frame.LeftOut, LeftOutCount: len(frame.LeftOut),
		Notes: append(words.All("en", frame.Notes), "Another note."), Standardized: true}
	got := Remarks(Table{}, false, info, nil)
	want := []string{"1 row with a missing value is left out: row 3.", Text("data.standardized"), "Another note."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if short := ShortRemarks(info, nil); short != "1 row left out, 1 remark" {
		t.Errorf("in short: %q", short)
	}
	own := Remarks(Table{Notes: []string{"Read well."}}, true, nil, nil)
	if len(own) != 2 || own[1] != "Read well." {
		t.Errorf("an own table before its first run: %q", own)
	}
}

func TestKindSentence(t *testing.T) {
	for want, c := range map[string]Column{
		"number, −1.5 to 40":               {Kind: "numeric", Min: -1.5, Max: 40},
		"text, 3 values":                   {Kind: "text", Distinct: 3, Missing: 16},
		"date, as days since 1970: 2 to 9": {Kind: "days", Min: 2, Max: 9},
		"date":                             {Kind: "date"},
		"number, 1950 to 2019":             {Kind: "numeric", Min: 1950, Max: 2019}, // years
		"number, 1,950 to 2,119":           {Kind: "numeric", Min: 1950, Max: 2119},
		"number, .001 to 1.00e308":         {Kind: "numeric", Min: .001, Max: 1e308},
	} {
		if got := KindSentence(c); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestColumnsMarkup(t *testing.T) {
	columns := []Column{{Name: `a"<b>`, Kind: "numeric", Distinct: 2, Histogram: []float64{0, 4, 2}},
		{Name: "y", Kind: "numeric"}, {Name: "z", Kind: "text", Distinct: 3},
		{Name: "when", Kind: "date", Distinct: 9}, {Name: "same", Kind: "numeric", Distinct: 1},
		{Name: "names", Kind: "text", Distinct: 51}}
	got := ColumnsMarkup(columns, Choice{Target: "y", Unused: []string{"z"}}, map[string]string{"z": "text"}, true)
	if strings.Contains(got, "<b>`") || strings.Contains(got, `a"<b>`) {
		t.Error("a column's name is not escaped")
	}
	if n := strings.Count(got, `type="checkbox"`); n != 2 {
		t.Errorf("%d boxes, want 2: the target and what cannot be a feature have none", n)
	}
	if n := strings.Count(got, " checked"); n != 1 {
		t.Errorf("%d boxes ticked, want 1: z is unused", n)
	}
	ticks := []Column{{Name: "x", Kind: "numeric", Distinct: 2},
		{Name: "tick", Kind: "text", Distinct: 1, Missing: 3}}
	for _, c := range []struct {
		choice Choice
		want   int
	}{{Choice{Target: "y"}, 2}, {Choice{Target: "y", Model: ByTopology}, 1},
		{Choice{Target: "y", Sample: "wu"}, 1}} {
		boxes := strings.Count(ColumnsMarkup(ticks, c.choice, nil, true), `type="checkbox"`)
		if inputs := len(c.choice.Inputs(&Table{Columns: ticks})); boxes != c.want || inputs != c.want {
			t.Errorf("%+v: %d boxes and %d inputs, want %d", c.choice, boxes, inputs, c.want)
		}
	}
	if n := strings.Count(histogramMarkup([]float64{0, 4, 2}), "z"); n != 2 {
		t.Errorf("%d bars, want 2: an empty bin has none", n)
	}
}

func TestLockReport(t *testing.T) {
	ways := []WayInfo{{ID: "fetch"}, {ID: "webrtc-stun"}, {ID: "dns-prefetch"}, {ID: "cookie", Local: true},
		{ID: "share", Local: true}}
	tries := []Attempt{
		{"fetch", "page", "refused", "connect-src"}, {"fetch", "page", "refused", "connect-src"},
		{"fetch", "worker", "refused", "connect-src"},
		{"webrtc-stun", "page", "gone", "guard"}, {"dns-prefetch", "page", "untold", ""},
		{"cookie", "page", "open", ""},
		{"share", "page", "open", "untried"},
	}
	found := Findings(tries, ways)
	got, want := LockVerdict(found, false), "Nothing that was tried got out: 3 of 6 ways are refused, taken away "+
		"or absent. Of 2 more nobody can say from here."
	if got != want {
		t.Errorf("all shut: %q, want %q", got, want)
	}
	if got := FindingsMarkup(found); strings.Count(got, `class="shut"`) != 3 || strings.Contains(got, "leaky") ||
		!strings.Contains(got, `class="local" data-way="page cookie"`) {
		t.Errorf("all shut: %s", got)
	}
	tries[1] = Attempt{"fetch", "page", "open", ""} // to one address of two
	found = Findings(tries, ways)
	if got, want := LockVerdict(found, true), "1 of 6 ways were let pass: fetch (page). Do not open private data "+
		"in this browser. Of 2 more nobody can say from here. A worker was computing and did not answer: "+
		"what it could send is not judged."; got != want {
		t.Errorf("one open: %q, want %q", got, want)
	}
	if got := FindingsMarkup(found); !strings.HasPrefix(got, `<tr class="leaky" data-way="page fetch">`) {
		t.Errorf("what is open does not come first: %s", got)
	}
}

func TestSettingsMarkup(t *testing.T) {
	preset := PresetValues("quick", nil, true)
	got := SettingsMarkup(DialogGroups("quick"), preset, map[string]string{"chains": `"><i>`, "metric": "dense"},
		map[string]string{"chains": "no <number>"})
	for _, want := range []string{`value="&quot;&gt;&lt;i&gt;"`, `<option value="dense" selected>`,
		`placeholder="` + preset["iterations"] + `"`, `data-setting="priors.leafSD"`, `aria-invalid="true"`,
		`no &lt;number&gt;`, `for="set-chains"`} {
		if !strings.Contains(got, want) {
			t.Errorf("the dialog lacks %s", want)
		}
	}
	fields := strings.Count(got, "data-setting=")
	if fields != strings.Count(got, "<label for=") || fields != strings.Count(got, "aria-describedby=") {
		t.Errorf("%d fields do not all have a label and a description", fields)
	}
}

// TestWhatWasFoundCanBeCorrected: what stands as found asks for nothing, and each other value asks for itself.
func TestWhatWasFoundCanBeCorrected(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{DecimalOptions("", "."), `<option value="">point (found)</option><option value=",">comma</option>`},
		{DecimalOptions(",", ","),
			`<option value="">as it looks</option><option value=".">point</option>` +
				`<option value="," selected>comma</option>`},
		{HeaderOptions("no", false),
			`<option value="">as it looks</option><option value="yes">holds the names</option>` +
				`<option value="no" selected>is data</option>`},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	if n := strings.Count(SeparatorOptions("", "\t"), "<option"); n != 4 {
		t.Errorf("%d separators", n)
	}
	got := columnKind(Column{Name: "d", Kind: "date"}, "", true)
	if !strings.Contains(got, `value="">date, not used (as found)<`) || strings.Count(got, "<option") != 4 {
		t.Errorf("a date: %s", got)
	}
	got = columnKind(Column{Name: "d", Kind: "days"}, "days", true)
	if !strings.Contains(got, `value="days" selected>`) || strings.Count(got, "<option") != 4 {
		t.Errorf("a date as days: %s", got)
	}
}

func TestIsTable(t *testing.T) {
	for s, want := range map[string]bool{"a\tb\n1\t2": true, "a;b\r\n1;2\r\n": true, "": false, "a,b": false,
		"a,b\n\n": false, "Dear Sir\nplease": false} {
		if IsTable(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}

func TestHoldoutFaults(t *testing.T) {
	for _, c := range []struct {
		share, seed string
		bad         [2]bool
	}{{"", "", [2]bool{}}, {".25", "7", [2]bool{}}, {"0", "18446744073709551615", [2]bool{}},
		{"1", "-1", [2]bool{true, true}}, {"a", "", [2]bool{true, false}},
		{"-.1", "1.5", [2]bool{true, true}}} {
		a, b := HoldoutFaults(c.share, c.seed)
		if (a != "") != c.bad[0] || (b != "") != c.bad[1] {
			t.Errorf("%+v: %q, %q", c, a, b)
		}
	}
}

func TestLeftOutList(t *testing.T) {
	markup, told := LeftOutList("row,missing\n3,\"a, \"\"b\"\"; <c>\"\n5,x\n", 9)
	want := `<tr><td class="r num">3</td><td>a, &quot;b&quot;; &lt;c&gt;</td></tr><tr><td class="r num">5</td>` +
		`<td>x</td></tr>`
	if markup != want {
		t.Errorf("got %s", markup)
	}
	if told != "The first 2 are shown; copy or save the list for all of them. The list holds the first 2." {
		t.Errorf("told %q", told)
	}
	long := "row,missing\n" + strings.Repeat("3,x\n", 300)
	if markup, told := LeftOutList(long, 300); strings.Count(markup, "<tr>") != mostListed ||
		!strings.HasPrefix(told, "The first 200") || strings.Contains(told, "holds") {
		t.Errorf("%d rows, told %q", strings.Count(markup, "<tr>"), told)
	}
}

func TestFindColumns(t *testing.T) {
	var columns []Column
	for i := range 150 {
		columns = append(columns, Column{Name: "Col " + strings.Repeat("x", i%3)})
	}
	if found, more := FindColumns(columns, " cOL"); len(found) != mostShown || more != 50 {
		t.Errorf("%d found, %d more", len(found), more)
	}
	if found, more := FindColumns(columns, "xx"); len(found) != 50 || more != 0 {
		t.Errorf("%d found, %d more", len(found), more)
	}
}

// TestRemarksInGerman: the reader's notes in German, without its own count of the rows left out; in English where there
// is no German of all.
func TestRemarksInGerman(t *testing.T) {
	speakIn(t, "de")
	info := &Info{LeftOut: []int{3}, LeftOutCount: 1, Task: "classification",
		Notes: []string{"1 row with a missing value left out.", "A note."},
		Translations: words.Translations[[]string]{"de": {"1 Zeile mit fehlendem Wert weggelassen.",
			"Ein Hinweis."}}}
	own := Table{Separator: ",", Decimal: ".", Header: true, Notes: []string{"Read."},
		Translations: words.Translations[[]string]{"de": {"Gelesen."}}}
	want := []string{LeftOutSentence([]int{3}, 1), "Ein Hinweis.", FormatSentence(own), "Gelesen."}
	if got := Remarks(own, true, info, nil); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	review := &Review{Rows: 4, Notes: info.Notes[1:],
		Translations: words.Translations[[]string]{"de": info.Translations["de"][1:]}}
	review.Suspects = []int{0}
	ofOwn := []string{Text("own.uses.all"), "Ein Hinweis.", FormatSentence(own), "Gelesen."}
	ofOwn[0] = fmt.Sprintf(ofOwn[0], "y")
	if got := OwnRemarks(own, Choice{Target: "y"}, review); !slices.Equal(got, ofOwn) {
		t.Errorf("all trees at once: %q, want %q", got, ofOwn)
	}
	review.Suspects = nil
	if got := OwnRemarks(own, Choice{Target: "y"}, review); slices.Contains(got, "Ein Hinweis.") {
		t.Errorf("all trees at once tell what holds for topologies alone: %q", got)
	}
	got := Remarks(Table{}, false, nil, review)
	if !slices.Contains(got, "Ein Hinweis.") || slices.Contains(got, "A note.") {
		t.Errorf("before a run: %q", got)
	}
	two := []string{"One.", "Two."}
	if got := notesSpoken(two, words.Translations[[]string]{"de": {"Eins."}}); !slices.Equal(got, two) {
		t.Errorf("two notes, one of them in German: %q", got)
	}
}

func TestFaultsSpeakThePagesLanguage(t *testing.T) {
	both, english := &Fault{Message: "The file is empty.",
		Translations: words.Translations[string]{"de": "Die Datei ist leer."}}, &Fault{
		Message: "A message of version 2.",
	}
	if both.Error() != both.Message {
		t.Errorf("in English: %q", both.Error())
	}
	speakIn(t, "de")
	if both.Error() != both.Translations["de"] || english.Error() != english.Message {
		t.Errorf("in German: %q and %q", both.Error(), english.Error())
	}
}
