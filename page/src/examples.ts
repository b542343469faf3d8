// Example cubes: the cube of the first visit, and others to choose from. Each has its facelets, so that it is on the screen
// before the server has answered.
import type { Base } from "./base";
import type { Tab } from "./tabs";

export interface Example extends Base {
  facelets: string;
  /** The tab that opens, and the question. */
  opens: Tab;
  engine: string;
  goal: string;
  /** The length of the shortest answer; null for an impossible cube. */
  length: number | null;
}

export const EXAMPLES = {
  far: {
    size: 2,
    facelets: "UDUUFFBBLLRRDDDURBLFLFRB",
    setup: "F2 U F' U R' U R2 F' R' U R'",
    opens: "solve",
    engine: "sat",
    goal: "solved",
    length: 11,
  },
  seven: {
    size: 3,
    facelets: "DUDDUDDBLUFFLRRUBRBLFUFFBRRDBBDDDUUUFLLRLFBRRLBRFBUFLL",
    setup: "R U F2 D' L B2 U'",
    opens: "solve",
    engine: "auto",
    goal: "solved",
    length: 7,
  },
  superflip: {
    size: 3,
    facelets: "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB",
    setup: "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
    opens: "solve",
    engine: "auto",
    goal: "solved",
    length: 20,
  },
  cross: {
    size: 3,
    facelets: "FULDUBRUFUDFLRFRFBUFRDFBDLDFUBFDRDULDLBRLRLDRURLLBBUBB",
    setup: "R D2 F' U L2 B' R2 D L' F U2 R'",
    opens: "solve",
    engine: "auto",
    goal: "cross",
    length: 6,
  },
  wrong: {
    size: 3,
    facelets: "LRUBUUDRBDLBDRLFULFDRFFFUBRBDUBDBLLDULRULRBRRLUFFBFFDD",
    setup: null,
    opens: "paint",
    engine: "auto",
    goal: "solved",
    length: null,
  },
} as const satisfies Record<string, Example>;

export type ExampleName = keyof typeof EXAMPLES;

/** The cube of the first visit: a 2×2×2 that needs eleven turns; none needs more. */
export const FIRST: Example = EXAMPLES.far;

/** The name of the example with these facelets, or null. */
export function exampleOf(facelets: string | null): ExampleName | null {
  const names = Object.keys(EXAMPLES) as ExampleName[];
  return names.find((name) => EXAMPLES[name].facelets === facelets) ?? null;
}
