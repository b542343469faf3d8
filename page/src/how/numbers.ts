// The numbers of the 2×2×2's states, by the formulas of the article: n = 3⁶·n1 + n2. The library has the same in
// `methods/configurations/indexing.py`.
import { faceAt, FIXED, slotNamed } from "./geometry";

/** The slots of the places 1 to 7. */
export const PLACES = ["DRB", "UBR", "ULB", "DFR", "URF", "UFL", "DLF"].map(slotNamed);
export const LAST = 5040 * 729 - 1;

/** The piece in each place, 1 to 7, and its orientation, 1 to 3. */
export interface Configuration {
  pieces: readonly number[];
  orientations: readonly number[];
}

/** A swap that brings a piece home: its distance to the right of its place, and the pieces after the swap. */
export interface Swap {
  distance: number;
  pieces: readonly number[];
}

const home = PLACES.map(({ stickers }) => stickers.map(faceAt));
/** A list that starts at another of its elements. */
const rolled = <T>(list: readonly T[], by: number): T[] => list.map((_, index) => list[(index + by) % list.length]!);

/** The configuration of a cube that is held with DBL in its corner; 0 where no piece has such colours. */
export function configurationOf(facelets: string): Configuration {
  const seen = PLACES.map(({ stickers }) => stickers.map((sticker) => facelets[sticker]!));
  const pieces = seen.map((colours) => home.findIndex((own) => own.every((colour) => colours.includes(colour))));
  const orientations = seen.map((colours, place) => [0, 1, 2].findIndex((turned) => rolled(colours, 3 - turned).join() === home[pieces[place]!]?.join()) + 1);
  return { pieces: pieces.map((piece) => piece + 1), orientations };
}

/** Whether turns lead to a cube that is held with DBL in its corner: each piece once, and twists whose sum is a multiple of 3. */
export function isPossible(facelets: string): boolean {
  if (!FIXED.stickers.every((sticker) => facelets[sticker] === faceAt(sticker))) return false;
  const { pieces, orientations } = configurationOf(facelets);
  const sum = orientations.reduce((sum, orientation) => sum + orientation - 1, 0);
  return new Set(pieces).size === 7 && !pieces.includes(0) && !orientations.includes(0) && sum % 3 === 0;
}

/** The stickers of a configuration. */
export function faceletsOf({ pieces, orientations }: Configuration): string {
  const facelets = Array.from({ length: 24 }, (_, sticker) => faceAt(sticker));
  PLACES.forEach(({ stickers }, place) => {
    const colours = rolled(home[pieces[place]! - 1]!, orientations[place]! - 1);
    stickers.forEach((sticker, corner) => (facelets[sticker] = colours[corner]!));
  });
  return facelets.join("");
}

/** The six swaps that bring the pieces home in order. */
export function swapsOf(pieces: readonly number[]): Swap[] {
  const order = [...pieces];
  return Array.from({ length: 6 }, (_, place) => {
    const there = order.indexOf(place + 1);
    [order[place], order[there]] = [order[there]!, order[place]!];
    return { distance: there - place, pieces: [...order] };
  });
}

/** The parts of a configuration's number. */
export function numberOf({ pieces, orientations }: Configuration): { first: number; second: number; number: number } {
  const first = swapsOf(pieces).reduce((sum, { distance }, place) => sum * (7 - place) + distance, 0);
  const second = orientations.slice(0, 6).reduce((sum, orientation, place) => sum + (orientation - 1) * 3 ** place, 0);
  return { first, second, number: 729 * first + second };
}

/** The configuration with a number from 0 to LAST. */
export function configurationAt(number: number): Configuration {
  let first = Math.floor(number / 729), second = number % 729;
  const pieces = [1, 2, 3, 4, 5, 6, 7];
  for (let place = 5; place >= 0; place--) {
    const there = place + (first % (7 - place));
    first = Math.floor(first / (7 - place));
    [pieces[place], pieces[there]] = [pieces[there]!, pieces[place]!];
  }
  const orientations = Array.from({ length: 6 }, () => {
    const digit = second % 3;
    second = Math.floor(second / 3);
    return digit + 1;
  });
  const sum = orientations.reduce((sum, orientation) => sum + orientation - 1, 0);
  return { pieces, orientations: [...orientations, ((3 - (sum % 3)) % 3) + 1] };
}
