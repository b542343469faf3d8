// The search of the view Solve. The turns of its best answer wait on the tape: a better one replaces them, but not while they are played.
import { effect, untracked } from "@preact/signals";
import * as cube from "../../cube";
import { Search } from "../../search";
import { chosen } from "./choices";

export const search = new Search(chosen, () => false, true);

/** The answer that was put on the tape last. */
let offered = "";

effect(() => {
  const here = search.here.value;
  if (!here || here.made > 0 || cube.playing.value || cube.at.value > 0 && cube.at.value !== cube.turnsStarted.value) return;
  const [way, tape] = [here.run.way.value, cube.tape.value.join(" ")];
  // Other turns that wait are the visitor's, and a cross or an answer that was chosen stays until there is a better one.
  const replaced = cube.at.value === cube.tape.value.length || (way !== offered && (cube.isOffered() || here.run.ways.value.includes(tape)));
  if (!way || way === tape || !replaced) return;
  offered = way;
  untracked(() => cube.offer(here.question.origin, way.split(" ")));
});
