// This file tests session files: their round trip, lengths and versions.

package study

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// sample is a session with numbers, a table and a test table of different lengths.
func sample() *Session {
	return &Session{Name: "a.csv", Table: []byte("x,y\n1,2\n3,4\n"), Test: []byte("x,y\n5,6\n"), Run: SavedRun{
		Open: SavedOpen{requestHead("open"), OpenOptions{Name: "a.csv"}},
		Create: SavedChoices{requestHead("create"),
			RunOptions{Target: "y", Task: "auto", Split: "random", HoldoutSeed: "1", Preset: "fast",
				Seed: "7", Settings: "{}", Standardize: "auto", Predictive: "likelihood", Workers: 2,
				Test: true, TestName: "b.csv"}},
		Page: `{"row":3}`, Seconds: 1.5, Steps: 2, Digest: "0123456789abcdef",
		Estimates: []Estimates{{Topology: "0", At: []float64{1, 2}, Log: []float64{-.5, math.Pi},
			Error: []float64{.1, .2}}}}}
}

func encoded(t *testing.T, s *Session) []byte {
	t.Helper()
	data, err := Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestFileRoundTrip: what was written is read, with the places of both tables; the room for it is as large as the file,
// so that the bound on its size is one on what is written.
func TestFileRoundTrip(t *testing.T) {
	want := sample()
	data := encoded(t, want)
	if cap(data) != len(data) {
		t.Errorf("room for %d bytes was taken, %d were written", cap(data), len(data))
	}
	got, places, err := Decode("a.dcctree", data)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%v\n%+v\nwant\n%+v", err, got, want)
	}
	table, test := data[places.TableAt:][:places.TableSize], data[places.TestAt:][:places.TestSize]
	if string(table) != string(want.Table) || string(test) != string(want.Test) {
		t.Errorf("the places %+v hold %q and %q", places, table, test)
	}
}

// TestFileLengths: a head whose lengths are not those of the file is refused, each alone and where they make up for one
// another.
func TestFileLengths(t *testing.T) {
	data := encoded(t, sample())
	for _, c := range []struct{ was, is string }{
		{`"tableBytes":12`, `"tableBytes":13`}, {`"tableBytes":12`, `"tableBytes":11`},
		{`"testBytes":8`, `"testBytes":9`},
		{`"testBytes":8`, `"testBytes":0`}, {`"test":true`, `"test":null`},
	} {
		text := string(data[:len(data)-8])
		if !strings.Contains(text, c.was) {
			t.Fatalf("the head does not say %s: %.600s", c.was, text)
		}
		if field := refused(t, rewritten(text, c.was, c.is)); field != "length" {
			t.Errorf("%s instead of %s is refused for its %q", c.is, c.was, field)
		}
	}
}

// TestFileVersions: an older file and a newer one are told apart; a number that never was a version is damage.
func TestFileVersions(t *testing.T) {
	text := string(encoded(t, sample()))
	for version, says := range map[int]string{FileVersion - 1: "older than", 1: "older than",
		FitFileVersion + 1: "newer than", 0: "does not fit", -1: "does not fit"} {
		_, _, err := Decode("a.dcctree",
			[]byte(strings.Replace(text, magic+strconv.Itoa(FileVersion), magic+strconv.Itoa(version), 1)))
		if fault, ok := err.(*Fault); !ok || fault.Field != "version" ||
			!strings.Contains(fault.Error(), says) {
			t.Errorf("version %d: %v, want %q", version, err, says)
		}
	}
}

// rewritten is the file without its checksum with one text of its head replaced, the head's length and the checksum
// made anew.
func rewritten(text, was, is string) []byte {
	start := magic + strconv.Itoa(FileVersion) + "\n"
	digits, body, _ := strings.Cut(strings.TrimPrefix(text, start), "\n")
	n, _ := strconv.Atoi(digits)
	head := strings.Replace(body[:n], was, is, 1)
	out := []byte(start + strconv.Itoa(len(head)) + "\n" + head + body[n:])
	sum := Checksum(out)
	for shift := 56; shift >= 0; shift -= 8 {
		out = append(out, byte(sum>>shift))
	}
	return out
}

// refused is the field for which a file is refused, "" where it is not.
func refused(t *testing.T, data []byte) string {
	t.Helper()
	_, _, err := Decode("a.dcctree", data)
	if fault, ok := err.(*Fault); ok {
		return fault.Field
	}
	return ""
}
