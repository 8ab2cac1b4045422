// This file measures, for docs/benchmarks.md, what a second worker brings, beside what a second core brings to loops
// that need nothing but it.

//go:build browser && bench

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dcctree/core/simd/simdtest"
)

// scalingPairs is how often both are timed, in turns.
const scalingPairs = 9

// leastScaling is the share of the bare loops' gain that the workers must reach.
const leastScaling = .85

// scaling is, pair by pair, how many times as fast two do the same work as one: the workers a list of jobs, bare loops
// their steps.
type scaling struct{ jobs, bare []float64 }

// scalingScript opens a session with one worker and one with two, and two workers that turn a loop in registers. The
// list of jobs is the burn-in of the topologies that the prior draws most often on CGM, 8 chains each. pair() times all
// four.
const scalingScript = `
	const loop = "onmessage = ({data}) => { let x = 1; for (let i = 0; i < data; i++) " +
		"x = (Math.imul(x, 1664525) + 1013904223) | 0; postMessage(x); };";
	const url = URL.createObjectURL(new Blob([loop], {type: "text/javascript"}));
	const bare = [new Worker(url), new Worker(url)];
	const turn = (worker, steps) => new Promise(f => { worker.onmessage = f; worker.postMessage(steps); });
	const time = async work => { const start = performance.now(); await work(); return performance.now() - start; };
	const options = {target: "y", preset: "quick", holdout: 0, standardize: false, seed: 1,
		settings: {iterations: 0, priorDraws: 20, activationCount: 1, chains: 8, bandwidthInitial: 0.01,
			bandwidthFinal: 0.001}};
	const sessions = [await open({data, workers: 1}), await open({data, workers: 2})];
	const jobs = async session => {
		const run = await session.create(options);
		const took = await time(() => run.run());
		return [took, (await run.digest()).jobs.length];
	};
	globalThis.pair = async steps => {
		const [[one, count], [two]] = [await jobs(sessions[0]), await jobs(sessions[1])];
		const alone = await time(() => turn(bare[0], 2 * steps));
		const both = await time(() => Promise.all(bare.map(worker => turn(worker, steps))));
		return {jobs: one / two, bare: alone / both, count,
			seconds: [one, two, alone, both].map(ms => ms / 1000)};
	};
	await pair(1e8); // warm
	return true;`

func measureScaling(t *testing.T) (out scaling) {
	data, err := os.ReadFile(filepath.Join(shared.root, "assets", "cgm-train.csv"))
	if err != nil {
		t.Fatal(err)
	}
	b := bridge(t, shared.served)
	if _, err := tryEvaluate[bool](b, "(async () => { const data = "+quote(string(data))+";"+scalingScript+"})()",
		benchPatience); err != nil {
		t.Fatal(err)
	}
	for range scalingPairs {
		pair, err := tryEvaluate[struct {
			Jobs, Bare, Count float64
			Seconds           []float64
		}](b, "pair(1e9)", benchPatience)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%.0f jobs: %.2f times as fast with two workers, the bare loop %.2f; seconds %.1f", pair.Count,
			pair.Jobs, pair.Bare, pair.Seconds)
		out.jobs, out.bare = append(out.jobs, pair.Jobs), append(out.bare, pair.Bare)
		time.Sleep(time.Second)
	}
	t.Logf("medians %.2f and %.2f: %.2f", simdtest.Median(out.jobs), simdtest.Median(out.bare), out.ratio())
	return out
}

// ratio is the workers' gain as a share of the bare loops', the median over pairs: what else the machine does moves
// both of a pair.
func (s scaling) ratio() float64 {
	var all []float64
	for k, jobs := range s.jobs {
		all = append(all, jobs/s.bare[k])
	}
	return simdtest.Median(all)
}

const scalingText = `
## Two workers

How many times as fast two do the same work as one: workers of the page a list of jobs, the burn-in of chains on CGM,
and two bare loops, which add and multiply in registers and need no memory. Median of %d pairs in turns, and the
range.

`

// twoWorkersText is the section of the report.
func (r *report) twoWorkersText() string {
	row := func(what string, all []float64) []string {
		return []string{what, fmt.Sprintf("%.2f", simdtest.Median(all)),
			fmt.Sprintf("%.2f to %.2f", slices.Min(all), slices.Max(all))}
	}
	s := r.scaling
	return fmt.Sprintf(scalingText, len(s.jobs)) +
		inColumns([][]string{{"", "median", "range"}, row("jobs", s.jobs), row("bare loops", s.bare)}) +
		fmt.Sprintf("\nThe jobs reach %s times the gain of the bare loops, the median over pairs.\n",
			r.judgeShare(s.ratio(), leastScaling))
}

// judgeShare is judge for a number with two decimals.
func (r *report) judgeShare(ratio, wanted float64) string {
	r.bounds++
	if ratio >= wanted {
		r.met++
		return fmt.Sprintf("%.2f (%g: met)", ratio, wanted)
	}
	return fmt.Sprintf("%.2f (%g: NOT MET)", ratio, wanted)
}
