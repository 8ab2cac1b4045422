// The third lesson: what an interval and a probability mean, on WU, Iris and Breast Cancer Wisconsin.
import { byId, choiceJudge, escaped, exercise, numberJudge, picture, plotRows, prepare, put, readNumber, rowsMarkup, runButton, sampling, tableOf, withError } from "./learn.js";
import { number } from "./soft.js";

const FLOWER = 40; // the test row of Iris that is asked about, counted from 0
const FIGURE = 480; // px

const calibration = async (sampler, name) => {
  await picture(name, async (width) => (await sampler.plot("calibration", { width: Math.min(width, FIGURE) })).svg, FIGURE);
  const { rows } = await sampler.plot("calibration");
  put(`${name}-rows`, rowsMarkup(plotRows(rows)));
};

// Coverage of intervals for numbers.

async function showCoverage(sampler, step, done) {
  if (!done) return "";
  await calibration(sampler, "coverage");
  const { test, train } = await sampler.metrics();
  put("noise", `${number(test.mse, 3)} against ${number(train.mse, 3)}`);
  return "";
}

// One flower, and what if it were another.

let flower = null; // the sampler of Iris
let asking = false;
let again = false;
let current = null; // explanation that is shown

const values = () => flower.info.features.map((_, j) => Number(byId(`what-${j}`).value));

async function explain() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    do {
      again = false;
      await showFlower(flower, values());
    } while (again);
  } catch (error) {
    if (error.code !== "closed") throw error; // a new run took the place of the one that was asked
  } finally {
    asking = false;
  }
}

async function showFlower(sampler, own) {
  const ask = (width) => sampler.explain(own, { row: { test: FLOWER }, width: Math.min(width, FIGURE) });
  current = await ask(FIGURE);
  await picture("flower", async (width) => (await ask(width)).svg, FIGURE);
  put("flower-rows", rowsMarkup(current.topologies.map((t) => [t.name, [t.weight, number(t.weight, 3)], t.label, [t.probability, number(t.probability, 2)]])));
  const { probabilities } = current.prediction;
  const order = probabilities.map((p, k) => [p, sampler.info.classes[k]]).sort(([a], [b]) => b - a);
  put("flower-say", `${escaped(order[0][1])} ${number(order[0][0], 2)}, ${escaped(order[1][1])} ${number(order[1][0], 2)}`);
  for (const [j, { value, decimals }] of current.features.entries()) byId(`what-${j}-say`).textContent = number(value, decimals ?? 1);
}

// On how many test flowers CART and the trees are right where the other is wrong.
async function flips(sampler) {
  let cart = 0;
  let trees = 0;
  for (let row = 0; row < sampler.info.testRows; row++) {
    const { prediction, cart: says } = await sampler.explain(null, { row: { test: row } });
    if (says === prediction.truth && prediction.label !== prediction.truth) cart++;
    if (says !== prediction.truth && prediction.label === prediction.truth) trees++;
  }
  return `CART alone is right on ${cart}, the trees alone on ${trees}`;
}

async function showIris(sampler, step, done) {
  await showFlower(sampler, null);
  if (!done) return "";
  put("flips", await flips(sampler));
  const map = (width) => sampler.plot("map", { x: "petal_length", y: "petal_width", row: FLOWER, width: Math.min(width, FIGURE) });
  await picture("iris-map", async (width) => (await map(width)).svg, FIGURE);
  put("iris-map-rows", rowsMarkup(plotRows((await map(FIGURE)).rows)));
  return "";
}

function keepIris(sampler) {
  flower?.close();
  flower = sampler;
  for (const [j, { value, min, max }] of current.features.entries()) {
    const slider = byId(`what-${j}`);
    slider.min = min;
    slider.max = max;
    slider.value = value;
    slider.disabled = false;
  }
  byId("what-back").disabled = false;
  byId("what-say").textContent = "Every move asks all trees.";
}

function startWhatIf() {
  for (let j = 0; j < 4; j++) byId(`what-${j}`).addEventListener("input", explain);
  byId("what-back").addEventListener("click", () => {
    for (let j = 0; j < 4; j++) byId(`what-${j}`).value = byId(`what-${j}`).defaultValue;
    explain();
  });
}

// Probabilities that keep their word, and scores.

async function showCancer(sampler, step, done) {
  if (!done) return "";
  await calibration(sampler, "reliability");
  const { test, cartTest, baselineTest } = await sampler.metrics();
  const all = [test, cartTest, baselineTest];
  put("scores-rows", rowsMarkup([
    ["Accuracy", ...all.map((s) => withError(s.accuracy, s.accuracyError, 3))],
    ["Log score", ...all.map((s) => withError(s.logScore, s.logScoreError, 3))],
    ["Brier score", ...all.map((s) => withError(s.brier, s.brierError, 3))],
  ]));
  return `All three are done. On Breast Cancer Wisconsin ${number(100 * test.accuracy, 1)} % of ${test.rows} test rows are named correctly.`;
}

function start(tables) {
  const published = { holdout: 0.3, split: "published", seed: 1 };
  return () => [
    sampling({ options: { data: tables.iris, name: "iris.csv", target: "species", preset: "fast", settings: { bandwidthFinal: 0.01 }, ...published }, show: showIris, keep: keepIris }),
    sampling({ options: { data: tables["wu-train"], name: "wu-train.csv", test: tables["wu-test"], testName: "wu-test.csv", target: "y", standardize: false, preset: "first", settings: { bandwidthFinal: 0.025 }, seed: 1 }, show: showCoverage }),
    sampling({ options: { data: tables["breast-cancer-wisconsin"], name: "breast-cancer-wisconsin.csv", target: "class", preset: "first", settings: { bandwidthFinal: 0.025 }, ...published }, show: showCancer }),
  ];
}

