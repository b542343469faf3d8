// How lower-case turns of a text are read on four and more layers: as wide turns, or as inner layers.
import { computed, signal } from "@preact/signals";
import { base, tape } from "./moment";
import type { Said } from "./wire";

export type Reading = "wide" | "inner";

/** The visitor's choice, for the texts that leave it open; null until one is made: then the server decides. */
export const choice = signal<Reading | null>(null);

/** The reading that a note reports. */
export function readingOf({ code }: Said): Reading {
  return code === "lower-case.inner" ? "inner" : "wide";
}

const last = signal<{ said: Said; again: () => void; base: unknown; tape: unknown } | null>(null);
/** A lower-case turn of the text, the names of both readings, and the current one, while the cube of that text is on the screen. */
export const note = computed(() => {
  if (!last.value || last.value.base !== base.value || last.value.tape !== tape.value) return null;
  const { said } = last.value;
  return { ...(said.values as { turn: string; wide: string; inner: string }), reading: readingOf(said) };
});

/** The cube of a text is on the screen; the server's note about the text, and how to read it again. */
export function noted(said: Said | null, again: () => void): void {
  last.value = said && { said, again, base: base.peek(), tape: tape.peek() };
}

/** Read the text again in the other way. */
export function change(): void {
  if (!note.peek()) return;
  choice.value = note.peek()!.reading === "wide" ? "inner" : "wide";
  last.peek()!.again();
}
