// This file holds the words and controls of what-if.

package logic

import (
	"reflect"
	"strings"
	"testing"
)

func TestSliderOrder(t *testing.T) {
	few := []FeatureAt{{Name: "a"}, {Name: "b", Included: 2}, {Name: "c"}, {Name: "d"}}
	if got := SliderOrder(few, false); !reflect.DeepEqual(got, []int{0, 1, 2, 3}) {
		t.Errorf("four features come as %v", got)
	}
	many := append(few, FeatureAt{Name: "e", Included: 3})
	if got := SliderOrder(many, false); !reflect.DeepEqual(got, []int{4, 1, 0}) {
		t.Errorf("the most included of five are %v", got)
	}
	if got := SliderOrder(many, true); !reflect.DeepEqual(got, []int{4, 1, 0, 2, 3}) {
		t.Errorf("all of five are %v", got)
	}
}

func TestReadNumber(t *testing.T) {
	for s, want := range map[string]float64{".126": .126, "−.5": -.5, "1,234": 1234, "−12,345,678.5": -12345678.5,
		" 1e3 ": 1000, "0": 0} {
		if got, ok := ReadNumber(s); !ok || got != want {
			t.Errorf("%q reads %v, %v", s, got, ok)
		}
	}
	for _, s := range []string{"", "x", "1e999", "NaN", "Inf", "1-2", "0,5", "0,025", "1,23", "-0,125", "1234,567",
		",5", "1,234,5", "1.5,250"} {
		if v, ok := ReadNumber(s); ok {
			t.Errorf("%q reads %v", s, v)
		}
	}
}

// TestValuesAreShownAsFinelyAsTheRangeIs: a five hundredth of .8 is .0016, three decimals.
func TestValuesAreShownAsFinelyAsTheRangeIs(t *testing.T) {
	f := FeatureAt{Min: .1, Max: .9}
	if got := f.Shown(.12643); got != ".126" {
		t.Errorf(".12643 of .1 to .9 reads %q", got)
	}
	if got := f.Rounded(.12643); got != .126 {
		t.Errorf("a slider gives %v", got)
	}
	if got := f.Rounded(.95); got != .9 {
		t.Errorf("beyond its end a slider gives %v", got)
	}
	none, one := 0, 1
	if got := (FeatureAt{Min: 4.3, Max: 7.9, Decimals: &one}).Shown(5.5); got != "5.5" {
		t.Errorf("with one decimal 5.5 reads %q", got)
	}
	whole := (FeatureAt{Min: 1, Max: 10, Decimals: &none})
	if whole.step() != 1 || whole.Shown(3) != "3" || whole.Shown(3.5) != "3.5" {
		t.Errorf("whole numbers go by %v and read %q, %q", whole.step(), whole.Shown(3), whole.Shown(3.5))
	}
	for want, f := range map[string]FeatureAt{"1984": {Min: 1950, Max: 2019, Decimals: &none},
		"1,984": {Min: 1950, Max: 2190, Decimals: &none}} {
		if got := f.Shown(1984); got != want {
			t.Errorf("1984 of %v to %v reads %q", f.Min, f.Max, got)
		}
	}
	if got := (FeatureAt{Min: 1950, Max: 2019, Decimals: &one}).Shown(1984.5); got != "1,984.5" {
		t.Errorf("what is no year reads %q", got)
	}
	if got := (FeatureAt{Min: 5, Max: 5}).Shown(5); got != "5" {
		t.Errorf("a constant reads %q", got)
	}
	if big := (FeatureAt{Min: 0, Max: 1e12}); big.digits() != 0 || big.step() != 1 {
		t.Errorf("a wide range has %d digits", big.digits())
	}
}

func TestDisagreeSentence(t *testing.T) {
	e := Explanation{Prediction: Prediction{Mean: 1.25, Low: .76, High: 1.74},
		Topologies: []Says{{Name: "{1,5,6}", Mean: 1.29}, {Name: "{3,4,2}", Mean: 1.01}},
		Dissent:    &Says{Name: "{3,4,2}", Mean: 1.01}, Features: []FeatureAt{{Name: "x3", Value: .5}},
		Thresholds: []ThresholdAt{{Feature: "x3", Low: .49, High: .54}}}
	info := Info{Task: "regression"}
	want := "The topologies disagree: {1,5,6} says 1.29, {3,4,2} says 1.01. x3 lies where {1,5,6} may put its " +
		"threshold."
	if got := DisagreeSentence(e, info, "{1,5,6}"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	e.Dissent = nil
	if got := DisagreeSentence(e, info, ""); got != Text("whatif.agree") {
		t.Errorf("without dissent %q", got)
	}
	e.Topologies = e.Topologies[:1]
	if got := DisagreeSentence(e, info, ""); got != "" {
		t.Errorf("of a single topology %q", got)
	}
	classes := Explanation{Topologies: []Says{{Name: "{1,2}", Label: "a", Probability: .9},
		{Name: "{0}", Label: "b", Probability: .6}}, Dissent: &Says{Name: "{1,2}", Label: "a", Probability: .9}}
	got := DisagreeSentence(classes, Info{Task: "classification"}, "")
	if got != "The topologies disagree: {0} says b (.60), {1,2} says a (.90)." {
		t.Errorf("%q", got)
	}
}

func TestOutsideSentence(t *testing.T) {
	e := Explanation{Features: []FeatureAt{{Name: "a", Value: 2, Min: 0, Max: 1},
		{Name: "b", Value: .5, Min: 0, Max: 1}}}
	if got := OutsideSentence(e.Features); got != "a lies outside the training rows." {
		t.Errorf("%q", got)
	}
	e.Features = e.Features[1:]
	if got := OutsideSentence(e.Features); got != "" {
		t.Errorf("inside %q", got)
	}
}

// TestSliderMarkupEscapes: names and labels come from a file.
func TestSliderMarkupEscapes(t *testing.T) {
	f := FeatureAt{Name: `<img src=x>"`, Min: 0, Max: 1}
	m := SliderMarkup(0, f, nil, []ThresholdAt{{Feature: f.Name, Median: .25}}, false) +
		SliderMarkup(1, f, []string{"<b>"}, nil, true)
	if strings.Contains(m, "<img") || strings.Contains(m, "<b>") || !strings.Contains(m, `x="25.00%"`) {
		t.Errorf("%s", m)
	}
	if nameMarkup("x3") != "<i>x</i><sub>3</sub>" || nameMarkup("age") != "age" || nameMarkup("") != "" {
		t.Errorf("%q %q", nameMarkup("x3"), nameMarkup("age"))
	}
}
