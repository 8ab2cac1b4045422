// Further rows, after a fit.

package fit

import (
	"errors"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
)

// newest is what the newest answer is about.
type newest struct {
	table  *alltrees.Table
	sample *alltrees.Sample // bare
	scale  string           // on which it is: the first rough answer has the target as it is
	moves  int              // of each tree at each step in the last round
	answer *Answer
}

// Predicted is what the trees of an answer say of further rows; notes name what of them the fitted rows do not have.
type Predicted struct {
	Target      string       `json:"target"`
	Classes     []string     `json:"classes,omitempty"`
	Predictions []Prediction `json:"predictions"`
	Scores      *Scores      `json:"scores,omitempty"`
	Notes       []string     `json:"notes,omitempty"`
	// as those of an Answer
	Translations map[string]Phrases `json:"translations,omitempty"`
}

// ErrNoAnswer says that nothing was fitted yet.
var ErrNoAnswer = errors.New("no answer yet: call Fit first")

// Predict has the trees of the newest answer of Fit say what they predict of the rows of a table, which is to be read
// with TestOptions, and scores those that have a target. pause is called now and then. The error is ErrNoAnswer, or
// names what the table lacks.
func (p *Problem) Predict(t *dataset.Table, pause func()) (*Predicted, error) {
	if p.newest == nil {
		return nil, ErrNoAnswer
	}
	q, last := *p, p.newest
	q.scale, q.voice = last.scale, &voice{lang: p.options.Lang}
	q.asked, q.notes, q.tables, q.ask = nil, nil, nil, make([]alltrees.Column, len(p.ask))
	for j, c := range p.ask {
		q.ask[j] = alltrees.Column{Levels: c.Levels}
	}
	if err := q.AddTest(t); err != nil {
		return nil, err
	}
	out := &Predicted{Target: q.options.Target, Classes: q.classes, Notes: q.voice.all(q.notes)}
	out.Predictions, out.Scores = q.predict(last.table, last.sample, pause)
	out.Translations = q.voice.others
	return out, nil
}

const rowsAtATime = 100 // between two pauses

// predict answers the rows that are asked, and scores the answers; nil for none.
func (p *Problem) predict(t *alltrees.Table, r *alltrees.Sample, pause func()) (all []Prediction, scores *Scores) {
	if len(p.asked) == 0 {
		return nil, nil
	}
	score := &Scores{}
	for i, row := range t.Bins(p.ask) {
		if i%rowsAtATime == 0 {
			pause()
		}
		q := Prediction{File: p.asked[i].file, Row: p.asked[i].row}
		if p.task == dataset.Classification {
			p.class(&q, r.Classes(row), &p.asked[i], score)
		} else {
			p.number(&q, r.Predictive(row), &p.asked[i], score)
		}
		all = append(all, q)
	}
	return all, score.finish(p.task)
}
