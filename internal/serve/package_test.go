// This file tests the package.json of the published site, and that all places that tell the version tell the same one.

package serve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ownSite is this very repository as a site; its binary is a stand-in.
func ownSite(t *testing.T) *Site {
	t.Helper()
	built := t.TempDir()
	for _, name := range []string{WasmName, LoaderName, NoticeName} {
		if err := os.WriteFile(filepath.Join(built, name), []byte("stand-in"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := OpenSite("../..", built)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestPackage(t *testing.T) {
	s := ownSite(t)
	text, err := packageJSON(s)
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dcctree.js", "dcctree.d.ts", "bridge.js", "element.js", "embed.html", "embed.js",
		"page.js", "style.css", "worker.js", "kernels.js", WasmName, LoaderName, "assets/iris.csv", "README.md",
		NoticeName} {
		if !slices.Contains(m.Files, name) {
			t.Errorf("the package lacks %s: %q", name, m.Files)
		}
	}
	all, err := s.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range m.Files {
		if !slices.Contains(all, name) || name == keeperName || name == indexName ||
			strings.HasSuffix(name, ".br") {
			t.Errorf("%s does not belong into the package", name)
		}
	}
	if m.Name != "dcctree" || m.Type != "module" || m.Main != moduleName || m.Types != typesName {
		t.Errorf("%s", text)
	}
}

// TestVersion: the module, the citation and the newest entry of the changelog have one version.
func TestVersion(t *testing.T) {
	version, err := Version(ownSite(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, line := range map[string]string{"CITATION.cff": `(?m)^version: (\S+)$`,
		"CHANGELOG.md": `(?m)^## (\d+\.\d+\.\d+)$`} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(line).FindSubmatch(text); found == nil || string(found[1]) != version {
			t.Errorf("%s tells %q, the module %s", name, found, version)
		}
	}
}
