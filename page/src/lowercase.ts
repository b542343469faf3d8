// How lower-case turns of a text are read on four and more layers: as wide turns, or as inner layers.
import { signal } from "@preact/signals";
import type { Said } from "./wire";

export type Reading = "wide" | "inner";

/** The visitor's choice, for all texts that follow; null until one is made: then each text decides. */
export const choice = signal<Reading | null>(null);
/** A lower-case turn of the last text, the names of both readings, the current one, and how to read the text again. */
export const note = signal<{ turn: string; wide: string; inner: string; reading: Reading; again: () => void } | null>(null);

/** A text was read; the server reports a lower-case turn only while there is no choice. */
export function noted(text: string, said: Said | null, again: () => void): void {
  const before = note.peek();
  if (said) note.value = { ...(said.values as { turn: string; wide: string; inner: string }), reading: said.code === "lower-case.inner" ? "inner" : "wide", again };
  else note.value = before && choice.peek() && /(?<![A-Za-z])[urfdlb](?![A-Za-z])/.test(text) ? { ...before, reading: choice.peek()!, again } : null;
}

/** Read the last text again in the other way. */
export function change(): void {
  const now = note.peek();
  if (!now) return;
  choice.value = now.reading === "wide" ? "inner" : "wide";
  now.again();
}
