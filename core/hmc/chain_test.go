// Starting, stopping and continuing chains.

package hmc

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// warmed returns a chain after its warm-up.
func warmed(t *testing.T, target LogDensity, s Settings, seed uint64) *Chain {
	t.Helper()
	rng := stream(seed)
	c, err := NewChain(target, s, State{}, rng)
	if err != nil {
		t.Fatal(err)
	}
	for c.Warming() {
		c.Warmup(rng)
	}
	return c
}

// through sends a state through JSON.
func through(t *testing.T, s State) State {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back State
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

// advance makes n transitions, each with a stream of its own, and returns what they were.
func advance(c *Chain, from, n int) (trace []string) {
	for i := from; i < from+n; i++ {
		rng := stream(uint64(1000 + i))
		var info Info
		if c.Warming() {
			info = c.Warmup(rng)
		} else {
			info = c.Sample(rng)
		}
		trace = append(trace, fmt.Sprintf("%x %+v", c.Position(), info))
	}
	return trace
}

// TestResumeBitForBit stops a chain at many points of warm-up and sampling, sends its state through
// JSON and continues: every later transition must be the same bit for bit.
func TestResumeBitForBit(t *testing.T) {
	const warmup, total = 120, 150
	for k, kind := range []MetricKind{Diagonal, Dense} {
		s := with(warmup)
		s.Metric, s.FinalStep = kind, []StepRule{Averaged, Fitted}[k]
		s.Bandwidth = Schedule{Kind: Linear, Initial: 1, Final: 0.1}
		start := func() *Chain {
			c, err := NewChain(&annealedPlane{}, s, State{}, stream(7))
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		want := advance(start(), 0, total)
		for _, stop := range []int{0, 1, 17, 18, 60, 107, 108, 119, 120, 121, 130, 140} {
			c := start()
			advance(c, 0, stop)
			state := through(t, c.State())
			if !reflect.DeepEqual(state, c.State()) {
				t.Fatalf("%s: stop at %d: the state changed in JSON", kind, stop)
			}
			again, err := Resume(&annealedPlane{}, s, state)
			if err != nil {
				t.Fatal(err)
			}
			if got := advance(again, stop, total-stop); !reflect.DeepEqual(got, want[stop:]) {
				t.Errorf("%s: stop at %d: the continuation differs", kind, stop)
			}
		}
	}
}

// annealedPlane is the quartic target plus a bandwidth that scales it.
type annealedPlane struct{ h float64 }

func (a *annealedPlane) Dim() int               { return 2 }
func (a *annealedPlane) SetBandwidth(h float64) { a.h = h }
func (a *annealedPlane) Gradient(grad, x []float64) float64 {
	v := quartic().f(grad, x)
	grad[0] /= a.h
	grad[1] /= a.h
	return v / a.h
}

func TestStateIsACopy(t *testing.T) {
	c := warmed(t, standardNormal(2), with(50), 1)
	s := c.State()
	clone := s.Clone()
	s.Position[0], s.Metric[0] = 99, 99
	if c.Position()[0] == 99 || c.State().Metric[0] == 99 || clone.Position[0] == 99 || clone.Metric[0] == 99 {
		t.Error("a state shares memory with its chain or its clone")
	}
}

func TestTransitionsDoNotAllocate(t *testing.T) {
	for _, kind := range []MetricKind{Diagonal, Dense} {
		s := with(1000)
		s.Metric = kind
		rng := stream(8)
		c, err := NewChain(standardNormal(20), s, State{}, rng)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < 100; i++ { // past the end of the first window
			c.Warmup(rng)
		}
		if n := testing.AllocsPerRun(40, func() { c.Warmup(rng) }); n != 0 {
			t.Errorf("%s: a warm-up transition allocates %v times", kind, n)
		}
		for c.Warming() {
			c.Warmup(rng)
		}
		if n := testing.AllocsPerRun(200, func() { c.Sample(rng) }); n != 0 {
			t.Errorf("%s: a transition allocates %v times", kind, n)
		}
	}
}

func TestNoCoordinates(t *testing.T) {
	point := target{0, func(_, _ []float64) float64 { return -3.25 }}
	c := warmed(t, point, with(30), 1)
	info := c.Sample(stream(2))
	if info.LogDensity != -3.25 || info.AcceptStat != 1 || info.Leapfrogs != 0 || info.Divergent {
		t.Errorf("%+v", info)
	}
	again, err := Resume(point, with(30), through(t, c.State()))
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Sample(stream(3)); got.LogDensity != -3.25 || again.Dim() != 0 {
		t.Errorf("resumed: %+v", got)
	}
}

func TestGradientsOfAChain(t *testing.T) {
	calls := 0
	counted := target{2, func(grad, x []float64) float64 {
		calls++
		return quartic().f(grad, x)
	}}
	rng := stream(9)
	c, err := NewChain(counted, with(100), State{}, rng)
	if err != nil {
		t.Fatal(err)
	}
	sum := calls
	for c.Warming() {
		sum += c.Warmup(rng).Gradients
	}
	for i := 0; i < 10; i++ {
		info := c.Sample(rng)
		if info.Gradients != info.Leapfrogs {
			t.Errorf("%d gradients for %d leapfrog steps", info.Gradients, info.Leapfrogs)
		}
		sum += info.Gradients
	}
	if sum != calls || c.Gradients() != calls {
		t.Errorf("counted %d and %d gradients of %d", sum, c.Gradients(), calls)
	}
}

// TestStartAsGiven: position, metric and step size of a start are taken over, and a warm-up without
// windows keeps the metric.
func TestStartAsGiven(t *testing.T) {
	s := with(25)
	s.BaseWindow, s.StepFactor = 0, 1
	start := State{Position: []float64{0.5, -0.5}, Metric: []float64{2, 3}, StepSize: 0.125}
	rng := stream(1)
	c, err := NewChain(standardNormal(2), s, start, rng)
	if err != nil {
		t.Fatal(err)
	}
	got := c.State()
	if !reflect.DeepEqual(got.Position, start.Position) || !reflect.DeepEqual(got.Metric, start.Metric) ||
		got.StepSize != 0.125 {
		t.Errorf("start %+v became %+v", start, got)
	}
	if want := math.Log(0.125); got.Adaptation.Mu != want {
		t.Errorf("mu = %v, want log of the step size %v", got.Adaptation.Mu, want)
	}
	for c.Warming() {
		c.Warmup(rng)
	}
	if got := c.State(); !reflect.DeepEqual(got.Metric, start.Metric) || got.StepSize == 0.125 {
		t.Errorf("after the warm-up: metric %v, step size %v", got.Metric, got.StepSize)
	}
}

func TestStartErrors(t *testing.T) {
	nowhere := target{1, func(grad, _ []float64) float64 { grad[0] = 0; return math.Inf(-1) }}
	annealing := with(10)
	annealing.Bandwidth = Schedule{Kind: Linear, Initial: 1, Final: 1}
	bad := func(change func(*Settings)) Settings {
		s := with(10)
		change(&s)
		return s
	}
	cases := []struct {
		target   LogDensity
		settings Settings
		start    State
		says     string
	}{
		{nowhere, with(10), State{}, "no start with finite log density"},
		{nowhere, with(10), State{Position: []float64{1}}, "at Position is not finite"},
		{standardNormal(2), with(10), State{Position: []float64{1}}, "Position has 1 elements, the target 2"},
		{standardNormal(2), with(10), State{Metric: []float64{1}}, "Metric has 1 elements"},
		{standardNormal(2), with(10), State{Metric: []float64{1, -1}}, "Metric is not positive definite"},
		{standardNormal(2), with(10), State{StepSize: math.NaN()}, "StepSize"},
		{standardNormal(2), annealing, State{}, "no SetBandwidth"},
		{standardNormal(2), Settings{}, State{}, "setting TargetAccept"},
		{standardNormal(2), bad(func(s *Settings) { s.Warmup = -1 }), State{}, "setting Warmup"},
		{standardNormal(2), bad(func(s *Settings) { s.MaxDoublings = 21 }), State{}, "setting MaxDoublings"},
		{standardNormal(2), bad(func(s *Settings) { s.MaxEnergyError = math.Inf(1) }), State{},
			"setting MaxEnergyError"},
		{standardNormal(2), bad(func(s *Settings) { s.Metric = "unit" }), State{}, "setting Metric"},
		{standardNormal(2), bad(func(s *Settings) { s.InitBuffer = -1 }), State{}, "setting InitBuffer"},
		{standardNormal(2), bad(func(s *Settings) { s.TermBuffer = -1 }), State{}, "setting TermBuffer"},
		{standardNormal(2), bad(func(s *Settings) { s.BaseWindow = -1 }), State{}, "setting BaseWindow"},
		{standardNormal(2), bad(func(s *Settings) { s.Gamma = 0 }), State{}, "setting Gamma"},
		{standardNormal(2), bad(func(s *Settings) { s.T0 = math.NaN() }), State{}, "setting T0"},
		{standardNormal(2), bad(func(s *Settings) { s.Decay = 0.5 }), State{}, "setting Decay"},
		{standardNormal(2), bad(func(s *Settings) { s.StepFactor = 0 }), State{}, "setting StepFactor"},
		{standardNormal(2), bad(func(s *Settings) { s.FinalStep = "" }), State{}, "setting FinalStep"},
		{standardNormal(2), bad(func(s *Settings) { s.InitRadius = 0 }), State{}, "setting InitRadius"},
		{standardNormal(2), bad(func(s *Settings) { s.InitAttempts = 0 }), State{}, "setting InitAttempts"},
		{standardNormal(2), bad(func(s *Settings) { s.Bandwidth.Kind = "" }), State{},
			"setting Bandwidth.Kind"},
		{&annealed{}, bad(func(s *Settings) { s.Bandwidth = Schedule{Linear, 0, 1} }), State{},
			"setting Bandwidth.Initial"},
		{&annealed{}, bad(func(s *Settings) { s.Bandwidth = Schedule{Linear, 1, 0} }), State{},
			"setting Bandwidth.Final"},
	}
	for _, c := range cases {
		_, err := NewChain(c.target, c.settings, c.start, stream(1))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error %v, want one that says %q", err, c.says)
		}
	}
}

func TestResumeErrors(t *testing.T) {
	s := with(100)
	c, err := NewChain(standardNormal(2), s, State{}, stream(1))
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		change func(*State)
		says   string
	}{
		{func(s *State) { s.Position = s.Position[:1] }, "Position"},
		{func(s *State) { s.Position[0] = math.NaN() }, "Position"},
		{func(s *State) { s.Metric = nil }, "Metric"},
		{func(s *State) { s.Metric[1] = 0 }, "Metric"},
		{func(s *State) { s.StepSize = 0 }, "StepSize"},
		{func(s *State) { s.Warmed = 101 }, "Warmed"},
		{func(s *State) { s.Adaptation.Mu = math.Inf(1) }, "Adaptation"},
		{func(s *State) { s.Adaptation.Count = -1 }, "Adaptation"},
		{func(s *State) { s.Adaptation.Information = -1 }, "Adaptation"},
		{func(s *State) { s.Adaptation.LogStepFit = math.NaN() }, "Adaptation"},
		{func(s *State) { s.Adaptation.Scatter = nil }, "Adaptation"},
	}
	for _, k := range cases {
		state := c.State()
		k.change(&state)
		if _, err := Resume(standardNormal(2), s, state); err == nil || !strings.Contains(err.Error(), k.says) {
			t.Errorf("error %v, want one that names %s", err, k.says)
		}
	}
	s.Bandwidth = Schedule{Kind: Linear, Initial: 1, Final: 1}
	if _, err := Resume(&annealedPlane{}, s, c.State()); err == nil || !strings.Contains(err.Error(), "Bandwidth") {
		t.Errorf("error %v, want one that names Bandwidth", err)
	}
}

