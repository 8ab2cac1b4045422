package logic

import (
	"math"
	"strings"
	"testing"

	"dcctree/core/verdict"
)

// ran is a whole run with the fast mode's default settings on a sample set with the paper's split and bandwidth (seeds
// 1 to 3, core/dcc run natively). The clock is its gradient units, which do not depend on what else the machine does.
type ran struct {
	set              string
	search, whole    float64 // units until the search ended, and the audits
	measured, audits int
	at, share        []float64 // units and search.Fast.Progress after each measurement
	hinted, last     float64   // test score after the fourth step and at the end
	moved            float64   // the largest change of a weight by the audits
}

var recorded = []ran{
	{"wu", 43117, 81050, 8, 1, []float64{8888, 17027, 25912, 34891, 39004},
		[]float64{0.1932, 0.3701, 0.5633, 0.7585, 0.8479}, 0.07392, 0.07414, 0.005},
	{"wu", 49650, 87845, 9, 1, []float64{7700, 13534, 19593, 28683, 46599},
		[]float64{0.1674, 0.2942, 0.4259, 0.6235, 0.99}, 0.07406, 0.07399, 0.019},
	{"wu", 43358, 83648, 8, 1, []float64{9627, 17771, 26355, 32990, 39449},
		[]float64{0.2093, 0.3863, 0.5729, 0.7172, 0.8576}, 0.07408, 0.07411, 0.001},
	{"cgm", 67651, 231491, 11, 2, []float64{10587, 18095, 24503, 35709, 46549, 53979, 63625},
		[]float64{0.1644, 0.281, 0.3805, 0.5545, 0.7228, 0.8382, 0.988}, 0.04189, 0.04187, 0.008},
	{"cgm", 62421, 218080, 12, 2, []float64{7302, 14887, 23983, 35466, 43869, 51734, 58876},
		[]float64{0.125, 0.375, 0.375, 0.5507, 0.6812, 0.8033, 0.9142}, 0.04189, 0.04189, 0.023},
	{"cgm", 61030, 221646, 11, 2, []float64{8709, 16258, 27763, 39294, 47711, 52733, 56501},
		[]float64{0.1352, 0.375, 0.4311, 0.6102, 0.7409, 0.8188, 0.8773}, 0.04190, 0.04189, 0.019},
	{"iris", 41922, 124933, 7, 2, []float64{11196, 16496, 23647, 37131}, []float64{0.2434, 0.3586, 0.5141, 0.8072},
		0.91111, 0.91111, 0.013},
	{"iris", 42877, 126858, 7, 2, []float64{9660, 17304, 26312, 39778}, []float64{0.21, 0.3762, 0.572, 0.8647},
		0.91111, 0.91111, 0.013},
	{"iris", 43018, 126339, 6, 2, []float64{11821, 19518, 29004, 37085}, []float64{0.257, 0.4243, 0.6305, 0.8062},
		0.91111, 0.91111, 0.023},
	{"wine", 145312, 229307, 8, 1, []float64{10553, 26666, 57539, 85105, 111227},
		[]float64{0.0765, 0.1932, 0.4169, 0.6167, 0.806}, 0.97222, 0.97222, 0.026},
	{"wine", 142999, 225211, 7, 1, []float64{9498, 25787, 62401, 101472}, []float64{0.0688, 0.1869, 0.4522, 0.7353},
		0.97222, 0.97222, 0.018},
	{"wine", 143331, 229653, 8, 1, []float64{9973, 20983, 45471, 83626, 113727},
		[]float64{0.0723, 0.152, 0.3295, 0.606, 0.8241}, 0.97222, 0.97222, 0.019},
	{"bcw", 139954, 139954, 9, 0, []float64{12782, 27494, 51468, 78865, 107705},
		[]float64{0.0926, 0.1992, 0.373, 0.5715, 0.7805}, 0.95610, 0.95610, 0.000},
	{"bcw", 137753, 137753, 11, 0, []float64{8115, 22780, 41599, 69132, 94337, 110120, 117747},
		[]float64{0.0588, 0.1651, 0.3014, 0.501, 0.6836, 0.798, 0.8532}, 0.96098, 0.95610, 0.000},
	{"bcw", 167809, 167809, 12, 0, []float64{13154, 23074, 45610, 68282, 99329, 120885, 139396},
		[]float64{0.0953, 0.1672, 0.3305, 0.4948, 0.7198, 0.876, 0.99}, 0.95610, 0.95610, 0.000},
}