// Exercises.

const coverage = () => {
  const [share, , , rows] = tableOf("coverage-rows").get(".90");
  return { rows, outside: Math.round(rows * (1 - share)), expected: 0.1 * rows };
};

exercise("ex-outside", (given) => {
  const { rows, outside, expected } = coverage();
  const spread = Math.sqrt(rows * 0.9 * 0.1);
  const surprise = Math.abs(outside - expected) / spread;
  return numberJudge(() => expected, 0.5, () => `One in ten of ${rows}. In this run ${outside} were outside. From sample to sample the count varies by √(${rows} · .9 · .1) = ${number(spread, 1)} about ${number(expected, 0)}, so that ${outside} is ${surprise < 2 ? "nothing odd" : "more than chance explains easily"}.`, "One row in ten may lie outside.", [
    { gives: () => 0, say: "Then the intervals would be too wide: a 90 % interval is meant to miss one row in ten." },
    { gives: () => 0.9 * rows, say: "These should lie inside." },
    { gives: () => outside, say: "That is what this run found. What would you expect before looking?" },
  ])(given);
}, () => `${number(coverage().expected, 0)}: one in ten`);

exercise("ex-whisker", choiceJudge(() => "probability", {
  flower: "A flower has one species; nine tenths of it cannot lie anywhere. What could be true of 90 % is the share of such flowers, and that is the bar’s business.",
  probability: "The whisker is about the bar. It says how far the probability may lie from it: trees that fit the data about as well differ, and each leaf knows its shares from few flowers. Collect more flowers and it shrinks; the bar itself need not move to 0 or 1.",
  runs: "Other random numbers move the bar by much less: that error comes from the computing, as in lesson 1. The whisker comes from the data, which leave several trees open, and the shares in their leaves.",
}), () => "Draws from the posterior, of tree and leaves, give probabilities of which 90 % lie within the whisker.");

const agreeing = () => {
  const rows = [...document.querySelectorAll('[data-made="flower-rows"] tr')].map((row) => ({ weight: Number(row.cells[1].dataset.value), label: row.cells[2].textContent }));
  const [{ label }] = rows;
  const sum = (list) => list.reduce((total, { weight }) => total + weight, 0);
  return { label, agree: sum(rows.filter((r) => r.label === label)), all: sum(rows) };
};

exercise("ex-agree", (given) => {
  const { label, agree, all } = agreeing();
  return numberJudge(() => agree, 0.011, (v) => `${number(v, 2)} of the ${number(all, 2)} that is listed say ${label}. The other ${number(1 - all, 2)} lies with topologies that are too light to be listed. The answer of all trees together is neither this share nor the answer of the heaviest: it is the mean of the probabilities of all, listed or not, each with its topology’s weight.`, "Add the weights of all lines that name the species of the first one.", [
    { gives: () => 1 - agree, say: "That is the weight of those that disagree, or are not listed." },
    { gives: () => all, say: "That is all of the weight in the table." },
    { gives: () => 100 * agree, say: "Give it as a share: between 0 and 1." },
  ])(given);
}, () => `${number(agreeing().agree, 2)}`);

exercise("ex-whatif", () => {
  if (!flower || !current) return { right: false, why: "Press Run first: the sliders move when the run on Iris is done." };
  const [first, second] = [...current.prediction.probabilities].sort((a, b) => b - a);
  const words = `The two likeliest species have ${number(first, 2)} and ${number(second, 2)}`;
  if (first - second > 0.1) return { right: false, why: `${words}: that is ${number(first - second, 2)} apart. Try the petals.` };
  return { right: true, why: `${words}. Here the trees cannot tell, and say so. A single hard tree names one species all the same.` };
}, () => "For example, move the petal width down or up by one step at a time and watch the two bars: near the thresholds of the trees they meet.");

const misses = () => [...tableOf("reliability-rows")].filter(([head, [, low, high]]) => readNumber(head) < low || readNumber(head) > high).length;

exercise("ex-bins", (given) => {
  const bins = tableOf("reliability-rows").size;
  return numberJudge(misses, 0.1, (v) => `${v} of ${bins}. With two classes the lines mirror each other: these are ${bins / 2} independent ones, not ${bins}, and misses come in pairs. Of ${bins / 2} honest 90 % intervals one misses in about every other table. And the middle bins hold a handful of forecasts: they could hardly fail.`, "Compare the first column with the third and the fourth, line by line.")(given);
}, () => `${misses()} of ${tableOf("reliability-rows").size}`);

const logScore = () => tableOf("scores-rows").get("Log score")[0];

exercise("ex-score", numberJudge(() => Math.exp(logScore()), 0.011, (v) => `e to the power ${number(logScore(), 3)} is ${number(v, 2)}. For CART it is ${number(Math.exp(tableOf("scores-rows").get("Log score")[1]), 2)}: a single tree is sure also where it is wrong, and pays for that.`, "Take e to the power of the log score in the table.", [
  { gives: () => 10 ** logScore(), say: "The logarithm is the natural one: take e to that power, not ten." },
  { gives: () => 1 + logScore(), say: "That is close for scores near 0, but take e to that power." },
  { gives: () => -logScore(), say: "That is the score without its sign. Take e to the power of the score." },
]), () => `e to the power ${number(logScore(), 3)}, which is ${number(Math.exp(logScore()), 2)}`);

const tables = await prepare(["iris", "wu-train", "wu-test", "breast-cancer-wisconsin"]);
if (tables) {
  startWhatIf();
  runButton("run", start(tables));
}
