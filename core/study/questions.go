// This file lists the questions that a run answers without being changed.

package study

import "dcctree/core/jsontext"

// Options are what a question comes with; they check themselves.
type Options interface {
	// Validate returns nil or a *Fault that says what is wrong.
	Validate() error
}

// None are the options of a question that needs none.
type None struct{}

// Validate has nothing to check.
func (*None) Validate() error { return nil }

// Question is one that a run answers. Answers are structs; numbers in bulk go beside options and answer.
type Question struct {
	Kind    string
	Options func() Options // with nothing chosen
	Answer  any            // an empty one
	Ask     func(r *Run, o Options, bulk []float64) (answer any, out []float64, err error)
}

// Questions returns all of them.
func Questions() []Question {
	return []Question{
		question("topologies", func(r *Run, _ *None, _ []float64) (*Topologies, []float64, error) {
			answer, numbers := spread(r.Topologies())
			return answer, numbers, nil
		}),
		bare("trees", func(r *Run) (*Trees, error) {
			text, err := jsontext.Marshal(r.Trees())
			return &Trees{Rows: text}, err
		}),
		bare("metrics", (*Run).Metrics),
		bare("digest", (*Run).Digest),
		bare("account", (*Run).Account),
		bare("verdict", func(r *Run) (*Verdict, error) { return r.Verdict(), nil }),
		bare("cart", func(r *Run) (*CART, error) { return r.CART(), nil }),
		question("predict", (*Run).Predict),
		question("explain", (*Run).Explain),
		plain("figure", (*Run).Figure),
		plain("plot", (*Run).Plot),
		plain("survey", (*Run).Survey),
		plain("diagnose", (*Run).Diagnose),
		plain("standings", (*Run).Standings),
		plain("look", (*Run).Look),
		question("draws", func(r *Run, o *DrawsOptions, _ []float64) (*Draws, []float64, error) {
			return r.Draws(o)
		}),
		question("rows-at", func(r *Run, o *RowsOptions, _ []float64) (*RowsAt, []float64, error) {
			return r.RowsAt(o)
		}),
	}
}

// question makes one of a method with numbers beside options and answer.
func question[A, O any, P interface {
	*O
	Options
}](kind string, ask func(*Run, P, []float64) (*A, []float64, error)) Question {
	return Question{Kind: kind, Options: func() Options { return P(new(O)) }, Answer: *new(A),
		Ask: func(r *Run, o Options, bulk []float64) (any, []float64, error) { return ask(r, o.(P), bulk) }}
}

// plain makes one without such numbers.
func plain[A, O any, P interface {
	*O
	Options
}](kind string, ask func(*Run, P) (*A, error)) Question {
	return question(kind, func(r *Run, o P, _ []float64) (*A, []float64, error) {
		answer, err := ask(r, o)
		return answer, nil, err
	})
}

// bare makes one without options.
func bare[A any](kind string, ask func(*Run) (*A, error)) Question {
	return plain(kind, func(r *Run, _ *None) (*A, error) { return ask(r) })
}
