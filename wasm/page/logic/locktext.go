// What the test of the network lock saw, in words.

package logic

import (
	"fmt"
	"sort"
	"strings"

	"dcctree/core/chart"
)

// Attempt is one way that was tried, as dcctreeWays (site/ways.js) answers.
type Attempt struct {
	ID      string `js:"id"`
	Where   string `js:"where"`   // page or worker
	Outcome string `js:"outcome"` // refused, gone, open or untold
	By      string `js:"by"`      // what refused it
}

// WayInfo is what the list of ways says of one.
type WayInfo struct {
	ID    string `js:"id"`
	Local bool   `js:"local"` // it leads to no address
}

// judgement is what an outcome means for the person. The order is that of the report.
type judgement int

const (
	Leaky  judgement = iota // let pass
	untold                  // nobody can say from here
	local                   // it leads to no address
	shut
)

// finding is a way as seen from one place, the worst of what its attempts to several addresses, and from several
// workers, came to.
type finding struct {
	Attempt
	judgement
}

// judge says what an attempt means. What the person alone can start was not tried; it is not judged either.
func (t Attempt) judge(isLocal bool) judgement {
	switch {
	case t.Outcome == "refused" || t.Outcome == "gone":
		return shut
	case t.Outcome == "untold" || t.By == "untried":
		return untold
	case isLocal:
		return local
	}
	return Leaky
}

// Findings sums attempts up by way and place, the worst first.
func Findings(tries []Attempt, ways []WayInfo) []finding {
	isLocal := map[string]bool{}
	for _, w := range ways {
		isLocal[w.ID] = w.Local
	}
	var found []finding
	at := map[[2]string]int{}
	for _, t := range tries {
		f := finding{t, t.judge(isLocal[t.ID])}
		key := [2]string{t.ID, t.Where}
		i, known := at[key]
		switch {
		case !known:
			at[key] = len(found)
			found = append(found, f)
		case f.judgement < found[i].judgement:
			found[i] = f
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].judgement < found[j].judgement })
	return found
}

// saw says what the browser did.
func (f finding) saw() string {
	switch {
	case f.judgement == Leaky:
		return Text("lock.passed")
	case f.judgement == local:
		return Text("lock.local")
	case f.Outcome == "untold":
		return Text("lock.untold")
	case f.By == "untried":
		return Text("lock.untried")
	case f.Outcome == "gone" && f.By == "guard":
		return Text("lock.taken")
	case f.Outcome == "gone":
		return Text("lock.absent")
	case f.By == "guard":
		return Text("lock.stopped")
	case f.By == "browser":
		return Text("lock.browser")
	}
	return fmt.Sprintf(Text("lock.refused"), f.By)
}

// FindingsMarkup is the report's rows.
func FindingsMarkup(found []finding) string {
	classes := map[judgement]string{Leaky: "leaky", untold: "untold", local: "local", shut: "shut"}
	var m strings.Builder
	for _, f := range found {
		m.WriteString(element("tr", fmt.Sprintf(`class="%s" data-way="%s %s"`, classes[f.judgement],
			chart.Escape(f.Where), chart.Escape(f.ID)), textIn("th", `scope="row"`, f.ID)+
			textIn("td", "", Text("lock.from."+f.Where))+textIn("td", "", f.saw())))
	}
	return m.String()
}

// CountOf is how many findings mean this.
func CountOf(found []finding, what judgement) (n int) {
	for _, f := range found {
		if f.judgement == what {
			n++
		}
	}
	return n
}

// LockVerdict is the report in a sentence or two. late says that a worker did not answer in time.
func LockVerdict(found []finding, late bool) string {
	said := fmt.Sprintf(Text("lock.shut"), CountOf(found, shut), len(found))
	if open := CountOf(found, Leaky); open > 0 {
		var names []string
		for _, f := range found[:open] {
			names = append(names, f.ID+" ("+Text("lock.from."+f.Where)+")")
		}
		said = fmt.Sprintf(Text("lock.leaky"), open, len(found), strings.Join(names, ", "))
	}
	if n := CountOf(found, untold); n > 0 {
		said += " " + fmt.Sprintf(Text("lock.unsure"), n)
	}
	if late {
		said += " " + Text("lock.late")
	}
	return said
}
