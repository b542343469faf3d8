// Verdicts of the proved checker, as the page shows them. Without an explicit `"proved": true` there is no verdict.

/** The proved claims. */
export interface Claims {
  size: number;
  /** The letters of the cube. */
  start: string;
  /** "solved", or the letters of the cube to reach in exactly this orientation. */
  goal: string;
  metric: string;
  answer: string;
  length: number;
  theorem: string;
  /** The file of the theorem in `formal/`. */
  file: string;
  lemmas: number;
}

export type Outcome =
  | { kind: "proved"; claims: Claims }
  /** The checker refuses the certificate, and says why. */
  | { kind: "refused"; reason: string }
  /** The checker does not check it, and says why. */
  | { kind: "unchecked"; reason: string }
  /** No theorem covers a part of the question. */
  | { kind: "uncovered"; what: string }
  /** The checker ended without a verdict. */
  | { kind: "stopped" };

const TEXTS = ["start", "goal", "metric", "answer", "theorem", "file"] as const;
const NUMBERS = ["size", "length", "lemmas"] as const;

function parsed(output: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(output) as object) };
  } catch {
    return {};
  }
}

function isClaims(said: object): said is Claims {
  const entries = said as Record<string, unknown>;
  return TEXTS.every((name) => typeof entries[name] === "string") && NUMBERS.every((name) => Number.isInteger(entries[name]))
    && /^[URFDLB]+$/.test(entries["start"] as string) && (entries["start"] as string).length === 6 * (entries["size"] as number) ** 2;
}

/** The same reading as in `cubeproof/proof/external/formal.py`. */
export function outcomeOf(status: number, output: string, sentence: string): Outcome {
  const said = parsed(output);
  if (status === 0 && said["proved"] === true && isClaims(said)) return { kind: "proved", claims: said };
  if (status === 1 && sentence) return { kind: "refused", reason: sentence };
  if (status === 2 && sentence) return { kind: "unchecked", reason: sentence };
  if (status === 3 && typeof said["covered"] === "string") return { kind: "uncovered", what: said["covered"] };
  return { kind: "stopped" };
}

/** The verdict on a formula and its refutation: the number of lemmas that were checked, or the reason of the checker. */
export type Refutation = { kind: "proved"; lemmas: number } | { kind: "refused"; reason: string } | { kind: "stopped" };

export function refutationOf(status: number, output: string, sentence: string): Refutation {
  const said = parsed(output);
  if (status === 0 && said["proved"] === true && Number.isInteger(said["lemmas"])) return { kind: "proved", lemmas: said["lemmas"] as number };
  return sentence ? { kind: "refused", reason: sentence } : { kind: "stopped" };
}