// TestTimeLeftHoldsInWholeRuns: of the forecasts after each measurement of the recorded runs nine in ten hold the end
// of the search, and most are narrower than half to twice the truth.
func TestTimeLeftHoldsInWholeRuns(t *testing.T) {
	all, held := 0, 0
	for _, r := range recorded {
		for i, at := range r.at {
			l, ok := TimeLeft(at, r.share[i], true)
			if !ok || !(l.low <= l.about && l.about <= l.high) {
				t.Fatalf("%s at %v: %+v, %v", r.set, at, l, ok)
			}
			all++
			if rest := r.search - at; l.low <= rest && rest <= l.high {
				held++
			} else {
				t.Logf("%s at %v of %v: %+v", r.set, at, r.search, l)
			}
		}
	}
	t.Logf("%d of %d forecasts hold", held, all)
	if all < 60 || 10*held < 9*all {
		t.Errorf("%d of %d forecasts hold the end", held, all)
	}
}

// TestAuditTimeHoldsInWholeRuns takes the units of one worker's work as its time.
func TestAuditTimeHoldsInWholeRuns(t *testing.T) {
	for _, r := range recorded {
		l, ok := AuditTime(r.search, r.measured, r.audits, 1, 0)
		if ok != (r.audits > 0) {
			t.Errorf("%s: forecast %v with %d audits", r.set, ok, r.audits)
		}
		if rest := r.whole - r.search; ok && !(l.low <= rest && rest <= l.high) {
			t.Errorf("%s: audits took %v, foreseen %+v", r.set, rest, l)
		}
	}
}

func TestTimesInWords(t *testing.T) {
	for want, l := range map[string]remaining{
		"a moment left": {.5, .2, 1.4}, "about 4\u00a0s left, 1\u00a0s to 8\u00a0s": {4.2, .3, 8},
		"about 25\u00a0s left, 20\u00a0s to 40\u00a0s":    {26, 18, 41},
		"about 4\u00a0min left, 3\u00a0min to 6\u00a0min": {240, 170, 360},
		"about 2.0\u00a0h left, 1.6\u00a0h to 3.0\u00a0h": {7200, 5760, 10800},
	} {
		if got := l.Words(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, share := range []float64{0, .01, 1, math.NaN()} {
		if l, ok := TimeLeft(5, share, true); ok && !math.IsNaN(share) {
			t.Errorf("with a share of %v: %+v", share, l)
		}
	}
}

// TestStopHintIsHonest: where the hint comes in the recorded runs, the test score at the end of the whole run is within
// what it claims, and audits move weights by no more than it says.
func TestStopHintIsHonest(t *testing.T) {
	for _, r := range recorded {
		limit := max(2*steadyShare*r.last*b2f(r.last < .5), steadyRate*b2f(r.last > .5))
		if math.Abs(r.hinted-r.last) > limit {
			t.Errorf("%s: the score was %v when the hint came, %v at the end", r.set, r.hinted, r.last)
		}
		if r.moved > .03 {
			t.Errorf("%s: audits moved a weight by %v", r.set, r.moved)
		}
	}
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func TestStopHint(t *testing.T) {
	flat := []Scored{{1, .5}, {2, .08}, {4, .0741}, {6, .0740}, {8, .0741}}
	searching := Story{Measured: 8, Last: Step{Kind: "measure"}}
	auditing := Story{Measured: 8, Last: Step{Kind: "audit", Search: Search{Ended: "budget", Auditing: 1}}}
	rounds := Story{Last: Step{Kind: "visit", Iteration: 100, Iterations: 400}}
	for _, c := range []struct {
		name   string
		story  Story
		preset string
		scores []Scored
		want   string
	}{
		{"a search whose score rests", searching, FastPreset, flat, "last 3 steps moved the MSE by .0001."},
		{"a score that moves", searching, FastPreset, flat[:3], ""},
		{"a score after few steps", searching, FastPreset, flat[4:], ""},
		{"audits", auditing, FastPreset, flat,
			"weights are known to ± .01, and the last steps moved the MSE by .0001"},
		{"rounds", rounds, paperPreset, flat, "known to ± .01; all 400 rounds would bring that to ± .006."},
		{"few rounds", Story{Last: Step{Kind: "visit", Iteration: 3, Iterations: 400}}, paperPreset, flat, ""},
		{"a run that is done", Story{Measured: 8, Last: Step{Done: true, Search: Search{Ended: "budget"}}},
			FastPreset, flat, ""},
	} {
		got := StopHint(c.story, c.preset, c.scores, 8, judgedAs(fineFacts()), false)
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q", c.name, got)
		}
	}
	for name, v := range map[string]Verdict{"unreliable evidence": judgedAs(weakFacts()), "no verdict": {},
		"a verdict that is bad": {Outcome: string(verdict.NotSettled)}} {
		for _, c := range []struct {
			story  Story
			preset string
		}{{auditing, FastPreset}, {rounds, paperPreset}} {
			if got := StopHint(c.story, c.preset, flat, 2, v, false); got != "" {
				t.Errorf("%s, %s: %q", name, c.preset, got)
			}
		}
	}
}
