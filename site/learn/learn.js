// What the teaching pages share: loading and the lock, runs, exercises that check themselves, and what is put into the page.
import { create, load } from "../bridge.js";
import { number } from "./soft.js";

/** The two widths, in px, in which every figure is drawn; the style sheet shows the one that fits. */
export const WIDE = 720;
export const NARROW = 328;

export const byId = (id) => document.getElementById(id);

/** Puts text or markup of our own making into the element with that data-made name. */
export function put(name, markup) {
  document.querySelector(`[data-made="${name}"]`).innerHTML = markup;
}

export const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// Ids of a figure hold for one document: the same kind of figure can stand in it twice.
const renamed = (svg, id) => svg.trim().replace(/ id="[a-z-]+-([td])"/g, ` id="${id}-$1"`).replace(/ aria-labelledby="[^"]*"/, ` aria-labelledby="${id}-t ${id}-d"`);

/** Draws a figure in both widths; draw(width) gives its SVG, or a promise of it. */
export async function picture(name, draw, wide = WIDE) {
  for (const [kind, width] of [["wide", wide], ["narrow", NARROW]]) put(`${name}-${kind}`, renamed(await draw(width), `${name}-${kind}`));
}

/** Draws at the next frame, once for all calls until then: a slider moves faster than a page can be laid out. */
export function eachFrame(draw) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
}

/** Rows of a table's body: arrays of cells, the first one its head. A cell is text, or a number with what it shows: [value, text]. */
export const rowsMarkup = (rows) =>
  rows.map(([head, ...cells]) => `<tr><th scope="row">${escaped(head)}</th>${cells.map(cell).join("")}</tr>`).join("");

const cell = (c) => (Array.isArray(c) ? `<td class="r" data-value="${c[0]}">${escaped(c[1])}</td>` : `<td class="r">${escaped(c)}</td>`);

/** Rows of the table that comes with a figure of the bridge, for rowsMarkup: numbers keep their value, texts stay. */
export const plotRows = (rows) => rows.map((row) => row.map((text, i) => (i === 0 || Number.isNaN(readNumber(text)) ? text : [readNumber(text), text])));

/** Numbers of a table's body by the row's head, as they stand in the page: the checks of exercises use what the reader sees. */
export function tableOf(name) {
  const rows = document.querySelectorAll(`[data-made="${name}"] tr`);
  return new Map([...rows].map((row) => [row.cells[0].textContent, [...row.cells].slice(1).map((c) => Number(c.dataset.value ?? NaN))]));
}

/** Value and Monte Carlo error as the figures write them. */
// The error of a weight is not known (NaN) where the evidence behind it is not reliable.
export const withError = (x, error, decimals) => [x, `${number(x, decimals)} ± ${Number.isNaN(error) ? "?" : number(error, decimals)}`];

// The second policy, as wasm/page/lockpanel.go has it: from now on nothing can be loaded or sent.
const LOCK = "default-src 'none'; script-src 'wasm-unsafe-eval'; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'";

function lock() {
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = LOCK;
  document.head.append(meta);
}

const fetchTable = async (name) => {
  const response = await fetch(new URL(`../assets/${name}.csv`, import.meta.url));
  if (!response.ok) throw new Error(`assets/${name}.csv cannot be loaded (status ${response.status})`);
  return [name, await response.text()];
};

/**
 * Loads the tables and the sampler, locks the page, and gives the tables' texts by name, null where they did not come. Text, figures and exercises do without
 * both: what fails is told beside the Run button, which stays disabled.
 */
export async function prepare(names) {
  const say = byId("ready");
  const told = (error) => (say.textContent = `Nothing can be run here: ${error.message} Text, figures and exercises stand as they are.`);
  const [tables, failed] = await Promise.all([
    Promise.all(names.map(fetchTable)).then(Object.fromEntries, (error) => void told(error)),
    load().then(() => null, (error) => error),
  ]);
  lock();
  if (failed) told(failed);
  if (failed || !tables) return tables ?? null;
  for (const button of document.querySelectorAll("[data-run]")) button.disabled = false;
  say.textContent = "Everything is loaded, and the page has cut itself off from the network.";
  document.documentElement.dataset.ready = "yes";
  return tables;
}

/** Hands a file over to be kept. */
export function saveFile(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // ms, by when the browser has begun to write
}

/** Columns of a CSV text of numbers. */
export function columnsOf(text) {
  const [names, ...rows] = text.trim().split(/\r?\n/).map((row) => row.split(","));
  return Object.fromEntries(names.map((name, j) => [name, rows.map((row) => Number(row[j]))]));
}

const REDRAW = 150; // ms between two looks at a run that goes on

