// Hands the page what a single file holds inside: parts of the site by their names, each in a data block as ascii85 of gzip. It stands before the
// page's own script.
"use strict";

globalThis.dcctreeHeld = (() => {
  const LINES = 32; // decoded at a time, so that no task holds the page for long
  const SCRIPTS = ["guard.js", "wasm_exec.js", "kernels.js", "ways.js", "worker.js"];

  // Go's encoding/ascii85, but for v instead of < and w instead of &, and without its z: five characters hold four bytes, the highest first.
  const decode = (line) => {
    const bytes = new Uint8Array((line.length / 5) * 4);
    const view = new DataView(bytes.buffer);
    const digit = (i) => {
      const code = line.charCodeAt(i);
      return code === 118 ? 27 : code === 119 ? 5 : code - 33;
    };
    for (let i = 0, at = 0; i < line.length; i += 5, at += 4)
      view.setUint32(at, (((digit(i) * 85 + digit(i + 1)) * 85 + digit(i + 2)) * 85 + digit(i + 3)) * 85 + digit(i + 4));
    return bytes;
  };

  const packed = (block) => {
    const lines = block.textContent.trim().split("\n");
    let left = Number(block.dataset.bytes); // the last line is filled up with zeros
    let at = 0;
    return new ReadableStream({
      pull(controller) {
        const end = Math.min(at + LINES, lines.length);
        for (; at < end; at++) {
          const bytes = decode(lines[at]);
          controller.enqueue(bytes.subarray(0, left));
          left -= bytes.length;
        }
        if (at === lines.length) controller.close();
        return new Promise((go) => setTimeout(go));
      },
    });
  };

  const response = (name, type) => {
    const block = document.querySelector(`script[data-part="${name}"]`);
    if (!block) throw new Error(`This copy of the page is not whole: it lacks ${name}. Save or write the file again.`);
    if (typeof DecompressionStream === "undefined") throw new Error("This browser is too old for the page in one file: it cannot unpack it. Use one of 2023 or later.");
    return new Response(packed(block).pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
  };

  const text = async (name) => response(name, "text/plain").text();

  // As share() of the bridge takes them.
  const parts = async () => {
    const [module, ...scripts] = await Promise.all([WebAssembly.compileStreaming(response("dcctree.wasm", "application/wasm")), ...SCRIPTS.map(text)]);
    return { module, scripts };
  };

  return { text, parts };
})();
