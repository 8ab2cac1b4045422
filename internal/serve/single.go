// This file writes the page as one HTML file with everything inside, which needs no server: it runs by double click,
// and in a frame that may run scripts and nothing else.

package serve

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/ascii85"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// SingleLimit is the most that the single file may take, in bytes.
const SingleLimit = 3_858_000

// singleMark tells a file that WriteSingle wrote from others.
const singleMark = `<meta name="generator" content="dcctree -single">`

// heldScript hands the page what the file holds.
//
//go:embed held.js
var heldScript string

// earlyScript makes the page one for frames before anything is seen of it, where its link says so.
//
//go:embed early.js
var earlyScript string

// The scripts that the single file holds as they are: what shuts the page before all else, and what tries the ways out.
const (
	guardName = "guard.js"
	waysName  = "ways.js"
)

// partNames are the files of the site that lie in data blocks, the tables apart.
var partNames = []string{WasmName, guardName, LoaderName, "kernels.js", waysName, "worker.js"}

// CheckSingle reports why WriteSingle would refuse the name, nil if it would not.
func CheckSingle(name string) error {
	if path.Ext(name) != ".html" {
		return fmt.Errorf("-single needs the name of an HTML file to write, with .html at its end: %q is none",
			name)
	}
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot use the file %s: %w", name, err)
	}
	if err == nil && !bytes.Contains(old, []byte(singleMark)) {
		return fmt.Errorf("the file %s is there already and was not written by -single: nothing was changed; "+
			"name a new file", name)
	}
	return nil
}

// WriteSingle writes the page as one file and returns its size in bytes. A file of that name is replaced only if it was
// written so.
func WriteSingle(s *Site, name string) (int, error) {
	if err := CheckSingle(name); err != nil {
		return 0, err
	}
	body, err := Single(s)
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(name, body, 0o644); err != nil {
		return 0, fmt.Errorf("cannot write the single file: %w", err)
	}
	return len(body), nil
}

// Single returns the page as one HTML file: style and scripts inline, allowed by their checksums alone; the binary and
// the tables in data blocks. Its policy lets it load and send nothing from its first byte.
func Single(s *Site) ([]byte, error) {
	texts, err := s.texts(indexName, "style.css", "embed.css", NoticeName, guardName)
	if err != nil {
		return nil, err
	}
	// embed.css holds for embed=1 alone
	page, style, notice, guard := texts[0], texts[1]+texts[2], texts[3], texts[4]
	if outside := styleReference.FindString(style); outside != "" {
		return nil, fmt.Errorf("the style sheets have %q: the single file cannot load anything from beside it",
			outside)
	}
	scripts, err := s.singleScripts()
	if err != nil {
		return nil, err
	}
	parts, err := s.singleParts()
	if err != nil {
		return nil, err
	}
	promises, err := s.promises()
	if err != nil {
		return nil, err
	}
	inline := ""
	for _, script := range scripts {
		inline += "<script>" + script + "</script>\n"
	}
	for _, change := range []struct{ from, to string }{
		{`content="` + MetaPolicy() + `"`, `content="` + singlePolicy(style,
			append([]string{guard, earlyScript}, scripts...)) + `"`},
		{`<meta charset="utf-8">`, `<meta charset="utf-8">` + "\n" + singleMark},
		{`<link rel="manifest" href="manifest.webmanifest">` + "\n", ""},
		{`<link rel="stylesheet" href="style.css">`, "<style>" + style + "</style>"},
		{`<script src="` + guardName + `"></script>`, "<script>" + guard + "</script>"},
		{`<script src="wasm_exec.js" defer></script>` + "\n", ""},
		{`<script src="` + waysName + `" defer></script>` + "\n", ""},
		{lessonsLink + "\n", ""},
		{privacyLink, "<details class=\"to-privacy\"><summary data-text=\"lock.inside\">What is promised, " +
			"and what no browser refuses</summary>\n" + promises + "</details>"},
		{noticeLink, `<pre lang="en">` + html.EscapeString(notice) + `</pre>`},
		{`<script type="module" src="page.js"></script>` + "\n", ""},
		{"<body>\n", "<body>\n<script>" + earlyScript + "</script>\n"},
		{"</body>", parts + inline + "</body>"},
	} {
		if n := strings.Count(page, change.from); n != 1 {
			return nil, fmt.Errorf("%s has %q %d times: the single file is made from a page that has it "+
				"once; see internal/serve/single.go", indexName, change.from, n)
		}
		page = strings.Replace(page, change.from, change.to, 1)
	}
	return []byte(page), nil
}

