// This file tests "Take away": each button gives a file that reads back, figures look as on the page, a link brings the
// settings along, and nothing is sent.

//go:build browser

package browser

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// downloads has the browser put files into a folder, as it would put them into a person's.
func (b *tab) downloads() string {
	b.Helper()
	dir := b.TempDir()
	_, err := chromedp.Call(b.ctx, cdpbrowser.SetDownloadBehavior,
		cdpbrowser.SetDownloadBehaviorParams{Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow,
			DownloadPath: dir, BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID})
	if err != nil {
		b.Fatal(err)
	}
	return dir
}

// caught waits for the one file that an action brings into the folder, and takes it out.
func (b *tab) caught(dir string, act func()) (name string, content []byte) {
	b.Helper()
	act()
	if name, content = arrived(b.T, dir); name == "" {
		b.Fatalf("no file came; the page says %q and %s", b.text("take-status"), b.situation())
	}
	return name, content
}

// arrived waits for one file in the folder that the browser has written to its end, and takes it out; "" where none
// comes.
func arrived(t *testing.T, dir string) (name string, content []byte) {
	t.Helper()
	for start := time.Now(); time.Since(start) < patience; time.Sleep(50 * time.Millisecond) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != 1 || strings.HasSuffix(entries[0].Name(), "download") ||
			strings.HasSuffix(entries[0].Name(), ".part") {
			continue
		}
		path := filepath.Join(dir, entries[0].Name())
		if content, err = os.ReadFile(path); err == nil && len(content) > 0 && os.Remove(path) == nil {
			return entries[0].Name(), content
		}
	}
	return "", nil
}

// taken presses a button of "Take away".
func (b *tab) taken(dir, button, want string) string {
	b.Helper()
	name, content := b.caught(dir, func() { b.click("take-" + button) })
	if name != want {
		b.Errorf("%s gives %s, want %s", button, name, want)
	}
	b.wait("word of "+name, query("take-status")+".textContent.includes("+quote(name)+")", patience)
	return string(content)
}

func records(t *testing.T, text string) (names []string, rows [][]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(all) < 2 {
		t.Fatalf("%v in %.300s", err, text)
	}
	return all[0], all[1:]
}

