// A program that is bundled: a run without a page, and an element, with the kit's files in the folder that data-base of the document's element names.
import { create, mount, version } from "dcctree";

const base = document.documentElement.dataset.base;
const where = base === undefined ? {} : { base };

async function start(): Promise<object> {
  const data = await (await fetch("table.csv")).text();
  const sampler = await create({ ...where, data, target: "y", seed: 7, holdout: 0.2, workers: 2, preset: "first", settings: { keptDraws: 60 } });
  await sampler.run();
  const { line, digest } = await sampler.fingerprint();
  sampler.close();
  const handle = await mount("#place", { ...where, data, target: "y", seed: 7, settings: { keptDraws: 60 }, preset: "first" });
  await handle.run();
  const [heaviest] = await handle.topologies();
  handle.finalize();
  return { version, line, digest, heaviest: heaviest.name };
}

declare global {
  var result: Promise<object>;
}
globalThis.result = start();
