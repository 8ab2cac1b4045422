// Package report writes a run as one HTML file that reads without scripts, prints, and loads nothing: data, model,
// topologies, trees, scores, diagnostics and what happened. Figures come as SVG text of package chart.
package report

import (
	"math"
	"strconv"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/verdict"
	"dcctree/core/words"
)

// Report is what the file says. Figures name classes only; the file's own style sheet colors them.
type Report struct {
	Lang       words.Lang // of the report's own words; what it is given is in it already
	Data       string     // name of the table
	Subject    string     // "Regression of y on 3 features."
	Rows       []Fact     // of the data
	Notes      []string   // what was left out, and what else a reader of the data should know
	Model      []Fact     // preset, seed and what else decides the result, the digest among it
	Settings   []Fact
	Topologies []Topology // by weight
	Weights    string     // figure of the posterior over topologies
	Trees      []Tree     // the most probable ones
	Across     []Figure   // what holds across all trees
	Scores     []Score
	Unmeasured Unmeasured
	Verdict    string   // of core/verdict, in words
	Plan       []string // what would settle the run, a sentence each
	Divergence string   // divergences of the chains in words, "" where there were no chains
	Happened   []Event
}

// Fact is a name with its value.
type Fact struct{ Name, Value string }

// Topology is one line of the table of diagnostics.
type Topology struct {
	Name                          string
	Weight, WeightError           float64 // the error is NaN where it is not known
	LogEvidence, LogEvidenceError float64
	KHat, KHatLimit               float64 // KHat is NaN where there is none
	EffectiveNumber               float64
	Audit                         string // in words, "" where there was none
}

// Tree is the figure of one topology with a sentence about it.
type Tree struct{ Name, Words, SVG string }

// Figure is a figure under a heading, with a sentence on how to read it.
type Figure struct{ Title, Words, SVG string }

// Score is one line of the table of scores. What the task does not have is NaN.
type Score struct {
	Method, Rows            string // "This run", "test rows"
	MSE, MSEError           float64
	Accuracy, AccuracyError float64
	LogScore, Coverage90    float64
}

// Unmeasured is the estimated share of the posterior in topologies that were never measured; Known is false without an
// estimate.
type Unmeasured struct {
	Known        bool
	Share, Bound float64
}

// Event is one line of what happened.
type Event struct {
	Seconds float64 // of sampling since the run began
	Words   string
}

// HTML returns the file.
func HTML(r Report) string {
	p := &page{lang: r.Lang}
	p.open(r.Data, r.Subject)
	p.data(r)
	p.topologies(r)
	p.trees(r.Trees)
	p.across(r.Across)
	p.scores(r.Scores)
	p.diagnostics(r)
	p.model(r)
	p.happened(r.Happened)
	p.cite()
	p.close()
	return p.String()
}

// page collects the markup.
type page struct {
	strings.Builder
	lang words.Lang
}

