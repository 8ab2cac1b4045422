// This file tests what the bridge offers programs beyond the page: progress, draws as numbers, diagnostics, the
// fingerprint, and shared workers.

//go:build browser

package browser

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// quickly is a run of few in the fast mode with its audits; shortly is one of the small table that measures little.
const (
	quickly = `{data: few, target: "y", holdout: 0.25, seed: 7,
		settings: {keptDraws: 60, splitPrior: {alpha: 0.5, beta: 5}}}`
	shortly = `{data: csv, target: "y", holdout: 0.2, seed: 7, preset: "first"}`
)

func TestProgramsAskARun(t *testing.T) {
	b := bridge(t, shared.served)
	type variable struct {
		Name        string
		Dims        []string
		Shape       []int
		Length      int
		Float64     bool
		First, Last float64
	}
	got := script[struct {
		Early    []string
		Version  string
		Progress []struct {
			Progress, Seconds float64
			Steps             int
			Answered          bool
			Words             string
		}
		State string
		Draws []struct {
			Key, Name            string
			Weight, Sum          float64
			Count                int
			Variables            []variable
			Coords               map[string][]string
			Notes                int
			LogDensity, LogShare int
		}
		One, Measured int
		Density       float64
		Stan          string
		Diagnostics   struct {
			Sentence, Ended, Outcome        string
			Verdict                         string
			Plan, Advice                    []string
			Unreliable, Doubted             []string
			Good, Done                      bool
			Measured, Judged, Steps, Chains int
			WorstKHat, LeastEffectiveNumber float64
			Audits                          struct{ Done, Failed, Auditing int }
			Unexplored                      *struct{ Share, Bound float64 }
		}
		Fingerprint struct {
			Version, Data, Model, Digest, Seed, Preset, Line string
			Steps, TrainRows                                 int
			Done                                             bool
			Settings                                         map[string]any
		}
		Digest string
		Again  []string
	}](b, `
		const few = `+quote(few())+`;
		const s = await create(`+quickly+`);
		const early = [(await refusal(s.draws())).code, (await refusal(s.diagnostics())).code,
			(await refusal(s.fingerprint())).code,
			(await refusal(s.run({onstep: () => {}}))).field, (await refusal(s.draws({key: "100"}))).field];
		const progress = [];
		const state = await s.run({onProgress: p => progress.push(p)});
		const draws = (await s.draws())
			.map(d => ({...d, notes: d.notes.length, sum: d.logWeights.reduce((a, x) => a + Math.exp(x), 0),
			logDensity: d.logDensity.length, logShare: d.logWeights.length,
			variables: d.variables.map(v =>
				({...v, length: v.values.length, float64: v.values instanceof Float64Array,
				first: v.values[0], last: v.values.at(-1)}))}));
		const [one] = await s.draws({topology: draws[0].key});
		const out = {early, version, progress, state, draws, one: one.count, density: one.logDensity[0],
			measured: (await s.topologies()).length, stan: await (await s.export("stan")).blob.text(),
			diagnostics: {...await s.diagnostics(), verdict: (await s.verdict()).sentence},
			fingerprint: await s.fingerprint(), digest: (await s.digest()).digest};
		const lineOf = async options => {
			const s = await create(options);
			await s.step();
			const f = await s.fingerprint();
			s.close();
			return f.line;
		};
		out.again = [await lineOf(`+quickly+`), await lineOf({...`+quickly+`, data: few.replaceAll(",", ";")}),
			await lineOf({...`+quickly+`, seed: 8})];
		s.close();
		return out;`)
	if strings.Join(got.Early, " ") != "no-result no-result no-result onstep key" {
		t.Errorf("before the first step: %q", got.Early)
	}
	last := got.Progress[len(got.Progress)-1]
	if got.State != "done" || last.Progress != 1 || !last.Answered || last.Steps != len(got.Progress) ||
		last.Words == "" {
		t.Errorf("the run is %s, the last progress %+v of %d", got.State, last, len(got.Progress))
	}
	weights := 0.0
	for i, d := range got.Draws {
		weights += d.Weight
		if math.Abs(d.Sum-1) > 1e-9 || d.LogDensity != d.Count || d.LogShare != d.Count || d.Notes == 0 ||
			i > 0 && d.Weight > got.Draws[i-1].Weight {
			t.Errorf("%s: %d draws, shares that sum to %v, weight %v", d.Name, d.Count, d.Sum, d.Weight)
		}
		for _, v := range d.Variables {
			want := d.Count
			for k, n := range v.Shape {
				want *= n
				if len(d.Coords[v.Dims[k]]) != n {
					t.Errorf("%s: %s has %d values along %s, whose labels are %q", d.Name, v.Name,
						n, v.Dims[k], d.Coords[v.Dims[k]])
				}
			}
			if v.Length != want || !v.Float64 {
				t.Errorf("%s: %s has %d values where %d are due", d.Name, v.Name, v.Length, want)
			}
		}
	}
	if len(got.Draws) != got.Measured || math.Abs(weights-1) > 1e-9 || got.One != got.Draws[0].Count {
		t.Errorf("draws of %d of %d topologies, weights that sum to %v; the heaviest has %d, alone %d",
			len(got.Draws), got.Measured, weights, got.Draws[0].Count, got.One)
	}
	compareWithFile(t, got.Stan, got.Draws[0].Count, got.Density)
	d, f := got.Diagnostics, got.Fingerprint
	if strings.Contains(d.Sentence, "is not reliable") != (len(d.Unreliable) > 0) ||
		d.Good != strings.HasPrefix(d.Sentence, "Settled: ") ||
		d.Good && len(d.Unreliable)+len(d.Doubted) > 0 || d.Good != (d.Outcome == "settled") ||
		d.Verdict != d.Sentence || len(d.Plan) != len(d.Advice) || !d.Done || d.Ended == "" ||
		d.Measured != got.Measured || d.Judged < 1 || d.Audits.Done < 1 || !(d.LeastEffectiveNumber > 0) {
		t.Errorf("diagnostics %+v", d)
	}
	if f.Digest != got.Digest || f.Version != got.Version || f.Seed != "7" || f.Preset != "fast" || !f.Done ||
		f.Steps != len(got.Progress) || f.TrainRows != 18 || f.Settings["keptDraws"] != 60.0 {
		t.Errorf("fingerprint %+v, the digest is %s", f, got.Digest)
	}
	if !regexp.MustCompile(
		`^dcctree \d+\.\d+\.\d+ data=[0-9a-f]{16} model=[0-9a-f]{16} seed=7 steps=\d+ digest=[0-9a-f]{16}$`).
		MatchString(f.Line) {
		t.Errorf("the line %q", f.Line)
	}
	first := strings.Split(f.Line, " steps=")[0]
	if !strings.HasPrefix(got.Again[0], first+" steps=1+ ") || got.Again[1] != got.Again[0] ||
		got.Again[2] == got.Again[0] {
		t.Errorf("other runs: %q, this one %q", got.Again, f.Line)
	}
}

