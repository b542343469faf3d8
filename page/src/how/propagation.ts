// A checker of LRAT proofs by unit propagation: that of `proof/check/lrat.py`, in the browser. One file, to be read.
//
// A lemma follows if its opposite leads to a contradiction: assume that all its literals are false, and follow its hints, the
// numbers of earlier clauses. In each hinted clause at most one literal may be open, not yet false. An open literal must be true
// from then on. A clause without an open literal is the contradiction. The empty lemma shows that the formula has no model.

export type Clause = readonly number[];

export interface Lemma {
  number: number;
  literals: Clause;
  /** Numbers of clauses and lemmas, in the order of their use. */
  hints: readonly number[];
}

/** A hint that was followed: the literal that it forces, or null for the contradiction. */
export interface Step {
  hint: number;
  clause: Clause;
  forced: number | null;
}

/** Why a line of a proof is refused. */
export interface Fault {
  kind: "unreadable" | "twice" | "forgets" | "literalTwice" | "hintTwice" | "noHint" | "hintOpen" | "noContradiction" | "afterTheEnd" | "noEnd";
  /** The number of the clause that is to blame; 0 if there is none. */
  clause: number;
}

/** How a lemma follows from its hints, up to the contradiction or a fault. */
export interface Derivation {
  steps: Step[];
  fault: Fault | null;
}

const fault = (kind: Fault["kind"], clause = 0): Fault => ({ kind, clause });

/** Follow the hints of a lemma. */
export function derive(clauses: ReadonlyMap<number, Clause>, { literals, hints }: Lemma): Derivation {
  const isFalse = new Set(literals);
  const steps: Step[] = [];
  if (isFalse.size < literals.length) return { steps, fault: fault("literalTwice") };
  if (new Set(hints).size < hints.length) return { steps, fault: fault("hintTwice") };
  const least = Math.min(1, ...hints);
  if (least < 1) return { steps, fault: fault("noHint", least) };
  for (const hint of hints) {
    const clause = clauses.get(hint);
    if (clause === undefined) return { steps, fault: fault("noHint", hint) };
    const open = clause.filter((literal) => !isFalse.has(literal));
    if (open.length > 1) return { steps, fault: fault("hintOpen", hint) };
    const forced = open[0] ?? null;
    steps.push({ hint, clause, forced });
    if (forced === null) return { steps, fault: null };
    isFalse.add(-forced);
  }
  return { steps, fault: fault("noContradiction") };
}

/** The literals that unit propagation makes false, from literals that are assumed; null if it ends in a contradiction. */
export function propagated(clauses: readonly Clause[], assumed: readonly number[]): ReadonlySet<number> | null {
  const isFalse = new Set(assumed.map((literal) => -literal));
  for (let before = -1; before !== isFalse.size; ) {
    before = isFalse.size;
    for (const clause of clauses) {
      const open = clause.filter((literal) => !isFalse.has(literal));
      if (open.length === 0) return null;
      if (open.length === 1) isFalse.add(-open[0]!);
    }
  }
  return isFalse;
}

/** The verdict on a proof: the number of its lemmas, or the first line that is refused, from 1, and why. */
export interface Verdict {
  lemmas: number;
  line: number | null;
  fault: Fault | null;
}

/** A line of a proof: a lemma, or the numbers of clauses that are deleted; null if it cannot be read. */
function read(line: string): Lemma | number[] | null {
  const isDeletion = line.includes(" d ");
  const words = line.replace(" d ", " 0 0 ").split(" ").filter((word) => word !== "");
  if (words.length === 0 || !words.every((word) => /^-?\d+$/.test(word))) return null;
  // `0 +` makes 0 of −0.
  const numbers = words.map((word) => 0 + Number(word));
  const number = numbers[0]!;
  if (!numbers.every(Number.isSafeInteger) || numbers.at(-1) !== 0) return null;
  if (isDeletion && numbers[1] === 0 && numbers[2] === 0) return numbers.length < 4 || number < 0 ? null : numbers.slice(3, -1);
  const end = numbers.indexOf(0, 1);
  if (end < 0 || end === numbers.length - 1 || number < 1) return null;
  return { number, literals: numbers.slice(1, end), hints: numbers.slice(end + 1, -1) };
}

/** Check a proof, given as lines of LRAT, that no assignment satisfies all clauses of a formula. */
export function check(formula: readonly Clause[], lines: readonly string[]): Verdict {
  // A clause of the formula may have a literal twice.
  const clauses = new Map<number, Clause>(formula.map((clause, index) => [index + 1, [...new Set(clause)]]));
  let lemmas = 0, isRefuted = false;
  for (const [index, text] of lines.entries()) {
    const refuse = (fault: Fault): Verdict => ({ lemmas, line: index + 1, fault });
    const line = text.replace(/\r?\n?$/, "");
    if (isRefuted) {
      if (line.trim() !== "") return refuse(fault("afterTheEnd"));
      continue;
    }
    const entry = read(line);
    if (entry === null) return refuse(fault("unreadable"));
    if (Array.isArray(entry)) {
      for (const number of entry) if (!clauses.delete(number)) return refuse(fault("forgets", number));
      continue;
    }
    const lemma = entry;
    if (clauses.has(lemma.number)) return refuse(fault("twice", lemma.number));
    const { fault: wrong } = derive(clauses, lemma);
    if (wrong) return refuse(wrong);
    clauses.set(lemma.number, lemma.literals);
    lemmas++;
    isRefuted = lemma.literals.length === 0;
  }
  return isRefuted ? { lemmas, line: null, fault: null } : { lemmas, line: lines.length + 1, fault: fault("noEnd") };
}

/** A lemma as a line of LRAT. */
export function lineOf({ number, literals, hints }: Lemma): string {
  return [number, ...literals, 0, ...hints, 0].join(" ");
}
