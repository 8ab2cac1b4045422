// This file fits three public tables as a newcomer would, reads on the page what splits them, and takes their pictures
// for docs/walkthroughs.md.

//go:build browser

package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// What splits a table first is read from the panel's first row after the sampler's first round, and the panel fits a
// desktop and a phone. Where pictures are written, the fit goes on to its end.
func TestOwnTablesAreRead(t *testing.T) {
	for _, c := range []struct{ name, target, first string }{{"penguins", "species", "island"},
		{"pima", "diabetes", "glucose"}, {"boston", "medv", "lstat"}} {
		t.Run(c.name, func(t *testing.T) {
			path := dataBeside(t, "tables", c.name+".csv")
			b := equipped(t, atOnce)
			b.choose("file-input", path)
			b.wait("the panel", "!"+query("fit")+".hidden && !"+query("run")+".disabled", patience)
			b.set("target", c.target)
			b.click("run")
			b.wait("the first round", query("fit-verdict")+".textContent.includes('goes on with 10 moves')",
				patience)
			if *updateScreenshots {
				b.wait("the end", query("state")+".dataset.state === 'done'", 2*wholeRun)
				t.Logf("%s\n%s\n%s", b.text("fit-verdict"), b.text("fit-splits"), b.text("fit-cost"))
			}
			first := evaluate[string](b, query("fit-splits")+".querySelector('tr').textContent")
			if !strings.Contains(first, c.first) {
				t.Errorf("the first split is %q, not on %s", first, c.first)
			}
			b.picturesOfFit(c.name)
		})
	}
}

// picturesOfFit shows the panel on a desktop and on a phone, in both schemes.
func (b *tab) picturesOfFit(name string) {
	b.Helper()
	for _, s := range []struct {
		kind          string
		width, height int64
	}{{"", 1440, 1300}, {"phone-", 390, 1500}} {
		for _, scheme := range []string{"light", "dark"} {
			b.scheme(scheme)
			b.viewport(s.width, s.height)
			time.Sleep(700 * time.Millisecond)
			execute(b, "document.querySelector('#fit').scrollIntoView({behavior: 'instant'})")
			over := evaluate[int](b, query("fit")+".scrollWidth - "+query("fit")+".clientWidth")
			if over > 1 {
				b.Errorf("the panel is %d px too wide at %d px", over, s.width)
			}
			b.keep(name + "-" + s.kind + scheme + ".png")
		}
	}
}

// keep writes what the tab shows as a picture of docs/walkthroughs.md, where that is wished.
func (b *tab) keep(file string) {
	b.Helper()
	time.Sleep(300 * time.Millisecond)
	data, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	if !*updateScreenshots {
		return
	}
	dir := filepath.Join(shared.root, "docs", "walkthroughs")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
		b.Fatal(err)
	}
}