// compareWithFile: the file has as many draws, and the same first log density to the last of its 17 digits.
func compareWithFile(t *testing.T, stan string, draws int, density float64) {
	t.Helper()
	_, body, found := strings.Cut(stan, "\nlp__")
	lines := strings.Split(body, "\n")[1:]
	count := 0
	for _, line := range lines {
		if line != "" && line[0] != '#' {
			count++
		}
	}
	first, _, _ := strings.Cut(lines[0], ",")
	if got, _ := strconv.ParseFloat(first, 64); !found || count != draws || got != density {
		t.Errorf("%d draws in the file and %d as numbers; the first log density is %v and %v", count, draws,
			got, density)
	}
}

// Workers of a pool: none before the lease, as many as leased, none after; waits can be called off; results are those
// of any other run.
func TestWorkersOfAPool(t *testing.T) {
	b := bridge(t, shared.served)
	got := script[struct {
		Opened, Granted, After, Waiting, Twice int
		Asked                                  []int
		Released                               int
		State, Paused, Code, Digest, Own       string
		Notices                                []string
	}](b, `
		const {share} = await import("./bridge.js");
		const alive = () => spy.workers.filter(w => w.alive && w.name === "dcctree worker").length;
		const alone = await create(`+shortly+`);
		await alone.run();
		const own = (await alone.digest()).digest;
		alone.close();
		const leases = [], out = {asked: [], released: 0, notices: [], own};
		share({lease: most => { out.asked.push(most); return new Promise(grant => leases.push(grant)); },
			release: () => out.released++});
		const s = await create({...`+shortly+`, workers: 4});
		s.onnotice = n => out.notices.push(n.message);
		await new Promise(go => setTimeout(go, 300));
		out.opened = alive();
		const asked = async n => { while (leases.length < n) await new Promise(go => setTimeout(go, 10)); };
		const called = s.run();
		await asked(1);
		await new Promise(go => setTimeout(go, 300));
		out.waiting = alive();
		await s.pause();
		out.paused = await called;
		const other = await create(`+shortly+`);
		const steps = other.step();
		await asked(2);
		other.close();
		out.code = (await refusal(steps)).code;
		const run = s.run({onStep: () => { out.granted = Math.max(out.granted ?? 0, alive()); }});
		await asked(3);
		leases[2](2);
		out.state = await run;
		out.after = alive();
		out.twice = out.asked.length;
		out.digest = (await s.digest()).digest;
		s.close();
		return out;`)
	if got.Opened != 0 || got.Waiting != 0 || got.Granted != 2 || got.After != 0 {
		t.Errorf("workers: %d when open, %d while waiting, %d of 2 leased, %d afterwards", got.Opened,
			got.Waiting, got.Granted, got.After)
	}
	if got.Paused != "paused" || got.Code != "closed" || got.State != "done" || got.Twice != 3 ||
		got.Released != 3 {
		t.Errorf("a wait was called off as %q and %q, the run ended %q; %d leases, %d releases", got.Paused,
			got.Code, got.State, got.Twice, got.Released)
	}
	if got.Digest != got.Own || len(got.Notices) > 0 || len(got.Asked) != 3 || got.Asked[0] != 4 {
		t.Errorf("digest %s, with workers of its own %s; notices %q; asked for %v", got.Digest, got.Own,
			got.Notices, got.Asked)
	}
}
