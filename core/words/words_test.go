package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[+#0]*(?:\.\d+)?([a-zA-Z%])`)

// verbs lists how a text writes each of its values, by their number.
func verbs(text string) map[string]string {
	list, at := map[string]string{}, 0
	for _, m := range verb.FindAllStringSubmatch(text, -1) {
		if m[2] == "%" {
			continue
		}
		if at++; m[1] != "" {
			at, _ = strconv.Atoi(m[1])
		}
		list[strconv.Itoa(at)] = strings.Replace(m[0], "["+m[1]+"]", "", 1)
	}
	return list
}

// TestLanguagesAgree: each catalogue has the keys of the English one, unless it is only begun, takes the same values,
// and leaves no text empty.
func TestLanguagesAgree(t *testing.T) {
	if all := Languages(); len(all) < 2 || all[0] != English {
		t.Fatalf("languages %v", all)
	}
	for _, f := range files {
		l, begun := f.tag, strings.HasPrefix(f.text, "# begun\n")
		c, err := read(f.text)
		if err != nil {
			t.Fatal(err)
		}
		for key, english := range catalogues()[English].texts {
			text, has := c.texts[key]
			switch {
			case !has && begun:
				continue
			case !has:
				t.Errorf("%s lacks %s", l, key)
			case text == "" && english != "":
				t.Errorf("%s leaves %s empty", l, key)
			case !maps.Equal(verbs(text), verbs(english)):
				t.Errorf("%s, %s: takes %v, English %v", l, key, verbs(text), verbs(english))
			}
			rest := verb.ReplaceAllString(text, "")
			takes := len(verbs(text)) > 0
			if takes && strings.Contains(rest, "%") || !takes && strings.Contains(text, "%%") {
				t.Errorf("%s, %s: percent signs in %q", l, key, text)
			}
		}
		for key := range c.texts {
			if !Has(key) {
				t.Errorf("%s has %s, which English lacks", l, key)
			}
		}
	}
}

// literals returns the texts in the Go sources that are no tests, and those that end where more of a key is added.
func literals(t *testing.T) (whole map[string]string, begun []string) {
	t.Helper()
	whole = map[string]string{}
	positions := token.NewFileSet()
	for _, root := range []string{"../../core", "../../wasm"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") ||
				strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(positions, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					if text, err := strconv.Unquote(n.Value); err == nil {
						whole[text] = positions.Position(n.Pos()).String()
					}
				case *ast.BinaryExpr:
					text, ok := n.X.(*ast.BasicLit)
					if ok && n.Op == token.ADD && strings.HasSuffix(text.Value, `."`) &&
						strings.Count(text.Value, ".") > 1 {
						begun = append(begun, strings.Trim(text.Value, `"`))
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return whole, begun
}

// TestKeysAreUsedAndExist: each key stands in the sources, whole or by what it begins with, and what the sources say is
// in the catalogues.
func TestKeysAreUsedAndExist(t *testing.T) {
	whole, begun := literals(t)
	begun = append(begun, "all.say.", "compare.", "kind.", "lock.", "model.", "offline.", "part.", "plot.", "run.",
		"set.", "state.", "task.", "tree.") // held by wasm/page/logic
	page, err := os.ReadFile("../../site/index.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`data-(?:text|label)="([^"]+)"`).FindAllStringSubmatch(string(page), -1) {
		whole[m[1]] = "index.html"
	}
	areas := map[string]bool{}
	for _, key := range Keys() {
		base := strings.TrimSuffix(key, one)
		area, _, _ := strings.Cut(key, ".")
		areas[area] = true
		_, used := whole[base]
		if !used && !slices.ContainsFunc(begun,
			func(prefix string) bool { return strings.HasPrefix(base, prefix) }) && area != "language" {
			t.Errorf("%s is used nowhere", key)
		}
	}
	for text, where := range whole {
		area, rest, _ := strings.Cut(text, ".")
		if areas[area] && regexp.MustCompile(`^[a-z][a-z0-9.-]*[a-z0-9]$`).MatchString(rest) && !Has(text) &&
			!endings[rest] {
			t.Errorf("%s: no catalogue has %s", where, text)
		}
	}
}

// endings are the ends of names of files, which read like keys.
var endings = map[string]bool{"db": true, "csv": true, "go": true, "json": true, "txt": true, "html": true, "js": true}

// TestSay: values, words among them, counts of one and of many, and values that read like verbs.
func TestSay(t *testing.T) {
	c, err := read("language.one: 1\na: %[2]s of %[1]s\nb: 100 %\nc|one: a row\nc: %d rows\nd: \\x20x\\u00a0\\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ got, want string }{
		{c.fill("", c.text("a"), []any{Same("%d"), 2}), "%!s(int=2) of %d"},
		{c.fill("", c.text("a"), []any{Same("%d"), Same("x, y")}), "x, y of %d"},
		{c.text("b"), "100 %"},
		{c.text("d"), " x\u00a0\n"},
		{English.Say("language.name"), "English"},
		{Lang("").Say("language.name"), "English"},
		{Lang("xx").Say("language.name"), "English"},
		{Message{}.In("de"), ""},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
	if c.ones[0] != 1 || c.texts["c|one"] != "a row" {
		t.Errorf("%+v", c)
	}
	for _, bad := range []string{"no key\n", "a: x\na: y\n", `a: \q` + "\n", "language.one: x\n"} {
		if _, err := read(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// sameInGerman are the texts that are the same in both languages: names, symbols, numbers alone, and words that German
// shares.
var sameInGerman = strings.Fields("across.made checks.h compare.mse diagnostics.good.khat footer.version lock.fetch " +
	"lock.socket lock.xhr offline.none paper.cart paper.paper model.paper run.pause take.csv take.html take.json " +
	"take.link take.mysql take.png take.python take.r take.svg embed.element compare.cart diag.bad diag.bfmi " +
	"diag.parameter diag.rhat all.scores left.mse left.seconds model.fast task.auto task.auto.other tree.zoom " +
	"whatif.class checks.prior " +
	"chain.sigma chart.consensus.share language.one own.price.rmse own.rival.cart report.mse " +
	"study.divergent study.error")

func TestGermanIsNotEnglish(t *testing.T) {
	for _, key := range Keys() {
		english, german := English.Raw(key), Lang("de").Raw(key)
		if (english == german) != slices.Contains(sameInGerman, key) {
			t.Errorf("%s: %q and %q; what is the same in both is listed", key, english, german)
		}
	}
}

// TestEveryCatalogueIsNamed: each file beside the sources is a language.
func TestEveryCatalogueIsNamed(t *testing.T) {
	found, err := filepath.Glob("*.txt")
	if err != nil || len(found) != len(files) {
		t.Fatalf("%d languages, files %v, %v", len(files), found, err)
	}
	for _, name := range found {
		if !Lang(strings.TrimSuffix(name, ".txt")).Known() {
			t.Errorf("words.go does not name %s", name)
		}
	}
}
