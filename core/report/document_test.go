// Tests of documents: a golden file, and that text from outside stays text.

package report

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func sampleDocument() Document {
	return Document{Data: `a<b> & "c"`, Subject: "Regression of <y> on 1 feature.", Sections: []Section{
		{ID: "first", Title: "What <it> says", Parts: []Part{
			{Verdict: "Settled: <so>.", Heading: "A & B", Words: "Words & words.",
				List: []string{"a <note>"}},
			{Facts: []Fact{{"Seed", "1 < 2"}},
				SVG: `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>`},
			{Table: &Table{Caption: "Of <all>", Heads: []string{"Split", "P & Q"},
				Rows: [][]string{{"x <= 1", ".5"}}}}}},
		{ID: "none", Title: "Nothing", Parts: []Part{{}}}}}
}

func TestDocumentIsTheGoldenFile(t *testing.T) { golden(t, "document.html", Write(sampleDocument())) }

// TestDocumentEscapes: the body is well-formed XML, and what came from outside are texts in it.
func TestDocumentEscapes(t *testing.T) {
	got := Write(sampleDocument())
	_, body, _ := strings.Cut(got, "<body>")
	decoder := xml.NewDecoder(strings.NewReader("<body>" + strings.TrimSuffix(body, "</html>\n")))
	var text strings.Builder
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
		}
	}
	for _, want := range []string{`a<b> & "c"`, "<y>", "What <it> says", "Settled: <so>.", "a <note>", "1 < 2",
		"Of <all>", "P & Q", "x <= 1", "A & B"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is no text of the document", want)
		}
	}
}
