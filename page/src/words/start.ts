import { words } from "../speech";

export const start = words("start", {
  examples: "Examples",
  far: "2×2×2, as far as it gets",
  seven: "3×3×3 in 7 turns",
  superflip: "The superflip",
  cross: "A cross",
  wrong: "A wrong cube",
  aboutFar: "This 2×2×2 is as far from solved as one can be. Press Solve: length by length a shorter way is proved impossible, until the shortest is found.",
  aboutSeven: "Seven turns lead to this 3×3×3. Is there a shorter way back? Press Solve: the answer comes at once, the proof within seconds; the first time on a server tables are built before.",
  aboutSuperflip: "Every piece is in its place, and every edge is flipped: no 3×3×3 is farther from solved. Press Solve: 20 turns are soon found. That 19 do not suffice takes long to prove; watch the bounds.",
  aboutCross: "The goal is the yellow cross; the stickers that stand back do not matter. Press Solve for the fewest turns that lead to it.",
  aboutWrong: "One corner of this cube is twisted, so no turns solve it. See what is found out, and press Repair.",
  believe: "What to believe, and why",
  proved: "An answer is called shortest only when every shorter length has been proved impossible, and every answer is replayed turn by turn before you see it.",
  certified: "You need not take our word: a certificate has the formula for one turn less and its refutation, and a checker that loads no solver and is short enough to be read goes through both.",
  theorem: "For the 2×2×2 and the 3×3×3 a theorem says that what cubeproof check --formal accepts is true. Left to trust are Coq, which has checked its proof, what makes a program of it, and the reading of 24 or 54 letters.",
  more: "More",
  notebook: "A notebook to try",
  api: "The API",
  licence: "Licence",
  others: "Licences of what comes along",
});