func TestMisusePanics(t *testing.T) {
	cases := []struct {
		want string
		call func(c *Chain)
	}{
		{"hmc: Sample: the warm-up is not over", func(c *Chain) { c.Sample(stream(1)) }},
		{"hmc: Warmup: the warm-up is over", func(c *Chain) { c.Warmup(stream(1)); c.Warmup(stream(1)) }},
	}
	for _, k := range cases {
		func() {
			defer func() {
				if got := recover(); got != k.want {
					t.Errorf("panic %v, want %q", got, k.want)
				}
			}()
			c, err := NewChain(standardNormal(1), with(1), State{}, stream(1))
			if err != nil {
				t.Fatal(err)
			}
			k.call(c)
		}()
	}
}

// TestVanishedDensity: when a new bandwidth leaves the position without density the chain stays
// and says that it diverged.
func TestVanishedDensity(t *testing.T) {
	s := with(2)
	s.MaxDoublings = 1 // the first transition is one step of 0.001 from 0.95, the second has h = 0.55
	s.Bandwidth = Schedule{Kind: Linear, Initial: 1, Final: 0.1}
	c, err := NewChain(&shrinkingBox{}, s, State{Position: []float64{0.95}, StepSize: 1e-3}, stream(1))
	if err != nil {
		t.Fatal(err)
	}
	var last Info
	rng := stream(1)
	for c.Warming() {
		last = c.Warmup(rng)
	}
	if !last.Divergent || last.AcceptStat != 0 || math.Abs(c.Position()[0]-0.95) > 0.01 {
		t.Errorf("%+v at %v", last, c.Position())
	}
}

