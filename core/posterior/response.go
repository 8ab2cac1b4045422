// What rows, predictions and figures need to know of the response: one interface, and a file for each that implements
// it.

package posterior

import (
	"dcctree/core/baseline"
	"dcctree/core/chart"
	"dcctree/core/dataset"
	"dcctree/core/export"
	"dcctree/core/softtree"
	"dcctree/core/topology"
	"dcctree/core/tree"
	"dcctree/core/words"
)

// response is a kind of response: numbers.go and classes.go have one each. Values are stateless.
type response interface {
	// scaling returns the scale on which the sampler has the training rows' responses.
	scaling(train *dataset.Frame, standardize bool) dataset.TargetScaling
	// fill sets the responses of the sampler's data.
	fill(d *softtree.Data, t Tables)
	// truths sets those of some rows.
	truths(r *rows, t Tables, f *dataset.Frame)
	// truth returns the response of row i, or the number of its class.
	truth(f *dataset.Frame, i int) float64
	// baseline returns the losses, on f, of the answer that ignores all inputs.
	baseline(train, f *dataset.Frame) Judge

	// forecast averages over the member's draws what they predict for the rows.
	forecast(p *Posterior, m *member, r *rows, pred *softtree.Predictor) forecast
	// addDraw adds what a drawn tree predicts for the rows, and returns the sum of the rows' scores by its most
	// probable leaf: squared errors (scaled units), or how many are right.
	addDraw(f forecast, r *rows, of *tree.Tree, weight float64) (own float64)
	// ownUnit is the unit, in those of the table, of such a score.
	ownUnit(t Tables) float64
	// judge returns the losses of a forecast.
	judge(p *Posterior, r *rows, f forecast) Judge
	// headline is the score that the response is known by.
	headline(s Scores) float64
	// calibration returns how often came true what was forecast.
	calibration(p *Posterior, r *rows, f forecast) []chart.CalibrationPoint
	// predict and explain answer for rows, or for a single one with the opinions of topologies.
	predict(p *Posterior, r *rows) []Prediction
	explain(p *Posterior, r *rows) Explanation
	// explainDrawn answers for a row from drawn trees with their shares.
	explainDrawn(p *Posterior, row tree.Row, each func(func(draw *baseline.Draw, share float64))) Explanation
	// point writes what a draw predicts for the rows to dst, width numbers a row.
	point(p *Posterior, pred *softtree.Predictor, dst []float64, m *member, k int)
	width(p *Posterior) int
	// mapped takes the mean of such numbers of all cells to a map.
	mapped(p *Posterior, fig *chart.PartitionFigure, mean []float64)

	// probabilities returns those of the classes of the leaves under draw k; nil without classes.
	probabilities(p *Posterior, m *member, k int) [][]float64
	// leaves completes the leaves of a figure, by topology.Node.Index.
	leaves(d *diagram, out []chart.TreeLeaf)
	// arrival sums the responses of the rows that arrive at a node up.
	arrival(d *diagram, rows []int, a *chart.Arrival)
	// middle returns a leaf's posterior mean.
	middle(leaf chart.TreeLeaf) tree.Answer
	// agreement says how answers of rules differ from predictions of the same rows.
	agreement(answers []float64, predictions []Prediction, l words.Lang) string
	// names adds the parameters of the leaves of a chain.
	names(p *Posterior, t topology.Topology, add func(words.Message, func(softtree.Params) float64))
	// variables, coords and note are of the leaves' parameters among exported draws.
	variables(p *Posterior, m *member) []export.Variable
	coords(p *Posterior) []export.Coord
	note(t Tables) string
}

// responseOf returns the kind of a table's response.
func responseOf(f *dataset.Frame) response {
	if f.Task == dataset.Classification {
		return classResponse{}
	}
	return numberResponse{}
}
