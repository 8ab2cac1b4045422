// Figures of one soft split, as pure functions from numbers to SVG text, in the classes that the laboratory's figures use (core/chart).

/** Nine digits of a number: the last ones of exp and log differ from browser to browser. */
export const coarse = (x) => Number(x.toPrecision(9));

/** Probability that a row goes right: the logistic function of (x - tau) / h (the paper's equation psi-index; x <= tau goes left). */
export const goesRight = (x, tau, h) => 1 / (1 + Math.exp((tau - x) / h));

/** Ends of a column, in its own units. */
export const rangeOf = (values) => [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];

/** A column scaled to 0..1, as the sampler scales it: h is in these units. */
export const scaled = (values, [low, high] = rangeOf(values)) => values.map((x) => (x - low) / (high - low));

/**
 * The two leaf means that leave the least squares, for a split at tau of bandwidth h (both scaled), and what they leave.
 * A leaf that no row reaches has the mean of all.
 */
export function fitSplit(x, y, tau, h) {
  let ll = 0, lr = 0, rr = 0, ly = 0, ry = 0, yy = 0, sum = 0;
  x.forEach((v, i) => {
    const r = goesRight(v, tau, h);
    const l = 1 - r;
    ll += l * l;
    lr += l * r;
    rr += r * r;
    ly += l * y[i];
    ry += r * y[i];
    yy += y[i] * y[i];
    sum += y[i];
  });
  const det = ll * rr - lr * lr;
  const all = sum / y.length;
  let [left, right] = [all, all];
  if (det > 1e-9 * (ll + rr)) [left, right] = [(rr * ly - lr * ry) / det, (ll * ry - lr * ly) / det];
  const squares = Math.max(yy - 2 * (left * ly + right * ry) + left * left * ll + 2 * left * right * lr + right * right * rr, 0);
  return { left, right, squares, sd: Math.sqrt(squares / y.length) };
}

/** Log likelihood of a split less that of no split, in nats, with means and sigma at their best: n/2 log(squares without / squares with). */
export function gain(x, y, tau, h) {
  const mean = y.reduce((a, b) => a + b) / y.length;
  const without = y.reduce((a, b) => a + (b - mean) ** 2, 0);
  return (y.length / 2) * Math.log(without / fitSplit(x, y, tau, h).squares);
}

/** The gain at equally spaced thresholds, middles of `count` equal parts of 0..1. Rows with equal inputs are taken together, which changes no sum. */
export function landscape(x, y, h, count) {
  const groups = new Map();
  x.forEach((v, i) => {
    const g = groups.get(v) ?? [0, 0];
    groups.set(v, [g[0] + 1, g[1] + y[i]]);
  });
  const mean = y.reduce((a, b) => a + b) / y.length;
  const without = y.reduce((a, b) => a + (b - mean) ** 2, 0);
  const cells = [...groups].map(([v, [n, sum]]) => ({ v, n, sum: sum - n * mean })); // targets about their mean
  return Array.from({ length: count }, (_, k) => {
    const tau = (k + 0.5) / count;
    let ll = 0, lr = 0, rr = 0, ly = 0, ry = 0;
    for (const { v, n, sum } of cells) {
      const r = goesRight(v, tau, h);
      ll += n * (1 - r) * (1 - r);
      lr += n * (1 - r) * r;
      rr += n * r * r;
      ly += (1 - r) * sum;
      ry += r * sum;
    }
    const det = ll * rr - lr * lr;
    const explained = det > 1e-9 * (ll + rr) ? (rr * ly * ly - 2 * lr * ly * ry + ll * ry * ry) / det : 0;
    return { tau, gain: (y.length / 2) * Math.log(without / (without - explained)) };
  });
}

/** Log of the mean of exp(values): an average of likelihoods, from their logs. */
export function logMean(values) {
  const top = values.reduce((a, b) => Math.max(a, b));
  return top + Math.log(values.reduce((sum, v) => sum + Math.exp(v - top), 0) / values.length);
}