/**
 * Makes a Run button: it runs what start gives, one after another, and stops it when pressed again. start() gives a list of functions of a signal and of tell,
 * which hears the share that is done; each shows what it finds, and gives it in words, also where the signal has stopped it.
 */
export function runButton(id, start) {
  const button = byId(id);
  const status = byId(`${id}-say`);
  const progress = byId(`${id}-progress`);
  const label = button.textContent;
  let stop = null;
  const go = async () => {
    stop = new AbortController();
    button.textContent = "Stop";
    progress.hidden = false;
    progress.value = 0;
    status.textContent = "Running.";
    try {
      status.textContent = await runAll(start(), stop.signal, progress);
    } catch (error) {
      status.textContent = `The run ended: ${error.message}`;
    }
    progress.hidden = true;
    button.textContent = label;
    stop = null;
  };
  button.addEventListener("click", () => (stop ? stop.abort() : go()));
}

// The words of the last run are the status.
async function runAll(runs, signal, progress) {
  let words = "";
  for (const [i, one] of runs.entries()) {
    words = await one(signal, (share) => (progress.value = (i + share) / runs.length));
    if (signal.aborted) return `Stopped. ${words}`;
  }
  return words;
}

/**
 * What a Run button runs, of a sampler: the options of create(); show(sampler, step, done), which draws it and says in words what came out; and what takes the
 * sampler over when it is done, instead of its being closed.
 */
export const sampling = ({ options, show, keep }) => async (signal, tell) => {
  const sampler = await create({ ...options, signal });
  let kept = false;
  try {
    let drawing = null;
    let next = 0;
    let last = null;
    const onStep = (step) => {
      last = step;
      tell(step.progress);
      if (drawing || performance.now() < next) return;
      drawing = show(sampler, step, false).finally(() => {
        next = performance.now() + REDRAW;
        drawing = null;
      });
      drawing.catch(() => {}); // what went wrong with a look is told by the next one
    };
    await sampler.run({ onStep, signal });
    await drawing;
    if (!last) return "Nothing was measured yet: what is shown is from before.";
    const words = await show(sampler, last, true);
    if (keep) {
      keep(sampler);
      kept = true;
    }
    return words;
  } finally {
    if (!kept) sampler.close();
  }
};

/** Reads a number as people write it: "2,2", ".73", "−1.4". NaN for what is none. */
export function readNumber(text) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(/[\s\u202f]/g, "").replace(",", ".").replace(/%$/, "");
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

/**
 * Makes an exercise of a form. judge(answer) is given the number, or the value of the choice, and gives {right, why}; an exercise about the page's state has
 * no field and is given null. A judge that asks the trees gives a promise. answer() says the answer in words; it is asked when the fold is opened.
 */
export function exercise(id, judge, answer) {
  const form = byId(id);
  const field = form.querySelector("input[type=text]");
  const choices = form.querySelector("input[type=radio]");
  const told = form.querySelector("[role=status]");
  const tell = (state, words) => {
    form.dataset.state = state;
    told.textContent = words;
    field?.setAttribute("aria-invalid", String(state === "wrong"));
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = field ? readNumber(field.value) : choices ? new FormData(form).get("choice") : null;
    if (field && Number.isNaN(given)) return tell("none", field.value.trim() ? `“${field.value.trim()}” is not a number. Write it like 2.2.` : "Type a number first.");
    if (choices && given === null) return tell("none", "Choose an answer first.");
    form.setAttribute("aria-busy", "true");
    try {
      const { right, why } = await judge(given);
      tell(right ? "right" : "wrong", `${right ? "Right." : "Not yet."} ${why}`);
    } catch (error) {
      tell("none", `The trees cannot be asked: ${error.message}`);
    } finally {
      form.removeAttribute("aria-busy");
    }
  });
  const fold = form.querySelector("details");
  fold.addEventListener("toggle", () => {
    if (fold.open) fold.querySelector("output").textContent = answer();
  });
}

/** A judge of numbers: want() is computed when asked; near is the tolerance; slips are wrong ways to a number, with what to say to each; hint is for all others. */
export const numberJudge = (want, near, why, hint, slips = []) => (given) => {
  const value = want();
  if (Math.abs(given - value) <= near) return { right: true, why: why(value) };
  const slip = slips.find(({ gives }) => Math.abs(given - gives()) <= near);
  return { right: false, why: slip ? slip.say : `That is too ${given > value ? "large" : "small"}. ${hint}` };
};

/** A judge of choices: right() gives the right one, say the words for each. */
export const choiceJudge = (right, say) => (given) => ({ right: given === right(), why: say[given] });
