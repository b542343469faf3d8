import { sentences, words } from "../speech";

export const check = words("check", {
  title: "Check a certificate",
  intro: "The checker extracted from the proofs in Coq runs in this browser. Choose the folder of a certificate or its ZIP, or drop it here; it is not sent anywhere.",
  folder: "Choose a folder",
  files: "Choose files or a ZIP",
  stop: "Stop",
  reading: "{percent:,.0f} % read",
  proved: "Proved: {turns} {goal?solved:solves this cube|held:leads from this cube to the goal, in exactly this orientation,} in {length:,} {length?one:turn|other:turns} ({metric}), and nothing shorter does.",
  noTurn: "the empty answer",
  theorem: "By the theorem {theorem} of formal/{file}, and a refutation of {lemmas:,} {lemmas?one:lemma|other:lemmas}.",
  cube: "The cube",
  goal: "The goal",
  show: "Show the cube with its answer",
  refused: "Refused:",
  unchecked: "Not checked:",
  digest: "SHA-256 of the checker’s sources:",
  digestsOf: "SHA-256 of what was checked:",
});

/** Why there is no verdict. */
export const checkFaults = sentences("check-fault", {
  uncovered:
    "No theorem covers this kind of question: only {what?puzzle:cubes|size:cubes of 2 and 3 layers|start:cubes with all stickers known|goal:the goal solved, in any rotation, and with 3 layers a cube with all stickers known|moves:all turns of a metric|ends:formulas with one goal|other:formulas about the turns of the theorems, in their order}. The command cubeproof check covers all.",
  stopped: "The checker was stopped before it gave a verdict, perhaps since the browser has too little memory. The command cubeproof check needs less.",
  other: "The checker was built from other sources than this page: it has the digest {found}, not {wanted}.",
  failed: "The checker cannot run in this browser: {reason}.",
  none: "There is no file.",
  noCertificate: "There is no certificate among these files: it has a file certificate.json.",
  twice: "{name} is there twice: choose the folder of one certificate.",
  packed: "{name} cannot be unpacked in this browser: unpack it, and choose its folder.",
  large: "{megabytes:,} MB are more than a browser can check, {most:,} MB at most. The command cubeproof check can.",
});
