// Jobs and results of every kind as numbers and words, for workers that share no memory.

package compare

import (
	"errors"
	"fmt"

	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/fit"
	"dcctree/core/parcel"
)

// blank returns an empty task of a kind of job, and what it finds, empty too: the one place that knows all kinds. Nil
// where there is no such kind.
func blank(kind dcc.JobKind) (task dcc.Task, found any) {
	switch kind {
	case dcc.BurnIn, dcc.Visit:
		return &dcc.ChainTask{}, &dcc.ChainResult{}
	case dcc.Score:
		return &search.ScoreTask{}, &dcc.Scored{}
	case dcc.Measure:
		return &search.MeasureTask{}, &dcc.Measured{}
	case dcc.Embed:
		return &search.EmbedTask{}, &dcc.Measured{}
	case dcc.Audit:
		return &search.AuditTask{}, &dcc.Measured{}
	case dcc.Other:
		return &Stretch{}, &Stretched{}
	case FitPart:
		return &Errand{}, &fit.Found{}
	}
	return nil, nil
}

// jobHead is a job without its task. The kind is the first word.
type jobHead struct {
	Kind     dcc.JobKind
	ID       int
	Topology string
	Variant  dcc.Variant
}

// PackJob returns the job as numbers and words, see parcel.Pack.
func PackJob(j dcc.Job) (numbers []float64, words []string) {
	return parcel.Pack(jobHead{j.Kind, j.ID, j.Topology, j.Variant}, j.Task)
}

// UnpackJob is PackJob's inverse.
func UnpackJob(numbers []float64, words []string) (dcc.Job, error) {
	task, _, err := blankOf(words)
	if err != nil {
		return dcc.Job{}, err
	}
	var h jobHead
	err = parcel.Unpack(numbers, words, &h, task)
	return dcc.Job{ID: h.ID, Kind: h.Kind, Topology: h.Topology, Variant: h.Variant, Task: task}, err
}

// resultHead is a result without what was found. The kind, the first word, is "" where that is nothing.
type resultHead struct {
	Kind    dcc.JobKind
	ID      int
	Outcome dcc.Outcome
	Reason  string
	Work    dcc.Work
	Seconds float64
}

// PackResult returns the result of a job of a kind as numbers and words.
func PackResult(kind dcc.JobKind, r dcc.Result) (numbers []float64, words []string) {
	if r.Found == nil {
		return parcel.Pack(resultHead{"", r.ID, r.Outcome, r.Reason, r.Work, r.Seconds})
	}
	return parcel.Pack(resultHead{kind, r.ID, r.Outcome, r.Reason, r.Work, r.Seconds}, r.Found)
}

// UnpackResult is PackResult's inverse.
func UnpackResult(numbers []float64, words []string) (dcc.Result, error) {
	var h resultHead
	if len(words) > 0 && words[0] == "" {
		err := parcel.Unpack(numbers, words, &h)
		return h.result(nil), err
	}
	_, found, err := blankOf(words)
	if err == nil {
		err = parcel.Unpack(numbers, words, &h, found)
	}
	return h.result(found), err
}

func (h resultHead) result(found any) dcc.Result {
	return dcc.Result{ID: h.ID, Outcome: h.Outcome, Reason: h.Reason, Work: h.Work, Seconds: h.Seconds,
		Found: found}
}

// blankOf is blank for the kind that the words begin with.
func blankOf(words []string) (task dcc.Task, found any, err error) {
	if len(words) == 0 {
		return nil, nil, errors.New("a job without a kind")
	}
	if task, found = blank(dcc.JobKind(words[0])); task == nil {
		err = fmt.Errorf("a job of the unknown kind %q", words[0])
	}
	return task, found, err
}
