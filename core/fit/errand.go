// Parts of a fit as other processes can do them: what they need and what they find, without pointers.

package fit

import (
	"fmt"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
)

// Errand is a part of a fit: a restart, or a fold of the cross-validation. What it finds depends on its fields alone.
type Errand struct {
	Fold     int // from 0; -1 for a restart
	Restart  int // from 0
	Settings alltrees.Settings
	Columns  []alltrees.Column
	Y        alltrees.Response // on the scale that is fitted
	// of a fold: how many there are, moves of each tree at each step, the scale of Y, and how many copies of each
	// row of the table there are
	Folds, Moves int
	Scale        string
	Copies       []int
}

// Found is what an errand finds.
type Found struct {
	Climbed alltrees.Climbed // of a restart
	Scored  Scored           // of a fold
}

// Send has Fit ask elsewhere for every part that another process can do; it returns nil to have it done here. Fit asks
// from several goroutines at a time where its workers are several. Results do not depend on what it does.
func (p *Problem) Send(elsewhere func(*Errand) *Found) { p.elsewhere = elsewhere }

// climbing sends restarts on the rows; nil where nothing is sent.
func (p *Problem) climbing(
	train []alltrees.Column, y alltrees.Response,
) func(alltrees.Settings, int) *alltrees.Climbed {
	if p.elsewhere == nil {
		return nil
	}
	return func(s alltrees.Settings, k int) *alltrees.Climbed {
		found := p.elsewhere(&Errand{Fold: -1, Restart: k, Settings: s, Columns: train, Y: y})
		if found == nil {
			return nil
		}
		return &found.Climbed
	}
}

func (p *Problem) foldErrand(k int) *Errand {
	o := &p.options
	return &Errand{Fold: k, Settings: o.Settings, Columns: p.train, Y: p.y, Folds: o.Folds,
		Moves: p.moves, Scale: p.scale, Copies: p.copies}
}

// Do does the errand; watch hears how far it is, and may be nil.
func (e *Errand) Do(watch func(Stage)) (*Found, error) {
	s := e.Settings
	s.Hooks = alltrees.Hooks{}
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("an errand's settings: %w", err)
	}
	if e.Fold >= 0 {
		return e.fold(s, watch)
	}
	t, err := alltrees.NewTable(e.Columns, e.Y)
	if err != nil {
		return nil, err
	}
	if watch != nil {
		s.Hooks.Watch = func(s alltrees.Stage) { watch(Stage{Stage: s}) }
	}
	return &Found{Climbed: *alltrees.Climb(t, s, e.Restart)}, nil
}

func (e *Errand) fold(s alltrees.Settings, watch func(Stage)) (*Found, error) {
	p := &Problem{train: e.Columns, y: e.Y, copies: e.Copies, scale: e.Scale, stage: watch,
		classes: make([]string, e.Y.Classes)} // what they are called matters to nobody here
	p.options.Settings, p.options.Folds, p.moves = s, e.Folds, e.Moves
	p.task = dataset.Regression
	if e.Y.Classes > 0 {
		p.task = dataset.Classification
	}
	scored, err := p.scored(e.Fold)
	if err != nil {
		return nil, err
	}
	return &Found{Scored: *scored}, nil
}
