// What drives the cube, as the random walk does, until the visitor does something.
import { batch, computed, signal } from "@preact/signals";
import type { Base } from "./base";
import { at, base, moment, position, set, size, tape } from "./moment";
import { remember, undoTurnsAfter } from "./undo";

export interface Driver {
  by: object;
  /** Turns per second. */
  pace: number;
  /** The stickers before the first move. */
  start: string;
  /** The stickers after the last move; null before the first. */
  facelets: string | null;
}

/** What drives the cube; null if only the visitor turns it. */
export const driver = signal<Driver | null>(null);
/** Whether something drives the cube. */
export const isDriven = computed(() => driver.value !== null);
/** What drove the cube last, and to which cube. */
const lastDriven = signal<{ by: object; at: Base } | null>(null);

/** Let something drive the cube. One Undo takes back all of its moves. */
export function startDriving(by: object, start: string, pace: number): void {
  batch(() => {
    remember(moment.peek());
    driver.value = { by, pace, start, facelets: null };
  });
}

/** Show the cube after a move: by a turn if the move is a single turn. */
export function drive(by: object, facelets: string, turn: string | null): void {
  const now = driver.peek();
  if (now?.by !== by) return;
  batch(() => {
    const from = turn === null ? facelets : (now.facelets ?? now.start);
    set({ base: { size: size.peek(), facelets: from, setup: null }, tape: from === facelets ? [] : [turn!], at: 0 });
    position.value = 0;
    driver.value = { ...now, facelets };
  });
  at.value = tape.peek().length;
}

/** End the moves; the cube stays where they led. */
export function stopDriving(by: object): void {
  if (driver.peek()?.by === by) stopDriver();
}

export function stopDriver(): void {
  const now = driver.peek();
  if (!now) return;
  batch(() => {
    driver.value = null;
    if (now.facelets === null) return;
    set({ base: { size: size.peek(), facelets: now.facelets, setup: null }, tape: [], at: 0 });
    undoTurnsAfter(0);
    lastDriven.value = { by: now.by, at: base.peek() };
  });
}

/** Whether this is driving the cube, or the cube is where this has driven it. */
export function isWith(by: object): boolean {
  return driver.value?.by === by || (lastDriven.value?.by === by && lastDriven.value.at === base.value && at.value === 0);
}
