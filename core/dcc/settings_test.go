package dcc

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// set returns the default settings with one number, whose name may have a dot, set.
func set(t *testing.T, name string, x float64) Settings {
	t.Helper()
	outer, inner, nested := strings.Cut(name, ".")
	text := fmt.Sprintf(`{%q:%s}`, outer, plain(x))
	if nested {
		text = fmt.Sprintf(`{%q:{%q:%s}}`, outer, inner, plain(x))
	}
	s := DefaultSettings()
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// TestFieldsSayWhatIsAllowed: the ends of each range, and what lies beyond, are taken or refused as the field says,
// also where a part of the settings judges itself. The three moves sum to 1: of them another is wrong, whatever is set.
func TestFieldsSayWhatIsAllowed(t *testing.T) {
	for _, f := range Fields() {
		if f.Choices != nil || strings.HasPrefix(f.Name, "moves.") {
			continue
		}
		check := func(x float64) {
			err := set(t, f.Name, x).Validate()
			if visits := err != nil && strings.Contains(err.Error(), "ten million"); visits {
				return
			}
			if (err == nil) != f.Range.Holds(x) {
				t.Errorf("%s = %v: %v, and the range is %+v", f.Name, x, err, f.Range)
			}
		}
		for _, end := range []float64{f.Range.Least, f.Range.Most} {
			check(end)
			check(end + 1)
			check(end - 1)
		}
	}
}

// TestFieldsNameEveryWord: a word that no field lists is refused, by name and with those that are listed.
func TestFieldsNameEveryWord(t *testing.T) {
	s := DefaultSettings()
	s.Metric = "round"
	if err := s.Validate(); err == nil || err.Error() != `metric: is "round"; use "diagonal" or "dense"` {
		t.Errorf("%v", err)
	}
	s = DefaultSettings()
	s.Delta = math.NaN()
	if err := s.Validate(); err == nil || err.Error() != "delta: is not a number; use at least 0, at most 1" {
		t.Errorf("%v", err)
	}
}
