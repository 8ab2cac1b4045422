// This file answers questions about a choice of columns before a run.

package study

import (
	"dcctree/core/dataset"
	"dcctree/core/words"
)

// ChooseOptions asks about a choice of columns on the opened table: KindReview what a run would use, KindLeftOut which
// rows it would not.
type ChooseOptions struct {
	Target   string   `js:"target"`   // column name; "" = as suggested
	Features []string `js:"features"` // column names; null = all other usable ones
	Task     string   `js:"task"`     // "auto", "regression", "classification"
}

// Choice answers KindReview.
type Choice struct {
	Target       string                       `js:"target"`
	Task         string                       `js:"task"`
	Features     []string                     `js:"features"`
	Rows         int                          `js:"rows"`    // that would be used
	LeftOut      int                          `js:"leftOut"` // that would not, because a value is missing
	Notes        []string                     `js:"notes"`
	Suspects     []int                        `js:"suspects"` // places of notes that hold for all trees at once
	Translations words.Translations[[]string] `js:"translations"`
}

// LeftOutRows answers KindLeftOut: the rows, as CSV of the row of the file and the columns without a value, the first
// MaxListed of them.
type LeftOutRows struct {
	Rows int    `js:"rows"` // all of them
	CSV  string `js:"csv"`
}

// MaxListed is the most rows that LeftOutRows tells of.
const MaxListed = 100_000

// Validate checks the options that can be judged without the table.
func (m *ChooseOptions) Validate() error { return checkColumns(m.Target, m.Features, m.Task) }

// checkFormat checks how a table is to be read.
func (m *OpenOptions) checkFormat() error {
	if len(m.Kinds) != len(m.KindNames) {
		return MessageFault("%d kinds for %d columns", len(m.Kinds), len(m.KindNames))
	}
	for _, word := range m.Kinds {
		if err := checkOption("kinds", word, dataset.AsNumbers, dataset.AsText, dataset.AsDays); err != nil {
			return err
		}
	}
	return firstError(
		checkNames("kinds", m.KindNames),
		checkOption("separator", m.Separator, "", ",", ";", "\t", "|"),
		checkOption("decimal", m.Decimal, "", ".", ","),
		checkOption("header", m.Header, "", "yes", "no"),
	)
}

// Options are the reader's for a valid message.
func (m *OpenOptions) Options() dataset.ReadOptions {
	opt := dataset.ReadOptions{Separator: m.Separator, Decimal: m.Decimal, Kinds: map[string]string{}}
	opt.Header = map[string]dataset.Header{"yes": dataset.HeaderPresent, "no": dataset.HeaderAbsent}[m.Header]
	for i, name := range m.KindNames {
		opt.Kinds[name] = m.Kinds[i]
	}
	return opt
}

// Review tells what a run with these columns would use. Faults are those of a run.
func Review(table *dataset.Table, m *ChooseOptions) (*Choice, error) {
	v, err := review(table, m)
	if err != nil {
		return nil, err
	}
	return &Choice{Target: v.Target, Task: v.Task.String(),
		Features: list(v.Features), Rows: v.N, LeftOut: v.LeftOut, Notes: words.All(words.English, v.Notes),
		Suspects: list(v.Suspects), Translations: translated(v.Notes)}, nil
}

// LeftOut lists the rows that a run with these columns would leave out.
func LeftOut(table *dataset.Table, m *ChooseOptions) (*LeftOutRows, error) {
	v, err := review(table, m)
	if err != nil {
		return nil, err
	}
	csv, rows, err := table.LeftOut(nil, v.Target, v.Features, MaxListed)
	if err != nil {
		return nil, faulty(err)
	}
	return &LeftOutRows{Rows: rows, CSV: string(csv)}, nil
}

func review(table *dataset.Table, m *ChooseOptions) (dataset.Review, error) {
	target, task, err := aim(table, m.Target, m.Task)
	if err != nil {
		return dataset.Review{}, err
	}
	v, err := table.Review(target, m.Features, task)
	return v, faulty(err)
}

// aim is the target and the task, those suggested where none is given.
func aim(table *dataset.Table, target, task string) (string, dataset.Task, error) {
	if target == "" {
		target = table.SuggestTarget()
	}
	if task == "auto" {
		return target, table.SuggestTask(target), nil
	}
	chosen, err := dataset.ParseTask(task)
	if err != nil {
		return "", 0, optionFault("task", "cannot be used: %v", err)
	}
	return target, chosen, nil
}