// Log evidence of targets about one mean from N(0, 1), with normal noise, but for what the mean has no part in.
function oneMean(ys, noise) {
  const n = ys.length / noise ** 2;
  const sum = ys.reduce((a, b) => a + b) / noise ** 2;
  return (sum * sum / (1 + n) - Math.log(1 + n)) / 2;
}

/** By how many nats the log evidence falls where every other target has a second mean from N(0, 1). */
export function secondMean(ys, noise) {
  const [even, odd] = [0, 1].map((half) => ys.filter((_, i) => i % 2 === half));
  return oneMean(ys, noise) - oneMean(even, noise) - oneMean(odd, noise);
}

/** Share of the thresholds at which a step of a hundredth of the range, either way, changes the log likelihood by less than a hundredth of a nat. */
export function flatShare(curve) {
  const step = Math.round(curve.length / 100);
  const flat = curve.filter((at, k) => [k - step, k + step].every((j) => !curve[j] || Math.abs(curve[j].gain - at.gain) < 0.01));
  return flat.length / curve.length;
}

// Drawing. A figure takes its width in px and is laid out anew for it.

/** Numbers as the figures write them: no zero before the point, a true minus sign. */
export function number(x, decimals) {
  if (!Number.isFinite(x)) return "–";
  const [whole, fraction] = Math.abs(x).toFixed(decimals).split(".");
  const grouped = whole.length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const digits = fraction === undefined ? grouped : `${whole === "0" ? "" : grouped}.${fraction}`;
  return x < 0 && /[1-9]/.test(digits) ? `−${digits}` : digits;
}

/** A length or place in px, to a tenth. */
export const px = (x) => String(Math.round(x * 10) / 10);
/** Where x of a scale from low to high is between start and end. */
export const at = ([low, high], [start, end], x) => start + ((x - low) / (high - low)) * (end - start);

/** The path through points. */
export const line = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${px(x)} ${px(y)}`).join("");
export const path = (d, name) => `<path class="${name}" d="${d}"/>`;
export const word = (text, x, y, name) => `<text class="t-s ${name}" x="${px(x)}" y="${px(y)}">${text}</text>`;

// x1 as the figures write it: an italic letter with an index.
const nameOf = (name) => {
  const [, letter, index] = /^([a-z])(\d+)$/.exec(name) ?? [];
  return letter ? `<tspan class="it">${letter}</tspan><tspan class="sb" dy="2.6">${index}</tspan>` : name;
};

/** A figure with its title and description. */
export const wrap = (id, width, height, title, description, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="fig" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" role="img" aria-labelledby="${id}-t ${id}-d">` +
  `<title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>${body}</svg>`;

/** The multiples of step from low to high. */
export const ticksOf = (low, high, step) => {
  const out = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9; k++) out.push(k * step);
  return out;
};

const tick = (x) => number(x, 2).replace(/\.?0+$/, "") || "0";

/**
 * Rows over one input, cut by one soft split: the probability of going right above, the rows and the split's mean below.
 * x and y in their own units; tau scaled to 0..1 of x's range, as h.
 */
