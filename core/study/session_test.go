// This file saves runs and takes them up again: same bits, and the same way on.

package study

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/variants"
	"dcctree/core/parcel"
	"dcctree/core/posterior"
	"dcctree/core/random"
	"dcctree/core/words"
)

// stepText is a table as text: y jumps at x1 = .5.
func stepText(rows int) []byte {
	var b strings.Builder
	b.WriteString("x1,x2,y\n")
	for i := range rows {
		x := float64(i%20) / 20
		fmt.Fprintf(&b, "%v,%v,%v\n", x, float64(i%7)/7, math.Round(x)+float64(i%5)/50)
	}
	return []byte(b.String())
}

func runOn(t *testing.T, text []byte, preset string) *Run {
	t.Helper()
	m := wishes()
	m.Preset, m.Target = preset, "y"
	if preset == PresetFast {
		m.Settings = `{"keptDraws":40,"bandwidthFinal":0.05}`
	}
	table, err := read("steps.csv", text, false, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return mustNew(t, table, m, nil)
}

// advance makes so many steps; -1 = all.
func advance(t *testing.T, r *Run, steps int) {
	t.Helper()
	for done := 0; !r.Sampler.Done() && done != steps; {
		result, err := dcc.Execute(r.Problem, r.Sampler.Next()[0], func() {})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Sampler.Report(result) {
			r.Step(s, float64(done))
			done++
		}
	}
}

// opened is the message that opened a table.
func opened(name string) *OpenOptions {
	return &OpenOptions{Name: name}
}

func saved(t *testing.T, r *Run, text []byte) []byte {
	t.Helper()
	m := &SaveOptions{Page: `{"row":3}`, Table: float64(len(text))}
	answer, data, err := r.Save(m, text, opened("steps.csv"), 12.5)
	if err != nil || answer.Size != len(data) {
		t.Fatalf("%+v: %v", answer, err)
	}
	return data
}

func restored(t *testing.T, data []byte) (*Run, *Restored) {
	t.Helper()
	s, places, err := Decode("steps.dcctree", data)
	if err != nil {
		t.Fatal(err)
	}
	table, r, err := Restore("steps.dcctree", s, 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(data[places.TableAt : places.TableAt+places.TableSize]); got != string(s.Table) {
		t.Error("the table is not where the file says")
	}
	return r, r.Restored(table, s, places)
}

func digestOf(t *testing.T, r *Run) string {
	t.Helper()
	d, err := r.Digest()
	if err != nil {
		t.Fatal(err)
	}
	return d.Digest
}

// TestSessionKeepsTheRun saves in the middle and at the end, in both modes: the restored run has the same digest, jobs,
// weights and predictions, tells the same steps, and ends as the one that was not interrupted.
func TestSessionKeepsTheRun(t *testing.T) {
	for _, preset := range []string{PresetFast, "quick"} {
		t.Run(preset, func(t *testing.T) {
			text := stepText(60)
			r := runOn(t, text, preset)
			advance(t, r, 5)
			data := saved(t, r, text)
			again, told := restored(t, data)
			if digestOf(t, again) != digestOf(t, r) {
				t.Fatal("the digests differ")
			}
			a, _ := r.Digest()
			b, _ := again.Digest()
			if strings.Join(a.Jobs, " ") != strings.Join(b.Jobs, " ") || len(a.Jobs) == 0 {
				t.Error("the jobs' digests differ")
			}
			if told.State != StatePaused || told.Page != `{"row":3}` || told.Seconds != 12.5 ||
				told.Created.Workers != 3 || told.Table.Rows != 60 {
				t.Errorf("%+v", told)
			}
			if len(told.Steps) != len(r.told) ||
				told.Steps[len(told.Steps)-1].Words != r.told[len(r.told)-1].Words ||
				!maps.Equal(told.Steps[0].Translations, r.told[0].Translations) ||
				told.Steps[0].Translations["de"] == "" {
				t.Error("other steps are told")
			}
			comparePlots(t, r, again)
			if string(saved(t, again, text)) == "" || again.steps != r.steps {
				t.Errorf("%d steps instead of %d", again.steps, r.steps)
			}
			advance(t, r, -1)
			advance(t, again, -1)
			if digestOf(t, again) != digestOf(t, r) {
				t.Error("the runs end differently")
			}
			end, told := restored(t, saved(t, r, text))
			if told.State != StateDone || digestOf(t, end) != digestOf(t, r) {
				t.Errorf("at the end: %s", told.State)
			}
		})
	}
}

// TestSessionWithUntoldSteps: a batch gives two steps of which one was told when the run was saved; the other is told
// by the run that is taken up.
func TestSessionWithUntoldSteps(t *testing.T) {
	text := stepText(60)
	r := runOn(t, text, PresetFast)
	var queue []dcc.Step
	for len(queue) < 2 { // steps of one batch
		for _, s := range queue {
			r.Step(s, 0)
		}
		if r.Sampler.Done() {
			t.Fatal("no batch gave two steps")
		}
		result, err := dcc.Execute(r.Problem, r.Sampler.Next()[0], func() {})
		if err != nil {
			t.Fatal(err)
		}
		queue = r.Sampler.Report(result)
	}
	r.Step(queue[0], 0)
	again, told := restored(t, saved(t, r, text))
	if len(again.Untold) != len(queue)-1 || again.Untold[0].Topology != queue[1].Topology ||
		told.State != StatePaused || digestOf(t, again) != digestOf(t, r) {
		t.Errorf("%d steps are untold, %s", len(again.Untold), told.State)
	}
}

// TestSessionBeforeTheFirstStep: choices alone can be saved, too.
func TestSessionBeforeTheFirstStep(t *testing.T) {
	text := stepText(60)
	r, told := restored(t, saved(t, runOn(t, text, PresetFast), text))
	if len(told.Steps) != 0 || told.State != StatePaused {
		t.Errorf("%+v", told)
	}
	advance(t, r, 1)
	if r.steps != 1 {
		t.Errorf("%d steps", r.steps)
	}
}

// TestSessionOfColumns: columns in memory come back with the same digest, missing values too.
func TestSessionOfColumns(t *testing.T) {
	text := []byte(
		`[{"name":"x","numbers":[0,0.1,0.2,0.3,0.4,0.6,0.7,0.8,0.9,1,null]},` +
			`{"name":"c","texts":["a","b","a","b","a","b","a","b","a","b","a"]},` +
			`{"name":"y","numbers":[0,0.01,0,0.02,0,1,1.01,1,1.02,1,1]}]`)
	table, err := read("columns", text, true, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m := wishes()
	m.Target, m.Preset, m.Settings, m.Holdout = "y", PresetFast, "", 0
	r := mustNew(t, table, m, nil)
	advance(t, r, 2)
	save := &SaveOptions{Table: float64(len(text)), Columns: true}
	_, data, err := r.Save(save, text, opened("columns"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := restored(t, data); digestOf(t, again) != digestOf(t, r) {
		t.Error("the digests differ")
	}
	both := []byte(`[{"name":"x","numbers":[1,2],"texts":["a","b"]},{"name":"y","numbers":[1,2]}]`)
	if _, err := read("columns", both, true, dataset.ReadOptions{}); err == nil ||
		!strings.Contains(err.Error(), "both numbers and texts") {
		t.Errorf("of a column of numbers and texts: %v", err)
	}
}

// TestSessionKeepsTheFormat: a table that was read otherwise than it looks is read so again.
func TestSessionKeepsTheFormat(t *testing.T) {
	text := []byte("1;2\n" + strings.Repeat("1,5;1\n2,5;2\n3,5;3\n", 10))
	open := opened("odd.csv")
	open.Header, open.Separator, open.Decimal = "no", ";", ","
	table, err := read("odd.csv", text, false, open.Options())
	if err != nil {
		t.Fatal(err)
	}
	m := wishes()
	m.Preset, m.Settings = PresetFast, ""
	r := mustNew(t, table, m, nil)
	_, data, err := r.Save(&SaveOptions{Table: float64(len(text))}, text, open, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, told := restored(t, data); told.Table.Rows != 31 || told.Open.Header != "no" {
		t.Errorf("%d rows, header %q", told.Table.Rows, told.Open.Header)
	}
}

// resum writes the right checksum under changed bytes.
func resum(data []byte) []byte {
	body := data[: len(data)-8 : len(data)-8]
	return binary.BigEndian.AppendUint64(body, Checksum(body))
}

// TestSessionRefuses: what is wrong with a file is named by its field, with what to do.
func TestSessionRefuses(t *testing.T) {
	text := stepText(60)
	r := runOn(t, text, PresetFast)
	advance(t, r, 2)
	data := saved(t, r, text)
	at := strings.Index(string(data), "x1,x2,y")
	for _, c := range []struct {
		field  string
		damage func([]byte) []byte
	}{
		{"beginning", func(d []byte) []byte { return []byte("x,y\n1,2\n") }},
		{"version", func(d []byte) []byte {
			d[len("dcctree session ")] = '0' + FitFileVersion + 1
			return resum(d)
		}},
		{"version", func(d []byte) []byte {
			d[len("dcctree session ")] = '0' + FileVersion - 1
			return resum(d)
		}},
		{"version", func(d []byte) []byte { return d[:len("dcctree session ")] }},
		{"checksum", func(d []byte) []byte { d[len(d)/2] ^= 1; return d }},
		{"checksum", func(d []byte) []byte { return d[:len(d)-100] }},
		{"head", func(d []byte) []byte { d[len("dcctree session 1\n")] = 'x'; return resum(d) }},
		{"length", func(d []byte) []byte { return resum(append(d, 0, 0, 0, 0, 0)) }},
		{"table", func(d []byte) []byte { copy(d[at:], "x1,x2,\""); return resum(d) }},
		{"choices", func(d []byte) []byte { d[at+6] = 'z'; return resum(d) }},
		{"results", func(d []byte) []byte { d[at+len("x1,x2,y\n")] = '9'; return resum(d) }},
	} {
		bad := c.damage([]byte(string(data)))
		s, _, err := Decode("a.dcctree", bad)
		if err == nil {
			_, _, err = Restore("a.dcctree", s, 1)
		}
		f, ok := err.(*Fault)
		if !ok || f.Code != CodeSession || f.Field != c.field || f.File != "a.dcctree" ||
			!strings.Contains(f.Error(), "What is on the screen stays") {
			t.Errorf("%s: %v", c.field, err)
		}
	}
}

// TestLookBack: questions are answered as after an earlier step, and the run goes on meanwhile.
func TestLookBack(t *testing.T) {
	text := stepText(60)
	r := runOn(t, text, PresetFast)
	look := func(step float64) error {
		_, err := r.Look(&LookOptions{Step: step})
		return err
	}
	if look(1) == nil || look(0) != nil {
		t.Error("before the first step there is only the present")
	}
	advance(t, r, 1)
	was := digestOf(t, r)
	advance(t, r, 2)
	now := digestOf(t, r)
	if err := look(1); err != nil || digestOf(t, r) != was {
		t.Fatalf("%v: not the first step", err)
	}
	if n := len(r.Topologies()); n != 1 {
		t.Errorf("%d topologies after the first step", n)
	}
	advance(t, r, 1)
	if digestOf(t, r) != was {
		t.Error("the run went on, and what is looked at changed")
	}
	if err := look(3); err != nil || digestOf(t, r) != now {
		t.Error("not the third step")
	}
	if err := look(9); err == nil || fault(t, err).Field != "step" {
		t.Errorf("step 9 of 4: %v", err)
	}
	if look(0) != nil || digestOf(t, r) == now {
		t.Error("not the present")
	}
}

// smallSessions are session files of two small runs, one of each mode.
func smallSessions(t *testing.T) (files [][]byte) {
	t.Helper()
	text := stepText(24)
	for _, preset := range []string{PresetFast, "quick"} {
		r := runOn(t, text, preset)
		advance(t, r, 2)
		files = append(files, saved(t, r, text))
	}
	return files
}

// takeDamaged does with a changed file what the page does, and returns the field at fault, "" where the file is taken.
// edits are offsets of three bytes, each with what is changed there; cut is what is missing at the end; right sets the
// checksum.
func takeDamaged(t *testing.T, file, edits []byte, cut int, right bool) string {
	t.Helper()
	data := []byte(string(file))
	data = data[:len(data)-cut%len(data)]
	for ; len(edits) >= 4; edits = edits[4:] {
		at := int(edits[0])<<16 | int(edits[1])<<8 | int(edits[2])
		data[at%len(data)] ^= edits[3]
	}
	if right && len(data) > 8 {
		data = resum(data)
	}
	began := time.Now()
	s, _, err := Decode("a.dcctree", data)
	if err == nil {
		_, _, err = Restore("a.dcctree", s, 1)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	if err == nil {
		return ""
	}
	f, ok := err.(*Fault)
	if !ok || f.Field == "" || f.Code != CodeSession ||
		!strings.HasPrefix(f.In("de"), "Die Sitzungsdatei a.dcctree ist nicht verwendbar (") ||
		strings.Contains(f.In("de"), "verwendbar ()") {
		t.Fatalf("%v; in German %q", err, f.In("de"))
	}
	return f.Field
}

// TestTenThousandDamagedSessions: none crashes or hangs, each that is refused names a field, and the damage reaches
// every part.
func TestTenThousandDamagedSessions(t *testing.T) {
	files := smallSessions(t)
	rng := random.Stream(1, "damaged sessions")
	refused := map[string]int{}
	n := 10_000
	if testing.Short() { // as in WebAssembly, where it takes ten times as long
		n = 500
	}
	for i := range n {
		file := files[i%2]
		edits := make([]byte, 4*(1+rng.IntN(3)))
		for k := range edits {
			edits[k] = byte(rng.Uint32())
		}
		if i%5 == 0 { // in the head and the words, which are short
			at := rng.IntN(min(len(file), 3000))
			edits[0], edits[1], edits[2] = 0, byte(at>>8), byte(at)
		}
		cut := 0
		if i%20 == 0 {
			cut = rng.IntN(len(file))
		}
		refused[takeDamaged(t, file, edits, cut, i%10 != 0)]++
	}
	t.Logf("%v", refused)
	for field, least := range map[string]int{"": 1000, "checksum": 500, "head": 300, "run": 1500, "results": 1200,
		"choices": 80, "table": 70} {
		if refused[field] < least*n/10_000 {
			t.Errorf("%q: %d files, want %d at least: the damage tests little there", field, refused[field],
				least)
		}
	}
}

// FuzzSession is the same with what the fuzzer thinks of.
func FuzzSession(f *testing.F) {
	files := smallSessions(&testing.T{})
	f.Add(0, []byte{}, uint16(0), false)
	f.Add(1, []byte{0, 0, 99, 1, 0, 8, 0, 64}, uint16(0), true)
	f.Add(0, []byte{0, 16, 9, 128}, uint16(3), true)
	f.Fuzz(func(t *testing.T, which int, edits []byte, cut uint16, right bool) {
		takeDamaged(t, files[which&1], edits, int(cut), right)
	})
}

// comparePlots asks two runs for every figure of the details.
func comparePlots(t *testing.T, a, b *Run) {
	t.Helper()
	for _, name := range []string{PlotObserved, PlotResiduals, PlotCalibration, PlotMap, PlotEvidence, PlotTrace,
		PlotRank, PlotWeights} {
		m := &PlotOptions{Name: name, Width: 400, Set: "train", Y: 1}
		one, failed := a.Plot(m)
		two, err := b.Plot(m)
		if (err == nil) != (failed == nil) {
			t.Errorf("%s: %v, before %v", name, err, failed)
			continue
		}
		if err == nil && (one.SVG != two.SVG || one.Cells != two.Cells) {
			t.Errorf("the figure %s is another one", name)
		}
	}
}

// spottyText is the table of stepText with an input that is constant but for every seventh row.
func spottyText(rows int) []byte {
	lines := strings.Split(strings.TrimSuffix(string(stepText(rows)), "\n"), "\n")
	for i := range lines {
		switch {
		case i == 0:
			lines[i] = "spot," + lines[i]
		case i%7 == 0:
			lines[i] = "1," + lines[i]
		default:
			lines[i] = "0," + lines[i]
		}
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// holdSpots is a run on the table of spottyText whose test rows are those in which the input varies.
func holdSpots(t *testing.T, text []byte, drop bool) *Run {
	t.Helper()
	table, err := read("steps.csv", text, false, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m := wishes()
	m.Preset, m.Target, m.Settings = PresetFirst, "y", `{"keptDraws":40,"bandwidthFinal":0.05}`
	frame, err := frameOf(table, m)
	if err != nil {
		t.Fatal(err)
	}
	var in, out []int
	for i := range frame.N {
		if frame.X[i] == 0 {
			in = append(in, i)
		} else {
			out = append(out, i)
		}
	}
	train, test := frame.Take(in), frame.Take(out)
	if drop {
		if train, test, err = frame.Part(in, out); err != nil {
			t.Fatal(err)
		}
	}
	r := &Run{wishes: *m, history: history{}, bounds: variants.ComparisonSettings}
	settings, err := settingsOf(m, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.begin(posterior.NewTables(train, test, true), settings, m); err != nil {
		t.Fatal(err)
	}
	if err := r.describe(m, true); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestInputConstantInTrainingRows: it is in no part of the run, and the run says so. The results are those of the table
// without it, whatever its values in the test rows; with it they are others.
func TestInputConstantInTrainingRows(t *testing.T) {
	r, kept := holdSpots(t, spottyText(60), true), holdSpots(t, spottyText(60), false)
	c := r.created
	if !slices.Equal(c.Features, []string{"x1", "x2"}) || !slices.Contains(c.Notes, constantNote("spot")) ||
		len(c.Labels) != 2 || c.TestRows != 8 {
		t.Fatalf("created as %+v", c)
	}
	said := "Spalte \"spot\" bleibt weg: Sie hat in allen Trainingszeilen denselben Wert."
	if !slices.Contains(c.Translations["de"], said) {
		t.Errorf("in German %q", c.Translations["de"])
	}
	far := holdSpots(t, []byte(strings.ReplaceAll(string(spottyText(60)), "\n1,", "\n9,")), true)
	advance(t, r, -1)
	advance(t, far, -1)
	advance(t, kept, -1)
	if digestOf(t, r) != digestOf(t, far) || digestOf(t, r) == digestOf(t, kept) {
		t.Error("the results depend on an input that no training row tells of, or would not if it were kept")
	}
}

// TestSessionOfInputThatIsDroppedNow: a file from before such inputs were dropped is refused with what to do.
func TestSessionOfInputThatIsDroppedNow(t *testing.T) {
	kept, r := holdSpots(t, spottyText(60), false), holdSpots(t, spottyText(60), true)
	advance(t, kept, 3)
	before := SavedRun{Steps: kept.steps, Told: savedSteps(kept.told), Recording: kept.Sampler.Recording(),
		Digest: kept.savedDigest()}
	if err := r.takeUp(&before); err == nil {
		t.Fatal("results with one input more are taken up")
	}
}

// TestStepWords: what a file holds of a step in the other languages, of more of them than there are, and of none.
func TestStepWords(t *testing.T) {
	for text, want := range map[string]StepWords{"Gemessen.": {"de": "Gemessen."}, "": {},
		"Gemessen." + betweenWords + strings.Repeat(betweenWords,
			len(words.Languages())) + "x": {"de": "Gemessen."}} {
		var got StepWords
		if err := parcel.Unpack(nil, []string{text}, &got); err != nil || !maps.Equal(got, want) {
			t.Errorf("%q is read as %v (%v)", text, got, err)
		}
	}
	if _, texts := parcel.Pack(&StepWords{"de": "Gemessen."}); !strings.HasPrefix(texts[0], "Gemessen.") {
		t.Errorf("written as %q", texts)
	}
}
