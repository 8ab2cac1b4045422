// The bridge to DCC-Tree: a thin loader that starts the workers and maps promises to messages. Types and words: dcctree.d.ts.

import { tell } from "./words.js";

/** Of the whole kit, semantic. */
export const version = "0.1.0";

const MESSAGES = 2; // version of the messages, as in wasm/protocol
const SCRIPTS = ["guard.js", "wasm_exec.js", "kernels.js", "ways.js", "worker.js"]; // of the workers, in one blob
const MAX_BYTES = 512 * 2 ** 20; // of a table
const MAX_WORKERS = 8; // unless asked for more
const MOST_WORKERS = 64;
// ms between two pulses of the coordinator, at which it looks after its workers, and between two looks for them
const CLOCK = 1000;
// Looks without a pulse while such a request waits.
const SILENCE = { step: 10, run: 10, pause: 10, stop: 10, compare: 10, contest: 10, other: 90 };
const PACE = 4; // a slow machine's coordinator may miss as many times the pulses that it missed before
const PROBES = 20000; // ms in which a worker answers what it could send; one that computes answers after its job
const GRACE = 1500; // ms that workers of a pool stay after single steps

/** Every rejection of the bridge: a code for programs, the text that people see (in the other languages too, where there is one), and where the fault is. */
export class DccError extends Error {
  constructor(code, message, place = {}) {
    super(message);
    this.name = "DccError";
    this.code = code;
    for (const key of ["translations", "file", "row", "column", "field"]) if (place[key]) this[key] = place[key];
  }
}

// An error in the words of the site.
function toldError(code, key, values, place) {
  const { message, translations } = tell(key, ...values);
  return new DccError(code, message, { translations, ...place });
}

const parts = new Map(); // folder of the kit -> promise of {module, scripts, url}
let pool = null; // Pool, where workers are shared with other documents

/** The folder of the kit's files as a URL: base, or where this module lies. A module that a bundler put elsewhere needs to be told. */
export function folder(base) {
  try {
    return new URL(base === undefined ? "." : `${base}`.replace(/\/?$/, "/"), base === undefined ? import.meta.url : globalThis.location?.href).href;
  } catch {
    throw new DccError("setting", `base is ${base}; give the URL of the folder that holds the kit's files`, { field: "base" });
  }
}

/** Fetches and compiles all that the sampler needs, once; nothing is fetched after it. A failure can be tried again. */
export function load({ base } = {}) {
  const from = folder(base);
  if (!parts.has(from)) {
    const fetched = fetchParts(from).catch((error) => {
      parts.delete(from);
      throw error;
    });
    parts.set(from, fetched);
  }
  return parts.get(from);
}

async function fetchParts(from) {
  const at = (name) => new URL(name, from);
  const [module, ...scripts] = await Promise.all([compile(at("dcctree.wasm")), ...SCRIPTS.map((name) => fetchText(at(name)))]);
  return withBlob({ module, scripts });
}

// Workers from a blob inherit the page's policy also where it stands in a meta element alone.
function withBlob({ module, scripts }) {
  const url = URL.createObjectURL(new Blob(scripts.flatMap((text) => [text, "\n"]), { type: "text/javascript" }));
  return { module, scripts, url };
}

/** For a frame among several: parts is what load() gave another document of this origin, so that this one compiles nothing; lease(most) promises a
 * number of workers, at most that many, for as long as something is sampled; release() gives them back. */
export function share({ parts: given = null, lease = null, release = () => {} }) {
  if (given) parts.set(folder(), Promise.resolve(withBlob(given)));
  pool = lease ? new Pool(lease, release) : null;
}

/** The line of this document's sessions for the workers that it shares with others: the first one has them. */
class Pool {
  #line = [];
  #lease;
  #release;

  constructor(lease, release) {
    this.#lease = lease;
    this.#release = release;
  }

  enter(most) {
    const place = { most, workers: 0 };
    place.granted = new Promise((grant) => {
      place.grant = (count) => {
        place.workers = Math.max(1, Math.min(most, count));
        grant();
      };
    });
    if (this.#line.push(place) === 1) this.#serve();
    return place;
  }

  leave(place) {
    const at = this.#line.indexOf(place);
    this.#line.splice(at, 1);
    if (at > 0) return;
    this.#release();
    this.#serve();
  }

  #serve() {
    const [first] = this.#line;
    if (first) this.#lease(first.most).then(first.grant);
  }
}

async function fetchPart(url) {
  const advice = "Check the connection, then reload the page.";
  const response = await fetch(url).catch((error) => {
    throw new DccError("load-failed", `${url.pathname} cannot be loaded (${error.message}). ${advice}`, { file: url.pathname });
  });
  if (!response.ok) throw new DccError("load-failed", `${url.pathname} cannot be loaded (status ${response.status}). ${advice}`, { file: url.pathname });
  return response;
}

async function fetchText(url) {
  return (await fetchPart(url)).text();
}

