// This file lists the training rows that arrive at a node of a tree.

package study

import (
	"slices"
	"strconv"
	"strings"

	"dcctree/core/topology"
)

// RowsOptions asks for the training rows that arrive at a node, in the order of the file.
type RowsOptions struct {
	Topology string  `js:"topology"` // key
	Node     float64 `js:"node"`     // heap id
	From     float64 `js:"from"`     // the first of the rows to list, from 0
	Limit    float64 `js:"limit"`    // how many to list at most
}

// RowsAt answers RowsOptions. The bulk holds Columns numbers of each row that is listed: its row in the file, the
// target (the number of the class for a classification) and the features (codes for text), in original units.
type RowsAt struct {
	Total   int `js:"total"` // rows that arrive
	From    int `js:"from"`
	Rows    int `js:"rows"` // rows that are listed
	Columns int `js:"columns"`
}

// maxNode bounds the heap ids of nodes.
const maxNode = 1 << 32

// Validate checks the numbers; whether the topology has such a node shows where it is looked up.
func (m *RowsOptions) Validate() error {
	return firstError(
		checkLength("topology", m.Topology, maxKey),
		checkWhole("node", m.Node, 0, maxNode),
		checkWhole("from", m.From, 0, maxWhole),
		checkWhole("limit", m.Limit, 1, 1000),
	)
}

// checkIDs accepts "" and lists such as "1,5".
func checkIDs(field, list string) error {
	if _, ok := ParseIDs(list); !ok || len(list) > maxText {
		return optionFault(field, "is %s; it must be ids of nodes, whole numbers separated by commas",
			QuoteShort(list))
	}
	return nil
}

// ParseIDs reads a list of heap ids such as "1,5"; ok is false where it is none.
func ParseIDs(list string) (ids []int, ok bool) {
	if list == "" {
		return nil, true
	}
	for _, word := range strings.Split(list, ",") {
		id, err := strconv.ParseUint(word, 10, 32)
		if err != nil {
			return nil, false
		}
		ids = append(ids, int(id))
	}
	return ids, true
}

// RowsAt answers m; the second result goes beside the answer. Codes: no-result for a topology that was not sampled,
// setting for a key or a node that is none.
func (r *Run) RowsAt(m *RowsOptions) (*RowsAt, []float64, error) {
	t, err := topology.Parse(m.Topology)
	if err != nil {
		return nil, nil, optionFault("topology", "is %q, which is no key of a topology: %v", m.Topology, err)
	}
	if _, measured := r.shown().Tree(t); !measured {
		return nil, nil, notSampled(t)
	}
	rows, ok := r.shown().RowsAt(t, int(m.Node))
	if !ok {
		return nil, nil, optionFault("node", "is %v, which is no node of the topology %s", m.Node, t.String())
	}
	f := r.tables.Train
	from := min(int(m.From), len(rows))
	listed := rows[from:min(from+int(m.Limit), len(rows))]
	var bulk []float64
	for _, i := range listed {
		_, value, err := r.shown().TableRow(false, i)
		if err != nil {
			return nil, nil, faulty(err)
		}
		bulk = append(bulk, float64(f.Rows[i]), value)
		bulk = slices.Grow(bulk, f.D)
		bulk = f.Row(bulk, i)
	}
	return &RowsAt{Total: len(rows), From: from, Rows: len(listed), Columns: 2 + f.D}, bulk, nil
}
