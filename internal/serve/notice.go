// This file writes the notices of those whose work is linked into the binary, as their licences ask: whole licences,
// and what the sources of the linked packages say of where they come from.

package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// NoticeName is the name under which the notices are served.
const NoticeName = "NOTICE.txt"

// linkedPackage is a package of the binary, as `go list` describes it.
type linkedPackage struct {
	Dir      string
	Standard bool
	GoFiles  []string
	Module   *struct{ Path, Version, Dir string }
}

// work is what one party has made of the binary: Go itself, or a module.
type work struct {
	title    string
	dir      string // holds the licence
	root     string // of the paths that are named
	standard bool
	packages []linkedPackage
}

// Notice returns the notices for the binary that is built from ./wasm of the repository root. It reads what Go has
// built from, and needs no network.
func Notice(root string) (string, error) {
	license, err := os.ReadFile(filepath.Join(root, licenseName))
	if err != nil {
		return "", err
	}
	works, err := linkedWorks(root)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("The licence of DCC-Tree, and the notices of those whose work is in " + WasmName + " and " +
		LoaderName + ".\n" +
		"The data sets are of the UCI Machine Learning Repository, under CC BY 4.0: see assets/README.md.\n")
	chapter(&b, "DCC-Tree", string(license))
	for _, w := range works {
		text, err := w.notice()
		if err != nil {
			return "", err
		}
		chapter(&b, w.title, text)
	}
	return lineEnds.ReplaceAllString(b.String(), ""), nil
}

// lineEnds finds spaces at the ends of lines, which say nothing, and which the markup of the single file shall not
// have.
var lineEnds = regexp.MustCompile(`(?m)[ \t\r]+$`)

// writeNotice puts the notices beside the binary.
func writeNotice(root, dir string) error {
	text, err := Notice(root)
	if err != nil {
		return err
	}
	return replace(filepath.Join(dir, NoticeName), []byte(text))
}

func chapter(b *strings.Builder, title, text string) {
	fmt.Fprintf(b, "\n%s\n%s\n\n%s\n", title, strings.Repeat("=", len(title)), strings.TrimSpace(text))
}

// linkedWorks lists Go, with its packages, and the modules with theirs; the repository's own is left out.
func linkedWorks(root string) ([]*work, error) {
	list, err := run(root, append(os.Environ(), "GOOS=js", "GOARCH=wasm"),
		"go", "list", "-deps", "-json=Dir,Standard,GoFiles,Module", "./wasm")
	if err != nil {
		return nil, err
	}
	about, err := run(root, nil, "go", "env", "GOVERSION", "GOROOT")
	if err != nil {
		return nil, err
	}
	version, goroot, _ := strings.Cut(strings.TrimSpace(about), "\n")
	standard := &work{
		title: "Go " + strings.TrimPrefix(version, "go"), dir: goroot, root: filepath.Join(goroot, "src"),
		standard: true,
	}
	works, modules := []*work{standard}, map[string]*work{}
	for decoder := json.NewDecoder(strings.NewReader(list)); ; {
		var p linkedPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return works, nil
		} else if err != nil {
			return nil, fmt.Errorf("cannot read what go list says: %w", err)
		}
		switch {
		case p.Standard:
			standard.packages = append(standard.packages, p)
		case p.Module.Dir != root:
			w := modules[p.Module.Path]
			if w == nil {
				w = &work{title: p.Module.Path + " " + p.Module.Version, dir: p.Module.Dir,
					root: p.Module.Dir}
				works, modules[p.Module.Path] = append(works, w), w
			}
			w.packages = append(w.packages, p)
		}
	}
}

// notice returns the licence, those of works that went into this one, and what its sources say.
func (w *work) notice() (string, error) {
	license, err := os.ReadFile(filepath.Join(w.dir, licenseName))
	if err != nil {
		return "", fmt.Errorf("%s is linked into the binary, and its licence is not found: %w", w.title, err)
	}
	text := strings.TrimSpace(string(license))
	sources, remarks, err := w.read()
	if err != nil {
		return "", err
	}
	for _, r := range remarks {
		text += fmt.Sprintf("\n\n-- In %s:\n\n%s", strings.Join(r.files, ", "), r.text)
	}
	others, err := filepath.Glob(filepath.Join(w.dir, "THIRD_PARTY_LICENSES", "*-LICENSE"))
	if err != nil {
		return "", err
	}
	for _, name := range others { // each is named for what it is of, and so do the sources that came from there
		of := strings.TrimSuffix(filepath.Base(name), "-LICENSE")
		if !regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(of) + `\b`).MatchString(sources) {
			continue
		}
		license, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf("\n\n-- %s:\n\n%s", of, strings.TrimSpace(string(license)))
	}
	return text, nil
}

// origin is a remark on where code comes from, and the files that have it.
type origin struct {
	text  string
	files []string
}

// read returns all sources of the linked packages as one text, and the remarks in them on where code comes from.
func (w *work) read() (sources string, remarks []origin, err error) {
	var all strings.Builder
	for _, p := range w.packages {
		for _, file := range p.GoFiles {
			name := filepath.Join(p.Dir, file)
			body, err := os.ReadFile(name)
			if err != nil {
				return "", nil, err
			}
			all.Write(body)
			short, err := filepath.Rel(w.root, name)
			if err != nil {
				return "", nil, err
			}
			found, err := w.remarks(name, body)
			if err != nil {
				return "", nil, err
			}
			for _, text := range found {
				at := slices.IndexFunc(remarks, func(r origin) bool { return r.text == text })
				if at < 0 {
					at, remarks = len(remarks), append(remarks, origin{text: text})
				}
				remarks[at].files = append(remarks[at].files, filepath.ToSlash(short))
			}
		}
	}
	return all.String(), remarks, nil
}

// What a remark on where code comes from has, in Go and in other modules; the usual head of their files, which says
// what the licence says; and the frame around a notice that is quoted.
var (
	rights    = regexp.MustCompile(`(?i)copyright`)
	origins   = regexp.MustCompile(`(?i)copyright|derived from|adapted from|originally in`)
	usualHead = regexp.MustCompile(
		`^(// )?Copyright (©|\(c\) )?[\d-]+ The (Go|Gonum) Authors\. All rights reserved\.\s+` +
			`(// )?Use of this source code is governed by a BSD-style\s+` +
			`(// )?license that can be found in the LICENSE file\.\n*`,
	)
	quoted = regexp.MustCompile(`(?s)={20,}\n(.*?)\n={20,}`)
)

// remarks returns such remarks of a file, each from where it begins.
func (w *work) remarks(name string, body []byte) ([]string, error) {
	wanted := origins
	if w.standard {
		wanted = rights
	}
	if !wanted.Match(usualHead.ReplaceAll(body, nil)) {
		return nil, nil // as most files: there is no need to parse them
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, body, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, group := range file.Comments {
		if text := remarkIn(group, wanted); text != "" {
			found = append(found, text)
		}
	}
	return found, nil
}

// remarkIn returns the part of a comment that says where code comes from, "" if none does.
func remarkIn(group *ast.CommentGroup, wanted *regexp.Regexp) string {
	text := strings.TrimSpace(group.Text())
	if !wanted.MatchString(usualHead.ReplaceAllString(text, "")) {
		return ""
	}
	if m := quoted.FindStringSubmatch(text); m != nil && wanted.MatchString(m[1]) {
		return strings.TrimSpace(m[1])
	}
	paragraphs := strings.Split(text, "\n\n")
	first := slices.IndexFunc(paragraphs, wanted.MatchString)
	return strings.Join(paragraphs[first:], "\n\n")
}