async function compile(url) {
  const response = await fetchPart(url);
  const streamed = response.headers.get("Content-Type")?.split(";")[0].trim() === "application/wasm";
  try {
    return await (streamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw new DccError("load-failed", `${url.pathname} cannot be compiled (${error.message}). Use a current browser with WebAssembly, and reload the page.`, { file: url.pathname });
  }
}

const OPEN_OPTIONS = ["data", "name", "format", "workers", "base", "onProgress", "signal"];
const FORMAT_OPTIONS = ["separator", "decimal", "header", "kinds"];
const CHOOSE_OPTIONS = ["target", "features", "task"];
const CREATE_OPTIONS = ["target", "features", "task", "test", "testName", "holdout", "holdoutSeed", "split", "preset", "settings", "seed",
  "standardize", "predictive", "truth", "workers"];
const FIGURE_OPTIONS = ["width", "topology", "limit", "set", "row", "lang", "collapsed", "navigable"];
const SURVEY_OPTIONS = ["width", "lang"];
const ROWS_OPTIONS = ["topology", "node", "from", "limit"];
const EXPLAIN_OPTIONS = ["row", "width", "lang", "topology", "axis"];
const PLOT_OPTIONS = ["width", "set", "row", "medians", "x", "y", "topology", "parameter", "lang"];
const WAYS_OPTIONS = ["targets", "turn", "only", "wait"];
const RUN_OPTIONS = ["onStep", "onProgress", "signal"];
const DRAWS_OPTIONS = ["topology"];
const COMPARE_OPTIONS = ["onProgress", "signal"];
const FIT_OPTIONS = [...CHOOSE_OPTIONS, "split", "holdout", "holdoutSeed", "seed", "sharp", "scale", "noise", "size", "prior", "weight", "work", "folds", "lang", "test", "testName", "onProgress", "onAnswer", "signal"];
const FIT_EXPLAIN_OPTIONS = ["test", "row", "values", "leaves", "width", "lang", "axis"];
const FIT_FIGURE_OPTIONS = ["leaves", "width", "lang"];
const CONTEST_OPTIONS = [...COMPARE_OPTIONS, "methods", "seconds", "gradients"];
const STANDINGS_OPTIONS = ["set", "row", "lang", "width"];
const CONTESTANTS = ["dcc-tree", "hmc-dfi", "hmc-df", "cgm", "wu", "smc", "cart"];
const PREDICT_OPTIONS = ["average"];
const DIAGNOSE_OPTIONS = ["lang"];
const EXPORT_OPTIONS = ["topology", "language", "lang", "rows", "name", "onProgress", "signal"];
const RESTORE_OPTIONS = ["data", "name", "workers", "base", "signal"];

// A misspelt option must not be taken for none.
function checkNames(options, known) {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new DccError("setting", `${unknown} is no option; there are ${known.join(", ")}`, { field: unknown });
}

/** Reads a table in a new session. */
export async function open(options = {}) {
  checkNames(options, OPEN_OPTIONS);
  return openTable(options);
}

async function openTable({ data, name, format = {}, workers, base, onProgress = null, signal = null }) {
  const table = { ...checkTable(data, name, "data"), ...formatFields(format) };
  const count = checkWorkers(workers);
  const session = new Session(await load({ base }), count);
  const abort = () => session.close();
  signal?.addEventListener("abort", abort);
  try {
    if (signal?.aborted) abort();
    return await session.start(table, onProgress);
  } catch (error) {
    session.close();
    throw signal?.aborted ? new DccError("stopped", "The table was given up before it was read.") : error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Opens a table and creates a run on it; the sampler's close() closes both. */
export async function create(options = {}) {
  checkNames(options, [...OPEN_OPTIONS, ...CREATE_OPTIONS]);
  const { data, name, format, base, onProgress, signal, ...wishes } = options;
  const session = await openTable(options);
  try {
    const sampler = await session.create(wishes);
    owners.set(sampler, session);
    return sampler;
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Takes up the run of a session file in a new session; the sampler's close() closes both. */
export async function restore(options = {}) {
  const { session, taken: sampler } = await restored(options, RESTORE);
  owners.set(sampler, session);
  return sampler;
}

/** Takes up what a fit found in a new session. */
export async function restoreFit(options = {}) {
  return (await restored(options, RESTORE_FIT)).taken;
}

async function restored(options, how) {
  checkNames(options, RESTORE_OPTIONS);
  const { data, signal = null } = options;
  const { table: file, name } = checkTable(data, options.name, "data");
  if (typeof file === "string" || file.columns)
    throw new DccError("session", "A session file is binary: give the File, Blob, ArrayBuffer or Uint8Array that save() made.", { field: "data" });
  const session = new Session(await load(options), checkWorkers(options.workers));
  const abort = () => session.close();
  signal?.addEventListener("abort", abort);
  try {
    if (signal?.aborted) abort();
    return { session, taken: await session[how](await readBytes(file), name) };
  } catch (error) {
    session.close();
    throw signal?.aborted ? new DccError("stopped", "The session was given up before it was read.") : error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

const RESTORE = Symbol("restore");
const RESTORE_FIT = Symbol("restore a fit");
const SAVE = Symbol("save");

async function readBytes(data) {
  if (data instanceof Uint8Array) return data;
  if (typeof data === "string") return new TextEncoder().encode(data);
  try {
    return new Uint8Array(data instanceof ArrayBuffer ? data : await data.arrayBuffer());
  } catch (error) {
    throw toldError("file-unreadable", "unreadable", [error.message]);
  }
}

// Columns go into a session file as JSON; null is a missing number.
function columnsText(columns) {
  const list = Object.entries(columns).map(([name, values]) => {
    const all = Array.from(values, (x) => (typeof x === "bigint" ? Number(x) : (x ?? null)));
    return all.some((x) => typeof x === "string") ? { name, texts: all.map((x) => (x === null ? "" : String(x))) } : { name, numbers: all };
  });
  return JSON.stringify(list);
}

function formatOf({ separator, decimal, header, kindNames, kinds }) {
  return { separator, decimal, header, kinds: Object.fromEntries(kindNames.map((column, i) => [column, kinds[i]])) };
}

function columnsOf(bytes) {
  const list = JSON.parse(new TextDecoder().decode(bytes));
  return { columns: Object.fromEntries(list.map(({ name, numbers, texts }) => [name, numbers ?? texts])) };
}

const owners = new WeakMap(); // samplers of create() and restore() -> their sessions

function checkWorkers(workers) {
  if (workers === undefined) return Math.min(navigator.hardwareConcurrency || 2, MAX_WORKERS);
  if (!Number.isInteger(workers) || workers < 1 || workers > MOST_WORKERS)
    throw new DccError("setting", `workers is ${workers}; it must be a whole number from 1 to ${MOST_WORKERS}`, { field: "workers" });
  return workers;
}

// Says what kind of table it is and how big, before anything is read.
function checkTable(data, name, field) {
  const file = name ?? (typeof File !== "undefined" && data instanceof File ? data.name : { test: "test table", rows: "new rows" }[field] ?? "table");
  const size = byteSize(data);
  if (size === undefined)
    throw new DccError("data", `${field} must be CSV text, a File, a Blob, an ArrayBuffer, a Uint8Array or {columns: {name: values}}`, { field });
  if (size > MAX_BYTES) {
    throw toldError("csv-too-large", "toolarge", [file, Math.round(size / 2 ** 20), MAX_BYTES / 2 ** 20], { file });
  }
  return { table: data, name: String(file) };
}

function byteSize(data) {
  if (typeof data === "string") return data.length;
  if (data instanceof Blob) return data.size;
  if (data instanceof ArrayBuffer || data instanceof Uint8Array) return data.byteLength;
  if (typeof data?.columns === "object" && data.columns !== null)
    return Object.values(data.columns).reduce((sum, values) => sum + 8 * (values?.length ?? 0), 0);
  return undefined;
}

const NEEDS_WORKERS = ["step", "run", "compare", "contest"];

/** One table, its coordinator and its workers. */
class Session {
  table = null;
  onnotice = null;

  #parts;
  #count;
  #coordinator = null;
  #pending = new Map(); // request number -> {kind, resolve, reject}
  #requests = 0;
  #hands = new Map(); // worker number -> Worker
  #hired = 0;
  #ended = null; // the error of all further requests
  #sampler = null;
  #source = null; // what the table was read from
  #tests = null; // what the run's test table was read from
  #fitTests = null; // and that of the newest answer of a fit
  #place = null; // in the pool's line
  #borrowers = 0; // requests that need its workers
  #waiting = new Set(); // calls waits off
  #grace = 0; // timer
  #watch = 0; // timer
  #missed = 0; // looks since the coordinator was last heard of
  #longest = 0; // the most that it came back from

  constructor(loaded, count) {
    this.#parts = loaded;
    this.#count = count;
  }

  async start({ table, ...fields }, told) {
    this.#boot();
    this.#source = table;
    this.table = withoutEnvelope((await this.#ask("open", fields, { table }, told)).head);
    if (!pool) this.#hireAll(this.#count); // they start while the table is looked at, so that a run finds them ready
    return this;
  }

  async [RESTORE](bytes, name) {
    const head = await this.#takeUp("restore", bytes, name);
    const { created, page, steps, state, seconds, testName } = head;
    this.#adopt({ ...created, run: head.run });
    this.#sampler.restored = { page: JSON.parse(page), state, seconds, steps: steps.map(stepEvent), data: this.#source, format: formatOf(head.open), test: this.#tests, testName };
    return this.#sampler;
  }

  async [RESTORE_FIT](bytes, name) {
    const head = await this.#takeUp("restorefit", bytes, name);
    const { page, seconds, answer, seed, work, testName } = head;
    return { session: this, page: JSON.parse(page), seconds, seed, work, answer: JSON.parse(answer), data: this.#source, format: formatOf(head.open), test: this.#tests, testName };
  }

  async #takeUp(kind, bytes, name) {
    this.#boot();
    const { head } = await this.#ask(kind, { name, workers: this.#count }, { bulk: bytes });
    const { table, tableAt, tableSize, columns, testAt, testSize, testColumns } = head;
    const part = (at, size, asColumns) => (asColumns ? columnsOf(bytes.subarray(at, at + size)) : new Blob([bytes.subarray(at, at + size)]));
    this.table = withoutEnvelope(table);
    this.#source = part(tableAt, tableSize, columns);
    this.#tests = this.#fitTests = testSize > 0 ? part(testAt, testSize, testColumns) : null;
    if (!pool) this.#hireAll(this.#count);
    return head;
  }

  async [SAVE](run, page) {
    return this.#written("save", { run }, page, this.#tests);
  }

  /** What the trees of the newest fit say of further rows. */
  async predictFit(rows, name) {
    const { table, name: file } = checkTable(rows, name, "rows");
    return JSON.parse((await this.#ask("fitrows", { name: file }, { table })).head.json);
  }

  /** All drawn trees of the newest fit. */
  async fitTrees() {
    return JSON.parse((await this.#ask("fittrees")).head.json);
  }

  /** What the trees of the newest fit say of one row. */
  async explainFit(options = {}) {
    checkNames(options, FIT_EXPLAIN_OPTIONS);
    const { test = false, row = 0, values = {}, leaves = 5, width = 640, lang = "en", axis = [0, 0] } = options;
    const fields = { test: Boolean(test), row: Number(row), values: JSON.stringify(values), leaves: Number(leaves), width: Number(width), lang: String(lang), low: Number(axis[0]), high: Number(axis[1]) };
    return JSON.parse((await this.#ask("fitexplain", fields)).head.json);
  }

  /** A figure of what the newest fit found. */
  async fitFigure(name, options = {}) {
    checkNames(options, FIT_FIGURE_OPTIONS);
    const { leaves = 5, width = 640, lang = "en" } = options;
    return (await this.#ask("fitfigure", { name: String(name), leaves: Number(leaves), width: Number(width), lang: String(lang) })).head.svg;
  }

  /** What the newest fit found, as a file. */
  async saveFit(page = null) {
    return this.#written("savefit", {}, page, this.#fitTests);
  }

  async #written(kind, fields, page, tests) {
    const sources = [this.#source, tests].map((source) => (source?.columns ? columnsText(source.columns) : source));
    const [table, test] = await Promise.all(sources.map((source) => (source === null ? new Uint8Array() : readBytes(source))));
    const bulk = new Uint8Array(table.length + test.length);
    bulk.set(table);
    bulk.set(test, table.length);
    const sizes = { table: table.length, columns: Boolean(this.#source.columns), test: test.length, testColumns: Boolean(tests?.columns) };
    const { head, bulk: file } = await this.#ask(kind, { ...fields, page: JSON.stringify(page), ...sizes }, { bulk });
    return new File([file], `${head.name.replace(/\.[a-z]{1,4}$/i, "")}.dcctree`, { type: "application/octet-stream" });
  }

  #adopt(head) {
    this.#sampler = new Sampler(this, head, (kind, fields, ...rest) => this.#ask(kind, { run: head.run, ...fields }, ...rest));
  }

  #boot() {
    if (this.#ended) throw this.#ended;
    this.#coordinator = this.#work("coordinator", { clock: CLOCK }, (text) => this.#crash(text));
    this.#coordinator.addEventListener("message", ({ data }) => {
      this.#longest = Math.max(this.#longest, this.#missed);
      this.#missed = 0;
      if (data.head) this.#receive(data.head, data.bulk);
    });
    this.#watch = setInterval(() => this.#look(), CLOCK);
  }

  async create(options = {}) {
    if (this.#ended) throw this.#ended;
    checkNames(options, CREATE_OPTIONS);
    const { test, workers } = options;
    const held = test === undefined ? null : checkTable(test, options.testName, "test");
    const count = workers === undefined ? this.#count : checkWorkers(workers);
    if (pool) this.#count = count;
    else this.#hireAll(count);
    const request = { ...createFields(options, held), workers: this.#count };
    const { head } = await this.#ask("create", request, held ? { table: held.table } : {});
    this.#tests = held?.table ?? null;
    this.#adopt(head);
    return this.#sampler;
  }

  async review(options = {}) {
    return withoutEnvelope((await this.#ask("review", chooseFields(options))).head);
  }

  async fit(options = {}) {
    checkNames(options, FIT_OPTIONS);
    const { test, testName, onProgress = null, onAnswer = null, signal = null } = options;
    const held = test === undefined ? null : checkTable(test, testName, "test");
    if (signal?.aborted) throw new DccError("stopped", "The fit was given up before it began.");
    const take = (json) => {
      this.#fitTests = held?.table ?? null; // the newest answer is what saveFit() saves
      return JSON.parse(json);
    };
    const told = ({ json, ...stage }) => {
      if (!json) return onProgress?.(stage);
      const answer = take(json);
      onAnswer?.(answer);
    };
    const abort = () => this.#ask("giveup").catch(() => {}); // the fit itself tells what became of it
    signal?.addEventListener("abort", abort);
    try {
      const { head } = await this.#ask("fit", fitFields(options, held), held ? { table: held.table } : {}, told);
      return take(head.json);
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  async leftOut(options = {}) {
    return withoutEnvelope((await this.#ask("leftout", chooseFields(options))).head);
  }

  close() {
    this.#end(new DccError("closed", "The session was closed."));
  }

  /** Tries every way out from the workers of this session: the coordinator, and one of those that compute. */
  async tryWays(options = {}) {
    checkNames(options, WAYS_OPTIONS);
    if (this.#ended) throw this.#ended;
    const asked = [this.#coordinator, ...[...this.#hands.values()].slice(0, 1)];
    const answers = await Promise.all(asked.map((worker) => this.#probe(worker, options)));
    return answers.map((outcomes, i) => ({ worker: i === 0 ? "coordinator" : "worker", outcomes }));
  }

  #probe(worker, options) {
    return new Promise((resolve) => {
      const id = ++this.#requests;
      const hear = ({ data }) => data.ways?.id === id && end(data.ways.outcomes);
      const late = setTimeout(() => end(null), PROBES);
      const end = (outcomes) => {
        clearTimeout(late);
        worker.removeEventListener("message", hear);
        resolve(outcomes);
      };
      worker.addEventListener("message", hear);
      worker.postMessage({ ways: { id, options } });
    });
  }

  // Starts a worker; report gets the text of its end.
  #work(role, order, report) {
    const worker = new Worker(this.#parts.url, { name: `dcctree ${role}` });
    worker.addEventListener("message", ({ data }) => data.exit !== undefined && report(data.exit));
    worker.addEventListener("messageerror", () => report("a message could not be read"));
    worker.addEventListener("error", (event) => {
      event.preventDefault?.();
      report(event.message || "the browser refused to start it");
    });
    const transfer = order.port ? [order.port] : [];
    worker.postMessage({ start: { module: this.#parts.module, argv: ["dcctree", role], ...order } }, transfer);
    return worker;
  }

  #hireAll(count) {
    this.#count = Math.max(this.#hands.size, count);
    while (!this.#ended && this.#hands.size < this.#count) this.#hire();
  }

  #hire() {
    if (this.#ended) return;
    const number = ++this.#hired;
    const { port1, port2 } = new MessageChannel();
    this.#tell({ kind: "join", worker: number }, { port: port2 }, [port2]);
    const lost = (text) => this.#tell({ kind: "lost", worker: number, text });
    try {
      this.#hands.set(number, this.#work("worker", { port: port1 }, lost));
    } catch (error) {
      lost(error.message);
    }
  }

  #replace({ worker, start }) {
    this.#hands.get(worker)?.terminate();
    this.#hands.delete(worker);
    if (start && (!pool || this.#place)) this.#hire();
  }

  // Workers of a pool come before what needs them. Returns "", or how the wait was called off.
  async #borrow() {
    clearTimeout(this.#grace);
    this.#borrowers++;
    const place = (this.#place ??= pool.enter(this.#count));
    let callOff;
    const called = new Promise((call) => this.#waiting.add((callOff = call)));
    const off = await Promise.race([place.granted.then(() => ""), called]);
    this.#waiting.delete(callOff);
    if (off === "" && place === this.#place) while (this.#hands.size < place.workers) this.#hire();
    return off;
  }

  // They go when nothing needs them any more.
  #giveBack(after) {
    if (--this.#borrowers > 0) return;
    clearTimeout(this.#grace);
    if (after > 0) this.#grace = setTimeout(() => this.#dismiss(), after);
    else this.#dismiss();
  }

  #dismiss() {
    clearTimeout(this.#grace);
    if (!this.#place) return;
    for (const [number, worker] of this.#hands) {
      worker.terminate();
      this.#tell({ kind: "leave", worker: number });
    }
    this.#hands.clear();
    pool.leave(this.#place);
    this.#place = null;
  }

  #callOff(how) {
    for (const callOff of this.#waiting) callOff(how);
  }

  #tell(head, cargo = {}, transfer = []) {
    if (!this.#ended) this.#coordinator.postMessage({ head: { v: MESSAGES, id: 0, ...head }, ...cargo }, transfer);
  }

  // told hears events of the request until it is answered.
  async #ask(kind, ...rest) {
    if (!pool) return this.#send(kind, ...rest);
    if (kind === "pause" || kind === "stop") this.#callOff(kind === "pause" ? "paused" : "stopped");
    if (!NEEDS_WORKERS.includes(kind)) return this.#send(kind, ...rest);
    try {
      const off = await this.#borrow();
      if (off === "") return await this.#send(kind, ...rest);
      if (kind === "run" && !this.#ended) return { head: { state: off } };
      throw this.#ended ?? new DccError(off, "What was asked waited for workers that others use, and was called off.");
    } finally {
      this.#giveBack(kind === "step" ? GRACE : 0);
    }
  }

  #send(kind, fields, cargo, told) {
    return new Promise((resolve, reject) => {
      if (this.#ended) throw this.#ended;
      const id = ++this.#requests;
      this.#pending.set(id, { kind, resolve, reject, told });
      try {
        this.#tell({ kind, ...fields, id }, cargo);
      } catch (error) {
        this.#pending.delete(id);
        throw new DccError("data", `The data cannot be handed to the sampler: ${error.message}`);
      }
    });
  }

  #receive(head, bulk) {
    if (head.kind === "replace") return this.#replace(head);
    if (head.kind === "notice") return this.#notice(head);
    if (head.kind === "step" && head.id === 0) return this.#sampler?.[EVENT](head); // a sampler knows its own run
    const request = this.#pending.get(head.id);
    if (head.kind === "progress") return request?.told?.(withoutEnvelope(head));
    this.#pending.delete(head.id);
    if (head.kind === "error") return request ? request.reject(asError(head)) : this.#notice({ notice: head.code, text: head.message, translations: head.translations });
    return request?.resolve({ head, bulk });
  }

  #notice({ notice, text, translations }) {
    const told = this.#sampler?.onnotice ?? this.onnotice;
    told?.({ kind: notice, message: text, translations: translations ?? {} });
  }

  // A coordinator that was killed says nothing: its pulse stops. Looks are counted, not seconds: a page that slept or was busy looks once,
  // however long that took, and has heard what came meanwhile before it looks again.
  #look() {
    const patience = Math.max(0, ...[...this.#pending.values()].map(({ kind }) => SILENCE[kind] ?? SILENCE.other));
    this.#missed = patience > 0 ? this.#missed + 1 : 0;
    const seconds = this.#missed;
    if (seconds > Math.max(patience, PACE * this.#longest)) this.#crash(tell("silent", seconds));
  }

  // text is a trace, or what tell() returned.
  #crash(text) {
    const [cause, trace] = text.message === undefined ? [text.split("\n")[0], text] : [text, text.message];
    this.#end(Object.assign(toldError("coordinator-crashed", "crashed", [cause]), { trace }));
  }

  #end(error) {
    if (this.#ended) return;
    this.#ended = error;
    clearInterval(this.#watch);
    this.#coordinator?.terminate();
    this.#callOff("closed");
    this.#dismiss();
    for (const worker of this.#hands.values()) worker.terminate();
    this.#hands.clear();
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

// A worker that cannot read a file says the cause alone.
const asError = (head) => (head.cause === undefined ? new DccError(head.code, head.message, head) : toldError(head.code, "unreadable", [head.cause]));

// JSON has no NaN: it goes as text, so that the check on the other side can name the setting.
const settingsText = (settings) => JSON.stringify(settings, (_, x) => (typeof x === "number" && !Number.isFinite(x) ? String(x) : x));

function formatFields(format) {
  checkNames(format, FORMAT_OPTIONS);
  const { separator = "", decimal = "", header = "", kinds = {} } = format;
  const yes = header === true ? "yes" : header === false ? "no" : String(header);
  return { separator: String(separator), decimal: String(decimal), header: yes, kindNames: Object.keys(kinds), kinds: Object.values(kinds).map(String) };
}

function chooseFields(options) {
  checkNames(options, CHOOSE_OPTIONS);
  const { target = "", features = null, task = "auto" } = options;
  if (features !== null && !Array.isArray(features)) throw new DccError("setting", "features must be an array of column names", { field: "features" });
  if (typeof target !== "string") throw new DccError("setting", "target must be the name of a column", { field: "target" });
  return { target, features: features && features.map(String), task: String(task) };
}

// What a run and a fit have in common: what is to be predicted, from which rows, and which are held out.
function subjectFields(options, held) {
  const { target, features, task, split = "random", holdoutSeed = 1, seed = 1, holdout = held ? 0 : 0.3 } = options;
  if (holdout === null || holdout === "") throw new DccError("setting", "holdout must be a number from 0 to 0.9", { field: "holdout" });
  return {
    ...chooseFields({ target, features, task }),
    split: String(split),
    holdout: Number(holdout),
    holdoutSeed: String(holdoutSeed),
    seed: String(seed),
    test: held !== null,
    testName: held?.name ?? "",
  };
}

function createFields(options, held) {
  const { preset = "fast", standardize = "auto", predictive = "likelihood", truth = "", settings } = options;
  return {
    ...subjectFields(options, held),
    preset: String(preset),
    settings: settings === undefined ? "" : settingsText(settings),
    standardize: standardize === true ? "yes" : standardize === false ? "no" : String(standardize),
    predictive: String(predictive),
    truth: String(truth),
  };
}

function fitFields(options, held) {
  const { noise = "common", size = "usual", scale = "auto", weight = "", work = 0, folds = 5, lang = "en", prior } = options;
  const { sharp = noise === "leaf" } = options;
  if (noise === "leaf" && !sharp)
    throw new DccError("setting", "noise in each leaf needs sharp splits: leave sharp out, or choose the common noise", { field: "sharp" });
  return { ...subjectFields(options, held), sharp: Boolean(sharp), scale: String(scale), noise: String(noise), size: String(size), prior: prior === undefined ? "" : settingsText(prior), weight: String(weight), work: Number(work), folds: Number(folds), lang: String(lang) };
}

const EVENT = Symbol("step event");

/** One run. */
class Sampler {
  info;
  session;
  restored = null; // what came with it from a session file
  onnotice = null;

  #ask;
  #run;
  #running = 0; // run() calls that have not returned
  #onStep = null;

  constructor(session, head, ask) {
    this.session = session;
    this.#run = head.run;
    this.info = runInfo(head);
    this.#ask = ask;
  }

  async step() {
    return stepEvent((await this.#ask("step")).head);
  }

  async run(options = {}) {
    checkNames(options, RUN_OPTIONS);
    const { onStep = null, onProgress = null, signal = null } = options;
    if (signal?.aborted) {
      await this.stop();
      return "stopped";
    }
    const abort = () => this.stop().catch(() => {}); // run() itself tells what went wrong
    signal?.addEventListener("abort", abort);
    const told = (event) => {
      onStep?.(event);
      onProgress?.({ progress: event.progress, steps: event.index, seconds: event.seconds, answered: event.search.ended !== "", words: event.words });
    };
    if (this.#running++ === 0) this.#onStep = told; // a second run() is refused and hears nothing
    try {
      return (await this.#ask("run")).head.state;
    } finally {
      if (--this.#running === 0) this.#onStep = null;
      signal?.removeEventListener("abort", abort);
    }
  }

  async pause() {
    await this.#ask("pause");
  }

  async stop() {
    await this.#ask("stop");
  }

  async save(page = null) {
    return this.session[SAVE](this.#run, page);
  }

  async look(step = null) {
    return withoutEnvelope((await this.#ask("look", { step: step === null ? 0 : Number(step) })).head);
  }

  async topologies() {
    const { head, bulk } = await this.#ask("topologies");
    const { texts, names } = head;
    return JSON.parse(texts).map((text, i) => topologyInfo(text, names, bulk.subarray(i * names.length, (i + 1) * names.length)));
  }

  async effectiveTrees() {
    const { head } = await this.#ask("trees");
    return JSON.parse(head.rows).map(({ key, name, weightError, ...tree }) => ({
      ...{ key, name, leaves: leavesOf(name), ...tree },
      weightError: weightError < 0 ? NaN : weightError, // JSON has no NaN
    }));
  }

  async digest() {
    const { head } = await this.#ask("digest");
    const { digest, givenUp, translations } = head;
    const jobs = head.jobs.map((sum, i) => ({ digest: sum, work: head.work[i], topology: head.topologies[i] }));
    return { digest, givenUp, translations, jobs };
  }

  async metrics() {
    const { head } = await this.#ask("metrics");
    const { train, test, baselineTrain, baselineTest, truth, cart, paired } = head;
    const measures = { train: scores(train), test: scores(test), baselineTrain: scores(baselineTrain), baselineTest: scores(baselineTest), ...truthOf(truth) };
    const withOthers = Object.fromEntries(paired.map(({ with: other, ...differences }) => [other, known(differences)]));
    return { ...measures, cartTrain: cart[0] ? scores(cart[0]) : null, cartTest: cart[1] ? scores(cart[1]) : null, paired: { cart: null, ...withOthers } };
  }

  async cart() {
    const { leaves, train, test } = (await this.#ask("cart")).head;
    return { leaves, train: scores(train), test: scores(test) };
  }

  async predict(rows, options = {}) {
    checkNames(options, PREDICT_OPTIONS);
    const out = [];
    // In portions, so that sampling goes on between them.
    for (const { fields, bulk } of predictPortions(rows, this.info.features.length)) {
      const answer = await this.#ask("predict", { ...fields, average: Boolean(options.average) }, { bulk });
      out.push(...predictions(answer.head, answer.bulk));
    }
    return out;
  }

  async explain(values = null, options = {}) {
    checkNames(options, EXPLAIN_OPTIONS);
    const { row = this.info.testRows > 0 ? { test: 0 } : { train: 0 }, width = 316, lang = "en", topology = "", axis = [0, 0] } = options;
    const set = "test" in row ? "test" : "train";
    const bulk = values === null ? null : Float64Array.from(ownRow(values, this.info.features.length));
    const fields = { set, row: Number(row[set]), columns: bulk?.length ?? 0, width: Number(width), lang: String(lang), topology: String(topology), low: Number(axis[0]), high: Number(axis[1]) };
    const { head, bulk: numbers } = await this.#ask("explain", fields, { bulk });
    return explanation(head, numbers, this.info);
  }

  async diagnose(topology = "", options = {}) {
    checkNames(options, DIAGNOSE_OPTIONS);
    const fields = { topology: String(topology), lang: String(options.lang ?? "en") };
    const { leftOut, chains, every, mode, divergent, numbers, weights, ...worst } = withoutEnvelope((await this.#ask("diagnose", fields)).head);
    const each = numbers.map((number, i) => ({ number, mode: mode[i], divergent: divergent[i] }));
    return { chains: each, leftOut, every, weights, ...(chains > 0 ? worst : { parameters: [] }) };
  }

  async draws(options = {}) {
    checkNames(options, DRAWS_OPTIONS);
    if (options.topology !== undefined) return [await this.#drawsOf(String(options.topology))];
    const keys = (await this.topologies()).map(({ key }) => key);
    const all = [];
    // One after the other, so that sampling goes on between them.
    for (const key of keys.length > 0 ? keys : [""]) all.push(await this.#drawsOf(key).catch((error) => withoutDraws(error, key)));
    return all.filter((draws) => draws !== null);
  }

  async #drawsOf(topology) {
    const { head, bulk } = await this.#ask("draws", { topology });
    return drawsOf(head, bulk);
  }

  async diagnostics() {
    const [{ head }, topologies] = await Promise.all([this.#ask("account"), this.topologies()]);
    return diagnosticsOf(head, topologies);
  }

  async verdict() {
    return withoutEnvelope((await this.#ask("verdict")).head);
  }

  async fingerprint() {
    const { data, model, digest, givenUp, steps, done, preset, predictive } = (await this.#ask("account")).head;
    const { seed, settings, task, target, features, trainRows, testRows, standardized } = this.info;
    const lacks = givenUp.length > 0 ? ` given-up=${givenUp.length}` : "";
    const line = `dcctree ${version} data=${data} model=${model} seed=${seed} steps=${steps}${done ? "" : "+"} digest=${digest}${lacks}`;
    return { version, data, model, digest, givenUp, steps, done, seed, preset, predictive, standardized, settings, task, target, features, trainRows, testRows, line };
  }

  async plot(name, options = {}) {
    checkNames(options, PLOT_OPTIONS);
    const { features, testRows } = this.info;
    const { width = 400, set = testRows > 0 ? "test" : "train", row = 0, medians = false, x = features[0], y = features[1], topology = "", parameter = 0, lang = "en" } = options;
    const fields = { name: String(name), width: Number(width), set: String(set), row: Number(row), medians: Boolean(medians), x: Math.max(0, features.indexOf(x)), y: Math.max(0, features.indexOf(y)), topology: String(topology), parameter: Number(parameter), lang: String(lang) };
    const { svg, heads, cells, note } = (await this.#ask("plot", fields)).head;
    return { svg, note, columns: heads, rows: cells.split("\n").slice(0, -1).map((line) => line.split("\t")) };
  }

  async figure(name, options = {}) {
    checkNames(options, FIGURE_OPTIONS);
    const { width = 640, topology = "", limit = 12, set = "test", row = 0, lang = "en", collapsed = [], navigable = false } = options;
    const fields = { name: String(name), width: Number(width), topology: String(topology), limit: Number(limit), set: String(set), row: Number(row) };
    return (await this.#ask("figure", { ...fields, lang: String(lang), collapsed: collapsed.join(), navigable: Boolean(navigable) })).head.svg;
  }

  async survey(options = {}) {
    checkNames(options, SURVEY_OPTIONS);
    const { head } = await this.#ask("survey", { width: Number(options.width ?? 640), lang: String(options.lang ?? "en") });
    const { features, consensus, cuts, ...rest } = withoutEnvelope(head);
    return { ...rest, figures: { features, consensus, cuts } };
  }

  async rowsAt(options = {}) {
    checkNames(options, ROWS_OPTIONS);
    const { topology = "", node = 0, from = 0, limit = 200 } = options;
    const { head, bulk } = await this.#ask("rows-at", { topology: String(topology), node: Number(node), from: Number(from), limit: Number(limit) });
    return { total: head.total, from: head.from, rows: head.rows, columns: head.columns, values: bulk };
  }

  async export(what, options = {}) {
    checkNames(options, EXPORT_OPTIONS);
    const { topology = "", language = "text", lang = "en", rows, name, onProgress = null, signal = null } = options;
    const given = rows === undefined ? null : checkTable(rows, name, "rows");
    const fields = { what: String(what), topology: String(topology), language: String(language), lang: String(lang), table: given !== null, name: given?.name ?? "" };
    const { head } = await this.#ask("export", fields, given ? { table: given.table } : {});
    const file = new Gathered(`${head.type};charset=utf-8`);
    file.add(head.text);
    for (let part = head; part.more; file.add(part.text)) {
      onProgress?.(part.share);
      if (signal?.aborted) throw new DccError("stopped", "The file was given up before it was made.");
      part = (await this.#ask("more", { export: head.id })).head;
    }
    const { leftOut, columns, leftCount } = head;
    const missing = leftOut.map((row, i) => ({ row, column: columns[i] }));
    return { name: head.file, blob: file.blob(), rows: head.rows, missing, missingCount: leftCount };
  }

  async chooseBandwidth(grid = null, options = {}) {
    return bandwidthTable(await this.#compare("bandwidths", gridBulk(grid), options));
  }

  async priorCheck(options = {}) {
    return priorTable(await this.#compare("priors", null, options));
  }

  async #compare(what, bulk, options) {
    checkNames(options, COMPARE_OPTIONS);
    return this.#beside("compare", { what }, bulk, options);
  }

  async contest(options = {}) {
    checkNames(options, CONTEST_OPTIONS);
    const { methods = CONTESTANTS, seconds = 0, gradients = 0 } = options;
    if (!Array.isArray(methods)) throw new DccError("setting", "methods must be an array of names", { field: "methods" });
    const fields = { methods: methods.map(String), seconds: Number(seconds), gradients: Number(gradients) };
    await this.#beside("contest", fields, null, options);
  }

  async standings(options = {}) {
    checkNames(options, STANDINGS_OPTIONS);
    const { set = this.info.testRows > 0 ? "test" : "train", row = 0, lang = "en", width = 240 } = options;
    const { head } = await this.#ask("standings", { set: String(set), row: Number(row), lang: String(lang), width: Number(width) });
    const { methods, ...rest } = known(withoutEnvelope(head));
    return { ...rest, methods: methods.map(known) };
  }

  async #beside(kind, fields, bulk, { onProgress = null, signal = null }) {
    if (signal?.aborted) throw new DccError("stopped", "The comparison was given up before it began.");
    const abort = () => this.#ask("abandon").catch(() => {}); // the comparison itself tells what became of it
    signal?.addEventListener("abort", abort);
    try {
      return (await this.#ask(kind, fields, { bulk }, onProgress)).head;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  close() {
    const owner = owners.get(this);
    if (owner) owner.close();
    else this.#ask("release").catch(() => {}); // a closed or replaced run needs no release
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      const event = await this.step().catch((error) => {
        if (error.code === "finished") return null;
        throw error;
      });
      if (event) yield event;
      if (!event || event.done) return;
    }
  }

  [EVENT](head) {
    if (head.run === this.#run) this.#onStep?.(stepEvent(head));
  }
}

function withoutEnvelope({ v, kind, id, run, ...rest }) {
  return rest;
}

function runInfo(head) {
  const { baselineName, baseline, truth, settings, labels, ...rest } = withoutEnvelope(head);
  const [train, test] = baseline.map(scores);
  return { ...rest, labels: labels.map((one) => one.labels), settings: JSON.parse(settings), baseline: { name: baselineName, train, test }, ...truthOf(truth) };
}

// NaN marks a measure that the task does not have.
function scores({ rows, ...measures }) {
  if (rows === 0) return null;
  return { ...Object.fromEntries(Object.entries(measures).filter(([, x]) => !Number.isNaN(x))), rows };
}

function truthOf(truth) {
  if (truth.length === 0) return {};
  const [train, test] = truth.map((s) => (s.rows === 0 ? null : s.mse));
  return { truth: { train, test } };
}

const GATHERED = 2 ** 20; // code units of text that are encoded at once: some milliseconds

/** A file of many small texts. To encode all of them at its end would hold the page, and so would a blob of hundreds of blobs. */
class Gathered {
  #type;
  #blobs = [];
  #texts = [];
  #length = 0;

  constructor(type) {
    this.#type = type;
  }

  add(text) {
    this.#texts.push(text);
    this.#length += text.length;
    if (this.#length < GATHERED) return;
    this.#blobs.push(new Blob(this.#texts));
    this.#texts = [];
    this.#length = 0;
  }

  blob() {
    return new Blob([...this.#blobs, ...this.#texts], { type: this.#type });
  }
}

function stepEvent(head) {
  const { step, topologyKey, topologyName, proposal, search, audit, ...rest } = withoutEnvelope(head);
  const { ended, auditing, measuring } = search;
  return {
    ...rest,
    kind: step,
    topology: topologyKey ? { key: topologyKey, name: topologyName } : null,
    proposal: proposal.move ? proposal : null,
    search: { ended, unexplored: unexplored(search), auditing, measuring },
    audit: audit.done ? audit : null,
  };
}

// Texts and numbers of a topology by name, those of its audit behind a dot.
function topologyInfo(texts, names, numbers) {
  const info = { audit: {} };
  const set = (name, value) => {
    const [first, second] = name.split(".");
    if (second) info[first][second] = value;
    else info[first] = value;
  };
  for (const [name, text] of Object.entries(texts)) set(name, text);
  names.forEach((name, i) => set(name, numbers[i]));
  const { audit } = info;
  return { ...info, leaves: leavesOf(info.name), reliable: info.reliable === 1, audit: audit.done === 1 ? { ...audit, done: true } : null };
}

function leavesOf(name) {
  return name.slice(1, -1).split(",").map(Number);
}

// A topology may be measured, and none of its draws be kept.
function withoutDraws(error, key) {
  if (key !== "" && error.code === "no-result") return null;
  throw error;
}

function drawsOf({ key, name, weight, count, variables, coords, notes }, bulk) {
  let at = 2 * count;
  const read = ({ name: variable, dims, shape }) => {
    const size = count * shape.reduce((product, n) => product * n, 1);
    at += size;
    return { name: variable, dims, shape, values: bulk.slice(at - size, at) };
  };
  return {
    key,
    name,
    weight,
    count,
    logWeights: bulk.slice(count, 2 * count),
    logDensity: bulk.slice(0, count),
    variables: variables.map(read),
    coords: Object.fromEntries(coords.map((coord) => [coord.name, coord.labels])),
    notes,
  };
}

const JUDGED = 0.01; // weight from which a topology counts in the numbers below

function diagnosticsOf({ verdict, unreliable, doubted, steps, done, search, givenUp }, topologies) {
  const heavy = topologies.filter(({ weight }) => weight >= JUDGED);
  const sum = (of) => topologies.reduce((total, topology) => total + of(topology), 0);
  return {
    ...verdict,
    good: verdict.outcome === "settled",
    steps,
    done,
    measured: topologies.length,
    judged: heavy.length,
    unreliable,
    doubted,
    givenUp,
    worstKHat: largest(heavy.map(({ kHat }) => kHat).filter((kHat) => !Number.isNaN(kHat))),
    leastEffectiveNumber: heavy.length > 0 ? Math.min(...heavy.map(({ effectiveNumber }) => effectiveNumber)) : null,
    divergences: sum(({ divergences }) => divergences),
    chains: sum(({ chains }) => chains),
    chainsLeftOut: sum(({ chainsLeftOut }) => chainsLeftOut),
    audits: { done: sum(({ audit }) => Number(audit !== null)), failed: sum(({ audit }) => Number(audit?.flag === "failed")), auditing: search.auditing },
    ended: search.ended,
    unexplored: unexplored(search),
  };
}

const largest = (numbers) => (numbers.length > 0 ? Math.max(...numbers) : null);

const unexplored = ({ known: estimated, share: mass, bound, draws }) => (estimated ? { share: mass, bound, draws } : null);

const PORTION = 256; // rows predicted by one message

function* predictPortions(rows, features) {
  const set = ["test", "train"].find((name) => Array.isArray(rows?.[name])) ?? "rows";
  const list = set === "rows" ? rows : rows[set].map((row) => [row]);
  const columns = set === "rows" ? features : 1;
  const whole = Array.isArray(list) || ArrayBuffer.isView(list);
  if (!whole || ![...list].every((row) => row?.length === columns && Array.prototype.every.call(row, (x) => typeof x === "number")))
    throw new DccError("rows", `rows must be arrays of ${features} numbers, one for each feature, or {test: [row numbers]} or {train: [row numbers]}`, { field: "rows" });
  for (let at = 0; at < list.length; at += PORTION) {
    const part = list.slice(at, at + PORTION);
    const bulk = new Float64Array(part.length * columns);
    part.forEach((row, i) => bulk.set(row, i * columns));
    yield { fields: { set, rows: part.length, columns: set === "rows" ? columns : 0 }, bulk };
  }
}

function ownRow(values, features) {
  if ((!Array.isArray(values) && !ArrayBuffer.isView(values)) || values.length !== features || !Array.prototype.every.call(values, (x) => typeof x === "number"))
    throw new DccError("rows", `values must be an array of ${features} numbers, one for each feature, or null`, { field: "rows" });
  return values;
}

function explanation(head, numbers, { features, classes }) {
  const { svg, task, changed, parts, dissent, thresholds, axisLow, axisHigh } = head;
  const regression = task === "regression";
  const answer = regression
    ? { mean: head.mean, sd: head.sd, low: head.low, high: head.high, ...(Number.isNaN(head.truth) ? {} : { truth: head.truth }) }
    : { probabilities: head.probabilities, label: classes[head.class], ...(Number.isNaN(head.truth) ? {} : { truth: classes[head.truth] }) };
  const says = ({ mean, class: number, probability, ...topology }) => ({ ...topology, ...(regression ? { mean } : { label: classes[number], probability }) });
  const all = parts.map(says);
  const block = (i, j) => numbers[i * features.length + j];
  return {
    prediction: answer,
    cart: Number.isNaN(head.cart) ? null : regression ? head.cart : classes[head.cart],
    topologies: all,
    dissent: all[dissent] ?? null,
    changed,
    features: features.map((name, j) => ({ name, value: block(0, j), min: block(1, j), max: block(2, j), included: block(3, j), decimals: block(4, j) < 0 ? null : block(4, j) })),
    thresholds: thresholds.map(({ feature, ...place }) => ({ feature: features[feature], ...place })),
    axis: [axisLow, axisHigh],
    svg,
  };
}

function gridBulk(grid) {
  if (grid === null) return null;
  if ((!Array.isArray(grid) && !ArrayBuffer.isView(grid)) || !Array.prototype.every.call(grid, (h) => typeof h === "number"))
    throw new DccError("setting", "grid must be an array of bandwidths", { field: "grid" });
  return Float64Array.from(grid);
}

// NaN marks what the task does not have, an empty text what did not fail.
const known = (row) => Object.fromEntries(Object.entries(row).filter(([, x]) => !Number.isNaN(x) && x !== ""));

function bandwidthTable({ task, words, translations, gradients, best, widest, bandwidths, average }) {
  const regression = task === "regression";
  const [train, test] = average.map(scores);
  return {
    task,
    words,
    translations,
    gradients,
    best: bandwidths[best]?.h ?? null,
    ...(regression ? { average: { train: train ?? null, test: test ?? null } } : { widest: bandwidths[widest]?.h ?? null }),
    rows: bandwidths.map(({ topologies, ...row }) => ({ ...known(row), ...(regression ? { topologies } : {}) })),
  };
}

function priorTable({ task, words, translations, gradients, priors }) {
  return { task, words, translations, gradients, rows: priors.map(known) };
}

function predictions({ task, rows, columns, classes }, bulk) {
  const read = task === "regression" ? regressionRow : (at) => classRow(at, classes);
  return Array.from({ length: rows }, (_, i) => read(bulk.subarray(i * columns, (i + 1) * columns)));
}

function regressionRow([mean, sd, low, high, truth]) {
  return { mean, sd, low, high, ...(Number.isNaN(truth) ? {} : { truth }) };
}

function classRow(at, classes) {
  const [label, truth] = at.subarray(classes.length);
  return { probabilities: [...at.subarray(0, classes.length)], label: classes[label], ...(truth < 0 ? {} : { truth: classes[truth] }) };
}
