// The fourth lesson: a table of one's own, from a question to a report, on pots whose rule is known.
import { open } from "../bridge.js";
import { byId, choiceJudge, escaped, exercise, numberJudge, picture, prepare, put, rowsMarkup, runButton, saveFile, tableOf, withError } from "./learn.js";
import { RULE, csvOf, growthOf, intervalsFigure, pots, potsFigure } from "./pots.js";
import { number } from "./soft.js";

const SEED = 1; // of the table, and of the fit
const POTS = 160;
const FRESH = 1000;
const FRESH_SEED = 1001;
const DRAWN = 40; // fresh pots in the figure
const NAME = "pots.csv";
const HEAD = 6; // rows of the table that are shown
const FIGURE = 620; // px: bars and branches are no easier to read on more

const TABLE = pots(POTS, SEED);
const CSV = csvOf(TABLE);

const percent = (share) => `${number(100 * share, 0)}\u00a0%`;
const printed = (rule) => escaped(rule.replace(" <= ", " ≤ "));
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

// The table and its rule, which need no run.

const without = (column) => TABLE.filter((pot) => pot[column] === null).length;

async function showTable() {
  await picture("pots", (width) => potsFigure({ id: "pots", width, rows: TABLE }));
  const shown = (x, decimals) => (x === null ? "" : [x, number(x, decimals)]);
  put("head-rows", rowsMarkup(TABLE.slice(0, HEAD).map((pot, i) => [String(i + 1), shown(pot.night, 1), shown(pot.light, 1), pot.variety, shown(pot.shelf, 0), shown(pot.growth, 1)])));
  const nights = TABLE.map(({ night }) => night).filter((v) => v !== null);
  const words = {
    count: POTS, "gaps-night": without("night"), "gaps-shelf": without("shelf"), "fresh-count": FRESH, "fresh-drawn": DRAWN, frost: RULE.frost, cold: RULE.cold, dim: RULE.dim, from: RULE.from,
    to: RULE.to, slow: RULE.slow, fast: RULE.fast, "fast-ones": RULE.fastOnes.join(", "), noise: RULE.noise, double: 2 * RULE.noise, budget: number(BUDGET, 2), least: percent(LEAST),
    "next-nights": `${number(Math.max(...nights.filter((v) => v <= RULE.frost)), 1)} and ${number(Math.min(...nights.filter((v) => v > RULE.frost)), 1)}`,
  };
  for (const place of document.querySelectorAll('[data-made^="rule-"]')) place.textContent = words[place.dataset.made.slice(5).replace(/-\d$/, "")];
}

// What a fit says.

let session = null; // that can be asked
let ended = null; // its answer

const leavesNow = () => Number(byId("leaves").value);

async function showTree(asked, answer) {
  const leaves = leavesNow();
  byId("leaves-say").textContent = String(leaves);
  await picture("tree", (width) => asked.fitFigure("tree", { leaves, width }), FIGURE);
  const less = answer.price?.ways.find((way) => way.name === "leaves" && way.leaves === leaves).less;
  if (less) put("tree-cost", `${number(less.mean, 2)} ± ${number(less.error, 2)}`);
}

const LEAST = 0.05; // probability from which on a split is listed

const splitRow = (place) => ({ rule, probability, threshold, gradual, gapsLeft, input }) => [
  `${place} ${input ? rule.replace(" <= ", " ≤ ") : "no further split"}`,
  [probability, percent(probability)],
  threshold ? `${number(threshold.low, 1)} to ${number(threshold.high, 1)}` : "",
  gradual ? [gradual.probability, percent(gradual.probability)] : "",
  gradual?.probability > 0 ? `${number(gradual.from, 1)} to ${number(gradual.to, 1)}` : "",
  gapsLeft === undefined ? "" : [gapsLeft, percent(gapsLeft)],
];

