// Texts of the tree's own controls, the rows at a node, and what holds across trees.

package logic

const treesText = "" +
	"tree.point: Point at a node, tap it, or walk by Tab and the arrow keys, to see its rows.\n" +
	"tree.zoom: Zoom\n" +
	"tree.zoom.in: Wider\n" +
	"tree.zoom.out: Narrower\n" +
	"tree.zoom.fit: Fit\n" +
	"tree.collapse: Collapse\n" +
	"tree.expand: Expand\n" +
	"tree.rows: Show these rows\n" +
	"rows.title: Rows at a node\n" +
	"rows.table: The rows\n" +
	"rows.caption: Training rows that reach the node, in the order of the file\n" +
	"rows.row: File row\n" +
	"rows.some: The first %s of %s training rows, in the order of the file.\n" + // count, count
	"rows.all: %s training rows, in the order of the file.\n" + // count
	"rows.one: 1 training row.\n" +
	"rows.none: No training row reaches this node.\n" +
	"across.title: Across trees\n" +
	"across.wait: What the trees agree on, and which split they disagree about, appears here with the first tree.\n" +
	"across.features: Which features, and where they are split\n" +
	"across.features.do: Bar: weight of the trees that split on the feature, ± its Monte Carlo error. Diamond: its mean weight on the simplex of a split; the mark above is the prior’s. Hill: where the thresholds of all trees lie; its area is the number of splits. A split that divides no training row does not count.\n" +
	"across.consensus: What most trees ask, in order\n" +
	"across.order: The most common first split, then the most common next ones among the trees that share it. Marks: the threshold of each tree, the darker the heavier.\n" +
	"across.cuts: Splits that trees agree or disagree on\n" +
	"across.pairs: Thresholds within a tenth of a feature’s range count as one split, wherever in a tree it is made. Two trees disagree about a pair of rows where it shares a leaf in one of them only; the split that parts the pair accounts for it.\n" +
	"across.made: %s (%s)\n" + // split, weight
	"across.and:  and \n" +
	"across.nosplit: No tree splits anything.\n" +
	"across.agree: Nearly all trees, by weight, split at %s.\n" + // splits
	"across.noagreement: %s is the largest weight of trees that share a split: %s.\n" + // weight, split
	"across.alike: The trees part the training rows almost alike.\n" +
	"across.disagree: %s of the pairs of training rows share a leaf in only one of two trees drawn from the posterior, on average.\n" + // share
	"across.whether: %s of that is whether to split at %s: trees of weight %s do.\n" + // share, split, weight
	"across.where: %s of that is where exactly the split %s lies, which trees of weight %s make.\n" + // share, split, weight
	"across.covered: %s trees are compared, with %s of the measured posterior: topologies, each with the main feature of every split.\n" + // count, share
	"across.covered.one: There is one tree: one topology with one main feature for every split.\n" +
	"tree.how.moves: Enter, or Collapse, folds what is below a split into one leaf. The keys + and − draw the tree wider and narrower, 0 fits it; drag, or Shift with an arrow key, moves a wide one.\n"
