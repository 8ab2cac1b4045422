// This file holds the question which training rows arrive at a node of a tree, and its answer.

package protocol

import (
	"strconv"
	"strings"
)

// RowsAt asks for the training rows that arrive at a node, in the order of the file.
type RowsAt struct {
	V        float64 `js:"v"`
	Kind     string  `js:"kind"`
	ID       float64 `js:"id"`
	Run      float64 `js:"run"`
	Topology string  `js:"topology"` // key
	Node     float64 `js:"node"`     // heap id
	From     float64 `js:"from"`     // the first of the rows to list, from 0
	Limit    float64 `js:"limit"`    // how many to list at most
}

// RowsListed answers RowsAt. The bulk holds Columns numbers of each row that is listed: its row in the file, the target
// (the number of the class for a classification) and the features (codes for text), in original units.
type RowsListed struct {
	V       int    `js:"v"`
	Kind    string `js:"kind"`
	ID      int    `js:"id"`
	Run     int    `js:"run"`
	Total   int    `js:"total"` // rows that arrive
	From    int    `js:"from"`
	Rows    int    `js:"rows"` // rows that are listed
	Columns int    `js:"columns"`
}

// maxNode bounds the heap ids of nodes.
const maxNode = 1 << 32

// Validate checks the numbers; whether the topology has such a node shows where it is looked up.
func (m *RowsAt) Validate() error {
	return first(
		checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run),
		checkLength(m.Kind, "topology", m.Topology, maxKey),
		checkWhole("node", m.Node, 0, maxNode),
		checkWhole("from", m.From, 0, maxWhole),
		checkWhole("limit", m.Limit, 1, 1000),
	)
}

// checkIDs accepts "" and lists such as "1,5".
func checkIDs(field, list string) error {
	if _, ok := ParseIDs(list); !ok || len(list) > maxText {
		return SettingFault(field, "is %s; it must be ids of nodes, whole numbers separated by commas", quoteShort(list))
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
