/**
 * DCC-Tree in the browser, step by step: Bayesian decision trees sampled in Web Workers of this page.
 *
 * ```js
 * import { create } from "./dcctree.js";
 * const sampler = await create({ data: csvText, target: "y", seed: 1 });
 * for await (const step of sampler) console.log(step.words);
 * console.log(await sampler.topologies(), await sampler.metrics());
 * sampler.close();
 * ```
 *
 * The files of the kit stand side by side in one folder of any static host. This module imports bridge.js, element.js
 * and words.js from there; the first call fetches guard.js, wasm_exec.js, kernels.js, ways.js, worker.js and
 * dcctree.wasm. Where a bundler put this module elsewhere, `base` names the folder. Nothing is fetched afterwards, and
 * data never leave the page. Every rejection is a {@link DccError}.
 */

/**
 * Of the kit, semantic: a change that breaks programs written against this file raises the first number, or the second
 * while the first is 0.
 */
export const version: string;

/**
 * CSV text, a file, its bytes, or columns in memory (null, undefined or NaN = missing). At most 512 MB, 33,554,432
 * values.
 */
export type TableData =
  | string
  | File
  | Blob
  | ArrayBuffer
  | Uint8Array
  | { columns: Record<string, ArrayLike<number> | (number | string | null | undefined)[]> };

export type Task = "regression" | "classification";

export interface OpenOptions {
  data: TableData;
  /** The file's name, for messages; taken from a File. */
  name?: string;
  /** How a text is to be read, where it is not to be found out. */
  format?: Format;
  /**
   * How many workers sample, 1 to 64; by default one per processor, at most 8. They start with the table. Results do
   * not depend on it.
   */
  workers?: number;
  /** The folder that holds the kit's files, as a URL; by default where this module lies. */
  base?: string | URL;
  /** Hears how far the reading of a long text is. */
  onProgress?: (reading: Reading) => void;
  /** Gives the table up; open() is then rejected with code "stopped". It does not end a session that is open. */
  signal?: AbortSignal;
}

/** How a text is written, where that is to be said; of test rows and new rows beside the table, too. */
export interface Format {
  separator?: "," | ";" | "\t" | "|" | "";
  decimal?: "." | "," | "";
  /** Whether the first row holds the names. */
  header?: boolean;
  /**
   * By column: how its cells are read, where that is not how they look. "days" makes days since 1970-01-01 of dates;
   * test rows and new rows have the day and the month in the order of the table.
   */
  kinds?: Record<string, "numeric" | "text" | "days">;
}

export interface Reading {
  /** Share of the work that is done, 0 to 1: a text is gone through twice. */
  share: number;
  /** Rows met so far. */
  rows: number;
}

export interface RunOptions {
  /** The column to predict; by default the suggested one. */
  target?: string;
  /** The columns to learn from; by default all others that can be used. */
  features?: string[];
  /** Default "auto". */
  task?: "auto" | Task;
  /** Test rows from a table of their own, with the same columns. */
  test?: TableData;
  testName?: string;
  /** Share of rows held out as test rows, 0 to 0.9, 0 for none. Default 0.3, or 0 beside a test table. */
  holdout?: number;
  /** Seed of the random split, a whole number. Default 1. */
  holdoutSeed?: number | string;
  /** "published" divides the rows as the paper's authors did, with the share of holdout. Default "random". */
  split?: "random" | "published";
  /**
   * "fast": topologies measured best first, by importance sampling from hard-tree searches, and by draws embedded from
   * smaller topologies; an estimate of what was never measured, and audits by a second route of what they can change.
   * Of the settings only splitPrior, priors, bandwidthFinal and keptDraws hold there, others are refused. "first": the
   * same with less than half the work and no audits. "quick": the paper's way in short, which misses modes. "paper":
   * the settings of the authors' runs. Default "fast".
   */
  preset?: "first" | "fast" | "quick" | "paper";
  /** Settings that differ from the preset, by name; RunInfo.settings shows all. */
  settings?: Settings;
  /** Seed of the run: a whole number from 0 to 2^64-1, as text where it is above 2^53. Default 1. */
  seed?: number | string;
  /**
   * Sample a regression on the standardized response, with priors to match; answers are in original units either way.
   * Default true.
   */
  standardize?: boolean | "auto";
  /**
   * Predictive distribution of a regression. "likelihood": the model's own N(sum phi mu, sigma^2), for intervals and
   * log scores. "mixture": the paper's sum phi N(mu, sigma^2), which its figures use; midway between leaves it is much
   * wider. Default "likelihood".
   */
  predictive?: "likelihood" | "mixture";
  /** Generated data: score the partition that made them too. */
  truth?: "wu" | "cgm";
  /** As OpenOptions.workers, for this and later runs; workers that are there already stay. */
  workers?: number;
}

/** The sampler's settings with the paper's symbols. A field that is left out keeps the preset's value. */
export interface Settings {
  /** T: visits after the burn-ins. */
  iterations?: number;
  /** T0: topologies drawn from the prior at the start. */
  priorDraws?: number;
  /** C0: a topology proposed more often than this becomes active. */
  activationCount?: number;
  /** Tmax: beyond it the active topology of lowest utility is dropped. */
  maxActive?: number;
  /** Nc: chains per topology. */
  chains?: number;
  /** Ninit: warm-up steps per chain. */
  warmup?: number;
  /** Ns: draws per chain and visit. */
  draws?: number;
  /** NM: importance proposals per draw. */
  proposals?: number;
  /** Phi. */
  weights?: "basic" | "spatial";
  /** delta: share of the exploration term. */
  delta?: number;
  /** kappa: weight of the variance in the exploitation term. */
  kappa?: number;
  /** beta: optimism. */
  beta?: number;
  /** Ta: horizon of the exploration term. */
  lookAhead?: number;
  moves?: { grow?: number; prune?: number; stay?: number };
  /** alpha and beta of the prior over topologies. */
  splitPrior?: { alpha?: number; beta?: number };
  priors?: {
    leafMean?: number;
    leafSD?: number;
    sigmaFamily?: "inverse-gamma" | "half-t3";
    sigmaShape?: number;
    sigmaScale?: number;
    classConcentration?: number;
  };
  /** h_init, in units of a feature's range. */
  bandwidthInitial?: number;
  /** h_final, in units of a feature's range. */
  bandwidthFinal?: number;
  schedule?: "linear" | "before-last-window";
  targetAccept?: number;
  /** A trajectory has at most 2^this steps. */
  maxDoublings?: number;
  metric?: "diagonal" | "dense";
  /** Chains start uniformly within plus and minus this, in unconstrained coordinates. */
  initRadius?: number;
  /** How often a bad chain is burnt in again. */
  repairs?: number;
  repairSteps?: number;
  /** Weighted draws kept per topology; bounds the memory. */
  keptDraws?: number;
}

/** Reads a table; runs are created on the session. */
export function open(options: OpenOptions): Promise<Session>;

/** open() and Session.create() in one; the sampler's close() ends both. */
export function create(options: OpenOptions & RunOptions): Promise<Sampler>;

/**
 * Takes up the run of a session file that {@link Sampler.save} wrote, in a new session, without sampling: digest,
 * weights and predictions have the same bits, and step() and run() go on. The sampler's close() ends the session. A
 * file that is damaged, newer than this program or of something else rejects as "session", with the part in field and
 * what to do in the message.
 */
export function restore(options: RestoreOptions): Promise<Sampler>;

/**
 * Takes up what a fit found, from a file that {@link Session.saveFit} wrote, in a new session, without fitting. Rejects
 * as {@link restore} does.
 */
export function restoreFit(options: RestoreOptions): Promise<RestoredFit>;

export interface RestoredFit {
  /** With the table opened; its close() ends it. */
  session: Session;
  answer: FitAnswer;
  /** What was given to saveFit(). */
  page: unknown;
  /** Spent fitting. */
  seconds: number;
  /** What it was asked with: the seed, and the bound of the work, 0 for the usual one. */
  seed: string;
  work: number;
  /** The table, to be opened again, with how it was read, and the test table. */
  data: TableData;
  format: OpenOptions["format"];
  test: TableData | null;
  testName: string;
}

export interface RestoreOptions {
  data: File | Blob | ArrayBuffer | Uint8Array;
  /** The file's name, for messages; taken from a File. */
  name?: string;
  /** As in {@link OpenOptions}. */
  workers?: number;
  base?: string | URL;
  /** Gives the file up; restore() is then rejected with code "stopped". */
  signal?: AbortSignal;
}

