// The sample: restarts pooled by their evidence, moved on with one graph.

package alltrees

import (
	"math"
	"slices"
	"strconv"

	"dcctree/core/numeric"
	"dcctree/core/random"
)

// Sample is equally weighted trees from the posterior, and the log evidence of all trees.
type Sample struct {
	Trees  []*Tree
	Sigmas []int // by tree: its noise, or concentration of classes, a point of the grid, or its level
	// LogEvidence is the log of the restarts' mean evidence. LogError is its relative standard error by their
	// spread, NaN for one restart. It is honest only where restarts agree: a mode that none has found is
	// in no error.
	LogEvidence, LogError float64
	Restarts              []float64 // log evidence of each
	Moves                 Moves     // of the last round
	Work                  int64
	cloud                 cloud
	logs                  []float64 // by tree: log posterior over the frozen graph's probability, unnormalized
	blends                []*drawn  // by tree, where splits may be gradual
	each                  int       // how many trees follow each other before the same particles come again; 0: all
	from                  []int     // by tree of these, number of the restart; nil where that is not known
}

// Workers calls job(0) to job(n-1), in any order, several at a time if it likes, and returns when all are done.
type Workers func(n int, job func(i int))

// Alone does one job after the other.
func Alone(n int, job func(i int)) {
	for i := range n {
		job(i)
	}
}

// Run does the restarts and pools them. Workers change no bit of the result. It panics on invalid settings, and on
// gradual splits or heavy tails of leaves with noises of their own.
func Run(t *Table, s Settings, w Workers) *Sample { return pool(t, s, climb(t, s, nil, w)) }

// smaller is how many times fewer trees smaller restarts have. Where restarts do not agree, many that see different
// trees predict better than few that see more of each: by cross-validation of its training rows digits had errors of
// .12 by eight small ones with equal weights, of .14 by two whole ones, and of .16 by these weighted by their evidence.
const smaller = 4

// Scattered is Run with restarts of a quarter of the trees, four times as many.
func Scattered(t *Table, s Settings, w Workers) *Sample {
	return pool(t, s, climb(t, s.scattered(smaller*s.Restarts), nil, w))
}

// scattered are the settings of so many restarts, of which those that are to be done are smaller.
func (s Settings) scattered(restarts int) Settings {
	s.Restarts, s.Particles = restarts, max(2, s.Particles/smaller)
	return s
}

// climb does the restarts that follow those that are done.
func climb(t *Table, s Settings, done []*Climbed, w Workers) []*Climbed {
	if err := s.Validate(); err != nil {
		panic("alltrees: " + err.Error())
	}
	if t.gradually(&s.Prior) && t.marginal.levels != nil {
		panic("alltrees: gradual splits and heavy tails have one noise for all leaves: set Prior.Widths " +
			"to 0, and Heavy or LeafNoise to false")
	}
	more := make([]*Climbed, s.Restarts-len(done))
	w(len(more), func(i int) {
		more[i] = Climb(t, s, len(done)+i)
	})
	return slices.Concat(done, more)
}

// pool joins the restarts.
func pool(t *Table, s Settings, restarts []*Climbed) *Sample {
	if t.gradually(&s.Prior) {
		return poolGradually(t, s, restarts)
	}
	return poolSharply(t, s, restarts)
}

// Climb does restart number k: a job that any process can do, and another one does where the settings say so.
func Climb(t *Table, s Settings, k int) *Climbed {
	if s.Hooks.Elsewhere != nil {
		if done := s.Hooks.Elsewhere(s, k); done != nil {
			return done
		}
	}
	if t.gradually(&s.Prior) {
		return climbGradually(t, s, k)
	}
	return climbSharply(t, s, k)
}

// gradually reports whether the sampler is that of gradual splits: of numbers, where the settings allow such splits or
// tails are heavy.
func (t *Table) gradually(p *Prior) bool { return t.class == nil && (p.Widths > 0 || t.heavy) }

const lastLearning = 4 // how often the pooled graph learns and the trees are moved before they are kept

// poolSharply joins restarts with sharp splits: trees by the restarts' weights, and a graph of these, which learns on,
// is frozen, and moves the trees that are kept.
func poolSharply(t *Table, s Settings, restarts []*Climbed) *Sample {
	r := &Sample{cloud: newCloud(t, &s)}
	r.cloud.restart = s.Restarts
	r.gather(&s, restarts)
	c := &r.cloud
	for i := range lastLearning {
		label := "end" + strconv.Itoa(i)
		c.learn(1, s.LearnEnd/lastLearning, random.Stream(s.Seed, "alltrees", "learn", label))
		c.move(&s, label)
	}
	c.learn(1, 0, nil)
	for i := range s.Rounds {
		c.move(&s, "kept"+strconv.Itoa(i))
		r.keep()
	}
	for i, tree := range r.Trees {
		rng := random.Stream(s.Seed, "alltrees", "sigma", strconv.Itoa(i))
		r.Sigmas = append(r.Sigmas, t.Sigma(tree, rng))
		r.Trees[i] = t.noisy(tree, r.Sigmas[i], rng)
	}
	r.Moves = c.moves
	r.Work += c.graph.work
	return r
}

// gather takes over as many trees as s asks for, by the restarts' weights. The graph meets the restarts' trees in turn,
// as many as there is room for, so that it knows each restart's.
func (r *Sample) gather(s *Settings, restarts []*Climbed) {
	c := &r.cloud
	c.graph.power = 1
	for _, o := range restarts {
		r.Restarts = append(r.Restarts, o.LogEvidence)
		r.Work += o.Work
	}
	r.LogEvidence, r.LogError = pooled(r.Restarts)
	rows, key := c.t.all()
	for k, more := 0, true; more; k++ {
		more = false
		for _, o := range restarts {
			if k < len(o.trees[0]) && c.graph.size <= populated*c.limit {
				c.graph.logDraw(c.graph.regrow(o.trees[0][k], rows, key, 0), rows, 0)
				more = true
			}
		}
	}
	for _, p := range drawnOf(restarts, s.Particles, s.Seed) {
		c.particles = append(c.particles, c.graph.particle(c.graph.regrow(p.tree, rows, key, 0)))
		r.from = append(r.from, p.from)
	}
}

// pooled is the log of the mean of exp(logs), and the mean's relative standard error.
func pooled(logs []float64) (log, relative float64) {
	n := float64(len(logs))
	log = numeric.LogSumExp(logs) - numeric.Log(n)
	s := 0.0
	for _, l := range logs {
		d := numeric.Exp(l-log) - 1
		s += d * d
	}
	return log, math.Sqrt(s / (n * (n - 1)))
}

// trust is the power of their evidences by which restarts have weights in the pool: 1 where they agree. Where they are
// further apart than is tolerated, each has missed trees that others have found, and which evidence is the largest is
// chance more than finding. By their evidences one restart would then stand for all; with this power the largest weight
// is e times the least.
func trust(restarts []float64) float64 {
	return min(1, toleratedSpread/(slices.Max(restarts)-slices.Min(restarts)))
}

func (r *Sample) keep() {
	r.each = len(r.cloud.particles)
	for i := range r.cloud.particles {
		r.Trees = append(r.Trees, r.cloud.particles[i].tree)
		r.logs = append(r.logs, r.cloud.logWeight(&r.cloud.particles[i]))
		r.cloud.shed(brimful)
	}
}
