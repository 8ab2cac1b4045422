// Rules in SQL, as the standard has it and as MySQL and MariaDB have it.

package export

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

	"dcctree/core/dataset"
	"dcctree/core/tree"
	"dcctree/core/words"
)

// sql is a SELECT with a CASE expression. A name is always one of the table's: a database that reads it as a text then
// fails instead of answering.
type sql struct {
	lang    words.Lang
	title   words.Speaker
	heading string                    // what is said above the rules
	column  func(name string) string  // a column of the table
	number  func(name string) string  // the same as a number of double precision, whatever its type
	label   func(name string) string  // the same as a text that is equal to no other
	blank   func(name string) string  // the same as any text in lower case
	equal   func(label string) string // a label to compare with
	literal func(label string) string // a label to answer
	faults  []func(name string) words.Message
	unsaid  []func(text string) words.Message
}

// standard runs in PostgreSQL and SQLite.
func standard(lang words.Lang) sql {
	column := func(s string) string { return `data."` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	return sql{
		lang: lang, title: words.Of("rules.sql"), heading: lang.Say("rules.sql.standard"),
		column: column,
		number: func(s string) string { return "CAST(" + column(s) + " AS DOUBLE PRECISION)" },
		// compared byte by byte, whatever SQLite's column collates by
		label: func(s string) string { return column(s) + " || ''" },
		blank: func(s string) string { return "LOWER(CAST(" + column(s) + " AS TEXT))" }, equal: standardText,
		literal: standardText,
		faults:  []func(string) words.Message{notUTF8, nul, unseen, strayBackslash, longerThan63Bytes},
		unsaid:  []func(string) words.Message{notUTF8, nul, unseen},
	}
}

// standardText writes a text. A backslash, which MySQL and an old setting of PostgreSQL take for the beginning of an
// escape, comes as the first character of two: so the text ends where it should in all of them.
func standardText(s string) string {
	parts := strings.Split(s, `\`)
	for i, part := range parts {
		parts[i] = "'" + strings.ReplaceAll(part, "'", "''") + "'"
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ` || substr('\\', 1, 1) || `) + ")"
}

// mysql runs in MySQL and MariaDB, in every SQL mode: names are in backticks, and a text with more than letters and the
// like is written by its bytes.
func mysql(lang words.Lang) sql {
	column := func(s string) string { return "data.`" + strings.ReplaceAll(s, "`", "``") + "`" }
	return sql{
		lang: lang, title: words.Same("SQL (MySQL, MariaDB)"), heading: lang.Say("rules.sql.mysql"),
		column: column,
		number: func(s string) string { return "(" + column(s) + " + 0e0)" },
		label:  func(s string) string { return "CAST(CONVERT(" + column(s) + " USING utf8mb4) AS BINARY)" },
		blank:  func(s string) string { return "LOWER(CAST(" + column(s) + " AS CHAR))" },
		equal: func(s string) string {
			if harmless(s) {
				return "'" + s + "'"
			}
			return mysqlBytes(s)
		},
		literal: func(s string) string {
			if harmless(s) {
				return "'" + s + "'"
			}
			return "_utf8mb4 " + mysqlBytes(s)
		},
		faults: []func(string) words.Message{notUTF8, nul, unseen, strayBackslash, longerThan64Letters,
			beyondBasic, spaceAtEnd},
		unsaid: []func(string) words.Message{notUTF8, nul},
	}
}

// harmless reports whether the text means the same in quotes wherever they stand.
func harmless(s string) bool {
	return strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _.,:+-") == ""
}

func mysqlBytes(s string) string { return "X'" + strings.ToUpper(hex.EncodeToString([]byte(s))) + "'" }

func (s sql) name() words.Speaker                 { return s.title }
func (sql) comment() string                       { return "-- " }
func (sql) coding() string                        { return "" }
func (s sql) says() string                        { return s.heading }
func (s sql) nameFault(name string) words.Message { return firstFault(name, s.faults...) }
func (s sql) textFault(text string) words.Message { return firstFault(text, s.unsaid...) }

// open answers rows without a value, and those with a label that is not known or with a decimal comma, before the rules
// do.
func (s sql) open(used []Feature) ([]string, int) {
	lines := []string{"SELECT *,"}
	if len(used) == 0 {
		return lines, 1
	}
	lines = append(lines, "    CASE")
	for _, t := range used {
		known := list(t.Labels, s.equal)
		switch {
		case t.Labels != nil && t.sided:
			lines = append(lines, fmt.Sprintf("    WHEN NOT (%s) AND %s NOT IN (%s) THEN NULL",
				s.missing(t), s.label(t.Name), known)+s.gloss(t.Labels...))
		case t.Labels != nil:
			lines = append(lines, fmt.Sprintf("    WHEN %s IS NULL OR %s NOT IN (%s) THEN NULL",
				s.column(t.Name), s.label(t.Name), known)+s.gloss(t.Labels...))
		case t.sided:
			lines = append(lines, "    WHEN "+s.comma(t)+" THEN NULL")
		default:
			lines = append(lines, "    WHEN "+s.missing(t)+" OR "+s.comma(t)+" THEN NULL")
		}
	}
	if len(lines) == 2 { // a CASE needs a WHEN
		lines = append(lines, "    WHEN 1 = 0 THEN NULL")
	}
	return append(lines, "    ELSE"), 2
}

func (sql) close(used []Feature) []string {
	if len(used) == 0 {
		return []string{"AS prediction FROM data;"}
	}
	return []string{"    END", "AS prediction FROM data;"}
}

func (sql) leave() string { return "END" }

func (s sql) value(f Feature) string {
	if f.Labels == nil {
		return s.number(f.Name)
	}
	var cases []string
	for code, label := range f.Labels {
		cases = append(cases, fmt.Sprintf("WHEN %s THEN %d", s.equal(label), code))
	}
	return fmt.Sprintf("(CASE %s %s END)", s.label(f.Name), strings.Join(cases, " "))
}

func (s sql) among(f Feature, chosen []string) string {
	if len(chosen) == 0 {
		return "1 = 0" // SQL has no empty list
	}
	return fmt.Sprintf("%s IN (%s)", s.label(f.Name), list(chosen, s.equal))
}

// missing takes what our own reader does: a database that has "?" in a column of texts reads it as the number 0.
func (s sql) missing(f Feature) string {
	return fmt.Sprintf("%s IS NULL OR %s IN (%s)", s.column(f.Name), s.blank(f.Name),
		list(dataset.MissingMarkers(), s.equal))
}

// comma is a text with a decimal comma: SQLite and MySQL read what stands before it as the number.
func (s sql) comma(f Feature) string { return s.blank(f.Name) + " LIKE '%,%'" }

// sided keeps databases from reading what is missing as a number: of a CASE they read what they need.
func (s sql) sided(f Feature, condition string, gapsLeft bool) string {
	side := "1 = 0"
	if gapsLeft {
		side = "1 = 1"
	}
	return "CASE WHEN " + s.missing(f) + " THEN " + side + " ELSE " + condition + " END"
}

func (sql) branch(condition string, left bool) string {
	if left {
		return "CASE WHEN " + condition + " THEN"
	}
	return "ELSE"
}

func (s sql) answer(t RuleSet, a tree.Answer) string {
	shares, ok := a.(tree.Classes)
	if !ok {
		return number(a.Point())
	}
	label := t.Classes[shares.Most()]
	return s.literal(label) + s.gloss(label)
}

// gloss says what labels are that are written by their bytes.
func (s sql) gloss(labels ...string) string {
	for _, label := range labels {
		if strings.Contains(s.literal(label), "X'") && s.literal(label)[0] == '_' {
			return "  -- " + shown(strings.Join(labels, s.lang.Say("rules.or")))
		}
	}
	return ""
}

// strayBackslash is about names in which a backslash could take a quotation mark with it: databases and their programs
// differ in whether it does.
func strayBackslash(name string) words.Message {
	if strings.HasSuffix(name, `\`) || strings.Contains(name, "\\\"") || strings.Contains(name, "\\`") {
		return words.Of("rules.backslash")
	}
	return words.Message{}
}

// longerThan63Bytes is about PostgreSQL, which cuts longer names without an error.
func longerThan63Bytes(name string) words.Message {
	if len(name) > 63 {
		return words.Of("rules.bytes", len(name))
	}
	return words.Message{}
}

// longerThan64Letters and the two after it are about names that no column of MySQL or MariaDB can have.
func longerThan64Letters(name string) words.Message {
	if n := utf8.RuneCountInString(name); n > 64 {
		return words.Of("rules.characters", n)
	}
	return words.Message{}
}

func beyondBasic(name string) words.Message {
	for _, c := range name {
		if c > 0xffff {
			return words.Of("rules.character", string(c), c)
		}
	}
	return words.Message{}
}

func spaceAtEnd(name string) words.Message {
	if strings.TrimRight(name, " \t\n\v\f\r") != name {
		return words.Of("rules.space")
	}
	return words.Message{}
}
