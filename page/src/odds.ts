// How hopeless it is to meet a certain state by chance.
import { language, number } from "./language";
import { stateCount } from "./states";

/** How many states a cube has, as near as a number can say; none where there are too many for one, from 10 layers on. */
export function states(size: number): number | undefined {
  const count = Number(stateCount(size));
  return Number.isFinite(count) ? count : undefined;
}

const UNITS: [string, number][] = [["second", 1], ["minute", 60], ["hour", 3600], ["day", 86_400], ["year", 365.2425 * 86_400]];

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
