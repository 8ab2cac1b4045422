// Tests of numbers as text: every expected string is written by hand from the rules in number.go.

package chart

import (
	"math"
	"testing"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x, unit float64
		want    string
	}{
		{0.5, 0.01, ".50"},
		{-0.5, 0.1, "−.5"},
		{0, 0.01, ".00"},
		{-0.001, 0.01, ".00"},
		{1.005e0, 0.1, "1.0"},
		{4.98, 0.04, "4.98"},
		{1234, 1, "1234"},
		{12345, 1, "12\u202f345"},
		{1234567, 1000, "1\u202f235\u202f000"},
		{2345, 1000, "2000"},
		{1.2e9, 1e7, "1.20×10⁹"},
		{-1.2e9, 1e8, "−1.2×10⁹"},
		{5e6, 1e6, "5×10⁶"},
		{3.1e-7, 1e-8, "3.1×10⁻⁷"},
		{0.00012, 0.00001, "1.2×10⁻⁴"},
		{math.NaN(), 1, "–"},
		{math.Inf(1), 1, "–"},
		{1, 0, "–"},
	} {
		if got := Number(c.x, c.unit); got != c.want {
			t.Errorf("Number(%g, %g) = %q, want %q", c.x, c.unit, got, c.want)
		}
	}
}

func TestSignificant(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   string
	}{{0, 3, "0"}, {0.05213, 3, ".0521"}, {48.38, 2, "48"}, {0.999, 2, "1.0"}, {123456, 2, "120\u202f000"},
		{math.NaN(), 2, "–"}} {
		if got := Significant(c.x, c.digits); got != c.want {
			t.Errorf("Significant(%g, %d) = %q, want %q", c.x, c.digits, got, c.want)
		}
	}
}

func TestWithError(t *testing.T) {
	for _, c := range []struct {
		value, err float64
		a, b       string
	}{
		{4.981, 0.041, "4.98", "± .04"},
		{1.003, 0.047, "1.00", "± .05"},
		{2.835, 0.123, "2.83", "± .12"}, // 2.835 lies just below in binary
		{-84.21, 1.6, "−84.2", "± 1.6"},
		{30123, 20500, "30\u202f000", "± 20\u202f000"},
		{1.23456, 0, "1.23", ""},
		{math.NaN(), 1, "–", ""},
		{2, math.NaN(), "2.00", ""},
	} {
		if a, b := WithError(c.value, c.err); a != c.a || b != c.b {
			t.Errorf("WithError(%g, %g) = %q, %q, want %q, %q", c.value, c.err, a, b, c.a, c.b)
		}
	}
}

func TestTickAndPercent(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Tick(0.5, 0.25), ".5"}, {Tick(0.25, 0.05), ".25"}, {Tick(2, 0.5), "2"}, {Tick(1e-17, 0.1), "0"},
		{Tick(100, 50), "100"}, {Tick(2e9, 1e9), "2×10⁹"}, {Tick(-0.4, 0.2), "−.4"},
		{Percent(1. / 3), "33 %"}, {Percent(0), "0 %"}, {Percent(1), "100 %"}, {Percent(0.004), ".4 %"},
		{Percent(0.0001), "<.1 %"}, {Percent(math.NaN()), "– %"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestTextIsCutSensibly(t *testing.T) {
	for _, c := range []struct {
		s     string
		width float64
		want  string
		cut   bool
	}{
		{"petal width", 200, "petal width", false},
		{"petal width", 57, "petal w…", true}, // 8 characters of 7 px
		{"petal width", 50, "petal…", true},   // no space before the ellipsis
		{"ab", 1, "a…", true},
		{"", 0, "", false},
	} {
		if got, cut := fit(c.s, small, c.width); got != c.want || cut != c.cut {
			t.Errorf("fit(%q, %g) = %q, %v, want %q, %v", c.s, c.width, got, cut, c.want, c.cut)
		}
	}
	if got, cut := fitName("{1,11,12,6}", small, 70); got != "{1,11,…}" || !cut {
		t.Errorf("fitName = %q, %v", got, cut)
	}
}

func TestNamesAsMathematics(t *testing.T) {
	for name, runs := range map[string]int{"x3": 3, "x_12": 3, "z": 1, "petal": 1, "x3y": 1, "µ": 1, "": 1} {
		if got := nameRuns(name, small); len(got) != runs {
			t.Errorf("nameRuns(%q) has %d parts, want %d", name, len(got), runs)
		}
	}
	if got := text(nameRuns("x_12", small)); got != "x12" {
		t.Errorf("x_12 reads %q", got)
	}
}

func TestEscape(t *testing.T) {
	if got, want := escape("a<b & \"c\"\n\x00'"), "a&lt;b &amp; &quot;c&quot; \uFFFD&#39;"; got != want {
		t.Errorf("escape = %q, want %q", got, want)
	}
}

func TestCoord(t *testing.T) {
	for x, want := range map[float64]string{1.25: "1.3", -0.04: "0", 3: "3", 1e5: "100000", math.Inf(1): "0"} {
		if got := coord(x); got != want {
			t.Errorf("coord(%g) = %q, want %q", x, got, want)
		}
	}
}