/**
 * Which step is shown (0 = the present), which can be, and how many bytes a session file would have now beside the
 * table.
 */
export interface Looked {
  step: number;
  first: number;
  last: number;
  bytes: number;
}

/** What came from a session file beside the run. */
export interface Restored {
  /** What was given to save(). */
  page: unknown;
  /** "done", or "paused" where step() and run() go on. */
  state: "done" | "paused";
  /** Spent sampling before. */
  seconds: number;
  /** The last steps as they were told, 120 at most. */
  steps: StepEvent[];
  /** The table, to be opened again, with how it was read, and the test table. */
  data: TableData;
  format: OpenOptions["format"];
  test: TableData | null;
  testName: string;
}

/**
 * Fetches and compiles what all sessions need, once: nothing is fetched after it, so that a page can then be locked.
 */
export function load(options?: { base?: string | URL }): Promise<{ module: WebAssembly.Module }>;

export interface Session {
  readonly table: TableInfo;
  /** Hears notices unless the sampler has its own listener. */
  onnotice: ((notice: Notice) => void) | null;
  /** What a run with these columns would use; rejects as create() would. */
  review(options?: Pick<RunOptions, "target" | "features" | "task">): Promise<Review>;
  /**
   * Fits all trees at once, with one input a split (docs/fit.md): no run. The session's workers do parts of it, and it
   * answers other requests meanwhile, more slowly. One fit at a time.
   */
  fit(options?: FitOptions): Promise<FitAnswer>;
  /**
   * What the trees of the newest answer of fit() say of the rows of a table, as predictions and scores of FitAnswer say
   * it; notes name the labels that no training row has, and translations are as in FitAnswer. Rejects as "no-result"
   * where there are no trees: before a fit, and in a session of restoreFit().
   */
  predictFit(rows: TableData, name?: string): Promise<{ predictions: Record<string, unknown>[]; scores?: Record<string, unknown>; notes?: string[]; translations?: Phrases }>;
  /**
   * All trees that the newest answer of fit() is made of, with the noise and what else predicts with them: the object
   * that `go run ./core/cmd/fit -trees` writes. docs/fit.md says how to predict by it. Rejects as predictFit() does.
   */
  fitTrees(): Promise<FitTrees>;
  /**
   * What the trees of the newest answer of fit() say of a row of the table, with other values if some are given:
   * prediction, the leaf of the tree to read, and a figure, field by field as in the struct Explained of core/fit. It
   * answers while a slider moves. Rejects as predictFit() does, and as "fit" on values that an input cannot have.
   */
  explainFit(options?: FitExplainOptions): Promise<Record<string, unknown> & { svg: string }>;
  /**
   * A figure of the newest answer of fit() or restoreFit() as SVG text that names classes only: the tree to read, or
   * how probable it is that a tree uses each input. Rejects as "no-result" before an answer.
   */
  fitFigure(name: "tree" | "used", options?: FitFigureOptions): Promise<string>;
  /**
   * The table, the choices, the newest answer of fit() and any JSON value as one file of at most 256 MB, named after
   * the table, that {@link restoreFit} takes up. Rejects as "no-result" before an answer.
   */
  saveFit(page?: unknown): Promise<File>;
  /**
   * The rows that a run with these columns would leave out because a value is missing: CSV of the row of the file and
   * the columns without a value, the first 100,000; rows counts all.
   */
  leftOut(options?: Pick<RunOptions, "target" | "features" | "task">): Promise<{ rows: number; csv: string }>;
  /**
   * Creates a run. It takes the place of the session's run before it, whose requests reject as "replaced"; if it fails,
   * that run stays.
   */
  create(options?: RunOptions): Promise<Sampler>;
  /**
   * Tries ways out of the browser from the session's own workers, with a random word: from the coordinator, and from
   * one that computes, which answers when its job is done. outcomes is null where it did not answer within 20 s.
   */
  tryWays(options: WaysOptions): Promise<{ worker: "coordinator" | "worker"; outcomes: WayOutcome[] | null }[]>;
  /** Ends the session with its workers; what is pending rejects as "closed". */
  close(): void;
}

/**
 * Numbers of the prior of all trees at once that differ from the usual. A number that would do nothing in the fit is
 * refused.
 */
export interface FitPrior {
  /** Probability that the root splits, .05 to .99; .95 by default. */
  root?: number;
  /** Probability that a threshold is gradual, .01 to .99; .5 by default. */
  gradual?: number;
  /** The least and the largest width of a gradual split, shares of the ranks, .001 to .5; .005 and .25 by default. */
  narrow?: number;
  wide?: number;
  /** Standard deviation of leaf means, in that of the target, .7 to 5; 1 by default. */
  leaf?: number;
  /** Scale of the noise's half-t distribution, in standard deviations of the target, .01 to 5; 1 by default. */
  noise?: number;
  /** Of classes: what the Dirichlet distribution of a leaf has in all, .01 to 100; learned by default. */
  concentration?: number;
}

export interface FitOptions {
  /** As in RunOptions, with rows that have gaps. */
  target?: string;
  features?: string[];
  task?: "auto" | Task;
  split?: "random" | "published";
  holdout?: number;
  holdoutSeed?: number | string;
  test?: TableData;
  testName?: string;
  seed?: number | string;
  /** Splits of numbers are sharp also where numbers are predicted. */
  sharp?: boolean;
  /**
   * On which a number is fitted; "auto" by default: its square root or logarithm where the training rows ask for it.
   * Answers are in the target's units.
   */
  scale?: "auto" | "plain" | "root" | "log";
  /**
   * Name of the column that says how many equal rows each row stands for, a whole number; none by default. The answer
   * is that of the table in which each row is written so often, but for the price, whose folds hold copies together.
   * The column is never an input; test rows need no weight and count once.
   */
  weight?: string;
  /**
   * Of a number to predict: the same in all leaves, which is usual, each leaf's own, or with heavy tails (Student's t
   * with 4 degrees of freedom), so that values far off count little. "leaf" makes all splits sharp, and is refused with
   * sharp: false.
   */
  noise?: "common" | "leaf" | "heavy";
  /** Of trees before the data: half of all have at most 3, 8 or 12 leaves. */
  size?: "small" | "usual" | "large";
  /** Other numbers of the prior. */
  prior?: FitPrior;
  /**
   * Bound of the work, a count of rows times inputs looked at; 2e9 by default. It fixes the answer, whatever the
   * machine.
   */
  work?: number;
  /**
   * Of the cross-validation that follows the last round and tells what a tree of few leaves costs, beside CART and a
   * linear model; 5 by default, below 2 none.
   */
  folds?: number;
  /** Of the answer's texts, which have translations beside them; English by default. */
  lang?: Language;
  /** Hears how far the fit is. */
  onProgress?: (stage: FitStage) => void;
  /**
   * Hears a first rough answer of few trees, then the answer after every round of the sampler, the last one's before it
   * is cross-validated.
   */
  onAnswer?: (answer: FitAnswer) => void;
  /** Gives the fit up, which then rejects as "stopped". */
  signal?: AbortSignal;
}

export interface FitExplainOptions {
  /** The row is one of the test table. */
  test?: boolean;
  /** Of the file, as predictions have it; where there is none, the next one. The first by default. */
  row?: number;
  /** By input: a number, a label, or null for a gap; inputs without one keep the row's. */
  values?: Record<string, number | string | null>;
  /** As in FitFigureOptions: of the tree to read. */
  leaves?: number;
  /** Of the figure, in px; 640 by default. */
  width?: number;
  lang?: Language;
  /** Ends of the figure's axis, where a number is predicted; it is widened where the prediction would leave them. */
  axis?: [number, number];
}

export interface FitFigureOptions {
  /** Most leaves of the tree, 1 to 8; 9 draws the representative tree whole. 5 by default. */
  leaves?: number;
  /** In px; 640 by default. */
  width?: number;
  lang?: Language;
}

export interface FitStage {
  /** Moves of each tree at each step from the prior to the posterior in this round. */
  moves: number;
  /**
   * The run from the prior to the posterior, from 0; beyond the last they are pooled. Where workers do several at a
   * time: as if one followed the other.
   */
  restart: number;
  /** How many such runs there are. */
  restarts: number;
  /** Of the way from the prior to the posterior that it has come, 0 to 1, roughly. */
  share: number;
  /** Of the cross-validation, from 1; 0 in the rounds before. */
  fold: number;
}

