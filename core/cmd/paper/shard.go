// Every n-th of the jobs of a run, for a scheduler that starts n processes.

package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"dcctree/core/cmd/internal/published"
)

// shard is every Of-th job from job Index on.
type shard struct {
	Index int `json:"index"` // from 0
	Of    int `json:"of"`
}

// parseShard reads "i/n".
func parseShard(text string) (*shard, error) {
	index, of, found := strings.Cut(text, "/")
	s := new(shard)
	var err, err2 error
	s.Index, err = strconv.Atoi(index)
	s.Of, err2 = strconv.Atoi(of)
	if !found || err != nil || err2 != nil {
		return nil, fmt.Errorf("-shard is %q; write it as i/n, the first of ten as 0/10", text)
	}
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("-shard %s: %w", text, err)
	}
	return s, nil
}

func (s *shard) validate() error {
	switch {
	case s.Of < 1 || s.Of > mostRuns:
		return fmt.Errorf("of is %d; it must be 1 to %d", s.Of, mostRuns)
	case s.Index < 0 || s.Index >= s.Of:
		return fmt.Errorf("index is %d; it must be 0 to %d", s.Index, s.Of-1)
	}
	return nil
}

// String writes it as -shard takes it.
func (s *shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// runJobs runs the jobs of a shard, or all where it is nil, and returns them as a record.
func runJobs(sets []*published.Set, o options) (*record, error) {
	var facts []setFacts
	for _, set := range sets {
		facts = append(facts, newFacts(set, o))
	}
	id := o.identity(facts...)
	first, step := 0, 1
	if o.shard != nil {
		first, step = o.shard.Index, o.shard.Of
	}
	var results []outcome
	for k := first; k < id.size(); k += step {
		set, seed := id.at(k)
		r, err := once(sets[set], id.Sets[set].Settings, o, seed)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return newRecord(id, o.shard, results), nil
}

// writeJobs runs and writes the JSON.
func writeJobs(w io.Writer, sets []*published.Set, o options) error {
	r, err := runJobs(sets, o)
	if err != nil {
		return err
	}
	return r.save(w, o.out)
}
