// The heading of a split: its condition, the interval of its threshold and a note, in as many lines
// as its slot needs.

package chart

import (
	"math"
	"strings"
)

// headLine is one line of a heading.
type headLine struct {
	class  string // size
	runs   []run
	full   string  // tooltip of a line that was cut
	width  float64 // px kept free
	shift  float64 // px from the line's center to the center of its first part
	height float64 // px from the baseline above
}

// heading is the lines over a split, from top to bottom.
type heading []headLine

func (h heading) height() float64 {
	var sum float64
	for _, l := range h {
		sum += l.height
	}
	return sum
}

const headGap = 8.0 // px between the condition and the interval on one line

// head lays out the heading of a split in a slot of the given width.
func head(s TreeSplit, width float64) heading {
	lines := condition(s, width)
	if len(lines) == 0 {
		return lines
	}
	for _, note := range []string{mainNote(s), s.lang.Say("chart.leads", Percent(s.MainShare))} {
		if mainNote(s) != "" && room(note, small) <= width {
			lines = append(lines, smallLine(note))
			break
		}
	}
	if note := s.lang.Say("chart.scaled"); len(s.Terms) > 1 && room(note, small) <= width {
		lines = append(lines, smallLine(note))
	}
	return lines
}

// mainNote says how sure the first term is of being the heaviest; empty where it nearly always is.
func mainNote(s TreeSplit) string {
	if finite(s.MainShare) && s.MainShare > 0 && s.MainShare < 0.95 {
		return s.lang.Say("chart.leads.named", s.Terms[0].Feature, Percent(s.MainShare))
	}
	return ""
}

func smallLine(s string) headLine {
	return headLine{"t-s num dim", plain(s), "", room(s, small), 0, 15}
}

// condition returns the condition with the interval beside it, below it, or without it, in the
// largest size that fits; else it cuts the feature's name; else it leaves the name out.
func condition(s TreeSplit, width float64) heading {
	full := splitText(s)
	interval := intervalText(s)
	if w := room(full, large) + headGap + room(interval, small); interval != "" && w <= width {
		shift := (headGap + extentOf(interval, small)) / 2
		runs := join(splitRuns(s, large), run{text: interval, class: "t-s dim reg", dx: headGap})
		return heading{{"t-l num", runs, "", w, shift, 24}}
	}
	for _, size := range []struct {
		class      string
		px, height float64
	}{{"t-l num", large, 24}, {"t-m num strong", medium, 17}, {"t-s num strong", small, 15}} {
		if w := room(full, size.px); w <= width {
			line := headLine{size.class, splitRuns(s, size.px), "", w, 0, size.height}
			return underline(heading{line}, interval, width)
		}
	}
	return cutCondition(s, interval, width)
}

// underline adds the interval below the condition, with or without "90 %", if it fits.
func underline(h heading, interval string, width float64) heading {
	for _, t := range []string{interval, strings.TrimPrefix(interval, "90 % ")} {
		if t != "" && room(t, small) <= width {
			return append(h, smallLine(t))
		}
	}
	return h
}

func cutCondition(s TreeSplit, interval string, width float64) heading {
	name, relation := splitName(s), splitRelation(s)
	full := splitText(s)
	if keep := width - room(" "+relation, small); keep >= 4*em*small {
		short, _ := fit(name, small, keep)
		t := short + " " + relation
		line := headLine{"t-s num strong", plain(t), full, room(t, small), 0, 15}
		return underline(heading{line}, interval, width)
	}
	var h heading
	for i, part := range []string{name, relation} {
		t, cut := fit(part, small, width)
		runs := plain(t)
		if i == 0 && !cut {
			runs = nameOf(s, small)
		}
		if cut && (i == 1 || len([]rune(t)) < 4) {
			continue // one letter of a name, or a number without its end, says nothing
		}
		if room(t, small) <= width {
			h = append(h, headLine{"t-s num strong", runs, full, room(t, small), 0, 15})
		}
	}
	return h
}

// splitName is the left side of the condition: "x3", or ".6 x1 + .4 x3".
func splitName(s TreeSplit) string { return text(nameOf(s, medium)) }

func nameOf(s TreeSplit, size float64) []run {
	if len(s.Terms) == 1 {
		return nameRuns(s.Terms[0].Feature, size)
	}
	var runs []run
	for i, t := range s.Terms {
		if i == 3 {
			return join(runs, run{text: " + …"})
		}
		if i > 0 {
			runs = join(runs, run{text: " + "})
		}
		runs = join(runs, run{text: Number(t.Weight, 0.1) + " "})
		runs = join(runs, nameRuns(t.Feature, size)...)
	}
	return runs
}

// splitRelation is the right side: "≤ .52", or the categories that go left.
func splitRelation(s TreeSplit) string {
	if s.Labels == nil {
		return "≤ " + Number(s.Threshold, s.thresholdUnit())
	}
	var left []string
	for code, label := range s.Labels {
		if float64(code) <= s.Threshold {
			left = append(left, label)
		}
	}
	if len(left) == 0 {
		return s.lang.Say("chart.none")
	}
	return "in " + strings.Join(left, ", ")
}

func splitText(s TreeSplit) string { return splitName(s) + " " + splitRelation(s) }

func splitRuns(s TreeSplit, size float64) []run {
	return join(nameOf(s, size), run{text: " " + splitRelation(s)})
}

// intervalText is "90 % .49 to .54"; empty for categories, between which the place of a threshold
// means nothing.
func intervalText(s TreeSplit) string {
	if s.Labels != nil || !finite(s.Low) || !finite(s.High) || math.Abs(s.High-s.Low) == 0 {
		return ""
	}
	unit := s.thresholdUnit()
	low, high := Number(s.Low, unit), Number(s.High, unit)
	if low == high { // much narrower than the steps of the feature
		return ""
	}
	return "90 % " + s.lang.Say("chart.range", low, high)
}

// fewSteps is how many steps of its values a feature's range has where they say more than the interval does.
const fewSteps = 1000

// thresholdUnit is the unit in which a threshold is written: that of its interval. Of a feature whose values are few,
// such as years, it is no coarser than their unit, since 1984 is not "about 1980", and no finer than a tenth of it,
// which tells between which values the threshold lies.
func (s TreeSplit) thresholdUnit() float64 {
	width := s.Max - s.Min
	few := s.Unit > 0 && width > 0 && width <= fewSteps*s.Unit
	point := !(s.High > s.Low) // draws that agree, or that are one
	switch {
	case few && point:
		return pow10(exponent(s.Unit) - 1)
	case few:
		return max(min(spanUnit(s.Low, s.High), s.Unit), pow10(exponent(s.Unit)-1))
	case point && finite(width) && width > 0:
		return pow10(exponent(width / fewSteps))
	}
	return spanUnit(s.Low, s.High)
}
