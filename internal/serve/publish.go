// This file holds the writing of the site as a folder that any static host can serve.

package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// marker is the file that says that Publish wrote a folder, and which files it put there.
const marker = ".dcctree-site"

// markerHead is its first line.
const markerHead = "dcctree site: the files below were written by -build and are replaced by the next -build"

// Publish writes every file of the site to the folder dir, with .br (at the given brotli level) and .gz copies beside
// each file that they make smaller, and the headers for hosts that read them from a file. The folder must be new,
// empty, or one that Publish wrote; there it replaces its own files only.
func Publish(s *Site, dir string, level int) error {
	earlier, err := claim(dir)
	if err != nil {
		return err
	}
	names, err := s.Names()
	if err != nil {
		return err
	}
	for _, name := range earlier {
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil &&
			!errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cannot replace a file of the earlier site: %w", err)
		}
	}
	return s.publish(dir, names, level)
}

// CheckFolder reports why Publish would refuse the folder, nil if it would not.
func CheckFolder(dir string) error {
	_, err := claim(dir)
	return err
}

// claim checks that the folder may be written to and returns the files that an earlier Publish left there.
func claim(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot use the folder %s: %w", dir, err)
	}
	text, err := os.ReadFile(filepath.Join(dir, marker))
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if err != nil || lines[0] != markerHead {
		return nil, fmt.Errorf("the folder %s is not empty and was not written by -build: nothing was "+
			"changed; name a new or empty folder", dir)
	}
	for _, name := range lines[1:] {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("the list of files in %s names %q, which lies outside: nothing was "+
				"changed; name a new folder", filepath.Join(dir, marker), name)
		}
	}
	return lines[1:], nil
}

// publish writes the list of what is to come before the files themselves, so that a run that is cut short can be
// repeated.
func (s *Site) publish(dir string, names []string, level int) error {
	forms := map[string][]byte{headersName: []byte(hostHeaders())}
	for _, name := range names {
		f, err := s.Open(name)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
		if err := f.forms(forms, level); err != nil {
			return fmt.Errorf("cannot compress %s: %w", name, err)
		}
	}
	if slices.Contains(names, typesName) {
		if err := packageForms(s, forms); err != nil {
			return fmt.Errorf("cannot make %s: %w", packageName, err)
		}
	}
	list := slices.Sorted(maps.Keys(forms))
	if err := writeFile(dir, marker, []byte(markerHead+"\n"+strings.Join(list, "\n")+"\n")); err != nil {
		return err
	}
	for _, name := range list {
		if err := writeFile(dir, name, forms[name]); err != nil {
			return err
		}
	}
	return nil
}

// forms adds the file and its compressed copies to a map from published name to content.
func (f *File) forms(to map[string][]byte, level int) error {
	to[f.Name] = f.Body
	if !f.Compressible() {
		return nil
	}
	for e, end := range map[Encoding]string{Brotli: ".br", Gzip: ".gz"} {
		data, err := compress(f.Body, e, level)
		if err != nil {
			return err
		}
		if len(data) < len(f.Body) {
			to[f.Name+end] = data
		}
	}
	return nil
}

func writeFile(dir, name string, body []byte) error {
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("cannot write the site: %w", err)
	}
	if err := os.WriteFile(to, body, 0o644); err != nil {
		return fmt.Errorf("cannot write the site: %w", err)
	}
	return nil
}
