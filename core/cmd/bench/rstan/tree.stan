// Soft decision tree of a fixed topology and bandwidth: the posterior of core/softtree, written anew. A row
// may stand for several equal ones.
data {
  int<lower=1> N;
  int<lower=1> D;
  int<lower=1> J;                     // splits, in pre-order
  int<lower=2> L;                     // leaves, left to right
  matrix[N, D] x;                     // scaled to [0, 1]
  int<lower=0> C;                     // classes; 0 = regression
  vector[N] y;
  int<lower=0, upper=C> k[N];         // class, 1..C; 0 for regression
  vector[N] w;                        // weight of a row
  real<lower=0> scatter;              // sum of squares within merged rows
  int<lower=-1, upper=1> path[L, J];  // 1 = right, -1 = left, 0 = not on the way
  real<lower=0> h;
}
transformed data {
  int R = C == 0 ? 1 : 0;
}
parameters {
  vector<lower=0, upper=1>[J] tau;
  simplex[D] delta[J];
  vector[R * L] mu;
  vector<lower=0>[R] sigma;
}
model {
  vector[N] psi[J];
  vector[N] phi[L];
  for (j in 1:J) psi[j] = inv_logit((x * delta[j] - tau[j]) / h);
  for (l in 1:L) {
    phi[l] = rep_vector(1, N);
    for (j in 1:J) {
      if (path[l, j] == 1) phi[l] = phi[l] .* psi[j];
      if (path[l, j] == -1) phi[l] = phi[l] .* (1 - psi[j]);
    }
  }
  if (R == 1) {
    vector[N] fit = rep_vector(0, N);
    for (l in 1:L) fit += phi[l] * mu[l];
    target += -sum(w) * log(sigma[1]) - 0.5 * (dot_product(w, square(y - fit)) + scatter) / square(sigma[1]);
    mu ~ normal(0, 1);
    sigma ~ inv_gamma(1.5, 1.5);
  } else {
    for (l in 1:L) {
      vector[C] n = rep_vector(0, C);
      for (i in 1:N) n[k[i]] += w[i] * phi[l][i];
      target += sum(lgamma(n + 1)) - lgamma(sum(n) + C);
    }
  }
}
