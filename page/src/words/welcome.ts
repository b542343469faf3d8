import { words } from "../speech";

export const welcome = words("welcome", {
  got: "What have you got?",
  again: "Another cube?",
  paint: "Paint my cube",
  type: "Type or paste a scramble",
  show: "Show me one",
  scramble: "The scramble, or the stickers as letters",
  scrambleHow: "The cube follows the text. You can also paste it anywhere on the page.",
  pasted: "Pasted: a {size}×{size}×{size}{count?none:|other: with {count} {count?one:turn|other:turns}}.",
  undo: "Undo",
  close: "Close",
  preview: "Its answer has {length} turns: 1 to {before} are proved impossible.",
});