func float(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestTakeAway: on a finished run of WU every button gives a file with the run's own numbers; before a tree is there
// all are shut, with the reason.
func TestTakeAway(t *testing.T) {
	b := newTab(t)
	b.viewport(1440, 900)
	b.scheme("light")
	dir := b.downloads()
	b.open(shared.served + "/" + atFirst)
	b.ready()
	open := evaluate[int](b, "document.querySelectorAll('[data-take]:enabled').length")
	if open != 0 || !strings.Contains(b.text("take-hint"), "once there is a tree") {
		t.Errorf("%d buttons before the first tree; it says %q", open, b.text("take-hint"))
	}
	b.runsToItsEnd()
	b.wait("the files to be offered", query("take-report")+".disabled === false", patience)
	shown := `([...document.querySelectorAll("#facts dd")].map(e => e.textContent)
		.find(s => /^[0-9a-f]{16}$/.test(s)) ?? "")`
	b.wait("the digest of the run", shown, patience)
	digest := evaluate[string](b, shown)
	mse := b.predictions(dir)
	if shown := b.metric("test-mse"); math.Abs(mse-shown) > .00006 {
		t.Errorf("the predictions of the file have a test MSE of %v, the page shows %v", mse, shown)
	}
	b.draws(dir, digest)
	b.drawnTrees(dir)
	b.rules(dir)
	b.report(dir, digest)
}

// TestFilesLeaveTheMainThreadFree: while the largest of the files is made the page's main thread stays free, at the
// best of five times.
func TestFilesLeaveTheMainThreadFree(t *testing.T) {
	b := newTab(t)
	dir := b.downloads()
	b.open(shared.served + "/" + quiet)
	b.ready()
	b.run()
	b.rests("auditing") // the search has ended: the file has millions of bytes
	b.click("stop")
	b.rests("stopped")
	b.settled()
	b.wait("the files to be offered", query("take-trees")+".disabled === false", patience)
	best := b.shortest(5, 50, func() {
		if size := len(b.taken(dir, "trees", "WU-trees.csv")); size < 5e6 {
			t.Errorf("the file has %d bytes: it is not large", size)
		}
	})
	if best > 50 {
		b.Errorf("a task on the main thread took %.0f ms while a file was made", best)
	}
}

// predictions reads the CSV and returns the error of its means on the test rows.
func (b *tab) predictions(dir string) (mse float64) {
	names, rows := records(b.T, b.taken(dir, "predictions", "WU-predictions.csv"))
	if strings.Join(names, " ") != "set row y predicted_mean predicted_sd predicted_5_percent "+
		"predicted_95_percent" || len(rows) != 600 {
		b.Errorf("%d rows of %q", len(rows), names)
	}
	n, inside := 0, 0
	for _, row := range rows {
		if row[0] != "test" {
			continue
		}
		y, mean, low, high := float(b.T, row[2]), float(b.T, row[3]), float(b.T, row[5]), float(b.T, row[6])
		if !(low < mean && mean < high) {
			b.Errorf("row %q", row)
		}
		if low <= y && y <= high {
			inside++
		}
		mse += (y - mean) * (y - mean)
		n++
	}
	// 90 % of 300 rows, give or take four standard deviations, sqrt(.09 300) = 5.2
	if n != 300 || math.Abs(float64(inside)-270) > 21 {
		b.Errorf("%d of %d test rows inside their intervals", inside, n)
	}
	return mse / float64(n)
}

// draws reads both layouts and holds one against the other, bit for bit.
func (b *tab) draws(dir, digest string) {
	stan := b.taken(dir, "stan", "WU-draws-1-5-6.csv")
	var az struct {
		Posterior struct {
			Tau   [1][][]float64
			Sigma [1][]float64
		}
		Attrs map[string]any
	}
	if err := json.Unmarshal([]byte(b.taken(dir, "arviz", "WU-draws-1-5-6.json")), &az); err != nil {
		b.Fatal(err)
	}
	var names []string
	var drawn [][]string
	for _, line := range strings.Split(strings.TrimSpace(stan), "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
		case names == nil:
			names = strings.Split(line, ",")
		default:
			drawn = append(drawn, strings.Split(line, ","))
		}
	}
	if len(drawn) < 100 || len(drawn) != len(az.Posterior.Sigma[0]) {
		b.Fatalf("%d draws as Stan CSV, %d as JSON", len(drawn), len(az.Posterior.Sigma[0]))
	}
	sum := 0.0
	for k, row := range drawn {
		sum += math.Exp(float(b.T, row[slices.Index(names, "log_weight__")]))
		if float(b.T, row[slices.Index(names, "tau.2")]) != az.Posterior.Tau[0][k][1] ||
			float(b.T, row[slices.Index(names, "sigma")]) != az.Posterior.Sigma[0][k] {
			b.Fatalf("draw %d differs between the layouts", k)
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		b.Errorf("the weights of the draws sum to %v", sum)
	}
	if digest == "" || az.Attrs["digest"] != digest || !strings.Contains(stan, "#   digest = "+digest+"\n") ||
		!strings.Contains(stan, "#   bandwidthFinal = 0.025\n") {
		b.Errorf("digest %s on the page, %v in the file", digest, az.Attrs["digest"])
	}
}

func (b *tab) drawnTrees(dir string) {
	names, rows := records(b.T, b.taken(dir, "trees", "WU-trees.csv"))
	if got := strings.Join(names, " "); got != "chain draw weight topology node parent is_leaf feature threshold "+
		"tau weight_x1 weight_x2 weight_x3 value" {
		b.Fatalf("names %s", got)
	}
	total, weight := 0.0, 0.0
	for _, row := range rows {
		if row[4] != "0" {
			continue
		}
		w := float(b.T, row[2])
		if total += w; row[3] == "{1,5,6}" {
			weight += w
		}
	}
	// topologies one by one, as in the table
	execute(b, query("strip-by")+".hidden || "+query("strip-by")+".click()")
	shown := evaluate[string](b, query("topologies")+".querySelector('[data-key=\"10100\"] .vh').textContent")
	if math.Abs(total-1) > 1e-9 || !strings.Contains(shown, strings.TrimPrefix(fmt.Sprintf("%.2f", weight), "0")) {
		b.Errorf("weights sum to %v, {1,5,6} has %v, the page says %q", total, weight, shown)
	}
}

func (b *tab) rules(dir string) {
	for _, r := range []struct{ button, name, want string }{
		{"rules-text", "WU-tree-1-5-6.txt", "if x3 <= "},
		{"rules-python", "WU-tree-1-5-6.py", "def predict(row):"},
		{"rules-r", "WU-tree-1-5-6.R", "predict_tree <- function(row) {"},
		{"rules-sql", "WU-tree-1-5-6.sql", "-- SQL (standard)"},
		{"rules-mysql", "WU-tree-1-5-6-mysql.sql", "-- SQL (MySQL, MariaDB)"},
	} {
		text := b.taken(dir, r.button, r.name)
		if !strings.Contains(text, r.want) || !strings.Contains(text, "{1,5,6}") {
			b.Errorf("%s holds %.300s", r.name, text)
		}
	}
}

func (b *tab) report(dir, digest string) {
	b.readsAlone(b.taken(dir, "report", "WU-report.html"), digest, "The tree {1,5,6}", "All trees together", "CART",
		"300 test rows", "What happened", "Cochrane", "Measured {1,5,6}")
}

// readsAlone opens a report as a person would, from disk and without scripts, and looks at what it shows in both
// schemes.
func (b *tab) readsAlone(text string, wants ...string) {
	b.Helper()
	path := file(b.T, "report.html", []byte(text))
	check := exec.Command("node", "node_modules/html-validate/bin/html-validate.mjs", "-c", ".htmlvalidate.json",
		path)
	check.Dir = filepath.Join(shared.root, "browser", "npm")
	if out, err := check.CombinedOutput(); err != nil {
		b.Errorf("html-validate of the report: %v\n%s", err, out)
	}
	r := newTab(b.T)
	r.viewport(900, 800)
	for _, scheme := range []string{"light", "dark"} {
		r.scheme(scheme)
		r.open("file://" + path)
		shown := evaluate[string](r, "document.body.innerText")
		for _, want := range wants {
			if !strings.Contains(shown, want) {
				b.Errorf("the report lacks %q", want)
			}
		}
		picture, err := chromedp.Run(r.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			b.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(picture))
		if err != nil {
			b.Fatal(err)
		}
		if light := brightness(m); (scheme == "light") != (light > .5) {
			b.Errorf("the report has a brightness of %.2f in the %s scheme", light, scheme)
		}
	}
	r.viewport(360, 800)
	over := evaluate[float64](r, "document.documentElement.scrollWidth - document.documentElement.clientWidth")
	if over > 0 {
		b.Errorf("at 360 px the report is %g px too wide: %s", over, r.widest())
	}
	if n := evaluate[int](r, "document.querySelectorAll('script').length"); n != 0 {
		b.Errorf("%d scripts", n)
	}
}

// TestFiguresAsSeen: the SVG of a figure needs no style sheet, and its PNG is what the page shows, in both schemes.
func TestFiguresAsSeen(t *testing.T) {
	b := newTab(t)
	b.do("set the viewport", chromedp.EmulateViewport(1440, 900, chromedp.EmulateScale(2)))
	b.scheme("light")
	dir := b.downloads()
	b.open(shared.served + "/" + atFirst)
	b.ready()
	b.runsToItsEnd()
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		for _, id := range []string{"tree", "prediction-figure"} {
			svg := b.figure(dir, id, "svg")
			b.standsAlone(id, string(svg))
			picture, err := png.Decode(bytes.NewReader(b.figure(dir, id, "png")))
			if err != nil {
				t.Fatal(err)
			}
			gap := b.apart(picture, b.painted(svg, picture.Bounds().Size()), image.Point{},
				picture.Bounds().Size())
			if gap > 0 {
				t.Errorf("%s, %s: the PNG is not what the SVG shows: %.4f of the pixels differ", id,
					scheme, gap)
			}
			seen, at := b.seen(id, string(svg))
			if gap := b.apart(seen, picture, at, seen.Bounds().Size()); gap > .01 {
				t.Errorf("%s, %s: the PNG is not what the page shows: %.4f of the pixels differ", id,
					scheme, gap)
				keepPair(t, id+"-"+scheme, seen, picture)
			}
		}
	}
	topologies := string(b.figure(dir, "topologies", "svg"))
	b.standsAlone("topologies", topologies)
	if !strings.Contains(topologies, "{1,5,6}") {
		t.Error("the posterior over topologies lacks {1,5,6}")
	}
	name, sheet := b.caught(dir, func() { b.click("take-figures-svg") })
	b.standsAlone("sheet", string(sheet))
	figures := evaluate[int](b, "[...document.querySelectorAll('main figure[id] svg')].filter(e => "+
		"e.checkVisibility()).length")
	// the sheet, the topologies, and what is seen
	if n := strings.Count(string(sheet), "<svg"); figures < 2 || n != 2+figures || name != "WU-figures.svg" {
		t.Errorf("%s holds %d svg elements, the page shows %d", name, n, figures)
	}
	name, data := b.caught(dir, func() { b.click("take-figures-png") })
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil || name != "WU-figures.png" || m.Bounds().Dx() < 1000 || colors(m) < 50 {
		t.Errorf("%s: %v", name, err)
	}
}

