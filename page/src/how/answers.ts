// Answers of the server for the chapters: a cache of answers, without failures; and what formulas in `framed` mean.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, type Failure } from "../api";
import { failureOf } from "../failing";
import type { FormulaAnswer, FormulaRequest, RefutationAnswer } from "../wire";
import { origins, stickerAt } from "./geometry";
import type { Clause } from "./propagation";

/** The encoding of certificates. */
export const ENCODING: NonNullable<FormulaRequest["encoding"]> = "framed";

/** A formula with all of its clauses. */
export interface Formula extends FormulaAnswer {
  ids: ReadonlyMap<string, number>;
}

const cache = new Map<string, Promise<unknown>>();

function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const cached = cache.get(key) as Promise<T> | undefined;
  if (cached) return cached;
  const answer = ask();
  cache.set(key, answer);
  answer.catch(() => cache.delete(key));
  return answer;
}

/** A formula, all pages of its clauses together. */
export function formulaOf(state: string, horizon: number): Promise<Formula> {
  return once(`formula ${state} ${horizon}`, async () => {
    const first = await api.formula({ state, horizon, encoding: ENCODING });
    const clauses: Clause[] = [...first.clauses];
    for (let page = 1; page < first.pages; page++) clauses.push(...(await api.formula({ state, horizon, encoding: ENCODING, page })).clauses);
    return { ...first, clauses, ids: new Map(first.names.map((name, index) => [name, index + 1])) };
  });
}

export function refutationOf(state: string, horizon: number): Promise<RefutationAnswer> {
  return once(`refutation ${state} ${horizon}`, () => api.refutation({ state, horizon, encoding: ENCODING }));
}

export function neighboursOf(state: string): ReturnType<typeof api.neighbours> {
  return once(`neighbours ${state}`, () => api.neighbours(state, "htm"));
}

/** The value that a screen shows, or the failure of its request; both are null during the request. */
export interface Answered<T> {
  value: T | null;
  failure: Failure | null;
  retry: () => void;
}

/** Request the value that a screen shows; `key` names the request. */
export function useAnswer<T>(key: string, ask: () => Promise<T>): Answered<T> {
  const answer = useSignal<{ key: string; value: T | null; failure: Failure | null } | null>(null);
  const tries = useSignal(0);
  useEffect(() => {
    let isNewest = true;
    const put = (value: T | null, failure: Failure | null) => isNewest && (answer.value = { key, value, failure });
    ask().then((value) => put(value, null), (fault: unknown) => put(null, failureOf(fault)));
    return () => void (isNewest = false);
  }, [key, tries.value]);
  const now = answer.value?.key === key ? answer.value : null;
  return { value: now?.value ?? null, failure: now?.failure ?? null, retry: () => void tries.value++ };
}

/** The true variables of a formula for these turns, with no turn in the steps after them. The pieces follow the turns, or all keep their places. */
export function assignment({ ids, names, horizon }: Formula, turns: readonly string[], follows = true): ReadonlySet<number> {
  const steps = Array.from({ length: horizon }, (_, step) => turns[step] ?? "-");
  const chosen = steps.flatMap((turn, step) => [`turn(${step + 1},${turn})`, `layer(${step + 1},${turn[0]})`]);
  const places = Array.from({ length: horizon + 1 }, (_, moment) => origins(follows ? steps.slice(0, moment) : []));
  const at = names.flatMap((name) => {
    const [, moment, from, to] = /^at0\((\d+),(\w+),(\w+)\)$/.exec(name) ?? [];
    return moment !== undefined && places[Number(moment)]![stickerAt(to!)] === stickerAt(from!) ? [name] : [];
  });
  return new Set([...chosen, ...at].map((name) => ids.get(name)!));
}

/** Whether a literal is true. */
export const isTrue = (all: ReadonlySet<number>, literal: number): boolean => all.has(Math.abs(literal)) === literal > 0;

/** The numbers of the clauses that an assignment breaks. */
export function brokenBy({ clauses }: Formula, all: ReadonlySet<number>): number[] {
  return clauses.flatMap((clause, index) => (clause.some((literal) => isTrue(all, literal)) ? [] : [index + 1]));
}

/** The meaning of a variable, from its name. */
export type Meaning =
  | { kind: "turn"; step: number; turn: string }
  | { kind: "layer"; step: number; turn: string }
  /** At a moment, the sticker that started at `from` is at `to`. */
  | { kind: "at"; moment: number; from: number; to: number };

const NAME = /^(\w+?)\d*\(([^()]*)\)$/;

export function meaningOf(formula: Formula, variable: number): Meaning {
  const [, kind, labels] = NAME.exec(formula.names[variable - 1]!)!;
  const [first, second, third] = labels!.split(",") as [string, string, string];
  if (kind === "at") return { kind, moment: Number(first), from: stickerAt(second), to: stickerAt(third) };
  return { kind: kind === "turn" ? "turn" : "layer", step: Number(first), turn: second };
}

const KINDS = ["turns", "moves", "stays", "start", "goal", "far"] as const;
export type Kind = (typeof KINDS)[number];

/** The kind of a group of clauses, from its label. */
function kindOf(label: string): Kind {
  if (/ moves orbit /.test(label)) return "moves";
  if (/ stays where /.test(label)) return "stays";
  if (/^too far/.test(label)) return "far";
  if (/^start/.test(label)) return "start";
  return /goal/.test(label) ? "goal" : "turns";
}

/** The numbers of the clauses of each kind, in the order of the kinds. */
export function clausesByKind({ groups }: Formula): ReadonlyMap<Kind, readonly number[]> {
  const byKind = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  for (const { label, first, clauses } of groups) for (let number = first; number < first + clauses; number++) byKind.get(kindOf(label))!.push(number);
  return byKind;
}
