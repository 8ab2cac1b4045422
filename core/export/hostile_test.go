// Test of what no exported rules may hold, and of what each language refuses.

package export_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"dcctree/core/export"
	"dcctree/core/export/hostile"
)

// TestRulesHoldNothingUnseen: of 40 hostile names, every language says or refuses what its list says; what it says
// holds no control or format character but line feeds and tabs, and no line but its own.
func TestRulesHoldNothingUnseen(t *testing.T) {
	if n := len(hostile.Names()); n != 40 {
		t.Errorf("%d names", n)
	}
	for _, c := range hostile.Cases() {
		for _, language := range export.Languages {
			text, err := export.Rules(c.Rules, language)
			var refused *export.Refusal
			want := slices.Contains(c.Refuse, language)
			if errors.As(err, &refused) != want || err != nil && !want {
				t.Errorf("%s, %s: %v", c.Name, language, err)
			}
			advised := refused == nil || strings.Contains(refused.Error(), "Rename it") ||
				strings.Contains(refused.Error(), "Change it")
			if !advised || refused != nil && (refused.Column == "" || refused.In("de") == refused.Error()) {
				t.Errorf("%s, %s: %+v", c.Name, language, refused)
			}
			for i, b := range text {
				seen := b == '\n' || b == '\t' ||
					!unicode.In(b, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
				if !seen || b == '\u3164' {
					t.Errorf("%s, %s: U+%04X at %d of\n%q", c.Name, language, b, i, text)
				}
			}
		}
	}
}

// TestUnseenIsShown: in words and comments what is not seen stands by its number, and the head says so.
func TestUnseenIsShown(t *testing.T) {
	for _, c := range hostile.Cases() {
		if !strings.Contains(c.Rules.Target, "admin") {
			continue
		}
		for _, language := range []string{"text", "python", "r"} {
			text, err := export.Rules(c.Rules, language)
			if err != nil || !strings.Contains(text, `user\u{202E}\u{2066} admin\u{2069}`) ||
				!strings.Contains(text, "written by their numbers") {
				t.Errorf("%s: %v\n%s", language, err, text)
			}
		}
	}
}

// TestMistakenNames: two columns that differ in capital letters alone are one in SQLite and MySQL.
func TestMistakenNames(t *testing.T) {
	var c hostile.Case
	for _, c = range hostile.Cases() {
		if c.Columns[0].Name == "select" {
			break
		}
	}
	c.Rules.Columns = []string{"select", "kind", "KIND"}
	for _, language := range export.Languages {
		_, err := export.Rules(c.Rules, language)
		if want := language == "sql" || language == "mysql"; (err != nil) != want {
			t.Errorf("%s: %v", language, err)
		}
	}
	c.Rules.Columns = []string{"select", "kind"}
	c.Rules.Classes = []string{"a", "b\xff", "c"}
	for _, language := range export.Languages {
		if _, err := export.Rules(c.Rules, language); err == nil || !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("%s: %v", language, err)
		}
	}
}
