// This file tests what happens when workers or the coordinator die in the middle of a run.

//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// saboteur is put in front of the source of every worker. It tells the page that the worker is there, and on command
// breaks it: "panic" makes the next message to the coordinator throw inside Go, which is a Go panic; "trap" makes the
// clock throw under the Go runtime's feet, which ends the program. A worker that is sent an audit asks the page first
// and does not begin before the next command, so that it is broken within the audit, and not before or after, however
// fast the machine is.
const saboteur = `(() => {
	const channel = new BroadcastChannel("sabotage"), id = crypto.randomUUID();
	let begin = () => {}; // the audit that waits for a command
	channel.postMessage({hello: id, name: self.name});
	channel.onmessage = ({data}) => {
		if (data.to !== id) return;
		if (data.command === "panic") {
			const post = MessagePort.prototype.postMessage;
			MessagePort.prototype.postMessage = function () {
				MessagePort.prototype.postMessage = post;
				throw new Error("sabotaged message");
			};
		}
		if (data.command === "trap") performance.now = () => { throw new Error("sabotaged clock"); };
		begin();
	};
	const {set} = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
	Object.defineProperty(MessagePort.prototype, "onmessage", {set(handle) {
		set.call(this, e => {
			const head = e.data.head;
			if (head?.kind !== "job" || !head.words.includes("audit")) return handle(e);
			begin = () => { begin = () => {}; handle(e); };
			channel.postMessage({audit: id});
		});
	}});
})();`

// sabotage makes the page able to break its workers: spy.break(name, command) breaks one worker of that name, and the
// next spy.losses workers that are to audit panic.
func sabotage() string {
	return fmt.Sprintf(`spy.prefix = %s; spy.ids = []; spy.losses = 0; {
		const channel = new BroadcastChannel("sabotage");
		channel.onmessage = ({data}) => {
			if (data.hello) spy.ids.push(data);
			if (data.audit)
				channel.postMessage({to: data.audit, command: spy.losses-- > 0 ? "panic" : "begin"});
		};
		spy.break = (name, command) => {
			const i = spy.ids.findIndex(w => w.name === name);
			const [{hello}] = spy.ids.splice(i, 1);
			channel.postMessage({to: hello, command});
		};
	}`, quote(saboteur))
}

const (
	workerName      = "dcctree worker"
	coordinatorName = "dcctree coordinator"
)

// harms are the ways in which a worker is lost, as JavaScript run in the page.
var harms = map[string]string{
	"killed":       `spy.workers.filter(w => w.name === "` + workerName + `")[0].worker.terminate()`,
	"panic in Go":  `spy.break("` + workerName + `", "panic")`,
	"runtime trap": `spy.break("` + workerName + `", "trap")`,
}

// A worker is lost in mid-run: the run goes on to the same result, bit by bit, as without the loss, and a notice says
// what happened.
func TestLostWorkerChangesNothing(t *testing.T) {
	const run = `
		const s = await create({data: csv, target: "y", seed: 21, workers: 2, preset: "quick",
			settings: {...small, iterations: 12, warmup: 300, repairSteps: 100}});
		const notices = [];
		s.onnotice = n => notices.push(n);
		let n = 0;
		const ended = await s.run({onStep: () => { if (++n === 2) harm(); }});
		const result = JSON.stringify([await s.topologies(), await s.metrics()]);
		s.close();
		return {ended, notices, result};`
	type outcome struct {
		Ended   string
		Notices []struct{ Kind, Message string }
		Result  string
	}
	undisturbed := script[outcome](bridge(t, shared.served), "const harm = () => {};"+run)
	if undisturbed.Ended != "done" || len(undisturbed.Notices) != 0 {
		t.Fatalf("the undisturbed run: %+v", undisturbed)
	}
	for name, harm := range harms {
		t.Run(name, func(t *testing.T) {
			b := bridge(t, shared.served, sabotage())
			got := script[outcome](b, "const harm = () => "+harm+";"+run)
			if got.Ended != "done" || got.Result != undisturbed.Result {
				t.Errorf("ended %q; results\n%s\nundisturbed\n%s", got.Ended, got.Result,
					undisturbed.Result)
			}
			if len(got.Notices) != 1 || got.Notices[0].Kind != "worker-replaced" ||
				!strings.Contains(got.Notices[0].Message, "nothing that was found is lost") {
				t.Errorf("notices %+v, want one that tells of the replaced worker", got.Notices)
			}
			for _, n := range got.Notices {
				t.Log(n.Message)
			}
		})
	}
}

// The same on the page: the run goes on to its end and the notice is shown.
func TestPageOutlivesALostWorker(t *testing.T) {
	b := newTab(t, sabotage())
	b.open(shared.served + "/" + inShort)
	b.ready()
	b.settings(map[string]string{"iterations": "12", "chains": "2"})
	b.run()
	b.wait("a tree", tree, patience)
	execute(b, harms["killed"])
	b.wait("a notice", query("notice")+".textContent.trim() !== ''", patience)
	if text := b.text("notice"); !strings.Contains(text, "replaced") {
		t.Errorf("the notice reads %q", text)
	}
	b.rests("done")
	b.complete()
}

