// What the page puts into a session file for itself, and how it reads it back: with care, because it comes from
// outside.

package logic

import (
	"encoding/json"

	"dcctree/core/export"
)

// Memo is what the page showed.
type Memo struct {
	Choice   Choice `json:"choice"`
	Name     string `json:"name"`     // of the table, as shown
	Selected string `json:"selected"` // key of a topology; "" follows the most probable
	Row      int    `json:"row"`      // of the prediction, from 0
	Format   Format `json:"format"`   // how the table was asked to be read
}

// Text is the memo as JSON.
func (m Memo) Text() string {
	text, err := export.JSON(m)
	if err != nil {
		panic("page: a memo does not marshal")
	}
	return text
}

// ReadMemo reads a memo; ok is false where it is none, or holds choices that the page does not offer. Rows are for the
// caller to bound.
func ReadMemo(text string) (m Memo, ok bool) {
	if json.Unmarshal([]byte(text), &m) != nil {
		return Memo{}, false
	}
	c := &m.Choice
	var link Link
	fits := link.Set("preset", c.Preset) && link.Set("seed", c.Seed) && link.Set("task", c.Task) &&
		(c.Sample == "" || link.Set("dataset", c.Sample)) &&
		(c.Holdout == "" || link.Set("holdout", c.Holdout)) &&
		(c.HoldoutSeed == "" || link.Set("holdoutseed", c.HoldoutSeed)) &&
		(c.Model == "" || link.Set("model", c.Model)) &&
		(c.Scale == "" || link.Set("scale", c.Scale)) &&
		(c.Splits == "" || link.Set("splits", c.Splits)) &&
		(c.Noise == "" || link.Set("noise", c.Noise)) &&
		(c.Size == "" || link.Set("size", c.Size)) &&
		(c.Standardize == "" || link.Set("standardize", c.Standardize)) &&
		(c.Bandwidth == "" || link.Set("bandwidth", c.Bandwidth))
	known := PresetValues("paper", nil, true)
	for name := range c.Settings {
		_, found := known[name]
		fits = fits && (found || ofFit(name) || name == PredictiveOption)
	}
	if !fits {
		return Memo{}, false
	}
	m.Row = max(0, m.Row)
	return m, true
}

// Size writes a size in bytes for people.
func Size(bytes float64) string {
	switch {
	case bytes < 1e3:
		return Count(int(bytes)) + noBreak + "B"
	case bytes < 1e6:
		return Count(int(bytes/1e3+.5)) + noBreak + "KB"
	case bytes < 9.95e6:
		return oneDecimal(bytes/1e6) + noBreak + "MB"
	}
	return Count(int(bytes/1e6+.5)) + noBreak + "MB"
}

// oneDecimal writes .5, 1.3.
func oneDecimal(x float64) string {
	tenths := int(10*x + .5)
	whole := ""
	if tenths >= 10 {
		whole = Count(tenths / 10)
	}
	return whole + "." + string(rune('0'+tenths%10))
}
