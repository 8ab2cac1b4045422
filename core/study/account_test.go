// This file holds draws against the files that carry the same ones, and the account of a run against its parts.

package study

import (
	"html"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dcctree/core/numeric"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

// TestDrawsAreThoseOfTheFile: every number is the one that Stan CSV holds with 17 digits, and the weights of a topology
// sum to 1.
func TestDrawsAreThoseOfTheFile(t *testing.T) {
	for name, r := range map[string]*Run{"regression": ran(t, stepTable(t, 60)),
		"classification": ran(t, classTable(t, 60))} {
		t.Run(name, func(t *testing.T) {
			d, bulk, err := r.Draws(&DrawsOptions{})
			if err != nil {
				t.Fatal(err)
			}
			stan, _ := wholeFile(t, r, &ExportOptions{What: ExportStan}, nil)
			lines := strings.Split(stan, "\n")
			at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "lp__,") })
			names := strings.Split(lines[at], ",")
			sum := 0.0
			for k := range d.Count {
				cells := strings.Split(lines[at+1+k], ",")
				if got := numberOf(t, cells[0]); got != bulk[k] {
					t.Fatalf("draw %d: log density %v, in the file %v", k, bulk[k], got)
				}
				if got := numberOf(t, cells[1]); got != bulk[d.Count+k] {
					t.Fatalf("draw %d: log weight %v, in the file %v", k, bulk[d.Count+k], got)
				}
				sum += numeric.Exp(bulk[d.Count+k])
				compareDraw(t, d, bulk, names, cells, k)
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("the weights sum to %v", sum)
			}
			if d.Count < 10 || d.Key != r.shown().Topologies()[0].Topology.Key() || len(d.Coords) == 0 ||
				len(d.Notes) == 0 {
				t.Errorf("%+v", d)
			}
		})
	}
}

// compareDraw compares the values of draw k with the cells of a line: in the file the first index runs fastest, in bulk
// the last.
func compareDraw(t *testing.T, d *Draws, bulk []float64, names, cells []string, k int) {
	t.Helper()
	offset, column := 2*d.Count, 2
	for _, v := range d.Variables {
		size := 1
		for _, n := range v.Shape {
			size *= n
		}
		for i := range size {
			at := i
			if len(v.Shape) == 2 { // the file's i-th value stands in row i % rows
				at = i%v.Shape[0]*v.Shape[1] + i/v.Shape[0]
			}
			got := numberOf(t, cells[column+i])
			if got != bulk[offset+k*size+at] || !strings.HasPrefix(names[column+i], v.Name) {
				t.Fatalf("draw %d: %s is %v, in the file %s %v", k, v.Name, bulk[offset+k*size+at],
					names[column+i], got)
			}
		}
		offset, column = offset+d.Count*size, column+size
	}
	if offset != len(bulk) || column != len(names) {
		t.Fatalf("%d of %d numbers, %d of %d columns", offset, len(bulk), column, len(names))
	}
}

// TestAccount: digests tell apart what decides a run, and only that.
func TestAccount(t *testing.T) {
	account := func(r *Run) *Account {
		a, err := r.Account()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	r := ran(t, stepTable(t, 60))
	a, again := account(r), account(ran(t, stepTable(t, 60)))
	if !reflect.DeepEqual(a, again) {
		t.Errorf("the same run twice: %+v and %+v", a, again)
	}
	sum, _ := r.posterior.Digest()
	if a.Digest != sum || !a.Done || a.Preset != "fast" || a.Steps != r.Steps() || a.Search.Ended == "" {
		t.Errorf("%+v", a)
	}
	other := account(ran(t, stepTable(t, 61)))
	if other.Data == a.Data || other.Model != a.Model || other.Digest == a.Digest {
		t.Errorf("another table: %+v, was %+v", other, a)
	}
	m := wishes()
	fresh := mustNew(t, stepTable(t, 60), m, nil)
	if _, err := fresh.Account(); err == nil || FaultOf(err).Code != CodeNoResult {
		t.Errorf("before the first step: %v", err)
	}
	if _, _, err := fresh.Draws(&DrawsOptions{}); err == nil || FaultOf(err).Code != CodeNoResult {
		t.Errorf("draws before the first step: %v", err)
	}
	if fresh.dataDigest() != a.Data || fresh.modelDigest() == a.Model {
		t.Errorf("other settings: data %s (%s), model %s (%s)", fresh.dataDigest(), a.Data, fresh.modelDigest(),
			a.Model)
	}
}

// TestOneVerdict: account, verdict, report and the words of the last step say the same of a run, in both languages, and
// what they say is what core/verdict makes of the sampler's own facts.
func TestOneVerdict(t *testing.T) {
	r := ran(t, stepTable(t, 60))
	v := verdict.Judge(r.Sampler.Facts())
	a, err := r.Account()
	if err != nil {
		t.Fatal(err)
	}
	if want := verdictOf(v); !reflect.DeepEqual(a.Verdict, want) || !reflect.DeepEqual(*r.Verdict(), want) {
		t.Errorf("account %+v, verdict %+v, want %+v", a.Verdict, r.Verdict(), want)
	}
	if !slices.Equal(a.Unreliable, list(v.Names(verdict.UnreliableEvidence))) ||
		!slices.Equal(a.Doubted, list(v.Names(verdict.AuditDoubtful))) {
		t.Errorf("names %q, %q", a.Unreliable, a.Doubted)
	}
	for lang, want := range map[words.Lang][]string{"en": append(v.PlanIn("en"), v.In("en")),
		"de": append(v.PlanIn("de"), v.In("de"))} {
		text := r.report(r.shown(), 1, lang)
		for _, said := range want {
			if !strings.Contains(text, ">"+html.EscapeString(said)+"<") {
				t.Errorf("the report does not say %q", said)
			}
		}
	}
	last := r.told[len(r.told)-1]
	if !last.Done || !strings.HasSuffix(last.Words, " "+v.In("en")) || !strings.HasSuffix(last.Translations["de"],
		" "+v.In("de")) {
		t.Errorf("the last step says %q and %q", last.Words, last.Translations["de"])
	}
	for _, m := range r.told {
		said := strings.Contains(m.Words, "ettled: ") || strings.Contains(m.Words, "Not known: ")
		if said != (m.Done || m.Step == StepExplore && m.Search.Ended != "") {
			t.Errorf("step %d: %q", m.Index, m.Words)
		}
	}
}

// TestVerdictOfAnEarlierStep: a look back is judged by what was known then.
func TestVerdictOfAnEarlierStep(t *testing.T) {
	r := ran(t, stepTable(t, 60))
	if _, err := r.Look(&LookOptions{Step: 1}); err != nil {
		t.Fatal(err)
	}
	if v := r.Verdict(); v.Outcome != string(verdict.NotKnown) ||
		!slices.Equal(v.Reasons, []string{string(verdict.OneMeasured)}) {
		t.Errorf("after the first step: %+v", v)
	}
	fresh := mustNew(t, stepTable(t, 60), wishes(), nil)
	if v := fresh.Verdict(); v.Outcome != string(verdict.NotKnown) ||
		!slices.Equal(v.Reasons, []string{string(verdict.NothingMeasured)}) {
		t.Errorf("before the first step: %+v", v)
	}
}
