// Runs the Go program in a worker, behind guard.js, wasm_exec.js, kernels.js and ways.js in one blob: starts it, hands it messages, and reports its exit.
//
// The page sends {start: {module, argv, port?, clock?}} first, then {head, bulk?, table?, port?}. Go gets every message by
// dcctree.receive, before it the text of a table by dcctree.begin and dcctree.part, and each second dcctree.tick, all through enter(),
// which sees whether Go still lives afterwards.
"use strict";

(() => {
  const LONGEST_TRACE = 60000; // characters
  const PART = 2 ** 21; // bytes of a text that Go reads at a time
  const PAGE = 0; // peer numbers, as in wasm/bridge
  const COORDINATOR = 1;

  const ports = new Map(); // peer number -> MessagePort
  let go = null;
  let over = false;
  let output = "";

  const decoder = new TextDecoder();
  globalThis.fs.writeSync = (_, bytes) => {
    if (output.length < LONGEST_TRACE) output += decoder.decode(bytes);
    return bytes.length;
  };

  const exit = (text) => {
    if (over) return;
    over = true;
    self.postMessage({ exit: `${text}\n${output}`.slice(0, LONGEST_TRACE) });
  };

  // A Go program that dies calls go.exit and throws nothing; a stack overflow or a lack of memory throws.
  const enter = (call) => {
    if (over || !go) return;
    try {
      call();
    } catch (error) {
      exit(`${error.name}: ${error.message}`);
    }
  };

  const connect = (peer, port) => {
    ports.set(peer, port);
    port.onmessage = ({ data }) => enter(() => deliver(peer, data, null));
  };

  const deliver = (peer, { head, bulk }, table) => globalThis.dcctree.receive(peer, head, bulk ?? null, table);

  globalThis.dcctree = {
    receive: null, // set by Go
    begin: null, // set by Go
    part: null, // set by Go
    tick: null, // set by Go
    post(peer, head, bulk) {
      const target = peer === PAGE ? self : ports.get(peer);
      target?.postMessage(bulk ? { head, bulk } : { head }, bulk ? [bulk.buffer] : []);
    },
    forget(peer) {
      ports.get(peer)?.close();
      ports.delete(peer);
    },
  };

  const start = ({ module, argv, port, clock }) => {
    if (port) connect(COORDINATOR, port);
    go = new Go();
    go.argv = argv;
    go.exit = (code) => exit(firstWords(output) || `the program ended with exit code ${code}`);
    enter(() => {
      const inform = globalThis.dcctreeKernels(go);
      const instance = new WebAssembly.Instance(module, go.importObject);
      inform(instance);
      go.run(instance); // comes back as soon as Go waits for messages
      if (!over && !globalThis.dcctree.receive) throw new Error("the program did not come up");
    });
    if (clock) setInterval(pulse, clock);
  };

  // The coordinator looks at its workers, and the page sees that the coordinator is there.
  const pulse = () => {
    enter(() => globalThis.dcctree.tick());
    if (!over) self.postMessage({ pulse: true });
  };

  // The line that says what happened, without the goroutines below it.
  const firstWords = (text) => /^(panic|fatal error|runtime): .*$/m.exec(text)?.[0];

  // Files are read here, so that neither the page's thread nor Go waits for them, and only as far as Go has room for.
  const readTable = async (table, head) => {
    if (table === undefined) return null;
    if (typeof table === "string") table = new TextEncoder().encode(table);
    if (table instanceof ArrayBuffer) table = new Uint8Array(table);
    if (!(table instanceof Blob || table instanceof Uint8Array)) return Object.entries(table.columns).map(([name, values]) => readColumn(name, values));
    let at = -1; // offset of the bytes that Go wants next
    enter(() => (at = globalThis.dcctree.begin(head, table.size ?? table.length)));
    while (at >= 0 && !over) {
      const part = table instanceof Blob ? new Uint8Array(await table.slice(at, at + PART).arrayBuffer()) : table.subarray(at, at + PART);
      at = -1;
      enter(() => (at = globalThis.dcctree.part(part)));
    }
    return null;
  };

  const refuse = (code, column, message) => {
    throw Object.assign(new Error(message), { code, column });
  };

  const empty = (x) => x === null || x === undefined;

  const readColumn = (name, values) => {
    if (ArrayBuffer.isView(values) && !(values instanceof DataView)) return { name, numbers: Float64Array.from(values, Number) };
    if (!Array.isArray(values)) refuse("columns", name, `Column ${name} is no array: give numbers or texts, one for each row.`);
    const wrong = values.findIndex((x) => !empty(x) && typeof x !== "number" && typeof x !== "string");
    if (wrong >= 0) refuse("columns", name, `Column ${name} holds a ${typeof values[wrong]} in row ${wrong + 1}: give numbers, texts, or null where a value is missing.`);
    if (!values.some((x) => typeof x === "string")) return { name, numbers: Float64Array.from(values, (x) => (empty(x) ? NaN : x)) };
    return { name, texts: JSON.stringify(values.map((x) => (empty(x) ? "" : String(x)))) };
  };

  // What this worker could send; it goes on with its messages meanwhile.
  const tryWays = async ({ id, options }) => self.postMessage({ ways: { id, outcomes: await globalThis.dcctreeWays.tryAll(options) } });

  const accept = async ({ start: order, ways, ...message }) => {
    if (order) return start(order);
    if (ways) return void tryWays(ways);
    if (message.port) connect(message.head.worker, message.port);
    try {
      const table = await readTable(message.table, message.head);
      enter(() => deliver(PAGE, message, table));
    } catch (error) {
      const { v, id } = message.head;
      const told = error.code ? { message: error.message, column: error.column } : { cause: error.message };
      self.postMessage({ head: { v, kind: "error", id, code: error.code ?? "file-unreadable", ...told } });
    }
  };

  let queue = Promise.resolve(); // messages keep their order while a file is read
  self.onmessage = ({ data }) => {
    queue = queue.then(() => accept(data));
  };
})();
