// Shuts the ways out that no policy can refuse, before anything else runs. On the page: peer connections and their kin,
// new windows, frames of fresh globals, links that only greet a host, and every navigation. In a worker: all that
// connects, since some browsers (WebKit) do not hold workers to a policy that the page added. A script that comes later
// finds nothing to undo: what the guard needs it took when it began.
"use strict";

(() => {
  const define = Object.defineProperty;
  const taken = [];
  const take = (owner, name) => {
    if (!owner || !(name in owner)) return;
    define(owner, name, { value: undefined, writable: false, configurable: false });
    taken.push(name);
  };

  // A worker computes and answers messages. What it loads it was given.
  const CONNECTIONS = [
    "fetch", "fetchLater", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "caches", "Worker",
    "SharedWorker", "importScripts", "FontFace", "fonts", "RTCPeerConnection", "cookieStore", "TCPSocket", "UDPSocket",
  ];
  if (typeof document === "undefined") {
    for (let at = globalThis; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
      for (const name of CONNECTIONS) if (Object.hasOwn(at, name)) take(at, name);
    }
    define(globalThis, "dcctreeGuard", { value: Object.freeze({ taken: Object.freeze(taken), locked: false, refusals: 0 }) });
    return;
  }

  const uncurry = (method) => Function.prototype.call.bind(method);
  const getter = (owner, name) => uncurry(Object.getOwnPropertyDescriptor(owner, name).get);
  const apply = Reflect.apply;
  const root = document;
  const self = window;
  let refusals = 0;

  // null where the value is no object of the kind: asking is the one test that no later script can answer in its place.
  const ask = (question, of) => {
    try {
      return question(of);
    } catch {
      return null;
    }
  };

  // ---- What is taken away.

  // Globals that reach other machines, or a window of their own, past every policy. Browsers have only some of them.
  const GLOBALS = [
    "RTCPeerConnection", "webkitRTCPeerConnection", "mozRTCPeerConnection", "RTCDataChannel", "RTCIceTransport",
    "WebTransport", "WebSocketStream", "fetchLater", "PresentationRequest", "PaymentRequest", "speechSynthesis",
    "SpeechSynthesisUtterance", "SpeechRecognition", "webkitSpeechRecognition", "documentPictureInPicture",
    "open", "openDatabase", "sharedStorage", "TCPSocket", "UDPSocket", "PushManager", "BackgroundFetchManager",
    "SyncManager", "IdentityCredential",
  ];
  // What would put frames into the page unseen by what follows.
  const DOCUMENTS = ["open", "write", "writeln", "execCommand", "parseHTMLUnsafe"];
  const COOKIES = ["cookie", "cookieStore"]; // they would go to the page's host with the next visit
  const ELEMENTS = ["attachShadow", "setHTMLUnsafe", "streamHTMLUnsafe"];
  const NAVIGATORS = [
    "share", "registerProtocolHandler", "joinAdInterestGroup", "runAdAuction", "presentation", "credentials",
  ];
  const REGISTRATIONS = ["pushManager", "sync", "periodicSync", "backgroundFetch"];

  GLOBALS.forEach((name) => take(self, name));
  DOCUMENTS.forEach((name) => take(Document.prototype, name));
  ["parseHTMLUnsafe"].forEach((name) => take(Document, name));
  ELEMENTS.forEach((name) => [Element, ShadowRoot].forEach(({ prototype }) => take(prototype, name)));
  NAVIGATORS.forEach((name) => take(Navigator.prototype, name));
  REGISTRATIONS.forEach((name) => take(self.ServiceWorkerRegistration?.prototype, name));
  COOKIES.forEach((name) => [Document.prototype, self].forEach((owner) => take(owner, name)));
  take(CustomElementRegistry.prototype, "define"); // its elements run code between an insertion and what looks after it

  // ---- Frames: the page has none. One that can be reached brings fresh globals with all that was taken, so it goes
  // before the call that put it into the page returns.

  const frameCount = uncurry(Object.getOwnPropertyDescriptor(self, "length").get);
  const removeElement = uncurry(Element.prototype.remove);

  const removeFrame = (child) => {
    try {
      const element = child.frameElement; // null, or an error, for one of another origin: nobody reaches its globals
      if (!element) return false;
      refusals++;
      removeElement(element);
      return true;
    } catch {
      return false;
    }
  };

  const sweep = () => {
    for (let i = frameCount(self) - 1; i >= 0; i--) removeFrame(self[i]);
  };

  const swept = (inner, markup) =>
    function (...args) {
      if (complete && bringsHint(this, args, markup)) return void refusals++;
      try {
        return apply(inner, this, args);
      } finally {
        if (frameCount(self) > 0) sweep();
      }
    };

  // ---- Hints: by a link element browsers greet a host or look its name up, whatever the policies say. The page has
  // all of its own when it is loaded; none comes after.

  let complete = false;
  const nameOf = getter(Element.prototype, "localName");
  const isHint = (node) => ask(nameOf, node) === "link";
  const findIn = uncurry(Element.prototype.querySelector);
  const findInFragment = uncurry(DocumentFragment.prototype.querySelector);
  const find = (node) => ask((at) => findIn(at, "link"), node) ?? ask((at) => findInFragment(at, "link"), node);
  const lower = uncurry(String.prototype.toLowerCase);
  const includes = uncurry(String.prototype.includes);

  // Whether a call would put a hint into the page, or make one of a link that is there.
  const bringsHint = (on, args, markup) => {
    if (isHint(on)) return true;
    for (let i = 0; i < args.length; i++) {
      const given = args[i];
      if (markup && includes(lower(`${given}`), "<link")) return true;
      if (typeof given === "object" && given !== null && (isHint(given) || find(given))) return true;
    }
    return false;
  };

  const wrap = (owner, name, around) => {
    const held = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!held || !held.configurable) return;
    const shut = { ...held, configurable: false };
    if (typeof held.value === "function") define(owner, name, { ...shut, value: around(held.value), writable: false });
    else if (held.set) define(owner, name, { ...shut, set: around(held.set) });
  };

  const prototypes = (kinds, names) => kinds.map(({ prototype }) => [prototype, names]);

  // Everything that puts nodes into a document.
  const INSERTIONS = [
    [Node.prototype, ["appendChild", "insertBefore", "replaceChild"]],
    ...prototypes([Element, Document, DocumentFragment], ["append", "prepend", "replaceChildren", "moveBefore"]),
    ...prototypes([Element, CharacterData, DocumentType], ["before", "after", "replaceWith"]),
    [Element.prototype, ["insertAdjacentElement", "insertAdjacentHTML", "innerHTML", "outerHTML", "setHTML"]],
    [Element.prototype, ["setAttribute", "setAttributeNS"]],
    [ShadowRoot.prototype, ["innerHTML", "setHTML"]],
    [Range.prototype, ["insertNode", "surroundContents"]],
    [Document.prototype, ["body"]],
    [HTMLTableElement.prototype, ["caption", "tHead", "tFoot"]],
    [HTMLSelectElement.prototype, ["add"]],
    [HTMLOptionsCollection.prototype, ["add"]],
    [HTMLObjectElement.prototype, ["data", "type"]],
    [HTMLEmbedElement.prototype, ["src", "type"]],
  ];
  const MARKUP = ["insertAdjacentHTML", "innerHTML", "outerHTML", "setHTML"];
  for (const [owner, names] of INSERTIONS)
    names.forEach((name) => wrap(owner, name, (inner) => swept(inner, MARKUP.includes(name))));

  // What changes a link by itself, or by its parts.
  const spare = document.createElement("link");
  const unchanged = (set) =>
    function (value) {
      if (complete) refusals++;
      else apply(set, this, [value]);
    };
  const LINKS = ["rel", "href", "as", "imageSrcset", "media", "crossOrigin"];
  LINKS.forEach((name) => wrap(HTMLLinkElement.prototype, name, unchanged));
  const partsOfSpare = (read) =>
    function (...args) {
      return apply(read, complete && isHint(this) ? spare : this, args);
    };
  const wrapGetter = (owner, name) => {
    const held = Object.getOwnPropertyDescriptor(owner, name);
    define(owner, name, { get: partsOfSpare(held.get), enumerable: held.enumerable, configurable: false });
  };
  wrapGetter(Element.prototype, "attributes");
  wrapGetter(HTMLLinkElement.prototype, "relList");
  const NODES = ["getAttributeNode", "getAttributeNodeNS", "setAttributeNode", "setAttributeNodeNS", "toggleAttribute"];
  NODES.forEach((name) => wrap(Element.prototype, name, partsOfSpare));

  // An empty frame is loaded, and says so, while it is put in: this comes before any listener of its own.
  root.addEventListener("load", () => frameCount(self) > 0 && sweep(), true);
  new MutationObserver(() => frameCount(self) > 0 && sweep()).observe(root, { childList: true, subtree: true });

  // ---- Navigation: within the page only. Nobody but the person leads it elsewhere, by the browser's own means or by a
  // link that the page came with.

  const split = uncurry(String.prototype.split);
  const page = (url) => split(`${url}`, "#")[0]; // an address without what never goes to a host
  const here = page(location.href);
  const startsWith = uncurry(String.prototype.startsWith);
  const prevent = uncurry(Event.prototype.preventDefault);
  const links = new Set(); // of the page as it came
  const knows = uncurry(Set.prototype.has);

  const refuse = (event) => {
    refusals++;
    prevent(event);
  };

  // Files for the person. Of their kind no browser makes a document, which could lead elsewhere by itself.
  const files = new Set();
  const remember = uncurry(Set.prototype.add);
  const kindOf = getter(Blob.prototype, "type");
  const makeAddress = URL.createObjectURL;
  define(URL, "createObjectURL", {
    value(object) {
      const url = apply(makeAddress, URL, [object]);
      if (ask(kindOf, object) === "application/octet-stream") remember(files, url);
      return url;
    },
  });

  const mayFollow = (url) => page(url) === here || knows(files, url) || knows(links, url);

  const guardNavigation = () => {
    const destination = getter(NavigateEvent.prototype, "destination");
    const urlOf = getter(NavigationDestination.prototype, "url");
    navigation.addEventListener("navigate", (event) => mayFollow(urlOf(destination(event))) || refuse(event));
  };
  const navigates = typeof navigation === "object" && typeof NavigateEvent === "function";
  if (navigates) guardNavigation();

  // ---- Links: a press may open a tab of its own, of which the page hears nothing.

  const parentOf = getter(Node.prototype, "parentNode");
  const href = { a: getter(HTMLAnchorElement.prototype, "href"), area: getter(HTMLAreaElement.prototype, "href") };
  const attribute = uncurry(Element.prototype.getAttribute);

  const linkAround = (node) => {
    for (let at = node; at; at = ask(parentOf, at)) {
      const name = ask(nameOf, at);
      if (name === "a" || name === "area") return at;
    }
    return null;
  };

  const addressOf = (link) =>
    ask(href.a, link) ?? ask(href.area, link) ?? attribute(link, "href") ?? attribute(link, "xlink:href") ?? "";

  // Whether a press on the node follows a link that the page did not come with.
  const strange = (node) => {
    const link = linkAround(node);
    if (link === null) return false;
    const url = addressOf(link);
    return url !== "" && !startsWith(url, "#") && !mayFollow(url);
  };

  const targetOf = getter(Event.prototype, "target");
  const stopStrange = (event) => strange(targetOf(event)) && refuse(event);
  for (const kind of ["click", "auxclick"]) self.addEventListener(kind, stopStrange, true);

  // A link outside the document can be pressed, too.
  const pressed = (inner) =>
    function (...args) {
      if (!strange(this)) return apply(inner, this, args);
      refusals++;
      return undefined;
    };
  wrap(HTMLElement.prototype, "click", pressed);
  wrap(EventTarget.prototype, "dispatchEvent", pressed);

  root.addEventListener("DOMContentLoaded", () => {
    for (const link of root.querySelectorAll("a[href]")) links.add(link.href);
    Object.freeze(links);
    complete = true;
  });

  // What a test can see of it.
  define(self, "dcctreeGuard", {
    value: Object.freeze({
      taken: Object.freeze(taken),
      get locked() {
        return navigates && navigation.currentEntry !== null; // a document without an origin has no such events
      },
      get refusals() {
        return refusals;
      },
    }),
  });
})();
