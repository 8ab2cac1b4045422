// This file holds the closed sets of verdicts that dcctree.d.ts declares equal with those of core/verdict.

package protocol

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dcctree/core/verdict"
)

func TestVerdictsAreDeclared(t *testing.T) {
	text, err := os.ReadFile("../../site/dcctree.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	for begin, want := range map[string][]string{
		"export type VerdictOutcome = ": texts(verdict.Outcomes()),
		"export type VerdictReason = ":  texts(verdict.Kinds()),
		"export type VerdictStep = ":    texts(verdict.Steps()),
	} {
		_, union, found := strings.Cut(string(text), begin)
		union, _, _ = strings.Cut(union, ";")
		var declared []string
		for _, m := range regexp.MustCompile(`"([a-z-]+)"`).FindAllStringSubmatch(union, -1) {
			declared = append(declared, m[1])
		}
		if !found || !slices.Equal(declared, want) {
			t.Errorf("%s%v is declared, the words are %v", begin, declared, want)
		}
	}
}

func texts[T ~string](all []T) (out []string) {
	for _, one := range all {
		out = append(out, string(one))
	}
	return out
}