// figure presses a link beside a figure.
func (b *tab) figure(dir, id, kind string) []byte {
	b.Helper()
	selector := fmt.Sprintf(`[data-figure=%q] [data-save=%q]`, id, kind)
	b.wait("the links of "+id, "document.querySelector("+quote(selector)+")?.checkVisibility()", patience)
	name, content := b.caught(dir, func() { b.clickOn(selector) })
	if want := "WU-" + id + "." + kind; name != want {
		b.Errorf("%s as %s is called %s, want %s", id, kind, name, want)
	}
	return content
}

// standsAlone checks that the SVG is sound XML, names no class and no variable, and holds no style sheet and no script.
func (b *tab) standsAlone(id, svg string) {
	b.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			b.Fatalf("%s: %v", id, err)
		}
	}
	for _, bad := range []string{"class=", "var(", "<style", "<script", " style="} {
		if strings.Contains(svg, bad) {
			b.Errorf("%s holds %s", id, bad)
		}
	}
}

// painted is an SVG as a page without any style sheet paints it.
func (b *tab) painted(svg []byte, size image.Point) image.Image {
	b.Helper()
	other := newTab(b.T)
	other.open(shared.static + "/bare")
	data := script[string](other, fmt.Sprintf(`
		const picture = new Image();
		picture.src = "data:image/svg+xml;base64," + %s;
		await picture.decode();
		const canvas = Object.assign(document.createElement("canvas"), {width: %d, height: %d});
		canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
		return canvas.toDataURL("image/png").split(",")[1];`, quote(base64.StdEncoding.EncodeToString(svg)),
		size.X, size.Y))
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		b.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// seen is a figure as the page shows it, at two pixels each, and where its corner lies in the picture made of it.
func (b *tab) seen(id, svg string) (image.Image, image.Point) {
	b.Helper()
	find := "document.querySelector('#" + id + " svg')"
	execute(b, find+".scrollIntoView({block: 'center', behavior: 'instant'}); document.activeElement.blur()")
	b.settles("the figure's place", "JSON.stringify("+find+".getBoundingClientRect()) + "+find+".outerHTML")
	at := evaluate[[]float64](b, "(r => [r.x, r.y, r.width, r.height])("+find+".getBoundingClientRect())")
	data, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	whole, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		b.Fatal(err)
	}
	var view [4]float64
	inner := svg[strings.Index(svg, "<svg y="):]
	if _, err := fmt.Sscanf(inner[strings.Index(inner, "viewBox="):], `viewBox="%g %g %g %g"`, &view[0], &view[1],
		&view[2], &view[3]); err != nil {
		b.Fatal(err)
	}
	box := image.Rect(int(math.Round(2*at[0])), int(math.Round(2*at[1])), int(math.Round(2*(at[0]+at[2]))),
		int(math.Round(2*(at[1]+at[3]))))
	out := image.NewRGBA(image.Rect(0, 0, box.Dx(), box.Dy()))
	for y := range box.Dy() {
		for x := range box.Dx() {
			out.Set(x, y, whole.At(box.Min.X+x, box.Min.Y+y))
		}
	}
	return out, image.Pt(int(math.Round(-2*view[0])), int(math.Round(-2*view[1])))
}

