// Loads all that the page will ever need and starts the Go program in its role as the page; what the page does is in wasm/page.
import { load, open, restore, restoreFit, share, version } from "./bridge.js";

const held = globalThis.dcctreeHeld ?? null; // what would be fetched, in a page that holds it inside: {text(name), parts()}
const frame = globalThis.dcctreeFrame ?? null; // where the page stands in a frame

const TABLES = ["assets/iris.csv", "assets/wine.csv", "assets/breast-cancer-wisconsin.csv"]; // WU and CGM are generated in the page

const say = (message) => {
  document.getElementById("error").textContent = message;
  document.getElementById("error-box").hidden = false;
};

// A sample that does not arrive is missing; the page says so when it is asked for.
const fetchTable = async (path) => {
  const name = path.slice("assets/".length, -".csv".length);
  if (held) return [name, await held.text(path)];
  const response = await fetch(new URL(path, import.meta.url));
  return response.ok ? [name, await response.text()] : [name, null];
};

const breath = () => new Promise((go) => setTimeout(go)); // so that no task holds the page for long

// What is known of the copy for use offline: "saving", "kept", "newer" (another version waits for the next visit), "within" (nothing has
// to be kept: all is in the page) or "none".
const offline = {
  state: held ? "within" : "none",
  changed: () => {}, // set by Go
  become(state) {
    offline.state = state;
    offline.changed(state);
  },
};

const watch = (worker, done) =>
  worker.addEventListener("statechange", () => {
    if (worker.state === "activated") offline.become(done);
    if (worker.state === "redundant" && offline.state === "saving") offline.become("none");
  });

// Addresses of this machine itself change hands: another program may be at the same one tomorrow. The page is kept
// there only for links that ask.
const LOOPBACK = /^((.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/;
const ASKED = /[?&]offline=1(&|$)/;

const findRegistration = async (scope) => {
  const found = await navigator.serviceWorker.getRegistration(scope); // perhaps that of a folder above
  return found?.scope === scope.href ? found : null;
};

// The service worker comes before everything else: once the page has cut itself off, it can no more be started. Whether
// there is a newer version is asked once, here. One that is there is not registered again, and one that has just left,
// since its host has withdrawn the page, is not brought back.
const keepOffline = async () => {
  const container = navigator.serviceWorker;
  const worker = new URL("sw.js", import.meta.url);
  const before = container.controller;
  const there = await findRegistration(new URL("./", worker));
  if (LOOPBACK.test(location.hostname) && !ASKED.test(location.search)) {
    if (there) await container.register(`${worker}?leave`);
    return;
  }
  if (!there && before?.scriptURL === worker.href) return;
  const registration = there ?? (await container.register(worker, { updateViaCache: "none" }));
  registration.addEventListener("updatefound", () => watch(registration.installing, before ? "newer" : "kept"));
  if (registration.installing) watch(registration.installing, "kept");
  offline.become(registration.active ? "kept" : "saving");
  if (before) registration.update().catch(() => {}); // without a network there is no newer version
};

const PATIENCE = 3000; // ms for the service worker to be found; without it the page works as well

// Private windows and hosts without https have no service workers; a frame leaves its host's alone.
const tryOffline = async () => {
  if (held || frame) return;
  const kept = navigator.serviceWorker ? keepOffline().catch(() => offline.become("none")) : null;
  await Promise.race([kept, new Promise((go) => setTimeout(go, PATIENCE))]);
};

const start = async () => {
  if (held) share({ parts: await held.parts() });
  await frame?.join({ load, share });
  const [{ module }, , ...tables] = await Promise.all([load(), tryOffline(), ...TABLES.map(fetchTable)]);
  await breath();
  const bridge = { version, open, restore, restoreFit, offline, single: held !== null, samples: Object.fromEntries(tables) };
  globalThis.dcctreePage = frame ? frame.watch(bridge) : bridge;
  const go = new Go();
  go.argv = ["dcctree", "page"];
  go.importObject.kernel = { compile: () => -1, call() {}, release() {} }; // the page computes nothing
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await breath();
  await go.run(instance);
  say(document.getElementById("error-box").dataset.ended);
};

start().catch((error) => {
  say(error.message);
  frame?.failed(error);
});
