// Numbers as the page writes them: no leading zero, a true minus sign, a space on each side of ±.

package logic

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"dcctree/core/chart"
)

const (
	minus       = "−" // U+2212
	noBreak     = "\u00a0"
	unavailable = "–"
)

// Fixed formats x with the given number of decimals: .52, −1.94, 12.
func Fixed(x float64, decimals int) string {
	if math.IsNaN(x) {
		return unavailable
	}
	if math.IsInf(x, 0) {
		return infinity(x)
	}
	return dress(strconv.FormatFloat(x, 'f', decimals, 64))
}

// Significant formats x with about the given number of significant digits: .0586, 2.84, 1,234. Very large and very
// small values get an exponent.
func Significant(x float64, digits int) string {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return unavailable
	case math.IsInf(x, 0):
		return infinity(x)
	case x == 0:
		return "0"
	case size >= 1e7 || size < 1e-5:
		return exponent(x, digits)
	}
	return Fixed(x, max(0, digits-1-int(math.Floor(math.Log10(size)))))
}

// Plain formats x with as few digits as show it to six significant ones: .5, 40, 3.25. It suits limits, columns and
// settings.
func Plain(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Significant(x, 6)
	}
	size := math.Abs(x)
	if x != 0 && (size >= 1e7 || size < 1e-5) {
		return exponent(x, 3)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return dress(strconv.FormatFloat(rounded, 'f', -1, 64))
}

// Weight formats a probability with two decimals, and says "< .01" where those would read as nothing.
func Weight(p float64) string {
	if p > 0 && p < .005 {
		return "<" + noBreak + ".01"
	}
	return Fixed(p, 2)
}

// WeightWithError is WithError for a weight, whose error is not known where the evidence behind it is not reliable.
func WeightWithError(weight, err float64) string {
	if math.IsNaN(err) {
		return Weight(weight) + noBreak + strings.Replace(chart.ErrorNotKnown, " ", noBreak, 1)
	}
	return WithError(weight, err)
}

// WithError formats a value and its error with the decimals that the error supports: ".49 ± .02". Without a usable
// error only the value appears.
func WithError(value, err float64) string {
	if !(err > 0) || math.IsInf(err, 0) || math.IsNaN(value) || math.IsInf(value, 0) {
		return Significant(value, 3)
	}
	decimals := min(6, max(0, 1-int(math.Floor(math.Log10(err)))))
	return Fixed(value, decimals) + noBreak + "±" + noBreak + Fixed(err, decimals)
}

// yearly tells that a column of whole numbers between the two reads as years, which have no comma.
func yearly(low, high float64) bool {
	return low >= 1500 && high <= 2100 && low == math.Trunc(low) && high == math.Trunc(high)
}

// year is Plain for a year.
func year(x float64) string { return strings.Replace(Plain(x), ",", "", 1) }

// Interval formats a value and the ends of its interval with the decimals that tell the ends apart: "1.25", ".76",
// "1.74".
func Interval(value, low, high float64) (v, l, h string) {
	width := high - low
	if !(width > 0) || width >= 1e7 || width < 1e-5 {
		return Significant(value, 3), Significant(low, 3), Significant(high, 3)
	}
	decimals := max(0, 2-int(math.Floor(math.Log10(2*width))))
	return Fixed(value, decimals), Fixed(low, decimals), Fixed(high, decimals)
}

// Percent formats a share in 0..1 as a whole percentage: "33 %".
func Percent(share float64) string {
	return Fixed(100*share, 0) + noBreak + "%"
}

// Count formats a whole number with thousands separated by commas.
func Count(n int) string {
	return dress(strconv.Itoa(n))
}

// counted is the text of one of its keys: that for one thing, or that for another number of them.
func counted(n int, one, several string) string {
	if n == 1 {
		return Text(one)
	}
	return fmt.Sprintf(Text(several), Count(n))
}

// Clock formats seconds as m:ss, or h:mm:ss from one hour.
func Clock(seconds float64) string {
	whole := max(0, int(seconds))
	h, m, s := whole/3600, whole/60%60, whole%60
	if h > 0 {
		return strconv.Itoa(h) + ":" + two(m) + ":" + two(s)
	}
	return strconv.Itoa(m) + ":" + two(s)
}

// Exact is the machine-readable form of x for data-value attributes: it parses back to the same bits.
func Exact(x float64) string {
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// ungrouped writes a number that people typed as programs read it: without spaces and grouping commas, with a plain
// minus. A comma that groups no thousands, as in "0,5" or "0,025", stays: the text is then no number, rather than
// another one.
func ungrouped(s string) string {
	s = strings.NewReplacer(minus, "-", noBreak, "", " ", "").Replace(s)
	whole, fraction, point := strings.Cut(s, ".")
	parts := strings.Split(whole, ",")
	lead := strings.TrimLeft(parts[0], "+-")
	for _, part := range parts[1:] {
		if len(part) != 3 || len(lead) > 3 || lead == "" || lead[0] == '0' {
			return s
		}
	}
	if whole = strings.Join(parts, ""); point {
		whole += "." + fraction
	}
	return whole
}

func two(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

func infinity(x float64) string {
	if x < 0 {
		return minus + "∞"
	}
	return "∞"
}

func exponent(x float64, digits int) string {
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(x, 'e', max(0, digits-1), 64), "e")
	n, _ := strconv.Atoi(power)
	return dress(mantissa) + "e" + strings.Replace(strconv.Itoa(n), "-", minus, 1)
}

// dress turns strconv's decimal into the page's: sign, thousands, no leading zero, no negative zero.
func dress(s string) string {
	negative := strings.HasPrefix(s, "-")
	whole, fraction, point := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	if strings.Trim(whole+fraction, "0") == "" {
		negative = false
	}
	text := group(whole)
	if point {
		if whole == "0" {
			text = ""
		}
		text += "." + fraction
	}
	if negative {
		return minus + text
	}
	return text
}

func group(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return group(digits[:len(digits)-3]) + "," + digits[len(digits)-3:]
}
