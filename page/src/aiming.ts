// What the picture points at: the stickers that a chosen goal asks for, while one solves, and those that a verdict suspects, while one paints.
import { effect } from "@preact/signals";
import { api } from "./api";
import * as cube from "./cube";
import { dimmed, rung } from "./marks";
import * as painting from "./painting";
import { tab } from "./tabs";
import { chosen } from "./views/solve/choices";

const NONE: ReadonlySet<number> = new Set();
/** The cube whose stickers are dimmed, or will be. */
let aimedAt = "";

/** The stickers that do not matter, where they are at the start of the tape, as the marks are numbered. */
effect(() => {
  const { goal } = chosen.value;
  const { size, facelets } = cube.base.value;
  if (tab.value !== "solve" || goal === undefined || goal === null || goal === "solved" || cube.moved.value) {
    dimmed.value = NONE;
    return undefined;
  }
  const state = facelets ?? cube.solved(size);
  // Not those of the cube before, not even for a moment.
  if (aimedAt !== state) dimmed.value = NONE;
  aimedAt = state;
  let newest = true;
  api.asked(state, goal).then(
    ({ stickers }) => {
      const asked = new Set(stickers);
      if (newest) dimmed.value = new Set([...state].map((_, sticker) => sticker).filter((sticker) => !asked.has(sticker)));
    },
    () => newest && (dimmed.value = NONE), // why it is no goal for this cube is told where one solves
  );
  return () => void (newest = false);
});

effect(() => {
  rung.value = tab.value === "paint" ? painting.suspects.value : NONE;
});
