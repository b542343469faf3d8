import { words } from "../speech";

export const welcome = words("welcome", {
  title: "How it works",
  have: "Have a cube.",
  haveHow: "Scramble one, turn it, or paint the one in your hand.",
  ask: "Press Solve.",
  askHow: "Length by length a shorter way is proved impossible, until the shortest is found.",
  check: "Check it yourself.",
  checkHow: "A certificate can be verified without trusting this page.",
  preview: "An answer of seven turns: one to six are proved impossible.",
});
