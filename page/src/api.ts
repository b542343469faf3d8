// The server's answers, typed. Every failure is an ApiError with a sentence.
import type { Conventions, Sayable, Sentence, Values } from "./sentences";
import { faults } from "./words/faults";

export interface DescribedTurn {
  text: string;
  description: Sayable;
}

/** A turn that a player can make: `played` is how cubing.js reads it. */
export interface PlayedTurn extends DescribedTurn {
  played: string;
}

export interface PlacedTurn extends PlayedTurn {
  /** Where the turn stands in the text that was sent; null where brackets wrote it out. */
  start: number | null;
  end: number | null;
}

export interface Applied {
  size: number;
  facelets: string;
  description: Sayable;
  solved: boolean;
  alg: string;
  moves: PlacedTurn[];
  inverse: string;
}

export interface Verdict {
  size: number;
  possible: boolean;
  complete: boolean;
  solved: boolean;
  description: Sayable;
  faults: string[];
  reasons: Sayable[];
  suspects: number[];
  repair: { state: string; sentence: Sayable } | null;
}

export interface OfferedTurn extends PlayedTurn {
  kind: "face" | "slice" | "wide" | "rotation";
}

export type Value = boolean | number | string | null;

/** A setting of an engine, which a request has under this name. */
export interface Setting {
  name: string;
  kind: "flag" | "whole" | "number" | "text";
  default: Value;
  help: Sayable;
  choices: string[];
  least: number | null;
  above: number | null;
  most: number | null;
}

/** What is known of an engine; null stands for all there are. */
export interface Engine {
  name: string;
  summary: Sayable;
  sizes: number[] | null;
  metrics: string[] | null;
  goals: string[] | null;
  proves: boolean;
  at_once: boolean;
  exhaustive: boolean;
  finds_all: boolean;
  writes_formulas: boolean;
  asks: string[];
  settings: Setting[];
}

/** A goal that has a name, which a request has; `title` is what it is called, where that is another thing. */
export interface Goal {
  name: string;
  title?: Sayable;
  summary: Sayable;
  /** Sizes that know the goal, if the server tells. */
  sizes?: number[];
}

export interface About {
  version: string;
  sizes: [number, number];
  metrics: string[];
  engines: Engine[];
  encodings: string[];
  palettes: string[];
  goals: Goal[];
  limits: Record<string, number>;
}

export interface Neighbours {
  distance: number;
  neighbours: { turn: string; description: Sayable; facelets: string; distance: number }[];
}

export interface Layers {
  size: number;
  metric: string;
  counts: number[];
  total: number;
}

export interface Drawn {
  size: number;
  facelets: string;
  scramble: string;
  seed: number;
}

/** What to solve, by the names of the command line's options; the settings of engines have the names that the server tells. */
export interface SolveRequest {
  size: number;
  scramble?: string;
  state?: string;
  goal?: string;
  metric?: string;
  moves?: string;
  engine?: string;
  max_length?: number;
  timeout?: number;
  all?: boolean;
  seed?: number;
  memory?: boolean;
  pace?: number | null;
  certify?: boolean;
}

export interface Job {
  id: string;
  url: string;
  events: string;
}

export interface Answer {
  size: number;
  start: string;
  scramble: string | null;
  solution: string | null;
  length: number | null;
  metric: string;
  optimal: boolean;
  lower_bound: number;
  engine: string;
  seconds: number;
  solutions?: string[];
  stopped?: string;
  /** What the engine did, by the names of numbers; null if it tells nothing. */
  statistics: Record<string, unknown> | null;
  moves: DescribedTurn[];
  certificate: string | null;
  /** What is proved, in words. */
  claim: Sayable;
}

/** How a job stands, for those who do not listen to its events. */
export interface Standing {
  id: string;
  state: "running" | "done" | "failed" | "stopped";
  failure: Failure | null;
  result: Answer | null;
}

export interface Failure {
  /** The sentence in English; with what it was made of, if it is more than text. */
  error: string;
  code?: string;
  template?: string;
  values?: Values;
  field?: string;
  column?: number;
  position?: number;
  reasons?: Sayable[] | null;
  repair?: Sayable | null;
}

/** The sentence of a failure. */
export function sentenceOf({ error, code = "", template = "", values = {} }: Failure): Sentence {
  return { text: error, code, template, values };
}

/** A failure of which there is no more to say than a sentence. */
export function failing({ text, ...made }: Sentence): Failure {
  return { error: text, ...made };
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly failure: Failure,
  ) {
    super(failure.error);
  }
}

async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, options);
  } catch (fault) {
    if (options.signal?.aborted) throw fault;
    throw new ApiError(0, failing(faults.silent()));
  }
  if (answer.status === 204) return undefined as T;
  const body: unknown = await answer.json().catch((fault: unknown) => {
    if (options.signal?.aborted) throw fault;
    throw new ApiError(answer.status, failing(faults.status({ status: answer.status })));
  });
  if (!answer.ok) throw new ApiError(answer.status, body as Failure);
  return body as T;
}

function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { "content-type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), ...(signal && { signal }) });
}

type Query = Record<string, string | number | boolean | null | undefined>;

/** An address with a query; what is null or undefined is left out. */
export function address(path: string, query: Query): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) words.set(name, String(value));
  return `${path}?${words}`;
}

/** The table of a language, as its file has it. */
export interface LanguageTable {
  language: Partial<Conventions> & { name: string };
  templates: Record<string, string>;
}

export const api = {
  about: () => ask<About>("/api"),
  languages: () => ask<{ languages: { tag: string; name: string }[] }>("/api/languages"),
  language: (tag: string) => ask<LanguageTable>(`/api/languages/${encodeURIComponent(tag)}`),
  apply: (size: number | null, state: string | null, alg: string, signal?: AbortSignal) =>
    post<Applied>("/api/apply", { size, state, alg }, signal),
  status: (state: string, signal?: AbortSignal) => post<Verdict>("/api/status", { state }, signal),
  scramble: (size: number) => ask<Drawn>(address("/api/scramble", { size })),
  turns: (size: number) => ask<{ turns: OfferedTurn[] }>(address("/api/turns", { size })),
  layers: (metric: string) => ask<Layers>(address("/api/explore", { metric })),
  atDepth: (metric: string, depth: number) =>
    ask<Drawn & { distance: number }>(address("/api/explore/cube", { metric, depth })),
  neighbours: (state: string, metric: string, signal?: AbortSignal) =>
    post<Neighbours>("/api/explore/neighbours", { state, metric }, signal),
  solve: (request: SolveRequest) => post<Job>("/api/solve", request),
  job: (job: Job) => ask<Standing>(job.url),
  stop: (job: Job) => post<unknown>(`${job.url}/stop`, {}),
  forget: (job: Job) => ask<void>(job.url, { method: "DELETE", keepalive: true }),
};

/** The address of a picture of a state. */
export function picture(state: string, look: Query = {}): string {
  return address("/api/picture", { state, view: "solid", format: "svg", ...look });
}

/** The address of a film, to be downloaded. */
export function film(state: string, alg: string, format: string, look: Query = {}): string {
  return address("/api/animation", { state, alg, format, ...look });
}
