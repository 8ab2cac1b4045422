// The element <dcc-tree> and mount(): the page in a locked frame of its own. Elements of one document share one compiled module and one pool of workers.
import { DccError, folder } from "./bridge.js";
import { languages, say } from "./words.js";

const LIVE = ["show", "hide", "lock", "theme", "lang"]; // attributes that a running frame follows
const TABLE = ["target", "task"]; // attributes that decide what is learnt of a table
const RUN = ["preset", "mode", "seed", "holdout", "steps"]; // attributes that decide a run
const ATTRIBUTES = ["dataset", "src", "base", "tutorial", "autorun", ...TABLE, ...RUN, ...LIVE];
const EVENTS = ["ready", "progress", "draws", "done", "error", "select", "access"];
const PROPERTIES = ["data", "features", "settings"];
const METHODS = ["step", "pause", "stop", "info", "predict", "topologies", "effectiveTrees", "draws", "diagnostics", "diagnose", "fingerprint", "digest", "metrics", "cart", "explain", "survey", "rowsAt",
  "figure", "plot", "export", "save"];
const PATIENCE = 180000; // ms for a frame to be ready: many may load at once
const KEY = 1; // version of the messages between windows

// Workers of all elements of this document: at most one per processor compute at a time, first come, first served.
const workers = {
  free: Math.max(1, globalThis.navigator?.hardwareConcurrency || 2),
  line: [], // places that wait

  enter(most, told) {
    const place = { most: Math.max(1, most || workers.free), count: 0, told };
    workers.line.push(place);
    workers.serve();
    if (place.count === 0) told(0);
    return place;
  },

  leave(place) {
    workers.line = workers.line.filter((other) => other !== place);
    workers.free += place.count;
    place.count = 0;
    workers.serve();
  },

  serve() {
    while (workers.free > 0 && workers.line.length > 0) {
      const place = workers.line.shift();
      place.count = Math.min(place.most, workers.free);
      workers.free -= place.count;
      place.told(place.count);
    }
  },
};

// Frames of one folder share what the first of them compiled: it crosses from frame to frame, since a host's policy may forbid the host to hold it.
const families = new Map(); // folder -> {lenders: Set of Frame, compiling: Frame or null, waiting: [resolve]}

function familyOf(folder) {
  if (!families.has(folder)) families.set(folder, { lenders: new Set(), compiling: null, waiting: [] });
  return families.get(folder);
}

// Promises a port over which the compiled parts come, or null for the frame that is to compile them.
async function borrow(folder, frame) {
  const family = familyOf(folder);
  while (!frame.over) {
    for (const lender of family.lenders) {
      const { port1, port2 } = new MessageChannel();
      if (await lender.lend(port1)) return port2;
    }
    if (!family.compiling) {
      family.compiling = frame;
      return null;
    }
    await new Promise((resolve) => family.waiting.push(resolve));
  }
  throw frame.over;
}

// A frame has the parts, or is gone: those that wait look again.
function settle(folder, frame, has) {
  const family = familyOf(folder);
  if (has) family.lenders.add(frame);
  else family.lenders.delete(frame);
  if (family.compiling === frame) family.compiling = null;
  for (const resolve of family.waiting.splice(0)) resolve();
}

const STYLE = `
:host { display: block; position: relative; }
:host([hidden]) { display: none; }
iframe { display: block; inline-size: 100%; block-size: 40rem; border: 0; }
iframe[data-waits] { position: absolute; visibility: hidden; inline-size: 100%; }
p { margin: 0; padding: .25rem 0; font: .875rem/1.4 system-ui, sans-serif; }
[hidden] { display: none !important; }
`;

let sheet = null;

function styleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

// While the document is parsed, an element's children are not all there.
const parsed = () => (document.readyState === "loading" ? new Promise((go) => document.addEventListener("DOMContentLoaded", go, { once: true })) : Promise.resolve());

// One frame with its port, from its start to its end.
class Frame {
  ready; // promise
  over = null; // the error of all further requests
  iframe = document.createElement("iframe");

  #element;
  #from;
  #port = null;
  #pending = new Map(); // number of a request -> {resolve, reject}
  #requests = 0;
  #places = new Map(); // number of a lease -> place in the line for workers
  #settle; // {resolve, reject} of ready
  #clean = new AbortController(); // of listeners
  #patience = 0;

  // insert puts the iframe into the document, once it knows where it leads.
  constructor(element, from, hash, insert) {
    this.#element = element;
    this.#from = from;
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.ready.catch(() => {}); // whoever asks hears of it
    this.iframe.part = "frame";
    this.iframe.dataset.waits = "";
    this.#start(hash, insert).catch((error) => this.fail(error));
  }

