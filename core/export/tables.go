// Tables for other programs, as comma-separated text: trees node by node, and predictions row by row. Texts are cells
// as dataset.CSVCell has them: a spreadsheet computes none, and dataset.ReadCSV gives them back.

package export

import (
	"slices"
	"strconv"
	"strings"

	"dcctree/core/dataset"
	"dcctree/core/topology"
	"dcctree/core/tree"
)

// Columns are what the trees of one run have in common.
type Columns struct {
	Features []string
	Classes  []string // labels; nil for a regression
}

// TreeDraws are the drawn trees of one topology.
type TreeDraws struct {
	Topology string
	Nodes    []topology.Node // of every tree
	Weights  []float64       // per draw: its share of the whole posterior, all topologies together
	Trees    []tree.Tree     // per draw: rules on scaled features, answers in the target's units
	// per draw and split (pre-order): where it crosses its main feature, in its units; see TreesCSV
	Crossings [][]float64
}

// TreesHead returns the line of names of TreesCSV.
func TreesHead(c Columns) string {
	names := []string{"chain", "draw", "weight", "topology", "node", "parent", "is_leaf", "feature", "threshold",
		"tau"}
	for _, f := range c.Features {
		names = append(names, "weight_"+f)
	}
	if names = append(names, "value"); c.Classes != nil {
		for _, label := range c.Classes {
			names = append(names, "p_"+label)
		}
	}
	return record(names)
}

// TreesCSV returns one line for each node of each drawn tree: chain (all draws are pooled, so 1), draw within the
// topology from 1, weight in the posterior over all trees, topology, heap number of the node and of its parent, whether
// it is a leaf. A split has its main feature, the threshold in that feature's units with the other features at their
// mean over the rows that arrive, and what is exact: tau and the weights, by which rows go left whose sum of weight x
// (value - min)/(max - min) is at most tau, min and max being those of the training rows. A leaf has its mean, or its
// most probable class and the probability of each. Rows of one draw sum to its weight once. Numbers are the shortest
// that read back to the same bits.
func TreesCSV(c Columns, t TreeDraws) string {
	var out []byte
	for k, drawn := range t.Trees {
		crossings := t.Crossings[k]
		head := "1," + strconv.Itoa(k+1) + "," + number(t.Weights[k]) + "," + dataset.CSVCell(t.Topology) + ","
		for at, n := range t.Nodes {
			out = append(append(out, head...), strconv.Itoa(n.ID)...)
			out = append(out, ',')
			if n.Parent >= 0 {
				out = strconv.AppendInt(out, int64(t.Nodes[n.Parent].ID), 10)
			}
			if n.Leaf {
				out = appendLeaf(out, c, drawn.Nodes[at].Answer)
			} else {
				out = appendSplit(out, c, drawn.Nodes[at].Rule, crossings[n.Index])
			}
			out = append(out, '\n')
		}
	}
	return string(out)
}

func appendSplit(out []byte, c Columns, rule tree.Rule, crossing float64) []byte {
	out = append(append(out, ",0,"...), dataset.CSVCell(c.Features[rule.Main()])...)
	weights := make([]float64, len(c.Features))
	rule.AddWeights(weights, 1)
	out = appendNumbers(out, crossing, rule.Cut())
	out = appendNumbers(out, weights...)
	return append(out, strings.Repeat(",", 1+len(c.Classes))...)
}

func appendLeaf(out []byte, c Columns, answer tree.Answer) []byte {
	out = append(out, ",1"...)
	out = append(out, strings.Repeat(",", 3+len(c.Features))...)
	switch a := answer.(type) {
	case tree.Normal:
		return appendNumbers(out, a.Mean)
	case tree.Classes:
		out = append(append(out, ','), dataset.CSVCell(c.Classes[a.Most()])...)
		return appendNumbers(out, a...)
	}
	panic("export: TreesCSV: an answer of another kind")
}

// Predicted is the prediction of one row.
type Predicted struct {
	Mean, SD, Low, High float64   // regression: in the target's units, with the central 90 % predictive interval
	Class               int       // classification: the most probable class
	Probabilities       []float64 // of every class
}

// PredictionsHead returns the line of names of a table of predictions, after the names that stand before them. A name
// that is taken, also by one of these, gets an underscore more.
func PredictionsHead(before []string, c Columns) string {
	var names []string
	add := func(name string) {
		for slices.Contains(names, name) {
			name += "_"
		}
		names = append(names, name)
	}
	for _, name := range before {
		add(name)
	}
	if c.Classes == nil {
		for _, name := range []string{"predicted_mean", "predicted_sd", "predicted_5_percent",
			"predicted_95_percent"} {
			add(name)
		}
		return record(names)
	}
	add("predicted_class")
	for _, label := range c.Classes {
		add("p_" + label)
	}
	return record(names)
}

// PredictionCSV returns the line of one row, after the cells that stand before its prediction, which is nil for a row
// that cannot be predicted: its cells stay empty. Numbers are the shortest that read back to the same bits.
func PredictionCSV(before []string, c Columns, p *Predicted) string {
	cells := make([]string, len(before))
	for i, s := range before {
		cells[i] = dataset.CSVCell(s)
	}
	out := []byte(strings.Join(cells, ","))
	switch {
	case p == nil && c.Classes == nil:
		out = append(out, ",,,,"...)
	case p == nil:
		out = append(out, strings.Repeat(",", 1+len(c.Classes))...)
	case c.Classes == nil:
		out = appendNumbers(out, p.Mean, p.SD, p.Low, p.High)
	default:
		out = append(append(out, ','), dataset.CSVCell(c.Classes[p.Class])...)
		out = appendNumbers(out, p.Probabilities...)
	}
	return string(append(out, '\n'))
}

// appendNumbers writes a comma before each number.
func appendNumbers(out []byte, xs ...float64) []byte {
	for _, x := range xs {
		out = strconv.AppendFloat(append(out, ','), x, 'g', -1, 64)
	}
	return out
}

func record(cells []string) string {
	quoted := make([]string, len(cells))
	for i, s := range cells {
		quoted[i] = dataset.CSVCell(s)
	}
	return strings.Join(quoted, ",") + "\n"
}

// Stem makes the name of a table fit for the name of a file on any system: letters, digits and dashes, without its
// ending.
func Stem(name string) string {
	if at := strings.LastIndexByte(name, '.'); at > 0 {
		name = name[:at]
	}
	plain := func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '-'
	}
	const most = 60
	name = strings.Trim(strings.Map(plain, name), "-")
	if name == "" {
		return "table"
	}
	return name[:min(most, len(name))]
}
