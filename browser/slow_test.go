// This file tests that results do not depend on how fast the workers are.

//go:build browser

package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// slowdown is put in front of the source of every worker that samples. Its start and each of its jobs take 50 times
// as long: a search at most a second, all else from 5.6 to 7, so that the test asks for the same on fast and on busy
// machines. The worker sleeps and says nothing meanwhile, as one whose beats are further apart than it may be
// silent.
const slowdown = `if (self.name === "dcctree worker") {
	const asleep = new Int32Array(new WebAssembly.Memory({initial: 1, maximum: 1, shared: true}).buffer);
	const {postMessage} = MessagePort.prototype,
		{set} = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
	let began = performance.now(), least = 5600, most = 7000;
	MessagePort.prototype.postMessage = function (...message) {
		const {kind} = message[0].head;
		if (kind === "beat") return;
		if (kind !== "crashed")
			Atomics.wait(asleep, 0, 0, Math.max(least, Math.min(most, 49 * (performance.now() - began))));
		postMessage.apply(this, message);
	};
	Object.defineProperty(MessagePort.prototype, "onmessage", {set(handle) {
		set.call(this, e => {
			[least, most] = e.data.head.words?.includes("score") ? [0, 1000] : [5600, 7000];
			began = performance.now();
			handle(e);
		});
	}});
}`

// slowCoordinator is put in front of the source of the coordinator: it takes 4 seconds to start and then 12 to begin
// with a step.
const slowCoordinator = `if (self.name === "dcctree coordinator") {
	const asleep = new Int32Array(new WebAssembly.Memory({initial: 1, maximum: 1, shared: true}).buffer);
	const sleep = ms => Atomics.wait(asleep, 0, 0, ms);
	self.addEventListener("message", ({data}) => {
		if (data.start) sleep(4000);
		if (data.head?.kind === "step") sleep(12000);
	});
}`

// slowRun makes a step on a small table and returns all that must not depend on the workers' speed, with the time
// that it took.
func slowRun() string {
	return fmt.Sprintf(`
		const {create} = await import("./dcctree.js");
		const s = await create({data: %s, target: "y", seed: 3, workers: 2, settings: %s});
		const notices = [], began = performance.now();
		s.onnotice = n => notices.push(n.message);
		await s.step();
		const {digest, givenUp, jobs} = await s.digest();
		const {line} = await s.fingerprint();
		s.close();
		return {notices, digest, givenUp, line, jobs: jobs.map(j => j.digest),
			seconds: (performance.now() - began) / 1000};`, quote(few()), shallow)
}

type slowOutcome struct {
	Digest, Line           string
	Notices, GivenUp, Jobs []string
	Seconds                float64
}

// TestSlowMachinesChangeNothing: with workers that are fifty times slower the digest is the same in both browsers,
// no worker is replaced and no job given up; so it is with a slow coordinator, while one that was killed is missed.
func TestSlowMachinesChangeNothing(t *testing.T) {
	usual := script[slowOutcome](bridge(t, shared.served), slowRun())
	if len(usual.Jobs) == 0 || len(usual.Notices)+len(usual.GivenUp) > 0 {
		t.Fatalf("the undisturbed run: %+v", usual)
	}
	before := func(source string) string { return "spy.prefix = " + quote(source) + ";" }
	for name, run := range map[string]func(*testing.T) slowOutcome{
		"workers in Chromium": func(t *testing.T) slowOutcome {
			return script[slowOutcome](bridge(t, shared.served, before(slowdown)), slowRun())
		},
		"workers in Firefox": func(t *testing.T) slowOutcome {
			f := newFox(t, 2*patience)
			tell[any](f, order{Before: instruments + before(slowdown)})
			f.open(shared.served + "/bare")
			return tell[slowOutcome](f, order{Run: slowRun()})
		},
		"coordinator": func(t *testing.T) slowOutcome {
			return script[slowOutcome](bridge(t, shared.served, before(slowCoordinator)), slowRun())
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // they mostly sleep
			slow := run(t)
			if slow.Digest != usual.Digest || slow.Line != usual.Line ||
				!slices.Equal(slow.Jobs, usual.Jobs) {
				t.Errorf("%s, jobs %v; undisturbed %s, %v", slow.Line, slow.Jobs, usual.Line,
					usual.Jobs)
			}
			if len(slow.Notices)+len(slow.GivenUp) > 0 {
				t.Errorf("notices %q, given up %q", slow.Notices, slow.GivenUp)
			}
			if slow.Seconds < 5.6 {
				t.Errorf("it took %.1f s, so nothing was slow", slow.Seconds)
			}
		})
	}
	t.Run("killed coordinator", func(t *testing.T) {
		t.Parallel()
		got := script[struct{ Code, Message, German string }](bridge(t, shared.served), `
			const s = await create({data: csv, target: "y", workers: 1});
			const run = s.run();
			spy.workers.find(w => w.name === `+quote(coordinatorName)+`).worker.terminate();
			return run.then(() => ({}),
				({code, message, translations}) => ({code, message, german: translations.de}));`)
		if got.Code != "coordinator-crashed" || !strings.Contains(got.Message, "(silent for ") ||
			!strings.Contains(got.German, "Sekunden stumm)") {
			t.Errorf("%+v", got)
		}
	})
}
