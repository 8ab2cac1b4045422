// The languages of rules.

package export

import (
	"fmt"
	"strings"
)

// words is what people read.
type words struct{ lang tongue }

func (words) comment() string   { return "" }
func (words) open() string      { return "" }
func (words) close(Tree) string { return "" }
func (words) leave() string     { return "" }

func (w words) condition(c Condition) string {
	if t := c.Terms[0]; len(c.Terms) == 1 && t.Labels != nil {
		if len(c.chosen()) == 0 {
			return w.lang.say("%s is none of them", oneLine(t.Feature))
		}
		return w.lang.say("%s is %s", oneLine(t.Feature), oneLine(strings.Join(c.chosen(), w.lang.say(" or "))))
	} else if len(c.Terms) == 1 {
		return fmt.Sprintf("%s <= %s", oneLine(t.Feature), number(c.Threshold))
	}
	return c.sum(func(t Term) string {
		if t.Labels != nil {
			return w.lang.say("(number of %s in %s, from 0)", oneLine(t.Feature), oneLine(strings.Join(t.Labels, ", ")))
		}
		return oneLine(t.Feature)
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
		return fmt.Sprintf("%s = %s", oneLine(t.Target), number(o.Mean))
	}
	parts := make([]string, len(t.Classes))
	for c, label := range t.Classes {
		parts[c] = fmt.Sprintf("%s %.1f %%", oneLine(label), 100*o.Probabilities[c])
	}
	return strings.Join(parts, ", ")
}

// python is a function of a dict from column names to values.
type python struct{}

func (python) comment() string   { return "# " }
func (python) open() string      { return "def predict(row):" }
func (python) close(Tree) string { return "" }
func (python) leave() string     { return "" }

func (python) condition(c Condition) string {
	if t := c.Terms[0]; len(c.Terms) == 1 && t.Labels != nil {
		return fmt.Sprintf("row[%s] in [%s]", quoted(t.Feature), list(c.chosen(), quoted))
	} else if len(c.Terms) == 1 {
		return fmt.Sprintf("row[%s] <= %s", quoted(t.Feature), number(c.Threshold))
	}
	return c.sum(func(t Term) string {
		if t.Labels != nil {
			return fmt.Sprintf("[%s].index(row[%s])", list(t.Labels, quoted), quoted(t.Feature))
		}
		return fmt.Sprintf("row[%s]", quoted(t.Feature))
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
	return fmt.Sprintf("return %s  # %s", quoted(t.Classes[o.Class()]), t.probability(o))
}

// r is a function of a list or a row of a data frame.
type r struct{}

func (r) comment() string   { return "# " }
func (r) open() string      { return "predict_tree <- function(row) {" }
func (r) close(Tree) string { return "}" }
func (r) leave() string     { return "}" }

func (r) condition(c Condition) string {
	if t := c.Terms[0]; len(c.Terms) == 1 && t.Labels != nil {
		return fmt.Sprintf("row[[%s]] %%in%% c(%s)", quoted(t.Feature), list(c.chosen(), quoted))
	} else if len(c.Terms) == 1 {
		return fmt.Sprintf("row[[%s]] <= %s", quoted(t.Feature), number(c.Threshold))
	}
	return c.sum(func(t Term) string {
		if t.Labels != nil {
			return fmt.Sprintf("(match(row[[%s]], c(%s)) - 1)", quoted(t.Feature), list(t.Labels, quoted))
		}
		return fmt.Sprintf("row[[%s]]", quoted(t.Feature))
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
	return fmt.Sprintf("%s  # %s", quoted(t.Classes[o.Class()]), t.probability(o))
}

// sql is a CASE expression with the columns' names quoted as the standard has it.
type sql struct{}

func (sql) comment() string { return "-- " }
func (sql) open() string    { return "SELECT *," }
func (sql) close(t Tree) string {
	return "AS " + column("predicted "+oneLine(t.Target)) + " FROM data;"
}
func (sql) leave() string { return "END" }

func (sql) condition(c Condition) string {
	if t := c.Terms[0]; len(c.Terms) == 1 && t.Labels != nil {
		if len(c.chosen()) == 0 {
			return "1 = 0" // SQL has no empty list
		}
		return fmt.Sprintf("%s IN (%s)", column(t.Feature), list(c.chosen(), literal))
	} else if len(c.Terms) == 1 {
		return fmt.Sprintf("%s <= %s", column(t.Feature), number(c.Threshold))
	}
	return c.sum(func(t Term) string {
		if t.Labels == nil {
			return column(t.Feature)
		}
		var cases []string
		for code, label := range t.Labels {
			cases = append(cases, fmt.Sprintf("WHEN %s THEN %d", literal(label), code))
		}
		return fmt.Sprintf("(CASE %s %s END)", column(t.Feature), strings.Join(cases, " "))
	}) + " <= " + number(c.Threshold)
}

func (sql) branch(condition string, left bool) string {
	if left {
		return "CASE WHEN " + condition + " THEN"
	}
	return "ELSE"
}

func (sql) answer(t Tree, o Outcome) string {
	if t.Classes == nil {
		return number(o.Mean)
	}
	return literal(t.Classes[o.Class()])
}

// quoted writes a text as Python and R both read it.
func quoted(s string) string {
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
		case c < 0x20 || c == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// literal writes a text, and column a name, as SQL does.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
func column(s string) string  { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

func list(texts []string, quote func(string) string) string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = quote(s)
	}
	return strings.Join(out, ", ")
}
