// The paper's sets run anew: which there are, what has been run of each, and what comes next.

package logic

import (
	"math"
	"strconv"
	"strings"

	"dcctree/core/paper"
)

// paperSeeds is how many seeds every set is run with, from 1 on: as many runs as the paper made.
const paperSeeds = paper.Runs

// PaperKeptDraws is the number of draws that the paper command keeps per topology, that of dcc.DefaultSettings:
// predictions depend on it.
const PaperKeptDraws = 500

// PaperRun is what one seed gave. Scores are MSEs or accuracies.
type PaperRun struct {
	Seed                        int
	Train, Test                 float64
	TrainLogScore, TestLogScore float64
	Seconds                     float64 // from its creation to its scores, on the page's clock
	Digest                      string
}

// PaperSet is one data set with its runs so far.
type PaperSet struct {
	ID         string // as in core/paper
	Name       string
	Regression bool
	Bandwidth  float64     // h_final of the paper
	Shipped    Sample      // the shipped table; not used where Files are there
	Files      [2]string   // texts of the published training and test rows; "" where they are not opened
	TestRows   int         // 0 before the first run
	CART       float64     // test score; NaN before it is known
	Runs       []*PaperRun // by seed

	taken [paperSeeds]bool // given out by Next
}

// Measure picks the score that the paper gives for such a set.
func (s *PaperSet) Measure(scores *Scores) *float64 {
	if s.Regression {
		return scores.MSE
	}
	return scores.Accuracy
}

// Task is the bridge's word for it.
func (s *PaperSet) Task() string {
	if s.Regression {
		return "regression"
	}
	return "classification"
}

// published reports whether the rows are those of the paper: its files, or a shipped table that the published split
// divides.
func (s *PaperSet) published() bool { return s.Files[1] != "" || s.Shipped.TestFile == "" }

// Reproduction is all sets, in the order of the table.
type Reproduction struct {
	Sets    []*PaperSet
	waiting map[string]string // texts of files of which the other half is missing, by name
}

// NewReproduction returns the shipped sets: those of the published splits, then those simulated anew.
func NewReproduction() *Reproduction {
	r := &Reproduction{waiting: map[string]string{}}
	for _, id := range []string{"iris", "bcw", "wine", "wu", "cgm"} {
		sample, _ := SampleByID(id)
		r.Sets = append(r.Sets, &PaperSet{ID: id, Name: sample.Name, Regression: sample.Truth != "",
			Bandwidth: sample.BandwidthFinal, Shipped: sample, CART: math.NaN()})
	}
	return r
}

// Next gives out the first run that nobody has; ok is false when none is left.
func (r *Reproduction) Next() (set *PaperSet, seed int, ok bool) {
	for _, s := range r.Sets {
		for k, taken := range s.taken {
			if !taken {
				s.taken[k] = true
				return s, k + 1, true
			}
		}
	}
	return nil, 0, false
}

// Add takes a finished run in.
func (s *PaperSet) Add(run *PaperRun) {
	s.Runs = append(s.Runs, run)
	for k := len(s.Runs) - 1; k > 0 && s.Runs[k].Seed < s.Runs[k-1].Seed; k-- {
		s.Runs[k], s.Runs[k-1] = s.Runs[k-1], s.Runs[k]
	}
}

// Release takes back what was given out and not finished.
func (r *Reproduction) Release() {
	for _, s := range r.Sets {
		s.taken = [paperSeeds]bool{}
		for _, run := range s.Runs {
			s.taken[run.Seed-1] = true
		}
	}
}

// Count returns how many runs are done, and of how many.
func (r *Reproduction) Count() (done, all int) {
	for _, s := range r.Sets {
		done += len(s.Runs)
	}
	return done, paperSeeds * len(r.Sets)
}

// publishedFile is a file of the authors' that the page does not bring along.
type publishedFile struct {
	id, name string
	half     int    // 0 training rows, 1 test rows
	sum      uint64 // numbersSum
}

// publishedFiles are recognized by their numbers.
var publishedFiles = []publishedFile{
	{"wu", "WU", 0, 0x986dc4782317485a}, {"wu", "WU", 1, 0xdd2b7e1985e6783d},
	{"cgm", "CGM", 0, 0xcc0ec009147b220d}, {"cgm", "CGM", 1, 0x213a433d8370ce47},
	{"raisin", "Raisin", 0, 0x7aa9c1827de48969}, {"raisin", "Raisin", 1, 0xf5dd8a4e58934a74},
}

// numbersSum is a checksum (FNV-1a, number by number) of what stands in a table below its head, however it is written
// and separated; 0 where something is no number.
func numbersSum(table string) uint64 {
	_, body, _ := strings.Cut(table, "\n")
	sum := uint64(14695981039346656037)
	for _, field := range strings.Fields(strings.NewReplacer(",", " ", ";", " ", "|", " ", `"`,
		" ").Replace(body)) {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return 0
		}
		sum = (sum ^ math.Float64bits(x)) * 1099511628211
	}
	return sum
}

// Opened tells what became of a file: Key is of the text table, for the set's name.
type Opened struct{ Key, Name string }

// Open takes a file in if it is one of the authors', and starts its set when both halves are there.
func (r *Reproduction) Open(content string) Opened {
	sum := numbersSum(content)
	for _, f := range publishedFiles {
		if f.sum == sum {
			return r.take(f, content)
		}
	}
	return Opened{Key: "paper.unknown"}
}

// take keeps one half of a set until the other is there.
func (r *Reproduction) take(f publishedFile, content string) Opened {
	r.waiting[f.id+strconv.Itoa(f.half)] = content
	files := [2]string{r.waiting[f.id+"0"], r.waiting[f.id+"1"]}
	switch {
	case files[1-f.half] == "" && f.half == 0:
		return Opened{"paper.test", f.name}
	case files[1-f.half] == "":
		return Opened{"paper.train", f.name}
	}
	r.join(f, files)
	return Opened{"paper.joined", f.name}
}

// join adds the published set, in the place of the simulated one unless that has been begun.
func (r *Reproduction) join(f publishedFile, files [2]string) {
	s := &PaperSet{ID: f.id, Name: f.name, Regression: f.id != "raisin", Bandwidth: .001, Files: files,
		CART: math.NaN()}
	if sample, shipped := SampleByID(f.id); shipped {
		s.Bandwidth = sample.BandwidthFinal
	}
	for i, other := range r.Sets {
		switch {
		case other.ID != f.id:
		case other.Files[1] != "":
			return // it is there already
		case !other.taken[0]:
			r.Sets[i] = s
			return
		}
	}
	r.Sets = append(r.Sets, s)
}