// lessonsLink leads to pages that are not inside.
const lessonsLink = `<p class="to-lessons"><a href="learn/index.html" target="_blank" rel="noopener" ` +
	`data-text="learn.link">Four lessons (new tab)</a></p>`

// privacyLink leads to a page that the single file holds inside, folded.
const privacyLink = `<p class="to-privacy"><a href="privacy.html" target="_blank" rel="noopener" ` +
	`data-text="lock.more">What is promised, and what no browser refuses (new tab)</a></p>`

// noticeLink leads to the notices, which are inside instead.
const noticeLink = `<p><a href="` + NoticeName +
	`" target="_blank" rel="noopener" data-text="footer.notices.file">NOTICE.txt (new tab)</a></p>`

// styleReference finds what a style sheet loads.
var styleReference = regexp.MustCompile(`(?i)@import|@font-face|url\([^)]*\)?|image-set\(|</style`)

// text returns a file of the site as text that can stand in an HTML file: browsers would take a carriage return for a
// line's end, and the checksum would be another.
func (s *Site) text(name string) (string, error) {
	f, err := s.Open(name)
	if err != nil {
		return "", fmt.Errorf("the single file needs %s: %w", name, err)
	}
	if bytes.ContainsAny(f.Body, "\r\x00") {
		return "", fmt.Errorf("%s holds a carriage return or a zero byte, which an HTML file cannot hold", name)
	}
	return string(f.Body), nil
}

// texts returns several.
func (s *Site) texts(names ...string) (texts []string, err error) {
	for _, name := range names {
		text, err := s.text(name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// singleScripts are the scripts that come after all that they need, in the order in which they run.
func (s *Site) singleScripts() ([]string, error) {
	texts, err := s.texts(LoaderName, waysName, guardName)
	if err != nil {
		return nil, err
	}
	scripts := []string{texts[0], texts[1], heldScript}
	for _, name := range []string{"embed.js", "page.js"} {
		script, err := classic(name, s.text)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, script)
	}
	for _, script := range append(scripts, earlyScript, texts[2]) {
		if at := scriptEnd.FindString(script); at != "" {
			return nil, fmt.Errorf("a script of the single file holds %q, which HTML reads as its end or "+
				"as a comment", at)
		}
	}
	return scripts, nil
}

// scriptEnd finds what would end a script element, or keep it from ending.
var scriptEnd = regexp.MustCompile(`(?i)</script|<script|<!--`)

// singlePolicy is the policy of a page that needs nothing: no address may be asked for, only the very style and scripts
// that it holds are applied. Workers come from memory. Their own scripts inherit it.
func singlePolicy(style string, scripts []string) string {
	allowed := ""
	for _, script := range scripts {
		allowed += " " + integrity(script)
	}
	return "default-src 'none'; script-src 'wasm-unsafe-eval'" + allowed + "; style-src " + integrity(style) +
		"; img-src data: blob:; connect-src 'none'; worker-src blob:; base-uri 'none'; form-action 'none'"
}

// integrity is a text's checksum as policies write it.
func integrity(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// singleParts are the data blocks: the binary, what the workers run, the tables that a visit loads.
func (s *Site) singleParts() (string, error) {
	visited, err := FirstVisit(s)
	if err != nil {
		return "", err
	}
	names := slices.Clone(partNames)
	for _, name := range visited {
		if strings.HasPrefix(name, assetsPrefix) && path.Ext(name) == ".csv" {
			names = append(names, name)
		}
	}
	var b strings.Builder
	for _, name := range names {
		f, err := s.Open(name)
		if err != nil {
			return "", fmt.Errorf("the single file needs %s: %w", name, err)
		}
		packed, err := compress(f.Body, Gzip, 0)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "<script type=\"text/plain\" data-part=\"%s\" data-bytes=\"%d\">\n%s</script>\n", name,
			len(packed), ascii(packed))
	}
	return b.String(), nil
}

// lineBytes is what a line of a data block holds: a multiple of four, so that lines can be read one by one.
const lineBytes = 4096

// ascii writes bytes as text that HTML leaves alone, in lines: ascii85, 25 % longer than the bytes (base64 is 33 %),
// filled up with zeros to a whole group.
func ascii(data []byte) string {
	data = append(bytes.Clone(data), make([]byte, (4-len(data)%4)%4)...)
	tame := strings.NewReplacer("<", "v", "&", "w", "z", "!!!!!") // z is short for four zeros; v and w are free
	var b strings.Builder
	for len(data) > 0 {
		n := min(lineBytes, len(data))
		line := make([]byte, ascii85.MaxEncodedLen(n))
		b.WriteString(tame.Replace(string(line[:ascii85.Encode(line, data[:n])])))
		b.WriteByte('\n')
		data = data[n:]
	}
	return b.String()
}
