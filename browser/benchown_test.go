// This file measures, for docs/benchmarks.md, what a person waits for where all trees are fitted at once to a table of
// one's own.

//go:build browser && bench

package browser

import (
	"fmt"
	"testing"
	"time"
)

// ownWait is what a fit of a table took: ms from the press of Run to the first tree, where Run is pressed some seconds
// after the table was opened and where it is pressed at once, and, of the former, to the first verdict that says more
// than that it is not known, and to the end, with the verdict there; 0 where it was stopped before.
type ownWait struct {
	table                 large
	tree, hasty           float64
	verdict, end          float64
	outcome               string
	task                  float64 // ms of the longest task on the main thread
	memoryTree, memoryEnd float64 // bytes, see memory
}

// ownTables are those that are measured, the smaller ones first. The last is stopped at its first verdict.
var ownTables = []large{{rows: 300, inputs: 10}, {rows: 1000, inputs: 30}, {rows: 5000, inputs: 50},
	{rows: 100_000, inputs: 50}}

// hearsVerdicts notes when Run is pressed, when the panel has an answer, and its verdict.
const hearsVerdicts = `(() => {
	const said = document.querySelector("[data-test=fit-verdict]");
	spy.verdicts = [];
	new MutationObserver(() => spy.verdicts.push([performance.now(), said.dataset.outcome]))
		.observe(said, {childList: true, characterData: true, subtree: true, attributes: true});
	document.querySelector("[data-test=run]")
		.addEventListener("click", () => { spy.pressed = performance.now(); }, {capture: true, once: true});
})()`

// begun fits the table in a new tab, and returns it with the moment of the press and the ms to the first tree.
func (l large) begun(t *testing.T, pause time.Duration) (b *tab, since, tree float64) {
	b = newTab(t, twoWorkers, readings)
	b.open(shared.served + "/" + atOnce)
	b.ready()
	b.load("own.csv", file(t, "own.csv", l.csv()), benchPatience)
	time.Sleep(pause)
	execute(b, hearsVerdicts)
	b.click("run")
	b.wait("a tree", "spy.verdicts.length > 0", benchPatience)
	since = evaluate[float64](b, "spy.pressed")
	return b, since, evaluate[float64](b, "spy.verdicts[0][0]") - since
}

func (l large) fitted(t *testing.T) ownWait {
	out := ownWait{table: l}
	t.Run("at once", func(t *testing.T) { _, _, out.hasty = l.begun(t, 0) })
	b, since, tree := l.begun(t, pause)
	out.tree, out.memoryTree = tree, memory(t)
	const told = "spy.verdicts.find(v => v[1] !== 'not-known')"
	b.wait("a verdict", told, benchPatience)
	out.verdict = evaluate[float64](b, told+"[0]") - since
	if l == ownTables[len(ownTables)-1] {
		b.click("stop")
	} else {
		b.wait("the end", query("state")+".dataset.state === 'done'", 2*benchPatience)
		out.end = evaluate[float64](b, "spy.verdicts.at(-1)[0]") - since
	}
	out.outcome = evaluate[string](b, query("fit-verdict")+".dataset.outcome")
	out.memoryEnd, out.task = memory(t), b.longest(since)
	t.Logf("%+v", out)
	return out
}

const ownText = `
## All trees at once

Seconds from the press of Run, some seconds after the table was opened, to the first tree, to the first verdict that
says what is missing, and to the last answer with its verdict (default work, two workers); the longest task on the
page's main thread, and the peak so far of the memory as above. "At once" is the first tree where Run is pressed as soon
as the table is open. Of 100,000 rows 10,000 are fitted, and the fit is stopped at its first verdict. One run each.

`

// own is the table of fits, with the bounds of the issue.
func (r *report) own() string {
	mostTree, mostVerdict := []float64{.5, .5, 2, 20}, []float64{5, 15, 60}
	rows := [][]string{{"table", "first tree", "at once", "first verdict", "last answer", "verdict",
		"longest task, ms", "memory at the first tree, MB", "in the end, MB"}}
	for i, w := range r.fits {
		end, verdict := "stopped", seconds(w.verdict/1000)
		if i < len(mostVerdict) {
			verdict = r.within(w.verdict/1000, mostVerdict[i])
		}
		if w.end > 0 {
			end = seconds(w.end / 1000)
		}
		rows = append(rows, []string{fmt.Sprintf("%d x %d", w.table.rows, w.table.inputs),
			r.within(w.tree/1000, mostTree[i]), seconds(w.hasty / 1000), verdict, end, w.outcome,
			fmt.Sprintf("%.0f", w.task), fmt.Sprintf("%.0f", w.memoryTree/1e6),
			r.within(w.memoryEnd/1e6, mostMemory/1e6)})
	}
	return ownText + inColumns(rows)
}
