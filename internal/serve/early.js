// What embed.js makes of the link before anything of the page is seen: in a single file that script comes after all that it holds.
"use strict";

(() => {
  const root = document.documentElement;
  const link = new URLSearchParams(location.hash.slice(1));
  if (link.get("embed") !== "1") return;
  root.classList.add("embed");
  if (["light", "dark"].includes(link.get("theme"))) root.dataset.theme = link.get("theme");
})();
