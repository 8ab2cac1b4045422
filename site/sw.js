// Keeps the page for use without a network: what the list below names is answered from what was kept, whole and of one version. Everything else goes by
// untouched. It hears no messages: nothing that a page knows can reach it.
"use strict";

const FILES = {}; // name -> checksum of each file that a visit loads; filled in where the site is served or written
const VERSION = ""; // a checksum of all of them, filled in likewise

const scope = new URL(registration.scope);
const mine = `dcctree ${scope.pathname} `; // other copies of the page on this host keep their own
const kept = mine + VERSION;

const address = (name) => new URL(name === "index.html" ? "./" : name, scope);

const checksum = async (body) => {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(sum.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

// A host that is being updated may send files of two versions: then nothing is kept, and the next visit tries again.
const keep = async (cache, name) => {
  const response = await fetch(address(name), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  if ((await checksum(await response.clone().arrayBuffer())) !== FILES[name]) throw new Error(`${name} is of another version`);
  await cache.put(address(name), response);
};

const keepAll = async () => {
  const cache = await caches.open(kept);
  try {
    await Promise.all(Object.keys(FILES).map((name) => keep(cache, name)));
  } catch (error) {
    await caches.delete(kept);
    throw error;
  }
  await self.skipWaiting(); // pages have loaded all that they need long before
};

const forgetOthers = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(mine) && name !== kept).map((name) => caches.delete(name)));
};

// The name of the file that is asked for, null where the list has none.
const nameOf = ({ method, url }) => {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  const name = pathname.slice(scope.pathname.length) || "index.html";
  return Object.hasOwn(FILES, name) ? name : null;
};

// A page that is not on the list, as the one for frames, comes from the host, and so does all that it loads: what was kept may be of another version.
const listed = async (id) => {
  const client = id ? await clients.get(id) : null;
  return !client || nameOf({ method: "GET", url: client.url }) !== null;
};

// A browser that is short of room may have dropped a file: the host still has it.
const answer = async (name, { clientId, request }) => {
  if (!(await listed(clientId))) return fetch(request);
  return (await caches.match(address(name), { cacheName: kept })) ?? fetch(address(name));
};

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name !== null) event.respondWith(answer(name, event));
});
