// Tests of the scale of a target.

package fit

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/random"
)

// scaled is a made-up table of n rows: the target is the exponential of what depends on x with noise .5, or that itself
// above 10.
func scaled(n int, exponential bool) string {
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
		if exponential {
			v = math.Exp(v)
		} else {
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

// The logarithm is taken where noise grows with the mean, and not where it is the same everywhere.
func TestScaleIsAskedFor(t *testing.T) {
	for _, c := range []struct{ exponential, chosen bool }{{true, false}, {false, false}, {true, true}} {
		p, err := scaledProblem(t, scaled(200, c.exponential), map[bool]string{true: LogScale}[c.chosen])
		if err != nil {
			t.Fatal(err)
		}
		p.decide(alltrees.Alone)
		notes := strings.Join(p.notes, "\n")
		if p.logged != c.exponential || strings.Contains(notes, `logarithm of "y"`) != c.exponential ||
			strings.Contains(notes, "as chosen") != c.chosen {
			t.Errorf("%+v: logarithm %t, notes %q", c, p.logged, notes)
		}
	}
}

// A scale that is none, and a target without a logarithm, are refused in words.
func TestScaleFaults(t *testing.T) {
	zero := scaled(30, true) + "1,1,0\n"
	for _, c := range []struct{ text, scale, want string }{
		{zero, LogScale, `row 32 has 0 in the target "y"`}, {zero, "root", `no scale "root"`},
	} {
		if _, err := scaledProblem(t, c.text, c.scale); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.scale, err, c.want)
		}
	}
	classes := "x,z,y\n" + strings.Repeat("1,2,a\n2,1,b\n", 20)
	_, err := scaledProblem(t, classes, LogScale)
	if err == nil || !strings.Contains(err.Error(), "read as classes") {
		t.Errorf("classes: %v", err)
	}
	if p, err := scaledProblem(t, zero, ""); err != nil || p.logged {
		t.Errorf("a target with a zero: %v", err)
	}
}

// A fit on the scale of logarithms is that of a column of logarithms, with its predictions in the target's units.
func TestScaleIsAColumnOfLogarithms(t *testing.T) {
	text := scaled(60, true)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines[1:] {
		cells := strings.Split(line, ",")
		var v float64
		if _, err := fmt.Sscan(cells[2], &v); err != nil {
			t.Fatal(err)
		}
		cells[2] = fmt.Sprintf("%.17g", numeric.Log(v))
		lines[i+1] = strings.Join(cells, ",")
	}
	var answers []*Answer
	for _, c := range []struct{ text, scale string }{{text, LogScale}, {strings.Join(lines, "\n"), PlainScale}} {
		p, err := scaledProblem(t, c.text, c.scale)
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.Fit(alltrees.Alone)
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if answers[0].Digest != answers[1].Digest {
		t.Errorf("digests %s, %s", answers[0].Digest, answers[1].Digest)
	}
	jacobian := 0.0
	for i := range answers[0].Predictions {
		q, r := answers[0].Predictions[i], answers[1].Predictions[i]
		if want := math.Exp(*r.Low); math.Abs(*q.Low-want) > 1e-9*want {
			t.Errorf("row %d: 5 %% at %v, want %v", i, *q.Low, want)
		}
		var y float64
		if _, err := fmt.Sscan(q.Target, &y); err != nil {
			t.Fatal(err)
		}
		jacobian += math.Log(y) / 3
	}
	if got, want := *answers[0].Scores.LogScore, *answers[1].Scores.LogScore-jacobian; math.Abs(got-want) > 1e-4 {
		t.Errorf("log score %v, want %v", got, want)
	}
}

// Mean and standard deviation of the exponential are those of the density, by quadrature.
func TestMomentsOfLogarithms(t *testing.T) {
	p := &Problem{logged: true}
	m := alltrees.Mixture{{Share: .7, Mean: .5, SD: .4}, {Share: .3, Mean: 1.5, SD: .2}}
	const step = 1e-3
	total, mean, squares := 0.0, 0.0, 0.0
	for v := step / 2; v < 40; v += step {
		f := math.Exp(p.logDensity(m, v)) * step
		total, mean, squares = total+f, mean+f*v, squares+f*v*v
	}
	got, sd := p.moments(m)
	if math.Abs(total-1) > 1e-6 || math.Abs(got-mean) > 1e-5 || math.Abs(sd-math.Sqrt(squares-mean*mean)) > 1e-5 {
		t.Errorf("total %v, mean %v, want %v, deviation %v, want %v", total, got, mean, sd,
			math.Sqrt(squares-mean*mean))
	}
	if l := p.logDensity(m, -1); !math.IsInf(l, -1) {
		t.Errorf("log density %v below zero", l)
	}
}
