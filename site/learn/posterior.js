// The first lesson: one soft split, one tree, and a posterior over trees, on WU.
import { byId, choiceJudge, columnsOf, eachFrame, escaped, exercise, numberJudge, picture, prepare, put, readNumber, rowsMarkup, runButton, sampling, tableOf, withError } from "./learn.js";
import { coarse, fitSplit, goesRight, number, rangeOf, scaled, splitFigure } from "./soft.js";

const FIRST = "{1,5,6}"; // the two trees that give WU's three groups
const SECOND = "{3,4,2}";

// One split under the sliders.

const split = { name: "x1", tau: 0.5, h: 10 ** -1.6 }; // as the sliders stand at first
let columns = null;

const fitOf = ({ name, tau, h }) => fitSplit(scaled(columns[name]), columns.y, tau, h);

const ownUnits = ({ name, tau }) => {
  const [low, high] = rangeOf(columns[name]);
  return low + tau * (high - low);
};

async function drawSplit() {
  const { left, right, sd } = fitOf(split);
  byId("split-tau-say").textContent = number(ownUnits(split), 2);
  byId("split-h-say").textContent = number(split.h, 3);
  byId("split-tau").setAttribute("aria-valuetext", `threshold ${number(ownUnits(split), 2)}`);
  byId("split-h").setAttribute("aria-valuetext", `bandwidth ${number(split.h, 3)}`);
  await picture("split", (width) => splitFigure({ id: "split", width, x: columns[split.name], y: columns.y, ...split }));
  put("split-rows", rowsMarkup([["Mean left", [coarse(left), number(left, 3)]], ["Mean right", [coarse(right), number(right, 3)]], ["Spread about the mean (root mean square)", [coarse(sd), number(sd, 3)]]]));
}

// The least spread that a threshold of this input reaches at this bandwidth.
function bestSpread({ name, h }) {
  const grid = Array.from({ length: 101 }, (_, k) => k / 100);
  return Math.min(...grid.map((tau) => fitOf({ name, tau, h }).sd));
}

function startSplit() {
  const draw = eachFrame(drawSplit);
  const read = () => {
    split.name = byId("split-input").value;
    split.tau = Number(byId("split-tau").value);
    split.h = 10 ** Number(byId("split-h").value);
    draw();
  };
  for (const id of ["split-input", "split-tau", "split-h"]) {
    byId(id).disabled = false;
    byId(id).addEventListener("input", read);
  }
  drawSplit();
}

// The run.

const runs = new Map(); // seed -> row of the table of runs

const rowOf = (t) => [t.name, withError(t.logEvidence, t.logEvidenceError, 2), [t.logPrior, number(t.logPrior, 2)], withError(t.weight, t.weightError, 3)];

// A bound is rounded up to hundredths, so that it never says less.
const upTo = (bound) => Math.max(1, Math.ceil(100 * bound - 1e-9)) / 100;

// What is left of the trees without the splits that divide no training row.
async function showTrees(sampler) {
  const trees = await sampler.effectiveTrees();
  await picture("trees", (width) => sampler.figure("effective-trees", { width, limit: 5 }));
  put("trees-rows", rowsMarkup(trees.slice(0, 5).map((t) => [t.name, withError(t.weight, t.weightError, 3)])));
  const both = trees.filter(({ name }) => name === FIRST || name === SECOND).reduce((sum, { weight }) => sum + weight, 0);
  put("both", `${number(100 * both, 0)} %`);
}

async function show(sampler, step, done) {
  const list = await sampler.topologies();
  await picture("weights", (width) => sampler.figure("topologies", { width, limit: 8 }));
  put("weights-rows", rowsMarkup(list.slice(0, 8).map(rowOf)));
  if (!done) return "";
  await picture("tree", (width) => sampler.figure("tree", { width }));
  const { blob } = await sampler.export("rules");
  put("tree-rules", escaped(await blob.text()));
  put("count", String(list.length));
  await showTrees(sampler);
  const left = step.search.unexplored;
  if (left) put("unmeasured", `${left.share < 0.005 ? "under 1" : `about ${number(100 * left.share, 0)}`} %, at most ${number(100 * upTo(left.bound), 0)} %`);
  const first = list.find(({ name }) => name === FIRST);
  if (first) {
    runs.set(Number(sampler.info.seed), [withError(first.logEvidence, first.logEvidenceError, 3), withError(first.weight, first.weightError, 3), left ? [left.bound, number(upTo(left.bound), 2)] : "–"]);
    put("runs", rowsMarkup([...runs].sort(([a], [b]) => a - b).map(([seed, cells]) => [`Seed ${seed}`, ...cells])));
  }
  return `Seed ${sampler.info.seed}: ${list.length} topologies were measured; the heaviest is ${list[0].name} with weight ${withError(list[0].weight, list[0].weightError, 3)[1]}.`;
}

