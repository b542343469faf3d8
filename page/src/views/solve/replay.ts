// Answers played on the page's cube, from the cube of the question, even if it has been turned since.
import * as cube from "../../cube";
import { isOnTape, type Origin } from "../../question";

/** Bring the cube into view: on a narrow screen it is above the tabs. */
function look(): void {
  document.querySelector(".picture")?.scrollIntoView({ block: "nearest" });
}

/** Put the answer on the tape if it is not there. */
function place(from: Origin, turns: string[]): void {
  if (!isOnTape(from) || turns.some((turn, index) => turn !== cube.tape.peek()[index])) cube.choose(from, turns);
}

export function play(from: Origin, turns: string[]): void {
  cube.afterPending(() => {
    place(from, turns);
    cube.rerun(0, turns.length);
  });
  look();
}

/** Play to a number of turns of the answer. */
export function show(from: Origin, turns: string[], made: number): void {
  cube.afterPending(() => {
    place(from, turns);
    cube.jump(made);
  });
  look();
}
