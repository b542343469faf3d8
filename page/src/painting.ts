// Painting the page's cube sticker by sticker, and the server's verdict on it.
import { batch, computed, effect, signal } from "@preact/signals";
import { api, type Failure, type Verdict } from "./api";
import * as cube from "./cube";
import { failureOf } from "./failing";
import { aimAt } from "./goal";
import { solved } from "./base";
import type { Letter } from "./palettes";
import { tab } from "./tabs";

export const colour = signal<Letter>("U");
/** The stickers on the net; all unknown until the server has reported a turned cube. */
export const painted = computed(() => cube.drawn.value ?? "?".repeat(6 * cube.size.value ** 2));
/** The number of stickers that are not painted. */
export const unknown = computed(() => [...painted.value].filter((letter) => letter === "?").length);

/** The server's newest verdict, with the state that it is about. */
export const verdict = signal<(Verdict & { state: string }) | null>(null);
/** The verdict on the net; null until it arrives. */
export const judged = computed(() => (verdict.value?.state === painted.value ? verdict.value : null));
export const failure = signal<Failure | null>(null);
/** The stickers that the verdict suspects; none if whole faces are turned. */
export const suspects = computed(() => new Set(alike.value || turned.value.size > 0 ? [] : judged.value?.suspects));
/** The faces that were copied turned, if that is the likeliest mistake. */
export const turned = computed(() => new Set(judged.value?.repairs[0]?.turned.map(({ face }) => face)));

/** The one fault that any piece of its kind may have: no sticker shows which. */
const ALIKE: Record<string, "corner" | "edge" | "both"> = { "fault.twisted": "corner", "fault.flipped": "edge", "fault.swapped": "both" };
/** The kind of the pieces of which any may be wrong; null if the stickers show what is wrong. */
export const alike = computed(() => {
  const [reason, ...others] = judged.value?.reasons ?? [];
  return reason && others.length === 0 ? (ALIKE[reason.code] ?? null) : null;
});

/** Whether a sticker is on a piece of which any may be the wrong one. */
export function isAlike(sticker: number, size: number): boolean {
  const index = sticker % (size * size);
  const ends = [Math.floor(index / size), index % size].filter((line) => line === 0 || line === size - 1).length;
  return alike.value === "both" ? ends > 0 : alike.value !== null && ends === (alike.value === "corner" ? 2 : 1);
}

/** Whether a sticker is a centre of an odd size, which defines the colour of its face: keys leave it as it is. */
export function isCentre(sticker: number, size: number): boolean {
  return size % 2 === 1 && sticker % (size * size) === (size * size - 1) / 2;
}

/** A cube to paint: all unknown but the centres of odd sizes. */
export function blank(size: number): string {
  return solved(size).replace(/./g, (letter, sticker) => (isCentre(sticker, size) ? letter : "?"));
}

/** The cube that was painted over, and the bases that painting has made. */
let under: cube.Moment | null = null;
const made = new WeakSet<cube.Base>();

function over(change: () => void): void {
  if (!made.has(cube.base.peek())) under = cube.moment.peek();
  change();
  made.add(cube.base.peek());
}

/** Start with other stickers. */
export function put(state: string): void {
  over(() => cube.begin({ size: Math.round(Math.sqrt(state.length / 6)), facelets: state, setup: null }));
}

/** Take the faces of the painting as listed in another order. */
export function reorder(order: string): void {
  const state = painted.peek();
  const face = state.length / 6;
  put([..."URFDLB"].map((letter) => state.slice(order.indexOf(letter) * face, (order.indexOf(letter) + 1) * face)).join(""));
}

/** Take the painting as the goal, and show the cube that was painted over. */
export function aim(): void {
  aimAt(painted.peek());
  if (under && made.has(cube.base.peek()) && under.base.size === cube.size.peek()) cube.begin(under.base, under.tape, under.at);
}

/** Paint a sticker; one Undo takes back all of a stroke. Return whether the sticker has changed. */
export function paint(sticker: number, letter: Letter, begins: boolean): boolean {
  const before = cube.drawn.peek();
  if (before === null || before[sticker] === letter) return false;
  over(() => cube.paint(before.slice(0, sticker) + letter + before.slice(sticker + 1), begins));
  return true;
}

/** Whether Solve needs a verdict: the cube was not made by turns. */
const judging = computed(() => tab.value === "paint" || (tab.value === "solve" && cube.base.value.setup === null && cube.base.value.facelets !== null));

/** Asks for the verdict a moment after the last stroke. */
effect(() => {
  const state = painted.value;
  if (!judging.value || cube.isDriven.value || verdict.peek()?.state === state) return undefined;
  const leaving = new AbortController();
  const timer = setTimeout(() => {
    api.status(state, leaving.signal).then(
      (answer) => batch(() => {
        verdict.value = { ...answer, state };
        failure.value = null;
      }),
      (fault: unknown) => {
        if (leaving.signal.aborted) return;
        failure.value = failureOf(fault);
      },
    );
  }, 120);
  return () => {
    clearTimeout(timer);
    leaving.abort();
  };
});
