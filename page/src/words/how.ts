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
  cubeToTurn: "The cube of this chapter, in space. Drag a layer to turn it; drag beside the cube to look from elsewhere.",
  layers: "Turn a layer",
  backToStart: "Back to the start",
  noTurns: "No turn yet",
  letters: "U up, R right, F front, D down, L left, B back: the corner {corner} is on three of them. {fixed} is hidden behind.",
  seeFixed: "See {fixed}",
  seeFront: "See the front",
  end: "What was learnt",
  certify: "Solve this cube, with a certificate",
  stray: "This link names a cube, a horizon or a screen that this chapter does not have, so here is its beginning.",
  refused: "The cube of this link cannot be used: {reason} Here is the usual cube.",
  down: "The server does not answer, so this exercise cannot compute now.",
  again: "Try again",
  other: "Another cube",
  turnIt: "Turn this cube",
  away: "A random cube, {distance} {distance?one:turn|other:turns} from solved",
  usual: "The usual cube",
  idle: "step {step} is idle",
  turn: "{turn} is made at step {step}",
  layer: "{face} turns at step {step}, by some amount",
  at: "at moment {moment} the piece from {from} is in {slot}, its {sticker} sticker on {face}",
  not: "not: {statement}",
  clause: "clause {number}",
});

/** The title of a chapter. */
export function chapterTitle(name: "formula" | "proof" | "states"): string {
  return name === "states" ? how.states({ count: Number(stateCount(2)) }) : how[name];
}
