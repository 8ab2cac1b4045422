package study

import (
	"testing"
)

// TestRowsAtANode: all rows arrive at the root; those of its two children are all of them, each once.
func TestRowsAtANode(t *testing.T) {
	r := mustNew(t, stepTable(t, 40), wishes(), nil)
	if _, _, err := r.RowsAt(&RowsOptions{Topology: "100", Limit: 5}); fault(t, err).Code != CodeNoResult {
		t.Errorf("before the first step: %v", err)
	}
	finish(t, r)
	key := ""
	for _, s := range r.posterior.Topologies() {
		if s.Topology.Leaves() > 1 {
			key = s.Topology.Key()
			break
		}
	}
	seen := map[float64]int{}
	total := 0
	for _, node := range []float64{0, 1, 2} {
		m, bulk, err := r.RowsAt(&RowsOptions{Topology: key, Node: node, Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if m.Rows != m.Total || m.Columns != 4 || len(bulk) != 4*m.Rows {
			t.Fatalf("%+v with %d numbers", m, len(bulk))
		}
		for i := range m.Rows {
			if i > 0 && bulk[4*i] <= bulk[4*i-4] {
				t.Errorf("row %v comes after row %v", bulk[4*i], bulk[4*i-4])
			}
			if node > 0 {
				seen[bulk[4*i]]++
			}
		}
		if node > 0 {
			total += m.Total
		}
	}
	if total != 28 || len(seen) != 28 { // 30 % of 40 rows are held out
		t.Errorf("the children have %d rows, %d different ones; want 28", total, len(seen))
	}
	m, bulk, err := r.RowsAt(&RowsOptions{Topology: key, From: 20, Limit: 5})
	if err != nil || m.From != 20 || m.Rows != 5 || len(bulk) != 20 {
		t.Errorf("from 20: %+v with %d numbers, %v", m, len(bulk), err)
	}
	if m, _, err := r.RowsAt(&RowsOptions{Topology: key, From: 99, Limit: 5}); err != nil || m.Rows != 0 ||
		m.Total != 28 {
		t.Errorf("beyond the end: %+v, %v", m, err)
	}
	for _, bad := range []*RowsOptions{{Topology: "2", Limit: 1}, {Topology: key, Node: 1 << 20, Limit: 1}} {
		if _, _, err := r.RowsAt(bad); fault(t, err).Code != CodeSetting {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}
