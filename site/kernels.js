// Compiles and calls the kernels that Go writes: what the program imports as "kernel". Each works in Go's own memory.
"use strict";

/** Adds the imports to a Go instance that is not yet run. Returns what has to be told the WebAssembly instance first. */
globalThis.dcctreeKernels = (go) => {
  const FUNCTIONS = 3; // of a kernel, exported as "0", "1", "2"
  const functions = [];
  const free = []; // first numbers of what was released
  let memory = null;

  go.importObject.kernel = {
    // Returns the number of the kernel's first function, -1 where the browser does not take its instructions.
    compile(at, length) {
      let exports;
      try {
        const module = new WebAssembly.Module(new Uint8Array(memory.buffer, at, length).slice());
        ({ exports } = new WebAssembly.Instance(module, { env: { memory } }));
      } catch (error) {
        if (error instanceof WebAssembly.CompileError) return -1;
        throw error;
      }
      const first = free.pop() ?? functions.length;
      for (let i = 0; i < FUNCTIONS; i++) functions[first + i] = exports[i];
      return first;
    },
    call: (number, frame) => functions[number](frame),
    release(first) {
      functions.fill(null, first, first + FUNCTIONS);
      free.push(first);
    },
  };
  return (instance) => {
    memory = instance.exports.mem;
  };
};
