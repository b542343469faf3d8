// What is asked of the engines: the choices of the visitor, and the request they come to.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { about, most } from "../../about";
import type { Choices } from "../../question";
import * as cube from "../../cube";
import { aimAt, goal, isPainted, PAINTED, paintedGoal } from "../../goal";

export const ENGINES = ["auto", "table", "sat", "search", "stages"] as const;
export type Engine = (typeof ENGINES)[number];

const SIZES: Partial<Record<Engine, number[]>> = { table: [2], search: [3], stages: [2, 3, 4, 5] };

export const wanted = signal<Engine>("auto");
export const metric = signal("htm");
export const moves = signal("");
export const seconds = signal(60);
export const every = signal(false);
export const encoding = signal("framed");
export const horizon = signal("up");

export const goals = computed(() =>
  (about.value?.goals ?? [{ name: "solved", summary: "" }]).filter(({ sizes }) => sizes?.includes(cube.size.value) ?? true),
);
export const mostSeconds = computed(() => most("seconds", 600));

export function fits(engine: Engine): boolean {
  return SIZES[engine]?.includes(cube.size.value) ?? true;
}

/** The engine that is asked: what was chosen, if it can take cubes of this size. */
export const engine = computed<Engine>(() => (fits(wanted.value) ? wanted.value : "auto"));
/** Whether a formula may be written, so that its encoding matters. */
export const writes = computed(() => engine.value === "sat" || (engine.value === "auto" && cube.size.value > 2));
export const findsAll = computed(() => ["auto", "table", "sat"].includes(engine.value));
const painted = computed(() => (paintedGoal.value?.length === 6 * cube.size.value ** 2 ? paintedGoal.value : null));
/** The names of the goals that this size has. */
export const aims = computed(() => [...(painted.value ? [PAINTED] : []), ...goals.value.map(({ name }) => name)]);
/** The goal, if this size has it. */
export const aim = computed(() => (aims.value.includes(goal.value) ? goal.value : "solved"));

/** The fields of a request that a visitor fills in here, by the names that the server calls them. */
export const fields: Record<string, ReadonlySignal<unknown>> = { goal: aim, metric, moves, timeout: seconds, encoding, horizon };

/** Allowed turns that are often wanted, besides all of them. */
export const picks = computed(() => {
  const most = cube.size.value > 3 ? ["U, R, F, D, L, B"] : [];
  const some = cube.size.value === 2 ? ["R, U, F", "R, U"] : ["R, U", "R, U, F", "R, U, F2"];
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
  ...(moves.value.trim() && { moves: moves.value.trim() }),
  ...(writes.value && { encoding: encoding.value, horizon: horizon.value }),
}));

/** Choose what was chosen for an earlier question. */
export function choose(before: Choices): void {
  batch(() => {
    if (isPainted(before.goal!)) aimAt(before.goal!);
    else goal.value = before.goal!;
    [wanted.value, metric.value, moves.value] = [before.engine as Engine, before.metric!, before.moves ?? ""];
    [seconds.value, every.value] = [before.timeout!, before.all!];
    [encoding.value, horizon.value] = [before.encoding ?? encoding.peek(), before.horizon ?? horizon.peek()];
  });
}