const seedOf = () => {
  const seed = Number(byId("seed").value);
  if (!Number.isInteger(seed) || seed < 0) throw new Error("the seed must be a whole number from 0 on.");
  return seed;
};

function start(tables) {
  return () => [sampling({
    options: { data: tables["wu-train"], name: "wu-train.csv", test: tables["wu-test"], testName: "wu-test.csv", target: "y", truth: "wu", standardize: false, preset: "fast", settings: { bandwidthFinal: 0.025 }, seed: seedOf() },
    show,
  })];
}

// Rows that stand in the page are runs made beforehand.
for (const row of document.querySelectorAll('[data-made="runs"] tr'))
  runs.set(Number(row.cells[0].textContent.replace(/\D/g, "")), [...row.cells].slice(1).map((c) => [Number(c.dataset.value), c.textContent]));

// Exercises.

exercise("ex-right", numberJudge(() => goesRight(1, 0, 1), 0.006, (p) => `1 / (1 + e⁻¹) = ${number(p, 3)}. One bandwidth away a row is still torn; five away it has all but decided (${number(goesRight(5, 0, 1), 3)}).`, "Put x − τ = h into the formula.", [
  { gives: () => goesRight(-1, 0, 1), say: "That is the probability of going left." },
  { gives: () => 1, say: "That would be a hard split. A soft one is not sure yet at this distance." },
  { gives: () => 0.5, say: "That is the probability at the threshold itself." },
]), () => `${number(goesRight(1, 0, 1), 3)}`);

exercise("ex-place", () => {
  if (!columns) return { right: false, why: "The data are not loaded, so that the sliders do not move." };
  const [now, best] = [fitOf(split).sd, bestSpread(split)];
  const words = `Your split on ${split.name} leaves a spread of ${number(now, 3)}; with this bandwidth the best threshold on it leaves ${number(best, 3)}`;
  if (split.name === "x2") return { right: false, why: `${words}. That is much for one split: another input does better.` };
  if (now > 1.01 * best) return { right: false, why: `${words}. Move the threshold.` };
  return { right: true, why: `${words}. Anywhere well inside the gap between .4 and .6 does as well: no row says where. And one split leaves two of the three groups in one leaf.` };
}, () => "x1 or x3, with the threshold well inside the gap between .4 and .6: no row lies there, so that these places explain the rows equally well.");

const ratio = () => {
  const rows = tableOf("weights-rows");
  const [[z1, p1], [z2, p2]] = [rows.get(FIRST), rows.get(SECOND)];
  return { value: Math.exp(z1 + p1 - z2 - p2), nats: z1 + p1 - z2 - p2 };
};

exercise("ex-ratio", (given) => {
  const { value, nats } = ratio();
  return numberJudge(() => value, 0.08 * value, (v) => `The log evidences and priors differ by ${number(nats, 2)}, and e to that power is ${number(v, 1)}: the first topology is ${number(v, 1)} times as probable, though both give the same three groups.`, "Take e to the power of the difference of log evidence + log prior.", [
    { gives: () => nats, say: "That is the difference in nats. Weights are proportional to e to that power." },
    { gives: () => 1 / value, say: "That is the ratio the other way round." },
  ])(given);
}, () => `e to the power ${number(ratio().nats, 2)}, which is ${number(ratio().value, 1)}`);

exercise("ex-error", choiceJudge(() => "run", {
  data: "What the data leave open is the bar itself: a weight of .5 says that they cannot decide. More computing does not change that.",
  run: "It is an error of the computation. The bar says what the data leave open; the whisker says how well this run has computed that. More draws make whiskers shorter and leave bars where they are.",
  model: "No figure from within a model can say that. Test rows can: lesson 3 looks at them.",
}), () => "How far another run with other random numbers would land.");

// From the numbers as they are shown, which is what the reader has.
const apart = () => {
  const shown = [...document.querySelectorAll('[data-made="runs"] tr')].slice(0, 2).map((row) => row.cells[1].textContent.split("±").map(readNumber));
  const [[a, errorA], [b, errorB]] = shown;
  return Math.abs(a - b) / Math.hypot(errorA, errorB);
};

exercise("ex-seeds", numberJudge(apart, 0.12, (z) => `${number(z, 2)} standard errors. Below 2 nothing speaks against the errors; if most pairs of runs were further apart, they would be stated too small.`, "Divide the difference of the two values by the root of the sum of their squared errors."),
  () => `The difference of the two log evidences, over the root of the sum of their squared errors: ${number(apart(), 2)}`);

const tables = await prepare(["wu-train", "wu-test"]);
if (tables) {
  columns = columnsOf(tables["wu-train"]);
  startSplit();
  runButton("run", start(tables));
}
