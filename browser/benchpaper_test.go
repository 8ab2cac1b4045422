// This file measures, for docs/benchmarks.md, how long the page takes to reproduce the paper: all six sets with ten
// seeds each.

//go:build browser && bench

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// mostMinutes is how long all six sets with ten seeds each may take.
const mostMinutes = 10

// reproductionTimes is what the page's own table says at the end; rows is empty where the published files are missing.
type reproductionTimes struct {
	minutes float64
	rows    [][]string // data set, here, paper, agree, CART, seconds of a run
}

// publishedFiles are those that the page does not bring along.
var publishedFiles = []string{"wu-train.csv", "wu-test.csv", "cgm-train.csv", "cgm-test.csv", "raisin-train.csv",
	"raisin-test.csv"}

// measureReproduction opens the published files, presses the button, and reads the table when it is filled.
func measureReproduction(t *testing.T) (out reproductionTimes) {
	_, err := os.Stat(filepath.Join(shared.root, "..", "shared", "data", "paper", publishedFiles[0]))
	if err != nil {
		return out
	}
	b := reproduction(t, twoWorkers)
	var paths []string
	for _, name := range publishedFiles {
		paths = append(paths, paperData(t, name))
	}
	b.choose("paper-files", paths...)
	b.wait("six sets", query("paper-count")+".textContent.startsWith('0 of 60')", patience)
	start := time.Now()
	b.click("paper-start")
	b.runsDone(60, 40*time.Minute)
	out.minutes = time.Since(start).Minutes()
	b.wait("the last word", query("paper-status")+".textContent.includes('All runs are done')", patience)
	out.rows = evaluate[[][]string](b, "[..."+query("paper-table")+
		`.querySelectorAll("tbody tr")]
				.map(row => [...row.children].map(cell => cell.firstChild.textContent))`)
	t.Logf("%.1f minutes: %v", out.minutes, out.rows)
	return out
}

const reproductionText = `
## The paper's sets on the page

"Reproduce the paper", with two workers: six data sets with the published splits, ten seeds each, audits included. Test
scores are mean (standard deviation over seeds), the paper's as printed; CART has rpart's defaults. The scores are the
same on every machine; the seconds, of one run beside another, are not.

`

// reproduction is the section of the report.
func (r *report) reproduction() string {
	if len(r.paper.rows) == 0 {
		return reproductionText + "No data.\n"
	}
	head := []string{"data set", "here", "paper", "agree", "CART", "seconds a run"}
	return reproductionText + inColumns(append([][]string{head}, r.paper.rows...)) +
		fmt.Sprintf("\nAll of it takes %s minutes.\n", r.within(r.paper.minutes, mostMinutes))
}
