package logic

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dcctree/core/dcc"
)

// shipped reads a file of the assets.
func shipped(t *testing.T, name string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "..", "assets", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// authors reads a file of the paper's authors, which stands beside the repository.
func authors(t *testing.T, name string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "data", "paper", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the published files are not beside the repository")
	}
	return string(body)
}

func TestPaperKeptDraws(t *testing.T) {
	if want := dcc.DefaultSettings().KeptDraws; PaperKeptDraws != want {
		t.Errorf("%d draws are kept, the paper command keeps %d", PaperKeptDraws, want)
	}
}

// TestNextGivesEveryRunOnce: set by set, seed by seed; what was not finished is given out again.
func TestNextGivesEveryRunOnce(t *testing.T) {
	r := NewReproduction()
	set, seed, ok := r.Next()
	if !ok || set.ID != "iris" || seed != 1 {
		t.Fatalf("first %v, seed %d", set, seed)
	}
	r.Next()
	third, seed, _ := r.Next()
	third.Add(&PaperRun{Seed: seed})
	set.Add(&PaperRun{Seed: 1})
	if seed != 3 || set.Runs[0].Seed != 1 || set.Runs[1].Seed != 3 {
		t.Errorf("seed %d, runs %v", seed, set.Runs)
	}
	r.Release()
	left := map[string]int{}
	for {
		s, seed, ok := r.Next()
		if !ok {
			break
		}
		if s == set && (seed == 1 || seed == 3) {
			t.Errorf("seed %d is done and given out again", seed)
		}
		left[s.ID]++
	}
	if left["iris"] != 8 || left["wu"] != 10 || len(left) != 5 {
		t.Errorf("left %v", left)
	}
	if done, all := r.Count(); done != 2 || all != 50 {
		t.Errorf("%d of %d", done, all)
	}
}

// TestPublishedFilesAreRecognized: however they are written, and nothing else is taken for them.
func TestPublishedFilesAreRecognized(t *testing.T) {
	r := NewReproduction()
	for _, name := range []string{"wu-train.csv", "wu-test.csv", "cgm-train.csv", "iris.csv"} {
		if o := r.Open(shipped(t, name)); o.Key != "paper.unknown" {
			t.Errorf("the shipped %s is taken for the authors': %v", name, o)
		}
	}
	if o := r.Open(""); o.Key != "paper.unknown" {
		t.Errorf("an empty file: %v", o)
	}
	train, test := authors(t, "raisin-train.csv"), authors(t, "raisin-test.csv")
	if o := r.Open(strings.Replace(train, "86314.0", "86315.0", 1)); o.Key != "paper.unknown" {
		t.Errorf("a changed number: %v", o)
	}
	if o := r.Open(test); o != (Opened{"paper.train", "Raisin"}) || len(r.Sets) != 5 {
		t.Errorf("one half: %v, %d sets", o, len(r.Sets))
	}
	written := strings.NewReplacer(",", "; ", "\n", "\r\n", ".0,",
		",").Replace(strings.ReplaceAll(train, ".0,", ","))
	if o := r.Open(written); o != (Opened{"paper.joined", "Raisin"}) {
		t.Fatalf("the other half in another spelling: %v", o)
	}
	if s := r.Sets[5]; s.ID != "raisin" || s.Regression || s.Bandwidth != .001 ||
		s.Files != [2]string{written, test} || !s.published() {
		t.Errorf("%+v", s)
	}
}

// TestJoiningReplacesOnlyWhatWasNotBegun: the published WU takes the place of the simulated one before its first run,
// and stands beside it after.
func TestJoiningReplacesOnlyWhatWasNotBegun(t *testing.T) {
	begun, fresh := NewReproduction(), NewReproduction()
	begun.Sets[3].taken[0] = true
	for _, r := range []*Reproduction{begun, fresh} {
		for range 2 {
			r.Open(authors(t, "wu-train.csv"))
			r.Open(authors(t, "wu-test.csv"))
		}
	}
	if len(fresh.Sets) != 5 || !fresh.Sets[3].published() || fresh.Sets[3].Bandwidth != .025 {
		t.Errorf("%d sets, %+v", len(fresh.Sets), fresh.Sets[3])
	}
	if len(begun.Sets) != 6 || begun.Sets[3].published() || !begun.Sets[5].published() {
		t.Errorf("%d sets", len(begun.Sets))
	}
}

// filled has three runs of Iris and two of the simulated WU.
func filled() *Reproduction {
	r := NewReproduction()
	for seed := 1; seed <= 3; seed++ {
		r.Sets[0].Add(&PaperRun{Seed: seed, Test: 41. / 45, Train: .98, TestLogScore: -.25, TrainLogScore: -.1,
			Seconds: float64(seed), Digest: "00ff"})
	}
	r.Sets[0].CART, r.Sets[0].TestRows = 40./45, 45
	r.Sets[3].Add(&PaperRun{Seed: 1, Test: .0740})
	r.Sets[3].Add(&PaperRun{Seed: 2, Test: .0744})
	r.Sets[3].TestRows = 300
	return r
}

func TestPaperTable(t *testing.T) {
	r := filled()
	iris, wu := r.Sets[0].cells(), r.Sets[3].cells()
	for _, c := range []struct{ what, got, want string }{
		{"here", iris[0].first, ".9111 (0)"}, {"error", iris[0].second, "±\u00a00, 3 of 10"},
		{"paper", iris[1].first, ".911 (1.2e−16)"},
		{"agreement", iris[2].first, "yes"}, {"difference", iris[2].second, "+.0001 ±\u00a0.0005"},
		{"CART", iris[3].first, ".8889"}, {"seconds", iris[4].first, "2.0"},
		{"MSE", wu[0].first, ".0742 (2.8e−4)"}, {"printed MSE", wu[1].first, ".059 (5.3e−4)"},
		{"its error", wu[1].second, "±\u00a01.7e−4"}, {"no CART", wu[3].first, "–"},
		{"untouched", r.Sets[1].cells()[0].first, "–"}, {"its agreement", r.Sets[1].cells()[2].first, "–"},
		{"rows", r.Sets[3].about(), "MSE, simulated anew"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
	// By hand: other rows change the difference by sqrt(2/300 (.0742^2 + .059^2)) = .00774, of which 1.96 standard
	// errors agree.
	if c := r.Sets[3].compare(); math.Abs(c.Limit-(1.96*.00774+.0005)) > 2e-5 {
		t.Errorf("%+v", c)
	}
	body := r.BodyMarkup()
	n := strings.Count(body, `scope="row"`)
	if n != 5 || strings.Count(body, "<td") != 25 || strings.Count(r.HeadMarkup(), `scope="col"`) != 6 {
		t.Errorf("%d rows in %s", n, body)
	}
}

func TestPaperCSV(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(filled().CSV()), "\n")
	if len(lines) != 6 ||
		lines[1] != "iris,published,accuracy,1,0.9111111111111111,0.98,-0.25,-0.1,1.00,00ff,0.911,1.2e-16,"+
			"0.8888888888888888" ||
		!strings.HasPrefix(lines[5], "wu,simulated,mse,2,0.0744,") {
		t.Errorf("%q", lines)
	}
	for _, l := range lines {
		if strings.Count(l, ",") != strings.Count(lines[0], ",") {
			t.Errorf("%q has other columns than %q", l, lines[0])
		}
	}
}
