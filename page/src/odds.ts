// The chance to meet a certain state by random turns.
import { number } from "./speech";
import { stateCount } from "./states";
import { walk } from "./words/walk";

/** The state count of a cube as a floating-point number; undefined if it is too large, from 10 layers on. */
export function states(size: number): number | undefined {
  const count = Number(stateCount(size));
  return Number.isFinite(count) ? count : undefined;
}

const UNITS: [unit: string, seconds: number][] = [["second", 1], ["minute", 60], ["hour", 3600], ["day", 86_400], ["year", 365.2425 * 86_400]];

/** A large number in readable form: written out, or as a power of ten. */
export function large(value: number): string {
  if (value < 1e7) return number(Math.round(value));
  const power = Math.floor(Math.log10(value));
  const raised = [...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return walk.power({ factor: value / 10 ** power, power: raised });
}

/** A time in the largest unit that gives 2 or more. */
export function span(seconds: number): string {
  const [unit, length] = UNITS.findLast(([, length]) => seconds >= 2 * length) ?? UNITS[0]!;
  return walk.span({ count: large(Math.max(1, seconds / length)), unit });
}