const showSplits = ({ root, left, right }) =>
  put("splits-rows", rowsMarkup([["First:", root], ["If so:", left], ["If not:", right]].flatMap(([place, all]) => all.filter(({ probability }) => probability >= LEAST).map(splitRow(place)))));

async function show(asked, answer) {
  showSplits(answer);
  await showTree(asked, answer);
  await picture("used", (width) => asked.fitFigure("used", { width }), FIGURE);
}

// The leaves of the tree as the rule names them: the cold ones first, then those of little light, then the two groups of varieties.
function leafMeans(answer) {
  const leaves = answer.readable.find((tree) => tree.leaves === 4).branches.filter(({ leaf }) => leaf);
  const fast = leaves.find(({ rule }) => rule.includes(RULE.fastOnes[0]));
  const [cold, dim] = leaves;
  return { cold: cold.mean, dim: dim.mean, fast: fast.mean, slow: leaves.find((leaf) => ![cold, dim, fast].includes(leaf)).mean };
}

function showTruth(answer) {
  const [first, second] = [answer.root[0], answer.right[0]];
  const found = leafMeans(answer);
  const tenth = 0.1 * (RULE.to - RULE.from); // the model's ends are where 90 and 10 % of a row go left
  const cm = (x) => `${number(x, 1)} cm`;
  put("truth-rows", rowsMarkup([
    ["Frost up to", `${number(first.threshold.mid, 1)} °C`, `${RULE.frost} °C`],
    ["Without its thermometer a pot counts as", first.gapsLeft > 0.5 ? "frozen" : "not frozen", "frozen"],
    ["Light matters, from a tenth to nine tenths", `${number(second.gradual.from, 1)} to ${number(second.gradual.to, 1)} h`, `${number(RULE.from + tenth, 1)} to ${number(RULE.to - tenth, 1)} h`],
    ["Growth after frost", cm(found.cold), cm(RULE.cold)],
    ["with little light", cm(found.dim), cm(RULE.dim)],
    [`with much, ${RULE.fastOnes.join(", ")}`, cm(found.fast), cm(RULE.fast)],
    ["with much, other varieties", cm(found.slow), cm(RULE.slow)],
  ]));
}

const WAYS = { "all-trees": "All trees together", cart: "CART", linear: "Linear model" };
const estimate = (x) => (x ? withError(x.mean, x.error, 2) : "");
const wayNamed = (answer, name) => answer.price.ways.find((way) => way.name === name);

function showPrice(answer) {
  put("price-rows", rowsMarkup(answer.price.ways.map((way) => [
    WAYS[way.name] ?? `At most ${way.leaves} ${way.leaves === 1 ? "leaf" : "leaves"}`, estimate(way.logScore), estimate(way.less), [way.rmse, number(way.rmse, 2)],
  ])));
  put("rmse", ["all-trees", "cart", "linear"].map((name) => number(wayNamed(answer, name).rmse, 2)).join(", "));
}

function showFacts(answer) {
  const [first, second] = [answer.root[0], answer.right[0]];
  const used = Object.fromEntries(answer.used.map((u) => [u.input, u]));
  const words = {
    "first-share": percent(first.probability), "first-rule": printed(first.rule), "first-gradual": percent(first.gradual.probability),
    "first-interval": `${number(first.threshold.low, 1)} to ${number(first.threshold.high, 1)}`, "first-gaps": percent(first.gapsLeft),
    "second-share": percent(second.probability), "second-rule": printed(second.rule), "second-gradual": percent(second.gradual.probability),
    "second-interval": `${number(second.threshold.low, 1)} to ${number(second.threshold.high, 1)}`, "second-ends": `${number(second.gradual.from, 1)} to ${number(second.gradual.to, 1)}`,
    "shelf-used": `${percent(used.shelf.prior)} to ${percent(used.shelf.posterior)}`, verdict: `${escaped(answer.verdict.outcome)}: ${escaped(answer.verdict.reasons.join("; "))}`,
    "mean-leaves": number(answer.leaves, 1), evidence: `${number(answer.evidence.log, 2)}, off by some ${number(answer.evidence.error, 2)}`, digest: answer.digest,
  };
  for (const [name, text] of Object.entries(words)) put(name, text);
}

