// Answers played on the page's cube: from where it was solved, even if it has been turned since.
import * as cube from "../../cube";
import { begun, startOnTape, startsWith, type Origin } from "../../question";

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
      cube.put(turns);
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

/** Be where so many turns of the answer are made. */
export function show(from: Origin, turns: string[], made: number): void {
  cube.whenHere(() => cube.jump(place(from, turns) + made));
  look();
}
