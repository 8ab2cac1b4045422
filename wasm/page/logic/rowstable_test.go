package logic

import (
	"regexp"
	"strings"
	"testing"
)

// TestRowsOfYears: a column of years has no commas, another of the same size has.
func TestRowsOfYears(t *testing.T) {
	values := []float64{2, 7.5, 1984, 1984, 3, 8, 2001, 12345}
	body := RowsBody(values, 4, Info{Target: "rent", Features: []string{"built", "area"}}, make([][]string, 2))
	cells := regexp.MustCompile(`<t[hd][^>]*>([^<]*)<`).FindAllStringSubmatch(body, -1)
	var got []string
	for _, c := range cells {
		got = append(got, c[1])
	}
	if want := "2 7.5 1984 1,984 3 8 2001 12,345"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if years := yearColumns(nil, 2); years[0] || years[1] {
		t.Error("no rows read as years")
	}
}