/**
 * The object that `go run ./core/cmd/fit -json` prints, field by field as in the struct Answer of core/fit.
 * translations has, by the tag of a language, what its texts read there: each note, reason, rule and target that reads
 * otherwise, by its text in the answer. It is absent where none does.
 */
export type FitAnswer = Record<string, unknown> & { digest: string; translations?: Phrases };

/** By the tag of a language: what texts of an answer read there, by the text. */
export type Phrases = { readonly [language: string]: Record<string, string> };

/** Field by field as in the struct DrawnTrees of core/fit. */
export type FitTrees = Record<string, unknown> & { digest: string; trees: Record<string, unknown>[] };

export interface WaysOptions {
  /** Where to: a name for the outcomes, and the origin that is tried, as "https://example.invalid". */
  targets: { name: string; origin: string }[];
  /** A word in all addresses; random without it. */
  turn?: string;
  /** Ids of ways, as in site/ways.js; all without it. */
  only?: string[];
  /** How long answers are awaited, ms; 1,000 without it. */
  wait?: number;
}

export interface WayOutcome {
  id: string;
  where: "page" | "worker";
  /** Name of the target, "" for a way that leads to no address. */
  to: string;
  /** Whether the browser or the guard refused it, it does not exist, nothing refused it, or browsers do not say. */
  outcome: "refused" | "gone" | "open" | "untold";
  /** What refused it: a directive of the policy, "guard" or "browser"; "absent" or "untried" where that is so. */
  by: string;
}

export interface Review {
  target: string;
  task: Task;
  features: string[];
  /** Rows that would be used. */
  rows: number;
  leftOut: number;
  notes: string[];
  /** Places of the notes that hold for all trees at once, too: of inputs that should perhaps be none. */
  suspects: number[];
  /** The notes in the other languages. */
  translations: Translations<string[]>;
}

export interface TableInfo {
  name: string;
  rows: number;
  columns: ColumnInfo[];
  /** "," ";" "|" or a tab, as found. */
  separator: string;
  /** "." or ",". */
  decimal: string;
  /** Whether the first row holds the names. */
  header: boolean;
  /** Sentences that a reader of the table should know. */
  notes: string[];
  /** The notes in the other languages. */
  translations: Translations<string[]>;
  suggestedTarget: string;
  suggestedTask: Task;
}

export interface ColumnInfo {
  name: string;
  /** "days": dates that were asked for as days since 1970-01-01. */
  kind: "numeric" | "text" | "date" | "days";
  missing: number;
  distinct: number;
  /** NaN where there is no number. */
  min: number;
  max: number;
  /**
   * Of a text column, the first 20 in order; of a text of more than 1000 characters its beginning with an ellipsis, and
   * the column cannot be used.
   */
  labels: string[];
  /** Rows in 12 equal bins from min to max, or with each of the first 12 labels. */
  histogram: number[];
}

/** A run. Iterating makes one step after another; leaving the loop leaves the run as it is. */
export interface Sampler extends AsyncIterable<StepEvent> {
  readonly info: RunInfo;
  readonly session: Session;
  /** null unless the sampler came from {@link restore}. */
  readonly restored: Restored | null;
  onnotice: ((notice: Notice) => void) | null;
  /**
   * Table, choices, results and any JSON value as one file of at most 256 MB, named after the table, that {@link
   * restore} takes up. Numbers keep their bits. A run that is under way goes on; what its workers are at is not in the
   * file.
   */
  save(page?: unknown): Promise<File>;
  /**
   * Has all questions (topologies, metrics, predict, figure, digest) answered as after a step, counted from 1, while
   * the run goes on or rests; null is the present again. Of a long run only the last steps are kept: first to last.
   * Another step rejects as "setting".
   */
  look(step?: number | null): Promise<Looked>;
  /**
   * One step. "fast": a topology measured or audited, topologies embedded, or an estimate of what was not measured; the
   * step that ends the search says so in search.ended, and the audits follow. Else: a topology burnt in, or one visit
   * (an iteration of Algorithm 1). Rejects as "finished" after the last one.
   */
  step(): Promise<StepEvent>;
  /**
   * Goes on to the end, audits included, in the workers alone: also in a hidden tab. signal stops it. "fast" has its
   * answer when search.ended says so; "done" means that the audits are done too.
   */
  run(options?: { onStep?: (event: StepEvent) => void; onProgress?: (progress: Progress) => void; signal?: AbortSignal }): Promise<"done" | "paused" | "stopped">;
  /** Hands out no further job; resolves when those in flight have ended. run() and step() go on later. */
  pause(): Promise<void>;
  /**
   * Cancels the jobs in flight and ends the run for good, within a tenth of a second. What was found stays and can be
   * asked for.
   */
  stop(): Promise<void>;
  /** The measured topologies, by weight. */
  topologies(): Promise<Topology[]>;
  /**
   * What a person sees of them, by weight: topologies that differ only by splits that divide no training row are one
   * tree.
   */
  effectiveTrees(): Promise<EffectiveTree[]>;
  /**
   * What was found so far as 16 hexadecimal digits, over the exact bits of topologies, weights, evidences and
   * predictions: one seed with one table and one setting gives the same ones in every browser, with any number of
   * workers, however fast or slow they are. jobs says the same of every piece of work, to find where two runs part.
   * givenUp names what failed on three workers and was given up, translations says it in the other languages: with any,
   * the digest is not that of the seed. The digest of such a job is 0000000000000000.
   */
  digest(): Promise<{ digest: string; givenUp: string[]; translations: Translations<string[]>; jobs: { digest: string; work: string; topology: string }[] }>;
  /** Scores of all trees together; rejects as "no-result" before the first step. */
  metrics(): Promise<Metrics>;
  /**
   * One hard tree for the same rows: CART with the defaults of R's rpart. Its log score takes (n_c + 1)/(n + C) for
   * class c in a leaf, and of a regression the normal distribution about the leaf's mean with the tree's residual
   * variance; it is missing where that is 0. Test is null without test rows.
   */
  cart(): Promise<{ leaves: number; train: Scores; test: Scores | null }>;
  /**
   * Predictions for rows of your own (numbers in the order of info.features and in original units; of a text feature
   * the number of its label in info.labels), or for test or training rows by number from 0. At most 100,000. average:
   * by all bandwidths of the last chooseBandwidth() of a regression, each with its weight, instead of by the run's own.
   */
  predict(rows: number[][] | { test: number[] } | { train: number[] }, options?: { average?: boolean }): Promise<Prediction[]>;
  /**
   * Compares bandwidths h (2 to 20 values above 0, in units of a feature's range; by default .005, .01, .025, .05, .1
   * and the run's own) with the workers that the run leaves idle, by a fast search for each; the run itself does not
   * change. A regression's posterior weights of h come from the evidence. A classification's likelihood does not sum to
   * 1 over the classes and would favor small h, so there the log score of 5-fold cross-validation decides. Test rows
   * never enter. Rejects as "busy" while another comparison is under way, as "stopped" by signal, as "replaced" by a
   * newer run.
   */
  chooseBandwidth(grid?: number[] | Float64Array | null, options?: CompareOptions): Promise<BandwidthTable>;
  /** Compares the priors with ones half and twice as wide, as chooseBandwidth does. */
  priorCheck(options?: CompareOptions): Promise<PriorTable>;
  /**
   * Runs the samplers that the paper compares, and CART, beside each other on the rows and with the seed of this run,
   * with the workers that it leaves idle; the run itself does not change. Each goes on until it has used
   * options.seconds of one worker, or options.gradients (of which a move of a hard tree counts as .6). With gradients
   * alone the results depend on the seed only. Rejects as chooseBandwidth does; what was found stays for standings().
   */
  contest(options?: ContestOptions): Promise<void>;
  /**
   * How the methods of the newest contest stand, under way or at its end, and what they say about a row of the table;
   * rejects as "no-result" before the first.
   */
  standings(options?: { set?: "train" | "test"; row?: number; lang?: Language; width?: number }): Promise<Standings>;
  /**
   * What the run says about one row: of the table (options.row, counted from 0; by default the first test row), or with
   * values of your own (as for predict), which are held against that row. Beside the prediction: what the heaviest
   * topologies say alone, which of them disagrees, CART's answer, where the tree of options.topology (a key; by default
   * the heaviest) has its thresholds, the features with their training ranges, and a figure options.width px wide.
   * options.axis holds the ends of a regression's figure; they are widened where the prediction would leave them.
   */
  explain(values?: number[] | Float64Array | null, options?: ExplainOptions): Promise<Explanation>;
  /**
   * A figure about all rows, with the table behind it. observed, residuals: predictions of a regression with their 90 %
   * intervals, of at most 150 rows. calibration: coverage of its intervals, or how often a class came true by its
   * probability. confusion: of a classification. map: the prediction over two features, the others as in a row or at
   * the medians of the training rows. evidence: log evidence over the run. weights: the largest importance weights of a
   * topology. trace, rank: draws of a parameter, chain by chain (the paper's way).
   */
  plot(name: "observed" | "residuals" | "calibration" | "confusion" | "map" | "evidence" | "weights" | "trace" | "rank", options?: PlotOptions): Promise<Plot>;
  /**
   * How the chains of a topology (a key; by default the heaviest) are judged: each statistic is the worst over its
   * parameters, of the draws that are kept. They say nothing about the weights between topologies. chains is empty with
   * "fast". lang: of the parameters’ names.
   */
  diagnose(topology?: string, options?: { lang?: Language }): Promise<Diagnosis>;
  /**
   * The weighted draws of one topology (a key), or of all that have draws, heaviest first, as numbers: what
   * export("stan") and export("arviz") are made of. While a run goes on, each topology is as it is when its turn comes.
   * Rejects as "no-result" before the first step.
   */
  draws(options?: { topology?: string }): Promise<TopologyDraws[]>;
  /**
   * How far the run as a whole can be trusted: the verdict and the numbers behind it. Rejects as "no-result" before the
   * first step.
   */
  diagnostics(): Promise<Diagnostics>;
  /**
   * The verdict alone: what the page, the report and the log say of the run, by the same function. Before the first
   * step it is "not-known".
   */
  verdict(): Promise<Verdict>;
  /**
   * What decides the results, and what they are: two runs with the same line are the same run. Rejects as "no-result"
   * before the first step.
   */
  fingerprint(): Promise<Fingerprint>;
  /** A figure as SVG text that names classes only: no style attribute, no script. */
  figure(name: "topologies" | "effective-trees" | "tree" | "prediction", options?: FigureOptions): Promise<string>;
  /** What holds across all trees of the posterior. width: of its figures, in pixels, 640 by default. */
  survey(options?: { width?: number; lang?: Language }): Promise<Survey>;
  /** The training rows that reach a node of a topology's tree, by their most probable leaf. */
  rowsAt(options: RowsOptions): Promise<NodeRows>;
  /**
   * A file to take away, made in the coordinator's worker, of the run as it is when asked, whatever is found while it
   * is made. Numbers read back to the same bits. Rejects as "no-result" before the first step.
   * - "stan": draws of one topology as Stan CSV, as CmdStan writes them; weighted, which the header explains.
   * - "arviz": the same as JSON for `az.from_dict(**json.load(file))` of ArviZ before version 1; its attrs tell how
   * later ones read it.
   * - "trees": drawn trees of all topologies as a table, a line for each node: chain, draw, weight, topology, node,
   * parent, is_leaf, feature, threshold,   tau, weight_<feature>, value and, of a classification, p_<class>. Draws are
   * thinned to keep it under some 200,000 lines.
   * - "predictions": of all training and test rows, or of `rows`, as CSV.   In "trees" and "predictions", an apostrophe
   * stands before a text that begins with = + - @, a tab or a carriage return, so that no spreadsheet   computes it;
   * the reader of tables takes it off again.
   * - "rules": one topology as plain rules, in `language`. Rejects as "rules-name" where the language cannot say a name
   * or a label safely.
   * - "report": the run as one HTML file without scripts.
   */
  export(what: ExportKind, options?: ExportOptions): Promise<Exported>;
  /** Ends the run and frees its draws; of a sampler made by create(), its session too. */
  close(): void;
}

