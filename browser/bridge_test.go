// This file tests the bridge as any page uses it: from a bare page that imports dcctree.js and nothing else.

//go:build browser

package browser

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// steps is a small table whose best tree is plain: y is near 1 left of x1 = 0.5 and near 3 right of it; x2 says
// nothing.
func steps() string {
	var b strings.Builder
	b.WriteString("x1,x2,y\n")
	for i := range 60 {
		y := 1.0
		if i >= 30 {
			y = 3
		}
		fmt.Fprintf(&b, "%.3f,%.3f,%.3f\n", float64(i)/60, float64(i*7%60)/60, y+.1*math.Sin(float64(13*i)))
	}
	return b.String()
}

// small are settings that make a whole run of the small table a matter of seconds.
const small = `{iterations: 6, priorDraws: 20, activationCount: 4, maxActive: 4, chains: 2, warmup: 100, draws: 10,
	proposals: 5,
	repairs: 1, repairSteps: 50, keptDraws: 50}`

// bridge opens the bare page of a server and imports the bridge: names of the module are then variables, csv is the
// small table and small the settings. The scripts run before the page's own.
func bridge(t *testing.T, server string, scripts ...string) *tab {
	t.Helper()
	b := newTab(t, scripts...)
	b.open(server + "/bare")
	script[bool](b, fmt.Sprintf(`Object.assign(globalThis, await import("./dcctree.js"), {csv: %s, small: %s});
		globalThis.refusal = async promise => {
			try { await promise; } catch (e) {
				return {code: e.code ?? "", message: e.message, field: e.field ?? "", row: e.row ?? 0,
					column: e.column ?? "",
					own: e instanceof DccError && e instanceof Error};
			}
			return {code: "none", message: "it was accepted"};
		};
		return true;`, quote(steps()), small))
	return b
}

// refusal is a rejected promise of the bridge.
type refusal struct {
	Code, Message, Field, Column string
	Row                          int
	Own                          bool
}

// servers are the two ways in which the site is served; what concerns workers is tested on both.
func servers() map[string]string {
	return map[string]string{"served": shared.served, "static": shared.static}
}

func TestBridgeStepByStep(t *testing.T) {
	for name, server := range servers() {
		t.Run(name, func(t *testing.T) {
			b := bridge(t, server)
			type event struct {
				Index          int
				Kind, Words    string
				Topology       struct{ Key, Name string }
				Terms          []any
				Draws          int
				Gradients      float64
				Progress       float64
				LogEvidence    float64
				Done           bool
				TotalGradients float64
			}
			got := script[struct {
				Info struct {
					Task, Target, Seed string
					Features           []string
					TrainRows          int
					TestRows           int
				}
				First, Second event
				Rest          []event
			}](b, `
				globalThis.s = await create({data: csv, target: "y", seed: 7, workers: 2, holdout: 0.2,
					preset: "quick", settings: small});
				const first = await s.step(), second = await s.step(), rest = [];
				for await (const e of s) rest.push(e);
				return {info: {...s.info, seed: String(s.info.seed)}, first, second, rest};`)
			if i := got.Info; i.Task != "regression" || i.Target != "y" || i.Seed != "7" ||
				len(i.Features) != 2 || i.TrainRows != 48 || i.TestRows != 12 {
				t.Errorf("info %+v", i)
			}
			all := append([]event{got.First, got.Second}, got.Rest...)
			for i, e := range all {
				if e.Index != all[0].Index+i || e.Topology.Key == "" || e.Words == "" ||
					e.Gradients <= 0 || e.Done != (i == len(all)-1) {
					t.Errorf("step %d of %d: %+v", i, len(all), e)
				}
				if i > 0 && (e.Progress < all[i-1].Progress ||
					e.TotalGradients <= all[i-1].TotalGradients) {
					t.Errorf("step %d: progress %g after %g, gradients %g after %g", i, e.Progress,
						all[i-1].Progress, e.TotalGradients, all[i-1].TotalGradients)
				}
			}
			if got.First.Kind != "burn-in" || all[len(all)-1].Kind != "visit" ||
				all[len(all)-1].Progress != 1 {
				t.Errorf("the first step is a %s, the last a %s at progress %g", got.First.Kind,
					all[len(all)-1].Kind, all[len(all)-1].Progress)
			}
			checkResults(b)
			after := script[refusal](b, `return refusal(s.step());`)
			if after.Code != "finished" || !after.Own {
				t.Errorf("a step after the last: %+v", after)
			}
		})
	}
}

