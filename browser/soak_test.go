// This file holds the long run of `make soak`: memory and pace over thousands of steps.

//go:build browser && soak

package browser

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// weigher is put in front of the source of every worker; it tells the size of the worker's WebAssembly memory when asked.
const weigher = `(() => {
	let memory;
	WebAssembly.Instance = new Proxy(WebAssembly.Instance, {construct(real, args) {
		const instance = new real(...args);
		memory = instance.exports.mem ?? memory; // kernels have none of their own
		return instance;
	}});
	const channel = new BroadcastChannel("weigh");
	channel.onmessage = ({data}) => { if (data === "?") channel.postMessage(memory?.buffer.byteLength ?? 0); };
})();`

// weight is what the tab holds at one moment: bytes of the page's JavaScript heap and of all WebAssembly memories of its workers, and
// the steps made so far.
type weight struct{ heap, wasm, steps float64 }

func (b *tab) weigh() weight {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		b.Fatal(err)
	}
	usage, err := chromedp.Call(b.ctx, runtime.GetHeapUsage, cdp.Empty{})
	if err != nil {
		b.Fatal(err)
	}
	wasm := script[float64](b, `
		const channel = new BroadcastChannel("weigh");
		let sum = 0;
		channel.onmessage = ({data}) => { sum += data; };
		channel.postMessage("?");
		await new Promise(f => setTimeout(f, 3000));
		channel.close();
		return sum;`)
	return weight{heap: usage.UsedSize, wasm: wasm, steps: evaluate[float64](b, "spy.steps")}
}

// TestSoak lets the page run WU with far more iterations than any preset for twelve minutes: the steps keep their pace (they may get
// slower as more topologies are active, by a factor of three at most) and after the first quarter the memory grows by a quarter at most.
func TestSoak(t *testing.T) {
	const quarter = 3 * time.Minute
	b := newTab(t, "spy.prefix = "+quote(weigher)+";")
	b.open(shared.served + "/" + inShort)
	b.ready()
	b.settings(map[string]string{"iterations": "1000000", "keptDraws": "50"})
	b.sample("wu")
	b.run()
	b.wait("a tree", tree, patience)
	weights := []weight{b.weigh()}
	for range 4 {
		time.Sleep(quarter)
		weights = append(weights, b.weigh())
		last := weights[len(weights)-1]
		t.Logf("%.0f steps, page %.1f MB, workers %.1f MB", last.steps, last.heap/1e6, last.wasm/1e6)
	}
	b.click("stop")
	b.rests("stopped")
	first, end := weights[1], weights[4]
	if first.wasm == 0 {
		t.Error("the workers' memory was not measured")
	}
	if end.heap > 1.25*first.heap+5e6 || end.wasm > 1.25*first.wasm+5e6 {
		t.Errorf("memory grew from %.1f + %.1f MB to %.1f + %.1f MB", first.heap/1e6, first.wasm/1e6, end.heap/1e6, end.wasm/1e6)
	}
	early, late := weights[1].steps-weights[0].steps, weights[4].steps-weights[3].steps
	if late < early/3 {
		t.Errorf("%.0f steps in the first quarter and %.0f in the last", early, late)
	}
}
