// The whole question in a link, packed: the request's JSON without the cube, which the link has in clear, and the claimed answer. A claim
// counts as not proved until the visitor presses Solve.
import { computed, effect, signal } from "@preact/signals";
import { learn } from "./about";
import * as cube from "./cube";
import { packed, unpacked } from "./packing";
import type { Choices } from "./question";
import { askAnew, choose, chosen, isUsual } from "./choices";
import { search } from "./views/solve/searching";

/** The answer when the link was copied, to the cube where the tape starts; in old links to the cube after `made` turns. */
interface Claim {
  length: number;
  optimal: boolean;
  made?: number;
}

interface Linked extends Choices {
  claim?: Claim;
}

const claim = computed<Claim | null>(() => {
  const here = search.here.value;
  const answer = here?.run.answer.value;
  if (!answer || answer.length === null) return null;
  return { length: answer.length, optimal: answer.optimal, ...(cube.at.value > 0 && { made: 0 }) };
});

/** The question on the screen as a link has it; "" for the usual question, without a claim. */
export const questionText = signal("");

effect(() => {
  const answer = claim.value;
  const question: Linked = { ...chosen.value, ...(answer && { claim: answer }) };
  let newest = true;
  if (isUsual.value && !answer) questionText.value = "";
  else void packed(question).then((text) => newest && (questionText.value = text));
  return () => void (newest = false);
});

/** The claim of the link that was opened, with its cube and choices. */
const linked = signal<{ claim: Claim; base: cube.Base; tape: string[]; made: number; choices: string } | null>(null);

/** That claim, while the screen shows its question and no search for it has run. */
export const claimed = computed(() => {
  const link = linked.value;
  const same = link !== null && link.base === cube.base.value && link.tape === cube.tape.value && link.made === cube.at.value && link.choices === JSON.stringify(chosen.value);
  return same && !search.here.value ? link.claim : null;
});

/** Choose the question of a link, whose cube is on the page; a link without a question has the usual one. */
export async function openQuestion(text: string): Promise<void> {
  if (text === "") return askAnew("solved");
  await learn(); // the settings of engines
  const { claim, ...choices } = checked(await unpacked(text));
  choose(choices);
  const [base, tape, made] = [cube.base.peek(), cube.tape.peek(), claim?.made ?? cube.at.peek()];
  linked.value = claim ? { claim, base, tape, made, choices: JSON.stringify(chosen.peek()) } : null;
}

/** Return the value if it has the form of a question; the server decides whether it makes sense. */
function checked(value: unknown): Linked {
  const { goal, metric, engine, moves, timeout, all, quick, extra, claim, size, ...rest } = value as Record<string, unknown>;
  const texts = [goal, metric, engine, moves ?? ""].every((value) => typeof value === "string");
  const numbers = [timeout, extra ?? 0].every((value) => typeof value === "number");
  const flags = [all ?? false, quick ?? false].every((value) => typeof value === "boolean");
  const settings = Object.values(rest).every((value) => value === null || ["string", "number", "boolean"].includes(typeof value));
  const { length, optimal, made } = (claim ?? { length: 0, optimal: false }) as Record<string, unknown>;
  const claims = Number.isInteger(length) && typeof optimal === "boolean" && Number.isInteger(made ?? 0);
  if (!(texts && numbers && flags && settings && claims)) throw new Error("no question");
  return value as Linked;
}
