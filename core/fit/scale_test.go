// Tests of the scale of a target.

package fit

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/random"
	"dcctree/core/words"
)

// scaled is a made-up table of n rows: on a scale the target depends on x with noise .5, on the plain one above 10.
func scaled(n int, scale string) string {
	rng := random.Stream(3, "scale")
	var b strings.Builder
	b.WriteString("x,z,y\n")
	for range n {
		x, z := rng.Float64(), rng.Float64()
		v := 1.0
		if x > .5 {
			v = 3
		}
		v += .5 * rng.NormFloat64()
		switch scale {
		case LogScale:
			v = math.Exp(v)
		case RootScale:
			v = (v + 2) * (v + 2)
		default:
			v += 10
		}
		fmt.Fprintf(&b, "%.4f,%.4f,%.6f\n", x, z, v)
	}
	return b.String()
}

func scaledProblem(t *testing.T, text, scale string) (*Problem, error) {
	t.Helper()
	table, err := dataset.ReadCSV("prices.csv", []byte(text), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Target: "y", Scale: scale, Settings: alltrees.DefaultSettings(), Effort: alltrees.DefaultEffort(),
		Held: map[int]bool{0: true, 1: true, 2: true}}
	o.Settings.Particles, o.Effort.Moves, o.Effort.Work = 30, 3, 1
	return New(table, o)
}

// The logarithm is taken where noise grows with the mean, the root where it grows with the mean's root, and none where
// it is the same everywhere.
func TestScaleIsAskedFor(t *testing.T) {
	names := map[string]string{LogScale: `logarithm of "y"`, RootScale: `square root of "y"`}
	for _, c := range []struct{ of, chosen string }{
		{LogScale, AutoScale}, {RootScale, ""}, {PlainScale, ""}, {LogScale, LogScale}, {LogScale, RootScale},
		{LogScale, PlainScale},
	} {
		want := c.chosen
		if want == "" || want == AutoScale {
			want = c.of
		}
		p, err := scaledProblem(t, scaled(200, c.of), c.chosen)
		if err != nil {
			t.Fatal(err)
		}
		p.decide(alltrees.Alone)
		notes := strings.Join(words.All(words.English, p.notes), "\n")
		if p.scale != want || !strings.Contains(notes, names[want]) || (notes == "") != (want == PlainScale) ||
			strings.Contains(notes, "as chosen") != (want == c.chosen && want != PlainScale) {
			t.Errorf("%+v: %s, notes %q", c, p.scale, notes)
		}
	}
}

// A scale that is none, and a target without a logarithm, are refused in words.
func TestScaleFaults(t *testing.T) {
	zero := scaled(30, LogScale) + "1,1,0\n"
	for _, c := range []struct{ text, scale, want string }{
		{zero, LogScale, `row 32 has 0 in the target "y"`},
		{zero, RootScale, `row 32 has 0 in the target "y"`}, {zero, "sine", `no scale "sine"`},
	} {
		if _, err := scaledProblem(t, c.text, c.scale); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.scale, err, c.want)
		}
	}
	classes := "x,z,y\n" + strings.Repeat("1,2,a\n2,1,b\n", 20)
	for _, scale := range []string{LogScale, RootScale} {
		_, err := scaledProblem(t, classes, scale)
		if err == nil || !strings.Contains(err.Error(), "read as classes") {
			t.Errorf("%s of classes: %v", scale, err)
		}
	}
	if p, err := scaledProblem(t, zero, ""); err != nil || p.scale != PlainScale {
		t.Errorf("a target with a zero: %v", err)
	}
}

