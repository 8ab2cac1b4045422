// Tests of the size of trees before the data.

package fit

import (
	"math"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
)

// sized is a fit of trees of a size to classes that say little.
func sized(t *testing.T, size string) (*Problem, error) {
	t.Helper()
	text := rows(80, func(x float64, _ int, noise float64) string {
		if x+.7*noise > .5 {
			return "a"
		}
		return "b"
	})
	table, err := dataset.ReadCSV("own.csv", []byte(text), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return New(table, Options{Target: "y", Size: size, Settings: alltrees.DefaultSettings(),
		Effort: alltrees.Effort{Moves: 5, Work: 1, Draws: 10}})
}

// leavesOf is the probability of each number of leaves of a tree without rows, by the prior's recursion from below: a
// node at depth d has the leaves of two trees at d+1 with probability alpha (1+d)^-beta, and otherwise one.
func leavesOf(p alltrees.Prior, most int) []float64 {
	below := make([]float64, most+1)
	below[1] = 1
	for d := p.MaxDepth - 1; d >= 0; d-- {
		split := p.Alpha * math.Pow(float64(1+d), -p.Beta)
		here := make([]float64, most+1)
		here[1] = 1 - split
		for i := range below {
			for j := 0; i+j <= most; j++ {
				here[i+j] += split * below[i] * below[j]
			}
		}
		below = here
	}
	return below
}

// quantile is the number of leaves that a share of trees has at most.
func quantile(p []float64, share float64) int {
	for n, q := range p {
		if share -= q; share <= 0 {
			return n
		}
	}
	return len(p)
}

// Half of all trees, and 99 in a hundred, have as many leaves as is said, and trees of the data follow the prior.
func TestSizes(t *testing.T) {
	leaves := map[string]float64{}
	for _, c := range []struct {
		size      string
		half, far int
	}{{SmallTrees, 3, 11}, {UsualTrees, 8, 35}, {LargeTrees, 12, 64}} {
		p, err := sized(t, c.size)
		if err != nil {
			t.Fatal(err)
		}
		prior := leavesOf(p.options.Settings.Prior, 100)
		if half, far := quantile(prior, .5), quantile(prior, .99); half != c.half || far != c.far {
			t.Errorf("%s trees: half have at most %d leaves, 99 in a hundred %d, want %d and %d", c.size,
				half, far, c.half, c.far)
		}
		a, err := p.Fit(alltrees.Alone)
		if err != nil {
			t.Fatal(err)
		}
		leaves[c.size] = a.Leaves
		if want := strings.TrimPrefix(c.size, UsualTrees); a.Size != want {
			t.Errorf("the answer has the size %q, want %q", a.Size, want)
		}
	}
	if leaves[SmallTrees] >= leaves[UsualTrees] || leaves[UsualTrees] >= leaves[LargeTrees] {
		t.Errorf("mean leaves %v", leaves)
	}
}

func TestUnknownSize(t *testing.T) {
	if _, err := sized(t, "huge"); err == nil || !strings.Contains(err.Error(), "choose small, usual or large") {
		t.Errorf("trees of the size huge: %v", err)
	}
}
