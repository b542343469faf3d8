// The net that is being painted, the server's verdict on it, and the way back.
import { batch, computed, effect, signal } from "@preact/signals";
import { api, ApiError, type Failure, type Verdict } from "./api";
import * as cube from "./cube";
import type { Letter } from "./palettes";
import { tab } from "./share";

/** What was painted; null as long as nothing was: then the net shows the cube of the page. */
const own = signal<string | null>(null);
/** How the net was, and which size the page had then. */
const past = signal<{ state: string; size: number }[]>([]);
const MOST_UNDONE = 500;

export const colour = signal<Letter>("U");
export const painted = computed(() => own.value ?? cube.shown.value?.facelets ?? solved(cube.size.value));
export const size = computed(() => Math.round(Math.sqrt(painted.value.length / 6)));
export const undoable = computed(() => past.value.length > 0);

/** The verdict, with the state that it is about. */
export const verdict = signal<(Verdict & { state: string }) | null>(null);
export const failure = signal<Failure | null>(null);
export const suspects = computed(() => new Set(verdict.value?.state === painted.value ? verdict.value.suspects : []));

export function solved(size: number): string {
  return [..."URFDLB"].map((letter) => letter.repeat(size * size)).join("");
}

export function unknown(size: number): string {
  return "?".repeat(6 * size * size);
}

/** The size of the page's cube that the net has followed. */
let known = cube.size.peek();

/** Remember how the net is, before a stroke or any other change. */
function remember(): void {
  past.value = [...past.peek().slice(-MOST_UNDONE), { state: painted.peek(), size: known }];
}

/** Put another state on the net; null for the cube of the page. */
export function put(state: string | null): void {
  batch(() => {
    remember();
    own.value = state;
    forgetIfSame();
  });
}

/** Paint one sticker; the first of a stroke can be taken back with all that follow. */
export function paint(sticker: number, letter: Letter, begins: boolean): void {
  const before = painted.peek();
  if (begins) remember();
  own.value = before.slice(0, sticker) + letter + before.slice(sticker + 1);
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
    own.value = before.state === cube.shown.peek()?.facelets ? null : before.state;
    cube.resize(before.size);
  });
}

/** Make it the cube of the page. */
export async function use(): Promise<void> {
  const state = painted.peek();
  await cube.beginWith(state);
  await cube.current();
  if (own.peek() === state) put(null);
}

/** Another size is another net. */
effect(() => {
  const size = cube.size.value;
  const mine = own.peek();
  if (size !== known && mine !== null && mine.length !== 6 * size * size) put(null);
  known = size;
});

/** Asks for the verdict a moment after the last stroke, while someone looks. */
effect(() => {
  const state = painted.value;
  if (tab.value !== "paint" || verdict.peek()?.state === state) return undefined;
  const leaving = new AbortController();
  const timer = setTimeout(() => {
    api.status(state, leaving.signal).then(
      (found) => batch(() => {
        verdict.value = { ...found, state };
        failure.value = null;
      }),
      (fault: unknown) => {
        if (leaving.signal.aborted) return;
        failure.value = fault instanceof ApiError ? fault.failure : { error: String(fault) };
      },
    );
  }, 120);
  return () => {
    clearTimeout(timer);
    leaving.abort();
  };
});
