// This file holds what the loop says of workers and jobs, in English and in German.

package loop

import (
	"fmt"
	"strings"

	"dcctree/core/dcc"
)

// words are a text in both languages.
type words struct{ english, german string }

// same is a text of a browser or of Go's runtime, which have it in English alone.
func same(text string) words { return words{firstLine(text), firstLine(text)} }

// say fills values into the texts; words among them in their language.
func say(english, german string, values ...any) words {
	first, second := make([]any, len(values)), make([]any, len(values))
	for i, v := range values {
		first[i], second[i] = v, v
		if w, ok := v.(words); ok {
			first[i], second[i] = w.english, w.german
		}
	}
	return words{fmt.Sprintf(english, first...), fmt.Sprintf(german, second...)}
}

// name names a job as it follows "at" or "bei".
func name(j dcc.Job) words {
	n := dcc.JobName(j.Kind, j.Topology)
	return words{n.In(""), n.In("de")}
}

// loss says what a run lacks without the job.
func loss(kind dcc.JobKind) words {
	switch kind {
	case dcc.BurnIn, dcc.Visit, dcc.Other:
		return words{"A chain is left out", "Eine Kette ist weggelassen"}
	case dcc.Audit:
		return words{"An audit is left out", "Eine Nachprüfung ist weggelassen"}
	}
	return words{"A topology is left out", "Eine Topologie ist weggelassen"}
}

// What every notice of a lost worker ends with.
const (
	nothingLost    = "nothing that was found is lost."
	nichtsVerloren = "nichts Gefundenes ist verloren."
)

func failedText(j dcc.Job, why string) words {
	return say("A worker failed at %s (%s). It was replaced and its job issued again; "+nothingLost,
		"Ein Worker scheiterte bei %s (%s). Er ist ersetzt und seine Aufgabe neu vergeben; "+nichtsVerloren,
		name(j), same(why))
}

func silentText(j dcc.Job, ticks int) words {
	return say("A worker was silent for %d seconds at %s. "+
		"It was replaced and its job issued again, with twice the patience; "+nothingLost,
		"Ein Worker schwieg %d Sekunden lang bei %s. "+
			"Er ist ersetzt und seine Aufgabe mit doppelter Geduld neu vergeben; "+nichtsVerloren, ticks, name(j))
}

func startText(ticks int) words {
	return say("it did not start within %d seconds", "kein Start nach %d Sekunden", ticks)
}

func idleText(why words) words {
	return say("An idle worker failed (%s) and was replaced.", "Ein untätiger Worker scheiterte (%s) und ist ersetzt.", why)
}

func lostText(why words, left int) words {
	return say("A worker could not be kept alive (%s) and was given up; %d are left.",
		"Ein Worker blieb nicht am Leben (%s) und ist aufgegeben; übrig sind %d.", why, left)
}

func givenUpText(j dcc.Job, why string) words {
	return say("%s: %d workers failed at %s (%s).", "%s: %d Worker scheiterten bei %s (%s).",
		loss(j.Kind), MaxCrashes, name(j), same(why))
}

func besideText(j dcc.Job, why string) words {
	return say("%s of the comparison: %d workers failed at %s (%s).",
		"%s aus dem Vergleich: %d Worker scheiterten bei %s (%s).", loss(j.Kind), MaxCrashes, name(j), same(why))
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
