// This file lists the questions that a run answers without being changed.

package study

import "dcctree/core/export"

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

// Questions returns all of them. Each is written out: generic helpers would leave a copy of themselves for each pair of
// structs, with the structs' fields in the names of its types, 20 KB of the page's first visit.
func Questions() []Question {
	return []Question{
		{"topologies", none, Topologies{}, func(r *Run, _ Options, _ []float64) (any, []float64, error) {
			answer, numbers := spread(r.Topologies())
			return answer, numbers, nil
		}},
		{"trees", none, Trees{}, func(r *Run, _ Options, _ []float64) (any, []float64, error) {
			text, err := export.JSON(r.Trees())
			return &Trees{Rows: text}, nil, err
		}},
		{"metrics", none, Metrics{}, func(r *Run, _ Options, _ []float64) (any, []float64, error) {
			return alone(r.Metrics())
		}},
		{"digest", none, Digest{}, func(r *Run, _ Options, _ []float64) (any, []float64, error) {
			return alone(r.Digest())
		}},
		{"account", none, Account{}, func(r *Run, _ Options, _ []float64) (any, []float64, error) {
			return alone(r.Account())
		}},
		{"verdict", none, Verdict{}, func(r *Run, _ Options, _ []float64) (any, []float64, error) {
			return r.Verdict(), nil, nil
		}},
		{"cart", none, CART{}, func(r *Run, _ Options, _ []float64) (any, []float64, error) {
			return r.CART(), nil, nil
		}},
		{"predict", func() Options { return new(PredictOptions) }, Predictions{},
			func(r *Run, o Options, bulk []float64) (any, []float64, error) {
				return beside(r.Predict(o.(*PredictOptions), bulk))
			}},
		{"explain", func() Options { return new(ExplainOptions) }, Explanation{},
			func(r *Run, o Options, bulk []float64) (any, []float64, error) {
				return beside(r.Explain(o.(*ExplainOptions), bulk))
			}},
		{"figure", func() Options { return new(FigureOptions) }, Figure{},
			func(r *Run, o Options, _ []float64) (any, []float64, error) {
				return alone(r.Figure(o.(*FigureOptions)))
			}},
		{"plot", func() Options { return new(PlotOptions) }, Plot{},
			func(r *Run, o Options, _ []float64) (any, []float64, error) {
				return alone(r.Plot(o.(*PlotOptions)))
			}},
		{"survey", func() Options { return new(SurveyOptions) }, Survey{},
			func(r *Run, o Options, _ []float64) (any, []float64, error) {
				return alone(r.Survey(o.(*SurveyOptions)))
			}},
		{"diagnose", func() Options { return new(DiagnoseOptions) }, Diagnosis{},
			func(r *Run, o Options, _ []float64) (any, []float64, error) {
				return alone(r.Diagnose(o.(*DiagnoseOptions)))
			}},
		{"standings", func() Options { return new(StandingsOptions) }, Standings{},
			func(r *Run, o Options, _ []float64) (any, []float64, error) {
				return alone(r.Standings(o.(*StandingsOptions)))
			}},
		{"look", func() Options { return new(LookOptions) }, Looked{},
			func(r *Run, o Options, _ []float64) (any, []float64, error) {
				return alone(r.Look(o.(*LookOptions)))
			}},
		{"draws", func() Options { return new(DrawsOptions) }, Draws{},
			func(r *Run, o Options, _ []float64) (any, []float64, error) {
				return beside(r.Draws(o.(*DrawsOptions)))
			}},
		{"rows-at", func() Options { return new(RowsOptions) }, RowsAt{},
			func(r *Run, o Options, _ []float64) (any, []float64, error) {
				return beside(r.RowsAt(o.(*RowsOptions)))
			}},
	}
}

func none() Options { return new(None) }

// alone is an answer without numbers beside it.
func alone(answer any, err error) (any, []float64, error) { return answer, nil, err }

// beside is an answer with numbers beside it.
func beside(answer any, numbers []float64, err error) (any, []float64, error) {
	return answer, numbers, err
}