export type ExportKind = "stan" | "arviz" | "trees" | "predictions" | "rules" | "report";

export interface ExportOptions {
  /** stan, arviz, rules: a topology's key; by default the most probable. */
  topology?: string;
  /** rules. Default "text". "sql" is standard SQL, for PostgreSQL and SQLite; "mysql" is for MySQL and MariaDB. */
  language?: "text" | "python" | "r" | "sql" | "mysql";
  /** Of the words in a report and around rules. */
  lang?: Language;
  /**
   * predictions: rows to predict, matched by the names of their columns; a target column may be missing. A category
   * that the training rows do not have rejects as "match-category" with row and column; a row that misses a value comes
   * back without prediction.
   */
  rows?: TableData;
  /** The name of `rows`, for messages. */
  name?: string;
  /** Hears, between the parts of a long file, which share of it is made. */
  onProgress?: (share: number) => void;
  /** Gives the file up between two parts; export() is then rejected with code "stopped". */
  signal?: AbortSignal;
}

export interface Exported {
  /** A name for the file. */
  name: string;
  blob: Blob;
  /** predictions: how many rows have one. */
  rows: number;
  /**
   * predictions of rows of your own: the rows that miss a value, as the file counts them, with the first column that
   * has none; the first 100.
   */
  missing: { row: number; column: string }[];
  /** All of them. */
  missingCount: number;
}

export interface CompareOptions {
  /** Hears, after every topology measured, the share that is done and what was found. */
  onProgress?: (event: { progress: number; words: string }) => void;
  /** Gives the comparison up. */
  signal?: AbortSignal;
}

/** The samplers of the paper's tables, and CART. "wu" is for numbers and for two classes. */
export type Method = "dcc-tree" | "hmc-dfi" | "hmc-df" | "cgm" | "wu" | "smc" | "cart";

export interface ContestOptions {
  /** All by default. Differences of scores are to the first. */
  methods?: Method[];
  /** Of one worker's time, for each method. */
  seconds?: number;
  gradients?: number;
  /** Hears, after every piece of work, the share of the budgets that is used. */
  onProgress?: (event: { progress: number }) => void;
  /** Gives the contest up; what was found stays. */
  signal?: AbortSignal;
}

export interface Standings {
  task: Task;
  progress: number;
  /** What differs beyond two standard errors, and what the figures say of why; in options.lang. */
  words: string[];
  /** Response or class number of the row, where it is known. */
  truth?: number;
  testRows: number;
  methods: Standing[];
}

/** How a method stands. Numbers that are not known, or that the method does not have, are missing. */
export interface Standing {
  method: Method;
  name: string;
  /** Its splits are hard. */
  hard: boolean;
  done: boolean;
  /** Whether there is anything to tell beside the work. */
  ready: boolean;
  /** Why a chain ended early. */
  failed?: string;
  /**
   * MSE in original units or accuracy of the posterior mean, on the test rows if there are any, with its standard error
   * over rows and over chains.
   */
  score?: number;
  scoreError?: number;
  monteCarlo?: number;
  /** Mean over draws of each draw's own score, every row given its most probable leaf, on test and on training rows. */
  own?: number;
  ownTrain?: number;
  train?: number;
  trainError?: number;
  logScore?: number;
  logScoreError?: number;
  /** Regression: share of rows within the central 90 % interval. */
  coverage?: number;
  /** Of the score to that of the first method, on the same test rows. */
  difference?: number;
  differenceError?: number;
  /** Share of trees with 1, 2, ... leaves. */
  leaves: number[];
  /** Effective sample size of the log density, over all chains; of "smc" Kish's of the particles. */
  effectiveSize?: number;
  rHat?: number;
  /** Of proposals of another tree. */
  acceptance?: number;
  chains: number;
  iterations: number;
  draws: number;
  gradients: number;
  /** Marginal likelihoods of hard trees, or densities without gradient. */
  marginals: number;
  /** Of one worker. */
  seconds: number;
  /** Share of the budget. */
  used: number;
  /** 16 hexadecimal digits over the bits of what was found. */
  digest?: string;
  /** Regression: prediction of the row with its central 90 % interval. */
  mean?: number;
  low?: number;
  high?: number;
  /** Classification: number of the likeliest class of the row, and its probability. */
  class: number;
  probability?: number;
  /** Posterior probability of the most probable tree: topology and feature of each split. */
  treeShare?: number;
  /** Figures as SVG text: the most probable tree, the prediction, the number of leaves, the score. */
  tree?: string;
  prediction?: string;
  leavesFigure?: string;
  scoreFigure?: string;
}

export interface BandwidthTable {
  task: Task;
  /** The table in a sentence or two. */
  words: string;
  /** The same in the other languages. */
  translations: Translations<string>;
  /** Work in gradient evaluations. */
  gradients: number;
  /** The most probable bandwidth, or the one of the best log score; null where none could be measured. */
  best: number | null;
  /** Classification: the widest bandwidth whose loss is within one standard error of it. */
  widest?: number | null;
  /** Regression: scores of the average over all bandwidths by their weights. */
  average?: { train: Scores | null; test: Scores | null };
  /** By h. */
  rows: BandwidthRow[];
}