// Fresh pots: what the trees say of them, and what the rule made of them.

const ask = async (asked, rows) => (await asked.predictFit(csvOf(rows), "fresh.csv")).predictions.map((said, i) => ({ ...rows[i], predicted: said.mean, low: said.low, high: said.high }));

const held = (rows) => mean(rows.map(({ low, high, growth }) => Number(low <= growth && growth <= high)));

const GROUPS = [
  ["All fresh pots", () => true],
  ["Frost, the night known", ({ night }) => night !== null && night <= RULE.frost],
  ["The night a gap", ({ night }) => night === null],
  [`No frost, ${RULE.from} to ${RULE.to} h of light`, ({ night, light }) => night > RULE.frost && light >= RULE.from && light <= RULE.to],
  ["No frost, less light or more", ({ night, light }) => night > RULE.frost && (light < RULE.from || light > RULE.to)],
];

async function showFresh(asked) {
  const rows = await ask(asked, pots(FRESH, FRESH_SEED));
  put("fresh-rows", rowsMarkup(GROUPS.map(([name, among]) => {
    const some = rows.filter(among);
    const missed = Math.sqrt(mean(some.map(({ growth, predicted }) => (growth - predicted) ** 2)));
    const wide = mean(some.map(({ low, high }) => high - low));
    return [name, [some.length, number(some.length, 0)], [held(some), number(held(some), 3)], [wide, number(wide, 1)], [missed, number(missed, 2)]];
  })));
  put("fresh-held", percent(held(rows)));
  const drawn = rows.slice(0, DRAWN).sort((a, b) => a.predicted - b.predicted);
  await picture("fresh", (width) => intervalsFigure({ id: "fresh", width, rows: drawn }));
}

// Of this fit, roughly: rounds of 5, 10 and 20 moves with two restarts each, then five folds of 20 moves.
function progressOf({ moves, restart, share, fold }) {
  const rounds = 70;
  const done = fold > 0 ? rounds + 20 * (fold - 1 + share) : 2 * (moves - 5) + moves * Math.min(restart + share, 2);
  return Math.min(done / (rounds + 100), 1);
}

async function run(signal, tell) {
  const asked = await open({ data: new Blob([CSV]), name: NAME, signal });
  let looks = Promise.resolve();
  try {
    const onAnswer = (answer) => (looks = looks.then(() => show(asked, answer)));
    const answer = await asked.fit({ target: "growth", seed: SEED, holdout: 0, signal, onProgress: (stage) => tell(progressOf(stage)), onAnswer });
    await looks;
    ended = answer;
    await show(asked, answer);
    for (const write of [showFacts, showTruth, showPrice]) write(answer);
    await showFresh(asked);
    keep(asked);
    return `The fit is ${answer.verdict.outcome}, digest ${answer.digest}. Everything below is of this run, and the trees can be asked.`;
  } catch (error) {
    await looks.catch(() => {}); // drawn by a session that ends
    asked.close();
    if (error.code !== "stopped") throw error;
    return "What the first splits, the tree and the inputs show is of the last round; the rest is of the run before.";
  }
}

function keep(asked) {
  session?.close();
  session = asked;
  for (const id of ["leaves", "save-found"]) byId(id).disabled = false;
  byId("leaves-now").textContent = "Every move draws the tree of so many leaves.";
}

byId("leaves").addEventListener("input", () => showTree(session, ended));
byId("save-table").addEventListener("click", () => saveFile(new File([CSV], NAME, { type: "text/csv" })));
byId("save-found").addEventListener("click", async () => saveFile(await session.saveFit()));

// Exercises. They are judged by what stands in the page; where the trees are at hand they are asked, too.

const LOST = { night: null, light: 16, variety: RULE.fastOnes[2], shelf: 100, growth: null };
const KNOWN = { ...LOST, night: 8 };