func (p *page) put(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// paragraph says a sentence or two.
func (p *page) paragraph(key string, values ...any) {
	p.put("<p>", escape(p.lang.Say(key, values...)), "</p>\n")
}

// section opens a section under a heading.
func (p *page) section(id, title string) {
	p.put(`<section aria-labelledby="`, id, `">`, "\n", `<h2 id="`, id, `">`, p.lang.Say(title), "</h2>\n")
}

func (p *page) facts(facts []Fact) {
	p.put("<dl>\n")
	for _, f := range facts {
		p.put("<div><dt>", escape(f.Name), "</dt><dd>", escape(f.Value), "</dd></div>\n")
	}
	p.put("</dl>\n")
}

// list makes items of texts; of none, nothing.
func (p *page) list(texts []string) {
	if len(texts) == 0 {
		return
	}
	p.put("<ul>\n")
	for _, text := range texts {
		p.put("<li>", escape(text), "</li>\n")
	}
	p.put("</ul>\n")
}

func (p *page) data(r Report) {
	p.section("data", "report.data")
	p.facts(r.Rows)
	p.list(r.Notes)
	p.put("</section>\n")
}

func (p *page) topologies(r Report) {
	p.section("topologies", "report.which")
	p.paragraph("report.weights.how")
	p.put("<figure>\n", r.Weights, "</figure>\n")
	switch u := r.Unmeasured; {
	case u.Known && u.Bound >= 1:
		p.paragraph("search.unbounded", verdict.Share(u.Share, p.lang))
	case u.Known:
		p.paragraph("report.unmeasured", verdict.Share(u.Share, p.lang), verdict.Bound(u.Bound))
	}
	p.put("</section>\n")
}

func (p *page) trees(trees []Tree) {
	p.section("trees", "report.trees")
	p.paragraph("report.tree.how")
	for _, t := range trees {
		p.put("<h3>", escape(p.lang.Say("report.tree", t.Name)), "</h3>\n<p>", escape(t.Words),
			"</p>\n<figure>\n", t.SVG, "</figure>\n")
	}
	p.put("</section>\n")
}

func (p *page) across(figures []Figure) {
	if len(figures) == 0 {
		return
	}
	p.section("across", "report.across")
	for _, f := range figures {
		p.put("<h3>", escape(f.Title), "</h3>\n<p>", escape(f.Words), "</p>\n<figure>\n", f.SVG, "</figure>\n")
	}
	p.put("</section>\n")
}

// table opens a table with a caption and its column heads, the first to the left.
func (p *page) table(caption string, heads ...string) {
	p.put("<table>\n<caption>", p.lang.Say(caption), "</caption>\n<thead><tr>")
	for _, h := range heads {
		p.put(`<th scope="col">`, p.lang.Say(h), "</th>")
	}
	p.put("</tr></thead>\n<tbody>\n")
}

func (p *page) row(head string, cells ...string) {
	p.put(`<tr><th scope="row">`, escape(head), "</th>")
	for _, c := range cells {
		p.put("<td>", escape(c), "</td>")
	}
	p.put("</tr>\n")
}

func (p *page) scores(scores []Score) {
	p.section("scores", "report.predictions")
	regression := len(scores) > 0 && !math.IsNaN(scores[0].MSE)
	if regression {
		p.table("report.scores", "report.method", "report.rows", "report.mse", "report.logscore",
			"report.inside")
	} else {
		p.table("report.scores", "report.method", "report.rows", "report.accuracy", "report.logscore")
	}
	for _, s := range scores {
		if regression {
			p.row(s.Method, s.Rows, measure(s.MSE, s.MSEError), plain(s.LogScore), share(s.Coverage90))
		} else {
			p.row(s.Method, s.Rows, measure(s.Accuracy, s.AccuracyError), plain(s.LogScore))
		}
	}
	p.put("</tbody>\n</table>\n")
	p.paragraph("report.scores.how")
	p.put("</section>\n")
}

func (p *page) diagnostics(r Report) {
	p.section("diagnostics", "report.diagnostics")
	p.put(`<p class="verdict">`, escape(r.Verdict), "</p>\n")
	p.list(r.Plan)
	if r.Divergence != "" {
		p.put("<p>", escape(r.Divergence), "</p>\n")
	}
	p.table("report.topologies", "report.topology", "report.weight", "report.evidence", "report.khat",
		"report.effective", "report.audit")
	for _, t := range r.Topologies {
		p.row(t.Name, weight(t), measure(t.LogEvidence, t.LogEvidenceError), p.kHat(t),
			chart.Significant(t.EffectiveNumber, 3), t.Audit)
	}
	p.put("</tbody>\n</table>\n")
	p.paragraph("report.topologies.how")
	p.put("</section>\n")
}

func (p *page) kHat(t Topology) string {
	if math.IsNaN(t.KHat) {
		return "–"
	}
	return fixed(t.KHat) + " (" + fixed(t.KHatLimit) + ")"
}

func (p *page) model(r Report) {
	p.section("model", "report.model")
	p.facts(r.Model)
	p.put("<h3>", p.lang.Say("report.settings"), "</h3>\n")
	p.facts(r.Settings)
	p.paragraph("report.digest.how")
	p.put("</section>\n")
}

func (p *page) happened(events []Event) {
	p.section("happened", "report.happened")
	p.put("<table>\n<caption>", p.lang.Say("report.steps"), "</caption>\n<thead><tr>", `<th scope="col">`,
		p.lang.Say("report.seconds"), `</th><th scope="col" class="words">`, p.lang.Say("report.step"),
		"</th></tr></thead>\n<tbody>\n")
	for _, e := range events {
		p.put("<tr><td>", strconv.FormatFloat(e.Seconds, 'f', 1, 64), `</td><td class="words">`,
			escape(e.Words), "</td></tr>\n")
	}
	p.put("</tbody>\n</table>\n</section>\n")
}

func (p *page) cite() {
	p.section("cite", "report.cite")
	p.put("<p>J. A. Cochrane, A. Wills ", p.lang.Say("report.and"),
		" S. J. Johnson, <cite>Divide, Conquer, Combine Bayesian Decision Tree Sampling</cite>. ",
		p.lang.Say("report.program"), "</p>\n</section>\n")
}

// weight writes a weight with its error, or says that this is not known.
func weight(t Topology) string {
	if math.IsNaN(t.WeightError) {
		return chart.Number(t.Weight, .01) + " " + chart.ErrorNotKnown
	}
	return measure(t.Weight, t.WeightError)
}

// measure writes a value with its error.
func measure(x, err float64) string {
	if math.IsNaN(x) {
		return none
	}
	if math.IsNaN(err) || err <= 0 {
		return chart.Significant(x, 4)
	}
	v, e := chart.WithError(x, err)
	return v + " " + e
}

const none = "–"

func plain(x float64) string {
	if math.IsNaN(x) {
		return none
	}
	return chart.Significant(x, 3)
}

func share(x float64) string {
	if math.IsNaN(x) {
		return none
	}
	return chart.Percent(x)
}

func fixed(x float64) string {
	if x-x != 0 {
		return none
	}
	return chart.Number(x, .01)
}

func escape(s string) string { return chart.Escape(s) }