export interface BandwidthRow {
  h: number;
  gradients: number;
  /** Why nothing is known of this bandwidth; what follows is missing then. */
  failed?: string;
  /** Regression: prior mass (uniform in log h) and posterior mass among the grid, with its Monte Carlo error. */
  prior?: number;
  weight?: number;
  weightError?: number;
  /** Regression: log of the sum over measured topologies of prior times marginal likelihood. */
  logEvidence?: number;
  logEvidenceError?: number;
  /** Regression: weight of topologies whose evidence is not reliable. */
  unreliable?: number;
  /** Regression: the heaviest, at most 8. */
  topologies?: { key: string; name: string; weight: number }[];
  /**
   * Classification, in 5-fold cross-validation of the training rows: mean log probability of the true class, with its
   * standard error over rows.
   */
  logScore?: number;
  logScoreError?: number;
  /**
   * Classification: log score of the best bandwidth minus this one's, with its standard error over rows, which are
   * paired.
   */
  loss?: number;
  lossError?: number;
  /** Classification: share of left-out rows named correctly. */
  accuracy?: number;
}

export interface PriorTable {
  task: Task;
  /** Whether topologies and predictions depend on the prior, and the criteria. */
  words: string;
  /** The same in the other languages. */
  translations: Translations<string>;
  gradients: number;
  /** The first is the prior as set. */
  rows: PriorRow[];
}

export interface PriorRow {
  /**
   * "parameters": standard deviation of the leaf means, scale of sigma, concentration of the classes, each times
   * factor. "splits": the odds of a split at every node, times factor.
   */
  name: "as set" | "parameters" | "splits";
  factor: number;
  /** The same in words. */
  label: string;
  /** The same in the other languages. */
  translations: Translations<string>;
  failed?: string;
  logEvidence: number;
  logEvidenceError: number;
  /** Weight of topologies whose evidence is not reliable. */
  unreliable: number;
  /** Total variation distance between the weights of the topologies here and under the prior as set. */
  weightChange: number;
  weightChangeError: number;
  /**
   * Of the training rows' predictions. Regression: root mean square change of the mean, in predictive standard
   * deviations; classification: mean total variation distance between class probabilities.
   */
  predictionChange: number;
  /** Classification: share of training rows with another most probable class. */
  classChange?: number;
  /** Over a tenth of the weight moves, two standard errors taken off. */
  topologiesDepend: boolean;
  /** predictionChange is over .1 (regression) or .05 (classification). */
  predictionsDepend: boolean;
  /** The heaviest, at most 8. */
  topologies: { key: string; name: string; weight: number }[];
}

export interface FigureOptions {
  /** Pixels, 100 to 16000. Default 640. A wide tree says more of its nodes. */
  width?: number;
  /** A topology's key. tree: by default the most probable; topologies, effective-trees: the one to mark. */
  topology?: string;
  /** topologies, effective-trees: at most this many bars, 1 to 60. Default 12. */
  limit?: number;
  /** prediction: which rows. Default "test". */
  set?: "test" | "train";
  /** prediction: number of the row, from 0. Default 0. */
  row?: number;
  /**
   * tree: ids of splits that are drawn as one leaf, with all that is below them. A node i has the children 2i+1 and
   * 2i+2.
   */
  collapsed?: number[];
  /**
   * tree: groups with the role treeitem, a name in words, data-node, data-span and data-rows instead of an image.
   * Default false.
   */
  navigable?: boolean;
  /** Of the words. */
  lang?: Language;
}

/** A tree here is a topology with the main feature of each of its splits, that of the largest weight on the simplex. */
export interface Survey {
  /**
   * SVG texts. features: how often each is used, and where it is split. consensus: the most common splits from the root
   * down. cuts: the splits that trees agree or disagree on.
   */
  figures: { features: string; consensus: string; cuts: string };
  /**
   * Share of the pairs of training rows that lie in one leaf of one tree and in two of another, on average over two
   * trees of the posterior.
   */
  disagreement: number;
  /** Trees that were compared, at most 100, and their weight among the measured topologies. */
  trees: number;
  covered: number;
  /**
   * Splits by the weight of the trees that make them, at most 8; thresholds within a tenth of a feature's range count
   * as one.
   */
  splits: SurveyCut[];
  /** The same by the share of the disagreement that each accounts for. */
  sources: SurveyCut[];
  /**
   * All features: probability that one is the main feature of some split, and posterior mean of its weight over a
   * tree's splits (among trees with a split), with Monte Carlo errors, NaN where these are not known, because evidence
   * that carries weight is not reliable; prior: that weight under the prior, 1 over the number of features. A split
   * counts in the draws in which it divides training rows: x · Delta ≤ tau goes left, and at least one row of those
   * that reach it goes to either side.
   */
  uses: { name: string; probability: number; error: number; share: number; shareError: number; prior: number }[];
}

export interface SurveyCut {
  /** "x3 ≤ .47" */
  text: string;
  weight: number;
  explains: number;
  /** The part of explains that is against trees that do not make it; the rest is about where trees make it. */
  whether: number;
}

export interface RowsOptions {
  /** A topology's key. */
  topology: string;
  /** A node's id: 0 for the root, the default; a node i has the children 2i+1 and 2i+2. */
  node?: number;
  /** The first of the rows to list, from 0. Default 0. */
  from?: number;
  /** How many to list, 1 to 1000. Default 200. */
  limit?: number;
}

/** Training rows that arrive at a node, in the order of the file. */
export interface NodeRows {
  /** Rows that arrive. */
  total: number;
  from: number;
  /** Rows that are listed. */
  rows: number;
  columns: number;
  /**
   * Row after row: row of the file, target (the number of the class for a classification), features (codes for text),
   * in original units.
   */
  values: Float64Array;
}

export interface RunInfo {
  task: Task;
  target: string;
  /** Those of the choice that vary in the training rows; a note names each that does not. */
  features: string[];
  /** Of each feature, what its codes 0, 1, ... stand for; empty for numbers. */
  labels: string[][];
  /** Class labels; empty for regression. */
  classes: string[];
  trainRows: number;
  testRows: number;
  /** Rows of the file left out for a missing value, the first 100. */
  leftOut: number[];
  leftOutCount: number;
  notes: string[];
  /** The notes in the other languages. */
  translations: Translations<string[]>;
  /** All settings, by name. */
  settings: Required<Settings>;
  seed: string;
  workers: number;
  standardized: boolean;
  /** What an answer that ignores all features scores. */
  baseline: { name: string; train: Scores; test: Scores | null };
  /** Mean squared error of the partition that made the data. */
  truth?: { train: number; test: number | null };
}

/** Scores of a set of rows, in original units; mse and coverage90 are of regression, accuracy of classification. */
export interface Scores {
  mse?: number;
  /** Standard errors over the rows, as all that end so. */
  mseError?: number;
  accuracy?: number;
  accuracyError?: number;
  /** Mean over rows of the sum over classes of (probability - 1 for the true class)^2, 0 to 2; of classification. */
  brier?: number;
  brierError?: number;
  /** Mean log predictive density, or log probability of the true class; missing where there is none. */
  logScore?: number;
  logScoreError?: number;
  /** Share of rows inside their 90 % predictive interval. */
  coverage90?: number;
  coverage90Error?: number;
  rows: number;
}

/** This run's score less another's on the same rows, with the standard error of the mean of the rows' differences. */
export type Paired = Omit<Scores, "coverage90" | "coverage90Error" | "rows" | "unsupported">;

export interface Metrics {
  train: Scores;
  test: Scores | null;
  baselineTrain: Scores;
  baselineTest: Scores | null;
  /**
   * CART with the defaults of R's rpart, see cart(); null without test rows, and where rows x features are over
   * 500,000.
   */
  cartTrain: Scores | null;
  cartTest: Scores | null;
  /** On the test rows, or on the training rows where there are none. */
  paired: { baseline: Paired; cart: Paired | null };
  truth?: { train: number; test: number | null };
}

