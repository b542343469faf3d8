// Answers played on the page's cube: from where it was solved, even if it has been turned since.
import * as cube from "../../cube";
import { begun, startOnTape, startsWith, type Origin } from "../../question";
import { linkTo } from "../../share";

/** On a narrow screen the cube is above what can be done with it. */
function look(): void {
  document.querySelector(".picture")?.scrollIntoView({ block: "nearest" });
}

/** The place on the tape where the answer begins, after it was put there if it was not. */
function place(from: Origin, turns: string[]): number {
  const start = startOnTape(from);
  if (start !== null) {
    if (startsWith(cube.tape.peek().slice(start), turns)) return start;
    if (cube.at.peek() === start) {
      cube.play(turns, false);
      return start;
    }
  }
  cube.begin(begun(from), turns, 0);
  return 0;
}

export function play(from: Origin, turns: string[]): void {
  cube.whenHere(() => {
    const start = place(from, turns);
    cube.rerun(start, start + turns.length);
  });
  look();
}

/** One turn of the answer: the next one if it is on the tape already and not at its end, else the first. */
export function step(from: Origin, turns: string[]): void {
  cube.whenHere(() => {
    const here = cube.playing.peek() ? Math.floor(cube.position.peek()) : cube.at.peek();
    const tape = cube.tape.peek();
    const start = place(from, turns);
    if (tape === cube.tape.peek() && here >= start && here < start + turns.length) cube.stepForward();
    else cube.rerun(start, start + 1);
  });
  look();
}

/** Be where so many turns of the answer are made. */
export function show(from: Origin, turns: string[], made: number): void {
  cube.whenHere(() => cube.jump(place(from, turns) + made));
  look();
}

/** A link to the cube with an answer on its tape. */
export function link(from: Origin, turns: string[]): string {
  return linkTo(begun(from), turns, 0, "solve");
}
