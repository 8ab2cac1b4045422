// This file tests that labels and names of a column that are very long do not flood the page.

//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"
)

// longTable has a class and a label of so many letters among others, and a number to learn where the class cannot be.
func longTable(letters int) string {
	long := strings.Repeat("m", letters)
	var b strings.Builder
	b.WriteString("x,y,color,class\n")
	for i := range 120 {
		color, class := [2]string{"red", "blue"}[i%2], [2]string{"yes", "no"}[i/2%2]
		if i%30 == 0 { // four rows, so that the file is read soon
			color, class = "a"+long, "b"+long
		}
		fmt.Fprintf(&b, "%g,%d,%s,%s\n", float64(i*7%120)/120, i%5, color, class)
	}
	return b.String()
}

// TestLongLabelsDoNotFloodThePage: a label of 2^20 letters keeps its column out, which the review says, and the page
// and what it is told stay small; a column whose labels have 1000 is used. Before, such a label stood on the page 18
// times, a run's 19 MB.
func TestLongLabelsDoNotFloodThePage(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/" + atFirst)
	b.ready()
	sizes := func(letters int) int {
		name := fmt.Sprintf("long%d.csv", letters)
		b.choose("file-input", file(t, name, []byte(longTable(letters))))
		read := "document.getElementById('data-line').textContent.includes(" + quote(name+":") + ")"
		b.wait("the own table", read+" || "+query("error")+".textContent !== ''", patience)
		if got := b.text("error"); got != "" {
			t.Fatalf("%d letters are refused: %.300s", letters, got)
		}
		b.run()
		b.rests("done")
		b.settled()
		return evaluate[int](b, "document.documentElement.outerHTML.length")
	}
	if size := sizes(990); size > 300000 {
		t.Errorf("with labels of 991 letters the page has %d letters", size)
	}
	if got := evaluate[string](b, "document.body.textContent"); strings.Contains(got, "more than 1000 characters") {
		t.Error("a label of 991 letters is called too long")
	}
	if size := sizes(1 << 20); size > 300000 {
		t.Errorf("with labels of 2^20 letters the page has %d letters", size)
	}
	said := "document.getElementById('data').textContent + document.getElementById('error').textContent"
	leftOut := `Column "color" is left out: it holds a text of more than 1000 characters.`
	if got := evaluate[string](b, said); !strings.Contains(got, leftOut) {
		t.Errorf("the page does not say that color is left out: %.5000s", got)
	}
}
