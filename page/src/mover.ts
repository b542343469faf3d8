// What moves the cube by itself, as the random walk does, until the visitor does something.
import { batch, computed, signal } from "@preact/signals";
import { at, base, moment, position, set, size, tape, type Base } from "./moment";
import { countFromTurn, remember } from "./past";

export interface Mover {
  by: object;
  /** Turns per second. */
  pace: number;
  /** The stickers before the first move. */
  start: string;
  /** The stickers after the last move; null before the first. */
  facelets: string | null;
}

/** What moves the cube; null if only the visitor does. */
export const mover = signal<Mover | null>(null);
/** Whether something moves the cube by itself. */
export const moved = computed(() => mover.value !== null);
/** What moved the cube last, and to which cube. */
const left = signal<{ by: object; at: Base } | null>(null);

/** Let something move the cube by itself. One Undo takes back all of its moves. */
export function lend(by: object, start: string, pace: number): void {
  batch(() => {
    remember(moment.peek());
    mover.value = { by, pace, start, facelets: null };
  });
}

/** Show the cube after a move: by a turn if the move is a single turn. */
export function carry(by: object, facelets: string, turn: string | null): void {
  const now = mover.peek();
  if (now?.by !== by) return;
  batch(() => {
    const from = turn === null ? facelets : (now.facelets ?? now.start);
    set({ base: { size: size.peek(), facelets: from, setup: null }, tape: from === facelets ? [] : [turn!], at: 0 });
    position.value = 0;
    mover.value = { ...now, facelets };
  });
  at.value = tape.peek().length;
}

/** End the moves; the cube stays where they led. */
export function release(by: object): void {
  if (mover.peek()?.by === by) stopMover();
}

export function stopMover(): void {
  const now = mover.peek();
  if (!now) return;
  batch(() => {
    mover.value = null;
    if (now.facelets === null) return;
    set({ base: { size: size.peek(), facelets: now.facelets, setup: null }, tape: [], at: 0 });
    countFromTurn(0);
    left.value = { by: now.by, at: base.peek() };
  });
}

/** Whether the cube is where this has moved it to, or is moving it. */
export function isWith(by: object): boolean {
  return mover.value?.by === by || (left.value?.by === by && left.value.at === base.value && at.value === 0);
}
