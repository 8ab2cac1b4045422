// Runs of hours, written down while they go on, so that one that is cut loses a minute.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"dcctree/core/baseline"
	"dcctree/core/baseline/rjhmc"
	"dcctree/core/parcel"
	"dcctree/core/softtree"
)

// notedEvery is the time between two writings.
const notedEvery = time.Minute

// interim is a run up to an iteration.
type interim struct {
	Random     []byte    `json:"random"` // state of the random numbers: rand.PCG.MarshalBinary
	State      []float64 `json:"state"`  // of the chain
	Draws      []float64 `json:"draws"`  // drawn, by parcel.Pack
	Made       int       `json:"made"`   // iterations behind the warm-up
	Iterations int       `json:"iterations"`
	Gradients  int       `json:"gradients"`
	Marginals  int       `json:"marginals"`
	Proposed   int       `json:"proposed"`
	Accepted   int       `json:"accepted"`
}

// drawn are the draws so far.
type drawn struct{ Draws []baseline.Draw }

// notebook is the file of an unfinished run of a single chain.
type notebook struct {
	path    string
	name    string
	about   json.RawMessage // as of its line
	found   *interim        // what is there at the start; nil for nothing
	before  float64         // seconds that it took
	draws   []baseline.Draw
	started time.Time
	due     func() bool // whether to write now
}

// notebook opens that of a run; nil for methods whose runs are short, and where no results are kept. What is about
// other settings does not count, a damaged file is an error that names it.
func (p plan) notebook(in keeper, about any, seed uint64) (*notebook, error) {
	if _, long := p.Settings.(rjhmc.Settings); !long || p.Chains != 1 || in.folder == "" {
		return nil, nil
	}
	b := &notebook{path: filepath.Join(in.folder, p.name(seed)+".unfinished"), name: p.name(seed),
		about: compact(about), started: time.Now()}
	last := b.started
	b.due = func() bool {
		if time.Since(last) < notedEvery {
			return false
		}
		last = time.Now()
		return true
	}
	return b, b.read()
}

// read reads what is there; it may be nothing.
func (b *notebook) read() error {
	text, err := os.ReadFile(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	l, err := parseLine(b.path, text)
	if err != nil || !bytes.Equal(compact(l.About), b.about) {
		return err
	}
	found := new(interim)
	if err := decode(l.Result, found); err != nil {
		return fmt.Errorf("%s: result: %w; delete the file to run it from its start", b.path, err)
	}
	b.found, b.before = found, l.Seconds
	return nil
}

// goOn takes the only chain up where the notebook left it.
func (r *running) goOn(data softtree.Data, chain int, source *rand.PCG) (baseline.Sampler, int, error) {
	u := r.book.found
	if err := source.UnmarshalBinary(u.Random); err != nil {
		return nil, 0, fmt.Errorf("%s: random: %w; delete the file to run it from its start", r.book.path, err)
	}
	sampler, err := rjhmc.Resume(data, r.plan.Settings.(rjhmc.Settings), u.State)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w; delete the file to run it from its start", r.book.path, err)
	}
	var earlier drawn
	if err := parcel.Unpack(u.Draws, nil, &earlier); err != nil {
		return nil, 0, fmt.Errorf("%s: %w; delete the file to run it from its start", r.book.path, err)
	}
	r.take(chain, earlier.Draws)
	r.result.Iterations, r.result.Gradients, r.result.Marginals = u.Iterations, u.Gradients, u.Marginals
	r.proposed, r.accepted = u.Proposed, u.Accepted
	return sampler, u.Made, nil
}

// note writes the run down where it is time to.
func (r *running) note(made int, sampler baseline.Sampler, source *rand.PCG) error {
	if r.book == nil || !r.book.due() {
		return nil
	}
	random, err := source.MarshalBinary()
	if err != nil {
		return err
	}
	draws, _ := parcel.Pack(drawn{r.book.draws})
	return r.book.write(interim{
		Random: random, State: sampler.State(), Draws: draws, Made: made,
		Iterations: r.result.Iterations, Gradients: r.result.Gradients, Marginals: r.result.Marginals,
		Proposed: r.proposed, Accepted: r.accepted,
	})
}

func (b *notebook) write(u interim) error {
	l, err := newLine(b.name, b.about, u, timing{Seconds: b.before + time.Since(b.started).Seconds()})
	if err != nil {
		return err
	}
	return writeWhole(b.path, func(w io.Writer) error { _, err := w.Write(compact(l)); return err })
}

// earlier returns the seconds that the run took before it was cut.
func (b *notebook) earlier() float64 {
	if b == nil {
		return 0
	}
	return b.before
}

// remove removes the file of a run that has ended.
func (b *notebook) remove() error {
	if b == nil {
		return nil
	}
	if err := os.Remove(b.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
