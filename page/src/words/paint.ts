import { palette } from "../palettes";
import { words } from "../speech";

export const paint = words("paint", {
  intro: "Paint the cube in your hand: choose a colour, then the stickers. The verdict says whether such a cube can exist.",
  colour: "Colour",
  colourName: "{letter?U:white|R:red|F:green|D:yellow|L:orange|B:blue|other:unknown}",
  colourApart: "{letter?U:white|R:dark red|F:light green|D:yellow|L:orange|B:blue|other:unknown}",
  place: "{face?U:Up|R:Right|F:Front|D:Down|L:Left|B:Back}, row {row}, column {column}",
  sticker: "{place}: {colour}{suspect?true:, suspected|false:}",
  net: "The net to be painted",
  keys: "A click or a stroke over the net paints. By keys: a letter of a face (u r f d l b) or of a colour (w r g y o b) paints and goes on to the next sticker, ? leaves it unknown, the arrows move, the space bar paints with the chosen colour, Backspace and Ctrl+Z take back.",
  begin: "Begin with",
  current: "the cube of the page",
  solved: "a solved cube",
  unknown: "all unknown",
  undo: "Undo",
  palette: "Colours",
  standard: "standard",
  colourblind: "for colour-blind eyes",
  letters: "Letters",
  picturedSaid: "The cube as painted so far.",
  verdict: "Verdict",
  wait: "Looking …",
  isSolved: "This cube is solved.",
  possible: "This cube can be solved.",
  open: "Nothing is wrong so far; {count} {count?one:sticker is|other:stickers are} unknown.",
  openMeans: "You can use it: unknown stickers may have any colour, and the answer is the shortest that solves all known stickers.",
  impossible: "This cube cannot exist.",
  more: "{count} more",
  repair: "Repair",
  exchanged: "The colours {one} and {other} ({first} and {second}) are exchanged; does your cube use another colour scheme?",
  noRepair: "No change of one or two stickers makes it possible; look at the ringed stickers.",
  noRepairNone: "No change of one or two stickers makes it possible, nor of one piece.",
  use: "Use this cube",
  used: "This is now the cube of the page.",
  goal: "Use as goal",
  goalHelp: "As a goal, unknown stickers do not matter.",
  goalSet: "This is now the goal; see under “Solve”.",
  goalDrop: "Drop the painted goal",
  text: "As text",
  textHelp: "The letters U R F D L B of the six faces in this order, row by row, or those of the colours, W R G Y O B; ? is unknown.",
  read: "Read",
});

/** The name of a colour in the chosen palette. */
export function colourName(letter: string): string {
  return palette.value === "colourblind" ? paint.colourApart({ letter }) : paint.colourName({ letter });
}
