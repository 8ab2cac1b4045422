// This file tests the turning of modules into one classic script.

package serve

import (
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// modules opens modules by name.
func modules(texts map[string]string) func(string) (string, error) {
	return func(name string) (string, error) {
		if text, ok := texts[name]; ok {
			return text, nil
		}
		return "", errors.New("no such file")
	}
}

func TestClassicScriptSaysWhatTheModulesSaid(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not here")
	}
	text, err := classic("page.js", modules(map[string]string{
		"page.js": "// First words.\nimport { double, Box as Case } from \"./box.js\";\nimport { base } from " +
			"\"./deep.js\";\nimport \"./aside.js\";\nconsole.log(double(base), new Case().held, seen);\n",
		"box.js": "import { base } from \"./deep.js\";\nexport function double(x) {\n  return 2 * " +
			"x;\n}\nexport class Box {\n  held = inner + base;\n}\nconst inner = 1;\nexport { inner };\n",
		"deep.js":  "export const base = 20;\nexport async function late() {}\n",
		"aside.js": "globalThis.seen = import.meta.url;\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text, "const base = 20;"); n != 1 {
		t.Errorf("a module that two import stands there %d times", n)
	}
	out, err := exec.Command(node, "-e", text).CombinedOutput()
	if err != nil || string(out) != "40 21 file:///\n" {
		t.Errorf("the script says %q, %v, want 40 21 file:///", out, err)
	}
}

func TestClassicRefusesWhatItDoesNotKnow(t *testing.T) {
	for text, want := range map[string]string{
		"import x from \"./a.js\";":                             "page.js:1",
		"import * as x from \"./a.js\";":                        "page.js:1",
		"import {x} from \"./a.js\";":                           "page.js:1",
		"import { x } from \"https://example.org/a.js\";":       "page.js:1",
		"import { x } from \"./deep/a.js\";":                    "page.js:1",
		"import {\n  x,\n} from \"./a.js\";":                    "page.js:1",
		"\nexport default 1;":                                   "page.js:2",
		"export let x = 1;":                                     "page.js:1",
		"export * from \"./a.js\";":                             "page.js:1",
		"export { x as y };":                                    "page.js:1",
		"export { x } from \"./a.js\";":                         "page.js:1",
		"  export const x = 1;":                                 "page.js:1",
		"const x = await import(\"./a.js\");":                   "page.js:1",
		"const x = import.meta.resolve(\"./a.js\");":            "page.js:1",
		"export const x = import(\"./a.js\");":                  "page.js:1",
		"await start();":                                        "page.js:1",
		"import { x } from \"./gone.js\";":                      "cannot read the module gone.js",
		"import { x } from \"./page.js\";":                      "in a circle",
		"import { x } from \"./a.js\" with { type: \"json\" };": "page.js:1",
	} {
		if out, err := classic("page.js",
			modules(map[string]string{"page.js": text, "a.js": "export const x = 1;"})); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q; it became %q", text, err, want, out)
		}
	}
	for _, text := range []string{"const sampler = { async export(what) {} };", "// what import and export do",
		"important();", " * import the table", "  await step();"} {
		if _, err := classic("page.js", modules(map[string]string{"page.js": text})); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
