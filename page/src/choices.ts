// The choices of the visitor, and the request that they make.
import { batch, computed, signal } from "@preact/signals";
import { about, most } from "./about";
import type { Engine, Setting, Value } from "./api";
import type { Choices } from "./question";
import type { Sayable } from "./sentences";
import * as cube from "./cube";
import { EXAMPLES, exampleOf } from "./examples";
import { aimAt, goal, isPainted, PAINTED, paintedGoal } from "./goal";

/** The engine that is usual. */
const AUTO = "auto";
/** The usual time limit. */
const USUAL_SECONDS = 60;
/** The engine with a separate view. */
export const WALK = "walk";

/** The engines that the server offers. */
export const engines = computed(() => (about.value?.engines ?? []).filter(({ name }) => name !== WALK));

/** The engine that the visitor chose; null for the engine of the example on the screen, or the usual one. */
export const wanted = signal<string | null>(null);
export const metric = signal("htm");
export const moves = signal("");
/** The time limit that the visitor chose; null for the usual limit of this cube. */
export const wished = signal<number | null>(null);
export const every = signal(false);
/** By how many turns answers may be longer than the shortest, if all are requested. */
export const extra = signal(0);
/** Whether the first good answer is enough. */
export const quick = signal(false);
/** The chosen settings of engines, by name; others have their defaults. */
export const given = signal<Record<string, Value>>({});

/** The goals for a cube of this size; only `solved` until the server lists them. */
export const goals = computed<readonly { name: string; title: Sayable; summary: Sayable }[]>(
  () => about.value?.goals.filter(({ sizes }) => sizes.includes(cube.size.value)) ?? [{ name: "solved", title: "solved", summary: "" }],
);
export const mostSeconds = computed(() => most("seconds", 600));

export function fits({ sizes }: Engine): boolean {
  return sizes?.includes(cube.size.value) ?? true;
}

const suggested = computed(() => {
  const example = exampleOf(cube.base.value.facelets);
  return example ? EXAMPLES[example].engine : AUTO;
});
const named = computed(() => wanted.value ?? suggested.value);
const namedRow = computed(() => engines.value.find(({ name }) => name === named.value));
/** The engine of the request: the chosen one, if it takes cubes of this size. */
export const engine = computed(() => (namedRow.value && !fits(namedRow.value) ? AUTO : named.value));
const row = computed(() => engines.value.find(({ name }) => name === engine.value));
/** The engines that will work: that engine, or those that it calls in turn; an engine that knows every state works alone. */
const atWork = computed(() => {
  if (!row.value) return [];
  const called = engines.value.filter((engine) => row.value!.asks.includes(engine.name) && fits(engine));
  const sure = called.find(({ exhaustive }) => exhaustive);
  return sure ? [sure] : called.length > 0 ? called : [row.value];
});
export const findsAll = computed(() => row.value?.finds_all ?? false);
/** Whether a formula may be written. */
export const writes = computed(() => atWork.value.some(({ writes_formulas }) => writes_formulas));
/** The settings with separate controls. */
const PLACED = ["all", "quick", "extra"];
/** The other settings that matter to the engines at work. */
export const settings = computed<Setting[]>(() =>
  (row.value?.settings ?? []).filter(({ name }) => !PLACED.includes(name) && atWork.value.some((engine) => engine.settings.some((setting) => setting.name === name))),
);

/** Whether an answer without a proof can be requested: an engine at work has that setting. */
export const mayBeQuick = computed(() => atWork.value.some(({ settings }) => settings.some(({ name }) => name === "quick")));
/** Whether answers longer than the shortest can be requested. */
export const findsLonger = computed(() => findsAll.value && (row.value?.settings ?? []).some(({ name }) => name === "extra"));

export function valueOf({ name, default: usual }: Setting): Value {
  return given.value[name] ?? usual;
}

export function give({ name }: Setting, value: Value): void {
  given.value = { ...given.value, [name]: value };
}

/** How long to search. */
export const seconds = computed(() => wished.value ?? USUAL_SECONDS);
const painted = computed(() => (paintedGoal.value?.length === 6 * cube.size.value ** 2 ? paintedGoal.value : null));
/** The names of the goals that this size has. */
export const aims = computed(() => [...(painted.value ? [PAINTED] : []), ...goals.value.map(({ name }) => name)]);
/** The goal, if this size has it. */
export const aim = computed(() => (aims.value.includes(goal.value) ? goal.value : "solved"));

/** Whether a field of the request, by its name in the API, is among these choices. */
export function isField(name: string): boolean {
  return ["goal", "metric", "moves", "timeout", "extra"].includes(name) || settings.value.some((setting) => setting.name === name);
}

/** Usual choices of allowed turns, besides all. */
export const picks = computed(() => {
  const most = cube.size.value > 3 ? ["U, R, F, D, L, B"] : [];
  const some = cube.size.value === 2 ? ["R, U", "R, D, B"] : ["R, U", "R, U, F", "R, U, F2"];
  return [...most, ...some];
});
export const halfTurns = computed(() => (cube.size.value === 2 ? "R2, U2, F2" : "U2, R2, F2, D2, L2, B2"));

/** The choices for a cube of this size. */
export const chosen = computed<Choices>(() => ({
  size: cube.size.value,
  engine: engine.value,
  metric: metric.value,
  goal: aim.value === PAINTED ? painted.value! : aim.value,
  timeout: seconds.value,
  all: every.value && findsAll.value,
  ...(every.value && findsLonger.value && extra.value > 0 && { extra: extra.value }),
  ...(quick.value && mayBeQuick.value && !every.value && { quick: true }),
  ...(moves.value.trim() && { moves: moves.value.trim() }),
  ...Object.fromEntries(
    settings.value.filter((setting) => valueOf(setting) !== setting.default).map((setting) => [setting.name, valueOf(setting)]),
  ),
}));

/** Whether nothing was chosen. */
export const isUsual = computed(
  () =>
    wanted.value === null && aim.value === "solved" && metric.value === "htm" && !moves.value.trim() && wished.value === null &&
    !every.value && !quick.value && Object.entries(given.value).every(([name, value]) => settings.value.every((setting) => setting.name !== name || setting.default === value)),
);

/** Restore the choices of an earlier question. */
export function choose(before: Choices): void {
  batch(() => {
    if (isPainted(before.goal!)) aimAt(before.goal!);
    else goal.value = before.goal!;
    [wanted.value, metric.value, moves.value] = [before.engine!, before.metric!, before.moves ?? ""];
    [wished.value, every.value] = [before.timeout!, before.all ?? false];
    [quick.value, extra.value] = [before.quick ?? false, before.extra ?? 0];
    const values = settings.value.map(({ name, default: usual }) => [name, (before as Record<string, Value>)[name] ?? usual]);
    given.value = { ...given.peek(), ...Object.fromEntries(values) };
  });
}

/** Choose a goal, and the usual choices for the rest. */
export function askAnew(aimed: string): void {
  batch(() => {
    [wanted.value, goal.value, metric.value, moves.value] = [null, aimed, "htm", ""];
    [every.value, quick.value, extra.value] = [false, false, 0];
    given.value = {};
    wished.value = null;
  });
}
