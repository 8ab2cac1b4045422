// Package digits writes numbers as sentences have them.
package digits

import (
	"fmt"
	"strings"
)

// Number writes two decimals, with a true minus and no zero before the point.
func Number(x float64) string {
	text := strings.Replace(fmt.Sprintf("%.2f", x), "-", "−", 1)
	if rest, ok := strings.CutPrefix(text, "0."); ok {
		return "." + rest
	}
	return strings.Replace(text, "−0.", "−.", 1)
}

// Percent writes a share: 12 %, or 1.2 % below 10.
func Percent(x float64) string {
	if x < .0995 {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

// Precise writes three decimals as Number does two.
func Precise(x float64) string { return TrimZero(fmt.Sprintf("%.3f", x)) }

// TrimZero writes a true minus and no zero before the point.
func TrimZero(text string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "−", rest
	}
	if rest, ok := strings.CutPrefix(text, "0."); ok {
		text = "." + rest
	}
	return sign + text
}

// Bandwidth writes a bandwidth as people read it: .025.
func Bandwidth(h float64) string { return TrimZero(fmt.Sprintf("%.3g", h)) }