export function splitFigure({ id, width, name, x, y, tau, h }) {
  const range = rangeOf(x);
  const own = (t) => range[0] + t * (range[1] - range[0]);
  const { left, right, sd } = fitSplit(scaled(x, range), y, tau, h);
  const across = [28, width - 8];
  const [topA, bottomA, topB, bottomB] = [22, 82, 122, 302];
  const ys = [0, 6];
  const X = (v) => at(range, across, v);
  const A = (p) => at([0, 1], [bottomA, topA], p);
  const B = (v) => at(ys, [bottomB, topB], v);
  const grid = Array.from({ length: 241 }, (_, k) => k / 240);
  const curve = grid.map((t) => [X(own(t)), A(goesRight(t, tau, h))]);
  const means = grid.map((t) => [X(own(t)), B(left + (right - left) * goesRight(t, tau, h))]);
  const [from, to] = [tau - h, tau + h].map((t) => X(own(Math.min(Math.max(t, 0), 1))));
  let body = [[topA, bottomA], [topB, bottomB]].map(([a, b]) => `<rect class="dens" x="${px(from)}" y="${a}" width="${px(to - from)}" height="${b - a}"/>`).join("");
  body += path([0, 0.5, 1].map((p) => `M${across[0]} ${px(A(p))}H${px(across[1])}`).join("") + ticksOf(...ys, 1).map((v) => `M${across[0]} ${px(B(v))}H${px(across[1])}`).join(""), "grid");
  for (const p of [0, 0.5, 1]) body += word(tick(p), across[0] - 6, A(p) + 4, "num dim end");
  for (const v of ticksOf(...ys, 1)) body += word(tick(v), across[0] - 6, B(v) + 4, "num dim end");
  body += word("probability of going right", 0, 11, "dim") + word("y: rows, and the mean of the split", 0, topB - 11, "dim");
  body += path(x.map((v, i) => `M${px(X(v))} ${px(B(y[i]))}h0`).join(""), "pts");
  body += path(line(curve), "dline") + path(line(means), "dline");
  body += path(`M${px(X(own(tau)))} ${topA}V${bottomA}M${px(X(own(tau)))} ${topB}V${bottomB}`, "med");
  body += path(`M${across[0]} ${bottomB}H${px(across[1])}` + ticksOf(...range, 0.1).map((v) => `M${px(X(v))} ${bottomB}v4`).join(""), "axis-line");
  for (const v of ticksOf(...range, 0.2)) body += word(tick(v), X(v), bottomB + 18, "num dim mid");
  body += word(nameOf(name), across[1], bottomB + 36, "dim end");
  const words = `${x.length} rows over ${name}. The split stands at ${number(own(tau), 2)} with bandwidth ${number(h, 3)}; left of it the mean is ${number(left, 2)}, right of it ${number(right, 2)}. The rows lie ${number(sd, 2)} from the mean on average (root mean square).`;
  return wrap(id, width, bottomB + 44, `A soft split on ${name}`, words, body);
}

/** The gain in log likelihood over the threshold of a single split, one curve for each input; curves as from landscape(). */
export function landscapeFigure({ id, width, names, curves, chosen, h, range }) {
  const across = [30, width - 8];
  const [top, bottom] = [26, 206];
  const most = Math.max(10, ...curves.flat().map(({ gain: g }) => g));
  const step = most > 30 ? 10 : 2;
  const ys = [0, Math.ceil(most / step) * step];
  const X = (t) => at([0, 1], across, t);
  const Y = (v) => at(ys, [bottom, top], v);
  let body = path(ticksOf(...ys, step).map((v) => `M${across[0]} ${px(Y(v))}H${px(across[1])}`).join(""), "grid");
  for (const v of ticksOf(...ys, step)) body += word(tick(v), across[0] - 6, Y(v) + 4, "num dim end");
  body += word("nats better than no split", 0, 11, "dim");
  curves.forEach((curve, i) => {
    if (i !== chosen) body += path(thin(curve.map(({ tau, gain: g }) => [X(tau), Y(g)])), "comp");
  });
  body += path(thin(curves[chosen].map(({ tau, gain: g }) => [X(tau), Y(g)])), "dline");
  const places = ticksOf(...range, 1);
  body += path(`M${across[0]} ${bottom}H${px(across[1])}` + places.map((v) => `M${px(at(range, across, v))} ${bottom}v4`).join(""), "axis-line");
  for (const v of places) body += word(tick(v), at(range, across, v), bottom + 18, "num dim mid");
  body += word(`threshold of ${nameOf(names[chosen])}<tspan dy="-2.6">, full line; the other input dashed</tspan>`, across[1], bottom + 36, "dim end");
  const words = names.map((name, i) => {
    const best = curves[i].reduce((a, b) => (b.gain > a.gain ? b : a));
    return `${name}: at best ${number(best.gain, 1)} nats, at ${number(range[0] + best.tau * (range[1] - range[0]), 1)}.`;
  });
  return wrap(id, width, bottom + 44, `What one split gains, by its threshold, at bandwidth ${number(h, 3)}`, words.join(" "), body);
}

// Leaves out points on a level stretch: plateaus cost no more than their ends.
const thin = (points) => line(points.filter(([, y], i) => i === 0 || i === points.length - 1 || px(points[i - 1][1]) !== px(y) || px(points[i + 1][1]) !== px(y)));
