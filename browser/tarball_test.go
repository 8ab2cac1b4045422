// This file packs the published site as npm does, installs it into an empty project, and uses it there: types by tsc,
// bundled by esbuild, and as it lies.

//go:build browser

package browser

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dcctree/internal/serve"
)

// shell runs a command in a folder and returns what it prints.
func shell(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// project is an empty project into which the tarball was installed, with the programs of testdata/kit.
func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	packed := strings.TrimSpace(shell(t, dir, "npm", "pack", "--silent", shared.published))
	if !regexp.MustCompile(`^dcctree-\d+\.\d+\.\d+\.tgz$`).MatchString(packed) {
		t.Fatalf("npm pack says %q", packed)
	}
	if err := os.CopyFS(dir, os.DirFS("testdata/kit")); err != nil {
		t.Fatal(err)
	}
	shell(t, dir, "npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--silent",
		"./"+packed)
	return dir
}

// tool is a program that scripts/setup fetched.
func tool(t *testing.T, path ...string) string {
	t.Helper()
	name, err := filepath.Abs(filepath.Join(append([]string{"npm", "node_modules"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// withoutBundler finds the module by an import map.
const withoutBundler = `<!doctype html><html lang="en"><title>plain</title><div id="place"></div>
<script type="importmap">{"imports": {"dcctree": "./node_modules/dcctree/dcctree.js"}}</script>
<script type="module" src="app.js"></script>`

// bundled names the folder to which the kit was copied.
const bundled = `<!doctype html><html lang="en" data-base="/kit/"><title>bundled</title><div id="place"></div>
<script type="module" src="out/app.js"></script>`

// beside finds the kit by import.meta.url: the bundle was written into its folder.
const beside = `<!doctype html><html lang="en"><title>beside</title><div id="place"></div>
<script type="module" src="kit/app.js"></script>`

func TestTarball(t *testing.T) {
	dir := project(t)
	t.Run("types", func(t *testing.T) {
		shell(t, dir, "node", tool(t, "typescript", "bin", "tsc"), "-p", ".")
		strict := filepath.Join(dir, "consumer.ts")
		text, err := os.ReadFile(strict)
		if err != nil {
			t.Fatal(err)
		}
		// the control: without the expectations, tsc names all of them
		if err := os.WriteFile(strict, []byte(strings.ReplaceAll(string(text), "// @ts-expect-error", "//")),
			0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("node", tool(t, "typescript", "bin", "tsc"), "-p", ".")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		n := strings.Count(string(out), "error TS")
		if err == nil || n != strings.Count(string(text), "@ts-expect-error") {
			t.Errorf("tsc finds %d mistakes of %d: %s", n, strings.Count(string(text), "@ts-expect-error"),
				out)
		}
	})
	for _, name := range []string{"LICENSE", "NOTICE.txt", "README.md", "dcctree.wasm", "embed.html"} {
		if _, err := os.Stat(filepath.Join(dir, "node_modules", "dcctree", name)); err != nil {
			t.Errorf("the package lacks %s: %v", name, err)
		}
	}
	kit := filepath.Join(dir, "kit")
	if err := os.CopyFS(kit, os.DirFS(filepath.Join(dir, "node_modules", "dcctree"))); err != nil {
		t.Fatal(err)
	}
	esbuild := func(args ...string) {
		shell(t, dir, "node",
			append([]string{tool(t, "esbuild", "bin", "esbuild"), "app.ts", "--log-level=warning"},
				args...)...)
	}
	esbuild("--format=esm", "--outfile=app.js")
	esbuild("--bundle", "--minify", "--format=esm", "--outfile=out/app.js")
	esbuild("--bundle", "--format=esm", "--outfile=kit/app.js")
	for name, text := range map[string]string{"plain.html": withoutBundler, "bundled.html": bundled,
		"beside.html": beside, "table.csv": steps()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	url, stop, err := listen(http.FileServer(http.Dir(dir)))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	version := regexp.MustCompile(`\d+\.\d+\.\d+`).FindString(shell(t, dir, "node", "-p",
		`require("dcctree/package.json").version`))
	var lines []string
	for _, name := range []string{"plain", "bundled", "beside"} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t)
			b.open(url + "/" + name + ".html")
			got, err := tryEvaluate[struct{ Version, Line, Digest, Heaviest string }](b,
				"(async () => { while (!globalThis.result) await new Promise(go => setTimeout(go, "+
					"20)); return result; })()", 3*patience)
			if err != nil {
				t.Fatal(err)
			}
			if got.Version != version || !strings.Contains(got.Line, "dcctree "+version+" ") ||
				got.Heaviest == "" {
				t.Errorf("%+v", got)
			}
			lines = append(lines, got.Line)
		})
	}
	for _, line := range lines {
		if line != lines[0] {
			t.Errorf("the same run has the lines %q", lines)
		}
	}
}

// TestImportedElsewhere: the module can be imported where there is neither document nor window, as by a server that
// renders pages.
func TestImportedElsewhere(t *testing.T) {
	module := quote("file://" + filepath.Join(shared.published, "dcctree.js"))
	out := shell(t, shared.published, "node", "--input-type=module", "-e",
		`const m = await import(`+module+`); console.log(typeof m.DccTree, typeof m.mount, typeof m.create);`)
	if strings.TrimSpace(out) != "function function function" {
		t.Errorf("under Node: %q", out)
	}
	b := newTab(t)
	b.open(shared.static + "/bare")
	got := script[string](b,
		`const source = "import * as m from '" + new URL("dcctree.js", location) +
			"'; postMessage(typeof m.DccTree + typeof m.create);";
		const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
		const worker = new Worker(url, {type: "module"});
		return new Promise((said, failed) => {
			worker.onmessage = ({data}) => said(data);
			worker.onerror = e => failed(new Error(e.message));
		});`)
	if got != "functionfunction" {
		t.Errorf("in a worker: %q", got)
	}
}

// TestNoticesNameWhatIsInTheBinary: the module of every function in the binary has its notice on the site.
func TestNoticesNameWhatIsInTheBinary(t *testing.T) {
	functions, err := os.ReadFile(filepath.Join(serve.Built(shared.root), serve.NamesName))
	if err != nil {
		t.Fatal(err)
	}
	notices, err := os.ReadFile(filepath.Join(shared.published, serve.NoticeName))
	if err != nil {
		t.Fatal(err)
	}
	titles := regexp.MustCompile(`(?m)^(\S+) v\S+\n=+$`).FindAllStringSubmatch(string(notices), -1)
	found := map[string]bool{}
	ofModules := regexp.MustCompile(`(?m)^[0-9a-f]+ ([\w-]+\.[\w.-]+/[^\s(]+)`)
	for _, m := range ofModules.FindAllStringSubmatch(string(functions), -1) {
		at := slices.IndexFunc(titles, func(title []string) bool { return strings.HasPrefix(m[1], title[1]) })
		if at < 0 {
			t.Errorf("%s is in the binary, and the notices name no module of it", m[1])
			continue
		}
		found[titles[at][1]] = true
	}
	if len(found) != 3 { // gonum, vert, dom
		t.Errorf("the binary has functions of %v", found)
	}
}
