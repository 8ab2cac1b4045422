// A program that uses all that dcctree.d.ts declares, so that tsc in strict mode checks the declarations. It is not run.
import { create, DccError, DccTree, load, mount, open, restore, version } from "dcctree";
import type {
  BandwidthTable, ClassPrediction, CoarseStep, Diagnosis, Diagnostics, ErrorCode, Explanation, Exported, Fingerprint, Language, Metrics, MountOptions, NodeRows, Notice, OpenOptions, Plot, Prediction, PriorTable,
  Progress, RegressionPrediction, Restored, Review, RunInfo, RunOptions, Sampler, Session, Settings, StepEvent, Survey, TableData, TableInfo, Task, Topology, TopologyDraws, TreeEvents, TreeHandle,
  Verdict, VerdictOutcome, VerdictReason, VerdictStep,
} from "dcctree";

// Values of exactly these types, or tsc complains.
function exactly<T>(_: T): void {}

const table: TableData[] = ["x,y\n1,2", new Blob(["x,y"]), new File(["x,y"], "a.csv"), new ArrayBuffer(3), new Uint8Array(3), { columns: { x: [1, null, 3], y: Float64Array.of(1, 2, 3), z: ["a", undefined, 2] } }];
const settings: Settings = { iterations: 6, moves: { grow: 0.5 }, splitPrior: { alpha: 0.9, beta: 1 }, priors: { sigmaFamily: "half-t3", leafSD: 1 }, bandwidthFinal: 0.01, metric: "dense" };

async function tables(options: OpenOptions): Promise<Session> {
  const session = await open({ ...options, format: { separator: ";", decimal: ",", header: true, kinds: { date: "days" } }, workers: 2, base: new URL("https://example.org/kit/"), onProgress: ({ share, rows }) => exactly<number>(share + rows) });
  exactly<TableInfo>(session.table);
  exactly<string[]>(session.table.columns.flatMap((column) => column.labels));
  exactly<Review>(await session.review({ target: "y", features: ["x"], task: "auto" }));
  exactly<{ rows: number; csv: string }>(await session.leftOut());
  session.onnotice = (notice: Notice) => exactly<string>(notice.message);
  const wishes: RunOptions = { target: "y", seed: "18446744073709551615", holdout: 0.2, holdoutSeed: 3, split: "random", preset: "fast", settings, standardize: "auto", predictive: "mixture", truth: "wu", test: table[0], testName: "test" };
  exactly<Sampler>(await session.create(wishes));
  return session;
}

async function run(sampler: Sampler, signal: AbortSignal): Promise<void> {
  exactly<RunInfo>(sampler.info);
  const onProgress = (p: Progress): void => exactly<boolean>(p.answered);
  const state: "done" | "paused" | "stopped" = await sampler.run({ onProgress, onStep: (step: StepEvent) => exactly<number>(step.progress), signal });
  exactly<string>(state);
  for await (const step of sampler) exactly<StepEvent>(step);
  exactly<StepEvent>(await sampler.step());
  await sampler.pause();
  await sampler.stop();
  const topologies: Topology[] = await sampler.topologies();
  const draws: TopologyDraws[] = await sampler.draws({ topology: topologies[0].key });
  exactly<Float64Array>(draws[0].logWeights);
  for (const variable of draws[0].variables) exactly<[string, string[], number[], Float64Array]>([variable.name, variable.dims, variable.shape, variable.values]);
  exactly<string[]>(draws[0].coords.leaf);
  const diagnostics: Diagnostics = await sampler.diagnostics();
  exactly<string>(diagnostics.sentence);
  const verdict: Verdict = await sampler.verdict();
  exactly<VerdictReason[]>(verdict.outcome === "settled" ? [] : verdict.reasons);
  exactly<VerdictStep[]>(diagnostics.plan);
  exactly<VerdictOutcome>(diagnostics.outcome);
  exactly<number>(diagnostics.unexplored?.bound ?? 0);
  const fingerprint: Fingerprint = await sampler.fingerprint();
  exactly<string>(fingerprint.line + fingerprint.settings.schedule);
  const predictions: Prediction[] = await sampler.predict([[1, 2]], { average: true });
  for (const p of predictions) if ("mean" in p) exactly<RegressionPrediction>(p); else exactly<ClassPrediction>(p);
  await sampler.predict({ test: [0] });
  await sampler.predict({ train: [0] });
  exactly<Diagnosis>(await sampler.diagnose(topologies[0].key));
  exactly<Metrics>(await sampler.metrics());
  exactly<{ digest: string }>(await sampler.digest());
  exactly<{ leaves: number }>(await sampler.cart());
  exactly<BandwidthTable>(await sampler.chooseBandwidth([0.01, 0.02], { onProgress: ({ words }) => exactly<string>(words), signal }));
  exactly<PriorTable>(await sampler.priorCheck());
  exactly<Explanation>(await sampler.explain([1, 2], { row: { test: 1 }, width: 300, lang: "de", axis: [0, 1] }));
  exactly<Plot>(await sampler.plot("map", { x: "a", y: "b", medians: true }));
  exactly<string>(await sampler.figure("tree", { width: 800, navigable: true, collapsed: [1], lang: "en" }));
  exactly<Survey>(await sampler.survey({ width: 400 }));
  exactly<NodeRows>(await sampler.rowsAt({ topology: topologies[0].key, node: 1, from: 0, limit: 10 }));
  const file: Exported = await sampler.export("rules", { language: "python", onProgress: (share) => exactly<number>(share), signal });
  exactly<Blob>(file.blob);
  exactly<number>((await sampler.look(3)).step);
  const saved: File = await sampler.save({ any: "thing" });
  const again = await restore({ data: saved, workers: 1, base: "/kit/", signal });
  const restored: Restored | null = again.restored;
  exactly<unknown>(restored?.page);
  again.close();
}

