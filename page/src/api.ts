// The server's answers, typed. Every failure is an ApiError with a sentence.
import { choice, readingOf } from "./lowercase";
import type { Sayable, Sentence } from "./sentences";
import type {
  ApiAnswer, ApplyAnswer, CrossesAnswer, EngineAnswer, ExploreAnswer, ExploredCube, Failure, FormulaAnswer, FormulaRequest, GoalAnswer, GoalStickersAnswer, JobAnswer, JobStarted, LanguagesAnswer, LanguageTable,
  MadeMove, MoveAnswer, NeighboursAnswer, RandomAnswer, RefutationAnswer, RefutationRequest, ScrambleAnswer, SettingAnswer, SolveRequest as Asked, SolveResult, StatusAnswer, TurnAnswer, TurnsAnswer, VerifyAnswer, VerifyRequest,
} from "./wire";
import { faults } from "./words/faults";

// Answers, by their names on the page.
export type { Failure } from "./wire";
/** A turn; the name also describes a turn that the server does not know. */
export type DescribedTurn = Pick<MadeMove, "text"> & { description: Sayable };
/** A turn that a player can make: `slab` says which layers turn. */
export type PlayedTurn = DescribedTurn & Pick<TurnAnswer, "slab">;
export type PlacedTurn = MoveAnswer;
export type OfferedTurn = TurnAnswer;
export type Applied = ApplyAnswer;
export type Verdict = StatusAnswer;
export type Value = SettingAnswer["default"];
export type Setting = SettingAnswer;
export type Engine = EngineAnswer;
export type Goal = GoalAnswer;
export type About = ApiAnswer;
export type Neighbours = NeighboursAnswer;
export type Layers = ExploreAnswer;
export type Drawn = ScrambleAnswer;
export type Job = JobStarted;
/** The page solves only cubes. */
export type Answer = SolveResult & { size: number; start: string };
/** The state of a job, for callers that do not listen to its events. */
export type Standing = Omit<JobAnswer, "result"> & { result?: Answer | null };
/** A question; the page always gives the size. The server defines the names of engines and metrics. */
export type SolveRequest = Omit<Asked, "engine" | "metric"> & { size: number; engine?: string; metric?: string };

/** The sentence of a failure. */
export function sentenceOf({ error, code, template, values }: Failure): Sentence {
  return { text: error, code, template, values };
}

/** A failure that is only a sentence. */
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

/** The cube after turns. A text that leaves its lower-case turns open is read as the visitor chose, with the server's note all the same. */
async function apply(size: number | null, state: string | null, alg: string, signal?: AbortSignal, order?: string): Promise<Applied> {
  const body = { size, state, order, alg };
  const read = await post<Applied>("/api/apply", body, signal);
  const lower_case = choice.peek();
  if (!read.note || !lower_case || readingOf(read.note) === lower_case) return read;
  return { ...(await post<Applied>("/api/apply", { ...body, lower_case }, signal)), note: { ...read.note, code: `lower-case.${lower_case}` } };
}

export const api = {
  about: () => ask<About>("/api"),
  languages: () => ask<LanguagesAnswer>("/api/languages"),
  language: (tag: string) => ask<LanguageTable>(`/api/languages/${encodeURIComponent(tag)}`),
  apply,
  /** The cube after each of the turns. */
  steps: async (state: string, alg: string) => (await post<Applied>("/api/apply", { state, alg, steps: true })).states!,
  goalStickers: (state: string, goal: string) => post<GoalStickersAnswer>("/api/goal", { state, goal }),
  crosses: (state: string, metric: string, signal?: AbortSignal) => post<CrossesAnswer>("/api/crosses", { state, metric }, signal),
  status: (state: string, signal?: AbortSignal, order?: string) => post<Verdict>("/api/status", { state, order }, signal),
  random: (size: number) => ask<RandomAnswer>(address("/api/random", { size })),
  scramble: (size: number, seed: number) => ask<Drawn>(address("/api/scramble", { size, seed })),
  turns: (size: number) => ask<TurnsAnswer>(address("/api/turns", { size })),
  layers: (metric: string) => ask<Layers>(address("/api/explore", { metric })),
  atDepth: (metric: string, depth: number, seed?: number) =>
    ask<ExploredCube>(address("/api/explore/cube", { metric, depth, seed })),
  neighbours: (state: string, metric: string, signal?: AbortSignal) =>
    post<Neighbours>("/api/explore/neighbours", { state, metric }, signal),
  formula: (request: FormulaRequest) => post<FormulaAnswer>("/api/formula", request),
  verify: (request: VerifyRequest) => post<VerifyAnswer>("/api/formula/verify", request),
  refutation: (request: RefutationRequest) => post<RefutationAnswer>("/api/formula/refutation", request),
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
