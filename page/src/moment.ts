// The cube of the page as data: where its tape starts, the turns of the tape, and how many of them are made.
import { batch, computed, signal } from "@preact/signals";
import { FIRST } from "./examples";

/** Where a tape starts. */
export interface Base {
  size: number;
  /** What the cube shows; null for the solved cube. */
  facelets: string | null;
  /** Turns that lead there from the solved cube, if the cube was given by them: they make a better link than facelets. See `wayTo`. */
  setup: string | null;
}

/** The cube of the page and where it came from. Every cube has a new object, so that facts about one are not taken for another's. */
export interface Moment {
  base: Base;
  tape: string[];
  at: number;
}

export const base = signal<Base>(FIRST);
export const tape = signal<string[]>([]);
/** How many turns of the tape are made. The picture follows in its own time. */
export const at = signal(0);
export const moment = computed<Moment>(() => ({ base: base.value, tape: tape.value, at: at.value }));

export function set(to: Moment): void {
  batch(() => {
    base.value = to.base;
    tape.value = to.tape;
    at.value = to.at;
  });
}
