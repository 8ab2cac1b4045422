// Parts of a fit that other processes do are those that are done here.

package fit

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/numeric"
	"dcctree/core/parcel"
)

// abroad does errands as another process would, all but every third, and counts them.
type abroad struct {
	t             *testing.T
	mutex         sync.Mutex
	asked         int
	climbs, folds int
	stages        int
}

func (a *abroad) do(e *Errand) *Found {
	a.mutex.Lock()
	a.asked++
	here := a.asked%3 == 0
	a.mutex.Unlock()
	if here {
		return nil
	}
	numbers, words := parcel.Pack(*e)
	var there Errand
	if err := parcel.Unpack(numbers, words, &there); err != nil {
		a.t.Error(err)
		return nil
	}
	found, err := there.Do(func(s Stage) {
		a.mutex.Lock()
		defer a.mutex.Unlock()
		a.stages++
		if s.Fold != e.Fold+1 {
			a.t.Errorf("a stage of fold %d, counted from 1, of the errand of fold %d", s.Fold, e.Fold)
		}
	})
	if err != nil {
		a.t.Error(err)
		return nil
	}
	numbers, words = parcel.Pack(*found)
	var back Found
	if err := parcel.Unpack(numbers, words, &back); err != nil {
		a.t.Error(err)
		return nil
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if e.Fold < 0 {
		a.climbs++
	} else {
		a.folds++
	}
	return &back
}

func TestErrandsChangeNothing(t *testing.T) {
	for name, response := range map[string]func(float64, int, float64) string{
		// a skewed positive number, so that its scale is tried
		"number": func(x float64, label int, noise float64) string {
			return fmt.Sprintf("%.4f", numeric.Exp(2*x+float64(label)+.3*noise))
		},
		"noise per leaf": func(x float64, label int, noise float64) string {
			return fmt.Sprintf("%.4f", 2*x+float64(label)+x*noise)
		},
		"heavy tails": func(x float64, label int, noise float64) string {
			return fmt.Sprintf("%.4f", 2*x+float64(label)+.1*noise*noise*noise)
		},
		"class": func(x float64, label int, noise float64) string {
			return []string{"a", "b"}[numeric.Largest([]float64{x + .1*noise, .5})]
		},
	} {
		t.Run(name, func(t *testing.T) {
			fitted := func(send func(*Errand) *Found, w alltrees.Workers) *Answer {
				text := []byte(rows(60, response))
				table, err := dataset.ReadCSV("own.csv", text, dataset.ReadOptions{})
				if err != nil {
					t.Fatal(err)
				}
				o := Options{Target: "y", Folds: 4, Settings: alltrees.DefaultSettings(),
					Effort: alltrees.Effort{Moves: 1, Work: 1, Draws: 10}}
				o.Settings.Particles, o.Settings.Seed = 20, 1<<63+1
				switch name {
				case "noise per leaf":
					o.Noise = LeafNoise
				case "heavy tails":
					o.Noise = HeavyNoise
				}
				p, err := New(table, o)
				if err != nil {
					t.Fatal(err)
				}
				p.Send(send)
				a, err := p.Fit(w)
				if err != nil {
					t.Fatal(err)
				}
				return a
			}
			here := fitted(nil, alltrees.Alone)
			a := &abroad{t: t}
			there := fitted(a.do, func(n int, job func(int)) {
				var all sync.WaitGroup
				for i := range n {
					all.Go(func() { job(i) })
				}
				all.Wait()
			})
			if !reflect.DeepEqual(here, there) {
				t.Errorf("elsewhere %+v\nhere %+v", there, here)
			}
			if a.folds == 0 || a.stages == 0 || a.climbs == 0 {
				t.Errorf("%d restarts and %d folds were done elsewhere, with %d stages", a.climbs,
					a.folds, a.stages)
			}
		})
	}
}

func TestErrandIsRefused(t *testing.T) {
	e := Errand{Fold: -1, Settings: alltrees.DefaultSettings()}
	if _, err := e.Do(nil); err == nil {
		t.Error("a restart without rows is done")
	}
	e.Settings.Restarts = 0
	if _, err := e.Do(nil); err == nil {
		t.Error("settings out of their range are taken")
	}
}
