// The turns of the tape as a text to edit: typed turns are made, and the cursor is at the last turn that is made.
import { batch, computed, effect, signal } from "@preact/signals";
import { api, type Failure, type PlacedTurn } from "./api";
import * as cube from "./cube";
import { failureOf } from "./failing";
import { noted } from "./lowercase";
import { arrivingCube, pendingCube } from "./pending";
import { isReported, remember } from "./spelling";

/** The place of a turn in the text; a turn that brackets repeat has no place. */
type Place = Pick<PlacedTurn, "text" | "start" | "end">;

export const text = signal("");
/** The turns of the text when it was read last. */
const places = signal<readonly Place[]>([]);
/** The error in the text; the tape keeps its turns then. */
export const fault = signal<Failure | null>(null);
/** The tape of the text. */
let textTape: string[] = cube.tape.peek();
/** The text that `places` belongs to: the server may still read a newer one, or have refused it. */
let readText = "";
/** The place where the visitor or the page put the cursor last, also while the server reads the text. */
export let caret = 0;
let leaving = new AbortController();
/** The cube that was on its way when the text was edited last; null for a cube that was there. */
let awaited: Promise<void> | null = null;

/** The place of the current turn in the text. */
export const current = computed<Place | null>(() => (fault.value ? null : (places.value[cube.turnsStarted.value - 1] ?? null)));
/** The place of the cursor. */
export const cursor = computed(() => {
  if (cube.turnsStarted.value === 0) return 0;
  if (cube.turnsStarted.value === places.value.length) return text.value.trimEnd().length;
  return current.value?.end == null ? null : [...text.value].slice(0, current.value.end).join("").length;
});

/** The number of turns before the cursor. The server counts characters, a cursor UTF-16 units. */
function madeAt(cursor: number): number {
  const all = places.peek();
  if (cursor >= text.peek().trimEnd().length) return all.length;
  const place = [...text.peek().slice(0, cursor)].length;
  return all.findLastIndex(({ end }) => end !== null && end <= place) + 1;
}

/** The text was edited. Turns that were reported before are made at once, others when the server has read them. */
export async function edited(written: string, place: number): Promise<void> {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const size = cube.size.peek();
  awaited = pendingCube();
  caret = place;
  text.value = written;
  try {
    const known = plain(size, written);
    const answer = known ? null : await api.apply(size, null, written, signal);
    if (signal.aborted) return;
    const read = known ?? answer!.moves;
    remember(size, read.filter((turn) => "slab" in turn) as PlacedTurn[]);
    cube.afterPending(() => {
      if (text.peek() !== written) return;
      make(read);
      noted(answer?.note ?? null, () => void edited(written, caret));
    });
  } catch (problem) {
    if (!signal.aborted) fault.value = failureOf(problem);
  }
}

function make(read: readonly Place[]): void {
  batch(() => {
    fault.value = null;
    places.value = read;
    readText = text.peek();
    cube.type(read.map((turn) => turn.text), madeAt(caret));
    textTape = cube.tape.peek();
  });
}

/** Turns separated by blanks, if each was reported before; else null. */
function plain(size: number, written: string): Place[] | null {
  const turns = [...written.matchAll(/\S+/g)].map((word) => ({ text: word[0], start: word.index, end: word.index + word[0].length }));
  return turns.every((turn) => isReported(size, turn.text)) ? turns : null;
}

/** Whether a cursor at this place leads the cube, or will when the text has been read: then the cube must not lead the cursor. */
export function leads(place: number): boolean {
  return text.peek() !== readText || madeAt(place) === cube.at.peek();
}

/** The page put the cursor here. */
export function put(place: number): void {
  caret = place;
}

/** The visitor moved the cursor here. */
export function moved(place: number): void {
  caret = place;
  if (fault.peek() === null && textTape === cube.tape.peek()) cube.follow(madeAt(place));
}

/** Replace the text by its inverse. */
export async function invert(): Promise<void> {
  const { inverse } = await api.apply(cube.size.peek(), null, text.peek());
  await edited(inverse, inverse.length);
}

/** Other turns on the tape replace the text; additional turns at the end of the tape are added to it. */
effect(() => {
  const turns = cube.tape.value;
  if (turns === textTape) return;
  if (turns.length === 0 && awaited !== null && awaited === arrivingCube) {
    // As all commands, turns that are typed while a cube is on its way wait for it.
    textTape = turns;
    void edited(text.peek(), caret);
    return;
  }
  const more = fault.peek() === null && textTape.length > 0 && textTape.every((turn, i) => turn === turns[i]) ? turns.slice(textTape.length) : null;
  textTape = turns;
  leaving.abort();
  let written = more ? text.peek().trimEnd() : "";
  const added = (more ?? turns).map((turn) => {
    const start = written === "" ? 0 : written.length + 1;
    written = written === "" ? turn : `${written} ${turn}`;
    return { text: turn, start, end: written.length };
  });
  batch(() => {
    fault.value = null;
    places.value = more ? [...places.peek(), ...added] : added;
    text.value = readText = written;
  });
});