// checkResults looks at everything a finished run of the small table can tell.
func checkResults(b *tab) {
	b.Helper()
	got := script[struct {
		Topologies []struct {
			Key, Name           string
			Weight, LogEvidence float64
			Draws               int
		}
		EffectiveTrees []struct {
			Key, Name           string
			Leaves              []int
			Weight, WeightError float64
			Parts               []struct {
				Topology      string
				Weight, Share float64
			}
		}
		Metrics struct {
			Train, Test, BaselineTest struct {
				MSE  float64
				Rows int
			}
		}
		Rows, Test []struct{ Mean, SD, Low, High float64 }
		Truth      float64
		Tree, Bars string
		Trees      string
	}](b, `return {
		topologies: await s.topologies(), effectiveTrees: await s.effectiveTrees(),
			trees: await s.figure("effective-trees", {width: 300}), metrics: await s.metrics(),
		rows: await s.predict([[0.1, 0.5], [0.9, 0.5]]), test: await s.predict({test: [0, 1]}),
		truth: (await s.predict({test: [0]}))[0].truth,
		tree: await s.figure("tree", {width: 600}), bars: await s.figure("topologies", {width: 300}),
	};`)
	sum := 0.0
	for i, m := range got.Topologies {
		sum += m.Weight
		if i > 0 && m.Weight > got.Topologies[i-1].Weight {
			b.Errorf("topologies are not by weight: %+v", got.Topologies)
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		b.Errorf("the weights add up to %g", sum)
	}
	sum = 0
	for _, tree := range got.EffectiveTrees {
		if len(tree.Leaves) != (len(tree.Key)+1)/2 || tree.Name == "" || tree.WeightError < 0 {
			b.Errorf("an effective tree: %+v", tree)
		}
		for _, part := range tree.Parts {
			sum += part.Weight
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		b.Errorf("the parts of the effective trees add up to %g: %+v", sum, got.EffectiveTrees)
	}
	// the table: means 1 and 3 with errors of at most 0.1
	if r := got.Rows; math.Abs(r[0].Mean-1) > .2 || math.Abs(r[1].Mean-3) > .2 || r[0].Low >= r[0].Mean ||
		r[0].High <= r[0].Mean || r[0].SD <= 0 {
		b.Errorf("predictions left and right of the step: %+v, want means near 1 and 3", r)
	}
	if len(got.Test) != 2 || got.Truth < .8 || got.Truth > 3.2 {
		b.Errorf("predictions of test rows %+v, true value %g", got.Test, got.Truth)
	}
	if m := got.Metrics; m.Test.MSE <= 0 || m.Test.MSE > .1*m.BaselineTest.MSE || m.Test.Rows != 12 ||
		m.Train.Rows != 48 {
		b.Errorf("metrics %+v", m)
	}
	for name, svg := range map[string]string{"tree": got.Tree, "topologies": got.Bars,
		"effective-trees": got.Trees} {
		if !strings.HasPrefix(svg, "<svg") || strings.Contains(svg, " style=") ||
			strings.Contains(svg, "<script") {
			b.Errorf("the figure %s is not plain SVG: %.80s", name, svg)
		}
	}
}

func TestBridgeRunPauseStop(t *testing.T) {
	b := bridge(t, shared.served)
	got := script[struct {
		First, Second, Third string
		Before, Meanwhile    int
		After, Total         int
		Busy, Stopped        refusal
		Kept                 int
	}](b, `
		const s = await create({data: csv, target: "y", seed: 3, workers: 2, preset: "quick", settings: small});
		let n = 0;
		const first = await s.run({onStep: () => { if (++n === 2) s.pause(); }});
		const before = n;
		await new Promise(f => setTimeout(f, 500));
		const meanwhile = n;
		const running = s.run({onStep: () => n++});
		const busy = await refusal(s.step());
		const second = await running;
		const after = n;
		s.close();
		const q = await create({data: csv, target: "y", seed: 3, workers: 2, preset: "quick", settings: small});
		const stop = new AbortController();
		const third = await q.run({signal: stop.signal, onStep: () => stop.abort()});
		const kept = (await q.topologies()).length;
		const stopped = await refusal(q.step());
		q.close();
		return {first, before, meanwhile, busy, second, after, third, kept, stopped};`)
	if got.First != "paused" || got.Second != "done" || got.Third != "stopped" {
		t.Errorf("the runs ended %q, %q, %q, want paused, done, stopped", got.First, got.Second, got.Third)
	}
	// how many end meanwhile depends on the machine: the jobs in flight, and what is told of them on the way
	if got.Before < 2 || got.Meanwhile != got.Before || got.After <= got.Before {
		t.Errorf("%d steps at the pause, %d half a second later, %d at the end", got.Before, got.Meanwhile,
			got.After)
	}
	if got.Busy.Code != "busy" {
		t.Errorf("a step while a run is under way: %+v", got.Busy)
	}
	if got.Kept == 0 || got.Stopped.Code == "none" {
		t.Errorf("after the stop %d topologies are left and a step answers %+v", got.Kept, got.Stopped)
	}
}

// Must show 5 of the first issue: one seed, the same result to the last bit on 1 and on 4 workers.
func TestBridgeSameBits(t *testing.T) {
	b := bridge(t, shared.served)
	run := func(how string, workers, seed int) string {
		return script[string](b, fmt.Sprintf(`
			const s = await create({target: "y", seed: %d, workers: %d, %s});
			await s.run();
			const result = JSON.stringify(
				[await s.topologies(), await s.metrics(), await s.predict({train: [0, 9]})]);
			s.close();
			return result;`, seed, workers, how))
	}
	for _, how := range []string{`data: csv, preset: "quick", settings: small`,
		`data: ` + quote(few()) + `, preset: "fast", settings: ` + shallow} {
		one, four, other := run(how, 1, 11), run(how, 4, 11), run(how, 4, 12)
		if one != four {
			t.Errorf("%s, seed 11 on 1 worker:\n%s\non 4:\n%s", how, one, four)
		}
		if one == other {
			t.Errorf("%s: another seed gives the same result: the seed is not used", how)
		}
	}
}

func TestBridgeTellsWhatIsWrong(t *testing.T) {
	b := bridge(t, shared.served)
	for _, c := range []struct {
		name, options, code, field string
		names                      []string // that the text must hold
	}{
		{"no such target", `{data: csv, target: "z"}`, "", "", []string{"z"}},
		{"no such feature", `{data: csv, target: "y", features: ["x9"]}`, "", "", []string{"x9"}},
		{"no such task", `{data: csv, target: "y", task: "clustering"}`, "setting", "task",
			[]string{"clustering"}},
		{"hold-out above its range", `{data: csv, target: "y", holdout: 0.95}`, "setting", "holdout",
			[]string{"0.95", "0.9"}},
		{"hold-out that leaves no test rows", `{data: csv, target: "y", holdout: 0.001}`, "", "",
			[]string{"row"}},
		{"a setting out of range", `{data: csv, target: "y", preset: "quick", settings: {chains: 1000}}`,
			"setting", "chains",
			[]string{"chains", "64"}},
		{"a setting that is no number", `{data: csv, target: "y", preset: "quick", settings: {warmup: NaN}}`,
			"setting", "warmup", []string{"warmup"}},
		{"a setting that the preset does not use", `{data: csv, target: "y", settings: {chains: 3}}`, "setting",
			"chains",
			[]string{"chains", "keptDraws"}},
		{"an unknown setting", `{data: csv, target: "y", settings: {chain: 2}}`, "setting", "chain",
			[]string{"chain"}},
		{"an unknown preset", `{data: csv, target: "y", preset: "slow"}`, "setting", "preset",
			[]string{"slow"}},
		{"a seed that is none", `{data: csv, target: "y", seed: -1}`, "setting", "seed", []string{"-1"}},
		{"too many workers", `{data: csv, target: "y", workers: 1000}`, "setting", "workers", []string{"1000"}},
		{"an empty table", `{data: ""}`, "", "", []string{"empty"}},
		{"a ragged table", `{data: "a,b\n1,2\n3,4,5\n6,7\n"}`, "", "", []string{"Row 3"}},
		{"columns of unequal length", `{data: {columns: {x: [1, 2, 3], y: [1, 2]}}, target: "y"}`, "", "",
			[]string{"y"}},
		{"data of no known kind", `{data: 42}`, "", "", []string{"data"}},
	} {
		got := script[refusal](b, "return refusal(create("+c.options+"));")
		if got.Code == "none" || got.Code == "" || !got.Own || c.code != "" && got.Code != c.code ||
			c.field != "" && got.Field != c.field {
			t.Errorf("%s: %+v, want code %q and field %q", c.name, got, c.code, c.field)
		}
		for _, name := range c.names {
			if !strings.Contains(got.Message, name) {
				t.Errorf("%s: the text does not name %q: %s", c.name, name, got.Message)
			}
		}
		if got.Code == "internal" {
			t.Errorf("%s is answered as a mistake of the program: %s", c.name, got.Message)
		}
	}
}

func TestBridgeTakesAllKindsOfData(t *testing.T) {
	b := bridge(t, shared.served)
	for _, data := range []string{
		`csv`, `new Blob([csv])`, `new File([csv], "mine.csv")`, `new TextEncoder().encode(csv)`,
		`new TextEncoder().encode(csv).buffer`,
		`{columns: {x1: csv.trim().split("\n").slice(1).map(r => +r.split(",")[0]),
			y: csv.trim().split("\n").slice(1).map(r => +r.split(",")[2])}}`,
	} {
		rows := script[int](b, "const s = await open({data: "+data+
			"}); const n = s.table.rows; s.close(); return n;")
		if rows != 60 {
			t.Errorf("%s: %d rows, want 60", data, rows)
		}
	}
}

// Workers start with the table, so that a run finds them ready; a run can ask for more.
func TestWorkersStartWithTheTable(t *testing.T) {
	b := bridge(t, shared.served)
	got := script[[]int](b, fmt.Sprintf(`
		const count = () => spy.workers.filter(w => w.alive && w.name === %q).length;
		const s = await open({data: csv, workers: 2});
		const counts = [count()];
		const one = await s.create({target: "y", workers: 1});
		counts.push(count(), one.info.workers);
		const three = await s.create({target: "y", workers: 3});
		counts.push(count(), three.info.workers);
		s.close();
		return [...counts, count()];`, workerName))
	if want := []int{2, 2, 2, 3, 3, 0}; !slices.Equal(got, want) {
		t.Errorf("workers %v, want %v", got, want)
	}
}

func TestBridgeClassification(t *testing.T) {
	b := bridge(t, shared.static)
	got := script[struct {
		Info        struct{ Classes []string }
		Predictions []struct {
			Probabilities []float64
			Label         string
		}
		Metrics struct{ Test struct{ Accuracy float64 } }
	}](b, `
		const kinds = csv.replace(/,([0-9.]+)$/gm, (_, y) => +y < 2 ? ",low" : ",high");
		const s = await create({data: kinds, target: "y", seed: 5, preset: "quick", settings: small});
		await s.run();
		const result = {info: s.info, predictions: await s.predict([[0.1, 0.5], [0.9, 0.5]]),
			metrics: await s.metrics()};
		s.close();
		return result;`)
	if len(got.Info.Classes) != 2 || got.Predictions[0].Label != "low" || got.Predictions[1].Label != "high" ||
		got.Metrics.Test.Accuracy < .8 {
		t.Errorf("%+v", got)
	}
	for _, p := range got.Predictions {
		if len(p.Probabilities) != 2 || math.Abs(p.Probabilities[0]+p.Probabilities[1]-1) > 1e-9 {
			t.Errorf("probabilities %v", p.Probabilities)
		}
	}
}

// The preset that is taken where none is named: step by step topologies are measured, the rest is estimated, which ends
// the search, and what matters is audited; the last step says that it is the last.
func TestBridgeFastStepByStep(t *testing.T) {
	b := bridge(t, shared.served)
	type audit struct {
		Done                     bool
		Flag                     string
		States, Added            int
		Former, Second           float64
		FormerError, SecondError float64
		Reason                   string
		Exceeding                int
	}
	type event struct {
		Kind, Words string
		Topology    *struct{ Key, Name string }
		Search      struct {
			Ended      string
			Unexplored *struct {
				Share, Bound float64
				Draws        int
			}
			Auditing, Measuring int
		}
		Audit    *audit
		Progress float64
		Done     bool
	}
	got := script[struct {
		Steps      []event
		After      refusal
		Topologies []struct {
			Key, Method string
			Weight      float64
			Modes       int
			Audit       *audit
		}
		Kept    int
		Unknown refusal
		Figure  string
	}](b, `
		globalThis.s = await create({data: `+quote(few())+`, target: "y", seed: 7, workers: 2,
			settings: {keptDraws: 600, splitPrior: {alpha: 0.5, beta: 5}}});
		const steps = [];
		for await (const e of s) steps.push(e);
		const out = {steps, after: await refusal(s.step()), topologies: await s.topologies(),
			kept: s.info.settings.keptDraws,
			unknown: await refusal(s.session.create({target: "y", settings: {iterations: 3}})),
			figure: await s.figure("topologies")};
		return out;`)
	ended := ""
	for i, e := range got.Steps {
		if e.Words == "" || e.Done != (i == len(got.Steps)-1) || i > 0 && e.Progress < got.Steps[i-1].Progress {
			t.Errorf("step %d of %d: %+v", i+1, len(got.Steps), e)
		}
		switch e.Kind {
		case "measure", "embed":
			if e.Topology == nil || e.Audit != nil || e.Search.Ended != ended ||
				(e.Search.Unexplored != nil) != (ended != "") {
				t.Errorf("step %d: %+v", i+1, e)
			}
		case "explore":
			if ended = e.Search.Ended; e.Topology != nil || e.Audit != nil || e.Search.Unexplored == nil ||
				e.Search.Unexplored.Bound < e.Search.Unexplored.Share {
				t.Errorf("step %d: %+v", i+1, e)
			}
		case "audit":
			if ended == "" || e.Search.Ended != ended || e.Topology == nil || e.Audit == nil ||
				!e.Audit.Done {
				t.Errorf("step %d: %+v", i+1, e)
			}
		default:
			t.Errorf("step %d is of kind %q", i+1, e.Kind)
		}
	}
	if last := got.Steps[len(got.Steps)-1]; last.Search.Ended == "" ||
		last.Search.Auditing+last.Search.Measuring != 0 || got.Steps[0].Kind != "measure" {
		t.Errorf("the first step is %+v, the last %+v", got.Steps[0], last)
	}
	if got.After.Code != "finished" || got.Kept != 600 || got.Unknown.Field != "iterations" {
		t.Errorf("a step after the last: %+v; %d draws kept; a setting of the paper's way: %+v", got.After,
			got.Kept, got.Unknown)
	}
	best := got.Topologies[0]
	if best.Audit == nil || best.Audit.States == 0 || best.Method == "" || best.Modes < 1 ||
		math.Abs(best.Audit.Second) > 1e6 {
		t.Errorf("the best topology: %+v, audit %+v", best, best.Audit)
	}
	for _, m := range got.Topologies {
		if m.Weight > .2 && m.Audit == nil {
			t.Errorf("%s has weight %g and no audit", m.Key, m.Weight)
		}
	}
	if !strings.Contains(got.Figure, "not measured") {
		t.Error("the figure does not show what was not measured")
	}
}
