// The languages of rules but for SQL: words, Python and R.

package export

import (
	"fmt"
	"strings"
	"unicode"

	"dcctree/core/tree"
	"dcctree/core/words"
)

// plain is what people read.
type plain struct{ lang words.Lang }

func (plain) name() words.Speaker                 { return words.Same("text") }
func (plain) comment() string                     { return "" }
func (plain) coding() string                      { return "" }
func (plain) says() string                        { return "" }
func (plain) open([]Feature) ([]string, int)      { return nil, 0 }
func (plain) close([]Feature) []string            { return nil }
func (plain) leave() string                       { return "" }
func (plain) nameFault(name string) words.Message { return notUTF8(name) }
func (plain) textFault(text string) words.Message { return notUTF8(text) }

func (w plain) value(f Feature) string {
	if f.Labels != nil {
		return w.lang.Say("rules.number", shown(f.Name), shown(strings.Join(f.Labels, ", ")))
	}
	return shown(f.Name)
}

func (w plain) among(f Feature, chosen []string) string {
	if len(chosen) == 0 {
		return w.lang.Say("rules.label.none", shown(f.Name))
	}
	return w.lang.Say("rules.label.is", shown(f.Name), shown(strings.Join(chosen, w.lang.Say("rules.or"))))
}

func (w plain) sided(f Feature, condition string, gapsLeft bool) string {
	if gapsLeft {
		return w.lang.Say("rules.gap.left", condition, shown(f.Name))
	}
	return w.lang.Say("rules.gap.right", condition, shown(f.Name))
}

func (w plain) branch(condition string, left bool) string {
	if left {
		return w.lang.Say("rules.if", condition)
	}
	return w.lang.Say("rules.else")
}

func (plain) answer(t RuleSet, a tree.Answer) string {
	shares, ok := a.(tree.Classes)
	if !ok {
		return fmt.Sprintf("%s = %s", shown(t.Target), number(a.Point()))
	}
	parts := make([]string, len(t.Classes))
	for c, label := range t.Classes {
		parts[c] = fmt.Sprintf("%s %.1f %%", shown(label), 100*shares[c])
	}
	return strings.Join(parts, ", ")
}

// python is a function of a dict from column names to values.
type python struct{}

func (python) name() words.Speaker      { return words.Same("Python") }
func (python) comment() string          { return "# " }
func (python) says() string             { return "" }
func (python) close([]Feature) []string { return nil }
func (python) leave() string            { return "" }

// coding is what the first line says: Python looks for it in the first two, where a name could say something else.
func (python) coding() string { return "-*- coding: utf-8 -*-" }

func (python) nameFault(name string) words.Message { return notUTF8(name) }
func (python) textFault(text string) words.Message { return notUTF8(text) }

func (p python) open(used []Feature) ([]string, int) {
	lines := []string{"def predict(row):"}
	var names []string
	for _, f := range used {
		if !f.sided {
			names = append(names, pythonText(f.Name))
		}
	}
	if len(names) > 0 {
		lines = append(lines, "    if any(row[name] is None or row[name] != row[name] for name in ["+
			strings.Join(names, ", ")+"]):", "        return None")
	}
	for _, f := range used {
		if f.Labels != nil {
			known := fmt.Sprintf("row[%s] not in [%s]", pythonText(f.Name), list(f.Labels, pythonText))
			if f.sided {
				known = "not (" + p.missing(f) + ") and " + known
			}
			lines = append(lines, "    if "+known+":", "        return None")
		}
	}
	return lines, 1
}

func (python) value(f Feature) string {
	if f.Labels != nil {
		return fmt.Sprintf("[%s].index(row[%s])", list(f.Labels, pythonText), pythonText(f.Name))
	}
	return fmt.Sprintf("row[%s]", pythonText(f.Name))
}

func (python) among(f Feature, chosen []string) string {
	return fmt.Sprintf("row[%s] in [%s]", pythonText(f.Name), list(chosen, pythonText))
}

func (python) missing(f Feature) string {
	return fmt.Sprintf("row[%s] is None or row[%[1]s] != row[%[1]s]", pythonText(f.Name))
}

