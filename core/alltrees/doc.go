// Package alltrees samples decision trees with one input a split from their posterior over all trees at once, for
// people's own tables: numbers by ranks, sets of levels, gaps that go to a side, numbers or classes to predict.
//
// The model. A node at depth d splits with probability .95/(1+d). The input is uniform; a threshold is uniform over the
// ranks between the training values, at most 200 of them; a set of levels is uniform over the ways to part the levels;
// rows with a gap go left or right with probability 1/2 each. Leaves: on standardized numbers means are N(0, 1) and one
// sigma is half-t(3, 1), summed over a grid; class probabilities are Dirichlet, in equal parts for the classes, and one
// concentration is summed over a grid from 1/8 to 16. All leaves are summed out exactly, so that a tree is its rules
// alone. What lies below a node without rows is summed out too.
//
// Noise per leaf. With Response.LeafNoise log sigma of each leaf is normal about that of a level, with the standard
// deviation .5, and the level is half-t(3, 1); sums over both grids are exact. Means stay N(0, 1): with means in
// proportion to the leaf's noise, which would have a closed form, a quiet leaf far from the mean of all rows would be
// improbable whatever its rows are. Proposals know a leaf by Laplace's method. Levels are to all else what sigmas are.
//
// Heavy tails. With Response.Heavy the noise is Student's t with 4 degrees of freedom: normal, with a variance of
// sigma^2 over a row's precision, which is gamma(2, 2). The response is standardized by its values without the extreme
// ones. Given the rows' precisions all is as with normal noise, by weighted normal equations, so that the sampler of
// gradual splits does it, with sharp splits alone as well. Between moves a tree has leaf means, and precisions are
// summed out: restarts weigh by Student's t, whose weights vary with the number of leaves. Given the precisions they
// would vary with the number of rows, since precisions are of a tree's own noise, and steps would be as much smaller.
//
// Gradual splits. Where numbers are predicted and Prior.Widths is set, a threshold may be gradual: rows near it have
// shares of both sides, and a row is predicted by its leaves' means in proportion. With W the rows' shares of the
// leaves, y is normal with covariance W W' + sigma^2 I, by normal equations as large as there are leaves. These trees
// have a sampler of their own, from much noise to little (gradualrun.go), with moves of splits, rules and widths one by
// one.
// Boston's first split has log evidences of -178 to -181 after 80 moves, where sharp splits had -215.6 after 40.
//
// The sampler of sharp splits. The sum over all subtrees of a set of rows R at depth d,
//
//	Z(R, d) = (1 - s_d) p(y_R) + s_d sum over rules of p(rule) Z(R_left, d+1) Z(R_right, d+1),
//
// is learned on a graph of nodes (R, d). A node that was looked into lists its rules with the exact marginals of both
// sides as leaves. What a side is worth beyond a leaf is its own node's value where that exists, and elsewhere a linear
// fit to lower bounds: to the sums over what the graph holds. The graph is a proposal of trees that can be drawn from
// and evaluated. A Restart takes trees from the prior to the posterior by powers of the likelihood (sequential Monte
// Carlo): at each power the graph is valued anew, learns, and proposes subtrees; rules are also changed, shifted and
// swapped with all below them kept. Restarts are pooled by their evidence. In the end the graph is frozen: independent
// draws are importance samples with an unbiased evidence, and a bridge joins them with the sample's trees.
//
// Settle runs it with twice the moves until evidence and predictions no longer change, or the work is used up.
//
// What was measured. On 14 tiny tables (sets, gaps, numbers and classes) evidence and root rules are the exact ones.
// On real tables: docs/fit.md. Boston's second split had log evidences of -208 to -217 with 5 moves of each tree at a
// power, -206.2 twice with 20, and -198.2 to -200.7 with 50: moves are what decides, and equal restarts prove little.
// Fits to the graph's own values, instead of lower bounds, inflated each other: frozen draws of glass lost 24 nats.
//
// Cautions. Effective number and k-hat of frozen draws are those of the region that the graph has learned: they looked
// well (800 of 1,000 draws, k-hat .4 to .6) where two seeds were four nats apart. Only restarts that agree in evidence
// and predictions count. The tempered evidence is right on average on tiny tables, but where moves do not keep up with
// the powers it is far too low in all restarts alike: more moves must not change it.
//
// The order of rows and columns, and the seed, fix every bit; the division into jobs does not matter, but where jobs
// are so large that they forget what they met (forgetful). The number of workers never does.
package alltrees
