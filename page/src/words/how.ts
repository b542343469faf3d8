import { words } from "../speech";
import { stateCount } from "../states";

export const how = words("how", {
  title: "How it works",
  formula: "A cube becomes a formula",
  proof: "Why “no” is a proof",
  states: "All {count:,} states",
  chapters: "Chapters",
  wait: "One moment…",
  back: "Back to the cube",
  next: "Next",
  previous: "Previous",
  screen: "{screen} of {count}",
  cube: "The cube of this chapter, in space. Drag it to look from elsewhere.",
  stray: "This link names a cube, a horizon or a screen that this chapter does not have, so here is its beginning.",
  refused: "The cube of this link cannot be used: {reason} Here is the usual cube.",
  down: "The server does not answer, so this exercise cannot compute now.",
  again: "Try again",
  right: "Right. {why}",
  wrong: "Not quite. {why}",
  other: "Another cube",
  turnIt: "Turn this cube",
  away: "A random cube, {distance} {distance?one:turn|other:turns} from solved",
  usual: "The usual cube",
  slots: "Slots",
  idle: "step {step} is idle",
  turn: "{turn} is made at step {step}",
  layer: "{face} turns at step {step}, by some amount",
  piece: "at moment {moment} the piece from {from} is in {slot}",
  twist: "at moment {moment} the piece in {slot} has its first sticker on {face}",
  at: "at moment {moment} the piece from {from} is in {slot}, its {sticker} sticker on {face}",
  isGoal: "goal {goal} is reached",
  not: "not: {statement}",
  clause: "clause {number}",
});

/** The title of a chapter. */
export function chapterTitle(name: "formula" | "proof" | "states"): string {
  return name === "states" ? how.states({ count: Number(stateCount(2)) }) : how[name];
}