  async #start(hash, insert) {
    const url = new URL("embed.html", this.#from);
    const shared = url.origin === location.origin;
    const parts = shared ? await borrow(this.#from, this) : null;
    if (this.over) return;
    const { signal } = this.#clean;
    const given = { ...hash, parent: location.origin, shared: "1" };
    url.hash = Object.entries(given).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
    this.iframe.addEventListener("load", () => this.#connect(url.origin, shared, parts), { signal });
    addEventListener("message", (event) => event.source === this.iframe.contentWindow && event.origin === url.origin && this.#hear(event.data), { signal });
    document.addEventListener("securitypolicyviolation", (event) => this.#blocked(event, url), { signal });
    this.#patience = setTimeout(() => this.fail(new DccError("frame-failed", `${url.pathname} does not answer. Check that the kit's files are complete.`)), PATIENCE);
    this.iframe.src = url.href;
    insert(this.iframe);
    await this.ready;
  }

  #blocked({ effectiveDirective, blockedURI }, url) {
    if (!["frame-src", "child-src", "default-src"].includes(effectiveDirective) || !(blockedURI === url.origin || blockedURI.startsWith(url.origin + url.pathname))) return;
    this.fail(new DccError("frame-blocked", `This page's policy does not let ${url.origin} be framed. Add it to frame-src.`));
  }

  #connect(origin, shared, parts) {
    if (this.#port) return this.#element[AGAIN](); // the frame was loaded anew and knows nothing
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#receive(data);
    this.iframe.contentWindow.postMessage({ dcctree: KEY, type: "connect" }, origin, parts ? [port2, parts] : [port2]);
    if (shared) this.ask("loaded").then(() => settle(this.#from, this, true), () => {});
  }

  #hear(data) {
    if (data?.dcctree === KEY && data.type === "height") this.#resize(data);
  }

  #receive({ id, result, error, event, detail }) {
    if (id !== undefined) {
      const request = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) request?.reject(new DccError(error.code, error.message, error));
      else request?.resolve(result);
      return;
    }
    if (event === "lease") this.#lease(detail);
    else if (event === "release") this.#release(detail);
    else if (event === "height") this.#resize(detail);
    else if (EVENTS.includes(event)) {
      if (event === "ready") this.#settled();
      this.#element[TOLD](event, detail);
    }
  }

  #settled() {
    clearTimeout(this.#patience);
    this.#settle.resolve();
  }

  #resize({ height }) {
    if (Number.isFinite(height) && height > 0) this.iframe.style.blockSize = `${Math.min(Math.ceil(height), 20000)}px`;
  }

  #lease({ id, workers: most }) {
    const place = workers.enter(most, (count) => {
      this.ask("grant", { id, workers: count }).catch(() => {}); // 0: it waits
      this.#element[WAITS](count === 0);
    });
    this.#places.set(id, place);
  }

