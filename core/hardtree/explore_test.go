package hardtree

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dcctree/core/dataset"
	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

func paperData(t testing.TB, name string, task dataset.Task) softtree.Data {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "paper", name+"-train.csv"))
	if err != nil {
		t.Skip("absent")
	}
	table, err := dataset.ReadCSV(name, text, dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := table.Frame(table.SuggestTarget(), nil, task)
	if err != nil {
		t.Fatal(err)
	}
	d := softtree.Data{N: f.N, D: f.D, X: dataset.FitScaling(f).Apply(f), Y: f.Y}
	if task == dataset.Classification {
		d.Y, d.Class, d.Classes = nil, f.Class, len(f.Classes)
	}
	return d
}

func TestExplore(t *testing.T) {
	for _, c := range []struct {
		name string
		task dataset.Task
		ids  [][]int
	}{
		{"cgm", dataset.Regression, [][]int{{3, 9, 10, 5, 6}, {7, 8, 4, 5, 6}}},
		{"wu", dataset.Regression, [][]int{{1, 5, 6}, {3, 4, 2}}},
		{"iris", dataset.Classification, [][]int{{1, 5, 6}}},
		{"wine", dataset.Classification, [][]int{{1, 5, 6}, {3, 4, 5, 6}}},
		{"breast-cancer-wisconsin", dataset.Classification, [][]int{{1, 2}, {3, 4, 2}, {3, 4, 5, 6}}},
		{"raisin", dataset.Classification, [][]int{{3, 4, 5, 6}, {1, 5, 6}}},
	} {
		data := paperData(t, c.name, c.task)
		x := NewIndex(data, softtree.PaperPriors())
		for _, ids := range c.ids {
			top, _ := topology.FromLeaves(ids)
			hits, bests := 0, -1e300
			work := 0
			var all []Solution
			var scores []float64
			start := time.Now()
			for seed := range 10 {
				s, w := x.Search(top, Options{Variants: os.Getenv("V") != ""}, random.Stream(uint64(seed), "hard"))
				work += w
				scores = append(scores, s[0].Score)
				bests = max(bests, s[0].Score)
				all = s
			}
			el := time.Since(start)
			for _, v := range scores {
				if v > bests-1e-6 {
					hits++
				}
			}
			single := 0
			x1 := 200
			for seed := range x1 {
				s := x.newSearcher(top)
				s.noise.rng = random.Stream(uint64(seed), "single")
				s.start(1)
				s.climb()
				if _, sol := s.solution(); sol.Score > bests-1e-6 {
					single++
				}
			}
			fmt.Println(c.name, data.N, data.D, ids, "best", bests, "hits", hits, "single", single, "/200 work", work/10, "ms", el.Milliseconds()/10)
			for _, s := range all[:min(9, len(all))] {
				fmt.Printf("   %.2f f%v t%.3f g%.3f v%v s%.3f m%.2f\n", s.Score, s.Feature, s.Threshold, s.Gap, s.Vacuous, s.Sigma, s.Mean)
			}
		}
	}
}
