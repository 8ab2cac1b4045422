// This file writes the table of all ways out into docs/privacy.md, and holds the page's own test against it.

//go:build browser

package browser

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var updatePrivacy = flag.Bool("update-privacy", false,
	"measure every way out and write the table of docs/privacy.md anew (some minutes)")

// The lines around the table; Markdown shows neither.
const (
	waysBegin = `[//]: # "The table of ways is written by: ` +
		`go test -tags browser -run TestWaysTable ./browser/ -update-privacy"`
	waysEnd = `[//]: # "Here the table of ways ends."`
)

var waysBrowsers = []string{"Chromium", "Firefox"}

// Ways that no path names at a listening server: each is tried by itself, towards a server of its own.
var silentWays = []string{"preconnect", "dns-prefetch", "dns-anchor", "webtransport", "webrtc-stun", "webrtc-turn",
	"webrtc-datachannel", "webrtc-webkit", "webrtc-fresh-frame", "webrtc-srcdoc-frame"}

// leavingKinds are those whose attempts stop short of leaving the page: here they do not.
var leavingKinds = []string{"navigation", "window", "form"}

// reckless is the list of ways without what keeps its attempts from leaving the page.
func reckless(t *testing.T) string {
	t.Helper()
	source := waysSource(t)
	for _, change := range []struct {
		from, to string
		times    int
	}{
		{"event.preventDefault();", "", 2},
		{`(t) => t.saw("open", "untried")`, "(t) => void open(t.to)", 1},
		{"globalThis.parent, null)", "globalThis.parent, (other) => void (other.location = t.to))", 1},
		{"globalThis.opener, null)", "globalThis.opener, (other) => void (other.location = t.to))", 1},
	} {
		if n := strings.Count(source, change.from); n != change.times {
			t.Fatalf("ways.js has %q %d times, not %d: it cannot be made reckless", change.from, n,
				change.times)
		}
		source = strings.ReplaceAll(source, change.from, change.to)
	}
	return source
}

// leaveFor is how long a page is given to leave.
const leaveFor = 400 * time.Millisecond

// leave tries the ways that lead elsewhere, one by one, on a page that may be lost by it, and notes which arrive.
func (a asked) leave(t *testing.T, ids []string) map[string]bool {
	t.Helper()
	source, arrived := reckless(t), map[string]bool{}
	a.open()
	for _, id := range ids {
		l := newLure(t)
		a.eval(fmt.Sprintf("%s\n;setTimeout(() => dcctreeWays.tryAll(%s).catch(() => {})); return 1;", source,
			tryOptions(l.server.URL, leaveFor, id)))
		time.Sleep(2 * leaveFor)
		if paths, _, _ := l.reached(); len(paths) > 0 {
			arrived["page "+id] = true
			a.open()
		}
	}
	return arrived
}

// apart tries the silent ways side by side, each towards a server of its own, and notes which arrive: as a connection,
// a datagram or a look-up of a name.
func (a asked) apart(t *testing.T) map[string]bool {
	t.Helper()
	lures := map[string]*lure{}
	var tries []string
	for where, try := range map[string]string{"page": "dcctreeWays.tryAll", "worker": "spy.tries"} {
		for _, id := range silentWays {
			l := newLure(t)
			origin := l.server.URL
			if strings.HasPrefix(id, "dns-") {
				origin = strings.Replace(origin, "127.0.0.1", id+"."+namesEnd, 1)
			}
			lures[where+" "+id] = l
			tries = append(tries,
				fmt.Sprintf("%s({targets: [{name: 'other', origin: %q}], turn: 'ways', wait: 1500, "+
					"only: [%q]})", try, origin, id))
		}
	}
	a.eval("await Promise.all([" + strings.Join(tries, ",") + "]); return 1;")
	time.Sleep(time.Second) // what was sent late may arrive late
	arrived := map[string]bool{}
	for key, l := range lures {
		_, opened, datagrams := l.reached()
		_, id, _ := strings.Cut(key, " ")
		arrived[key] = opened > 0 || datagrams > 0 || lookedUp("."+id+"."+namesEnd)
	}
	return arrived
}

// measure tries everything in one browser and one deployment.
func measure(t *testing.T, browser string, d deployment) (map[string]wayFound, []way) {
	t.Helper()
	own, other := newLure(t), newLure(t)
	address, frame := d.open(t, own)
	a := inBrowser(t, browser, address, frame, d.before+";"+inWorker)
	list := a.list(t)
	sums := sum(a.try(t, own, other, 2*time.Second), list)
	var leaving []string
	for _, w := range list {
		if slices.Contains(leavingKinds, w.Kind) {
			leaving = append(leaving, w.ID)
		}
	}
	for _, more := range []map[string]bool{a.apart(t), a.leave(t, leaving)} {
		for key, arrived := range more {
			f := sums[key]
			f.arrived = f.arrived || arrived
			sums[key] = f
		}
	}
	return sums, list
}

// cell is what the table says of a way; without is the same way where there is neither policy nor guard.
func (f wayFound) cell(without wayFound) string {
	switch word := f.word(f.local); {
	case f.Outcome == "":
		return ""
	case f.arrived:
		return "**" + word + ", arrives**"
	case word == "untold" && !without.arrived:
		return "idle"
	default:
		return word
	}
}

