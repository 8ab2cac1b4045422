"""Writes reference.json: draws and log weights with what ArviZ makes of them. Usage: python reference.py > reference.json"""
import json
import warnings

import arviz as az
import numpy as np
import scipy

warnings.filterwarnings("ignore")
rng = np.random.default_rng(20210719)


def autoregressive(chains, draws, rho):
    x = np.empty((chains, draws))
    x[:, 0] = rng.standard_normal(chains)
    for t in range(1, draws):
        x[:, t] = rho * x[:, t - 1] + np.sqrt(1 - rho**2) * rng.standard_normal(chains)
    return x


sets = {
    "independent": rng.standard_normal((4, 100)),
    "autoregressive .8": autoregressive(4, 150, 0.8),
    "antithetic -.5": autoregressive(2, 120, -0.5),
    "odd length": autoregressive(3, 51, 0.3),
    "cauchy": rng.standard_cauchy((4, 80)),
    "shifted chain": rng.standard_normal((3, 60)) + np.array([[0.0], [0.0], [1.5]]),
    "scaled chain": rng.standard_normal((3, 60)) * np.array([[1.0], [1.0], [4.0]]),
    "ties": rng.integers(0, 6, (4, 70)).astype(float),
    "tiny": rng.standard_normal((2, 8)),
}
weights = {
    "lognormal 1": rng.standard_normal(1000),
    "lognormal 3": 3 * rng.standard_normal(2000) - 4000,
    "pareto .5": 0.5 * rng.exponential(size=500),
    "pareto 1": rng.exponential(size=3000) + 300,
    "uniform": np.log(rng.random(400)),
    "zeros among them": np.where(rng.random(300) < 0.3, -np.inf, rng.standard_normal(300)),
    "few": rng.standard_normal(40),
}


def judge(x):
    s = az.summary({"x": x[..., None]}, round_to="none").iloc[0]
    return {
        "draws": x.tolist(),
        "rhat": float(s["r_hat"]),
        "essBulk": float(s["ess_bulk"]),
        "essTail": float(s["ess_tail"]),
        "essMean": float(az.ess(x, method="mean")),
        "mcseMean": float(s["mcse_mean"]),
        "mcseSD": float(s["mcse_sd"]),
        "mcseMedian": float(az.mcse(x, method="quantile", prob=0.5)),
        "mcse10": float(az.mcse(x, method="quantile", prob=0.1)),
        "bfmi": [float(v) for v in az.bfmi(x)],
    }


def encode(w):
    return [None if np.isinf(v) else float(v) for v in w]


header = f"reference.py with ArviZ {az.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}; null is -Inf"
print(json.dumps({
    "generator": header,
    "draws": {name: judge(x) for name, x in sets.items()},
    "weights": {name: {"logWeights": encode(w), "k": float(az.psislw(w.copy())[1])} for name, w in weights.items()},
}))
