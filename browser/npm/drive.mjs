// Drives Firefox by orders from standard input, one JSON value a line, and answers each with a line: {open: url}, {run: body of an async function},
// {upload: selector, path}, {key: name}, {tap: selector}, {at: [x, y], where to press}, {before: script that
// every document runs first}. Of run, frame is a part of the address of the frame in which it runs.
import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const limit = Number(process.argv[2]); // ms that one order may take; the next argument is the folder for downloads
const executablePath = spawnSync("sh", ["-c", "command -v firefox-esr || command -v firefox"], { encoding: "utf8" }).stdout.trim();
const extraPrefsFirefox = { "browser.download.folderList": 2, "browser.download.dir": process.argv[3], "browser.download.alwaysOpenPanel": false };
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, protocolTimeout: limit, extraPrefsFirefox });
const page = await browser.newPage();
await page.setViewport({ width: 1440, height: 900 });
page.setDefaultTimeout(limit);
const heard = [];
page.on("pageerror", (error) => heard.push(error.message));

const obey = async ({ open, run, frame, upload, path, key, tap, at, before }) => {
  if (open) return void (await page.goto(open));
  const within = frame ? page.frames().find((one) => one.url().includes(frame)) : page;
  if (run) return within.evaluate((body) => new (Object.getPrototypeOf(async () => {}).constructor)(body)(), run);
  if (upload) return void (await (await page.$(upload)).uploadFile(path));
  if (key) return void (await page.keyboard.press(key));
  if (tap) return void (await page.click(tap));
  if (at) return void (await page.mouse.click(...at));
  if (before) return void (await page.evaluateOnNewDocument(before));
  throw new Error("no such order");
};

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

try {
  say({ value: await browser.version() });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      say({ value: (await obey(JSON.parse(line))) ?? null, errors: heard.splice(0) });
    } catch (error) {
      say({ failed: error.message, errors: heard.splice(0) });
    }
  }
} finally {
  await browser.close();
}
