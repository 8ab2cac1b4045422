package logic

import (
	"reflect"
	"strings"
	"testing"
)

// TestMemoComesBack: what the page writes into a session file it reads back.
func TestMemoComesBack(t *testing.T) {
	c := DefaultChoice()
	c.Sample, c.Target, c.Holdout, c.Seed, c.Settings, c.Unused = "", "y", ".25", "77", map[string]string{
		"keptDraws": "60",
	}, []string{"x2"}
	m := Memo{Choice: c, Name: "mine.csv", Selected: "100", Row: 4}
	if got, ok := ReadMemo(m.Text()); !ok || !reflect.DeepEqual(got, m) {
		t.Errorf("%v %+v", ok, got)
	}
}

// TestMemoFromOutside: what the page does not offer is not taken; a row is never negative.
func TestMemoFromOutside(t *testing.T) {
	good := Memo{Choice: DefaultChoice(), Name: "a"}.Text()
	for _, bad := range []string{"", "null of it", "3", `{"choice":{"Preset":"slow","Seed":"1","Task":"auto"}}`,
		strings.Replace(good, `"wu"`, `"mars"`, 1), strings.Replace(good, `"Seed":"1"`, `"Seed":"-1"`, 1),
		strings.Replace(good, `"Settings":null`, `"Settings":{"speed":"9"}`, 1)} {
		if _, ok := ReadMemo(bad); ok {
			t.Errorf("taken: %s", bad)
		}
	}
	if m, ok := ReadMemo(strings.Replace(good, `"row":0`, `"row":-5`, 1)); !ok || m.Row != 0 {
		t.Errorf("%v %+v", ok, m)
	}
}

func TestSizeInWords(t *testing.T) {
	for bytes, want := range map[float64]string{0: "0 B", 999: "999 B", 1000: "1 KB", 70_400: "70 KB",
		999_400: "999 KB", 1e6: "1.0 MB", 1.26e6: "1.3 MB", 9.94e6: "9.9 MB", 9.96e6: "10 MB",
		128e6: "128 MB"} {
		if got := strings.ReplaceAll(Size(bytes), noBreak, " "); got != want {
			t.Errorf("%v: %q instead of %q", bytes, got, want)
		}
	}
}