// A fit on a scale is that of a column on it, with its predictions in the target's units.
func TestScaleIsAColumnOnIt(t *testing.T) {
	for _, c := range []struct {
		scale          string
		to, back, less func(float64) float64 // less is minus the log slope of to
	}{
		{LogScale, numeric.Log, math.Exp, math.Log},
		{RootScale, math.Sqrt, func(z float64) float64 { return z * z },
			func(y float64) float64 { return math.Log(2 * math.Sqrt(y)) }},
	} {
		text := scaled(60, c.scale)
		answers := []*Answer{fittedOn(t, text, c.scale), fittedOn(t, with(t, text, c.to), PlainScale)}
		if answers[0].Digest != answers[1].Digest {
			t.Errorf("%s: digests %s, %s", c.scale, answers[0].Digest, answers[1].Digest)
		}
		less := 0.0
		for i := range answers[0].Predictions {
			q, r := answers[0].Predictions[i], answers[1].Predictions[i]
			if want := c.back(*r.Low); math.Abs(*q.Low-want) > 1e-9*want {
				t.Errorf("%s: row %d: 5 %% at %v, want %v", c.scale, i, *q.Low, want)
			}
			less += c.less(number(t, q.Target)) / 3
		}
		got, want := *answers[0].Scores.LogScore, *answers[1].Scores.LogScore-less
		if math.Abs(got-want) > 1e-4 {
			t.Errorf("%s: log score %v, want %v", c.scale, got, want)
		}
	}
}

// with is the table with its last column on another scale.
func with(t *testing.T, text string, to func(float64) float64) string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines[1:] {
		cells := strings.Split(line, ",")
		cells[2] = fmt.Sprintf("%.17g", to(number(t, cells[2])))
		lines[i+1] = strings.Join(cells, ",")
	}
	return strings.Join(lines, "\n")
}

func number(t *testing.T, cell string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func fittedOn(t *testing.T, text, scale string) *Answer {
	t.Helper()
	p, err := scaledProblem(t, text, scale)
	if err != nil {
		t.Fatal(err)
	}
	return fitted(t, p)
}

// Mean and standard deviation in the target's units are those of the density, by quadrature; of roots it is taken over
// them, since the density has no bound at zero.
func TestMomentsOnScales(t *testing.T) {
	m := alltrees.Mixture{{Share: .7, Mean: .5, SD: .4}, {Share: .3, Mean: 1.5, SD: .2}}
	const step = 1e-3
	for scale, at := range map[string]func(z float64) (y, slope float64){
		LogScale:  func(z float64) (y, slope float64) { return math.Exp(z), math.Exp(z) },
		RootScale: func(z float64) (y, slope float64) { return z * math.Abs(z), 2 * math.Abs(z) },
	} {
		p := &Problem{scale: scale}
		total, mean, squares := 0.0, 0.0, 0.0
		for z := -3 + step/2; z < 4; z += step {
			y, slope := at(z)
			f := math.Exp(p.logDensity(m, y)) * slope * step
			total, mean, squares = total+f, mean+f*y, squares+f*y*y
		}
		got, sd := p.moments(m)
		want := math.Sqrt(squares - mean*mean)
		if math.Abs(total-1) > 1e-6 || math.Abs(got-mean) > 1e-5 || math.Abs(sd-want) > 1e-5 {
			t.Errorf("%s: total %v, mean %v, want %v, deviation %v, want %v", scale, total, got, mean, sd,
				want)
		}
		for _, z := range []float64{-1, .3, 2} {
			if y, _ := at(z); math.Abs(p.inUnits(z)-y) > 1e-12 {
				t.Errorf("%s: %v in units is %v, want %v", scale, z, p.inUnits(z), y)
			}
		}
	}
	p := &Problem{scale: LogScale}
	// exp(800) is no number, so the median and the distance of the points at one deviation
	got, sd := p.moments(alltrees.Mixture{{Share: 1, Mean: 400, SD: .5}})
	want := math.Exp(400) * math.Sinh(.5)
	if math.Abs(got/math.Exp(400)-1) > 1e-6 || math.Abs(sd/want-1) > 1e-5 {
		t.Errorf("far off the moments are %v and %v, want %v and %v", got, sd, math.Exp(400), want)
	}
	if l := p.logDensity(m, -1); !math.IsInf(l, -1) {
		t.Errorf("log density %v below zero", l)
	}
}