  #release({ id }) {
    const place = this.#places.get(id);
    if (!place) return;
    this.#places.delete(id);
    workers.leave(place);
    this.#element[WAITS](false);
  }

  // Whether the frame has sent what it compiled over the port.
  lend(port) {
    return this.#request("lend", [], [port]).then(() => true, () => false);
  }

  ask(method, ...args) {
    return this.#request(method, args, []);
  }

  #request(method, args, transfer) {
    return new Promise((resolve, reject) => {
      if (this.over) throw this.over;
      const id = ++this.#requests;
      this.#pending.set(id, { resolve, reject });
      try {
        this.#port.postMessage({ id, method, args }, transfer);
      } catch (error) {
        this.#pending.delete(id);
        throw new DccError("data", `What ${method} was given cannot be handed to the frame: ${error.message}`);
      }
    });
  }

  fail(error) {
    if (this.over) return;
    this.end(error);
    this.#element[TOLD]("error", { code: error.code ?? "internal", message: error.message });
  }

  end(error) {
    if (this.over) return;
    this.over = error;
    clearTimeout(this.#patience);
    this.#clean.abort();
    this.#port?.close();
    for (const place of this.#places.values()) workers.leave(place);
    this.#places.clear();
    settle(this.#from, this, false);
    this.#settle.reject(error);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    this.iframe.remove();
  }
}

let elements = 0; // made so far: screen readers tell frames apart by their names

const TOLD = Symbol("told by the frame");
const AGAIN = Symbol("start the frame again");
const ASK = Symbol("ask the frame");
const WAITS = Symbol("waits for workers");

/** <dcc-tree>; what its attributes, properties, methods, events and parts mean is in dcctree.d.ts. */
export class DccTree extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ATTRIBUTES;

  #root;
  #status;
  #fallback;
  #frame = null;
  #open = Promise.resolve(); // settles when the frame has the data
  #data;
  #features;
  #settings;
  #due = null; // promise of the next start, while several changes are collected
  #changed = new Set(); // live attributes that the frame does not know yet
  #waits = false;
  #number = ++elements;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open" });
    this.#root.adoptedStyleSheets = [styleSheet()];
    this.#status = this.#part("p", "status");
    this.#status.setAttribute("role", "status");
    this.#status.hidden = true;
    this.#fallback = this.#part("div", "fallback");
    this.#fallback.append(document.createElement("slot"));
  }

  #part(name, part) {
    const element = document.createElement(name);
    element.part = part;
    this.#root.append(element);
    return element;
  }

  /** A table, instead of dataset, src and an inner script. */
  get data() {
    return this.#data;
  }
  set data(data) {
    this.#data = data;
    this.#anew();
  }

  get features() {
    return this.#features;
  }
  set features(features) {
    this.#features = features;
    this.#anew();
  }

  get settings() {
    return this.#settings;
  }
  set settings(settings) {
    this.#settings = settings;
    this.#anew();
  }

  /** Settles when the frame can be asked. */
  get ready() {
    return this.#asked();
  }

  connectedCallback() {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue; // else it was set before the element was defined
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.#anew();
  }

  [AGAIN]() {
    this.#anew();
  }

  // moveBefore() keeps the frame with all that it holds.
  connectedMoveCallback() {}

  disconnectedCallback() {
    this.#end();
  }

  attributeChangedCallback(name, before, after) {
    if (before === after || !this.isConnected) return;
    if (!LIVE.includes(name)) return this.#anew();
    if (!this.#frame) return;
    if (this.#changed.size === 0) queueMicrotask(() => this.#tell());
    this.#changed.add(name);
  }

  // Several changes in one task make one start.
  #anew() {
    if (!this.isConnected || this.#due) return;
    this.#due = parsed().then(() => {
      this.#due = null;
      if (this.isConnected) this.#start();
    });
  }

  #end() {
    this.#frame?.end(new DccError("closed", "The element was taken out of the document, or started anew."));
    this.#frame = null;
    this.#changed.clear();
    this.#waits = false;
    this.#fallback.hidden = false;
    this.#say("");
  }

  #start() {
    this.#end();
    const own = this.#source();
    const title = this.getAttribute("title") ?? [this.#words("title"), this.getAttribute("dataset"), this.#number > 1 ? this.#number : ""].filter(Boolean).join(" ");
    try {
      if (typeof WebAssembly !== "object" || location.origin === "null")
        throw new DccError("unsupported", "This browser or frame cannot run the sampler: it needs WebAssembly, and a page with an origin of its own.");
      this.#frame = new Frame(this, folder(this.getAttribute("base") ?? undefined), this.#hash(own), (iframe) => {
        iframe.title = title;
        this.#status.after(iframe);
      });
    } catch (error) {
      return this[TOLD]("error", { code: error.code, message: error.message });
    }
    this.#say(this.#words("loading"));
    this.#open = this.#fill(this.#frame, own);
    this.#open.catch(() => {});
  }

  // What is to be opened once the frame is ready, where the link does not say it all: a function that promises it.
  #source() {
    if (this.#data !== undefined && this.#data !== null) return async () => ({ data: this.#data, name: this.#data?.name });
    const inner = this.querySelector(":scope > script[type='text/csv']");
    if (inner) return async () => ({ data: inner.textContent.trim(), name: inner.dataset.name ?? "table" });
    const src = this.getAttribute("src");
    if (src !== null) return () => fetchTable(new URL(src, document.baseURI));
    return this.#features ? async () => ({ dataset: this.getAttribute("dataset") ?? "wu" }) : null; // links cannot name features
  }

  #given(names) {
    return Object.fromEntries(names.filter((name) => this.hasAttribute(name)).map((name) => [name, this.#value(name)]));
  }

  #value(name) {
    const value = this.getAttribute(name);
    return name === "lock" && value === "" ? "1" : value;
  }

  // The language of the words, which is that of the text around unless it is said.
  #lang() {
    const lang = (this.getAttribute("lang") ?? this.closest("[lang]")?.lang ?? (document.documentElement.lang || navigator.language)).slice(0, 2);
    return languages.includes(lang) ? lang : "en";
  }

  #hash(own) {
    const hash = { ...this.#given([...RUN, "tutorial", ...LIVE]), lang: this.#lang() };
    if (own) return { ...hash, autorun: "0" };
    return { ...hash, ...this.#given(["dataset", ...TABLE]), ...Object.fromEntries(flat(this.#settings ?? {})), autorun: this.#runs() ? "1" : "0" };
  }

  #runs() {
    return this.hasAttribute("autorun") && this.getAttribute("autorun") !== "0";
  }

  async #fill(frame, own) {
    await frame.ready;
    if (own) {
      try {
        const chosen = this.#features ? { features: this.#features } : {};
        await frame.ask("open", { ...(await own()), ...this.#given([...TABLE, "seed", "holdout"]), ...chosen, ...(this.#settings ? { settings: this.#settings } : {}) });
      } catch (error) {
        if (frame === this.#frame) this[TOLD]("error", { code: error.code ?? "internal", message: error.message });
        throw error;
      }
    }
    if (frame !== this.#frame) return;
    delete frame.iframe.dataset.waits;
    this.#fallback.hidden = true;
    this.#say("");
    this.#tell();
    if (own && this.#runs()) frame.ask("run").catch(() => {}); // the frame tells what went wrong by an event
  }

  #tell() {
    if (!this.#frame || this.#changed.size === 0) return;
    const values = Object.fromEntries([...this.#changed].map((name) => [name, this.#value(name) ?? (name === "theme" ? "auto" : "")]));
    if ("lang" in values) values.lang = this.#lang();
    this.#changed.clear();
    const frame = this.#frame;
    frame.ready.then(() => frame.ask("set", values)).catch(() => {});
  }

  #words(key) {
    return say(this.#lang(), key);
  }

  #say(text) {
    this.#status.textContent = text;
    this.#status.hidden = text === "";
  }

  [WAITS](waits) {
    if (waits || this.#waits) this.#say(waits ? this.#words("waiting") : "");
    this.#waits = waits;
  }

  [TOLD](event, detail) {
    if (event === "error" && this.#fallback.hidden === false) this.#say(detail.message);
    this.dispatchEvent(new CustomEvent(`dcc-${event}`, { detail, bubbles: true, composed: true }));
  }

  // The frame, once it has its data.
  async #asked() {
    await this.#due;
    if (!this.#frame) throw new DccError("closed", "The element is not in a document, or could not start.");
    const frame = this.#frame;
    await frame.ready;
    await this.#open;
    return frame;
  }

  async [ASK](method, ...args) {
    return (await this.#asked()).ask(method, ...args);
  }

  async run({ signal = null } = {}) {
    if (signal?.aborted) throw new DccError("stopped", "The run was given up before it began.");
    const stop = () => this[ASK]("stop").catch(() => {}); // run() itself tells what went wrong
    signal?.addEventListener("abort", stop);
    try {
      return await this[ASK]("run");
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  async restore(data) {
    return this[ASK]("restore", await bytesOf(data));
  }
}

async function bytesOf(data) {
  return data instanceof Uint8Array ? data : new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);
}

for (const name of METHODS) {
  DccTree.prototype[name] = function (...args) {
    return this[ASK](name, ...args);
  };
}

if (globalThis.customElements && !customElements.get("dcc-tree")) customElements.define("dcc-tree", DccTree);

const OPTIONS = [...ATTRIBUTES, "title"];

/** Puts a <dcc-tree> into an element and resolves to its handle when it can be asked. */
export async function mount(place, options = {}) {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name) && !PROPERTIES.includes(name));
  if (unknown !== undefined) throw new DccError("setting", `${unknown} is no option; there are ${[...OPTIONS, ...PROPERTIES].join(", ")}`, { field: unknown });
  const target = typeof place === "string" ? document.querySelector(place) : place;
  if (!(target instanceof Node)) throw new DccError("setting", "mount needs an element, or the selector of one that is there", { field: "place" });
  const element = document.createElement("dcc-tree");
  for (const [name, value] of Object.entries(options)) {
    if (PROPERTIES.includes(name)) element[name] = value;
    else if (value === true) element.setAttribute(name, "1");
    else if (value === false) element.setAttribute(name, "0");
    else if (value !== undefined && value !== null) element.setAttribute(name, Array.isArray(value) ? value.join() : `${value}`);
  }
  target.append(element);
  try {
    await element.ready;
  } catch (error) {
    element.remove();
    throw error;
  }
  const methods = Object.fromEntries(["run", "restore", ...METHODS].map((name) => [name, (...args) => element[name](...args)]));
  return { element, ...methods, finalize: () => element.remove() };
}

// A nested object as pairs of a path with dots and a value.
const flat = (object, path = "") => Object.entries(object).flatMap(([name, value]) => (typeof value === "object" && value !== null ? flat(value, `${path}${name}.`) : [[path + name, value]]));

async function fetchTable(url) {
  const say = (why) => new DccError("load-failed", `${url.pathname} cannot be loaded (${why}). src must be of this page's origin, and its policy must allow it in connect-src.`, { file: url.pathname });
  if (url.origin !== location.origin) throw say("it is of another origin");
  const response = await fetch(url).catch((error) => {
    throw say(error.message);
  });
  if (!response.ok) throw say(`status ${response.status}`);
  return { data: await response.blob(), name: decodeURIComponent(url.pathname.split("/").pop()) };
}