// waysTable measures everything and returns the table.
func waysTable(t *testing.T) string {
	columns := map[string]map[string]wayFound{}
	var list []way
	var mu sync.Mutex
	t.Run("measure", func(t *testing.T) {
		for _, browser := range waysBrowsers {
			t.Run(browser, func(t *testing.T) {
				t.Parallel()
				for _, d := range append(slices.Clone(deployments), unguarded) {
					start := time.Now()
					sums, all := measure(t, browser, d)
					t.Logf("%s took %v", d.name, time.Since(start))
					mu.Lock()
					columns[browser+" "+d.name], list = sums, all
					mu.Unlock()
				}
			})
		}
	})
	var b strings.Builder
	head := "| Way | From |"
	for _, browser := range waysBrowsers {
		for _, d := range deployments {
			head += " " + browser + ", " + d.name + " |"
		}
	}
	fmt.Fprintf(&b, "%s\n|%s\n", head, strings.Repeat(" --- |", 2+len(waysBrowsers)*len(deployments)))
	for _, w := range list {
		for _, where := range w.Where {
			lineOf(t, &b, columns, w.ID, where)
		}
	}
	return b.String()
}

// lineOf writes the line of a way. What is said to be shut and arrives all the same is an error of the list or of the
// browser.
func lineOf(t *testing.T, b *strings.Builder, columns map[string]map[string]wayFound, id, where string) {
	fmt.Fprintf(b, "| %s | %s |", id, where)
	for _, browser := range waysBrowsers {
		for _, d := range deployments {
			f := columns[browser+" "+d.name][where+" "+id]
			if f.arrived && f.class == "shut" {
				t.Errorf("%s, %s: %s from the %s is said to be %s by %s, and arrives", browser, d.name,
					id, where, f.Outcome, f.By)
			}
			fmt.Fprintf(b, " %s |", f.cell(columns[browser+" "+unguarded.name][where+" "+id]))
		}
	}
	b.WriteString("\n")
}

func privacyPath() string { return filepath.Join(shared.root, "docs", "privacy.md") }

// splitPrivacy returns the text before the table, the table, and the text after it.
func splitPrivacy(t *testing.T) (before, table, after string) {
	t.Helper()
	text, err := os.ReadFile(privacyPath())
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), waysBegin+"\n")
	table, after, closed := strings.Cut(rest, waysEnd+"\n")
	if !ok || !closed {
		t.Fatalf("docs/privacy.md lacks the lines around its table of ways:\n%s\n%s", waysBegin, waysEnd)
	}
	return before, table, after
}

// TestWaysTable: what "Test it" says in both browsers is what the table of docs/privacy.md says, line by line.
func TestWaysTable(t *testing.T) {
	if *updatePrivacy {
		before, _, after := splitPrivacy(t)
		text := before + waysBegin + "\n\n" + waysTable(t) + "\n" + waysEnd + "\n" + after
		if err := os.WriteFile(privacyPath(), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	columns := readTable(t)
	for _, browser := range waysBrowsers {
		t.Run(browser, func(t *testing.T) {
			address, _ := deployments[0].open(t, newLure(t))
			rows := inBrowser(t, browser, address, "", "").report(t)
			agrees(t, columns[browser+", "+deployments[0].name], rows)
		})
	}
}

// readTable returns the cells by column and by the name of the way, "page fetch".
func readTable(t *testing.T) map[string]map[string]string {
	t.Helper()
	_, table, _ := splitPrivacy(t)
	lines := strings.Split(strings.TrimSpace(table), "\n")
	cells := func(line string) []string {
		all := strings.Split(strings.Trim(line, "|"), "|")
		for i := range all {
			all[i] = strings.TrimSpace(all[i])
		}
		return all
	}
	head, columns := cells(lines[0]), map[string]map[string]string{}
	for _, name := range head[2:] {
		columns[name] = map[string]string{}
	}
	for _, line := range lines[2:] {
		row := cells(line)
		for i, cell := range row[2:] {
			columns[head[2+i]][row[1]+" "+row[0]] = cell
		}
	}
	return columns
}

// reported is a row of the page's own test.
type reported struct{ Way, Class, Text string }

// report presses "Test it" and reads what it says.
func (a asked) report(t *testing.T) (rows []reported) {
	t.Helper()
	body := `document.querySelector("[data-test=lock-test]").click();
		const end = Date.now() + 180000, body = document.getElementById("lock-body");
		while (!body.firstChild && Date.now() < end) await new Promise(go => setTimeout(go, 50));
		return [...body.rows]
			.map(r => ({way: r.dataset.way, class: r.className, text: r.lastElementChild.textContent}));`
	if err := json.Unmarshal(a.eval(body), &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// classOf is what the page's own test makes of a word of the table.
func classOf(word string) string {
	switch word {
	case "untold", "idle", "untried":
		return "untold"
	case "stays":
		return "local"
	case "open":
		return "leaky"
	}
	return "shut"
}

// agrees holds the report against a column, both ways round.
func agrees(t *testing.T, column map[string]string, rows []reported) {
	t.Helper()
	if len(rows) != len(column) || len(rows) < 60 {
		t.Errorf("the page tries %d ways, the table has %d lines: run the command in docs/privacy.md",
			len(rows), len(column))
	}
	for _, r := range rows {
		word, _, _ := strings.Cut(strings.Trim(column[r.Way], "*"), ",")
		policy := strings.HasSuffix(word, "-src") || strings.Contains(word, "-src-") ||
			strings.HasSuffix(word, "-uri") || word == "form-action"
		if classOf(word) != r.Class || policy != strings.Contains(r.Text, "("+word+")") {
			t.Errorf("%s: the page says %q (%s), docs/privacy.md %q", r.Way, r.Text, r.Class, column[r.Way])
		}
	}
}
