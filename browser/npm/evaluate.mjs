// Opens a page in Firefox, runs a script in it and prints what that returns: reads {url, script, limit} from standard input, JSON.
import { spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import puppeteer from "puppeteer-core";

const { url, script, limit } = JSON.parse(await text(process.stdin));
const executablePath = spawnSync("sh", ["-c", "command -v firefox-esr || command -v firefox"], { encoding: "utf8" }).stdout.trim();
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true, protocolTimeout: limit });
try {
  const page = await browser.newPage();
  const heard = [];
  page.on("pageerror", (error) => heard.push(error.message));
  await page.goto(url);
  const value = await page.evaluate((body) => new (Object.getPrototypeOf(async () => {}).constructor)(body)(), script);
  console.log(JSON.stringify({ value, version: await browser.version(), errors: heard }));
} finally {
  await browser.close();
}
