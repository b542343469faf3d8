// The turns of the tape as a text that can be edited: what is typed is made, and the cursor is where the cube is.
import { batch, computed, effect, signal } from "@preact/signals";
import { api, type Failure, type PlacedTurn } from "./api";
import * as cube from "./cube";
import { failureOf } from "./failing";
import { known, remember } from "./spelling";

/** Where a turn stands in the text; one that brackets repeat stands nowhere. */
type Place = Pick<PlacedTurn, "text" | "start" | "end">;

export const text = signal("");
/** The turns of the text as it was read last. */
const places = signal<readonly Place[]>([]);
/** What is wrong with the text; then the tape is what it was before. */
export const fault = signal<Failure | null>(null);
/** The tape that the text tells. */
let told: string[] = cube.tape.peek();
let leaving = new AbortController();

/** Where the last turn that is made, or being made, stands in the text. */
export const current = computed<Place | null>(() => (fault.value ? null : (places.value[cube.begun.value - 1] ?? null)));
/** Where the cursor belongs. */
export const cursor = computed(() => {
  if (cube.begun.value === 0) return 0;
  if (cube.begun.value === places.value.length) return text.value.trimEnd().length;
  return current.value?.end == null ? null : [...text.value].slice(0, current.value.end).join("").length;
});

/** How many turns are made where the cursor stands; the server counts signs, a cursor their halves. */
export function madeAt(cursor: number): number {
  const all = places.peek();
  if (cursor >= text.peek().trimEnd().length) return all.length;
  const place = [...text.peek().slice(0, cursor)].length;
  return all.findLastIndex(({ end }) => end !== null && end <= place) + 1;
}

/** The text was edited. Where the page knows all of its turns they are made at once, else when the server has read them. */
export async function edited(written: string, place: number): Promise<void> {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const size = cube.size.peek();
  text.value = written;
  try {
    const read = plain(size, written) ?? (await api.apply(size, null, written, signal)).moves;
    if (signal.aborted) return;
    remember(size, read.filter((turn) => "slab" in turn) as PlacedTurn[]);
    cube.whenHere(() => {
      if (text.peek() === written) make(read, place);
    });
  } catch (problem) {
    if (!signal.aborted) fault.value = failureOf(problem);
  }
}

function make(read: readonly Place[], place: number): void {
  batch(() => {
    fault.value = null;
    places.value = read;
    cube.type(read.map((turn) => turn.text), madeAt(place));
    told = cube.tape.peek();
  });
}

/** Turns with blanks between, if the page knows each of them. */
function plain(size: number, written: string): Place[] | null {
  const found = [...written.matchAll(/\S+/g)].map((word) => ({ text: word[0], start: word.index, end: word.index + word[0].length }));
  return found.every((turn) => known(size, turn.text)) ? found : null;
}

/** The cursor was moved. */
export function moved(place: number): void {
  if (fault.peek() === null && told === cube.tape.peek()) cube.follow(madeAt(place));
}

/** Turns that take back all of the text. */
export async function invert(): Promise<void> {
  const { inverse } = await api.apply(cube.size.peek(), null, text.peek());
  await edited(inverse, inverse.length);
}

/** Other turns on the tape are another text; turns behind those that the text has are added to it. */
effect(() => {
  const turns = cube.tape.value;
  if (turns === told) return;
  const more = fault.peek() === null && told.length > 0 && told.every((turn, i) => turn === turns[i]) ? turns.slice(told.length) : null;
  told = turns;
  leaving.abort();
  let written = more ? text.peek().trimEnd() : "";
  const found = (more ?? turns).map((turn) => {
    const start = written === "" ? 0 : written.length + 1;
    written = written === "" ? turn : `${written} ${turn}`;
    return { text: turn, start, end: written.length };
  });
  batch(() => {
    fault.value = null;
    places.value = more ? [...places.peek(), ...found] : found;
    text.value = written;
  });
});
