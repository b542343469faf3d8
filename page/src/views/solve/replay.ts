// Answers played on the page's cube: from where it was solved, even if it has been turned since.
import { signal } from "@preact/signals";
import * as cube from "../../cube";
import { hashOf } from "../../share";

/** Where the cube was when it was to be solved: its tape up to there, and what it showed. */
export interface Origin {
  base: cube.Base;
  made: string[];
  facelets: string;
}

export const origin = signal<Origin | null>(null);

/** Where the cube is now, by the server's word. */
export async function whence(): Promise<Origin & { solved: boolean }> {
  const shown = await cube.current();
  if (!shown || cube.objection.peek()) throw new Error(cube.objection.peek());
  return { base: cube.base.peek(), made: cube.tape.peek().slice(0, cube.at.peek()), facelets: shown.facelets, solved: shown.solved };
}

/** On a narrow screen the cube is above what can be done with it. */
function look(): void {
  document.querySelector(".picture")?.scrollIntoView({ block: "nearest" });
}

/** The cube that was solved as a beginning of its own. */
function begun({ base, made, facelets }: Origin): cube.Base {
  const setup = base.setup === null ? null : [base.setup, ...made].filter(Boolean).join(" ");
  return { size: base.size, facelets, setup };
}

function startsWith(turns: string[], first: string[]): boolean {
  return first.length <= turns.length && first.every((turn, index) => turn === turns[index]);
}

/** The place on the tape where the answer begins, after it was put there if it was not; null if the cube had to begin anew. */
function place(from: Origin, turns: string[]): number {
  const tape = cube.tape.peek();
  const same = cube.base.peek() === from.base && startsWith(tape, from.made);
  if (same && startsWith(tape.slice(from.made.length), turns)) return from.made.length;
  if (same && cube.at.peek() === from.made.length) {
    cube.play(turns, false);
    return from.made.length;
  }
  const start = begun(from);
  cube.begin(start, turns, 0);
  origin.value = { base: cube.base.peek(), made: [], facelets: from.facelets };
  return 0;
}

export function play(from: Origin, turns: string[]): void {
  const start = place(from, turns);
  cube.rerun(start, start + turns.length);
  look();
}

/** One turn of the answer: the next one if it is on the tape already, else the first. */
export function step(from: Origin, turns: string[]): void {
  const before = cube.at.peek();
  const tape = cube.tape.peek();
  const start = place(from, turns);
  const within = tape === cube.tape.peek() && before >= start && before < start + turns.length;
  cube.jump((within ? before : start) + 1);
  look();
}

/** A link to the cube with an answer on its tape. */
export function link(from: Origin, turns: string[]): string {
  return `${location.origin}${location.pathname}${hashOf(begun(from), turns, 0, "solve")}`;
}
