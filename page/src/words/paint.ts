import { NAMES } from "../facts";
import { LETTERS, palette, type Letter } from "../palettes";
import { nameLetters, say, words } from "../speech";

export const paint = words("paint", {
  colour: "Colour",
  face: "{face?U:up|R:right|F:front|D:down|L:left|B:back}",
  faces: "The face that is painted",
  faceNow: "{face?U:Up|R:Right|F:Front|D:Down|L:Left|B:Back}",
  tip: "{face?U:tip the top to you|R:turn it to the left|F:as you hold it|D:tip the front up|L:turn it to the right|B:turn it right round}",
  tipAgain: "tip it once more",
  blank: "blank",
  place: "{face?U:Up|R:Right|F:Front|D:Down|L:Left|B:Back}, row {row}, column {column}",
  sticker: "{place}: {colour}{suspect?true:, suspected|false:}",
  net: "The net to be painted",
  keys: "A click or a stroke over the net paints. By keys: a letter of a face (u r f d l b) or of a colour (w r g y o b) paints and goes on to the next sticker, ? leaves it unknown, the arrows move, the space bar paints with the chosen colour, Backspace and Ctrl+Z take back.",
  begin: "Begin with",
  solved: "a solved cube",
  unknown: "all unknown",
  undo: "Undo",
  verdict: "Verdict",
  wait: "Looking …",
  isSolved: "This cube is solved.",
  possible: "This cube can be solved.",
  open: "Nothing is wrong so far; {count} {count?one:sticker is|other:stickers are} unknown.",
  openMeans: "Unknown stickers may have any colour: an answer is the shortest that solves all known stickers.",
  missing: "{count} {count?one:sticker is|other:stickers are} not painted yet: an answer solves only the others.",
  hold: "Hold it so: {up} up, {front} in front.",
  impossible: "This cube cannot exist.",
  more: "{count} more",
  reasons: "{count} {count?one:reason|other:reasons}",
  copiedTurned: "Most likely a face was copied while it was held otherwise.",
  alike: "{kind?corner:Any corner|edge:Any edge|other:Any two corners or two edges} may be wrong: the stickers cannot show which. Repair gives a possible cube, perhaps not yours.",
  repair: "Repair",
  copied: "Most likely a sticker is copied wrongly{ringed?true:: look at the ringed stickers|false:}.",
  exchanged: "{one:colours} and {other:colours} are exchanged; does your cube use another colour scheme?",
  byHand: "Or a piece was twisted or put in by hand.",
  madeByHand: "Every piece is there: one was twisted or put in by hand, or two of its stickers were exchanged in copying.",
  otherOrder: "The faces seem to be in another order.",
  readAs: "Read as {faces}",
  noRepair: "No change of one or two stickers makes it possible; look at the ringed stickers.",
  noRepairNone: "No change of one or two stickers makes it possible, nor of one piece.",
  solve: "Solve this cube",
  goal: "Use as goal",
  goalHelp: "As a goal, unknown stickers do not matter.",
  goalSet: "The painting is now the goal; see under “Solve”. The cube is the one that was painted over.",
  goalDrop: "Drop the painted goal",
  text: "As text",
  textHelp: "The letters U R F D L B of the six faces in this order, row by row, or those of the colours, W R G Y O B; ? is unknown.",
  read: "Read",
});

/** The first of the signs that stand before the names of colours, in the order of `LETTERS`. */
const SIGN = 0xe000;
let signs = false;

/** A text in parts: words, and the letters of the colours that are named after them. */
export function withSigns(write: () => string): { words: string; letter: Letter | null }[] {
  signs = true;
  try {
    const [first, ...rest] = write().split(/(?=[\uE000-\uE006])/u);
    const coloured = (part: string) => LETTERS[part.charCodeAt(0) - SIGN] ?? null;
    return [first!, ...rest].map((part) => ({ words: coloured(part) ? part.slice(1) : part, letter: coloured(part) }));
  } finally {
    signs = false;
  }
}

/** Write letters as names: "URF" as colours "white-red-green", "U(2,3)" as a place "up (2,3)". */
nameLetters((text, spec) => {
  const [, letters, rest] = /^([URFDLB?]*)(.*)$/.exec(text)!;
  const all = [...letters!] as Letter[];
  if (spec === "faces") return [all.map((face) => paint.face({ face })).join("-"), rest].filter(Boolean).join(" ");
  const marks = signs ? all.map((letter) => String.fromCharCode(SIGN + LETTERS.indexOf(letter))).join("") : "";
  return marks + all.map(colourName).join("-");
});

/** The name of a colour in the chosen palette. */
export function colourName(letter: string): string {
  const [code, text] = NAMES[palette.value]![LETTERS.indexOf(letter as Letter)]!;
  return say({ text, code, template: text, values: {} });
}
