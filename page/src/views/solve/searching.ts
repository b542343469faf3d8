// The search of the view Solve. The turns of its best answer wait on the tape: a better one replaces them, but not while they are played.
import { effect, untracked } from "@preact/signals";
import * as cube from "../../cube";
import type { Run } from "../../jobs";
import { Search } from "../../search";
import { chosen } from "../../choices";

export const search = new Search(chosen, () => false, true);

/** The answer that was put on the tape last, and its search. */
let last: { run: Run; way: string } | null = null;

effect(() => {
  const here = search.here.value;
  const atEnd = cube.at.value === cube.tape.value.length;
  if (!here || (here.made > 0 && !atEnd) || cube.playing.value || (cube.at.value > 0 && cube.at.value !== cube.turnsStarted.value)) return;
  const { run, question } = here;
  const way = run.way.value;
  const played = cube.tape.value.join(" ");
  // An earlier answer that was played to its end has done its work; the turns of a stage lead elsewhere.
  if (here.made > 0) return void (way && run.ways.value.includes(played) && !run.stages.value.some(({ turns }) => turns === played) && untracked(() => cube.replace(way.split(" "))));
  // Other turns that wait are the visitor's, and so is an empty tape after its answer was cleared.
  const isNews = last?.run !== run || last.way !== way;
  const gives = isNews ? atEnd || cube.isOffered() || run.ways.value.includes(played) : atEnd && cube.at.value > 0;
  if (!way || !gives) return;
  last = { run, way };
  untracked(() => cube.offer(question.origin, way.split(" ")));
});
