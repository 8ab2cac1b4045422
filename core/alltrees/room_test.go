package alltrees

import (
	"testing"

	"dcctree/core/random"
)

// TestEvidenceWithoutRoom: where the graph holds next to nothing, the tempered estimate of the evidence is right on
// average all the same.
func TestEvidenceWithoutRoom(t *testing.T) {
	for _, i := range []int{1, 12} {
		table := problems[i].table(t, uint64(i))
		want, _ := exact(table, problems[i].prior())
		s := problems[i].quick()
		s.Moves, s.Learn, s.Candidates = 3, 5, 1
		var logs []float64
		for k := range 30 {
			logs = append(logs, Climb(table, s, k).LogEvidence)
		}
		rightOnAverage(t, i, logs, want)
	}
}

// TestRoomOfWideTables: with 300 inputs a node of all 30 rows has 8,700 candidates, and the graph stays within its
// bounds but for one tree's nodes.
func TestRoomOfWideTables(t *testing.T) {
	const rows, inputs = 30, 300
	rng := random.Stream(1, "wide")
	y := Response{Values: make([]float64, rows), Classes: 2}
	columns := make([]Column, inputs)
	for j := range columns {
		for range rows {
			columns[j].Values = append(columns[j].Values, rng.Float64())
		}
	}
	for i := range rows {
		y.Values[i] = float64(i % 2)
	}
	table, err := NewTable(columns, y)
	if err != nil {
		t.Fatal(err)
	}
	s := DefaultSettings()
	s.Crowd, s.Moves, s.Candidates = 1, 3, 20_000
	const oneTree = 30 * rows * inputs
	r := &restart{cloud: newCloud(table, &s)}
	r.start(&s)
	for step := 1; step <= 3 && r.cloud.graph.power < 1; step++ {
		r.temper(&s, step)
		if size := r.cloud.graph.size; size > (brimful+forgetful)*s.Candidates+oneTree {
			t.Errorf("step %d: %d candidates are held", step, size)
		}
	}
	f := r.cloud.graph.fork()
	f.moveAll(&s, "held", 0, 20, r.cloud.particles)
	if f.size > forgetful*s.Candidates || f.forgotten == 0 {
		t.Errorf("a job holds %d candidates, and forgot work of %d", f.size, f.forgotten)
	}
	before := r.cloud.graph.work
	if r.cloud.graph.join(f); r.cloud.graph.work <= before+f.forgotten {
		t.Error("work that was forgotten does not count")
	}
}
