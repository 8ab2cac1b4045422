// The summary over seeds, beside rstan's, and how it is printed.

package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"dcctree/core/numeric"
)

// summary is one row.
type summary struct {
	posterior
	kept, seeds    int     // seeds all of whose chains stayed in the main mode, and all
	efficiency     float64 // median over the kept seeds
	low, high      float64 // its range
	withLogDensity float64 // median
	acceptance     float64 // mean
	perDraw        float64 // leapfrog steps of a draw
	divergent      float64 // share of the draws
	rHat           float64 // largest
	reference      *reference
	compared       int // parameters whose means are compared with the reference's
	farthest       float64
	farthestName   string
}

// enough is the share of rstan's figure that counts as reached.
const enough = .8

// closeEnough is the distance of two means, in Monte Carlo standard errors of their difference, that still
// counts as agreement.
const closeEnough = 4

func (s summary) ratio() float64 { return s.efficiency / s.rstan }

func (s summary) verdict() string {
	if s.ratio() >= enough {
		return "ok"
	}
	return "MISS"
}

// means says how far the posterior means are from rstan's.
func (s summary) means() string {
	if s.compared == 0 {
		return "-"
	}
	verdict := "ok"
	if !(s.farthest <= closeEnough) {
		verdict = "FAR"
	}
	return fmt.Sprintf("%.1f %s %s", s.farthest, s.farthestName, verdict)
}

func summarize(p posterior, all []outcome) summary {
	s := summary{posterior: p, seeds: len(all), reference: findReference(p.name)}
	var kept []outcome
	for _, o := range all {
		if o.inMode {
			kept = append(kept, o)
		}
	}
	s.kept = len(kept)
	var efficiency, with []float64
	var acceptance, perDraw, divergent numeric.Moments
	for _, o := range kept {
		efficiency, with = append(efficiency, o.efficiency()), append(with, o.withLogDensity())
		acceptance.Add(o.acceptance)
		perDraw.Add(float64(o.leapfrogs) / float64(o.draws))
		divergent.Add(float64(o.divergences) / float64(o.draws))
		s.rHat = math.Max(s.rHat, o.rHat)
	}
	if s.kept == 0 {
		return s
	}
	s.efficiency, s.low, s.high = median(efficiency), slices.Min(efficiency), slices.Max(efficiency)
	s.withLogDensity = median(with)
	s.acceptance, s.perDraw, s.divergent = acceptance.Mean(), perDraw.Mean(), divergent.Mean()
	if s.reference != nil {
		s.compared, s.farthest, s.farthestName = s.reference.compare(pool(kept))
	}
	return s
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	n := len(x)
	return (x[(n-1)/2] + x[n/2]) / 2
}

// pool returns the means over the seeds with their standard errors.
func pool(kept []outcome) []parameter {
	out := slices.Clone(kept[0].parameters)
	n := float64(len(kept))
	for i := range out {
		var mean, variance float64
		for _, o := range kept {
			mean += o.parameters[i].mean / n
			variance += o.parameters[i].mcse * o.parameters[i].mcse / n / n
		}
		out[i].mean, out[i].mcse = mean, math.Sqrt(variance)
	}
	return out
}

// table prints rows as they come.
type table struct {
	w        io.Writer
	markdown bool
	missed   int
	seen     int
}

var columns = []struct {
	title string
	width int
}{
	{"posterior", 19}, {"h", 5}, {"ours", 7}, {"range over seeds", 16}, {"rstan", 6}, {"ratio", 5}, {"", 4},
	{"rstan again", 11}, {"ratio", 5}, {"with log density: ours, rstan again", 35}, {"acceptance", 10},
	{"leapfrogs/draw", 14}, {"divergent", 9}, {"R-hat", 5}, {"seeds", 5}, {"means: farthest, in MCSE", 24},
}

func (t *table) head(o options) {
	fmt.Fprintf(t.w, "Least bulk effective sample size of a parameter per 10^4 gradients of the draws: median "+
		"over %d seeds of %d chains.\n", o.seeds, chains)
	fmt.Fprintf(t.w, "Diagonal metric, target acceptance %g, %d warm-up steps, step size %s; chains start at the "+
		"best hard tree; equal rows merged.\n\n", target, warmup, o.step)
	var titles, lines []string
	for _, c := range columns {
		titles, lines = append(titles, c.title), append(lines, strings.Repeat("-", c.width))
	}
	t.line(titles)
	t.line(lines)
}

func (t *table) row(s summary) {
	t.seen++
	if s.verdict() != "ok" {
		t.missed++
	}
	again, againRatio, withAgain := "-", "-", "-"
	if r := s.reference; r != nil {
		again, againRatio = figure(median(r.Efficiency)), fmt.Sprintf("%.2f", s.efficiency/median(r.Efficiency))
		withAgain = figure(median(r.WithLogDensity))
	}
	t.line([]string{
		s.title, fmt.Sprint(s.h), figure(s.efficiency), figure(s.low) + " to " + figure(s.high),
		figure(s.rstan), fmt.Sprintf("%.2f", s.ratio()), s.verdict(), again, againRatio,
		figure(s.withLogDensity) + ", " + withAgain, fmt.Sprintf("%.3f", s.acceptance),
		fmt.Sprintf("%.1f", s.perDraw), fmt.Sprintf("%.1f %%", 100*s.divergent), fmt.Sprintf("%.3f", s.rHat),
		fmt.Sprintf("%d/%d", s.kept, s.seeds), s.means(),
	})
}

func figure(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

func (t *table) line(cells []string) {
	if t.markdown {
		fmt.Fprintf(t.w, "| %s |\n", strings.Join(cells, " | "))
		return
	}
	for i, c := range cells {
		fmt.Fprintf(t.w, "%-*s  ", columns[i].width, c)
	}
	fmt.Fprintln(t.w)
}

func (t *table) foot() {
	fmt.Fprintf(t.w, "\n%d of %d reach %g x rstan.\n\n", t.seen-t.missed, t.seen, enough)
	fmt.Fprint(t.w, notes)
}

const notes = `ours: parameters are the constrained ones that rstan reports (tau, every weight of Delta, mu, sigma).
rstan: the mark, as it was given. ` +
	`rstan again: rstan 2.21.7 on these posteriors from these starts (rstan/reference.R), by the
same measure, parameters alone. Where the log density counts as a parameter too it is near the mark on most, so that
the mark seems to include it: that column compares like with like.
seeds: those all of whose chains have mean log densities within 5 nats of each other, of all; only they count.
means: the posterior mean that is farthest from that of rstan's draws, in standard errors of the difference; ok up to 4.
`
