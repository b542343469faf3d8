// The marks of the picture: in Solve the stickers that the chosen goal requires, in Paint the stickers that the verdict suspects.
import { effect } from "@preact/signals";
import { api } from "./api";
import * as cube from "./cube";
import { dimmed, otherCross, rung } from "./marks";
import * as painting from "./painting";
import { tab } from "./tabs";
import { chosen } from "./choices";

const NONE: ReadonlySet<number> = new Set();
/** The cube whose stickers are dimmed, or will be. */
let aimedAt = "";

/** Whether the tape leads to a cross of another colour than the goal's. */
function isOtherCross(): boolean {
  return otherCross.value !== null && cube.tape.value.join(" ").endsWith(otherCross.value);
}

/** The stickers that do not matter, numbered as marks are: by their places at the start of the tape. */
effect(() => {
  const { goal } = chosen.value;
  const { size, facelets } = cube.base.value;
  if (tab.value !== "solve" || goal === undefined || goal === null || goal === "solved" || cube.isDriven.value || isOtherCross()) {
    dimmed.value = NONE;
    return undefined;
  }
  const state = facelets ?? cube.solved(size);
  // The old cube's stickers must not show on the new cube, not even for a moment.
  if (aimedAt !== state) dimmed.value = NONE;
  aimedAt = state;
  let newest = true;
  api.goalStickers(state, goal).then(
    ({ stickers }) => {
      const required = new Set(stickers);
      if (newest) dimmed.value = new Set([...state].map((_, sticker) => sticker).filter((sticker) => !required.has(sticker)));
    },
    () => newest && (dimmed.value = NONE), // Solve says why this cube cannot have that goal
  );
  return () => void (newest = false);
});

effect(() => {
  rung.value = tab.value === "paint" ? painting.suspects.value : NONE;
});