// shrinkingBox is uniform on |x| < h.
type shrinkingBox struct{ h float64 }

func (b *shrinkingBox) Dim() int               { return 1 }
func (b *shrinkingBox) SetBandwidth(h float64) { b.h = h }
func (b *shrinkingBox) Gradient(grad, x []float64) float64 {
	grad[0] = 0
	if math.Abs(x[0]) < b.h {
		return 0
	}
	return math.Inf(-1)
}

// TestMoveTo: a moved chain goes on as a new one at that position does, without allocating; from a point
// without density it can be moved on.
func TestMoveTo(t *testing.T) {
	s := with(0)
	start := State{Position: []float64{0.3, -0.2}, StepSize: 0.7}
	c, err := NewChain(box(2), s, start, stream(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.MoveTo([]float64{2, 0}, 0.5); err == nil {
		t.Error("moved to a point without density")
	}
	if err := c.MoveTo([]float64{0.1, 0.4}, 0.2); err != nil {
		t.Fatal(err)
	}
	fresh, err := NewChain(box(2), s, State{Position: []float64{0.1, 0.4}, StepSize: 0.2}, stream(1))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := advance(c, 0, 20), advance(fresh, 0, 20); !reflect.DeepEqual(a, b) {
		t.Errorf("moved: %v\nnew: %v", a, b)
	}
	to := []float64{0, 0}
	if n := testing.AllocsPerRun(20, func() { c.MoveTo(to, 0.1) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	warming, err := NewChain(box(2), with(10), State{Position: to, StepSize: 1}, stream(1))
	if err != nil {
		t.Fatal(err)
	}
	for want, f := range map[string]func(){
		"hmc: MoveTo: the warm-up is not over":              func() { warming.MoveTo(to, 1) },
		"hmc: MoveTo: position has the wrong length":        func() { c.MoveTo(nil, 1) },
		"hmc: MoveTo: step size is not positive and finite": func() { c.MoveTo(to, math.NaN()) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %v", got, want)
				}
			}()
			f()
		}()
	}
}

// moved is a standard normal about a center that something else moves.
type moved struct{ center float64 }

func (m *moved) Dim() int { return 1 }
func (m *moved) Gradient(grad, x []float64) float64 {
	z := x[0] - m.center
	grad[0] = -z
	return -.5 * z * z
}

// TestRefresh: after a change of the target the chain goes on as one that starts there.
func TestRefresh(t *testing.T) {
	settings := DefaultSettings()
	settings.Warmup = 0
	target := &moved{}
	start := State{Position: []float64{.5}, StepSize: .7}
	a, err := NewChain(target, settings, start, stream(1))
	if err != nil {
		t.Fatal(err)
	}
	target.center = 3
	a.Refresh()
	if got := a.LogDensity(); got != -.5*2.5*2.5 {
		t.Errorf("log density %v at distance 2.5", got)
	}
	b, err := NewChain(target, settings, start, stream(1))
	if err != nil {
		t.Fatal(err)
	}
	a.Sample(stream(2))
	b.Sample(stream(2))
	if a.Position()[0] != b.Position()[0] {
		t.Errorf("the refreshed chain is at %v, one started there at %v", a.Position(), b.Position())
	}
}
