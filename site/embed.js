// The page in a frame: tells its height, obeys the parent that the link names, and answers an element around it over a port. It stands before page.js, which
// finds it as dcctreeFrame; on a page that is not meant for a frame it does nothing.
import { tell as words } from "./words.js";

(() => {
  const root = document.documentElement;
  const link = new URLSearchParams(location.hash.slice(1));
  if (link.get("embed") === "1") root.classList.add("embed");
  if (!root.classList.contains("embed")) return;

  const VERSION = 1; // of the messages
  const PROGRESS = 100; // ms between two tellings of progress
  const ANSWER = 10000; // ms in which a lease is answered, if only by 0 for one that waits; without an answer the frame takes workers of its own
  const CONNECT = 10000; // ms in which an element connects that said it would; without it the frame is a plain one
  const ORDERS = ["run", "step", "pause", "stop"]; // as pressed: where a person could not press the button, the order is refused
  const HOST = ["open", "set", "save", "restore"]; // what only the other end of a port asks for
  const QUESTIONS = ["topologies", "effectiveTrees", "metrics", "cart", "predict", "explain", "diagnose", "diagnostics", "draws", "plot", "figure", "survey", "rowsAt", "look", "digest",
    "fingerprint", "export", "chooseBandwidth", "priorCheck"];

  const framed = window.parent !== window;

  // The one origin that is obeyed. A page from a file or in a sandbox has none of its own ("null"), which anybody could have: it cannot be named.
  const named = () => {
    const [origin, ...more] = link.getAll("parent");
    try {
      return framed && more.length === 0 && /^https?:/.test(origin) && new URL(origin).origin === origin ? origin : "";
    } catch {
      return "";
    }
  };
  const parent = named();

  const theme = link.get("theme"); // at once: the rest of the link waits for the program
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  const title = window.frameElement?.title; // of a page of one origin: its landmarks and those of several frames are then told apart
  if (title) document.querySelector("main").setAttribute("aria-label", title);

  let port = null; // to the element around the frame
  let sampler = null; // the newest
  let obey = null; // what Go does, once it has built the page
  let built = () => {};
  const building = new Promise((go) => (built = go));

  // What an element around the frame shares among several frames, by lease: workers. Messages cross, so leases are numbered.
  const grants = new Map(); // number of a lease -> {grant, alone}: what hears of workers, and the timer of going on without
  let lease = 0;
  const pool = {
    lease: (workers) =>
      new Promise((grant) => {
        grants.set(++lease, { grant, alone: setTimeout(grant, ANSWER, workers) });
        port.postMessage({ event: "lease", detail: { id: lease, workers } });
      }),
    release: () => {
      clearTimeout(grants.get(lease)?.alone);
      grants.delete(lease);
      port.postMessage({ event: "release", detail: { id: lease } });
    },
  };
  const grant = ({ id, workers }) => {
    const asked = grants.get(id);
    if (!asked || !Number.isInteger(workers) || workers < 0) return;
    clearTimeout(asked.alone);
    if (workers === 0) return;
    asked.grant(workers);
    grants.delete(id);
  };

  let connected = () => {};
  const connecting = new Promise((go) => (connected = go)); // what another frame lent: {module, scripts}, or null
  let loaded = () => {};
  const loading = new Promise((go) => (loaded = go));

  // Parts come from frames of this origin alone: scripts are among them. What cannot be read is loaded as usual.
  const borrow = (from) =>
    new Promise((go) => {
      from.onmessage = ({ data: { module, scripts } }) => {
        from.close();
        go(module instanceof WebAssembly.Module ? { module, scripts } : null);
      };
      from.onmessageerror = () => go(null);
    });

  const post = (to, type, detail) => window.parent.postMessage({ ...detail, dcctree: VERSION, type }, to);

  // Tells the named parent, and the element: by its own name for the event where that differs.
  const say = (type, detail = {}, event = type) => {
    if (parent) post(parent, type, detail);
    port?.postMessage({ event, detail });
  };

  // What a person opened is theirs. Go makes an object {readable} for each table, and changes it as the person agrees and
  // takes that back; without one nothing may be read. It is looked at when something is about to be told.
  const WITHHELD = "This is about what a person opened here, which is theirs: no more than the code is told.";
  const PRIVATE = words("private");
  const readable = (whose) => whose?.readable === true;
  const plainCode = (error) => (/^[a-z0-9-]{1,40}$/.test(error?.code) ? error.code : "internal");
  const standing = ({ steps, share, seconds, ...rest }) =>
    steps === undefined ? rest : { ...rest, steps, share: Math.round(100 * share) / 100, seconds: Math.round(seconds) };
  const COARSE = {
    progress: standing,
    done: standing,
    access: (detail) => detail,
    error: (error) => ({ code: plainCode(error), message: WITHHELD }),
    step({ index, progress, seconds, done }) {
      const { steps, share, seconds: whole } = standing({ steps: index, share: progress, seconds });
      return { index: steps, progress: share, seconds: whole, done };
    },
  };

  // Says what is about a table, as far as it may be read; what has no coarse form is then not said.
  const tell = (type, detail, whose, event = type) => {
    if (readable(whose)) say(type, detail, event);
    else if (Object.hasOwn(COARSE, type)) say(type, COARSE[type](detail), event);
  };

  let height = 0;
  const measure = () => {
    const now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now === height || !framed) return;
    height = now;
    post("*", "height", { height });
    port?.postMessage({ event: "height", detail: { height } });
  };
  const measureAnew = () => {
    height = 0;
    measure();
  };
  new ResizeObserver(measure).observe(document.body);

  const fault = (code, message) => Object.assign(new Error(message), { code });

  const plain = (error) => {
    if (error?.code === "private") return { code: error.code, ...PRIVATE };
    const out = { code: typeof error?.code === "string" ? error.code : "internal", message: String(error?.message ?? error) };
    for (const key of ["file", "row", "column", "field"]) if (error?.[key] && ["string", "number"].includes(typeof error[key])) out[key] = error[key];
    const translations = Object.entries(Object(error?.translations)).filter(([, text]) => typeof text === "string");
    if (translations.length > 0) out.translations = Object.fromEntries(translations);
    return out;
  };

  const fieldFault = (field, more = {}) => Object.assign(fault("setting", `${field} cannot be used`), { field, ...more });

  const page = (name, ...args) =>
    new Promise((resolve, reject) => {
      obey(name, args, resolve, (error, whose) => reject(readable(whose) ? error : COARSE.error(error)));
    });

  const order = async (what) => {
    await building;
    const button = document.getElementById(`${what}-button`);
    if (button.closest("[data-off]")) throw fault("hidden", `The link hides ${what} here.`);
    if (button.hasAttribute("data-locked")) throw fault("locked", `The link locks ${what} here.`);
    if (button.disabled) throw fault("unavailable", `${what} cannot be pressed as the run stands.`);
    return page(what);
  };

  // Options as links have them; what Go does not know there it refuses.
  const pairs = (list) => list.filter(([, value]) => value !== undefined && value !== null).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
  const flat = (object, path = "") => Object.entries(object).flatMap(([name, value]) => (typeof value === "object" && value !== null ? flat(value, `${path}${name}.`) : [[path + name, value]]));

  const host = {
    async open(options) {
      const { data, name = "", features = null, settings = {}, ...choices } = Object(options);
      if (features !== null && !Array.isArray(features)) throw fieldFault("features");
      const table = await page("open", pairs([...Object.entries(choices), ...flat(Object(settings))]), data, String(name));
      if (features === null) return table;
      const names = table.columns.map((column) => column.name);
      const missing = features.find((feature) => !names.includes(feature));
      if (missing !== undefined) throw fieldFault("features", { column: String(missing) });
      const target = choices.target ?? table.suggestedTarget;
      await page("choose", pairs(names.filter((column) => column !== target && !features.includes(column)).map((column) => ["unused", column])));
      return table;
    },
    set: (options) => page("set", pairs(Object.entries(Object(options)))), // an array becomes a list with commas
    async save() {
      return new Uint8Array(await page("save"));
    },
    async restore(bytes) {
      if (!(bytes instanceof Uint8Array)) throw fieldFault("restore");
      return page("restore", new File([bytes], "session.dcctree"));
    },
  };

  // Steps of the newest sampler are told as they happen, whoever asked for them. How the run stands Go tells.
  const owners = new WeakMap(); // samplers -> whose they are
  let told = 0; // when progress was
  const stepped = (step, whose) => {
    tell("step", step, whose, "draws");
    if (performance.now() - told < PROGRESS) return;
    told = performance.now();
    tell("progress", { state: "running", steps: step.index, share: step.progress, seconds: step.seconds }, whose);
  };
  const follow = (made, whose) => {
    sampler = made;
    owners.set(made, whose);
    const [run, step] = [made.run.bind(made), made.step.bind(made)];
    made.run = (options = {}) =>
      run({
        ...options,
        onStep(event) {
          options.onStep?.(event);
          stepped(event, whose);
        },
      });
    made.step = async () => {
      const event = await step();
      stepped(event, whose);
      return event;
    };
    return made;
  };
  // A session without an owner is none of the page's table: what runs in it is not told.
  const followSession = (session, owner) => {
    if (!owner) return session;
    const create = session.create.bind(session);
    session.create = async ({ whose = owner, ...options }) => follow(await create(options), whose);
    return session;
  };

  const mayBeRead = (made) => {
    if (readable(owners.get(made))) return;
    obey("asked", [], () => {}, () => {}); // so that the person is told
    throw fault("private", PRIVATE.message);
  };

  // Before it is asked, and again before it is answered: meanwhile consent may have ended.
  const ask = async (method, args) => {
    const asked = sampler;
    if (!asked) throw fault("no-run", "There is no run yet: ask for run or step first.");
    mayBeRead(asked);
    if (typeof asked[method] !== "function") throw fault("method", `${method} is not known here`);
    const [{ reason, value }] = await Promise.allSettled([asked[method](...args)]);
    mayBeRead(asked);
    if (reason) throw reason;
    return typeof value === "function" ? undefined : value;
  };

  const info = () => {
    if (!sampler) return null;
    mayBeRead(sampler);
    return sampler.info;
  };

  const call = async (method, args, ports) => {
    if (method === "loaded") return loading.then(() => true);
    if (method === "lend") return ports[0].postMessage(await loading);
    if (method === "grant") return grant(Object(args[0]));
    await building;
    if (ORDERS.includes(method)) return order(method);
    if (HOST.includes(method)) return host[method](...args);
    if (method === "info") return info();
    if (QUESTIONS.includes(method)) return ask(method, args);
    throw fault("method", `there is no method of that name; there are ${[...ORDERS, ...HOST, "info", ...QUESTIONS].join(", ")}`);
  };

  const answer = async (to, request, ports) => {
    const { id, method, args = [] } = Object(request);
    if (typeof id !== "number" && typeof id !== "string") return; // nobody waits for an answer
    try {
      if (typeof method !== "string" || !Array.isArray(args)) throw fault("message", "a request is {id, method, args}, with the name of a method and an array");
      to.postMessage({ id, result: await call(method, args, ports) });
    } catch (error) {
      to.postMessage({ id, error: plain(error) });
    }
  };

  const connect = (event) => {
    const { ports, origin } = event;
    if (ports.length < 1 || ports.length > 2) throw fault("message", "connect carries one MessagePort, and may carry another, from a frame that lends");
    port?.close();
    port = ports[0];
    const mine = port;
    mine.onmessage = ({ data, ports: given }) => answer(mine, data, given);
    connected(ports.length === 2 && origin === location.origin ? borrow(ports[1]) : null);
    if (obey) say("ready");
    measureAnew();
  };

  const hear = async (event) => {
    const { data } = event;
    if (typeof data !== "object" || data === null || !Object.hasOwn(data, "dcctree")) return; // talk of others
    if (data.dcctree !== VERSION) throw fault("version", `this page speaks version ${VERSION} of the messages`);
    if (data.type === "connect") return connect(event);
    if (!ORDERS.includes(data.type)) throw fault("message", `a message's type is one of ${[...ORDERS, "connect"].join(", ")}`);
    await order(data.type);
  };

  addEventListener("message", (event) => {
    if (!parent || event.source !== window.parent || event.origin !== parent) return;
    hear(event).catch((error) => say("error", plain(error)));
  });

  globalThis.dcctreeFrame = {
    parent,
    tell,
    // Why the page could not be built, or ended; what it says then may be of a table.
    failed({ code = "load-failed", message }) {
      tell("error", { code, message }, { readable: obey === null });
    },
    // Whether a page around this one is of its origin, and can reach into it whatever is agreed.
    reachable() {
      for (let inner = window; inner !== inner.parent; inner = inner.parent) {
        try {
          if (inner.parent.location.href) return true;
        } catch {
          continue; // of another origin
        }
      }
      return false;
    },
    // Before anything is loaded: a frame among several waits for what they share.
    async join({ load, share }) {
      if (parent && link.get("shared") === "1") {
        const parts = await Promise.race([connecting, new Promise((go) => setTimeout(go, CONNECT))]);
        if (port) share({ parts: parts ?? null, ...pool });
      }
      load().then(({ module, scripts }) => loaded({ module, scripts }), () => {}); // the page itself tells what went wrong
    },
    // The bridge with its samplers followed; whose says whose the table is.
    watch: ({ open, restore, ...rest }) => ({
      ...rest,
      open: async ({ whose, ...options }) => followSession(await open(options), whose),
      restore: async ({ whose, ...options }) => {
        const made = follow(await restore(options), whose);
        followSession(made.session, whose);
        return made;
      },
    }),
    // Go hands over what it does when asked, once the page is built and the first table is open.
    serve(handler) {
      obey = handler;
      built();
      say("ready");
      measureAnew();
    },
  };
})();
