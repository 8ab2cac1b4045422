# Runs bcart of the R package tgp (Gramacy 2007; Chipman, George and McCulloch's tree model with constant leaves) on the paper's WU and CGM sets and writes
# reference.json: mean squared errors of the posterior mean, one value per seed. Needs R with tgp (2.4-21).
#
#   Rscript core/cmd/paper/tgp/reference.R ../shared/data/paper
#
# tree: the split prior (1+d)^-beta alpha of this program's defaults and leaves of at least five rows (tgp asks for more rows than there are inputs). The leaves' priors are tgp's own, so the
# posterior is near ours, not the same. Each run is ten restarts of 20,000 iterations behind 2,000, every 20th kept.
library(tgp)
dir <- commandArgs(trailingOnly = TRUE)[1]
seeds <- 1:5
runs <- list()
for (set in c("wu", "cgm")) {
  train <- read.csv(file.path(dir, paste0(set, "-train.csv")))
  test <- read.csv(file.path(dir, paste0(set, "-test.csv")))
  x <- as.matrix(train[, names(train) != "y"]); xx <- as.matrix(test[, names(test) != "y"])
  for (seed in seeds) {
    set.seed(seed)
    fit <- suppressWarnings(bcart(X = x, Z = train$y, XX = rbind(xx, x), BTE = c(2000, 22000, 20), R = 10, tree = c(.95, 1, 5), pred.n = FALSE, verb = 0))
    n <- nrow(xx)
    runs[[length(runs) + 1]] <- sprintf('  {"set": "%s", "seed": %d, "train": %.6f, "test": %.6f}', set, seed,
      mean((fit$ZZ.mean[-(1:n)] - train$y)^2), mean((fit$ZZ.mean[1:n] - test$y)^2))
    cat(runs[[length(runs)]], "\n")
  }
}
json <- c('{"program": "R tgp 2.4-21, bcart", "runs": [', paste(unlist(runs), collapse = ",\n"), "]}")
writeLines(json, "core/cmd/paper/tgp/reference.json")
