// What a link says of how the page is shown: read with care, and written so that it reads back.

package logic

import (
	"slices"
	"strconv"
	"strings"
)

// Bounds of what a link can ask for.
const (
	mostSteps      = 1_000_000
	LongestData    = 1 << 20 // bytes
	MostLessons    = 30
	LongestLesson  = 600 // bytes
	longestRefusal = 60  // bytes of a refused value that are told
)

// The modes of the sampler as links call them; each stands for the preset that it usually has.
const (
	fastMode  = "fast"
	paperMode = "paper"
)

// view takes one key about how the page is shown. known says whether the key is one; refused are the parts of its value
// that cannot be used.
func (l *Link) view(key, value string) (known bool, refused []string) {
	v := &l.View
	ok := true
	switch key {
	case "show":
		return true, names(&v.Show, value, func(Part) bool { return true })
	case "hide":
		return true, names(&v.Hide, value, func(Part) bool { return true })
	case "lock":
		return true, v.lock(value)
	case "theme":
		if ok = value == "auto" || value == "light" || value == "dark"; ok {
			v.Theme = strings.TrimPrefix(value, "auto")
		}
	case "mode":
		ok = choose(&l.mode, value, fastMode, paperMode)
	case "steps":
		n, err := strconv.Atoi(value)
		if ok = err == nil && n >= 1 && n <= mostSteps; ok {
			v.Steps = n
		}
	case "autorun":
		l.Run = value != "0"
		ok = value == "0" || value == "1"
	case "data":
		if ok = value != "" && len(value) <= LongestData; ok {
			v.Data = value
		}
	case "parent":
		ok = isOrigin(value) && choose(&v.Parent, value, value)
	case "tutorial":
		lessons, whole := lessonsOf(value)
		if ok = whole; ok {
			v.Tutorial = lessons
		}
	case "embed", "shared": // read by embed.js
		ok = value == "0" || value == "1"
	default:
		return false, nil
	}
	if !ok {
		refused = []string{""}
	}
	return true, refused
}

// names adds the parts of a comma list to another list, in their order and each once, and returns the names that are
// none.
func names(to *[]string, value string, fits func(Part) bool) (refused []string) {
	for _, name := range strings.Split(value, ",") {
		p, known := PartByName(name)
		switch {
		case !known || !fits(p):
			refused = append(refused, name)
		case !slices.Contains(*to, name):
			*to = append(*to, name)
		}
	}
	return refused
}

func (v *View) lock(value string) (refused []string) {
	if value == "1" {
		value = strings.Join(LocksAll(), ",")
	}
	return names(&v.Lock, value, func(p Part) bool { return p.Locks })
}

// isOrigin reports whether the text looks like the origin of a page: the browser has the last word (embed.js).
func isOrigin(s string) bool {
	host, secure := strings.CutPrefix(s, "https://")
	if !secure {
		host, secure = strings.CutPrefix(s, "http://")
	}
	strange := strings.ContainsFunc(host, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789.-:[]", r)
	})
	return secure && host != "" && len(s) <= 300 && !strange
}

// lessonsOf reads the steps of a tutorial: separated by |, each with the name of the part that it points at and a colon
// before its text, or without. It is all or nothing.
func lessonsOf(value string) ([]Lesson, bool) {
	return lessonsIn(strings.Split(value, "|"))
}

// LessonLines reads steps that stand one a line, as people write them; empty lines count for nothing. A bar would end a
// step in a link.
func LessonLines(content string) ([]Lesson, bool) {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(content, "|", "/")) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	return lessonsIn(lines)
}

func lessonsIn(parts []string) ([]Lesson, bool) {
	if len(parts) > MostLessons {
		return nil, false
	}
	var lessons []Lesson
	for _, part := range parts {
		l := Lesson{Text: strings.TrimSpace(part)}
		if before, after, found := strings.Cut(part, ":"); found {
			if p, known := PartByName(strings.TrimSpace(before)); known {
				l = Lesson{Part: p.Name, Text: strings.TrimSpace(after)}
			}
		}
		if l.Text == "" || len(l.Text) > LongestLesson {
			return nil, false
		}
		lessons = append(lessons, l)
	}
	return lessons, true
}

// line is a lesson as links hold it.
func (l Lesson) line() string {
	if l.Part == "" {
		return l.Text
	}
	return l.Part + ": " + l.Text
}

// Hash is what a link says of the view, to be put behind Choice.Hash.
func (v View) Hash() string {
	steps := ""
	if v.Steps > 0 {
		steps = strconv.Itoa(v.Steps)
	}
	var lines []string
	for _, l := range v.Tutorial {
		lines = append(lines, quote(l.line()))
	}
	hash := ""
	for _, pair := range [][2]string{{"show", strings.Join(v.Show, ",")}, {"hide", strings.Join(v.Hide, ",")},
		{"lock", strings.Join(v.Lock, ",")}, {"theme", v.Theme}, {"steps", steps},
		{"data", quote(v.Data)}, {"parent", quote(v.Parent)}, {"tutorial", strings.Join(lines, "|")}} {
		if pair[1] != "" {
			hash += "&" + pair[0] + "=" + pair[1]
		}
	}
	return hash
}

// preset lets the mode of a link choose the preset, unless the preset that it names is of that mode; the modes are two
// ways to the same posterior.
func (l *Link) preset() (agree bool) {
	if l.mode == "" || IsFast(l.Choice.Preset) == (l.mode == fastMode) {
		return true
	}
	if l.named {
		return false
	}
	l.Choice.Preset = map[string]string{fastMode: FastPreset, paperMode: paperPreset}[l.mode]
	return true
}
