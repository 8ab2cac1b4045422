// Names and labels from outside, as they stand among other words.

package fit

import (
	"strconv"
	"strings"

	"dcctree/core/dataset"
)

// Signs between which names and labels stand.
const (
	inSentence = ""      // alone
	inList     = ",{}\"" // beside others, as in sets of labels
	inBrackets = ",[]\"" // as in structures
)

// quoted is a name or a label as it is, or in quotes, with escapes, where it is empty or has one of the signs or a
// character that is not printed.
func quoted(s, signs string) string {
	odd := func(r rune) bool { return !strconv.IsPrint(r) }
	if s == "" || strings.ContainsAny(s, signs) || strings.ContainsFunc(s, odd) {
		return strconv.Quote(s)
	}
	return s
}

// Shown is a name or a label in a list for people, in quotes where it needs them, and cut at 40 characters.
func Shown(s string) string {
	const most = 40
	return quoted(dataset.Cut(s, most), inList+inBrackets)
}

// listed are labels in a set.
func listed(labels []string) string {
	all := make([]string, len(labels))
	for i, label := range labels {
		all[i] = quoted(label, inList)
	}
	return strings.Join(all, ", ")
}
