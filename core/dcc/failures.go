// What is said of jobs that fail.

package dcc

import (
	"strconv"
	"strings"

	"dcctree/core/topology"
	"dcctree/core/words"
)

// JobName names a job by its kind and its topology's key, as it follows "at" in English.
func JobName(kind JobKind, key string) words.Message {
	t, err := topology.Parse(key)
	if err != nil {
		kind = Other
	}
	switch kind {
	case BurnIn:
		return words.Of("job.burnin", t)
	case Visit:
		return words.Of("job.visit", t)
	case Score:
		return words.Of("job.search", t)
	case Measure:
		return words.Of("job.measurement", t)
	case Embed:
		return words.Of("job.embedding", t)
	case Audit:
		return words.Of("job.audit", t)
	}
	return words.Of("job.other")
}

// Crashed is the reason of a job that is given up because so many workers failed at it; why is what the last one said.
// Reasons are kept with a run, in English.
func Crashed(workers int, why string) string {
	return crashed(words.English, strconv.Itoa(workers), why+")")
}

func crashed(l words.Lang, workers, rest string) string { return l.Say("job.crashed", workers, rest) }

// ReasonIn returns why something failed in a language, as far as this package gave the reason.
func ReasonIn(l words.Lang, reason string) string {
	between := strings.Trim(words.English.Raw("job.crashed"), "%s")
	if workers, rest, found := strings.Cut(reason, between); found {
		return crashed(l, workers, rest)
	}
	if reason == words.English.Say("job.nodraw") {
		return l.Say("job.nodraw")
	}
	return reason
}