export interface StepEvent {
  /** From 1. */
  index: number;
  /**
   * "burn-in" and "visit" are steps of the paper's way, the others of "fast". embed: topologies with one split more
   * than measured ones were measured by draws embedded from those; topology is the heaviest of them. explore:
   * topologies that were not measured were drawn, to estimate what they hold. audit: a topology was looked at again by
   * a route that shares no starting point.
   */
  kind: "burn-in" | "visit" | "measure" | "embed" | "explore" | "audit";
  /** Visits so far, of iterations; with "fast" the number of the step, of 0. */
  iteration: number;
  iterations: number;
  /** null for kind "explore", which is about none. */
  topology: { key: string; name: string } | null;
  /** Why this topology: the utilities at the time, best first, at most 8; empty for a burn-in. */
  terms: Term[];
  /** NaN where nothing was measured. */
  logEvidence: number;
  logEvidenceError: number;
  /** Of the topology so far. */
  visits: number;
  /** Of this step. */
  draws: number;
  divergences: number;
  gradients: number;
  totalGradients: number;
  /** Spent sampling since the run was created. */
  seconds: number;
  /** Pareto k-hat of the topology's importance weights. */
  kHat: number;
  effectiveNumber: number;
  proposal: { move: "grow" | "prune" | "stay"; topology: string; count: number; activated: boolean } | null;
  /** Names of topologies that became active, or left the active set. */
  activated: string[];
  removed: string[];
  /** Burn-ins repeated, and chains given up, in this step. */
  repaired: number;
  leftOut: number;
  /** What the step did, in a sentence or two. */
  words: string;
  /** The same in the other languages. */
  translations: Translations<string>;
  /** The heaviest topologies, at most 8. */
  weights: { name: string; key: string; weight: number }[];
  /** How far a "fast" run is after this step; of the paper's way it says nothing. */
  search: Search;
  /** What an audit found; null for other kinds. */
  audit: Audit | null;
  /**
   * Share of the foreseeable work that is done, 0 to 1; of "fast" that of its search, so that it is 1 while audits run
   * on. It never falls.
   */
  progress: number;
  /** Nothing is left after this step. */
  done: boolean;
}

export interface Search {
  /**
   * Why the search ended; "" while it goes on. explored: the bound of what was not measured fell below the share asked
   * for, which says nothing of what the measurements are worth (see {@link Verdict}). budget: its budget of gradients
   * is used up. most-measured: as many topologies as allowed were measured. none-near: no other topology promises
   * enough.
   */
  ended: "" | "explored" | "budget" | "most-measured" | "none-near";
  /**
   * Estimated share of the posterior in topologies never measured, with its upper 90 % bound and the topologies drawn
   * for it (0: all were measured). bound: 1 where none is known, because a limit ended the search with much left. The
   * weights of the measured ones are shares of the rest. null before an estimate, and after a further topology was
   * measured.
   */
  unexplored: { share: number; bound: number; draws: number } | null;
  /** Audits under way. */
  auditing: number;
  /**
   * Other work under way after the search: heavier topologies that only embedded draws measured are measured by
   * themselves.
   */
  measuring: number;
}

/** A second look at a topology, from states that tempered sequential Monte Carlo from the prior and NUTS find. */
export interface Audit {
  done: true;
  /**
   * "": nothing is missing as far as it can tell. under-covered: states stay that the measurement lacks, a larger share
   * than its error. higher: the second route's log evidence is higher by over 3 errors. In both cases a mode may be
   * missing. failed: there is no result.
   */
  flag: "" | "under-covered" | "higher" | "failed";
  /** Why it failed. */
  reason: string;
  /** Components that the measurement lacked and was given; above 0 it was made again. */
  added: number;
  /** States looked at, and of them those that stay under-covered: logEvidenceError holds twice their share. */
  states: number;
  exceeding: number;
  /** Log evidence before the audit. */
  former: number;
  formerError: number;
  /** Log evidence by the second route; one that is lower proves nothing. */
  second: number;
  secondError: number;
}

export interface Term {
  /** Name. */
  topology: string;
  exploitation: number;
  exploration: number;
  optimism: number;
  /** The sum of the three over visits. */
  utility: number;
  visits: number;
}

export interface Topology {
  /** Pre-order, 1 for a split and 0 for a leaf. */
  key: string;
  /** The leaves' heap ids, "{1,5,6}". */
  name: string;
  leaves: number[];
  /** Posterior probability among the measured topologies. */
  weight: number;
  /** Its Monte Carlo error; NaN where that is not known, because the evidence behind the weight is not reliable. */
  weightError: number;
  /** Log marginal likelihood, without the topology's prior. */
  logEvidence: number;
  logEvidenceError: number;
  logPrior: number;
  visits: number;
  draws: number;
  divergences: number;
  /**
   * Above kHatLimit the evidence is not reliable. NaN (null in JSON) where there is none: of an exact evidence, of the
   * method "tempered", and of "embedded" where no weight is large enough to ask for one.
   */
  kHat: number;
  kHatLimit: number;
  effectiveNumber: number;
  reliable: boolean;
  /** How far the evidence can be relied on; reliable is true of the first two. */
  trust: "exact" | "reliable" | "unreliable" | "unknown";
  /** Chains in use, and chains given up. */
  chains: number;
  chainsLeftOut: number;
  /**
   * "fast": components of the mixture that measured it, of the method "embedded" the smaller topologies that draws came
   * from, and how that was found; 0 and "" elsewhere.
   */
  modes: number;
  method: "" | "hard-trees" | "modes" | "tempered" | "embedded" | string;
  /** The outcome of its audit; null where there was none. */
  audit: Audit | null;
}

/**
 * The trees of all draws that read alike without the splits that divide no training row: x · Delta ≤ tau goes left, and
 * of a split that leaves one side without a row the other side moves up. It need not have been measured itself.
 */
export interface EffectiveTree {
  key: string;
  name: string;
  leaves: number[];
  /**
   * Posterior probability among the topologies with draws, with its Monte Carlo error: of the evidences and of the
   * draws.
   */
  weight: number;
  weightError: number;
  /**
   * What topologies (by key) give to the weight, heaviest first, at most 30, and the share of their draws that reads
   * so.
   */
  parts: { topology: string; weight: number; share: number }[];
}

/** In original units; truth is there for rows of the table. */
export type Prediction = RegressionPrediction | ClassPrediction;

export interface RegressionPrediction {
  mean: number;
  sd: number;
  /** 90 % predictive interval. */
  low: number;
  high: number;
  truth?: number;
}

export interface ClassPrediction {
  /** In the order of info.classes. */
  probabilities: number[];
  /** The most probable class. */
  label: string;
  truth?: string;
}

/** What run() tells after every step. */
export interface Progress {
  /** As in {@link StepEvent}. */
  progress: number;
  /** Steps so far. */
  steps: number;
  /** Spent sampling. */
  seconds: number;
  /** "fast": the answer is there, audits may follow. */
  answered: boolean;
  words: string;
}

/**
 * The kept draws of a topology. Each stands for the share exp(logWeights[k]) of the topology's posterior; the shares
 * sum to 1.
 */
export interface TopologyDraws {
  key: string;
  name: string;
  /** Posterior probability of the topology among the measured ones. */
  weight: number;
  /** Draws. */
  count: number;
  logWeights: Float64Array;
  /** Log prior + log likelihood + log Jacobian of the unconstrained parameters, without the topology's prior. */
  logDensity: Float64Array;
  variables: DrawnVariable[];
  /** Labels of the positions along each dimension: heap numbers of leaves and splits, names of features and classes. */
  coords: Record<string, string[]>;
  /** Scales, and how a split sends a row. */
  notes: string[];
}

/**
 * tau (thresholds), delta (simplex weights of the features), mu (leaf means) and sigma, or p (class probabilities):
 * constrained, on the scale that was sampled, which the notes tell.
 */
export interface DrawnVariable {
  name: "tau" | "delta" | "mu" | "sigma" | "p" | string;
  /** Names of coords; none of a single number. */
  dims: string[];
  shape: number[];
  /** count times the product of shape, draw after draw, the last index running fastest. */
  values: Float64Array;
}

/** How far the posterior over topologies is known. */
export interface Verdict {
  /**
   * settled: the evidence that carries weight is reliable, at most 2 % of the posterior was not measured (90 % bound),
   * no weight has an error over .05, what is heavy was audited and is in no doubt, and nothing failed. nearly-settled:
   * of unreliable evidence, topologies of over 1 % carry at most 5 % and all together at most 15 %; at most 15 % was
   * not measured, errors are at most .15, an audit failed, or a heavy topology was not audited. not-settled: anything
   * worse. not-known: nothing known is worse, but the search goes on, or there is no estimate of what was not measured,
   * as in the paper’s way.
   */
  outcome: VerdictOutcome;
  /** All that keeps the run from being settled. */
  reasons: VerdictReason[];
  /** What would settle it. */
  plan: VerdictStep[];
  /** Outcome and reasons in a sentence, in English and in the other languages. */
  sentence: string;
  translations: Translations<string>;
  /** The plan in words: a sentence for each of its steps, in English and in the other languages. */
  advice: string[];
  adviceTranslations: Translations<string[]>;
  /** Summed weight of topologies whose evidence is not reliable. */
  unreliableWeight: number;
  /** The largest Monte Carlo error of a weight, as computed. */
  weightError: number;
}

