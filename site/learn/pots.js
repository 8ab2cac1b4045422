// The made-up table of the fourth lesson: the rule, rows that follow it, and their figures. One seed gives the same rows in every browser.
import { at, line, number, path, px, ticksOf, word, wrap } from "./soft.js";

/** The rule: units are °C of the coldest night, hours of light a day, and cm of growth. */
export const RULE = {
  frost: 4, // up to this night a pot grows cold cm, whatever else
  cold: 7,
  from: 8, // up to so much light it grows dim cm, from to on as its variety does, evenly between
  to: 14,
  dim: 12,
  slow: 18,
  fast: 25,
  fastOnes: ["Dora", "Ilka", "Nora"],
  noise: 2, // standard deviation of a pot about the rule
};

export const VARIETIES = ["Alba", "Dora", "Fina", "Ilka", "Lena", "Nora"];
const COLDEST = -4; // thermometers show from here to WARMEST
const WARMEST = 16;
const FAILING = 0; // below it the thermometers fail now and then
const FAIL = 0.6;
const FORGOTTEN = 0.06; // share of pots whose shelf nobody wrote down

/** Mean growth by the rule. */
export function growthOf({ night, light, variety }, { frost, cold, from, to, dim, slow, fast, fastOnes } = RULE) {
  if (night <= frost) return cold;
  const share = Math.min(Math.max((light - from) / (to - from), 0), 1);
  return dim + share * ((fastOnes.includes(variety) ? fast : slow) - dim);
}

// Uniform numbers by integers alone (mulberry32).
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Very nearly normal, by sums alone: twelve uniform numbers have variance one.
const normal = (next) => Array.from({ length: 12 }, next).reduce((a, b) => a + b) - 6;

const tenth = (x) => Math.round(10 * x) / 10;

/** So many pots. mean is what the rule says of a pot whose numbers are all known; in the table night or shelf may be null, where nobody knows them. */
export function pots(count, seed, noise = RULE.noise) {
  const next = uniform(seed);
  return Array.from({ length: count }, () => {
    const night = tenth(COLDEST + (WARMEST - COLDEST) * next());
    const light = tenth(4 + 14 * next());
    const variety = VARIETIES[Math.floor(VARIETIES.length * next())];
    const shelf = 20 + Math.round(160 * next());
    const [fails, forgotten] = [next() < FAIL && night < FAILING, next() < FORGOTTEN];
    const mean = growthOf({ night, light, variety });
    return { night: fails ? null : night, light, variety, shelf: forgotten ? null : shelf, growth: tenth(mean + noise * normal(next)), mean };
  });
}

/** Rows as CSV text. */
export const csvOf = (rows) => `night,light,variety,shelf,growth\n${rows.map(({ night, light, variety, shelf, growth }) => [night, light, variety, shelf, growth].map((v) => v ?? "").join(",")).join("\n")}\n`;

// Drawing.

const GROWTH = [0, 30]; // cm, of both figures

const frame = (across, [top, bottom]) => {
  const Y = (v) => at(GROWTH, [bottom, top], v);
  const ticks = ticksOf(...GROWTH, 5);
  return [Y, path(ticks.map((v) => `M${across[0]} ${px(Y(v))}H${px(across[1])}`).join(""), "grid") + ticks.map((v) => word(number(v, 0), across[0] - 6, Y(v) + 4, "num dim end")).join("") + word("growth, cm", 0, 11, "dim")];
};

/** Pots over their light, and what the rule says of them. */
export function potsFigure({ id, width, rows }) {
  const across = [28, width - 8];
  const light = [4, 18];
  const [top, bottom] = [26, 286];
  const X = (v) => at(light, across, v);
  const [Y, grid] = frame(across, [top, bottom]);
  const { frost, cold, from, to, dim, slow, fast, fastOnes } = RULE;
  const ramp = (end) => path(line([[light[0], dim], [from, dim], [to, end], [light[1], end]].map(([x, y]) => [X(x), Y(y)])), "dline");
  const place = (pot) => [px(X(pot.light)), px(Y(pot.growth))];
  let body = grid + path(rows.filter((pot) => pot.mean === cold).map((pot) => `M${place(pot).join(" ")}h0`).join(""), "pts");
  body += ramp(slow) + ramp(fast) + path(`M${px(X(light[0]))} ${px(Y(cold))}H${px(X(light[1]))}`, "dline");
  for (const pot of rows.filter((one) => one.mean !== cold)) body += `<circle class="soft" cx="${place(pot)[0]}" cy="${place(pot)[1]}" r="${width < 500 ? 1.8 : 2.2}"/>`;
  for (const [name, y] of [[fastOnes.join(", "), Y(fast) - 26], ["the other varieties", Y(slow) + 26], [`a night of ${frost} °C or colder`, Y(cold) + 30]]) body += word(name, across[1], y, "end halo");
  body += path(`M${across[0]} ${bottom}H${px(across[1])}` + ticksOf(...light, 2).map((v) => `M${px(X(v))} ${bottom}v4`).join(""), "axis-line");
  body += ticksOf(...light, 2).map((v) => word(number(v, 0), X(v), bottom + 18, "num dim mid")).join("") + word("light, hours a day", across[1], bottom + 36, "dim end");
  const words = `${rows.length} pots over their hours of light: dots after frost, rings without. By the rule a pot grows ${cold} cm where the night was ${frost} °C or colder. Elsewhere it grows ${dim} cm up to ${from} hours; from there to ${to} hours that rises evenly, to ${fast} cm for ${fastOnes.join(", ")} and to ${slow} cm for the other varieties.`;
  return wrap(id, width, bottom + 44, "The pots, and the rule", words, body);
}

/** Intervals of pots side by side, lowest mean first, with the growth that came: a ring inside, a triangle outside. pots are {low, high, growth, mean}, the rule's mean. */
export function intervalsFigure({ id, width, rows }) {
  const across = [28, width - 8];
  const [top, bottom] = [26, 246];
  const X = (i) => at([-0.5, rows.length - 0.5], across, i);
  const [Y, grid] = frame(across, [top, bottom]);
  const inside = ({ low, high, growth }) => low <= growth && growth <= high;
  let body = grid + path(rows.map(({ low, high }, i) => `M${px(X(i))} ${px(Y(low))}V${px(Y(high))}`).join(""), "dline");
  rows.forEach((pot, i) => {
    const [x, y] = [X(i), Y(pot.growth)];
    body += inside(pot) ? `<circle class="soft" cx="${px(x)}" cy="${px(y)}" r="2.6"/>` : path(`M${px(x - 4)} ${px(y + 3)}h8l-4 -7z`, "whisk");
  });
  body += path(rows.map(({ mean }, i) => `M${px(X(i) - 3.5)} ${px(Y(mean))}h7`).join(""), "whisk");
  body += path(`M${across[0]} ${bottom}H${px(across[1])}`, "axis-line") + word("fresh pots, lowest prediction first", across[1], bottom + 20, "dim end");
  const out = rows.filter((pot) => !inside(pot)).length;
  return wrap(id, width, bottom + 28, "Intervals of fresh pots", `${rows.length} fresh pots with their 90 % intervals: ${rows.length - out} grew to a height inside, ${out} to one outside.`, body);
}
