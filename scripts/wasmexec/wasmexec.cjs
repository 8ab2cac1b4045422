// Runs a Go program for js/wasm under Node with kernels, for go test -exec: node wasmexec.cjs GOROOT PROGRAM ARGUMENTS...
"use strict";

const [goroot, program, ...rest] = process.argv.slice(2);
globalThis.require = require;
globalThis.fs = require("node:fs");
globalThis.path = require("node:path");
require(path.join(goroot, "lib", "wasm", "wasm_exec.js"));
require("../../site/kernels.js");

const go = new Go();
go.argv = [program, ...rest];
// Without a limit a test that never waits keeps the collector from ending its marking, and takes all 4 GB there are; the
// page's programs have limits of their own.
go.env = { GOMEMLIMIT: "512MiB", TMPDIR: require("node:os").tmpdir(), ...process.env };
go.exit = process.exit;
const inform = globalThis.dcctreeKernels(go);

const run = async () => {
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(program), go.importObject);
  inform(instance);
  process.on("exit", (code) => {
    if (code !== 0 || go.exited) return;
    go._pendingEvent = { id: 0 }; // all goroutines wait: Go prints where
    go._resume();
  });
  await go.run(instance);
};

run().catch((error) => {
  console.error(error);
  process.exit(1);
});
