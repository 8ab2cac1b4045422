// Tests of what scripts and style sheets leave behind: comments that have lines of their own, and nothing else.

package serve

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUnremarked(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"a.js", "// one\nlet a = 1; // two\n  // three\n  b(a);\n", "\nlet a = 1; // two\n\n  b(a);\n"},
		{"a.js", "const u = \"http://a\";\n/* x */\n/* y */ f();\n/** z\n * z */\n",
			"const u = \"http://a\";\n\n/* y */ f();\n/** z\n * z */\n"},
		{"a.css", "/* frame */\na{color:red} /* why */\n", "\na{color:red} /* why */\n"},
		{"a.html", "// text\n", "// text\n"},
		{"worker.js", "// nothing", ""},
	} {
		if got := string(unremarked(c.name, []byte(c.body))); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.name, c.body, got, c.want)
		}
	}
}

// TestRemarksAreRemarks: no emptied line of the site's scripts lies in a template or a comment over several lines.
func TestRemarksAreRemarks(t *testing.T) {
	root := filepath.Join("..", "..", "site")
	emptied := 0
	for _, pattern := range []string{"*.js", "*.css", "*/*.js", "*/*.css"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			body, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			before := ""
			for i, line := range strings.Split(string(body), "\n") {
				if line != "" && len(unremarked(name, []byte(line))) == 0 {
					emptied++
					if strings.Count(before, "`")%2 != 0 ||
						strings.Count(before, "/*") != strings.Count(before, "*/") {
						t.Errorf("%s:%d: %q may be no comment of its own", name, i+1, line)
					}
					continue
				}
				before += line + "\n"
			}
			if got, want := bytes.Count(unremarked(name, body), []byte("\n")), bytes.Count(body,
				[]byte("\n")); got != want {
				t.Errorf("%s has %d lines, want %d", name, got, want)
			}
		}
	}
	if emptied < 100 { // 350 when this was written
		t.Errorf("only %d comments were found", emptied)
	}
}

// TestEditedScriptIsReadAgain: the size on disk decides, not that of what is served.
func TestEditedScriptIsReadAgain(t *testing.T) {
	s, root := repository(t)
	name := filepath.Join(root, "site", "worker.js")
	if got := body(t, ask(s, "GET", "/worker.js")); got != "" {
		t.Errorf("served %q, want no comment", got)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("// nothing\nf();"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got := body(t, ask(s, "GET", "/worker.js")); got != "\nf();" {
		t.Errorf("served %q after an edit", got)
	}
	first, err := s.Open("worker.js")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := s.Open("worker.js"); err != nil || again != first {
		t.Errorf("an unchanged file was read again (%v)", err)
	}
}
