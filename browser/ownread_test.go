// This file fits three public tables as a newcomer would, reads on the page what splits them, and takes their pictures
// for docs/walkthroughs.md.

//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// What splits a table first is read from the panel's first row after the sampler's first round, of boston, whose
// restarts begin with different inputs, from one of its rows; and the panel fits a desktop and a phone. Where pictures
// are written, the fit goes on to its end.
func TestOwnTablesAreRead(t *testing.T) {
	for _, c := range []struct{ name, target, first string }{{"penguins", "species", "island"},
		{"pima", "diabetes", "glucose"}, {"boston", "medv", "lstat"}} {
		t.Run(c.name, func(t *testing.T) {
			path := dataBeside(t, "tables", c.name+".csv")
			b := equipped(t, atOnce)
			b.choose("file-input", path)
			b.wait("the panel", "!"+query("fit")+".hidden && !"+query("run")+".disabled", patience)
			b.set("target", c.target)
			b.wait("the fields of a number, and of no class",
				fmt.Sprintf("[%s, %s, %s].every(e => e.hidden === %v)", query("scale"), query("splits"),
					query("noise"), c.name != "boston"), patience)
			b.click("run")
			b.wait("the first round",
				query("fit-verdict")+".textContent.includes('with 10 moves')", patience)
			rows := evaluate[[]string](b, "["+query("fit-splits")+".querySelector('tr').textContent, "+
				query("fit-splits")+".textContent]")
			read := rows[0]
			if c.name == "boston" {
				read = rows[1]
			}
			if !strings.Contains(read, c.first) {
				t.Errorf("the first split is %q, not on %s", read, c.first)
			}
			if *updateScreenshots {
				b.wait("the end", query("state")+".dataset.state === 'done'", 2*wholeRun)
				t.Logf("%s\n%s\n%s", b.text("fit-verdict"), b.text("fit-splits"), b.text("fit-cost"))
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
			b.drawn()
			execute(b, "document.querySelector('#fit').scrollIntoView({behavior: 'instant'})")
			over := evaluate[int](b, query("fit")+".scrollWidth - "+query("fit")+".clientWidth")
			if over > 1 {
				b.Errorf("the panel is %d px too wide at %d px", over, s.width)
			}
			b.keep(name + "-" + s.kind + scheme + ".png")
		}
	}
}

// drawn waits for two frames, the second of which shows the page in its new size; where pictures are written, until
// figures are drawn anew, too.
func (b *tab) drawn() {
	b.Helper()
	if *updateScreenshots {
		time.Sleep(700 * time.Millisecond)
	}
	script[bool](b, `return new Promise(go => requestAnimationFrame(() => requestAnimationFrame(() => go(true))))`)
}

// keep writes what the tab shows as a picture of docs/walkthroughs.md, where that is wished.
func (b *tab) keep(file string) {
	b.Helper()
	if !*updateScreenshots {
		return
	}
	time.Sleep(300 * time.Millisecond)
	data, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	dir := filepath.Join(shared.root, "docs", "walkthroughs")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
		b.Fatal(err)
	}
}

// ownStory is what a newcomer reads from the pictures; the numbers are those of the panel's lists.
const ownStory = `## Penguins, read from the picture

The table of 344 penguins (palmerpenguins, not in the repository) is dropped, species is the target, Run is pressed.
Pictures by ` + "`go test -tags browser -run TestOwnTablesAreRead ./browser -update-screenshots`" + `.

![All trees at once: the verdict settled, a tree of five leaves as an indented list with a bar of the species at each
leaf, the slider of the number of leaves, and a table of what trees of 1 to 8 leaves, CART and a logistic model predict
less well than all trees.](walkthroughs/penguins-light.png)

What splits the penguins: the island first, Biscoe and Torgersen against Dream. On Dream the bill's length parts
Adelie, up to 42.35 mm, from Chinstrap; elsewhere the flipper's length parts Adelie, up to 201.5 mm, from Gentoo,
which live on Biscoe alone: the three birds of Torgersen with longer flippers are Adelie. How sharply: every flank
is a step. How sure: the first split is that of .31 ± .04 of the trees, .63 ± .04 ask for Biscoe alone first, which
says the same in another order. Of those that begin like the tree .64 ± .06 go on with the flipper, 90 % from 198.5
to 202.5 mm, .84 ± .04 part Biscoe from Torgersen next, and .76 ± .06 ask for the bill on Dream, 90 % from 40.4 to
45.65 mm. A tree of five leaves costs .16 ± .06 of log score a row against all trees, one of eight .03 ± .03; CART
costs .08 ± .03, and a logistic model cannot be told from all of them (.03 ± .02 better).

The same [in the dark](walkthroughs/penguins-dark.png), and on a phone
[in the light](walkthroughs/penguins-phone-light.png) and [in the dark](walkthroughs/penguins-phone-dark.png).

## Pima, read from the picture

The 768 women of Pima (mlbench, not in the repository) have gaps in five of eight columns; no row is dropped. Diabetes
is the target, Run is pressed; pictures by the same command.

![All trees at once: not settled, a tree of five leaves with a bar of both classes at each leaf, first glucose up to
154.5, then mass up to 26.25 and age up to 28.5, and a table of what reading costs.](walkthroughs/pima-light.png)

What splits the women: glucose first, above 154.5 four of five have diabetes (.81). Below, a body mass up to 26.25
means none (.97), and of the heavier ones the younger, up to 28.5 years, have it seldom (.86 without); of the older
ones glucose decides again, at 117.5. How sharply: every flank is a step. How sure: all trees ask for glucose first,
90 % of them at 154.5 itself, and .99 ± .01 then for the mass, 90 % from 25.95 to 26.9. The age is what only .21 ±
.03 of them ask next; of these .77 ± .07 ask for glucose again, 90 % from 99.5 to 120.5. A circle says where rows
with a gap go: in glucose with the lower values first and with the higher later, in mass with the higher. How good:
five leaves predict like all trees together as far as the rows tell, .01 ± .01 of log score a row below; a logistic
model is as good (.01 ± .02), CART's tree .08 ± .02 worse. The verdict is not settled: the log evidence still
changed by 1.46 nats when the moves were doubled twice. It also says that predictions moved by only .005 in
probability, so that they can be relied on sooner than the trees.

The same [in the dark](walkthroughs/pima-dark.png), and on a phone [in the light](walkthroughs/pima-phone-light.png) and
[in the dark](walkthroughs/pima-phone-dark.png).

## Boston, read from the picture

The 506 tracts of Boston (mlbench, not in the repository), the median value of homes (medv, 1,000 $) as the target.

![All trees at once: not settled, with the reasons; a tree of five leaves whose first split is at crim 13.519, drawn as
a gentle flank, and a table in which five leaves cost .55 of log score a row.](walkthroughs/boston-light.png)

What splits the tracts: in the tree to read crime first, the 27 tracts with crim above 13.519 have 11.6. Of the others
the share of poor people, lstat up to 14.48 against more, which have 16.0. Below it rooms, above 6.788 of them 37.2, and
nearness to work (dis), five tracts with 44.3. How sharply: crim, lstat and rooms are gentle flanks, only dis is steep.
How sure: not very. The verdict is not settled: the log evidence changed by 15.01 nats at the last two doublings, and
predictions moved by .267 standard deviations. The lists say that .83 ± .11 of the trees ask for lstat first (90 % from
10.28 to 17.115), gradual in all of these, from 7.38 to 35.875, and .10 ± .10 for crim: the tree to read is one of the
few, and another seed may say it otherwise. Of these few all go on with lstat (90 % from 14.115 to 15.775) and rooms
(from 6.8565 to 7.406), and .59 ± .09 with dis. How good: the trees together predict by .55 ± .08 of log score a row
better than five leaves, and by .44 ± .12 than CART and .38 ± .08 than a linear model. Here a small tree is not good
enough, and the panel says so.

The same [in the dark](walkthroughs/boston-dark.png), and on a phone [in the light](walkthroughs/boston-phone-light.png)
and [in the dark](walkthroughs/boston-phone-dark.png).
`
