// Labels: their width before any font is known, truncation, and names set as mathematics.

package chart

import (
	"strings"
	"unicode/utf8"
)

// Font sizes in px of the classes t-s, t-m and t-l.
const (
	small  = 12.5
	medium = 14.0
	large  = 19.0
)

// em is the width of an average character in ems: the width of a digit in the usual sans serifs.
// It overstates most labels, so what fits by it fits in every such font.
const em = 0.56

// room is the width that is kept free for a label.
func room(s string, size float64) float64 {
	return float64(utf8.RuneCountInString(s)) * em * size
}

// extentOf estimates the drawn width more closely, for centering only.
func extentOf(s string, size float64) float64 {
	var w float64
	for _, r := range s {
		switch {
		case strings.ContainsRune(" .,:;'|!ijl·", r):
			w += 0.27
		case strings.ContainsRune("()[]{}frt-", r):
			w += 0.33
		case strings.ContainsRune("mwMW%", r):
			w += 0.83
		case r >= 'A' && r <= 'Z':
			w += 0.68
		case r > 0x2fff:
			w++
		default:
			w += 0.55
		}
	}
	return w * size
}

// fit returns s, or as many of its first characters as fit in width px with an ellipsis, and
// whether it had to be cut. At least one character stays.
func fit(s string, size, width float64) (string, bool) {
	if room(s, size) <= width {
		return s, false
	}
	keep := max(int(width/(em*size))-1, 1)
	runes := []rune(s)
	if keep >= len(runes) {
		return s, false
	}
	return strings.TrimRight(string(runes[:keep]), " ,_-") + "…", true
}

// fitName cuts a topology's name "{1,5,6}" after a whole number.
func fitName(s string, size, width float64) (string, bool) {
	if room(s, size) <= width {
		return s, false
	}
	for rest := s; ; {
		at := strings.LastIndex(rest, ",")
		if at < 0 {
			short, _ := fit(s, size, width)
			return short, true
		}
		rest = rest[:at]
		if short := rest + ",…}"; room(short, size) <= width {
			return short, true
		}
	}
}

// run is a stretch of a label in one style.
type run struct {
	text  string
	class string  // of its tspan; empty with dx = dy = 0: plain text
	dx    float64 // px before it
	dy    float64 // px below the run before it
}

func plain(s string) []run { return []run{{text: s}} }

// nameRuns sets a one-letter name in italics and its number as an index ("x3", "x_12"); other names
// stay as they are.
func nameRuns(name string, size float64) []run {
	letter, number, ok := indexed(name)
	if !ok {
		return plain(name)
	}
	if number == "" {
		return []run{{text: letter, class: "it"}}
	}
	drop := size * 0.21
	return []run{{text: letter, class: "it"}, {text: number, class: "sb", dy: drop}, {dy: -drop}}
}

func indexed(name string) (letter, number string, ok bool) {
	if name == "" || !(name[0] >= 'a' && name[0] <= 'z' || name[0] >= 'A' && name[0] <= 'Z') {
		return "", "", false
	}
	number = strings.TrimPrefix(name[1:], "_")
	if len(number) > 4 || strings.Trim(number, "0123456789") != "" || number == "" && len(name) > 1 {
		return "", "", false
	}
	return name[:1], number, true
}

// join appends text to runs; a shift that is waiting at the end is given to it.
func join(runs []run, more ...run) []run {
	for _, r := range more {
		if n := len(runs); n > 0 && runs[n-1].text == "" {
			r.dx, r.dy = r.dx+runs[n-1].dx, r.dy+runs[n-1].dy
			runs = runs[:n-1]
		}
		runs = append(runs, r)
	}
	return runs
}

// text returns the characters of the runs.
func text(runs []run) string {
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(r.text)
	}
	return b.String()
}
