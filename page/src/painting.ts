// The net that is being painted, the server's verdict on it, and the way back.
import { batch, computed, effect, signal } from "@preact/signals";
import { api, type Failure, type Verdict } from "./api";
import * as cube from "./cube";
import { failureOf } from "./failing";
import { solved } from "./moment";
import type { Letter } from "./palettes";
import { tab } from "./tabs";

/** The painting, and the cube of the page when it was painted. It is dropped when the page has another cube. */
const stroke = signal<{ state: string; over: cube.Moment } | null>(null);
/** The painting; null if nothing is painted: then the net shows the cube of the page. */
const own = computed(() => (stroke.value?.over === cube.moment.value ? stroke.value.state : null));
/** Earlier states of the net, and the sizes of the page's cube then. */
const past = signal<{ state: string; size: number }[]>([]);
const MOST_UNDONE = 500;

export const colour = signal<Letter>("U");
export const painted = computed(() => own.value ?? cube.drawn.value ?? "?".repeat(6 * cube.size.value ** 2));
export const size = computed(() => Math.round(Math.sqrt(painted.value.length / 6)));
export const undoable = computed(() => past.value.length > 0);
/** The painting, if it differs from the page's cube and Paint is open: then it is the cube on the screen, and all sentences are about it. */
export const shown = computed(() => (tab.value === "paint" ? own.value : null));

/** The verdict, with the state that it is about. */
export const verdict = signal<(Verdict & { state: string }) | null>(null);
export const failure = signal<Failure | null>(null);
export const suspects = computed(() => new Set(verdict.value?.state === painted.value ? verdict.value.suspects : []));

/** Whether a sticker is a centre of an odd size, which defines the colour of its face: keys leave it as it is. */
export function isCentre(sticker: number, size: number): boolean {
  return size % 2 === 1 && sticker % (size * size) === (size * size - 1) / 2;
}

/** A cube to paint: all unknown but the centres of odd sizes. */
export function blank(size: number): string {
  return solved(size).replace(/./g, (letter, sticker) => (isCentre(sticker, size) ? letter : "?"));
}

/** Remember how the net is, before a stroke or any other change. */
function remember(): void {
  past.value = [...past.peek().slice(-MOST_UNDONE), { state: painted.peek(), size: cube.size.peek() }];
}

/** A state that is the page's own cube is no painting. */
function show(state: string | null): void {
  stroke.value = state === null || state === cube.drawn.peek() ? null : { state, over: cube.moment.peek() };
}

/** Put another state on the net; null for the cube of the page. */
export function put(state: string | null): void {
  batch(() => {
    remember();
    show(state);
    forgetIfSame();
  });
}

/** Paint a sticker; one Undo takes back a whole stroke. */
export function paint(sticker: number, letter: Letter, begins: boolean): void {
  const before = painted.peek();
  if (begins) remember();
  show(before.slice(0, sticker) + letter + before.slice(sticker + 1));
}

/** A change that changed nothing leaves nothing to take back. */
export function forgetIfSame(): void {
  if (past.peek().at(-1)?.state === painted.peek()) past.value = past.peek().slice(0, -1);
}

export function undo(): void {
  const before = past.peek().at(-1);
  if (before === undefined) return;
  batch(() => {
    past.value = past.peek().slice(0, -1);
    cube.resize(before.size);
    show(before.state);
  });
}

/** A painting as the start of a tape. */
export function asBase(state: string): cube.Base {
  return { size: Math.round(Math.sqrt(state.length / 6)), facelets: state, setup: null };
}

/** Make it the cube of the page. */
export async function use(): Promise<void> {
  cube.begin(asBase(painted.peek()));
  await cube.current();
}

/** Another cube on the page replaces the net; Undo brings the painting back. */
effect(() => {
  const now = cube.moment.value;
  const before = stroke.peek();
  if (before === null || before.over === now) return;
  batch(() => {
    if (before.state !== cube.drawn.peek()) past.value = [...past.peek().slice(-MOST_UNDONE), { state: before.state, size: before.over.base.size }];
    stroke.value = null;
  });
});

/** Asks for the verdict a moment after the last stroke, while Paint is open. */
effect(() => {
  const state = painted.value;
  if (tab.value !== "paint" || verdict.peek()?.state === state) return undefined;
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
