// Package alltrees samples decision trees with one input a split from their posterior over all trees at once, for
// people's own tables: numbers by ranks, sets of levels, gaps that go to a side, numbers or classes to predict.
//
// The model. A node at depth d splits with probability .95/(1+d). The input is uniform; a threshold is uniform over the
// ranks between the training values, at most 100 of them; a set of levels is uniform over the ways to part the levels;
// rows with a gap go left or right with probability 1/2 each. Leaves: on standardized numbers means are N(0, 1) and one
// sigma is half-t(3, 1), summed over a grid; class probabilities are Dirichlet with 1/C each. All leaves are summed out
// exactly, so that a tree is its rules alone.
//
// The sampler. The sum over all subtrees of a set of rows R at depth d,
//
//	Z(R, d) = (1 - s_d) p(y_R) + s_d sum over rules of p(rule) Z(R_left, d+1) Z(R_right, d+1),
//
// is learned on a graph of nodes (R, d). A node that was looked into lists its rules with exact marginals of both sides as
// leaves; what a side is worth beyond a leaf is its own node's value where that exists, and a linear fit elsewhere. The
// graph is a proposal of trees that can be drawn from and evaluated. Run takes trees from the prior to the posterior by
// powers of the likelihood (sequential Monte Carlo): at each power the graph is valued anew, learns, and proposes
// subtrees; rules are also changed, shifted and swapped with all below them kept. In the end the graph is frozen:
// independent draws are importance samples with an unbiased evidence, and a bridge joins them with the sample's trees.
//
// Cautions. An effective number and k-hat of frozen draws are those of the region that the graph has learned: they look
// well where two seeds are nats apart. Only independently learned proposals that agree in evidence and predictions count.
// The tempered estimate LogEvidence is right on average on tiny tables, and far too low where the moves
// do not keep up with the powers: its spread over seeds says so.
//
// The order of rows and columns, and the seed, fix every bit; the division into jobs does not matter.
package alltrees
