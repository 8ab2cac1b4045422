// This file turns the page's modules into one classic script, for a file that has nothing beside it from which a module
// could be loaded.

package serve

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The forms in which the site's modules name each other. They stand at the start of a line and end on it; anything else
// is an error.
var (
	importNames  = regexp.MustCompile(`^import \{ ((?:\w+(?: as \w+)?(?:, )?)+) \} from "\./([\w-]+\.js)";$`)
	importAlone  = regexp.MustCompile(`^import "\./([\w-]+\.js)";$`)
	exportNamed  = regexp.MustCompile(`^export ((?:async function|function|class|const) (\w+).*)$`)
	exportList   = regexp.MustCompile(`^export \{ ((?:\w+(?:, )?)+) \};$`)
	moduleSyntax = regexp.MustCompile(`^\s*(?:import|export)\b\s*[\w{*"'@]|\bimport\s*[(.]|^await\b`)
)

// ownAddress is where a module lies. A file that needs nothing from beside it has in its place an address that is never
// asked for: its own may be one to which no other is relative (blob:, about:srcdoc).
const (
	ownAddress = "import.meta.url"
	noAddress  = `"file:///"`
)

// classicModule is a module as a classic script has it.
type classicModule struct {
	name    string
	body    string
	imports []string // names of modules
	exports []string // names of what it exports
}

// classic returns the module of that name, with all that it imports, as a classic script.
func classic(name string, open func(name string) (string, error)) (string, error) {
	var modules []classicModule
	if err := gather(name, nil, &modules, open); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("\"use strict\";\n(() => {\nconst modules = {};\n")
	for _, m := range modules {
		fmt.Fprintf(&b, "modules[%q] = (() => {\n%s\nreturn { %s };\n})();\n", m.name, m.body,
			strings.Join(m.exports, ", "))
	}
	b.WriteString("})();\n")
	return b.String(), nil
}

// gather adds the module after those that it imports; above are those whose import led to it.
func gather(name string, above []string, to *[]classicModule, open func(string) (string, error)) error {
	if slices.Contains(above, name) {
		return fmt.Errorf("the modules %s import each other in a circle, which a classic script cannot",
			strings.Join(append(above, name), ", "))
	}
	if slices.ContainsFunc(*to, func(m classicModule) bool { return m.name == name }) {
		return nil
	}
	text, err := open(name)
	if err != nil {
		return fmt.Errorf("cannot read the module %s: %w", name, err)
	}
	m, err := parseModule(name, text)
	if err != nil {
		return err
	}
	for _, imported := range m.imports {
		if err := gather(imported, append(slices.Clone(above), name), to, open); err != nil {
			return err
		}
	}
	*to = append(*to, m)
	return nil
}

// parseModule takes imports and exports out of a module, line by line.
func parseModule(name, text string) (classicModule, error) {
	m := classicModule{name: path.Base(name)}
	var body []string
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		plain, known := m.take(strings.ReplaceAll(line, ownAddress, noAddress))
		if !known {
			return m, fmt.Errorf("%s:%d: %q is no form of import or export that can be turned into a "+
				"classic script: write it as the others, or teach internal/serve/classic.go", name, i+1,
				line)
		}
		body = append(body, plain)
	}
	m.body = strings.Join(body, "\n")
	return m, nil
}

// take returns what a classic script has for the line, and false for module syntax that it does not know.
func (m *classicModule) take(line string) (plain string, known bool) {
	if found := importNames.FindStringSubmatch(line); found != nil {
		m.imports = append(m.imports, found[2])
		return fmt.Sprintf("const { %s } = modules[%q];", strings.ReplaceAll(found[1], " as ", ": "), found[2]),
			true
	}
	if found := importAlone.FindStringSubmatch(line); found != nil {
		m.imports = append(m.imports, found[1])
		return "", true
	}
	if found := exportNamed.FindStringSubmatch(line); found != nil {
		m.exports = append(m.exports, found[2])
		return found[1], !moduleSyntax.MatchString(found[1])
	}
	if found := exportList.FindStringSubmatch(line); found != nil {
		m.exports = append(m.exports, strings.Split(found[1], ", ")...)
		return "", true
	}
	return line, !moduleSyntax.MatchString(line)
}
