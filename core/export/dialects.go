// The languages of rules but for SQL: words, Python and R.

package export

import (
	"fmt"
	"strings"
	"unicode"
)

// words is what people read.
type words struct{ lang tongue }

func (words) name() string                  { return "text" }
func (words) comment() string               { return "" }
func (words) coding() string                { return "" }
func (words) says() string                  { return "" }
func (words) open([]Term) ([]string, int)   { return nil, 0 }
func (words) close([]Term) []string         { return nil }
func (words) leave() string                 { return "" }
func (words) nameFault(name string) wording { return notUTF8(name) }
func (words) textFault(text string) wording { return notUTF8(text) }

func (w words) condition(c Condition) string {
	if t := c.Terms[0]; len(c.Terms) == 1 && t.Labels != nil {
		if len(c.chosen()) == 0 {
			return w.lang.say("%s is none of them", shown(t.Feature))
		}
		return w.lang.say("%s is %s", shown(t.Feature), shown(strings.Join(c.chosen(), w.lang.say(" or "))))
	} else if len(c.Terms) == 1 {
		return fmt.Sprintf("%s <= %s", shown(t.Feature), number(c.Threshold))
	}
	return c.sum(func(t Term) string {
		if t.Labels != nil {
			return w.lang.say("(number of %s in %s, from 0)", shown(t.Feature), shown(strings.Join(t.Labels, ", ")))
		}
		return shown(t.Feature)
	}) + " <= " + number(c.Threshold)
}

func (w words) branch(condition string, left bool) string {
	if left {
		return w.lang.say("if %s:", condition)
	}
	return w.lang.say("else:")
}

func (words) answer(t Tree, o Outcome) string {
	if t.Classes == nil {
		return fmt.Sprintf("%s = %s", shown(t.Target), number(o.Mean))
	}
	parts := make([]string, len(t.Classes))
	for c, label := range t.Classes {
		parts[c] = fmt.Sprintf("%s %.1f %%", shown(label), 100*o.Probabilities[c])
	}
	return strings.Join(parts, ", ")
}

// python is a function of a dict from column names to values.
type python struct{}

func (python) name() string          { return "Python" }
func (python) comment() string       { return "# " }
func (python) says() string          { return "" }
func (python) close([]Term) []string { return nil }
func (python) leave() string         { return "" }

// coding is what the first line says: Python looks for it in the first two, where a name could say something else.
func (python) coding() string { return "-*- coding: utf-8 -*-" }

func (python) nameFault(name string) wording { return notUTF8(name) }
func (python) textFault(text string) wording { return notUTF8(text) }

func (p python) open(used []Term) ([]string, int) {
	lines := []string{"def predict(row):"}
	if len(used) > 0 {
		names := list(features(used), pythonText)
		lines = append(lines, "    if any(row[name] is None or row[name] != row[name] for name in ["+names+"]):", "        return None")
	}
	for _, t := range labelled(used) {
		lines = append(lines, fmt.Sprintf("    if row[%s] not in [%s]:", pythonText(t.Feature), list(t.Labels, pythonText)), "        return None")
	}
	return lines, 1
}

func (python) condition(c Condition) string {
	if t := c.Terms[0]; len(c.Terms) == 1 && t.Labels != nil {
		return fmt.Sprintf("row[%s] in [%s]", pythonText(t.Feature), list(c.chosen(), pythonText))
	} else if len(c.Terms) == 1 {
		return fmt.Sprintf("row[%s] <= %s", pythonText(t.Feature), number(c.Threshold))
	}
	return c.sum(func(t Term) string {
		if t.Labels != nil {
			return fmt.Sprintf("[%s].index(row[%s])", list(t.Labels, pythonText), pythonText(t.Feature))
		}
		return fmt.Sprintf("row[%s]", pythonText(t.Feature))
	}) + " <= " + number(c.Threshold)
}

func (python) branch(condition string, left bool) string {
	if left {
		return "if " + condition + ":"
	}
	return "else:"
}

func (python) answer(t Tree, o Outcome) string {
	if t.Classes == nil {
		return "return " + number(o.Mean)
	}
	return fmt.Sprintf("return %s  # %s", pythonText(t.Classes[o.Class()]), t.probability(o))
}

// r is a function of a list or a row of a data frame.
type r struct{}

func (r) name() string                  { return "R" }
func (r) comment() string               { return "# " }
func (r) coding() string                { return "" }
func (r) says() string                  { return "" }
func (r) close([]Term) []string         { return []string{"}"} }
func (r) leave() string                 { return "}" }
func (r) nameFault(name string) wording { return firstFault(name, notUTF8, nul) }
func (r) textFault(text string) wording { return firstFault(text, notUTF8, nul) }

// open refuses numbers that are texts, which R would compare letter by letter.
func (r) open(used []Term) ([]string, int) {
	lines := []string{"predict_tree <- function(row) {"}
	for _, t := range used {
		feature := "row[[" + rText(t.Feature) + "]]"
		if t.Labels != nil {
			lines = append(lines, fmt.Sprintf("    if (!(%s %%in%% c(%s))) return(NA)", feature, list(t.Labels, rText)))
			continue
		}
		lines = append(lines, "    if (is.na("+feature+")) return(NA)", "    stopifnot(is.numeric("+feature+"))")
	}
	return lines, 1
}

func (r) condition(c Condition) string {
	if t := c.Terms[0]; len(c.Terms) == 1 && t.Labels != nil {
		return fmt.Sprintf("row[[%s]] %%in%% c(%s)", rText(t.Feature), list(c.chosen(), rText))
	} else if len(c.Terms) == 1 {
		return fmt.Sprintf("row[[%s]] <= %s", rText(t.Feature), number(c.Threshold))
	}
	return c.sum(func(t Term) string {
		if t.Labels != nil {
			return fmt.Sprintf("(match(row[[%s]], c(%s)) - 1)", rText(t.Feature), list(t.Labels, rText))
		}
		return fmt.Sprintf("row[[%s]]", rText(t.Feature))
	}) + " <= " + number(c.Threshold)
}

func (r) branch(condition string, left bool) string {
	if left {
		return "if (" + condition + ") {"
	}
	return "} else {"
}

func (r) answer(t Tree, o Outcome) string {
	if t.Classes == nil {
		return number(o.Mean)
	}
	return fmt.Sprintf("%s  # %s", rText(t.Classes[o.Class()]), t.probability(o))
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
