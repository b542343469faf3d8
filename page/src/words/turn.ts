import { words } from "../speech";

export const turn = words("turn", {
  face: "Faces",
  slice: "Slices",
  wide: "Wide turns",
  rotation: "Whole cube",
  keyboard: "Turn with the keyboard",
  keys: "Letters turn: {letters:semicolons}. Shift turns the other way, 2 first makes a half turn{wide?true:, w first a wide one|false:}. Space runs, ← and → step, Backspace takes back.",
  setup: "Scramble: the turns before the start",
  stickers: "given by its stickers",
  sequence: "Sequence: the turns from the start; what you type is made",
  count: "{count} {count?one:turn|other:turns}",
  lowercase: "“{turn}” was read as {reading?wide:the wide turn {wide}|inner:the inner layer {inner}}.",
  lowercaseOther: "Read as {reading?wide:the inner layer {inner}|inner:the wide turn {wide}}",
  smallBlocks: "In blocks of at most half of the layers:",
  undoWay: "Inverse",
  clear: "Clear",
  named: "{turn}: {description}",
});
