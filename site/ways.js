// The ways by which something could leave a page or a worker, each with an attempt that sends a random word alone.
//
// dcctreeWays.list names them: {id, kind, where, harmless, local}. kind groups what one thing refuses. A way that is
// not harmless would show itself to a person (a file, a question); it is tried only where "only" names it. A local way
// leads to no address.
// dcctreeWays.tryAll({where, targets, turn, only, wait}) tries them side by side, until nothing more has come of them
// for so many ms, and promises [{id, where, to, outcome, by}], in the list's order:
//   refused  the browser reported it (by: the policy's directive, or "browser" where it threw), or the page's guard
//            stopped it (by: "guard")
//   gone     there is nothing to call (by: "guard" where the guard took it away, else "absent")
//   open     nothing refused it (by: "untried" where the attempt would leave the page or show itself)
//   untold   the browser did not say
"use strict";

globalThis.dcctreeWays = (() => {
  const WAIT = 1000; // ms
  const STRIDE = 8; // ways begun before the page may breathe
  const SVG = "http://www.w3.org/2000/svg";
  const PAGE = ["page"];
  const WORKER = ["worker"];
  const BOTH = ["page", "worker"];

  const inPage = typeof document !== "undefined";
  const ways = [];
  const add = (kind, where, attempts, more = {}) => {
    const plain = { kind, where, harmless: true, local: false, listed: () => true };
    for (const [id, go] of Object.entries(attempts)) ways.push({ ...plain, id, go, ...more });
  };

  // Each attempt is given its try (see class Try): t.to is an address of its own, t.word a random word. A promise that
  // is kept means that the way is open.

  // Connections

  const post = { method: "POST", mode: "no-cors" };

  add("connect", BOTH, {
    fetch: (t) => fetch(t.to),
    "fetch-post": (t) => fetch(t.to, { ...post, body: t.word }),
    "fetch-keepalive": (t) => fetch(t.to, { ...post, keepalive: true, body: t.word }),
    "fetch-later": (t) => void globalThis.fetchLater(t.to, { activateAfter: 0 }),
    xhr: (t) => {
      const x = new XMLHttpRequest();
      x.onload = () => t.saw("open");
      x.open("POST", t.to);
      x.send(t.word);
    },
    websocket: (t) => closing(t, new WebSocket(scheme(t.to, "ws"))),
    "websocket-stream": (t) => closing(t, new globalThis.WebSocketStream(scheme(t.to, "ws"))).opened,
    eventsource: (t) => closing(t, new EventSource(t.to)),
    webtransport: (t) => closing(t, new globalThis.WebTransport(secure(t.to))).ready,
    "cache-add": (t) => cache(t),
    "wasm-streaming": (t) => WebAssembly.compileStreaming(fetch(t.to)),
  });
  add("connect", PAGE, {
    beacon: (t) => void navigator.sendBeacon(t.to, t.word),
    "a-ping": (t) => navigate(t, () => hold(t, "a", { href: t.to, ping: t.to }).click(), false),
    payment: (t) => pay(t),
    fedcm: (t) => navigator.credentials.get({ identity: { providers: [provider(t)] }, signal: t.signal }),
    attribution: (t) => void hold(t, "img", { attributionSrc: t.to }),
    "shared-storage": (t) => globalThis.sharedStorage.worklet.addModule(t.to),
    xslt: (t) => transform(t),
  });

  // Scripts and what runs them

  add("script", BOTH, {
    import: (t) => import(t.to),
    worker: (t) => start(t, new Worker(t.to)),
    "shared-worker": (t) => start(t, new SharedWorker(t.to)),
    "blob-worker": (t) => nest(t),
  });
  add("script", WORKER, { "import-scripts": (t) => (importScripts(t.to), t.saw("open")) });
  add("script", PAGE, {
    script: (t) => void hold(t, "script", { src: t.to }),
    "module-script": (t) => void hold(t, "script", { type: "module", src: t.to }),
    "svg-script": (t) => void draw(t, "script", { href: t.to }),
    modulepreload: (t) => link(t, "modulepreload"),
    "service-worker": (t) => enlist(t),
    "audio-worklet": (t) => new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule(t.to),
    "layout-worklet": (t) => CSS.layoutWorklet.addModule(t.to),
    "animation-worklet": (t) => CSS.animationWorklet.addModule(t.to),
    "speculation-prefetch": (t) => inline(t, "speculationrules", { prefetch: [rule(t)] }),
    "speculation-prerender": (t) => inline(t, "speculationrules", { prerender: [rule(t)] }),
    "web-bundle": (t) => inline(t, "webbundle", { source: t.to, resources: [`${t.to}-`] }),
  });
  add("script", PAGE, { "paint-worklet": (t) => CSS.paintWorklet.addModule(t.to) }, { listed: () => false });
  add("script", PAGE, { "javascript-url": (t) => evaluate(t) }, { local: true });

  // Styles, fonts, images, media

  add("style", PAGE, {
    stylesheet: (t) => link(t, "stylesheet"),
    "css-import": (t) => importing(t),
  });
  add("font", BOTH, { "font-face": (t) => new FontFace(t.word, `url(${t.to})`).load() });
  add("font", PAGE, {
    "css-font": (t) => style(t, `font-family:${t.word}`, `@font-face{font-family:${t.word};src:url(${t.to})}`),
    "link-preload-font": (t) => link(t, "preload", { as: "font", crossOrigin: "anonymous" }),
  });
  add("image", PAGE, {
    image: (t) => void (new Image().src = t.to),
    "image-element": (t) => void hold(t, "img", { src: t.to }),
    srcset: (t) => void hold(t, "img", { srcset: `${t.to} 1x` }),
    picture: (t) => hold(t, "picture").append(make("source", { srcset: t.to }), make("img")),
    "input-image": (t) => void hold(t, "input", { type: "image", src: t.to }),
    "svg-image": (t) => void draw(t, "image", { href: t.to, width: 1, height: 1 }),
    "svg-filter-image": (t) => void draw(t, "feImage", { href: t.to }),
    poster: (t) => void hold(t, "video", { poster: t.to }),
    icon: (t) => link(t, "icon"),
    "css-background": (t) => style(t, `background-image:url(${t.to})`),
    "css-content": (t) => style(t, `content:url(${t.to})`),
    "css-border": (t) => style(t, `border:1px solid;border-image:url(${t.to}) 1`),
    "css-mask": (t) => style(t, `mask-image:url(${t.to})`),
    "css-cursor": (t) => style(t, `cursor:url(${t.to}),auto`),
    "css-image-set": (t) => style(t, `background-image:image-set(url(${t.to}) 1x)`),
    "link-preload-image": (t) => link(t, "preload", { as: "image" }),
  });
  add(
    "image",
    PAGE,
    {
      "svg-use": (t) => void draw(t, "use", { href: `${t.to}#a` }),
      "css-filter": (t) => style(t, `filter:url(${t.to}#a)`),
    },
    // no other host is asked, and yet the browser lists its address
    { listed: (origin) => origin === globalThis.origin },
  );
  add("media", PAGE, {
    video: (t) => hold(t, "video", { src: t.to, preload: "auto" }).load(),
    audio: (t) => new Audio(t.to).load(),
    source: (t) => hold(t, "audio", { preload: "auto" }).append(make("source", { src: t.to })),
    track: (t) => subtitle(t),
  });

  // Frames and plug-ins

  // Of these, reports name the host alone: they are tried one after the other.
  add(
    "frame",
    PAGE,
    {
      iframe: (t) => void hold(t, "iframe", { src: t.to }),
      "frame-location": (t) => frame(t, (inner) => void (inner.location = t.to)),
    },
    { alone: "frame-src" },
  );
  add(
    "frame",
    PAGE,
    {
      object: (t) => void hold(t, "object", { data: t.to }),
      embed: (t) => void hold(t, "embed", { src: t.to }),
    },
    { alone: "object-src" },
  );
  add("frame", PAGE, {
    "fenced-frame": (t) => void hold(t, "fencedframe", { config: new globalThis.FencedFrameConfig(t.to) }),
    manifest: (t) => link(t, "manifest"),
  });
  add("fresh", PAGE, {
    "fresh-frame-fetch": (t) => frame(t, (inner) => inner.fetch(t.to)),
    "fresh-frame-image": (t) => frame(t, (inner) => void (new inner.Image().src = t.to)),
    "srcdoc-frame-fetch": (t) => frame(t, (inner) => inner.fetch(t.to), { srcdoc: "<p>" }),
  });

  // Forms, and the address to which others are relative

  // The next of them, or another that leads elsewhere, takes the place of the one before.
  const LEAVING = { alone: "leaving" };
  add(
    "form",
    PAGE,
    {
      "form-post": (t) => send(t, (form) => form.submit(), { method: "post" }),
      "form-get": (t) => send(t, (form) => form.submit(), { method: "get" }),
      "form-button": (t) => send(t, (form) => form.lastChild.click(), { method: "post" }),
    },
    LEAVING,
  );
  add("form", PAGE, { base: (t) => base(t) });

  // Hints, which browsers follow or not

  add("hint", PAGE, {
    "link-prefetch": (t) => link(t, "prefetch"),
    "link-preload": (t) => link(t, "preload", { as: "fetch", crossOrigin: "anonymous" }),
    "link-prerender": (t) => link(t, "prerender"),
    "link-next": (t) => link(t, "next"),
    "link-dictionary": (t) => link(t, "compression-dictionary", { crossOrigin: "anonymous" }),
    preconnect: (t) => link(t, "preconnect"),
    "dns-prefetch": (t) => link(t, "dns-prefetch", { href: label(t) }),
    "dns-anchor": (t) => void hold(t, "a", { href: label(t) }),
    "csp-report": (t) => head(t, "meta", { httpEquiv: REPORTING, content: `img-src 'none'; report-uri ${t.to}` }),
  });

  // Navigation

  add("navigation", PAGE, {
    location: (t) => navigate(t, () => (location.href = t.to)),
    "location-assign": (t) => navigate(t, () => location.assign(t.to)),
    "location-replace": (t) => navigate(t, () => location.replace(t.to)),
    "navigation-navigate": (t) => navigate(t, () => lead(t)),
    "open-self": (t) => navigate(t, () => open(t.to, "_self")),
    "a-click": (t) => navigate(t, () => hold(t, "a", { href: t.to }).click()),
    "a-detached": (t) => navigate(t, () => make("a", { href: t.to }).click()),
    "a-download": (t) => navigate(t, () => hold(t, "a", { href: t.to, download: t.word }).click()),
    "area-click": (t) => navigate(t, () => hold(t, "area", { href: t.to }).click()),
    "svg-a": (t) => navigate(t, () => draw(t, "a", { href: t.to }).dispatchEvent(press())),
  });
  add(
    "navigation",
    PAGE,
    { "meta-refresh": (t) => navigate(t, () => head(t, "meta", { httpEquiv: "refresh", content: `0;url=${t.to}` })) },
    LEAVING,
  );
  add("window", PAGE, {
    "window-open": (t) => t.saw("open", "untried"),
    "a-blank": (t) => click(t, hold(t, "a", { href: t.to, target: "_blank" })),
    "a-blank-detached": (t) => click(t, make("a", { href: t.to, target: "_blank" })),
    "parent-location": (t) => around(t, globalThis.parent, null),
    "opener-location": (t) => around(t, globalThis.opener, null),
  });

  // WebRTC

  const turn = (t) => [{ urls: `turn:${place(t)}`, username: t.word, credential: t.word }];
  const stun = (t) => [{ urls: `stun:${place(t)}` }];

  add("webrtc", BOTH, {
    "webrtc-stun": (t) => call(t, RTCPeerConnection, stun(t)),
    "webrtc-turn": (t) => call(t, RTCPeerConnection, turn(t)),
    "webrtc-datachannel": (t) => call(t, RTCPeerConnection, []),
  });
  add("webrtc", PAGE, {
    "webrtc-webkit": (t) => call(t, globalThis.webkitRTCPeerConnection, stun(t)),
    "webrtc-fresh-frame": (t) => frame(t, (inner) => callFrom(t, inner)),
    "webrtc-srcdoc-frame": (t) => frame(t, (inner) => callFrom(t, inner), { srcdoc: "<p>" }),
  });

  // What stays in the browser until somebody takes it, and what goes where the person sends it

  const channel = (t) => closing(t, new BroadcastChannel(t.word)).postMessage(t.word);

  add("browser", BOTH, { "broadcast-channel": channel }, { local: true });
  add(
    "browser",
    PAGE,
    {
      "local-storage": (t) => store(t),
      cookie: (t) => cookie(t),
      "window-name": (t) => rename(t),
      "history-state": (t) => replace(t),
      "message-parent": (t) => around(t, globalThis.parent, (other) => other.postMessage(t.word, "*")),
      "message-opener": (t) => around(t, globalThis.opener, (other) => other.postMessage(t.word, "*")),
    },
    { local: true },
  );
  add(
    "person",
    PAGE,
    {
      download: (t) => save(t),
      mailto: (t) => void (location.href = `mailto:${t.word}@example.invalid`),
      clipboard: (t) => navigator.clipboard.writeText(t.word),
      share: (t) => navigator.share({ text: t.word }),
      push: (t) => registered(t, (r) => r.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: KEY })),
      "background-sync": (t) => registered(t, (r) => r.sync.register(t.word)),
    },
    { local: true, harmless: false },
  );
  add(
    "person",
    PAGE,
    { "background-fetch": (t) => registered(t, (r) => r.backgroundFetch.fetch(t.word, [t.to])) },
    { harmless: false },
  );

  // The interface without which a way does not exist, as a path from globalThis.
  const NEEDS = {
    fetch: "fetch",
    "fetch-post": "fetch",
    "fetch-keepalive": "fetch",
    "wasm-streaming": "fetch",
    xhr: "XMLHttpRequest",
    "import-scripts": "importScripts",
    "fetch-later": "fetchLater",
    websocket: "WebSocket",
    "websocket-stream": "WebSocketStream",
    eventsource: "EventSource",
    webtransport: "WebTransport",
    "cache-add": "caches.open",
    beacon: "navigator.sendBeacon",
    payment: "PaymentRequest.prototype.canMakePayment",
    fedcm: "navigator.credentials.get",
    attribution: "HTMLImageElement.prototype.attributionSrc",
    "shared-storage": "sharedStorage.worklet",
    xslt: "XSLTProcessor",
    worker: "Worker",
    "shared-worker": "SharedWorker",
    "blob-worker": "Worker",
    "service-worker": "navigator.serviceWorker.register",
    "audio-worklet": "OfflineAudioContext.prototype.audioWorklet",
    "paint-worklet": "CSS.paintWorklet",
    "layout-worklet": "CSS.layoutWorklet",
    "animation-worklet": "CSS.animationWorklet",
    "font-face": "FontFace",
    "fenced-frame": "FencedFrameConfig",
    "navigation-navigate": "navigation.navigate",
    "open-self": "open",
    "window-open": "open",
    "webrtc-stun": "RTCPeerConnection",
    "webrtc-turn": "RTCPeerConnection",
    "webrtc-datachannel": "RTCPeerConnection",
    "webrtc-webkit": "webkitRTCPeerConnection",
    "broadcast-channel": "BroadcastChannel",
    "local-storage": "localStorage",
    cookie: "document.cookie",
    clipboard: "navigator.clipboard.writeText",
    share: "navigator.share",
    push: "ServiceWorkerRegistration.prototype.pushManager",
    "background-sync": "ServiceWorkerRegistration.prototype.sync",
    "background-fetch": "ServiceWorkerRegistration.prototype.backgroundFetch",
  };

  // Of these a browser may say nothing when it refuses them; that one went out is seen in the list of what was loaded.
  const SILENT = `preconnect dns-prefetch dns-anchor csp-report link-next link-prerender link-dictionary link-preload
    link-preload-image link-preload-font link-prefetch modulepreload icon manifest payment fedcm attribution a-ping
    eventsource webtransport font-face track svg-use css-filter xslt import import-scripts worker shared-worker
    blob-worker service-worker audio-worklet paint-worklet fenced-frame iframe frame-location object embed
    meta-refresh form-post form-get form-button`.split(/\s+/);

  const REPORTING = "Content-Security-Policy-Report-Only";
  const KEY = new Uint8Array(65);

  // Addresses

  const scheme = (address, name) => address.replace(/^http/, name);
  const secure = (address) => address.replace(/^http:/, "https:");
  const bare = (address) => `${address}`.replace(/^\w+:\/\//, "").replace(/[?#].*$/, "");
  const place = (t) => `${t.url.hostname}:${t.url.port || 443}`;
  const label = (t) => `//${/[a-z]$/.test(t.url.hostname) ? `${t.word}.` : ""}${t.url.host}/`;

  const word = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return `w${Array.from(bytes, (x) => x.toString(16).padStart(2, "0")).join("")}`;
  };

  // Elements

  const make = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

  const FRAMES = ["iframe", "object", "embed"]; // they load an error's page, too

  const put = (t, parent, element) => {
    // Inline scripts have no address.
    element.addEventListener("securitypolicyviolation", (event) => t.hear(event, true));
    if (!FRAMES.includes(element.localName)) element.addEventListener("load", () => t.saw("open"));
    parent.append(element);
    if (element.localName === "link" && !element.isConnected) t.saw("refused", "guard");
    t.later(() => element.remove());
    return element;
  };
  const hold = (t, tag, properties) => put(t, t.room, make(tag, properties));
  const head = (t, tag, properties) => void put(t, document.head, make(tag, properties));

  const draw = (t, tag, attributes) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    const picture = document.createElementNS(SVG, "svg");
    picture.append(element);
    put(t, t.room, picture);
    return element;
  };

  const link = (t, rel, more = {}) => {
    const element = make("link", { rel, href: t.to, ...more });
    if (element.relList.supports(rel)) put(t, document.head, element);
    else t.saw("gone", "absent");
  };

  const rule = (t) => ({ source: "list", urls: [t.to], eagerness: "immediate" });

  const inline = (t, type, content) => {
    if (HTMLScriptElement.supports?.(type)) hold(t, "script", { type, textContent: JSON.stringify(content) });
    else t.saw("gone", "absent");
  };

  const style = (t, declarations, before = "") => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${before}.${t.word}{${declarations}}`);
    document.adoptedStyleSheets.push(sheet);
    t.later(() => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)));
    hold(t, "span", { className: t.word, textContent: "x" });
  };

  const readable = (sheet) => {
    try {
      return sheet.cssRules.length > 0;
    } catch {
      return false; // it is another host's
    }
  };

  // Only a sheet that was loaded may import; the page has one.
  const importing = (t) => {
    const sheet = [...document.styleSheets].find(readable);
    sheet.insertRule(`@import url(${t.to})`, 0);
    t.later(() => sheet.deleteRule([...sheet.cssRules].findIndex((other) => other.href === t.to)));
  };

  const subtitle = (t) => {
    const track = make("track", { src: t.to, default: true });
    track.addEventListener("load", () => t.saw("open"));
    hold(t, "video", { crossOrigin: "anonymous" }).append(track);
    track.track.mode = "hidden";
  };

  // Into a frame, where there may be one: a form that would lead the page elsewhere asks its policy last, in some
  // browsers.
  const send = (t, submit, properties) => {
    const form = hold(t, "form", { action: t.to, ...properties });
    form.append(make("button", { name: "word", value: t.word }));
    const inner = hold(t, "iframe", { name: t.word });
    if (inner.contentWindow) form.target = t.word;
    t.begun(); // that the guard takes the frame away refuses no form
    navigate(t, () => submit(form));
  };

  const base = (t) => {
    const before = document.baseURI;
    const element = put(t, document.head, make("base", { href: t.to }));
    if (document.baseURI !== before) t.saw("open");
    element.remove();
  };

  // A frame without an address is of the page's own origin, with whatever the page's script was denied, unless somebody
  // sees to it.
  const frame = (t, go, { srcdoc } = {}) => {
    const element = make("iframe", srcdoc ? { srcdoc } : {});
    t.frame = element;
    const enter = () => {
      const inner = element.contentWindow;
      if (!inner) return t.saw("gone", "guard");
      inner.document.addEventListener("securitypolicyviolation", (event) => t.hear(event));
      return go(inner);
    };
    if (srcdoc) element.onload = () => t.attempt(enter);
    t.room.append(element);
    t.later(() => element.remove());
    return srcdoc ? undefined : enter();
  };

  // Connections and workers

  const closing = (t, channel) => {
    t.later(() => channel.close());
    channel.onopen = () => t.saw("open");
    return channel;
  };

  const cache = async (t) => {
    const opened = await caches.open(t.word);
    t.later(() => caches.delete(t.word));
    return opened.add(t.to);
  };

  const start = (t, worker) => {
    t.later(() => worker.terminate?.());
    worker.onmessage = ({ data }) => (data.effectiveDirective ? t.hear(data) : t.saw("open"));
  };

  // A worker in memory has the policy of who started it; it says itself what it sees.
  const nest = (t) => {
    const source = `addEventListener("securitypolicyviolation", ({blockedURI, effectiveDirective, disposition}) =>
      postMessage({blockedURI, effectiveDirective, disposition}));
      fetch(${JSON.stringify(t.to)}).then(() => postMessage("open"), () => {});`;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    t.later(() => URL.revokeObjectURL(address));
    start(t, new Worker(address));
  };

  const pay = (t) => {
    const total = { label: "0", amount: { currency: "EUR", value: "0" } };
    const request = new globalThis.PaymentRequest([{ supportedMethods: secure(t.to) }], { total });
    request.canMakePayment().catch(t.thrown);
  };

  const provider = (t) => ({ configURL: t.to, clientId: t.word });

  const enlist = async (t) => {
    const registration = await navigator.serviceWorker.register(t.to, { scope: `${t.to}/` });
    return registration.unregister();
  };

  const registered = async (t, go) => {
    const registration = await navigator.serviceWorker?.getRegistration();
    return registration ? go(registration) : t.saw("gone", "absent");
  };

  const transform = (t) => {
    const sheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:template match="/"><p><xsl:value-of select="document('${t.to}')"/></p></xsl:template></xsl:stylesheet>`;
    const processor = new globalThis.XSLTProcessor();
    processor.importStylesheet(new DOMParser().parseFromString(sheet, "text/xml"));
    processor.transformToFragment(document.implementation.createDocument("", "x"), document);
  };

  const evaluate = (t) => {
    t.inline = true;
    hold(t, "a", { href: `javascript:void(globalThis.${t.word}=1)` }).click();
    t.last = () => globalThis[t.word] && t.saw("open");
    t.later(() => delete globalThis[t.word]);
  };

  // Navigation: the page never leaves. Whoever wants to stop it has been asked before this file's own listener.

  const leaving = new Map(); // address -> the try whose way it is; kept, for a navigation may come late
  const tryOf = (event) => leaving.get(bare(event.destination.url));

  // Who stops the event may keep it from all that come later: it is noted first, and looked at when all is over.
  const note = (event) => {
    const t = tryOf(event);
    if (t?.decides) t.navigation = event;
  };
  const stay = (event) => {
    const t = tryOf(event);
    if (!t) return;
    if (t.decides) t.stopped(event);
    event.preventDefault();
  };
  if (inPage) {
    globalThis.navigation?.addEventListener("navigate", note, true);
    globalThis.navigation?.addEventListener("navigate", stay);
  }

  const navigate = (t, go, decides = true) => {
    if (!globalThis.navigation?.currentEntry) return t.saw("open", "untried"); // also where events of it are not told
    t.decides = decides;
    leaving.set(bare(t.to), t);
    go();
  };

  const lead = (t) => {
    for (const end of Object.values(navigation.navigate(t.to))) end.catch(() => {});
  };

  const press = () => new MouseEvent("click", { bubbles: true, cancelable: true });

  // A link into another window: the click is stopped last.
  const click = (t, anchor) => {
    const root = anchor.isConnected ? globalThis : anchor;
    const hear = (event) => {
      if (event.target !== anchor) return;
      t.stopped(event);
      event.preventDefault();
    };
    root.addEventListener("click", hear);
    t.later(() => root.removeEventListener("click", hear));
    anchor.click();
  };

  const around = (t, other, go) => {
    if (!other || other === globalThis) return t.saw("gone", "absent");
    go?.(other);
    t.saw("open", go ? "" : "untried");
  };

  // WebRTC: a peer gathers addresses from the server, or sends its checks to what it takes for the other side's.

  const call = async (t, Peer, iceServers) => {
    const peer = closing(t, new Peer({ iceServers }));
    peer.createDataChannel(t.word);
    await peer.setLocalDescription(await peer.createOffer());
    if (iceServers.length === 0) await answer(t, peer, Peer);
  };

  const callFrom = (t, inner) => {
    if (inner.RTCPeerConnection) return call(t, inner.RTCPeerConnection, stun(t));
    t.saw("gone", taken("RTCPeerConnection") ? "guard" : "absent");
  };

  const answer = async (t, peer, Peer) => {
    const other = closing(t, new Peer());
    await other.setRemoteDescription(peer.localDescription);
    await other.setLocalDescription(await other.createAnswer());
    await peer.setRemoteDescription(other.localDescription);
    const candidate = `candidate:1 1 udp 2113937151 ${t.url.hostname} ${t.url.port || 443} typ host`;
    await peer.addIceCandidate({ candidate, sdpMid: "0", sdpMLineIndex: 0 });
  };

  // What stays in the browser

  const store = (t) => {
    localStorage.setItem(t.word, "1");
    localStorage.removeItem(t.word);
    t.saw("open");
  };

  const cookie = (t) => {
    document.cookie = `${t.word}=1; SameSite=Strict`;
    const kept = document.cookie.includes(t.word);
    document.cookie = `${t.word}=; Max-Age=0; SameSite=Strict`;
    t.saw(kept ? "open" : "refused", kept ? "" : "browser");
  };

  const rename = (t) => {
    const before = globalThis.name;
    globalThis.name = t.word;
    const kept = globalThis.name === t.word;
    globalThis.name = before;
    t.saw(kept ? "open" : "refused", kept ? "" : "guard");
  };

  const replace = (t) => {
    const before = location.href;
    history.replaceState(history.state, "", `?${t.word}`);
    const kept = location.href !== before;
    history.replaceState(history.state, "", before);
    t.saw(kept ? "open" : "refused", kept ? "" : "guard");
  };

  const save = (t) => {
    const address = URL.createObjectURL(new Blob([t.word], { type: "text/plain" }));
    hold(t, "a", { href: address, download: `${t.word}.txt` }).click();
    t.later(() => URL.revokeObjectURL(address));
    t.saw("open");
  };

  // What there is to call

  const refusals = () => globalThis.dcctreeGuard?.refusals ?? 0;
  const taken = (path) => {
    const [first, ...rest] = path.split(".");
    const names = ["navigator", "document"].includes(first) ? [path, ...rest] : [path, first];
    return names.some((name) => globalThis.dcctreeGuard?.taken.includes(name));
  };

  // Getters of prototypes may not be called; those of objects say whether there is something.
  const present = (path) => {
    const names = path.split(".");
    const last = names.pop();
    try {
      const holder = names.reduce((at, name) => at[name], globalThis);
      return last in holder && (names.includes("prototype") || (holder[last] ?? null) !== null);
    } catch {
      return false;
    }
  };

  /** One try of one way to one target. */
  class Try {
    outcome = "";
    by = "";
    inline = false; // what the policy refuses has no address
    decides = false; // whether it is the navigation that is tried
    frame = null; // a fresh frame that was put into the page
    navigation = null; // the event of one that was begun
    running = false;
    loaded = false;
    last = () => {}; // looks once more when the time is over

    #undo = [];
    #error = null;
    #refusals = 0;
    #end = new AbortController();

    constructor(way, { where, target, turn, room }) {
      this.way = way;
      this.where = where;
      this.target = target;
      this.room = room;
      this.word = word();
      this.to = `${target.origin}/${turn}/${where}/${way.id}`;
      this.url = new URL(this.to);
      this.signal = this.#end.signal;
    }

    saw(outcome, by = "") {
      if (this.outcome) return;
      heard = performance.now();
      this.outcome = outcome;
      this.by = by;
    }

    thrown = (error) => {
      this.#error ??= error;
    };

    later(undo) {
      this.#undo.push(undo);
    }

    /** Notes what the guard refused before. */
    begun() {
      this.#refusals = refusals();
    }

    attempt(go) {
      this.begun();
      try {
        go(this)?.then?.(() => this.saw("open"), this.thrown);
      } catch (error) {
        this.thrown(error);
      }
      if (refusals() > this.#refusals) this.saw("refused", "guard");
    }

    /** Takes what has become of an event that would lead elsewhere. */
    stopped(event) {
      this.saw(event.defaultPrevented ? "refused" : "open", event.defaultPrevented ? "guard" : "");
    }

    start(named) {
      this.running = true;
      const need = NEEDS[this.way.id];
      if (need && !present(need)) this.saw("gone", taken(need) ? "guard" : "absent");
      else if (!this.way.harmless && !named) this.saw("open", "untried");
      else this.attempt(this.way.go);
    }

    /** Takes a policy's report if it is of this try, and says whether it was. */
    hear({ disposition, blockedURI, effectiveDirective }, own = false) {
      const host = this.running && effectiveDirective === this.way.alone && bare(blockedURI) === this.url.host;
      const mine = own || host || bare(blockedURI) === bare(this.to) || (this.inline && blockedURI === "inline");
      if (mine && disposition === "enforce") this.saw("refused", effectiveDirective);
      return mine;
    }

    finish() {
      this.last();
      if (this.loaded) this.saw("open");
      if (this.navigation?.defaultPrevented) this.saw("refused", "guard");
      if (this.frame && !this.frame.isConnected) this.saw("refused", "guard");
      if (["SecurityError", "NotAllowedError"].includes(this.#error?.name)) this.saw("refused", "browser");
      if (this.#error?.name === "NotSupportedError") this.saw("gone", "absent");
      this.saw(SILENT.includes(this.way.id) ? "untold" : "open");
      this.#end.abort();
      for (const undo of this.#undo.reverse()) {
        try {
          undo();
        } catch {} // it is gone already
      }
    }

    get row() {
      const { id, local } = this.way;
      return { id, where: this.where, to: local ? "" : this.target.name, outcome: this.outcome, by: this.by };
    }
  }

  const breath = (ms = 0) => new Promise((go) => setTimeout(go, ms));

  // Out of sight, and yet laid out: what is not rendered is not loaded.
  const makeRoom = () => {
    const room = make("div", { ariaHidden: "true", inert: true });
    const place = { position: "fixed", left: "-9px", top: "0", width: "1px", height: "1px", overflow: "hidden" };
    Object.assign(room.style, place);
    document.body.append(room);
    return room;
  };

  const GAP = 60; // ms after which no report of the way before is to come
  const MOST = 10; // times the wait, which nothing exceeds

  let heard = 0; // when a try last came to something

  // Waits for reports until none has come for so long: a slow machine's come late, but they come.
  const settled = async (tries, wait, told = (t) => t.outcome) => {
    const begun = performance.now();
    const limit = () => Math.min(Math.max(begun, heard) + wait, begun + MOST * wait);
    while (!tries.every(told) && performance.now() < limit()) await breath(20);
  };

  const inTurn = async (tries, named, wait) => {
    for (const t of tries) {
      t.start(named);
      await settled([t], wait, () => t.outcome || t.navigation);
      await breath(GAP);
      t.running = false;
    }
  };

  const run = async (tries, named, wait) => {
    const laneOf = ({ way: { alone }, target }) => (alone?.endsWith("-src") ? `${alone} ${target.origin}` : alone);
    const together = tries.filter((t) => !laneOf(t));
    const lanes = new Set(tries.map(laneOf).filter(Boolean));
    for (const [i, t] of together.entries()) {
      t.start(named);
      if (i % STRIDE === STRIDE - 1) await breath();
    }
    const waiting = [...lanes].map((lane) => inTurn(tries.filter((t) => laneOf(t) === lane), named, wait));
    await Promise.all([settled(together, wait), ...waiting]);
  };

  // What was loaded, as the browser lists it: it has come to the host.
  const watchLoads = (tries) => {
    const take = (entries) => {
      const names = new Set(entries.map(({ name }) => bare(name)));
      for (const t of tries) if (names.has(bare(t.to))) t.loaded ||= t.way.listed(t.target.origin);
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: "resource" });
    return () => {
      take(observer.takeRecords());
      observer.disconnect();
    };
  };

  const tryAll = async ({ where = inPage ? "page" : "worker", targets, turn = word(), only = null, wait = WAIT }) => {
    const room = inPage ? makeRoom() : null;
    const wanted = ways.filter((way) => way.where.includes(where) && (only?.includes(way.id) ?? true));
    const targetsOf = ({ local }) => (local ? targets.slice(0, 1) : targets);
    const tries = wanted.flatMap((way) => targetsOf(way).map((target) => new Try(way, { where, target, turn, room })));
    const hear = (event) => tries.find((t) => t.hear(event));
    const scope = inPage ? document : globalThis;
    scope.addEventListener("securitypolicyviolation", hear);
    const unwatch = watchLoads(tries);
    await run(tries, only !== null, wait);
    unwatch();
    for (const t of tries) t.finish();
    scope.removeEventListener("securitypolicyviolation", hear);
    room?.remove();
    return tries.map((t) => t.row);
  };

  for (const { where } of ways) Object.freeze(where);
  const list = ways.map(({ id, kind, where, harmless, local }) => Object.freeze({ id, kind, where, harmless, local }));
  return Object.freeze({ list: Object.freeze(list), tryAll });
})();
