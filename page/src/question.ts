// A question: a cube, and the choices of the visitor. An answer holds only for that cube and those choices, so every search keeps
// its question, and a view checks here whether the screen still shows it.
import { ApiError, type SolveRequest } from "./api";
import * as cube from "./cube";
import { wayTo } from "./scrambling";

/** All of a request but the cube. */
export type Choices = Omit<SolveRequest, "state" | "scramble">;

/** The cube of a question is the start of a tape. */
export type Origin = cube.Base;

export interface Question {
  readonly origin: Origin;
  readonly choices: Choices;
}

export function requestOf({ origin, choices }: Question): SolveRequest {
  return { ...choices, state: cube.startOf(origin) };
}

/** The cube of the page as the origin of a question, and the server's report about it. The turns made become the setup of the tape. */
export async function origin(): Promise<{ origin: Origin; shown: cube.CubeReport }> {
  const shown = await cube.current();
  if (!shown) throw new ApiError(0, cube.objection.peek()!);
  return { origin: ground(shown.facelets), shown };
}

/** Make the cube on the screen the start of the tape. */
export function ground(facelets: string): Origin {
  const { base, tape, at } = cube.moment.peek();
  const way = wayTo(base);
  cube.ground(facelets, way === null ? null : [way, ...tape.slice(0, at)].filter(Boolean).join(" "));
  return cube.base.peek();
}

/** Whether the tape starts with the cube of a question. */
export function isOnTape(origin: Origin): boolean {
  return cube.base.value.size === origin.size && cube.startOf(cube.base.value) === cube.startOf(origin);
}

/**
 * The number of turns of an answer that are made on the screen: 0 for the cube of the question; null if the screen shows another cube,
 * or turns that are in none of the answers.
 */
export function stepsMade(origin: Origin, ways: readonly string[]): number | null {
  if (isOnTape(origin)) {
    // During a run the picture is behind the tape.
    const made = cube.tape.value.slice(0, Math.max(cube.at.value, cube.turnsStarted.value)).map((turn) => `${turn} `).join("");
    if (made === "" || ways.some((way) => `${way} `.startsWith(made))) return cube.turnsStarted.value;
  }
  return cube.visibleReport.value?.facelets === cube.startOf(origin) ? 0 : null;
}
