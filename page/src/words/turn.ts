import { words } from "../speech";

export const turn = words("turn", {
  face: "Faces",
  slice: "Slices",
  wide: "Wide turns",
  rotation: "Whole cube",
  pressing: "A press",
  turns: "turns the cube",
  writes: "writes into the sequence",
  keyboard: "Turn with the keyboard",
  keys: "Letters turn: {letters:semicolons}. Shift turns the other way, 2 first makes a half turn{wide?true:, w first a wide one|false:}. Space runs, ← and → step, Backspace takes back.",
  sequence: "Sequence",
  count: "{count} {count?one:turn|other:turns}",
  runIt: "Run",
  stepThrough: "Step by step",
  undoWay: "Inverse",
  clear: "Clear",
  named: "{turn}: {description}",
});
