// This file tests the list in the service worker.

package serve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kept lays out the small repository with the service worker of this one, which its page names.
func kept(t *testing.T) (*Site, string) {
	t.Helper()
	s, root := repository(t)
	worker, err := os.ReadFile(filepath.Join("..", "..", "site", keeperName))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{keeperName: string(worker),
		"worker.js": "f(); // register(\"sw.js\")"} {
		if err := os.WriteFile(filepath.Join(root, "site", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return s, root
}

// listed reads the list and the version out of a service worker.
func listed(t *testing.T, s *Site) (files map[string]string, version string) {
	t.Helper()
	f, err := s.Open(keeperName)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(f.Body)) {
		if list, found := strings.CutPrefix(line, "const FILES = "); found {
			list, _, _ = strings.Cut(list, ";")
			if err := json.Unmarshal([]byte(list), &files); err != nil {
				t.Fatal(err)
			}
		}
		if v, found := strings.CutPrefix(line, "const VERSION = "); found {
			version = strings.SplitN(v, `"`, 3)[1]
		}
	}
	return files, version
}

func TestServiceWorkerListsWhatAVisitLoads(t *testing.T) {
	s, _ := kept(t)
	files, version := listed(t, s)
	names, err := FirstVisit(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name == keeperName {
			continue
		}
		f, err := s.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if files[name] != Checksum(f.Body) {
			t.Errorf("%s: the list has the checksum %q, want %q", name, files[name], Checksum(f.Body))
		}
		delete(files, name)
	}
	if len(files) > 0 || len(version) != 24 || !slices.Contains(names, keeperName) {
		t.Errorf("the list has besides %v, its version is %q, a visit loads %v", files, version, names)
	}
}

func TestServiceWorkerChangesWithEveryFile(t *testing.T) {
	s, root := kept(t)
	_, before := listed(t, s)
	if err := os.WriteFile(filepath.Join(root, "site", "style.css"), []byte("html { color: black }"),
		0o644); err != nil {
		t.Fatal(err)
	}
	if _, after := listed(t, s); after == before {
		t.Error("another style sheet gives the same version")
	}
}

func TestServiceWorkerWithoutPlaceIsRefused(t *testing.T) {
	s, root := kept(t)
	err := os.WriteFile(filepath.Join(root, "site", keeperName), []byte("self.skipWaiting();"), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(keeperName); err == nil || !strings.Contains(err.Error(), keeperName) {
		t.Errorf("got %v, want an error that names %s", err, keeperName)
	}
}