// The coordinator holds data and draws; when it dies the page keeps what it shows, says what happened and what to do,
// and can run again.
func TestCoordinatorCrashKeepsTheScreen(t *testing.T) {
	b := newTab(t, sabotage())
	b.open(shared.served + "/" + inShort)
	b.ready()
	b.run()
	b.wait("a tree", tree, patience)
	b.wait("metrics", "document.querySelector('[data-metric=test-mse]') !== null", patience)
	time.Sleep(time.Second)
	execute(b, fmt.Sprintf("spy.break(%q, 'trap')", coordinatorName))
	b.rests("error")
	text := b.text("error")
	t.Logf("the page says: %s", text)
	for _, want := range []string{"stopped", "results", "Run"} {
		if !strings.Contains(text, want) {
			t.Errorf("the message does not say %q", want)
		}
	}
	if !evaluate[bool](b, tree) || b.metric("test-mse") <= 0 {
		t.Error("the results are gone from the screen")
	}
	execute(b, "spy.prefix = ''")
	b.settings(brief)
	b.run()
	b.rests("done")
	b.complete()
}

// A message of another version is refused with words that help; the run that is open goes on.
func TestUnknownVersionIsRefused(t *testing.T) {
	b := bridge(t, shared.served)
	got := script[struct {
		Reply struct{ Code, Message, Kind string }
		Ended string
	}](b, `
		const s = await create({data: csv, target: "y", preset: "quick", settings: small});
		const {worker} = spy.workers.find(w => w.name === `+quote(coordinatorName)+`);
		const reply = await new Promise(resolve => {
			worker.addEventListener("message", ({data}) => data.head?.id === 777 && resolve(data.head));
			worker.postMessage({head: {v: 999, kind: "topologies", id: 777, run: 1}});
		});
		const ended = await s.run();
		s.close();
		return {reply, ended};`)
	if r := got.Reply; r.Kind != "error" || r.Code != "protocol-version" || !strings.Contains(r.Message, "999") ||
		!strings.Contains(r.Message, "eload") {
		t.Errorf("the reply is %+v", r)
	}
	if got.Ended != "done" {
		t.Errorf("the run ended %q", got.Ended)
	}
}

// Workers are broken fifty times, at moments and in ways drawn at random, over as many runs as that takes: every run
// ends with the digest of the undisturbed one, and so does every job in it. At most two are broken in a run, since a
// job that fails on three workers is given up.
func TestFiftyLostWorkersChangeNothing(t *testing.T) {
	b := bridge(t, shared.served, sabotage())
	type outcome struct {
		Breaks, Replaced int
		Digest           string
		Notices          []string
	}
	run := func(seed, most int) outcome {
		return script[outcome](b, fmt.Sprintf(`
			const out = {breaks: 0, replaced: 0, notices: []}, timers = [];
			let state = %d;
			// Park and Miller's minimal standard
			const random = () => (state = (state * 48271) %% 2147483647) / 2147483647;
			spy.ids = [];
			const s = await create({data: csv, target: "y", workers: 2, seed: 5, preset: "first"});
			s.onnotice = n => n.kind === "worker-replaced" ? out.replaced++ : out.notices.push(n.message);
			await s.run({onStep: () => timers.push(setTimeout(() => {
				if (out.breaks >= %d || !spy.ids.some(w => w.name === %[3]q)) return;
				out.breaks++;
				spy.break(%[3]q, random() < .5 ? "panic" : "trap");
			}, 100 * random()))});
			timers.forEach(clearTimeout);
			const {digest, jobs} = await s.digest();
			s.close();
			return {...out, digest: digest + " " + jobs.map(j => j.digest).join(" ")};`, seed, most,
			workerName))
	}
	undisturbed := run(1, 0)
	breaks, replaced := 0, 0
	for seed := 1; breaks < 50 && seed <= 80; seed++ {
		got := run(seed, min(2, 50-breaks))
		breaks, replaced = breaks+got.Breaks, replaced+got.Replaced
		if got.Digest != undisturbed.Digest || len(got.Notices) > 0 {
			t.Errorf("run %d, %d workers broken: %.60s, undisturbed %.60s; notices %q", seed, got.Breaks,
				got.Digest, undisturbed.Digest, got.Notices)
		}
	}
	if breaks != 50 || replaced < breaks/2 { // one that breaks when the run has ended is not replaced
		t.Errorf("%d workers were broken and %d replaced, want 50 and most of them", breaks, replaced)
	}
	t.Logf("%d workers broken, %d replaced, digest %.16s", breaks, replaced, undisturbed.Digest)
}
