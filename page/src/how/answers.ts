// Answers of the server for the chapters: a cache of answers, without failures.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api, type Failure } from "../api";
import { failureOf } from "../failing";
import type { FormulaAnswer, FormulaRequest, RefutationAnswer } from "../wire";
import { faceAt, origins, slotAt, stickerAt, type Slot } from "./geometry";
import type { Clause } from "./propagation";

export type Encoding = NonNullable<FormulaRequest["encoding"]>;

/** A formula with all of its clauses. */
export interface Formula extends FormulaAnswer {
  ids: ReadonlyMap<string, number>;
}

const cache = new Map<string, Promise<unknown>>();

function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const before = cache.get(key) as Promise<T> | undefined;
  if (before) return before;
  const answer = ask();
  cache.set(key, answer);
  answer.catch(() => cache.delete(key));
  return answer;
}

/** A formula, all pages of its clauses together. */
export function formulaOf(state: string, horizon: number, encoding: Encoding): Promise<Formula> {
  return once(`formula ${state} ${horizon} ${encoding}`, async () => {
    const first = await api.formula({ state, horizon, encoding });
    const clauses: Clause[] = [...first.clauses];
    for (let page = 1; page < first.pages; page++) clauses.push(...(await api.formula({ state, horizon, encoding, page })).clauses);
    return { ...first, clauses, ids: new Map(first.names.map((name, index) => [name, index + 1])) };
  });
}

export function refutationOf(state: string, horizon: number, encoding: Encoding): Promise<RefutationAnswer> {
  return once(`refutation ${state} ${horizon} ${encoding}`, () => api.refutation({ state, horizon, encoding }));
}

export function brokenBy(state: string, horizon: number, encoding: Encoding, all: readonly number[]): ReturnType<typeof api.verify> {
  return once(`verify ${state} ${horizon} ${encoding} ${all}`, () => api.verify({ state, horizon, encoding, true: [...all] }));
}

export function neighboursOf(state: string): ReturnType<typeof api.neighbours> {
  return once(`neighbours ${state}`, () => api.neighbours(state, "htm"));
}

export function layersOf(): ReturnType<typeof api.layers> {
  return once("layers", () => api.layers("htm"));
}

/** An answer that a screen shows, or why it is not there. */
export interface Answered<T> {
  value: T | null;
  failure: Failure | null;
  retry: () => void;
}

/** Ask for what a screen shows; the key names the question. */
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

/** The meaning of a variable, from its name. */
export type Meaning =
  | { kind: "turn"; step: number; turn: string }
  | { kind: "layer"; step: number; turn: string }
  | { kind: "piece"; moment: number; slot: string; from: string }
  | { kind: "twist"; moment: number; slot: string; face: string }
  | { kind: "at"; moment: number; from: number; to: number }
  | { kind: "goal"; goal: number };

const NAME = /^(\w+?)\d*\(([^()]*)\)$/;

/** The places in whose slots the pieces start, by the numbers of the pieces: `cubie-onehot` names slots by places. */
function placesOf(formula: Formula): string[] {
  const start = formula.groups.filter(({ label }) => label.startsWith("start of orbit"));
  const facts = start.flatMap(({ first, clauses }) => formula.clauses.slice(first - 1, first - 1 + clauses).map(([literal]) => literal!));
  const named = facts.filter((literal) => literal > 0).map((literal) => /^piece0\(0,([^,]*),(\d+)\)$/.exec(formula.names[literal - 1]!)!);
  return named.sort((one, other) => Number(one[2]) - Number(other[2])).map(([, place]) => place!);
}

const places = new WeakMap<Formula, string[]>();
/** Where each piece of a formula in `cubie-onehot` starts. */
export function startsOf(formula: Formula): string[] {
  if (!places.has(formula)) places.set(formula, placesOf(formula));
  return places.get(formula)!;
}

/** The places of a slot in the order of their numbers, in which `cubie-onehot` counts orientations. */
const inOrder = ({ stickers }: Slot) => [...stickers].sort((a, b) => a - b);

/** The true variables of a formula in `cubie-onehot`, if these turns are made and the pieces follow them, or stay where they are. */
export function assignment(formula: Formula, turns: readonly string[], moves = true): number[] {
  const id = (name: string) => formula.ids.get(name)!;
  const starts = startsOf(formula);
  const chosen = turns.map((turn, index) => id(`turn(${index + 1},${turn})`));
  const states = Array.from({ length: turns.length + 1 }, (_, moment) => {
    const origin = origins(moves ? turns.slice(0, moment) : []);
    return starts.flatMap((place) => {
      const from = slotAt(origin[stickerAt(place)]!);
      const first = inOrder(from)[0];
      const way = inOrder(slotAt(place)).findIndex((there) => origin[there] === first);
      const piece = starts.findIndex((start) => slotAt(start) === from);
      return [id(`piece0(${moment},${place},${piece})`), id(`turned0(${moment},${place},${way})`)];
    });
  });
  return [...chosen, ...states.flat()];
}

export function meaningOf(formula: Formula, variable: number): Meaning {
  const [, kind, labels] = NAME.exec(formula.names[variable - 1]!)!;
  const [first, second, third] = labels!.split(",") as [string, string, string];
  switch (kind) {
    case "turn":
    case "layer":
      return { kind, step: Number(first), turn: second };
    case "piece":
      return { kind, moment: Number(first), slot: slotAt(second).name, from: slotAt(startsOf(formula)[Number(third)]!).name };
    case "turned":
      return { kind: "twist", moment: Number(first), slot: slotAt(second).name, face: faceAt(inOrder(slotAt(second))[Number(third)]!) };
    case "at":
      return { kind, moment: Number(first), from: stickerAt(second), to: stickerAt(third) };
    default:
      return { kind: "goal", goal: Number(first) };
  }
}
