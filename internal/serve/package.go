// This file makes the package.json by which the published site is a package for npm as well.

package serve

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// The files of the package beside those that these load.
const (
	packageName = "package.json"
	moduleName  = "dcctree.js"
	typesName   = "dcctree.d.ts"
	readmeName  = "README.md"
	licenseName = "LICENSE"
)

// versionLine is where the kit's version stands.
var versionLine = regexp.MustCompile(`(?m)^export const version = "(\d+\.\d+\.\d+)";$`)

// Version returns the kit's version, as bridge.js has it.
func Version(s *Site) (string, error) {
	f, err := s.Open("bridge.js")
	if err != nil {
		return "", err
	}
	found := versionLine.FindSubmatch(f.Body)
	if found == nil {
		return "", errors.New("bridge.js lacks its line with the version")
	}
	return string(found[1]), nil
}

// entry says where programs find a part of the package.
type entry struct {
	Types   string `json:"types"`
	Default string `json:"default"`
}

// manifest is what npm and bundlers read.
type manifest struct {
	Name        string         `json:"name"`
	Version     string         `json:"version"`
	Description string         `json:"description"`
	License     string         `json:"license"`
	Type        string         `json:"type"`
	Main        string         `json:"main"`
	Types       string         `json:"types"`
	Exports     map[string]any `json:"exports"`
	SideEffects []string       `json:"sideEffects"`
	Files       []string       `json:"files"`
}

// packageForms adds what makes a package of the published files: package.json and the license.
func packageForms(s *Site, forms map[string][]byte) (err error) {
	if forms[packageName], err = packageJSON(s); err != nil {
		return err
	}
	forms[licenseName], err = os.ReadFile(filepath.Join(s.root, licenseName))
	return err
}

// packageJSON describes the kit: its module with its types, and each of its files by its own name, so that a bundler
// can copy them. Importing the module defines the element, a side effect.
func packageJSON(s *Site) ([]byte, error) {
	version, err := Version(s)
	if err != nil {
		return nil, err
	}
	files, err := packageFiles(s)
	if err != nil {
		return nil, err
	}
	m := manifest{Name: "dcctree", Version: version,
		Description: "Bayesian decision trees (DCC-Tree) sampled in the browser: an element, a module, types",
		License:     "MIT", Type: "module", Main: moduleName, Types: typesName,
		SideEffects: []string{moduleName, "element.js"}, Files: files,
		Exports: map[string]any{".": entry{"./" + typesName, "./" + moduleName}, "./*": "./*"}}
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// packageFiles lists the module, what the page for frames loads, the types, the readme, the notices and what is said of
// privacy.
func packageFiles(s *Site) ([]string, error) {
	names, err := reachable(s, []string{moduleName, typesName, embedName, readmeName, NoticeName, privacyName})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == keeperName }), nil
}
