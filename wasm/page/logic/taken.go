// What became of a file of rows to predict, in words.

package logic

import (
	"fmt"
	"strings"
)

// Predicted tells how many rows of a file have a prediction.
type Predicted struct {
	Rows         int       `js:"rows"`
	Missing      []Missing `js:"missing"` // the first of them
	MissingCount int       `js:"missingCount"`
}

// Missing is a row without a value in a column.
type Missing struct {
	Row    int    `js:"row"`
	Column string `js:"column"`
}

// mostMissing bounds the rows that the sentence names; the file holds all.
const mostMissing = 3

// Sentence says how many rows are predicted, and which miss what.
func (p Predicted) Sentence() string {
	all := Count(p.Rows + p.MissingCount)
	if p.MissingCount == 0 {
		return fmt.Sprintf(Text("take.predicted"), Count(p.Rows), all)
	}
	var rows []string
	for _, m := range p.Missing[:min(mostMissing, len(p.Missing))] {
		rows = append(rows, fmt.Sprintf(Text("take.missing"), m.Row, m.Column))
	}
	said := strings.Join(rows, ", ")
	if more := p.MissingCount - len(rows); more > 0 {
		said += " " + fmt.Sprintf(Text("list.more"), more)
	}
	return fmt.Sprintf(Text("take.missing.all"), Count(p.Rows), all, said)
}
