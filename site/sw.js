// Keeps the page for use without a network: what the list below names is answered from what was kept, whole, and each
// page by the version that its document is of. Everything else goes by untouched. It hears no messages: nothing that a
// page knows can reach it. Where the host has withdrawn it, it takes itself away.
"use strict";

const FILES = {}; // name -> checksum of each file that a visit loads; filled in where the site is served or written
const VERSION = ""; // a checksum of all of them, filled in likewise
const HOST = ""; // in place of a version: what the host sends

const ON_ITS_WAY = 60000; // ms for which a page that was asked for may not be among the clients yet
const PATIENCE = 10000; // ms that the host has to say that the page is withdrawn

const scope = new URL(registration.scope);
const mine = `dcctree ${scope.pathname} `; // other copies of the page on this host keep their own
const kept = mine + VERSION;
// The cache that holds which version each page is of: this worker is stopped and started as the browser likes.
const pages = `${mine}pages`;
const leaving = location.search === "?leave"; // it was started to take away what is kept

const versions = new Map(); // id of a page -> its version, of those met since the start
const doomed = new Map(); // caches that are deleted already, by name: for pages that are loading

const address = (name) => new URL(name === "index.html" ? "./" : name, scope);

const checksum = async (body) => {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(sum.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

const isOurs = async (response, name) => (await checksum(await response.clone().arrayBuffer())) === FILES[name];

// A host that is being updated may send files of two versions: then nothing is kept, and the next visit tries again.
const keep = async (cache, name) => {
  const response = await fetch(address(name), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  if (!(await isOurs(response, name))) throw new Error(`${name} is of another version`);
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
};

// Pages of an older version, which may still be loading, stay of that version: so nothing has to wait until they are
// closed.
const install = async () => {
  if (!leaving) await keepAll();
  await self.skipWaiting();
};

const own = async () => (await caches.keys()).filter((name) => name.startsWith(mine));

const idOf = ({ url }) => new URL(url).searchParams.get("page");

const note = async (id, version) => {
  versions.set(id, version);
  if (doomed.size > 0) return;
  const cache = await caches.open(pages);
  await cache.put(new URL(`?page=${id}`, scope), Response.json({ version, time: Date.now() }));
};

const noted = async (id) => (await caches.match(new URL(`?page=${id}`, scope), { cacheName: pages }))?.json();

// The name of the file that is asked for, null where the list has none.
const nameOf = ({ method, url }) => {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  const name = pathname.slice(scope.pathname.length) || "index.html";
  return Object.hasOwn(FILES, name) ? name : null;
};

const listed = ({ url }) => nameOf({ method: "GET", url }) !== null;

// A page that is not on the list, as the one for frames, comes from the host, and so does all that it loads.
const findVersion = async (id) => {
  const found = await noted(id);
  if (found) return found.version;
  const client = await clients.get(id);
  return !client || listed(client) ? VERSION : HOST;
};

const versionOf = async (id) => {
  if (!versions.has(id)) versions.set(id, await findVersion(id));
  return versions.get(id);
};

const find = (name, version) => {
  const cache = doomed.get(mine + version);
  return cache ? cache.match(address(name)) : caches.match(address(name), { cacheName: mine + version });
};

// A browser that is short of room may have dropped a file: the host still has it, perhaps of another version, which
// would not fit.
const fetchOurs = async (name, version) => {
  const response = await fetch(address(name), { cache: "no-cache" });
  return version === VERSION && (await isOurs(response, name)) ? response : Response.error();
};

const answer = async (name, { clientId, request }) => {
  const version = await versionOf(clientId);
  if (version === HOST) return fetch(request);
  return (await find(name, version)) ?? fetchOurs(name, version);
};

const isWhole = async () => {
  if (doomed.size > 0 || !(await caches.has(kept))) return false;
  return (await (await caches.open(kept)).keys()).length === Object.keys(FILES).length;
};

// A page is of the version that is current when it is opened, whatever comes while it loads.
const openPage = async (name, { resultingClientId, request }) => {
  const version = (await isWhole()) ? VERSION : HOST;
  await note(resultingClientId, version);
  return version === HOST ? fetch(request) : find(name, version);
};

// Forgets pages that are closed, and the versions of which no page is left. What is being installed is not touched. The
// names come first: a version whose installation begins later is not among them.
const tidy = async () => {
  const names = await own();
  if (doomed.size > 0 || registration.installing || registration.waiting) return;
  const open = new Set((await clients.matchAll()).map(({ id }) => id));
  const used = new Set([pages, kept]);
  const cache = await caches.open(pages);
  for (const request of await cache.keys()) {
    const { version, time } = await (await cache.match(request)).json();
    if (open.has(idOf(request)) || Date.now() - time < ON_ITS_WAY) used.add(mine + version);
    else await cache.delete(request);
  }
  await Promise.all(names.filter((name) => !used.has(name)).map((name) => caches.delete(name)));
};

// Pages that an earlier program has opened, which noted nothing, are of the version that was kept before.
const takeOver = async () => {
  const before = (await own()).filter((name) => name !== kept && name !== pages).at(-1);
  const open = (await clients.matchAll()).filter(listed);
  if (before) for (const { id } of open) if (!(await noted(id))) await note(id, before.slice(mine.length));
  await tidy();
};

// Takes away all that is kept, and this worker. Pages that are loading get the rest of their files.
const leave = async () => {
  for (const name of await own()) doomed.set(name, await caches.open(name));
  await registration.unregister();
  await Promise.all([...doomed.keys()].map((name) => caches.delete(name)));
};

// Without a network, and from a host that is not well, nothing is learnt. Browsers look for this file as well, and keep
// what they have where it is gone.
const isWithdrawn = async () => {
  const options = { cache: "no-cache", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) };
  const response = await fetch(location.href, options).catch(() => null);
  if (!response) return false;
  const isScript = /javascript|ecmascript/.test(response.headers.get("Content-Type"));
  return [404, 410].includes(response.status) || response.type === "opaqueredirect" || (response.ok && !isScript);
};

const look = async () => {
  if (await isWithdrawn()) await leave();
};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(leaving ? leave() : takeOver()));
self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name === null) return;
  if (event.request.mode !== "navigate") return event.respondWith(answer(name, event));
  event.respondWith(openPage(name, event));
  event.waitUntil(look().then(tidy));
});
