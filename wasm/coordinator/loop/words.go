// This file holds what the loop says of workers and jobs.

package loop

import (
	"strings"

	"dcctree/core/compare"
	"dcctree/core/dcc"
	"dcctree/core/words"
)

// same is a text of a browser or of Go's runtime, which have it in English alone.
func same(text string) words.Same { return words.Same(firstLine(text)) }

// name names a job as it follows "at".
func name(j dcc.Job) words.Message {
	if j.Kind == compare.FitPart {
		return words.Of("job.fit")
	}
	return dcc.JobName(j.Kind, j.Topology)
}

// loss says what a run lacks without the job.
func loss(kind dcc.JobKind) words.Message {
	switch kind {
	case dcc.BurnIn, dcc.Visit, dcc.Other:
		return words.Of("worker.loss.chain")
	case dcc.Audit:
		return words.Of("worker.loss.audit")
	}
	return words.Of("worker.loss.topology")
}

// crashText is the reason of a job that is given up.
func crashText(why string) string { return dcc.Crashed(MaxCrashes, firstLine(why)) }

// firstLine returns the first line of a trace, cut to a length fit for a notice.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	const limit = 200
	if len(line) > limit {
		line = line[:limit] + "..."
	}
	return line
}
