// What the run says about one row with any values: the answer of the bridge, and the words and controls made of it.

package logic

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/numeric"
)

// Explanation is the bridge's answer about one row.
type Explanation struct {
	Prediction Prediction    `js:"prediction"`
	Topologies []Says        `js:"topologies"`
	Dissent    *Says         `js:"dissent"`
	Changed    bool          `js:"changed"`
	Features   []FeatureAt   `js:"features"`
	Thresholds []ThresholdAt `js:"thresholds"`
	Axis       []float64     `js:"axis"`
	SVG        string        `js:"svg"`
}

// Says is what one topology says on its own: Mean for a regression, Label with its Probability for a classification.
type Says struct {
	Name        string  `js:"name"`
	Weight      float64 `js:"weight"`
	Mean        float64 `js:"mean"`
	Label       string  `js:"label"`
	Probability float64 `js:"probability"`
}

// FeatureAt is a feature with its value in the row and its range in the training rows.
type FeatureAt struct {
	Name     string  `js:"name"`
	Value    float64 `js:"value"`
	Min      float64 `js:"min"`
	Max      float64 `js:"max"`
	Included float64 `js:"included"`
	Decimals *int    `js:"decimals"` // of the training values; nil for more than 6
}

// ThresholdAt is where the shown tree splits on a feature alone.
type ThresholdAt struct {
	Feature string  `js:"feature"`
	Median  float64 `js:"median"`
	Low     float64 `js:"low"`
	High    float64 `js:"high"`
}

// FewSliders are shown before "All" is pressed.
const FewSliders = 3

