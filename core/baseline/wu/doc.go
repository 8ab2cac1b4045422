// Package wu samples hard decision trees as Wu, Tjelmeland and West (2007, "Bayesian CART: Prior specification and
// posterior simulation", Journal of Computational and Graphical Statistics 16, 44-66): the pinball prior, the usual
// moves, and one that keeps the rows of every leaf and puts another tree over them.
//
// The article's prior is a product: of the tree's structure, of the features and thresholds of its splits given the
// structure, and of the leaves' parameters. The structure has the pinball prior: a number of leaves k from a
// distribution alpha(k), which fall from the root like pinballs, beta(i | k) being the probability that i of the k
// leaves of a node are on its left. The paper prints lambda and p for this method, not what they are; that they are the
// parameters of (1) and (2) is our reading:
//
//	(1)  k - 1 ~ Poisson(lambda)               leaves of the tree
//	(2)  i - 1 ~ Binomial(k - 2, p)            leaves on the left of a node with k >= 2 leaves
//	(3)  the feature of a split is one of those in which the rows at the node can be split, each alike;
//	     its threshold has the distribution Settings.Thresholds, of which what no available cut has is left out
//	(4)  y ~ N(mu, sigma^2), mu ~ N(mu_0, sigma^2/n), sigma^2 ~ IG(alpha, beta): hard.LeafPrior
//	(5)  P(class 1) ~ Beta(a, a): hard.LeafPrior
//
// With Settings.Free the factor (2) is left out: all structures with k leaves are alike, and as there are more of them
// the larger k is, (1) is not the distribution of k any more: with lambda = 10 the mean on the paper's WU rows is 17 in
// place of 4.
//
// Ours are: (3), which is relative to the rows at the node, so that (1) stays the prior of the number of leaves but for
// structures that would split a node whose rows cannot be split: they have probability 0; one sigma for all leaves
// (hard.LeafPrior.PerLeaf chooses); Settings.MinLeaf; and that features and thresholds are drawn by (3) where a move
// needs new ones.
//
// What a tree is: in pre-order the feature and the cut of each split. Cut c of a feature is the interval between its
// distinct training values number c and c+1. Cuts that divide the rows of a node alike are different trees, each with
// the prior mass of its own interval. Under Uniform a tree stands for all thresholds in its intervals, which no
// training row tells apart, and Draws draws one of them. The parameters of leaves are integrated out.
//
// An iteration tries one move, a Metropolis-Hastings proposal:
//
//	grow         a leaf that can be split, each alike, is split by a rule from (3)
//	prune        two leaves under one split, each such pair alike, become one
//	change       a split, each alike, gets a rule from (3); the splits below keep theirs
//	swap         two splits, one right below the other, each such pair alike, exchange their rules; where both
//	             children of the upper have one rule, both take the upper's (Chipman, George and McCulloch 1998,
//	             section 5.1)
//	restructure  another tree over the same leaves, see restructure.go
package wu
