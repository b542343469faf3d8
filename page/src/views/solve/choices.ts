// What is asked of the engines: the choices of the visitor, and the request they come to.
import { batch, computed, signal } from "@preact/signals";
import { about, most } from "../../about";
import type { Engine, Setting, Value } from "../../api";
import type { Choices } from "../../question";
import type { Sayable } from "../../sentences";
import * as cube from "../../cube";
import { EXAMPLES, exampleOf } from "../../examples";
import { aimAt, goal, isPainted, PAINTED, paintedGoal } from "../../goal";

/** What is asked where nothing else is chosen. */
const AUTO = "auto";
/** How long to search where nothing is known that takes longer. */
const USUAL_SECONDS = 60;
/** The engine that has a view of its own. */
export const WALK = "walk";

/** The engines, as the server tells of them. */
export const engines = computed(() => (about.value?.engines ?? []).filter(({ name }) => name !== WALK));

/** The engine that the visitor has chosen; null for none, which leaves it to the example on the screen, if one is. */
export const wanted = signal<string | null>(null);
export const metric = signal("htm");
export const moves = signal("");
/** The time that the visitor has chosen; null for what is usual for this cube. */
export const wished = signal<number | null>(null);
export const every = signal(false);
/** How many turns longer than the shortest answers may be, if all are wanted. */
export const extra = signal(0);
/** Whether the first good answer will do. */
export const quick = signal(false);
/** What was chosen of engines' settings, by their names; of those that are not here, the default. */
export const given = signal<Record<string, Value>>({});

/** The goals for a cube of this size; before the server has told of them there is one. */
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
/** The engine that is asked: what was chosen, if it can take cubes of this size. */
export const engine = computed(() => (namedRow.value && !fits(namedRow.value) ? AUTO : named.value));
const row = computed(() => engines.value.find(({ name }) => name === engine.value));
/** The engines that will work: the one that is asked, or those that it asks in turn, of which one that knows every state is enough. */
const atWork = computed(() => {
  if (!row.value) return [];
  const asked = engines.value.filter((one) => row.value!.asks.includes(one.name) && fits(one));
  const sure = asked.find(({ exhaustive }) => exhaustive);
  return sure ? [sure] : asked.length > 0 ? asked : [row.value];
});
export const findsAll = computed(() => row.value?.finds_all ?? false);
/** Whether a formula may be written. */
export const writes = computed(() => atWork.value.some(({ writes_formulas }) => writes_formulas));
/** The settings that have a place of their own among the choices. */
const PLACED = ["all", "quick", "extra"];
/** The other settings that matter to the engines at work. */
export const settings = computed<Setting[]>(() =>
  (row.value?.settings ?? []).filter(({ name }) => !PLACED.includes(name) && atWork.value.some((one) => one.settings.some((had) => had.name === name))),
);

/** Whether somebody may want an answer without its proof: an engine at work has that setting, and none has the proof at once. */
export const mayBeQuick = computed(() => atWork.value.some(({ settings }) => settings.some(({ name }) => name === "quick")));
/** Whether answers that are longer than the shortest can be found too. */
export const findsLonger = computed(() => findsAll.value && (row.value?.settings ?? []).some(({ name }) => name === "extra"));

export function valueOf({ name, default: usual }: Setting): Value {
  return given.value[name] ?? usual;
}

export function give({ name }: Setting, value: Value): void {
  given.value = { ...given.value, [name]: value };
}

/** What to expect of a scrambled cube of this size, if the engines are asked that solve any. */
const expected = computed(() => {
  const found = about.value?.reach.find(({ size }) => size === cube.size.value);
  return engine.value === AUTO || engine.value === found?.engine ? found : undefined;
});
/** What to know before a search is begun, null for nothing: it is about the solved cube and its usual turns. */
export const beforehand = computed(() =>
  aim.value === "solved" && !moves.value.trim() && !(every.value && findsAll.value) ? (expected.value?.sentence ?? null) : null,
);
/** What the button promises: any cube, any cube by a way that is not the shortest, or only what is near. */
export const reach = computed(() => (!beforehand.value ? "solve" : expected.value?.engine ? "inStages" : "nearOnly"));
/** How long to search. */
export const seconds = computed(() => wished.value ?? (expected.value?.sentence ? expected.value.seconds : USUAL_SECONDS));
const painted = computed(() => (paintedGoal.value?.length === 6 * cube.size.value ** 2 ? paintedGoal.value : null));
/** The names of the goals that this size has. */
export const aims = computed(() => [...(painted.value ? [PAINTED] : []), ...goals.value.map(({ name }) => name)]);
/** The goal, if this size has it. */
export const aim = computed(() => (aims.value.includes(goal.value) ? goal.value : "solved"));

/** Whether a visitor fills in this field of a request here, by the name that the server calls it. */
export function isField(name: string): boolean {
  return ["goal", "metric", "moves", "timeout", "extra"].includes(name) || settings.value.some((one) => one.name === name);
}

/** Allowed turns that are often wanted, besides all of them. */
export const picks = computed(() => {
  const most = cube.size.value > 3 ? ["U, R, F, D, L, B"] : [];
  const some = cube.size.value === 2 ? ["R, U", "R, D, B"] : ["R, U", "R, U, F", "R, U, F2"];
  return [...most, ...some];
});
export const halfTurns = computed(() => (cube.size.value === 2 ? "R2, U2, F2" : "U2, R2, F2, D2, L2, B2"));

/** What they come to, for a cube of this size. */
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
    settings.value.filter((one) => valueOf(one) !== one.default).map((one) => [one.name, valueOf(one)]),
  ),
}));

/** Whether nothing was chosen. */
export const isUsual = computed(
  () =>
    wanted.value === null && aim.value === "solved" && metric.value === "htm" && !moves.value.trim() && wished.value === null &&
    !every.value && !quick.value && Object.entries(given.value).every(([name, value]) => settings.value.every((one) => one.name !== name || one.default === value)),
);

/** Choose again as for an earlier question. */
export function choose(before: Choices): void {
  batch(() => {
    if (isPainted(before.goal!)) aimAt(before.goal!);
    else goal.value = before.goal!;
    [wanted.value, metric.value, moves.value] = [before.engine!, before.metric!, before.moves ?? ""];
    [wished.value, every.value] = [before.timeout!, before.all ?? false];
    [quick.value, extra.value] = [before.quick ?? false, before.extra ?? 0];
    const asked = settings.value.map(({ name, default: usual }) => [name, (before as Record<string, Value>)[name] ?? usual]);
    given.value = { ...given.peek(), ...Object.fromEntries(asked) };
  });
}

/** Choose a goal, and nothing else. */
export function askAnew(aimed: string): void {
  batch(() => {
    [wanted.value, goal.value, metric.value, moves.value] = [null, aimed, "htm", ""];
    [every.value, quick.value, extra.value] = [false, false, 0];
    given.value = {};
    wished.value = null;
  });
}
