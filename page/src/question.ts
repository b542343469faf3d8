// A question: a cube, and the choices that go with it. What is said in answer holds for that cube and those choices alone, so every
// search carries its question, and a view asks here whether the screen still shows it.
import { ApiError, type SolveRequest } from "./api";
import * as cube from "./cube";
import { wayTo } from "./scrambling";

/** All of a request but the cube. */
export type Choices = Omit<SolveRequest, "state" | "scramble">;

/** The cube of a question: how it was come by, and what it showed. */
export interface Origin {
  base: cube.Base;
  made: string[];
  facelets: string;
}

export interface Question {
  readonly origin: Origin;
  readonly choices: Choices;
}

export function requestOf({ origin, choices }: Question): SolveRequest {
  return { ...choices, state: origin.facelets };
}

/** Where the cube of the page is now, and what the server says of it. */
export async function whence(): Promise<{ origin: Origin; shown: cube.Shown }> {
  const shown = await cube.current();
  if (!shown) throw new ApiError(0, cube.objection.peek()!);
  const { base, tape, at } = cube.moment.peek();
  return { origin: { base, made: tape.slice(0, at), facelets: shown.facelets }, shown };
}

/** The cube of a question as a beginning of its own. */
export function begun({ base, made, facelets }: Origin): cube.Base {
  const way = wayTo(base);
  const setup = way === null ? null : [way, ...made].filter(Boolean).join(" ");
  return { size: base.size, facelets, setup };
}

export function startsWith(turns: string[], first: string[]): boolean {
  return first.length <= turns.length && first.every((turn, index) => turn === turns[index]);
}

/** How many turns of the tape lead to the cube of the question: none where the tape begins with it; null where it is not on the way. */
export function startOnTape({ base, made, facelets }: Origin): number | null {
  const [here, tape] = [cube.base.value, cube.tape.value];
  if (here === base && startsWith(tape, made)) return made.length;
  return here.size === base.size && here.facelets === facelets ? 0 : null;
}

/**
 * How many turns of an answer are made on the cube on the screen: 0 where it is the cube of the question, and null where it is another
 * one, be it that another was begun or that the turns lead off the ways given.
 */
export function stepsMade(origin: Origin, ways: readonly string[]): number | null {
  const start = startOnTape(origin);
  // While the picture runs it is not where the tape is.
  const [least, most] = [cube.at.value, cube.begun.value].sort((a, b) => a - b) as [number, number];
  if (start !== null && least >= start) {
    const made = cube.tape.value.slice(start, most).map((turn) => `${turn} `).join("");
    if (made === "" || ways.some((way) => `${way} `.startsWith(made))) return cube.begun.value - start;
  }
  return cube.seen.value?.facelets === origin.facelets ? 0 : null;
}