export type VerdictOutcome = "settled" | "nearly-settled" | "not-settled" | "not-known";

export type VerdictReason = "nothing-measured" | "one-measured" | "unreliable-evidence" | "audit-doubtful" | "much-unmeasured" | "budget-used" | "most-measured"
  | "large-error" | "job-given-up" | "topology-left-out" | "audit-failed" | "heavy-unaudited" | "still-searching" | "no-estimate";

export type VerdictStep = "wait" | "run-again" | "use-fast" | "run-audits" | "larger-budget" | "more-visits" | "another-seed";

export interface Diagnostics extends Verdict {
  /** The outcome is "settled". */
  good: boolean;
  /** Steps so far. */
  steps: number;
  done: boolean;
  /** Topologies, and of them those of over 1 %. */
  measured: number;
  judged: number;
  /**
   * Names of topologies whose evidence carries weight and is not reliable, and of those that their audit left in doubt.
   */
  unreliable: string[];
  doubted: string[];
  /** What failed on three workers and is left out, such as "the measurement of {1,5,6}". */
  givenUp: string[];
  /** Over the topologies of over 1 %; null where there is none that has a k-hat. */
  worstKHat: number | null;
  leastEffectiveNumber: number | null;
  divergences: number;
  chains: number;
  chainsLeftOut: number;
  audits: { done: number; failed: number; auditing: number };
  /** As in {@link Search}. */
  ended: Search["ended"];
  unexplored: Search["unexplored"];
}

export interface Fingerprint {
  version: string;
  /**
   * 16 hexadecimal digits each: of the training and test rows as the run uses them (names, labels, values; not how the
   * file was written), of preset and settings, and of the results so far (see digest()). They tell runs apart and
   * protect against nobody.
   */
  data: string;
  model: string;
  digest: string;
  /** As in digest(). */
  givenUp: string[];
  steps: number;
  done: boolean;
  seed: string;
  preset: string;
  predictive: string;
  standardized: boolean;
  settings: Required<Settings>;
  task: Task;
  target: string;
  features: string[];
  trainRows: number;
  testRows: number;
  /**
   * "dcctree 0.1.0 data=... model=... seed=1 steps=34 digest=..."; a + after the steps says that some are left,
   * given-up=1 at the end how many pieces of work were given up.
   */
  line: string;
}

export interface PlotOptions {
  width?: number;
  /** Rows; by default the test rows, where there are any. */
  set?: "test" | "train";
  /** map: the row of the set, from 0, whose other values are held, unless medians is true. */
  row?: number;
  medians?: boolean;
  /** map: names of two features; by default the first two. */
  x?: string;
  y?: string;
  /** evidence apart: a key, by default of the heaviest topology; parameter counts those of diagnose() from 0. */
  topology?: string;
  parameter?: number;
  /** Of the words in figure, note and table. */
  lang?: Language;
}

export interface Diagnosis {
  /**
   * In use, numbered from 1; chains of one mode have the same main features and overlapping thresholds. divergent
   * counts kept draws.
   */
  chains: { number: number; mode: number; divergent: number }[];
  leftOut: number;
  /** Every how many-th draw is kept. */
  every: number;
  parameters: string[];
  /** There are importance weights to plot. */
  weights: boolean;
  /** Rank-normalized split R-hat, the largest, and of which parameter. */
  rHat?: number;
  rHatOf?: string;
  /** Effective sample sizes, the least. */
  bulk?: number;
  bulkOf?: string;
  tail?: number;
  tailOf?: string;
  /** Monte Carlo error of a mean as a share of the posterior's standard deviation, the largest. */
  mcse?: number;
  mcseOf?: string;
  /** Fraction of missing information, the least of a chain. */
  bfmi?: number;
  stepLow?: number;
  stepHigh?: number;
}

export interface Plot {
  svg: string;
  /** What a reader should know; "" for nothing. */
  note: string;
  /** The table behind the figure, as text. */
  columns: string[];
  rows: string[][];
}

/**
 * A language of figures: the tag of one that the page's switch offers, such as "en"; English where none is asked for.
 */
export type Language = string;

/** A text, or a list of texts, in each language but English, by the tag of the language; English stands beside it. */
export type Translations<T> = { readonly [language: string]: T };

export interface ExplainOptions {
  row?: { test: number } | { train: number };
  width?: number;
  /** Of the figure's words. */
  lang?: Language;
  topology?: string;
  axis?: [number, number];
}

export interface Explanation {
  /** truth is missing where values differ from the row's. */
  prediction: Prediction;
  /** A number or a class; null where CART was not fitted (see Metrics). */
  cart: number | string | null;
  /**
   * Of at least .05 of the weight, by weight, at most 8: mean of a regression, else the likeliest class with its
   * probability.
   */
  topologies: TopologySays[];
  /**
   * The one that disagrees with the whole: by over half a standard deviation, by another class, or by over .25 of
   * probability.
   */
  dissent: TopologySays | null;
  /** The values differ from those of the row. */
  changed: boolean;
  /**
   * min and max of the training rows; included: posterior expectation of the feature's weight, summed over a tree's
   * splits; decimals: of the training values, null for more than 6.
   */
  features: { name: string; value: number; min: number; max: number; included: number; decimals: number | null }[];
  /** Of splits on a single feature: posterior median with its 5 % and 95 % points. */
  thresholds: { feature: string; median: number; low: number; high: number }[];
  axis: [number, number];
  svg: string;
}

export interface TopologySays {
  key: string;
  name: string;
  weight: number;
  mean?: number;
  label?: string;
  probability?: number;
}

/** Something that mended itself, or nearly. */
export interface Notice {
  /**
   * worker-replaced: its job was issued again. worker-lost: none takes its place. job-given-up: its chain, topology or
   * audit is left out.
   */
  kind: "worker-replaced" | "worker-lost" | "job-given-up" | string;
  message: string;
  /** The message in the other languages. */
  translations: Translations<string>;
}

/** Why something was refused, for programs. Codes may be added with a minor version: have a default. */
export type ErrorCode =
  // of the table's reader and the choice of columns
  | "column-constant" | "column-date" | "column-infinite" | "column-label" | "column-missing" | "column-range" | "column-text" | "column-unknown"
  | "csv-archive" | "csv-binary" | "csv-changed" | "csv-columns" | "csv-duplicate-column" | "csv-empty" | "csv-header-only" | "csv-html"
  | "csv-name" | "csv-one-column" | "csv-one-row" | "csv-option" | "csv-pdf" | "csv-quote" | "csv-ragged" | "csv-spreadsheet" | "csv-too-large"
  | "csv-utf16" | "csv-utf8" | "frame-features" | "frame-rows" | "match-category" | "match-class" | "match-column" | "match-range"
  | "split-class" | "split-constant" | "split-features" | "split-share" | "split-test" | "split-train" | "target-classes" | "target-constant" | "target-date"
  | "target-one-class" | "target-text" | "task-unknown"
  // of the run
  | "busy" | "finished" | "fit" | "internal" | "message" | "no-result" | "no-run" | "no-table" | "paused" | "protocol-version" | "replaced"
  | "rules-name" | "session" | "setting" | "stopped" | "workers-failed"
  // of the bridge and the element
  | "closed" | "columns" | "coordinator-crashed" | "data" | "file-unreadable" | "frame-blocked" | "frame-failed" | "load-failed" | "rows" | "unsupported"
  // of the frame: a table that a person opened and has not let the page read, what the link hides or locks, a button that cannot be pressed now, a
  // method or version that is not known, and what else the page tells
  | "private" | "hidden" | "locked" | "unavailable" | "method" | "version" | "page" | "unknown";

/** A message for people is in message: it says where and what to do. Of code "setting", field names the option. */
export class DccError extends Error {
  readonly code: ErrorCode;
  /** The message in the other languages; missing where it is about a mistake in a program. */
  readonly translations?: Translations<string>;
  /** The table's name. */
  readonly file?: string;
  /** The row as a spreadsheet counts it. */
  readonly row?: number;
  readonly column?: string;
  /** The option or setting. */
  readonly field?: string;
  /** Of a crash: the program's last words. */
  readonly trace?: string;
}

