// Numbers as texts, with as many digits as tell them from their neighbours.

package fit

import (
	"math"
	"strconv"
	"strings"

	"dcctree/core/dataset"
)

// usualDigits are those of a number that is told, most those that any number has.
const usualDigits, mostDigits = 6, 17

// Number writes a number with up to six digits.
func Number(x float64) string { return digits(x, usualDigits) }

func digits(x float64, n int) string { return strconv.FormatFloat(x, 'g', n, 64) }

// Beside writes a number that is off by about that much: with up to six digits, more where these would not show it to
// a thousandth of that.
func Beside(x, off float64) string {
	n := usualDigits
	if off > 0 && math.Abs(x) > off {
		n = max(n, 4+int(math.Log10(math.Abs(x)/off)))
	}
	return digits(x, min(n, mostDigits))
}

// exact writes a number as it is, without an exponent where that is shorter to read.
func exact(x float64) string {
	if size := math.Abs(x); size == 0 || size >= 1e-4 && size < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// threshold writes a threshold of an input with up to six digits, or more where as written it would part the training
// rows otherwise.
func threshold(c *dataset.Column, at float64) string {
	text := Number(at)
	if written, err := strconv.ParseFloat(text, 64); err == nil && written == at {
		return text
	}
	below, above := math.Inf(-1), math.Inf(1) // the neighbouring values of the table
	for _, v := range c.Values {
		if v <= at {
			below = max(below, v)
		} else if v > at {
			above = min(above, v)
		}
	}
	for n := usualDigits; n < mostDigits; n++ {
		text = digits(at, n)
		written, err := strconv.ParseFloat(text, 64)
		if err == nil && below <= written && written < above {
			break
		}
	}
	return text
}

// apart writes two numbers with at least so many digits, and more until they read differently where they differ.
func apart(low, high float64, least int) (a, b string) {
	for n := max(usualDigits, least); ; n++ {
		a, b = digits(low, n), digits(high, n)
		if a != b || low == high || n >= mostDigits {
			return a, b
		}
	}
}

// digitsOf returns how many digits a written number has, leading zeros aside.
func digitsOf(text string) (n int) {
	mantissa, _, _ := strings.Cut(text, "e")
	for _, c := range strings.TrimLeft(mantissa, "+-0.") {
		if c >= '0' && c <= '9' {
			n++
		}
	}
	return n
}