const judgeGap = choiceJudge(() => "frozen", {
  mean: "No row is left out, and no gap is filled with a mean: at each split on that column gaps go to a side, and which one was learned.",
  light: "Light and variety are looked at only where the night is known to have been mild, or counted as mild. On which side of the first split do gaps go?",
  frozen: "In this table a gap is a message: the thermometers fail in frost, and the trees have learned it. Where thermometers fail for another reason, this would be wrong. A gap predicts only while gaps come about as they did.",
});

exercise("ex-gap", async (given) => {
  const { right, why } = judgeGap(given);
  if (!right) return { right, why };
  if (!session) return { right, why: `${why} Press Run and check again: then the trees are asked.` };
  const [lost, known] = await ask(session, [LOST, KNOWN]);
  const told = ({ predicted, low, high }) => `${number(predicted, 1)} cm (90 % from ${number(low, 1)} to ${number(high, 1)})`;
  return { right, why: `All trees say ${told(lost)}. With a night of ${number(KNOWN.night, 0)} °C in place of the gap they say ${told(known)}; by the rule it is ${number(growthOf(KNOWN), 0)} cm on average. ${why}` };
}, () => `As little as a frozen pot, about ${number(RULE.cold, 0)} cm`);

const BUDGET = 0.15; // nats a row
const costs = () => [...tableOf("price-rows")].filter(([name]) => name.startsWith("At most")).map(([, [, less]]) => less);
const fewest = () => costs().findIndex((less) => less <= BUDGET) + 1;

exercise("ex-leaves", (given) => {
  const factor = (k) => number(Math.exp(-costs()[k - 1]), 2);
  return numberJudge(fewest, 0.1, (k) => `At most ${k} leaves cost ${number(costs()[k - 1], 2)} nats a row: what happens gets ${factor(k)} times the density that all trees give it, in the geometric mean. With ${k - 1} it is ${factor(k - 1)} times.`,
    "Go down the column “Below all trees” until it is small enough.", [
    { gives: () => costs().length, say: "That is small enough, too, but fewer will do." },
    { gives: () => 1 + costs().indexOf(Math.max(...costs())), say: "That tree costs most." },
  ])(given);
}, () => `${fewest()} leaves, for ${number(costs()[fewest() - 1], 2)} nats a row`);

// Probability that a normal number is within z standard deviations (Abramowitz and Stegun 26.2.17, to 1e-7).
function within(z) {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - 2 * tail * Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

// What intervals as wide as these hold of pots about twice as noisy, were the means right.
const wider = () => within(tableOf("fresh-rows").get(GROUPS[0][0])[2] / 2 / (2 * RULE.noise));

exercise("ex-noise", async (given) => {
  const counted = session ? held(await ask(session, pots(FRESH, FRESH_SEED, 2 * RULE.noise))) : null;
  const said = counted === null ? "Press Run and check again: then such pots are made, and counted." : `Of ${number(FRESH, 0)} pots made so, ${percent(counted)} are inside.`;
  return numberJudge(() => counted ?? wider(), 0.06, () => `${said} The intervals cannot know that the world has changed: they promise what they hold only of rows that come about like those of the table.`,
    "Half the width of an interval is how many of the new standard deviations? And how much of a normal distribution is within so many?", [
    { gives: () => 0.9, say: "That is promised of pots of the old kind. The intervals stay as wide as they are; the pots scatter more." },
    { gives: () => 0.45, say: "Twice the scatter does not halve the share: the middle of the distribution is where most pots are." },
  ])(given);
}, () => `${number(wider(), 2)}: half the mean width is ${number(tableOf("fresh-rows").get(GROUPS[0][0])[2] / 2, 1)} cm, and a standard deviation of ${2 * RULE.noise} cm has so much of a normal distribution within it`);

await showTable();
byId("save-table").disabled = false;
if (await prepare([])) runButton("run", () => [run]);
