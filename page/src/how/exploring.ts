// All 2×2×2 by distance, breadth first in the browser: turns act on the number of the order and of the twists separately.
import { FACES, origins, SOLVED } from "./geometry";
import { configurationAt, configurationOf, faceletsOf, LAST, numberOf } from "./numbers";

const TWISTS = 729, ORDERS = (LAST + 1) / TWISTS;
/** States between two pauses, so that the page stays responsive. */
const STRETCH = 40_000;

/** The states in the order of their distances, and where each distance starts; the last start is their number so far. */
export interface Layers {
  states: Uint32Array;
  starts: readonly number[];
  isDone: boolean;
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** The numbers of all orders, and of all twists, after each of the nine turns. */
async function* steps(): AsyncGenerator<void, { order: Uint16Array; twist: Uint16Array }[]> {
  const all: { order: Uint16Array; twist: Uint16Array }[] = [];
  for (const face of FACES) {
    const from = origins([face]);
    const image = (number: number) => {
      const facelets = faceletsOf(configurationAt(number));
      return numberOf(configurationOf(from.map((place) => facelets[place]).join("")));
    };
    const order = new Uint16Array(ORDERS);
    for (let number = 0; number < ORDERS; number++) {
      order[number] = image(number * TWISTS).first;
      if (number % 500 === 0) yield;
    }
    const twist = Uint16Array.from({ length: TWISTS }, (_, number) => image(number).second);
    for (let count = 1, [orders, twists] = [order, twist]; count <= 3; count++) {
      all.push({ order: orders, twist: twists });
      [orders, twists] = [orders.map((number) => order[number]!), twists.map((number) => twist[number]!)];
    }
  }
  return all;
}

/** Explore all states; yields what is explored so far. The caller may stop. */
export async function* explore(): AsyncGenerator<Layers> {
  const preparing = steps();
  let prepared = await preparing.next();
  while (!prepared.done) {
    await pause();
    prepared = await preparing.next();
  }
  const states = new Uint32Array(LAST + 1), starts = [0];
  const isSeen = new Uint8Array(LAST + 1);
  let end = 1;
  states[0] = numberOf(configurationOf(SOLVED)).number;
  isSeen[states[0]] = 1;
  for (let at = 0; at < end; ) {
    const last = end;
    starts.push(last);
    for (; at < last; at++) {
      const state = states[at]!, first = Math.floor(state / TWISTS), second = state % TWISTS;
      for (const { order, twist } of prepared.value) {
        const next = order[first]! * TWISTS + twist[second]!;
        if (isSeen[next]) continue;
        isSeen[next] = 1;
        states[end++] = next;
      }
      if (at % STRETCH === 0) await pause();
    }
    yield { states, starts: [...starts], isDone: end === last };
  }
}

/** The facelets of a state by its number. */
export const cubeAt = (number: number): string => faceletsOf(configurationAt(number));
