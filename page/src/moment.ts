// The cube of the page as data: where its tape starts, the turns of the tape, and how many of them are made and drawn.
import { batch, computed, signal } from "@preact/signals";
import type { Base } from "./base";
import { FIRST } from "./examples";

/** The cube of the page and where it came from. Every cube has a new object, so that facts about one cube are not used for another. */
export interface Moment {
  base: Base;
  tape: string[];
  at: number;
}

export const base = signal<Base>(FIRST);
export const tape = signal<string[]>([]);
/** The number of turns of the tape that are made. The picture follows in its own time. */
export const at = signal(0);
export const moment = computed<Moment>(() => ({ base: base.value, tape: tape.value, at: at.value }));
export const size = computed(() => base.value.size);

/** The number of turns that the picture has made; between two whole numbers a layer is turning. */
export const position = signal(0);
/** The number of turns that are made or being made: the last of them is the current turn. */
export const turnsStarted = computed(() => Math.min(Math.ceil(position.value), tape.value.length));

export function set(to: Moment): void {
  batch(() => {
    base.value = to.base;
    tape.value = to.tape;
    at.value = to.at;
  });
}
