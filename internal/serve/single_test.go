// This file tests the single file, made from the page of this repository around a stand-in for the binary: nothing
// outside is referred to, checksums match, every part comes back.

package serve

import (
	"bytes"
	"compress/gzip"
	"encoding/ascii85"
	"html"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// realSite opens the site of this repository with a binary of random bytes, which no compression shortens.
func realSite(t *testing.T) *Site {
	t.Helper()
	built := t.TempDir()
	random := make([]byte, 30001)
	for i, r := 0, rand.New(rand.NewPCG(1, 2)); i < len(random); i++ {
		random[i] = byte(r.Uint32())
	}
	for name, body := range map[string][]byte{WasmName: random, LoaderName: []byte("globalThis.Go = class {};\n"),
		NoticeName: []byte("Parts & <others>\n")} {
		if err := os.WriteFile(filepath.Join(built, name), body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := OpenSite(filepath.Join("..", ".."), built)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// single makes the file.
func single(t *testing.T, s *Site) string {
	t.Helper()
	body, err := Single(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

var (
	inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	inlineStyle  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	dataBlock    = regexp.MustCompile(
		`(?s)<script type="text/plain" data-part="([^"]+)" data-bytes="(\d+)">(.*?)</script>`,
	)
	policyOf = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
)

func TestSingleFileRefersToNothingOutside(t *testing.T) {
	text := single(t, realSite(t))
	markup := dataBlock.ReplaceAllString(inlineStyle.ReplaceAllString(inlineScript.ReplaceAllString(text, ""), ""),
		"")
	for _, kind := range []string{"<script", "<style", "<iframe", "<object", "<embed", "<base",
		"http-equiv=\"refresh\"", "@import", "style=\""} {
		if strings.Contains(markup, kind) {
			t.Errorf("the markup still has %s", kind)
		}
	}
	links := 0
	for _, m := range regexp.MustCompile(
		`(?i)\s(?:src|href|srcset|poster|data|action|formaction|background|ping|xlink:href)`+
			`\s*=\s*["']?([^"'\s>]*)`,
	).FindAllStringSubmatch(markup, -1) {
		links++
		if !strings.HasPrefix(m[1], "#") && !strings.HasPrefix(m[1], "data:image/svg+xml,") {
			t.Errorf("the markup refers to %q", m[1])
		}
	}
	if links < 5 {
		t.Errorf("%d references were looked at: the pattern finds too few", links)
	}
	if n := strings.Count(markup, "<link "); n != 1 {
		t.Errorf("%d links, want the icon alone", n)
	}
	for _, m := range inlineStyle.FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[1], "url(") {
			t.Error("the style loads something")
		}
	}
}

// The policy allows by checksum exactly the style and the scripts that the file holds, and no address at all.
func TestSinglePolicyMatchesWhatIsInside(t *testing.T) {
	text := single(t, realSite(t))
	found := policyOf.FindAllStringSubmatch(text, -1)
	if len(found) != 1 || strings.Index(text, found[0][0]) > strings.Index(text, "<style>") {
		t.Fatalf("%d policies, want one, before the style", len(found))
	}
	sources := map[string][]string{}
	for _, directive := range strings.Split(html.UnescapeString(found[0][1]), "; ") {
		words := strings.Fields(directive)
		sources[words[0]] = words[1:]
	}
	want := map[string][]string{
		"default-src": {"'none'"}, "connect-src": {"'none'"}, "base-uri": {"'none'"}, "form-action": {"'none'"},
		"img-src": {"data:", "blob:"}, "worker-src": {"blob:"}, "script-src": {"'wasm-unsafe-eval'"},
	}
	scripts, styles := inlineScript.FindAllStringSubmatch(text, -1), inlineStyle.FindAllStringSubmatch(text, -1)
	if len(scripts) != 7 || len(styles) != 1 {
		t.Fatalf("%d scripts and %d styles, want 7 and 1", len(scripts), len(styles))
	}
	for _, m := range scripts {
		want["script-src"] = append(want["script-src"], integrity(m[1]))
	}
	want["style-src"] = []string{integrity(styles[0][1])}
	guard, err := realSite(t).text(guardName)
	if err != nil {
		t.Fatal(err)
	}
	if scripts[0][1] != guard || scripts[1][1] != earlyScript ||
		strings.Index(text, earlyScript) > strings.Index(text, "<main") ||
		strings.Index(text, scripts[2][1]) < strings.LastIndex(text, " data-bytes=") {
		t.Error("the guard does not come first, the early script not before the page, or another before all " +
			"that it needs")
	}
	for name, words := range want {
		if !slices.Equal(sources[name], words) {
			t.Errorf("%s allows %q, want %q", name, sources[name], words)
		}
		delete(sources, name)
	}
	if len(sources) > 0 {
		t.Errorf("the policy says besides: %v", sources)
	}
}

// Checksums as browsers compute them: the SHA-256 of "abc" is of FIPS 180-2, appendix B.1.
func TestIntegrity(t *testing.T) {
	if got := integrity("abc"); got != "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='" {
		t.Error(got)
	}
}

// unpack reads a data block with Go's own ascii85.
func unpack(t *testing.T, length, lines string) []byte {
	t.Helper()
	wild := strings.NewReplacer("v", "<", "w", "&").Replace(lines)
	packed, err := io.ReadAll(ascii85.NewDecoder(strings.NewReader(wild)))
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(length)
	if err != nil || n > len(packed) || n < len(packed)-3 {
		t.Fatalf("%s bytes are announced, there are %d", length, len(packed))
	}
	r, err := gzip.NewReader(bytes.NewReader(packed[:n]))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestSingleFileHoldsEveryPart(t *testing.T) {
	s := realSite(t)
	var names []string
	for _, m := range dataBlock.FindAllStringSubmatch(single(t, s), -1) {
		names = append(names, m[1])
		f, err := s.Open(m[1])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(unpack(t, m[2], m[3]), f.Body) {
			t.Errorf("%s comes back changed", m[1])
		}
		if strings.ContainsAny(m[3], "<&\r\x00") {
			t.Errorf("%s holds what HTML would read", m[1])
		}
	}
	if len(names) < 7 || !slices.Contains(names, WasmName) || !slices.Contains(names, "assets/iris.csv") ||
		slices.Contains(names, "sw.js") {
		t.Errorf("the parts are %q", names)
	}
}

// Runs of zeros are what ascii85 writes short, and lengths of every remainder are filled up.
func TestASCIIReadsBack(t *testing.T) {
	for n := range 40 {
		data := make([]byte, lineBytes-20+n) // at n = 20 a whole line
		for i := n; i < len(data); i += 5 {
			data[i] = byte(i)
		}
		text := ascii(data)
		for line := range strings.Lines(text) {
			if len(strings.TrimSpace(line))%5 != 0 {
				t.Fatalf("%d bytes: a line of %d characters", len(data), len(line))
			}
		}
		back, err := io.ReadAll(ascii85.NewDecoder(strings.NewReader(strings.NewReplacer("v", "<", "w",
			"&").Replace(text))))
		if err != nil || len(back) > len(data)+3 || !bytes.Equal(back[:len(data)], data) {
			t.Fatalf("%d bytes come back changed: %v", len(data), err)
		}
	}
}

// TestIconIsInThePage: the page's lock lets no file of its host in, and some browsers take an icon late; the page has
// it inside.
func TestIconIsInThePage(t *testing.T) {
	s := realSite(t)
	icon, err := s.text("assets/icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	page, err := s.text(indexName)
	if err != nil {
		t.Fatal(err)
	}
	want := `<link rel="icon" href="data:image/svg+xml,` + url.PathEscape(icon) + `"`
	if strings.Count(page, want) != 1 {
		t.Errorf("the page lacks %s", want)
	}
}

func TestSingleRefusesAPageThatItDoesNotKnow(t *testing.T) {
	s, _ := repository(t)
	if _, err := Single(s); err == nil {
		t.Fatal("a page without policy was taken")
	}
}

func TestWriteSingleReplacesItsOwnFilesOnly(t *testing.T) {
	s := realSite(t)
	name := filepath.Join(t.TempDir(), "page.html")
	for range 2 {
		size, err := WriteSingle(s, name)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := os.ReadFile(name); err != nil || len(body) != size {
			t.Errorf("%d bytes were written, %d are told: %v", len(body), size, err)
		}
	}
	if err := os.WriteFile(name, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteSingle(s, name); err == nil || !strings.Contains(err.Error(), "nothing was changed") {
		t.Errorf("error %v", err)
	}
	if body, err := os.ReadFile(name); err != nil || string(body) != "precious" {
		t.Errorf("a foreign file holds now %.20q: %v", body, err)
	}
}
