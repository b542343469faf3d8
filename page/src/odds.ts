// How hopeless it is to meet a certain state by chance.
import { language, number } from "./language";

/** How many states a cube has, from 2×2×2 on; centres of one colour are not told apart. */
const STATES: Record<number, number> = {
  2: 3_674_160,
  3: 4.3252003274489856e19,
  4: 7.401196841564902e45,
  5: 2.8287094227774195e74,
  6: 1.5715285840103463e116,
  7: 1.9500551183731008e160,
};

export function states(size: number): number | undefined {
  return STATES[size];
}

const UNITS: [string, number][] = [["second", 1], ["minute", 60], ["hour", 3600], ["day", 86_400], ["year", 31_556_952]];

/** A large number as one reads it: written out, or as a power of ten. */
export function large(value: number): string {
  if (value < 1e7) return number(Math.round(value));
  const power = Math.floor(Math.log10(value));
  const raised = [...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return `${number(value / 10 ** power, 1)}${language.value === "fr" ? "\u00a0" : ""}×${language.value === "fr" ? "\u00a0" : ""}10${raised}`;
}

/** A time in the largest unit of which there are two or more. */
export function span(seconds: number, names: Record<string, string>): string {
  const [unit, length] = UNITS.findLast(([, length]) => seconds >= 2 * length) ?? UNITS[0]!;
  return `${large(Math.max(1, seconds / length))}\u00a0${names[unit]}`;
}
