// Loads all that the page will ever need and starts the Go program in its role as the page; what the page does is in wasm/page.
import { load, open, restore } from "./dcctree.js";

const TABLES = ["wu-train", "wu-test", "cgm-train", "cgm-test", "iris", "wine", "breast-cancer-wisconsin"];

const say = (message) => {
  document.getElementById("error").textContent = message;
  document.getElementById("error-box").hidden = false;
};

// A sample that does not arrive is missing; the page says so when it is asked for.
const fetchTable = async (name) => {
  const response = await fetch(new URL(`assets/${name}.csv`, import.meta.url));
  return response.ok ? [name, await response.text()] : [name, null];
};

const breath = () => new Promise((go) => setTimeout(go)); // so that no task holds the page for long

const start = async () => {
  const [{ module }, ...tables] = await Promise.all([load(), ...TABLES.map(fetchTable)]);
  await breath();
  globalThis.dcctreePage = { open, restore, samples: Object.fromEntries(tables) };
  const go = new Go();
  go.argv = ["dcctree", "page"];
  go.importObject.kernel = { compile: () => -1, call() {}, release() {} }; // the page computes nothing
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await breath();
  await go.run(instance);
  say(document.getElementById("error-box").dataset.ended);
};

start().catch((error) => say(error.message));
