import { words } from "../speech";

export const start = words("start", {
  examples: "Examples",
  far: "The hardest 2×2×2",
  seven: "3×3×3 in 7 turns",
  superflip: "The superflip",
  cross: "A cross",
  wrong: "An impossible cube",
  aboutFar: "No 2×2×2 is farther from solved than this one. Press Solve: length by length a shorter way is proved impossible, until the shortest is found.",
  aboutSeven: "Seven turns lead to this 3×3×3. Is there a shorter way back? Press Solve: the answer comes at once, the proof within seconds; the first time on a server tables are built before.",
  aboutSuperflip: "Every piece is in its place, and every edge is flipped: no 3×3×3 is farther from solved. Press Solve: 20 turns are soon found. The proof that 19 do not suffice takes long; watch the bounds.",
  aboutCross: "The goal is the yellow cross; the dimmed stickers do not matter. Press Solve for the fewest turns that lead to it.",
  aboutWrong: "One corner of this cube is twisted, so no turns solve it. Read the verdict, and press Repair.",
  believe: "How it works: what to believe, and why",
  proved: "An answer is called shortest only when every shorter length has been proved impossible, and every answer is replayed turn by turn before you see it.",
  certified: "A certificate has the formula for one turn less and its refutation. A checker that loads no solver, and is short enough to be read, verifies both.",
  theorem: "For the 2×2×2 and the 3×3×3 a theorem says that what cubeproof check --formal accepts is true. You still have to trust Coq, which has checked the proof, the tools that make a program of it, and the reading of 24 or 54 letters.",
  more: "More",
  notebook: "A notebook to try",
  api: "The API",
  licence: "Licence",
  others: "Third-party licences",
});
