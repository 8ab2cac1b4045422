// Numbers as the figures write them: no zero before the point below one, a true minus sign, as many
// digits as the scale or the error supports.

package chart

import (
	"math"
	"strconv"
	"strings"
)

const (
	unknown  = "–"      // a number that is not finite
	minus    = "−"      // U+2212
	narrowNB = "\u202f" // groups digits from 10 000 on
)

// Number returns x rounded to the power of ten at or below unit, keeping trailing zeros: Number(.5,
// .01) = ".50", Number(-1234.4, 1) = "−1234". From ten million on, for units from a million on, and
// below a thousandth when unit has more than four decimals, it is written with a power of ten:
// "1.2×10⁹". Non-finite x gives "–".
func Number(x, unit float64) string {
	if !finite(x) || !finite(unit) || unit <= 0 {
		return unknown
	}
	e := exponent(unit)
	if x != 0 && (math.Abs(x) >= 1e7 || e >= 6 || e < -4 && math.Abs(x) < 1e-3) {
		return scientific(x, min(max(exponent(x)-e, 0), 3))
	}
	if e > 0 {
		x, e = math.Round(x/pow10(e))*pow10(e), 0
	}
	return tidy(strconv.FormatFloat(x, 'f', min(-e, 6), 64))
}

// Significant returns x with the given number of significant digits.
func Significant(x float64, digits int) string {
	if !finite(x) {
		return unknown
	}
	if x == 0 {
		return "0"
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return Number(rounded, pow10(exponent(rounded)-digits+1))
}

// Tick returns the label of a tick on a scale with the given step: trailing zeros are dropped.
func Tick(x, step float64) string {
	if finite(x) && math.Abs(x) < 1e-9*step {
		return "0"
	}
	s := Number(x, step)
	if mantissa, power, ok := strings.Cut(s, "×"); ok {
		return trimZeros(mantissa) + "×" + power
	}
	return trimZeros(s)
}

// WithError returns a value and its error with the digits that the error supports: one, or two when
// the error's first digit is 1. Without a positive error the value has three significant digits
// and the second string is empty.
func WithError(value, err float64) (string, string) {
	if !finite(err) || err <= 0 || !finite(value) {
		return Significant(value, 3), ""
	}
	return inUnit(value, err, pow10(exponent(err/2)))
}

// ErrorNotKnown stands where the error of a weight would: behind the weight is evidence that is not reliable.
const ErrorNotKnown = "± ?"

func inUnit(value, err, unit float64) (string, string) {
	return Number(value, unit), "± " + Number(err, unit)
}

// Percent returns a share as "33 %", with one decimal below one percent.
func Percent(share float64) string {
	if share > 0 && share < 0.00995 {
		if share < 0.0005 {
			return "<.1 %"
		}
		return Number(100*share, 0.1) + " %"
	}
	return Number(100*share, 1) + " %"
}

// weightUnit is the unit in which a posterior weight with this error is written: hundredths, or
// thousandths where the error is below half a hundredth.
func weightUnit(err float64) float64 {
	if finite(err) && err > 0 && err < 0.005 {
		return 0.001
	}
	return 0.01
}

// spanUnit is the unit in which the ends of an interval are written, so that they differ by 3 to 30.
func spanUnit(low, high float64) float64 {
	width := high - low
	if !finite(width) || width <= 0 {
		return pow10(exponent(math.Abs(low)) - 2)
	}
	return pow10(exponent(width / 3))
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// exponent returns the power of ten at or below |x|; 0 for 0 and for what is not finite.
func exponent(x float64) int {
	if x == 0 || !finite(x) {
		return 0
	}
	_, e, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(e)
	return n
}

// pow10 is exact, unlike a power computed by multiplication.
func pow10(e int) float64 {
	x, _ := strconv.ParseFloat("1e"+strconv.Itoa(e), 64)
	return x
}

func scientific(x float64, decimals int) string {
	mantissa, e, _ := strings.Cut(strconv.FormatFloat(x, 'e', decimals, 64), "e")
	n, _ := strconv.Atoi(e)
	return tidy(mantissa) + "×10" + superscript.Replace(strconv.Itoa(n))
}

var superscript = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
	"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// tidy groups long integers, drops the zero before the point and sets the minus sign.
func tidy(s string) string {
	digits, negative := strings.CutPrefix(s, "-")
	whole, fraction, point := strings.Cut(digits, ".")
	if strings.Trim(digits, "0.") == "" {
		negative = false
	}
	if point && whole == "0" {
		whole = ""
	}
	s = group(whole)
	if point {
		s += "." + fraction
	}
	if negative {
		return minus + s
	}
	return s
}

func group(whole string) string {
	if len(whole) < 5 {
		return whole
	}
	grouped := ""
	for len(whole) > 3 {
		whole, grouped = whole[:len(whole)-3], narrowNB+whole[len(whole)-3:]+grouped
	}
	return whole + grouped
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	if s == "" || s == minus {
		return "0"
	}
	return s
}
