// This file takes the pictures of docs/embedding.md and checks that nothing hangs over the edge of a frame.

//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// lessonMarkup is a page as a teacher may write it, around a snippet.
const lessonMarkup = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Trees and their posterior</title>
<style>body{margin:0 auto;max-width:1120px;padding:20px;font:17px/1.5 Georgia,serif}
h1{font-size:26px;line-height:1.2;margin:0 0 12px} p{max-width:42em;margin:0 0 16px}
iframe{border:1px solid #8888;border-radius:6px;display:block;margin-bottom:16px}</style>
%s
<p>Write down the two topologies with the largest probability before you go on.</p>`

// heightScript is the one of the recipe.
func heightScript(t *testing.T) string {
	_, script, _ := strings.Cut(snippets(t, "recipe")["height"], "</iframe>")
	return script
}

// lessons are what stands in the page, by the name of the picture: words, and a frame with what its address holds.
var lessons = map[string]struct{ words, frame, part string }{
	"frame": {
		`<h1>Which tree made these data?</h1><p>Three hundred rows were drawn from a tree with
		three leaves. After a run of a few seconds the probability has gathered on few shapes: how
		can two of them be true?</p>`,
		`<iframe src="` + kitName +
			`/dcctree/embed.html#dataset=wu&amp;seed=1&amp;show=run,trees,predictions&amp;autorun=1"
			title="Bayesian decision trees on WU" width="100%" height="640"></iframe>`,
		"embed.html",
	},
	"single": {
		`<h1>Three species of iris</h1><p>A hundred and fifty flowers were measured. Which of the four lengths
		and widths does it take to tell the species apart?</p>`,
		`<iframe sandbox="allow-scripts" src="dcctree.html#embed=1&amp;dataset=iris&amp;preset=first&amp;` +
			`seed=1&amp;lock=1&amp;hide=across,compare,diagnostics,log,take&amp;autorun=1"
			title="Bayesian decision trees on Iris" width="100%" height="640"></iframe>`,
		"dcctree.html",
	},
}

func TestEmbeddingPictures(t *testing.T) {
	for name, lesson := range lessons {
		t.Run(name, func(t *testing.T) {
			frame := lesson.frame
			if !*updateScreenshots { // the pictures show a whole run; a short one is judged as well
				frame = strings.Replace(frame, "seed=1&amp;show", "preset=first&amp;seed=1&amp;show", 1)
			}
			l := newLesson(t,
				course{markup: fmt.Sprintf(lessonMarkup, lesson.words+frame+heightScript(t)),
					files: map[string]string{"dcctree.html": singlePath(t)}})
			l.viewport(1160, 900)
			l.scheme("light")
			f := l.inside(lesson.part)
			f.rests("done")
			f.wait("the last results to be drawn",
				tree+" && document.querySelector('#facts').textContent.includes('Digest of the "+
					"results')", patience)
			l.photograph(name+"-desktop", 1160, "light", f)
			l.photograph(name+"-phone", 390, "light", f)
			if name == "frame" {
				l.photograph(name+"-dark", 1160, "dark", f)
			}
		})
	}
}

// photograph takes the whole page at a width.
func (l *coursePage) photograph(name string, width int64, scheme string, f *tab) {
	l.Helper()
	l.viewport(width, 900)
	l.scheme(scheme)
	l.settles("the height of the frame",
		`document.querySelector("iframe").clientHeight + document.documentElement.scrollHeight`)
	height := evaluate[int64](l.tab, "document.documentElement.scrollHeight")
	l.viewport(width, height)
	time.Sleep(500 * time.Millisecond) // figures are drawn anew for the width
	if over := becomes(f, 0, "Math.max(0, document.documentElement.scrollWidth - innerWidth)"); over > 0 {
		l.Errorf("%s: the frame's page is %d px too wide", name, over)
	}
	if over := becomes(f, 0, "Math.max(0, document.documentElement.scrollHeight - innerHeight)"); over > 0 {
		l.Errorf("%s: the frame's page is %d px higher than the frame", name, over)
	}
	data, err := chromedp.Run(l.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		l.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		l.Fatal(err)
	}
	if n := colors(picture); n < 100 {
		l.Errorf("%s has %d colors: it shows next to nothing", name, n)
	}
	if !*updateScreenshots {
		return
	}
	dir := filepath.Join(shared.root, "docs", "embedding")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		l.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644); err != nil {
		l.Fatal(err)
	}
}