// apart is the share of the pixels of a that differ clearly from those of b, in which a's corner lies at a point, from
// all of those around: edges may fall on the other side of a pixel.
func (*tab) apart(a, b image.Image, at, size image.Point) float64 {
	differ := 0
	for y := range size.Y {
		for x := range size.X {
			if !nearby(a, b, x, y, at) {
				differ++
			}
		}
	}
	return float64(differ) / float64(size.X*size.Y)
}

func nearby(a, b image.Image, x, y int, at image.Point) bool {
	for _, d := range []image.Point{{}, {X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
		if alike(a, b, x, y, x+at.X+d.X, y+at.Y+d.Y) {
			return true
		}
	}
	return false
}

func alike(a, b image.Image, x, y, u, v int) bool {
	const clearly = 40 << 8
	r, g, bl, _ := a.At(x, y).RGBA()
	r2, g2, bl2, _ := b.At(u, v).RGBA()
	for _, d := range []int{int(r) - int(r2), int(g) - int(g2), int(bl) - int(bl2)} {
		if d > clearly || d < -clearly {
			return false
		}
	}
	return true
}

// keepPair keeps two pictures that differ.
func keepPair(t *testing.T, name string, pictures ...image.Image) {
	dir := filepath.Join(shared.root, "browser", "failed")
	if os.MkdirAll(dir, 0o755) != nil {
		return
	}
	for i, m := range pictures {
		var data bytes.Buffer
		if png.Encode(&data, m) == nil {
			path := filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, i))
			if os.WriteFile(path, data.Bytes(), 0o644) == nil {
				t.Log("kept ", path)
			}
		}
	}
}
