# Runs rstan on the nine posteriors of core/cmd/bench and writes reference.json. Needs R with rstan (2.21.7
# was used) and jsonlite; an hour or two. From the repository's root:
#   go run ./core/cmd/bench -starts > starts.json
#   Rscript core/cmd/bench/rstan/reference.R starts.json ../shared/data/paper
# A third argument names the posteriors to run, comma-separated; the others are taken from reference.json.

library(rstan)
library(jsonlite)

arguments <- commandArgs(TRUE)
here <- "core/cmd/bench/rstan"
file <- file.path(here, "reference.json")
starts <- fromJSON(arguments[1], simplifyVector = FALSE)

posterior <- function(set, leaves, h, columns = NULL, merge = FALSE, draws = 1000, seeds = 1:10)
  list(set = set, leaves = leaves, h = h, columns = columns, merge = merge, draws = draws, seeds = seeds)

posteriors <- list(
  "wu-x1" = posterior("wu", c(1, 2), .025, columns = 1),
  "cgm-2" = posterior("cgm", c(1, 2), .1, merge = TRUE),
  "wu-156" = posterior("wu", c(1, 5, 6), .025),
  "wu-342" = posterior("wu", c(3, 4, 2), .025),
  "iris" = posterior("iris", c(1, 5, 6), .01),
  "bcw" = posterior("breast-cancer-wisconsin", c(1, 2), .025, merge = TRUE),
  "wine" = posterior("wine", c(3, 4, 2), .025),
  "cgm-01" = posterior("cgm", c(3, 9, 10, 5, 6), .01, merge = TRUE),
  "cgm-001" = posterior("cgm", c(3, 9, 10, 5, 6), .001, merge = TRUE, draws = 500, seeds = c(1, 2, 4, 5)))

classification <- function(p) !(p$set %in% c("wu", "cgm"))

# Equal rows as one, for speed alone: the posterior stays the same.
merged <- function(X, y, classes) {
  key <- apply(cbind(X, if (classes) y), 1, paste, collapse = ",")
  group <- match(key, unique(key))
  first <- match(seq_len(max(group)), group)
  mean <- if (classes) y[first] else as.vector(tapply(y, group, mean))
  list(X = X[first, , drop = FALSE], y = mean, w = as.vector(table(factor(group, seq_len(max(group))))),
       scatter = if (classes) 0 else sum((y - mean[group])^2))
}

# Per leaf and split, in pre-order: 1 = the way to the leaf goes right, -1 = left, 0 = it does not pass.
paths <- function(leaves) {
  parent <- function(i) (i - 1) %/% 2
  above <- function(i) if (i == 0) c() else c(parent(i), above(parent(i)))
  inner <- unique(unlist(lapply(leaves, above)))
  preorder <- function(i) if (i %in% inner) c(i, preorder(2 * i + 1), preorder(2 * i + 2))
  order <- preorder(0)
  path <- matrix(0L, length(leaves), length(order))
  for (l in seq_along(leaves)) {
    for (i in c(leaves[l], above(leaves[l]))) {
      if (i != 0) path[l, match(parent(i), order)] <- if (i %% 2 == 0) 1L else -1L
    }
  }
  path
}

stan_data <- function(p) {
  table <- read.csv(file.path(arguments[2], paste0(p$set, "-train.csv")))
  X <- as.matrix(table[, names(table) != "y"])
  X <- apply(X, 2, function(v) (v - min(v)) / (max(v) - min(v)))
  if (!is.null(p$columns)) X <- X[, p$columns, drop = FALSE]
  classes <- classification(p)
  rows <- if (p$merge) merged(X, table$y, classes) else list(X = X, y = table$y, w = rep(1, nrow(X)), scatter = 0)
  path <- paths(p$leaves)
  n <- length(rows$y)
  list(N = n, D = ncol(rows$X), J = ncol(path), L = nrow(path), x = rows$X, C = if (classes) as.integer(max(rows$y) + 1) else 0L,
       y = if (classes) rep(0, n) else rows$y, k = if (classes) as.integer(rows$y + 1) else rep(0L, n),
       w = rows$w, scatter = rows$scatter, path = path, h = p$h)
}

initial <- function(s, classes) {
  numbers <- function(x) as.array(as.numeric(unlist(x)))
  list(tau = numbers(s$Tau), delta = do.call(rbind, lapply(s$Delta, unlist)),
       mu = if (classes) numbers(NULL) else numbers(s$Mu), sigma = if (classes) numbers(NULL) else numbers(s$Sigma))
}

run_seed <- function(model, p, data, init, seed) {
  fit <- sampling(model, data = data, chains = 4, iter = 500 + p$draws, warmup = 500, seed = seed, init = rep(list(init), 4),
                  control = list(adapt_delta = .9, metric = "diag_e"), refresh = 0)
  draws <- as.array(fit)
  names <- setdiff(dimnames(draws)[[3]], "lp__")
  if (data$D == 1) names <- names[!grepl("delta", names)]  # constant
  leapfrogs <- sum(sapply(get_sampler_params(fit, inc_warmup = FALSE), function(s) sum(s[, "n_leapfrog__"])))
  per <- function(f) sapply(names, function(n) f(draws[, , n]))
  least <- min(per(ess_bulk))
  list(leapfrogs = leapfrogs, efficiency = least / leapfrogs * 1e4,
       withLogDensity = min(least, ess_bulk(draws[, , "lp__"])) / leapfrogs * 1e4,
       names = names, mean = per(mean), mcse = per(sd) / sqrt(per(rstan:::ess_mean)))
}

run_posterior <- function(model, name) {
  p <- posteriors[[name]]
  data <- stan_data(p)
  init <- initial(starts[[name]], classification(p))
  runs <- lapply(p$seeds, function(seed) run_seed(model, p, data, init, seed))
  of <- function(field) sapply(runs, function(r) r[[field]])
  pooled <- function(field, f) as.vector(f(matrix(of(field), ncol = length(runs))))
  list(name = name, chains = 4, draws = p$draws, leapfrogs = of("leapfrogs"), efficiency = of("efficiency"),
       withLogDensity = of("withLogDensity"), parameters = runs[[1]]$names, mean = pooled("mean", rowMeans),
       mcse = pooled("mcse", function(m) sqrt(rowSums(m^2)) / ncol(m)))
}

if (rstan_options("boost_lib") == "") rstan_options(boost_lib = "/usr/include")  # as Debian packages it
model <- stan_model(file.path(here, "tree.stan"))
known <- fromJSON(file, simplifyVector = FALSE)
names(known) <- sapply(known, function(r) r$name)
for (name in if (length(arguments) > 2) strsplit(arguments[3], ",")[[1]] else names(posteriors))
  known[[name]] <- run_posterior(model, name)
lines <- sapply(known[names(posteriors)], toJSON, digits = I(8), auto_unbox = TRUE)
writeLines(c("[", paste(lines, collapse = ",\n"), "]"), file)
