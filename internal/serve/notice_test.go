// This file tests the notices: every module that is linked has its own, in each form in which the program is given
// away.

package serve

import (
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// modulesOf lists the modules that a program's packages are of, this one left out, with their folders.
func modulesOf(t *testing.T, program string, environment ...string) map[string]string {
	t.Helper()
	out, err := run("../..", append(os.Environ(), environment...),
		"go", "list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Dir}}{{end}}", program)
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]string{}
	for line := range strings.Lines(out) {
		if path, dir, found := strings.Cut(strings.TrimSpace(line), " "); found && path != "dcctree" {
			modules[path] = dir
		}
	}
	return modules
}

// holds fails the test unless the notices hold the whole file, spaces at the ends of lines apart.
func holds(t *testing.T, notice, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(notice, strings.TrimSpace(lineEnds.ReplaceAllString(string(text), ""))) {
		t.Errorf("the notices lack %s", name)
	}
}

func TestNoticeOfEverythingLinked(t *testing.T) {
	root, err := FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	notice, err := Notice(root)
	if err != nil {
		t.Fatal(err)
	}
	linked := modulesOf(t, "./wasm", "GOOS=js", "GOARCH=wasm")
	for path, dir := range linked {
		if !strings.Contains(notice, "\n"+path+" v") {
			t.Errorf("the notices lack %s", path)
		}
		holds(t, notice, filepath.Join(dir, licenseName))
	}
	gonum := linked["gonum.org/v1/gonum"]
	for _, name := range []string{"Boost", "Cephes", "MT19937", "MT19937-64", "Probab"} {
		holds(t, notice, filepath.Join(gonum, "THIRD_PARTY_LICENSES", name+"-LICENSE"))
	}
	goroot, err := run(root, nil, "go", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	holds(t, notice, filepath.Join(strings.TrimSpace(goroot), licenseName))
	holds(t, notice, filepath.Join(root, licenseName))
	// What files of Go (math/exp.go, math/cbrt.go, math/sin.go) and of gonum (internal/amos/doc.go) say in their
	// comments.
	for _, words := range []string{
		"Copyright (C) 2004 by Sun Microsystems", "Copyright (C) 1993 by Sun Microsystems",
		"Stephen L. Moshier\n  moshier@na-net.ornl.gov", "Netlib code by Donald Amos",
	} {
		if !strings.Contains(notice, words) {
			t.Errorf("the notices lack %q", words)
		}
	}
	for path := range modulesOf(t, ".") {
		if _, found := linked[path]; !found && strings.Contains(notice, path) {
			t.Errorf("the notices have %s, which is only used to build and serve", path)
		}
	}
}

func TestNoticeNeedsALicence(t *testing.T) {
	w := &work{title: "example.org/unlicensed v1.0.0", dir: t.TempDir()}
	if _, err := w.notice(); err == nil || !strings.Contains(err.Error(), w.title) {
		t.Errorf("got %v, want an error that names the module", err)
	}
}

func TestNoticeIsDelivered(t *testing.T) {
	s := realSite(t)
	text, err := s.text(NoticeName)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(single(t, s), `<pre lang="en">`+html.EscapeString(text)+`</pre>`) {
		t.Error("the single file lacks the notices")
	}
	names, err := s.Names()
	if err != nil || !slices.Contains(names, NoticeName) {
		t.Errorf("a published site has %q, %v", names, err)
	}
	if files, err := packageFiles(s); err != nil || !slices.Contains(files, NoticeName) {
		t.Errorf("the package has %q, %v", files, err)
	}
	if page, err := s.text(indexName); err != nil || !strings.Contains(page, noticeLink) {
		t.Errorf("the page has no link to the notices: %v", err)
	}
	if got := body(t, ask(s, "GET", "/"+NoticeName)); got != text {
		t.Errorf("the server sends %q", got)
	}
}
