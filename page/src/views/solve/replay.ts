// Answers played on the page's cube, from the cube of the question, even if it has been turned since.
import * as cube from "../../cube";
import { asBase, startOnTape, startsWith, type Origin } from "../../question";

/** Bring the cube into view: on a narrow screen it is above the tabs. */
function look(): void {
  document.querySelector(".picture")?.scrollIntoView({ block: "nearest" });
}

/** Put the answer on the tape if it is not there, and return the place of its first turn. */
function place(from: Origin, turns: string[]): number {
  const start = startOnTape(from);
  if (start !== null) {
    if (startsWith(cube.tape.peek().slice(start), turns)) return start;
    if (cube.at.peek() === start) {
      cube.put(turns);
      return start;
    }
  }
  cube.begin(asBase(from), turns, 0);
  return 0;
}

export function play(from: Origin, turns: string[]): void {
  cube.whenHere(() => {
    const start = place(from, turns);
    cube.rerun(start, start + turns.length);
  });
  look();
}

/** Play to a number of turns of the answer. */
export function show(from: Origin, turns: string[], made: number): void {
  cube.whenHere(() => cube.jump(place(from, turns) + made));
  look();
}