/**
 * What {@link DccTree} shows, as attributes of the element or options of {@link mount}: lower-case names, values as
 * text.
 */
export interface TreeAttributes {
  dataset?: "wu" | "cgm" | "iris" | "wine" | "bcw";
  /** A CSV file of the page's own origin, which its policy must allow in connect-src. */
  src?: string;
  target?: string;
  task?: "auto" | Task;
  preset?: "first" | "fast" | "quick" | "paper";
  mode?: "fast" | "paper";
  seed?: number | string;
  /** Share of the rows held out as test rows. */
  holdout?: number | string;
  /** Pause after so many steps. */
  steps?: number | string;
  /** Run at once. */
  autorun?: boolean | "" | "0" | "1";
  /** Names of panels and controls, an array or a list with commas: only these, or all but these. */
  show?: string | string[];
  hide?: string | string[];
  /** Shown, not editable: names, or true for all settings. */
  lock?: boolean | string | string[];
  theme?: "light" | "dark" | "auto";
  /** By default the language of the text around the element, where the kit has it, else English. */
  lang?: Language;
  /**
   * Steps shown beside the run, separated by |, each with the name of the part that it points at before a colon, or
   * without: "data: Choose a table.|start: Press Run."
   */
  tutorial?: string;
  /** The folder that holds the kit's files, as a URL; by default where the module lies. */
  base?: string;
}

export interface MountOptions extends TreeAttributes {
  /** The frame's name for screen readers. */
  title?: string;
  /** A table of your own, instead of dataset and src. */
  data?: TableData;
  /** The columns to learn from. */
  features?: string[];
  settings?: Settings;
}

/**
 * What an element can be asked; each waits until the frame is ready. Rejects as "closed" once the element is out of the
 * document.
 *
 * A table that a person opened in the frame is theirs: a file, a paste, a session, also with a table of yours as soon
 * as they chose its test file. Until they let the page read it, beside the frame's network lock, all methods but run,
 * step, pause, stop and restore are rejected as "private", and events have their coarse form. Consent holds for that
 * table and can be taken back. Tables that the page gave (attributes, data, an inner script, restore) and samples are
 * always answered.
 */
export interface TreeMethods {
  /** Presses Run, and resolves when the run rests, with the state that it rests in. */
  run(options?: { signal?: AbortSignal }): Promise<"done" | "paused" | "stopped" | string>;
  /** Presses Step, and resolves when it is made. */
  step(): Promise<string>;
  pause(): Promise<string>;
  stop(): Promise<string>;
  /** Of the present run; null before one. */
  info(): Promise<RunInfo | null>;
  predict: Sampler["predict"];
  topologies: Sampler["topologies"];
  effectiveTrees: Sampler["effectiveTrees"];
  draws: Sampler["draws"];
  diagnostics: Sampler["diagnostics"];
  fingerprint: Sampler["fingerprint"];
  digest: Sampler["digest"];
  metrics: Sampler["metrics"];
  cart: Sampler["cart"];
  explain: Sampler["explain"];
  survey: Sampler["survey"];
  rowsAt: Sampler["rowsAt"];
  diagnose: Sampler["diagnose"];
  figure: Sampler["figure"];
  plot: Sampler["plot"];
  /** As of a sampler, without onProgress and signal, which do not cross into the frame. */
  export(what: ExportKind, options?: Omit<ExportOptions, "onProgress" | "signal">): Promise<Exported>;
  /** Table, choices and results as the bytes of a session file. */
  save(): Promise<Uint8Array>;
  /** Takes a session file up. */
  restore(data: Uint8Array | ArrayBuffer | Blob): Promise<unknown>;
}

/** A mounted element. */
export interface TreeHandle extends TreeMethods {
  readonly element: DccTree;
  /** Takes the element out of the document: its workers end, and its memory is given back. */
  finalize(): void;
}

/**
 * Puts a <dcc-tree> into an element (or the first one that a selector finds) and resolves when it can be asked.
 * Rejects, with the place as it was, as "unsupported", "frame-blocked" (the page's policy lacks frame-src),
 * "frame-failed", or by what is wrong with the data.
 *
 * ```js
 * const tree = await mount("#place", { data: csvText, target: "y", seed: 7, hide: ["compare"] });
 * await tree.run();
 * console.log(await tree.topologies());
 * tree.finalize();
 * ```
 */
export function mount(place: Element | ShadowRoot | string, options?: MountOptions): Promise<TreeHandle>;

/**
 * <dcc-tree>: the page in a locked frame of its own; importing this module defines it.
 *
 * Attributes: {@link TreeAttributes}. show, hide, lock, theme and lang are followed while it runs; any other change
 * starts the frame anew. Data: the property `data`, else a child `<script type="text/csv">` (its data-name is the
 * table's name), else `src`, else `dataset`. Other children are shown until the frame is ready, and where it cannot
 * run.
 *
 * Events, bubbling and composed: those of {@link TreeEvents}. Parts for styling: frame, status (one line: it loads,
 * waits, or why it failed), fallback.
 *
 * All elements of a document share one compiled module and, at any time, as many computing workers as there are
 * processors; who comes later waits and says so. Besides, each has one coordinator, which computes nothing while others
 * sample. Taken out of the document, an element ends its workers and gives its memory back. Moved by moveBefore() it
 * keeps its run; moved by taking it out and putting it in again, it starts anew, since browsers load frames anew then:
 * save() and restore() keep the run.
 *
 * The host's policy must allow the module in script-src and the kit's folder in frame-src, and connect-src for src; it
 * needs no style-src and no 'wasm-unsafe-eval'.
 */
export class DccTree extends HTMLElement implements TreeMethods {
  data: TableData | null | undefined;
  features: string[] | undefined;
  settings: Settings | undefined;
  /** Settles when the frame has its data and can be asked. */
  readonly ready: Promise<unknown>;
  run: TreeMethods["run"];
  step: TreeMethods["step"];
  pause: TreeMethods["pause"];
  stop: TreeMethods["stop"];
  info: TreeMethods["info"];
  predict: TreeMethods["predict"];
  topologies: TreeMethods["topologies"];
  effectiveTrees: TreeMethods["effectiveTrees"];
  draws: TreeMethods["draws"];
  diagnostics: TreeMethods["diagnostics"];
  fingerprint: TreeMethods["fingerprint"];
  digest: TreeMethods["digest"];
  metrics: TreeMethods["metrics"];
  cart: TreeMethods["cart"];
  explain: TreeMethods["explain"];
  survey: TreeMethods["survey"];
  rowsAt: TreeMethods["rowsAt"];
  diagnose: TreeMethods["diagnose"];
  figure: TreeMethods["figure"];
  plot: TreeMethods["plot"];
  export: TreeMethods["export"];
  save: TreeMethods["save"];
  restore: TreeMethods["restore"];
}

/**
 * How the frame's run stands; the numbers are missing before the first run. share is progress as in {@link StepEvent}.
 * Of a table that the page may not read, share has two decimals and seconds are whole.
 */
export interface RunState {
  state: "running" | "done" | "paused" | "stopped" | string;
  steps?: number;
  share?: number;
  seconds?: number;
}

/** What is told of a step on a table that the page may not read. */
export interface CoarseStep {
  index: number;
  /** With two decimals. */
  progress: number;
  /** Whole. */
  seconds: number;
  done: boolean;
}

export interface TreeEvents {
  /** The frame can be asked. */
  "dcc-ready": CustomEvent<object>;
  /** At most ten a second, and when the run rests. */
  "dcc-progress": CustomEvent<RunState>;
  /** After every step. */
  "dcc-draws": CustomEvent<StepEvent | CoarseStep>;
  "dcc-done": CustomEvent<RunState>;
  /**
   * Of a table that the page may not read, or of a file that could not be opened: code and a message that is always the
   * same.
   */
  "dcc-error": CustomEvent<{ code: ErrorCode; message: string; translations?: Translations<string>; file?: string; row?: number; column?: string; field?: string }>;
  /** A topology was chosen in the frame; by its key. Not told of a table that the page may not read. */
  "dcc-select": CustomEvent<{ topology: string }>;
  /** A person opened a table of their own, let the page read it, or took that back. */
  "dcc-access": CustomEvent<{ readable: boolean }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "dcc-tree": DccTree;
  }
  interface HTMLElementEventMap extends TreeEvents {}
}
