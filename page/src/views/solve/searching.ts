// The search of the view Solve. The turns of its answer wait on the tape for the playback.
import { effect, untracked } from "@preact/signals";
import * as cube from "../../cube";
import { Search } from "../../search";
import { chosen } from "./choices";

export const search = new Search(chosen);

/** The last answer whose turns were put on the tape. */
let offered: object | null = null;

effect(() => {
  const here = search.here.value;
  const answer = here?.run.answer.value;
  if (!answer || here!.made > 0 || answer === offered) return;
  offered = answer;
  const turns = (answer.solution ?? answer.reached?.turns ?? "").split(" ").filter(Boolean);
  untracked(() => turns.length > 0 && cube.visibleReport.peek()?.facelets === here!.question.origin.facelets && cube.offer(turns));
});
