// This file holds Site: the one list of files that may leave this machine.

package serve

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// contentTypes names every kind of file that belongs to the site. A file of another kind (Go source beside the data
// sets, say) is neither served nor published.
var contentTypes = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".ts":          "text/plain; charset=utf-8",
	".txt":         "text/plain; charset=utf-8",
	".md":          "text/plain; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".json":        "application/json",
	".webmanifest": "application/manifest+json",
	".wasm":        "application/wasm",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".ico":         "image/x-icon",
}

// incompressible lists the kinds that are already compressed.
var incompressible = []string{"image/png", "image/x-icon"}

// assetsPrefix is the path below which the folder assets is served; a folder of that name inside site is covered by it.
const assetsPrefix = "assets/"

// Site is what is served: the built files and the folder site at the root, the folder assets below /assets/. Files are
// read when they are asked for, so an edited style sheet shows on reload. A Site may be used by several goroutines.
type Site struct {
	mounts []mount
	mu     sync.Mutex
	files  map[string]*File

	root string // the repository, for what is in the package and not served, and for what pages are made of
	made map[string]madeFile
}

// madeFile is a page with the text that it was made of.
type madeFile struct {
	of   []byte
	page *File
}

// madeOf returns the page that is made of a text, anew only when the text has changed.
func (s *Site) madeOf(name string, of []byte, markup func() (string, error)) (*File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.made[name]; m.page != nil && bytes.Equal(m.of, of) {
		return m.page, nil
	}
	body, err := markup()
	if err != nil {
		return nil, err
	}
	s.made[name] = madeFile{of, newFile(name, []byte(body), time.Time{})}
	return s.made[name].page, nil
}

// mount places the files of one folder below a path. The os.Root keeps every access inside the folder.
type mount struct {
	prefix string
	root   *os.Root
	ours   bool // scripts and style sheets are the project's own
}

// OpenSite opens the site of the repository in the folder root, with the files that Build wrote to the folder built.
func OpenSite(root, built string) (*Site, error) {
	s := &Site{files: map[string]*File{}, made: map[string]madeFile{}}
	for _, m := range []struct {
		prefix, dir string
		ours        bool
	}{
		{assetsPrefix, filepath.Join(root, "assets"), false},
		{"", built, false},
		{"", filepath.Join(root, "site"), true},
	} {
		dir, err := os.OpenRoot(m.dir)
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("cannot open a folder of the site: %w", err)
		}
		s.mounts = append(s.mounts, mount{m.prefix, dir, m.ours})
	}
	s.root = root
	return s, nil
}

// Close lets go of the folders.
func (s *Site) Close() {
	for _, m := range s.mounts {
		m.root.Close()
	}
}

// Open returns the file of that name (slash-separated, no leading slash), or an error that is fs.ErrNotExist if the
// site has none.
func (s *Site) Open(name string) (*File, error) {
	f, err := s.open(name)
	if err != nil || name != keeperName {
		return f, err
	}
	return s.fill(f)
}

// open returns the file as it lies on disk, or as it is made of one.
func (s *Site) open(name string) (*File, error) {
	if !servable(name) {
		return nil, fs.ErrNotExist
	}
	if name == embedName {
		return s.embed()
	}
	if name == privacyName {
		return s.privacy()
	}
	for _, m := range s.mounts {
		inside, ok := strings.CutPrefix(name, m.prefix)
		if !ok {
			continue
		}
		f, err := s.read(m, name, inside)
		if m.prefix != "" || !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return nil, fs.ErrNotExist
}

// servable reports whether the name is one that the site could hold: a plain path without hidden parts, of a known
// kind.
func servable(name string) bool {
	if !fs.ValidPath(name) || strings.Contains(name, `\`) || contentTypes[path.Ext(name)] == "" {
		return false
	}
	return !slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return strings.HasPrefix(part, ".")
	})
}

// read returns the file inside one folder, from memory as long as the folder's copy has not changed.
func (s *Site) read(m mount, name, inside string) (*File, error) {
	info, err := plain(m.root, inside)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[name]; f != nil && f.modified.Equal(info.ModTime()) && f.size == info.Size() {
		return f, nil
	}
	body, err := m.root.ReadFile(inside)
	if err != nil {
		return nil, err
	}
	size := int64(len(body))
	if m.ours {
		body = unremarked(name, body)
	}
	f := newFile(name, body, info.ModTime())
	f.size = size
	if data, err := m.root.ReadFile(storedName(inside, f.sum)); err == nil {
		f.encoded[Brotli] = data
	}
	s.files[name] = f
	return f, nil
}

// remark is a line of a script or a style sheet that is a comment and nothing else.
var remark = regexp.MustCompile(`(?m)^[ \t]*(//.*|/\*[^*\n]*\*/)$`)

// unremarked empties such lines: whoever reads code finds it with the project, a visit need not fetch them (1.7 KB by
// brotli). Lines keep their numbers.
func unremarked(name string, body []byte) []byte {
	if ext := path.Ext(name); ext != ".js" && ext != ".css" {
		return body
	}
	return remark.ReplaceAll(body, nil)
}

// storedName is where the brotli form of a file may lie beside it; the checksum ties it to the content.
func storedName(name, sum string) string { return name + "." + sum + ".br" }

// Checksum is the hex SHA-256 of a body, shortened.
func Checksum(body []byte) string {
	sum := sha256.Sum256(body)
	return fmt.Sprintf("%x", sum[:12])
}

// plain describes a regular file reached through real folders only. A symbolic link, even one that stays inside, is not
// followed: what is served is what lies there. A name that the file system cannot hold (a zero byte, one that is too
// long) is none.
func plain(root *os.Root, name string) (fs.FileInfo, error) {
	for i, r := range name {
		if r != '/' {
			continue
		}
		if info, err := root.Lstat(name[:i]); err != nil || !info.IsDir() {
			return nil, fs.ErrNotExist
		}
	}
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return info, nil
}

// Names lists every file of the site, sorted.
func (s *Site) Names() ([]string, error) {
	var names []string
	for _, m := range s.mounts {
		err := fs.WalkDir(m.root.FS(), ".", func(inside string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			hidden := inside != "." && strings.HasPrefix(d.Name(), ".")
			covered := m.prefix == "" && inside+"/" == assetsPrefix
			if d.IsDir() && (hidden || covered) {
				return fs.SkipDir
			}
			if d.Type().IsRegular() && servable(m.prefix+inside) {
				names = append(names, m.prefix+inside)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("cannot list the site: %w", err)
		}
	}
	if slices.Contains(names, indexName) {
		names = append(names, embedName)
	}
	if _, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(privacyText))); err == nil {
		names = append(names, privacyName)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// File is one file of the site with its compressed forms.
type File struct {
	Name     string // as in the URL, without the leading slash
	Type     string // Content-Type
	Body     []byte // as served: as it lies on disk, see unremarked; read-only
	size     int64  // on disk
	sum      string // hex SHA-256 of Body, shortened
	modified time.Time
	mu       sync.Mutex
	encoded  map[Encoding][]byte
}

func newFile(name string, body []byte, modified time.Time) *File {
	return &File{
		Name: name, Type: contentTypes[path.Ext(name)], Body: body,
		sum: Checksum(body), modified: modified, encoded: map[Encoding][]byte{},
	}
}

// Compressible reports whether the file is offered in compressed form too.
func (f *File) Compressible() bool { return !slices.Contains(incompressible, f.Type) }
