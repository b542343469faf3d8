// A question: a cube, and the choices of the visitor. An answer holds only for that cube and those choices, so every search keeps
// its question, and a view checks here whether the screen still shows it.
import { ApiError, type SolveRequest } from "./api";
import * as cube from "./cube";
import { wayTo } from "./scrambling";

/** All of a request but the cube. */
export type Choices = Omit<SolveRequest, "state" | "scramble">;

/** The cube of a question: its start, the turns made, and its stickers. */
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

/** The cube of the page as the origin of a question, and the server's report about it. */
export async function origin(): Promise<{ origin: Origin; shown: cube.CubeReport }> {
  const shown = await cube.current();
  if (!shown) throw new ApiError(0, cube.objection.peek()!);
  const { base, tape, at } = cube.moment.peek();
  return { origin: { base, made: tape.slice(0, at), facelets: shown.facelets }, shown };
}

/** The cube of a question as the start of a tape. */
export function asBase({ base, made, facelets }: Origin): cube.Base {
  const way = wayTo(base);
  const setup = way === null ? null : [way, ...made].filter(Boolean).join(" ");
  return { size: base.size, facelets, setup };
}

export function startsWith(turns: string[], first: string[]): boolean {
  return first.length <= turns.length && first.every((turn, index) => turn === turns[index]);
}

/** The number of turns on the tape that lead to the cube of the question; null if they do not lead there. */
export function startOnTape({ base, made, facelets }: Origin): number | null {
  const [here, tape] = [cube.base.value, cube.tape.value];
  if (here === base && startsWith(tape, made)) return made.length;
  return here.size === base.size && here.facelets === facelets ? 0 : null;
}

/**
 * The number of turns of an answer that are made on the screen: 0 for the cube of the question; null if the screen shows another cube,
 * or turns that are in none of the answers.
 */
export function stepsMade(origin: Origin, ways: readonly string[]): number | null {
  const start = startOnTape(origin);
  // During a run the picture is behind the tape.
  const [least, most] = [cube.at.value, cube.turnsStarted.value].sort((a, b) => a - b) as [number, number];
  if (start !== null && least >= start) {
    const made = cube.tape.value.slice(start, most).map((turn) => `${turn} `).join("");
    if (made === "" || ways.some((way) => `${way} `.startsWith(made))) return cube.turnsStarted.value - start;
  }
  return cube.visibleReport.value?.facelets === origin.facelets ? 0 : null;
}