func (p python) sided(f Feature, condition string, gapsLeft bool) string {
	if gapsLeft {
		return p.missing(f) + " or " + condition
	}
	return "not (" + p.missing(f) + ") and " + condition
}

func (python) branch(condition string, left bool) string {
	if left {
		return "if " + condition + ":"
	}
	return "else:"
}

func (python) answer(t RuleSet, a tree.Answer) string {
	if shares, ok := a.(tree.Classes); ok {
		most := shares.Most()
		return fmt.Sprintf("return %s  # %s", pythonText(t.Classes[most]),
			t.Lang.Say("rules.probability", shares[most]))
	}
	return "return " + number(a.Point())
}

// r is a function of a list or a row of a data frame.
type r struct{}

func (r) name() words.Speaker                 { return words.Same("R") }
func (r) comment() string                     { return "# " }
func (r) coding() string                      { return "" }
func (r) says() string                        { return "" }
func (r) close([]Feature) []string            { return []string{"}"} }
func (r) leave() string                       { return "}" }
func (r) nameFault(name string) words.Message { return firstFault(name, notUTF8, nul) }
func (r) textFault(text string) words.Message { return firstFault(text, notUTF8, nul) }

// open refuses numbers that are texts, which R would compare letter by letter.
func (r) open(used []Feature) ([]string, int) {
	lines := []string{"predict_tree <- function(row) {"}
	for _, t := range used {
		feature := "row[[" + rText(t.Name) + "]]"
		gap := ""
		if t.sided {
			gap = "is.na(" + feature + ") || "
		}
		if t.Labels != nil {
			lines = append(lines, fmt.Sprintf("    if (!(%s%s %%in%% c(%s))) return(NA)", gap, feature,
				list(t.Labels, rText)))
			continue
		}
		if !t.sided {
			lines = append(lines, "    if (is.na("+feature+")) return(NA)")
		}
		lines = append(lines, "    stopifnot("+gap+"is.numeric("+feature+"))")
	}
	return lines, 1
}

func (r) value(f Feature) string {
	if f.Labels != nil {
		return fmt.Sprintf("(match(row[[%s]], c(%s)) - 1)", rText(f.Name), list(f.Labels, rText))
	}
	return fmt.Sprintf("row[[%s]]", rText(f.Name))
}

func (r) among(f Feature, chosen []string) string {
	return fmt.Sprintf("row[[%s]] %%in%% c(%s)", rText(f.Name), list(chosen, rText))
}

func (r) sided(f Feature, condition string, gapsLeft bool) string {
	if gapsLeft {
		return fmt.Sprintf("is.na(row[[%s]]) || %s", rText(f.Name), condition)
	}
	return fmt.Sprintf("!is.na(row[[%s]]) && %s", rText(f.Name), condition)
}

func (r) branch(condition string, left bool) string {
	if left {
		return "if (" + condition + ") {"
	}
	return "} else {"
}

func (r) answer(t RuleSet, a tree.Answer) string {
	if shares, ok := a.(tree.Classes); ok {
		most := shares.Most()
		return fmt.Sprintf("%s  # %s", rText(t.Classes[most]), t.Lang.Say("rules.probability", shares[most]))
	}
	return number(a.Point())
}

// pythonText and rText write a text as these read it. R takes no escapes of two kinds in one text, so it has one alone.
func pythonText(s string) string {
	return quoted(s, func(c rune) string {
		switch {
		case c < 0x100:
			return fmt.Sprintf(`\x%02x`, c)
		case c < 0x10000:
			return fmt.Sprintf(`\u%04x`, c)
		}
		return fmt.Sprintf(`\U%08x`, c)
	})
}

func rText(s string) string {
	return quoted(s, func(c rune) string {
		if c < 0x10000 {
			return fmt.Sprintf(`\u{%x}`, c)
		}
		return fmt.Sprintf(`\U{%x}`, c)
	})
}

// quoted writes a text in double quotes; escape writes what is hidden, and spaces of other widths.
func quoted(s string, escape func(rune) string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case hidden(c) || c != ' ' && unicode.Is(unicode.Zs, c):
			b.WriteString(escape(c))
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func list(texts []string, quote func(string) string) string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = quote(s)
	}
	return strings.Join(out, ", ")
}
