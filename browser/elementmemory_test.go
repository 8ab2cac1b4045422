// This file mounts elements and takes them away again and again: memory stays, and no worker is left.

//go:build browser

package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// tens is how many times ten elements are mounted; make soak has longer work.
const tens = 3

// held is what a tab holds once everything that can be is collected, in MB.
type held struct{ heap, resident float64 }

func (b *tab) held() held {
	b.Helper()
	for range 2 { // what finalizers let go of goes with the second
		if _, err := chromedp.Call(b.ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
			b.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
	}
	usage, err := chromedp.Call(b.ctx, runtime.GetHeapUsage, cdp.Empty{})
	if err != nil {
		b.Fatal(err)
	}
	return held{(usage.UsedSize + usage.BackingStorageSize) / 1e6, renderers(b.T)}
}

// TestMountedAndRemoved: after thirty elements the heap with all its buffers, WebAssembly memories among them, and the
// renderers' resident memory are within a tenth of what they are after ten; each element made a step, so that all its
// workers ran. One element that stayed would hold more than that tenth of the resident memory (26 MB of 250).
// Chromium's allocator keeps .2 to .7 MB of each removed one until it levels off: 300 elements grew from 249 to 347 MB,
// and 160 after many frames had come and gone stayed at 410 to 420 MB.
func TestMountedAndRemoved(t *testing.T) {
	url := around(t, "", `<div id="place"></div>`, `Object.assign(globalThis, await import("./dcctree.js"));`)
	b := newTab(t, counting)
	b.open(url)
	b.wait("the module", "globalThis.mount !== undefined", patience)
	execute(b, fmt.Sprintf(`globalThis.mounts = async (number, hold = false) => {
		for (let k = 0; k < number; k++) {
			const handle = await mount("#place", {data: %s, target: "y", seed: k + 1, preset: "first"});
			await handle.step();
			kit.stepped = (kit.stepped ?? 0) + (kit.workers > 0);
			if (k === number - 1 && hold) return handle;
			handle.finalize();
		}
	}`, quote(few())))
	execute(b, "mounts(1, true).then(handle => { globalThis.held = handle; })")
	if n := workerThreads(t); n < 2 { // a coordinator, and what computes
		t.Errorf("%d threads of workers are seen while an element is at work", n)
	}
	execute(b, "held.finalize()")
	var first held
	for k := range tens {
		if _, err := tryEvaluate[chromedp.Void](b, "mounts(10)", 4*patience); err != nil {
			t.Fatal(err)
		}
		now := b.held()
		t.Logf("after %d: heap %.1f MB, renderers %.1f MB", 10*(k+1), now.heap, now.resident)
		if k == 0 {
			first = now
			continue
		}
		if now.heap > 1.1*first.heap || now.resident > 1.1*first.resident {
			t.Errorf("after %d elements: heap %.1f MB, renderers %.1f MB; after ten %.1f and %.1f MB",
				10*(k+1), now.heap, now.resident, first.heap, first.resident)
		}
	}
	left := script[struct{ Workers, Coordinators, Stepped, Compiles int }](b, "return kit")
	if left.Workers != 0 || left.Coordinators != 0 || left.Stepped != 10*tens+1 || left.Compiles < 1 {
		t.Errorf("of %d elements %d workers and %d coordinators are left; %d computed; %d modules were "+
			"compiled", 10*tens+1, left.Workers, left.Coordinators, left.Stepped, left.Compiles)
	}
	n := workerThreads(t)
	for began := time.Now(); n != 0 && time.Since(began) < patience; n = workerThreads(t) {
		time.Sleep(100 * time.Millisecond) // a thread ends some time after its worker
	}
	if n != 0 {
		t.Errorf("%d threads of workers are left in the renderers", n)
	}
}
