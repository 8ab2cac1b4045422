// Tests of numbers as texts.

package fit

import (
	"fmt"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
)

// Six digits where they do, more where they would hide what is told.
func TestDigits(t *testing.T) {
	c := &dataset.Column{Values: []float64{20240101, 20240102, 20240103, .5, 123456.25, 123456.5, 123460}}
	for _, k := range []struct{ got, want string }{
		{threshold(c, 20240101.5), "20240101.5"}, {threshold(c, 123456.375), "123456.4"},
		{threshold(c, 123458.25), "123458"}, {threshold(c, .25), "0.25"}, {threshold(c, 1./3), "0.333333"},
		{exact(1234003), "1234003"}, {exact(-.1234567), "-0.1234567"}, {exact(0), "0"}, {exact(1e20), "1e+20"},
		{exact(1e-7), "1e-07"}, {exact(5.25), "5.25"},
		{Beside(1234103.2, 300), "1234103"}, {Beside(12.3456789, 3), "12.3457"}, {Beside(1e-9, 0), "1e-09"},
		{Beside(1234103.2, 1e-300), "1234103.2"},
	} {
		if k.got != k.want {
			t.Errorf("%s is written, want %s", k.got, k.want)
		}
	}
	if low, high := apart(20240105.25, 20240105.75, 0); low == high {
		t.Errorf("from %s to %s", low, high)
	}
	for text, want := range map[string]int{"20240101.5": 9, "0.00250": 3, "1.5e+07": 2, "-3": 1, "y}": 0} {
		if got := digitsOf(text); got != want {
			t.Errorf("%s has %d digits, want %d", text, got, want)
		}
	}
}

// Dates as numbers and numbers of seven digits are told as the table has them, in splits, rules and predictions.
func TestLongNumbersAreTold(t *testing.T) {
	var b strings.Builder
	b.WriteString("t,y\n")
	for i := range 30 {
		fmt.Fprintf(&b, "%d,%d\n", 20240101+i, 1234003+10*(i%3)+900*(i/15))
	}
	table := tableOf(t, "long.csv", b.String(), dataset.ReadOptions{})
	o := Options{Target: "y", Task: "regression", Sharp: true, Scale: PlainScale, Held: map[int]bool{3: true},
		Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort()}
	o.Settings.Particles, o.Settings.Crowd, o.Settings.Learn, o.Settings.LearnEnd = 30, 2, 10, 100
	o.Effort.Moves, o.Effort.Work, o.Effort.Draws = 3, 1, 100
	p, err := New(table, o)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	rules := strings.Join(a.Tree.Rules, "\n") + strings.Join(a.Readable[1].Rules, "\n")
	if a.Root[0].Rule != "t <= 20240115.5" || !strings.Contains(rules, "t <= 20240115.5") ||
		strings.Contains(rules+a.Root[0].Long(), "e+") {
		t.Errorf("the first split is %s, the rules\n%s", a.Root[0].Long(), rules)
	}
	if got := a.Predictions[0].Target; got != "1234003" {
		t.Errorf("the target is %s", got)
	}
	if err := a.Check(); err != nil {
		t.Error(err)
	}
}