// SliderOrder gives the numbers of the features to offer: all of them in the table's order where they are few, else the
// most included first.
func SliderOrder(features []FeatureAt, all bool) []int {
	order := numeric.Indices(len(features))
	if len(order) <= FewSliders+1 {
		return order
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := features[a].Included, features[b].Included; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	if !all {
		order = order[:FewSliders]
	}
	return order
}

// digits is how many decimals of a feature are worth writing: a five hundredth of its range, and no more than the table
// has.
func (f FeatureAt) digits() int {
	width := f.Max - f.Min
	if !(width > 0) || math.IsInf(width, 0) {
		return 0
	}
	most := 12
	if f.Decimals != nil {
		most = *f.Decimals
	}
	return min(most, max(0, -int(math.Floor(math.Log10(width/500)))))
}

// step is what an arrow key moves a slider by: a hundredth of the range or so, never less than the digits show.
func (f FeatureAt) step() float64 {
	x, _ := strconv.ParseFloat("1e"+strconv.Itoa(-f.digits()), 64)
	return x
}

// Shown writes a value with the decimals of the feature, or in full where those would hide what it is.
func (f FeatureAt) Shown(v float64) string {
	if f.Decimals != nil && *f.Decimals == 0 && yearly(f.Min, f.Max) {
		return year(v)
	}
	if f.Decimals != nil && *f.Decimals == f.digits() && f.Rounded(v) != v || f.Max == f.Min {
		return Plain(v)
	}
	if size := math.Abs(v); size >= 1e7 || size > 0 && size < 1e-4 {
		return Significant(v, 4)
	}
	return Fixed(v, f.digits())
}

// Rounded is a slider's value as it is taken: with the decimals that are shown, within the range.
func (f FeatureAt) Rounded(v float64) float64 {
	x, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', f.digits(), 64), 64)
	if err != nil {
		return v
	}
	return min(max(x, f.Min), f.Max)
}

// ReadNumber reads a number as the page writes it, or as people type it: "−.5", "1,234", "1e3".
func ReadNumber(s string) (float64, bool) {
	v, err := strconv.ParseFloat(ungrouped(s), 64)
	return v, err == nil && v-v == 0
}

// SliderMarkup draws one control: a select for labels, else a slider with its ticks and a field for the number. Where
// there can be gaps, an empty choice and an empty field are one.
func SliderMarkup(j int, f FeatureAt, labels []string, ticks []ThresholdAt, gaps bool) string {
	name, at := chart.Escape(f.Name), strconv.Itoa(j)
	m := `<div class="slider" data-slider="` + at + `"><span class="slider-name" title="` + name + `">` +
		nameMarkup(f.Name) + `</span>`
	if labels != nil {
		m += `<select autocomplete="off" data-select="` + at + `" aria-label="` + name + `">`
		for code, label := range labels {
			m += Option(strconv.Itoa(code), label)
		}
		if gaps {
			m += Option("", Text("whatif.gap"))
		}
		return m + `</select></div>`
	}
	low, high := f.Min, f.Max
	if low == high {
		high = low + 1 // a constant feature: the slider rests at its start
	}
	m += `<span class="track"><svg class="ticks" aria-hidden="true">` + TicksMarkup(f, ticks) +
		`</svg><input type="range" autocomplete="off" data-range="` + at + `" min="` + Exact(low) + `" max="` +
		Exact(high) + `" step="` + Exact(f.step()) + `"`
	if f.Min == f.Max {
		m += ` disabled`
	}
	m += ` aria-label="` + chart.Escape(fmt.Sprintf(Text("whatif.range"), f.Name, f.Shown(f.Min),
		f.Shown(f.Max))) + `"></span>`
	m += `<input type="text" inputmode="decimal" class="num" data-number="` + at +
		`" autocomplete="off" spellcheck="false" aria-label="`
	if gaps {
		return m + chart.Escape(fmt.Sprintf(Text("whatif.number.gap"), f.Name)) + `" placeholder="` +
			chart.Escape(Text("whatif.gap")) + `"></div>`
	}
	return m + chart.Escape(fmt.Sprintf(Text("whatif.number"), f.Name)) + `"></div>`
}

// TicksMarkup marks the thresholds on a feature, in percent of its range.
func TicksMarkup(f FeatureAt, ticks []ThresholdAt) (m string) {
	for _, t := range ticks {
		if t.Feature == f.Name && t.Median >= f.Min && t.Median <= f.Max && f.Max > f.Min {
			m += `<rect x="` + strconv.FormatFloat(100*(t.Median-f.Min)/(f.Max-f.Min), 'f', 2, 64) +
				`%" width="2" height="8"/>`
		}
	}
	return m
}

// nameMarkup sets names such as x3 as the figures do.
func nameMarkup(name string) string {
	digits := strings.TrimPrefix(name[min(1, len(name)):], "_")
	letter := name != "" && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z')
	if !letter || len(digits) > 4 || strings.Trim(digits, "0123456789") != "" || digits == "" && len(name) > 1 {
		return chart.Escape(name)
	}
	return "<i>" + name[:1] + "</i><sub>" + digits + "</sub>"
}

// DisagreeSentence says which topologies disagree about the row, and which value lies where the shown tree may put a
// threshold.
func DisagreeSentence(e Explanation, info Info, shown string) string {
	if len(e.Topologies) < 2 {
		return ""
	}
	if e.Dissent == nil {
		return Text("whatif.agree")
	}
	first := e.Topologies[0]
	if first.Name == e.Dissent.Name {
		first = e.Topologies[1]
	}
	said := fmt.Sprintf(Text("whatif.disagree"), first.Name, first.answer(e, info), e.Dissent.Name,
		e.Dissent.answer(e, info))
	for _, t := range e.Thresholds {
		for _, f := range e.Features {
			if f.Name == t.Feature && f.Value >= t.Low && f.Value <= t.High {
				return said + " " + fmt.Sprintf(Text("whatif.near"), f.Name, shown)
			}
		}
	}
	return said
}

func (s Says) answer(e Explanation, info Info) string {
	if info.Task == "classification" {
		return fmt.Sprintf(Text("whatif.class"), s.Label, Fixed(s.Probability, 2))
	}
	v, _, _ := Interval(s.Mean, e.Prediction.Low, e.Prediction.High)
	return v
}

// OutsideSentence names the features whose values no training row reaches; "" for none.
func OutsideSentence(features []FeatureAt) string {
	var out []string
	for _, f := range features {
		if f.Value < f.Min || f.Value > f.Max {
			out = append(out, f.Name)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return fmt.Sprintf(Text("whatif.outside"), listed(out, 3))
}

// SaidWords sums an answer up for the status that screen readers hear.
func (e Explanation) SaidWords(info Info) string {
	if info.Task == "classification" {
		most := 0.0
		for _, q := range e.Prediction.Probabilities {
			most = max(most, q)
		}
		return fmt.Sprintf(Text("whatif.saidclass"), e.Prediction.Label, Fixed(most, 2))
	}
	mean, low, high := Interval(e.Prediction.Mean, e.Prediction.Low, e.Prediction.High)
	return fmt.Sprintf(Text("whatif.said"), mean, low, high)
}
