# Writes posterior.json: edge cases, with what the R packages posterior and loo make of them and of the draws and
# weights of reference.json. Usage: Rscript posterior.R > posterior.json
suppressMessages({library(jsonlite); library(posterior); library(loo)})
options(warn = -1)
set.seed(20210719)

autoregressive <- function(draws, chains, rho) {
  sapply(seq_len(chains), function(chain) {
    x <- numeric(draws)
    x[1] <- rnorm(1)
    for (t in 2:draws) x[t] <- rho * x[t - 1] + sqrt(1 - rho^2) * rnorm(1)
    x
  })
}

# Columns are chains. Ten digits, so that the file holds what was judged.
made <- lapply(list(
  "one chain" = autoregressive(200, 1, 0.6),
  "one chain, odd length" = autoregressive(101, 1, 0.6),
  "one chain, drifting" = matrix(rnorm(120) + seq(-2, 2, length.out = 120)),
  "one of four chains does not move" = cbind(matrix(rnorm(240), 80), 0.3),
  "every chain at a place of its own" = cbind(rnorm(60, -40), rnorm(60, 0), rnorm(60, 40)),
  "strongly antithetic" = autoregressive(150, 4, -0.9),
  "slow" = autoregressive(300, 4, 0.98),
  "far from zero" = 1e6 + matrix(rnorm(400), 100),
  "half of all draws equal" = matrix(pmax(rnorm(400), 0), 100),
  "four chains of odd length" = autoregressive(77, 4, 0.4)
), signif, digits = 10)

judge <- function(x) list(
  rhat = rhat(x), essBulk = ess_bulk(x), essTail = ess_tail(x), essMean = ess_mean(x), mcseMean = mcse_mean(x),
  mcseSD = mcse_sd(x), mcseMedian = mcse_quantile(x, 0.5, names = FALSE), mcse10 = mcse_quantile(x, 0.1, names = FALSE))

weights <- lapply(list(
  "pareto 2" = 2 * rexp(1000),
  "normal posterior, basic weights" = 0.5 * rowSums(matrix(rnorm(20000), 2000)^2),
  "one weight dominates" = c(rnorm(500), 50),
  "most are zero" = ifelse(runif(1000) < 0.9, -Inf, rnorm(1000)),
  "wide" = 60 * rnorm(200)
), signif, digits = 10)

# k-hat of the tail that the paper names, as package loo fits it.
kHat <- function(w) {
  tail <- ceiling(min(0.2 * length(w), 3 * sqrt(length(w))))
  loo:::do_psis_i(w, tail)$pareto_k
}

arviz <- fromJSON("reference.json", simplifyMatrix = FALSE)
theirs <- lapply(arviz$draws, function(s) do.call(cbind, s$draws))
theirWeights <- lapply(arviz$weights, function(s) ifelse(is.na(s$logWeights), -Inf, s$logWeights))
columns <- function(x) lapply(seq_len(ncol(x)), function(i) x[, i])
write(toJSON(list(
  generator = paste("posterior.R with posterior", packageVersion("posterior"), "and loo", packageVersion("loo"), "; null is -Inf, NA not judged"),
  draws = c(lapply(made, function(x) c(list(draws = columns(x)), judge(x))), lapply(theirs, judge)),
  weights = c(lapply(weights, function(w) list(logWeights = ifelse(is.infinite(w), NA, w), k = kHat(w))),
              lapply(theirWeights, function(w) list(k = kHat(w))))
), auto_unbox = TRUE, digits = I(17), na = "null"), stdout())
