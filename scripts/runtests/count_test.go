// This file tests the counting on streams as go test -json writes them.

package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name    string
		stream  string
		want    counts
		printed []string
	}{
		{"pass, skip and subtests", `
{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"A"}
{"Action":"pass","Package":"p","Test":"A"}
{"Action":"run","Package":"p","Test":"B"}
{"Action":"run","Package":"p","Test":"B/one"}
{"Action":"run","Package":"p","Test":"B/two"}
{"Action":"output","Package":"p","Test":"B/two","Output":"why it is skipped\n"}
{"Action":"pass","Package":"p","Test":"B/one"}
{"Action":"skip","Package":"p","Test":"B/two"}
{"Action":"pass","Package":"p","Test":"B"}
{"Action":"pass","Package":"p","Elapsed":1.5}`,
			counts{passed: 2, failed: 0, skipped: 1}, []string{"why it is skipped", "ok    p"}},
		{"a failed subtest is one failure", `
{"Action":"run","Package":"p","Test":"B"}
{"Action":"run","Package":"p","Test":"B/one"}
{"Action":"output","Package":"p","Test":"B/one","Output":"what went wrong\n"}
{"Action":"fail","Package":"p","Test":"B/one"}
{"Action":"fail","Package":"p","Test":"B"}
{"Action":"fail","Package":"p"}`, counts{passed: 0, failed: 1, skipped: 0}, []string{"what went wrong", "FAIL  p"}},
		{"a parent that fails by itself", `
{"Action":"run","Package":"p","Test":"B"}
{"Action":"run","Package":"p","Test":"B/one"}
{"Action":"pass","Package":"p","Test":"B/one"}
{"Action":"fail","Package":"p","Test":"B"}
{"Action":"fail","Package":"p"}`, counts{passed: 1, failed: 1, skipped: 0}, nil},
		{"a package that does not build", `
{"ImportPath":"p [p.test]","Action":"build-output","Output":"undefined: x\n"}
{"ImportPath":"p [p.test]","Action":"build-fail"}
{"Action":"start","Package":"p"}
{"Action":"fail","Package":"p","FailedBuild":"p [p.test]"}`,
			counts{passed: 0, failed: 1, skipped: 0}, []string{"undefined: x", "FAIL  p"}},
		{"a package that stops in mid-test", `
{"Action":"run","Package":"p","Test":"A"}
{"Action":"output","Package":"p","Output":"panic: test timed out\n"}
{"Action":"fail","Package":"p"}`, counts{passed: 0, failed: 1, skipped: 0}, []string{"test timed out"}},
		{"no test files", `{"Action":"skip","Package":"p"}`, counts{}, nil},
		{"long tests are told, the longest first", `
{"Action":"run","Package":"p","Test":"A"}
{"Action":"pass","Package":"p","Test":"A","Elapsed":15.5}
{"Action":"run","Package":"p","Test":"B"}
{"Action":"run","Package":"p","Test":"B/one"}
{"Action":"pass","Package":"p","Test":"B/one","Elapsed":20}
{"Action":"pass","Package":"p","Test":"B","Elapsed":20}
{"Action":"pass","Package":"p","Elapsed":36}`, counts{passed: 2, slow: []timed{{"A", 15.5}, {"B", 20}}}, nil},
		{"text that is no event", "something else\n", counts{}, []string{"something else"}},
	} {
		var out strings.Builder
		got, err := read(strings.NewReader(c.stream), &out)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
		for _, text := range c.printed {
			if !strings.Contains(out.String(), text) {
				t.Errorf("%s: %q is not printed: %q", c.name, text, out.String())
			}
		}
	}
}

func TestCountsString(t *testing.T) {
	if got := (counts{passed: 3, failed: 1, skipped: 2}).String(); got != "3 passed, 1 failed, 2 skipped" {
		t.Error(got)
	}
}

func TestSlowest(t *testing.T) {
	c := counts{slow: []timed{{"A", 15.5}, {"B", 20}}}
	if got := c.slowest(); got != "B 20, A 16" {
		t.Error(got)
	}
	if got := (&counts{}).slowest(); got != "" {
		t.Error(got)
	}
}
