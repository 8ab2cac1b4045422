// What is said of jobs that fail, in both languages.

package dcc

import (
	"strconv"
	"strings"

	"dcctree/core/topology"
)

// JobName names a job by its kind and its topology's key, as it follows "at" in English and "bei" in German.
func JobName(kind JobKind, key string) (english, german string) {
	return inEnglish.job(kind, key), inGerman.job(kind, key)
}

func (l tongue) job(kind JobKind, key string) string {
	t, err := topology.Parse(key)
	if err != nil {
		kind = Other
	}
	switch kind {
	case BurnIn:
		return l.say("the burn-in of a chain of %v", t)
	case Visit:
		return l.say("a visit of %v", t)
	case Score:
		return l.say("the search of %v", t)
	case Measure:
		return l.say("the measurement of %v", t)
	case Embed:
		return l.say("the embedded draws of %v", t)
	case Audit:
		return l.say("the audit of %v", t)
	}
	return l.say("work of another method")
}

// Crashed is the reason of a job that is given up because so many workers failed at it; why is what the last one said.
func Crashed(workers int, why string) string {
	return inEnglish.crashed(strconv.Itoa(workers), why+")")
}

func (l tongue) crashed(workers, rest string) string {
	return l.say("%s workers failed (%s", workers, rest)
}

// noDraw is the reason of a measurement that found nothing.
func (l tongue) noDraw() string { return l.say("no draw has a positive density") }

// GermanReason returns why something failed in German, as far as this package gave the reason.
func GermanReason(reason string) string { return inGerman.reason(reason) }

func (l tongue) reason(text string) string {
	if workers, rest, found := strings.Cut(text, " workers failed ("); found {
		return l.crashed(workers, rest)
	}
	if text == inEnglish.noDraw() {
		return l.noDraw()
	}
	return text
}
