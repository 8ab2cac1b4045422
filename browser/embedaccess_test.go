// This file tests the page in a frame with axe-core, and its main path in Firefox.

//go:build browser

package browser

import (
	"testing"
	"time"
)

// The page for frames as lessons have it: a tutorial, locked settings, few panels and all of them, in every view.
func TestAxeOnFrames(t *testing.T) {
	for name, link := range map[string]string{
		"lesson": "dataset=wu&preset=first&autorun=1&show=run,trees,seed,preset&lock=preset&tutorial=run: " +
			"Press Run.|weights: Which tree is best?",
		"whole": "dataset=iris&preset=first&autorun=1&lock=1",
		"dark":  "dataset=wu&preset=first&autorun=1&theme=dark&hide=header,footer,take&hide=advanced",
	} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t)
			b.open(embedded(link))
			b.rests("done")
			b.settled()
			execute(b, npmFile(t, "axe-core", "axe.min.js")+"\n;0")
			b.audit(name)
			if name == "lesson" {
				execute(b, query("tutorial-next")+".click()")
				time.Sleep(300 * time.Millisecond)
				b.audit("second step")
			}
		})
	}
}

// foxHost opens a host page in Firefox around a link that obeys it.
func foxHost(f *fox, link string) {
	f.Helper()
	host := hosted(f.T)
	f.open(host + "/#" + embedded(link+"%26parent="+host))
}

// The main path of a frame in Firefox: its height, orders from its parent, a refusal, and nothing that leaves from its
// workers.
func TestFrameOfAnotherOriginInFirefox(t *testing.T) {
	trap := newTrap(t)
	f := newFox(t, 2*patience)
	f.allowed = provoked
	tell[any](f, order{Before: instruments + spyOn(t, trap.URL)})
	foxHost(f, "dataset=wu%26preset=first%26show=run,trees%26hide=step")
	f.wait("ready", "last('ready') && last('height')")
	tell[any](f, order{Run: "say('step')"})
	f.wait("the refusal", "last('error')?.code === 'hidden'")
	before := tell[float64](f, order{Run: "return last('height').height"})
	tell[any](f, order{Run: "say('run')"})
	f.wait("the end of the run", "last('done')")
	f.wait("the frame to grow with its tree", "frame.getBoundingClientRect().height > 700")
	if after := tell[float64](f, order{Run: "return last('height').height"}); after <= before || after > 1500 {
		t.Errorf("the frame was %g px high, and is %g", before, after)
	}
	if n := tell[int](f, order{Run: "return heard.filter(m => m.type === 'step').length"}); n < 3 {
		t.Errorf("%d steps were told", n)
	}
	time.Sleep(time.Second) // what the workers sent late may arrive late
	if paths, connections := trap.caught(); len(paths) > 0 || connections > 0 {
		t.Errorf("reached the listener: %v, %d connections", paths, connections)
	}
}