// Every code is one of the union; a program may switch over them.
function advice(error: unknown): string {
  if (!(error instanceof DccError)) throw error;
  const code: ErrorCode = error.code;
  switch (code) {
    case "setting":
      return `${error.field}: ${error.message}`;
    case "csv-ragged":
      return `row ${error.row} of ${error.file}, column ${error.column}`;
    case "coordinator-crashed":
      return error.trace ?? "";
    default:
      return error.message;
  }
}

async function element(place: HTMLElement): Promise<void> {
  const lang: Language = "de";
  const task: Task = "regression";
  const options: MountOptions = { dataset: "wu", target: "y", task, preset: "first", seed: 7, steps: 3, autorun: true, show: ["tree", "run"], hide: "compare", lock: true, theme: "dark", lang, tutorial: "wu", title: "WU", settings };
  const handle: TreeHandle = await mount(place, options);
  await mount("#place", { data: table[5], features: ["x"], base: "/kit/" });
  exactly<Topology[]>(await handle.topologies());
  exactly<Uint8Array>(await handle.save());
  await handle.restore(new Uint8Array(3));
  await handle.run({ signal: AbortSignal.timeout(1000) });
  exactly<RunInfo | null>(await handle.info());
  handle.finalize();
  const tree: DccTree = document.createElement("dcc-tree");
  tree.data = table[0];
  tree.features = ["x"];
  tree.settings = settings;
  await tree.ready;
  tree.addEventListener("dcc-progress", (event) => exactly<number>(event.detail.share ?? 0));
  tree.addEventListener("dcc-draws", (event: TreeEvents["dcc-draws"]) => exactly<StepEvent | CoarseStep>(event.detail));
  tree.addEventListener("dcc-error", ({ detail }) => exactly<ErrorCode>(detail.code));
  tree.addEventListener("dcc-access", ({ detail }) => exactly<boolean>(detail.readable));
  tree.addEventListener("dcc-select", ({ detail }) => exactly<string>(detail.topology));
  document.querySelector("dcc-tree")?.step();
  exactly<TopologyDraws[]>(await tree.draws());
  exactly<Diagnostics>(await tree.diagnostics());
  exactly<Fingerprint>(await tree.fingerprint());
  exactly<Blob>((await tree.export("stan", { topology: "100" })).blob);
  exactly<string>(await tree.figure("topologies"));
  exactly<Plot>(await tree.plot("evidence"));
  exactly<Explanation>(await tree.explain(null, { row: { train: 0 } }));
  exactly<Survey>(await tree.survey());
  exactly<NodeRows>(await tree.rowsAt({ topology: "100" }));
  exactly<Diagnosis>(await tree.diagnose());
  exactly<{ leaves: number }>(await tree.cart());
  exactly<string>(await tree.pause() + await tree.stop());
  exactly<Prediction[]>(await tree.predict([[1]]));
}

// What must not compile.
async function wrong(sampler: Sampler): Promise<void> {
  // @ts-expect-error there is no such preset
  await create({ data: "", preset: "slow" });
  // @ts-expect-error data are asked for
  await create({ target: "y" });
  // @ts-expect-error no such export
  await sampler.export("pickle");
  // @ts-expect-error no such option
  await mount("#place", { chains: 4 });
  // @ts-expect-error no such code
  const code: ErrorCode = "csv-cat";
  exactly<string>(code);
}

exactly<string>(version);
exactly<WebAssembly.Module>((await load({ base: "/kit/" })).module);
export { advice, element, run, tables, wrong };
