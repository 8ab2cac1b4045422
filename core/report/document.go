// Documents of other contents in the same dress.

package report

import (
	"cmp"

	"dcctree/core/words"
)

// Document is a file of sections under a heading. All that it is given is in its language already.
type Document struct {
	Lang     words.Lang
	Data     string // name of the table
	Subject  string // "Regression of y on 3 features."
	Sections []Section
}

// Section has an id, unique in its document, and parts in their order.
type Section struct {
	ID, Title string
	Parts     []Part
}

// Part is something to read. Of its fields those that are filled are written, in their order.
type Part struct {
	Verdict string // a sentence that stands out
	Heading string
	Words   string
	List    []string
	Facts   []Fact
	SVG     string // a figure
	Table   *Table
}

// Table has a caption, heads of its columns and rows of as many cells, the first of each its head.
type Table struct {
	Caption string
	Heads   []string
	Rows    [][]string
}

// Write returns the file.
func Write(d Document) string {
	p := &page{lang: d.Lang}
	p.open(d.Data, d.Subject)
	for _, s := range d.Sections {
		p.put(`<section aria-labelledby="`, escape(s.ID), `">`, "\n", `<h2 id="`, escape(s.ID), `">`,
			escape(s.Title), "</h2>\n")
		for i := range s.Parts {
			p.part(&s.Parts[i])
		}
		p.put("</section>\n")
	}
	p.cite()
	p.close()
	return p.String()
}

func (p *page) part(part *Part) {
	for _, k := range []struct{ before, text, after string }{
		{`<p class="verdict">`, escape(part.Verdict), "</p>\n"},
		{"<h3>", escape(part.Heading), "</h3>\n"},
		{"<p>", escape(part.Words), "</p>\n"},
	} {
		if k.text != "" {
			p.put(k.before, k.text, k.after)
		}
	}
	p.list(part.List)
	if len(part.Facts) > 0 {
		p.facts(part.Facts)
	}
	if part.SVG != "" {
		p.put("<figure>\n", part.SVG, "</figure>\n")
	}
	if part.Table != nil {
		p.tableOf(part.Table)
	}
}

func (p *page) tableOf(t *Table) {
	p.put("<table>\n<caption>", escape(t.Caption), "</caption>\n<thead><tr>")
	for _, h := range t.Heads {
		p.put(`<th scope="col">`, escape(h), "</th>")
	}
	p.put("</tr></thead>\n<tbody>\n")
	for _, row := range t.Rows {
		p.row(row[0], row[1:]...)
	}
	p.put("</tbody>\n</table>\n")
}

// open begins the file, with the table's name as its heading.
func (p *page) open(data, subject string) {
	p.put(`<!DOCTYPE html>
<html lang="`, string(cmp.Or(p.lang, words.English)), `">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; `+
		`form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>`, escape(p.lang.Say("report.title", data)), `</title>
<style>
`, style, `</style>
</head>
<body>
<header>
<h1>`, escape(data), `</h1>
<p>`, escape(p.lang.Say("report.author", subject)), `</p>
</header>
<main>
`)
}

func (p *page) close() { p.put("</main>\n</body>\n</html>\n") }
