// Package diagnostics judges draws of Markov chains and importance weights: rank-normalized split
// R-hat, effective sample sizes and Monte Carlo standard errors (Vehtari, Gelman, Simpson, Carpenter
// and Bürkner 2021), the energy diagnostic BFMI (Betancourt 2016) and Pareto k-hat (Vehtari,
// Simpson, Gelman, Yao and Gabry 2024).
//
// Chains are slices of equal length, one per chain, in the order drawn, warm-up left out. NaN means
// "cannot be judged": chains of unequal length or with fewer than four draws, a draw that is not
// finite, or draws that are all equal.
package diagnostics
