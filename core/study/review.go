// This file answers questions about a choice of columns before a run.

package study

import (
	"dcctree/core/dataset"
	"dcctree/wasm/protocol"
)

// Review tells what a run with these columns would use. Faults are those of a run.
func Review(table *dataset.Table, m *protocol.Choose) (*protocol.Reviewed, error) {
	v, err := review(table, m)
	if err != nil {
		return nil, err
	}
	return &protocol.Reviewed{V: protocol.Version, Kind: protocol.KindReviewed, ID: int(m.ID), Target: v.Target, Task: v.Task.String(),
		Features: list(v.Features), Rows: v.N, LeftOut: v.LeftOut, Notes: list(v.Notes), German: list(v.German)}, nil
}

// LeftOut lists the rows that a run with these columns would leave out.
func LeftOut(table *dataset.Table, m *protocol.Choose) (*protocol.Listed, error) {
	v, err := review(table, m)
	if err != nil {
		return nil, err
	}
	csv, rows, err := table.LeftOut(nil, v.Target, v.Features, protocol.MaxListed)
	if err != nil {
		return nil, Fault(err)
	}
	return &protocol.Listed{V: protocol.Version, Kind: protocol.KindListed, ID: int(m.ID), Rows: rows, CSV: string(csv)}, nil
}

func review(table *dataset.Table, m *protocol.Choose) (dataset.Review, error) {
	target, task, err := aim(table, m.Target, m.Task)
	if err != nil {
		return dataset.Review{}, err
	}
	v, err := table.Review(target, m.Features, task)
	return v, Fault(err)
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
		return "", 0, protocol.SettingFault("task", "cannot be used: %v", err)
	}
	return target, chosen, nil
}
