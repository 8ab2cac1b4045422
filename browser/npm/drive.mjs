// Drives Firefox by orders from standard input, one JSON value a line, and answers each with a line: {open: url}, {run: body of an async function},
// {upload: selector, path}, {key: name}, {tap: selector}, {at: [x, y], where to press}, {before: script that
// every document runs first}; tab is the number of the tab that an order is for, 0 where it is missing. Of run, frame is
// a part of the address of the frame in which it runs. Arguments: milliseconds that one order may take, the folder for
// downloads, the profile (a fresh one where it is missing), a Chromium to drive in place of Firefox.
import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const [milliseconds, downloads, profile, chrome] = process.argv.slice(2);
const limit = Number(milliseconds); // that one order may take
const fox = spawnSync("sh", ["-c", "command -v firefox-esr || command -v firefox"], { encoding: "utf8" }).stdout.trim();
// What a person who has the last tabs opened again has set, written often; a fresh profile keeps no tabs.
// Where nobody touches the machine Firefox writes once an hour.
const store = { "browser.sessionstore.interval": 500, "browser.sessionstore.interval.idle": 500 };
const tabsKept = { "browser.startup.page": 3, "browser.sessionstore.resume_from_crash": true, ...store };
const folder = { "browser.download.folderList": 2, "browser.download.dir": downloads, "browser.download.alwaysOpenPanel": false };
const guesses = { "network.http.speculative-parallel-limit": 20, "network.dns.disablePrefetch": false }; // as people have it
const extraPrefsFirefox = { ...guesses, ...folder, ...(profile && tabsKept) };
const firefox = { browser: "firefox", executablePath: fox, headless: true, extraPrefsFirefox };
const headless = /shell/.test(chrome) ? "shell" : true;
// Drawing by a process of its own is one more that may hang on a machine without a graphics card.
const chromium = { browser: "chrome", executablePath: chrome, headless, args: ["--no-sandbox", "--disable-gpu"] };
const wanted = { ...(chrome ? chromium : firefox), userDataDir: profile || undefined, protocolTimeout: limit };
const browser = await puppeteer.launch(wanted);
const heard = [];
const newTab = async () => {
  const tab = await browser.newPage();
  await tab.setViewport({ width: 1440, height: 900 });
  tab.setDefaultTimeout(limit);
  tab.on("pageerror", (error) => heard.push(error.message));
  return tab;
};
const tabs = [await newTab()];
let page = tabs[0];

const obey = async ({ open, run, frame, upload, path, key, tap, at, before }) => {
  if (open) return void (await page.goto(open));
  const within = frame ? page.frames().find((one) => one.url().includes(frame)) : page;
  if (run) return within.evaluate((body) => new (Object.getPrototypeOf(async () => {}).constructor)(body)(), run);
  if (upload) return void (await (await page.$(upload)).uploadFile(path));
  if (key) return void (await page.keyboard.press(key));
  if (tap || at) await page.bringToFront(); // a tab behind another draws nothing, and a press waits for drawing
  if (tap) return void (await page.click(tap));
  if (at) return void (await page.mouse.click(...at));
  if (before) return void (await page.evaluateOnNewDocument(before));
  throw new Error("no such order");
};

// What the page is like when an order fails: hidden or visible, or nothing where it does not answer at all.
const state = () =>
  Promise.race([
    page.evaluate(() => `the page is ${document.visibilityState}`).catch((error) => error.message),
    new Promise((go) => setTimeout(go, 5000, "the page does not answer")),
  ]);

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

try {
  say({ value: await browser.version() });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      const order = JSON.parse(line);
      page = tabs[order.tab ?? 0] ??= await newTab();
      say({ value: (await obey(order)) ?? null, errors: heard.splice(0) });
    } catch (error) {
      say({ failed: `${error.message} (${await state()})`, errors: heard.splice(0) });
    }
  }
} finally {
  await browser.close();
}
