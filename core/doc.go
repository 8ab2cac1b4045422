// Package core maps the rooms of the sampler library and its notation; it holds no code. The examples of
// packages hmc, dataset and dcc show how the rooms are used together; docs/go-library.md has them one after the other.
//
//	numeric      own exp, log-space sums, moments, Cholesky: same bits everywhere
//	random       named random streams from (seed, labels)
//	dataset      tables, frames, splits, scaling, the WU and CGM generators
//	topology     the shape of a binary decision tree, its moves and prior
//	bijector     logit, stick-breaking, log: transforms with Jacobians and pull-backs
//	simd         the sums over rows: machine code per topology, and the same in plain Go
//	softtree     the soft-split tree: log density, gradient, prediction
//	hmc          NUTS: trajectories, warm-up, resumable chains
//	evidence     layered adaptive importance sampling of the log marginal likelihood
//	diagnostics  Pareto k-hat, R-hat, effective sample size, Monte Carlo errors
//	hardtree     the best hard trees of a topology: where the soft tree's modes are
//	smc          tempered sequential Monte Carlo from a fitted reference to the target
//	alltrees     trees with one input a split, all at once: a learned graph over sets of rows, tempered particles
//	fit          from a table of one's own and choices to what alltrees says of it
//	conquer      one topology measured fast: hard trees, modes, tempered particles, draws from smaller
//	             topologies; audits
//	dcc          Algorithm 1: divide, conquer, combine, as reverse communication
//	dcc/search   the fast mode: the same loop, best topologies first
//	dcc/variants runs beside each other: bandwidths, folds, priors
//	verdict      how far a run can be trusted: one function from facts to an outcome, reasons and a plan, in words
//	posterior    weighted draws across topologies: predictions, scores, effective trees, figures' content
//	paper        what the paper prints of its sampler, and whether other runs agree with it
//	treelayout   positions of a tree's nodes
//	chart        figures as SVG text
//	export       what people take away: rules, draws and tables for other programs
//	report       a run as one HTML file without scripts
//	baseline     what the samplers that the paper compares with have in common: a step, a state in plain numbers,
//	             drawn trees
//	baseline/cart  the tree that the paper's figures compare with
//	baseline/linear linear and logistic regression, beside a readable tree
//	baseline/hard  trees of hard splits and conjugate leaves, for the samplers of such trees; hardtest lists
//	             all trees of small tables
//	baseline/cgm   Chipman, George and McCulloch's sampler
//	baseline/wu    Wu, Tjelmeland and West's sampler
//	baseline/particle Lakshminarayanan, Roy and Teh's particle filter
//	baseline/rjhmc Cochrane, Wills and Johnson's reversible jump with HMC inside: HMC-DF and HMC-DFI
//	compare      all methods beside each other on one problem, over dcc's jobs
//	study        from a table and choices to a run and its answers; the answers are also messages and the page's
//	             input
//	words        what people read, a text file a language
//	tree         one drawn tree: rules of splits, answers of leaves; the type of all samplers, figures and exports
//	parcel       a struct as a row of numbers and its words
//	cmd          native commands: fit, oracle, paper, bench, validate
//
// "Tree" always means a decision tree: NUTS has trajectories and doublings.
//
// Notation (equations named as in the paper's source):
//
//	paper            Go                                   meaning, equation
//	T_m              topology.Topology                    topology m
//	p(m)             topology.Prior.Log                   prior over topologies, cgm-prior
//	Delta_j          softtree.Params.Delta                splitting simplex, model-def
//	tau_j            softtree.Params.Tau                  splitting threshold, scaled, psi-index
//	mu_k, sigma      softtree.Params.Mu, Sigma            leaf means and noise scale, llh-reg
//	h                softtree.Model.SetBandwidth          bandwidth of the soft split, psi-index
//	psi, phi_ik      simd (reference.go, parts.go)        split and leaf probabilities, psi-index, phi
//	phi_ck           softtree (classification.go)         class sums of a leaf, temp
//	l(Y | X, Theta)  softtree.Terms.LogLikelihood         likelihoods, llh-reg and llh-class
//	N_init, N_s      dcc.Settings.Warmup, Draws           warm-up steps, draws per visit
//	N_c, N_M         dcc.Settings.Chains, Proposals       chains, importance proposals per draw
//	T, T_0, C_0      dcc.Settings.Iterations, PriorDraws, ActivationCount
//	T_max            dcc.Settings.MaxActive               size of the active set
//	alpha_split, beta_split  dcc.Settings.SplitPrior      prior over topologies, cgm-prior
//	h_init, h_final  dcc.Settings.BandwidthInitial, BandwidthFinal
//	alpha_mu, beta_mu        softtree.Priors.LeafMean, LeafSD
//	alpha_sigma, beta_sigma  softtree.Priors.SigmaShape, SigmaScale
//	alpha            softtree.Priors.ClassConcentration   Dirichlet prior of a leaf's classes
//	Z_m              evidence.Estimate.LogZ               marginal likelihood (log), marg-llh-calc
//	Phi_m            evidence.Kind                        proposal density: basic or spatial
//	U_m, S_m         dcc.Term.Utility, Visits             utility, utility
//	tau_m, rho_m     dcc.Term.Exploitation, Exploration   its terms, appendix
//	delta, kappa     dcc.Settings.Delta, Kappa            their weights
//	beta, T_a        dcc.Settings.Beta, LookAhead         optimism, horizon
//	w_m              dcc.Summary.Weight                   posterior weight of a topology
//
// In JavaScript the settings have the same names with a small first letter, the priors below priors.
package core
