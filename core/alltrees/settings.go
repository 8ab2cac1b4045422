// The sampler's settings.

package alltrees

import "fmt"

// Settings are the sampler's. All are counts of draws or moves, none is a time.
type Settings struct {
	Seed  uint64
	Prior Prior
	// Restarts is how many independent runs go from the prior to the posterior, >= 1; their spread is the error.
	Restarts int
	// Particles is the number of trees of a restart, >= 2.
	Particles int
	// Crowd is how many times as many sharp trees there are at low powers, where upper splits are decided, >= 1.
	Crowd int
	// Moves is how often each tree is moved at each step. It is what the evidence needs most.
	Moves int
	// Keep is the effective share of the particles that a step leaves, in (0, 1).
	Keep float64
	// Learn is the number of trees that the graph learns from at each power, LearnEnd that of all learning at the
	// end.
	Learn, LearnEnd int
	// Caution is by how many residual deviations estimates of what was not looked into are lowered: 0 explores
	// widely.
	Caution float64
	// Rounds is how many times as many trees as a restart has are kept: sharp ones are moved so often in the end,
	// with the graph frozen, of gradual ones so many are drawn from all restarts and moved once.
	Rounds int
	// Batch is the number of particles of a job, >= 1. Trees and evidence do not depend on it.
	Batch int
	// Candidates bounds what the graph holds between two powers; beyond, nodes that were not asked for lately go.
	// At ten times as many it learns no more.
	Candidates int64
	// Hooks change no result, and cross to no other process.
	Hooks Hooks
}

// Hooks may be called by several workers at a time.
type Hooks struct {
	// Watch, where not nil, hears after every few moves how far a run is.
	Watch func(Stage)
	// Elsewhere, where not nil, may do a restart in another process, by Climb with these settings but for
	// Elsewhere; it returns nil to have it done here.
	Elsewhere func(s Settings, k int) *Climbed
}

// Written returns what parcel.Pack packs instead: nothing.
func (Hooks) Written() any { return struct{}{} }

// Reading leaves none.
func (h *Hooks) Reading() (into any, done func() error) {
	return &struct{}{}, func() error { *h = Hooks{}; return nil }
}

// Stage is how far a run is.
type Stage struct {
	Moves    int     // of each tree at each step
	Restart  int     // its number, from 0; beyond the last the restarts are pooled
	Restarts int     // how many there are
	Share    float64 // of the way from the prior to the posterior, 0 to 1, roughly
}

func (s *Settings) tell(restart int, share float64) {
	if s.Hooks.Watch != nil {
		s.Hooks.Watch(Stage{s.Moves, restart, s.Restarts, share})
	}
}

// DefaultSettings are for some hundred rows.
func DefaultSettings() Settings {
	return Settings{Prior: DefaultPrior(), Restarts: 2, Particles: 100, Crowd: 4, Moves: 50, Keep: .7, Learn: 30,
		LearnEnd: 2400, Caution: 1, Rounds: 5, Batch: 25, Candidates: 3e5}
}

// Validate returns an error that names the first field outside its range.
func (s Settings) Validate() error {
	for _, f := range []struct {
		name  string
		least int
		value int
	}{
		{"Restarts", 1, s.Restarts}, {"Particles", 2, s.Particles}, {"Crowd", 1, s.Crowd},
		{"Moves", 1, s.Moves},
		{"Learn", 0, s.Learn}, {"LearnEnd", 0, s.LearnEnd}, {"Rounds", 1, s.Rounds}, {"Batch", 1, s.Batch},
		{"Prior.MaxDepth", 1, s.Prior.MaxDepth},
	} {
		if f.value < f.least {
			return fmt.Errorf("%s is %d: give at least %d", f.name, f.value, f.least)
		}
	}
	if w := s.Prior.Widths; w < 0 || w > mostWidths {
		return fmt.Errorf("Prior.Widths is %d: give 0 to %d", w, mostWidths)
	}
	if p := s.Prior; p.Widths > 0 && !(p.Gradual > 0 && p.Gradual < 1 && p.Narrow > 0 && p.Narrow <= p.Wide) {
		return fmt.Errorf("Prior.Gradual is %g, widths are %g to %g: give one between 0 and 1, and two "+
			"ascending ones above 0", p.Gradual, p.Narrow, p.Wide)
	}
	if !(s.Keep > 0 && s.Keep < 1) {
		return fmt.Errorf("the share Keep is %g: give one between 0 and 1", s.Keep)
	}
	if !(s.Prior.Alpha > 0 && s.Prior.Alpha < 1 && s.Prior.Beta >= 0) {
		return fmt.Errorf("the prior is %g (1+d)^-%g: give an alpha between 0 and 1, and a beta of at least 0",
			s.Prior.Alpha, s.Prior.Beta)
	}
	return nil
}

const mostWidths = 200 // a width's number has a byte

const crowdedTo = .4 // the power up to which there is a crowd

// number is how many trees there are at a power.
func (s *Settings) number(power float64) int {
	if power <= crowdedTo {
		return s.Particles * s.Crowd
	}
	return s.Particles
}
