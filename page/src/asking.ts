// The whole question in a link, packed: the request's JSON but for the cube, which the link has itself, and what was found. What a link
// claims is not proved here before the visitor has it solved.
import { computed, effect, signal } from "@preact/signals";
import { learn } from "./about";
import * as cube from "./cube";
import { packed, unpacked } from "./packing";
import type { Choices } from "./question";
import { askAnew, choose, chosen, isUsual } from "./views/solve/choices";
import { search } from "./views/solve/searching";

/** What was found when a link was made. */
interface Claim {
  length: number;
  optimal: boolean;
}

interface Linked extends Choices {
  claim?: Claim;
}

const claim = computed<Claim | null>(() => {
  const answer = search.here.value?.run.answer.value;
  return answer && answer.length !== null ? { length: answer.length, optimal: answer.optimal } : null;
});

/** The question on the screen as a link has it; "" for the usual question, of which nothing is claimed. */
export const asked = signal("");

effect(() => {
  const found = claim.value;
  const question: Linked = { ...chosen.value, ...(found && { claim: found }) };
  let newest = true;
  if (isUsual.value && !found) asked.value = "";
  else void packed(question).then((text) => newest && (asked.value = text));
  return () => void (newest = false);
});

/** What a link has claimed, and of which cube and choices. */
const linked = signal<{ claim: Claim; base: cube.Base; tape: string[]; choices: string } | null>(null);

/** The same, as long as the screen shows that question, and nothing of it was found here. */
export const claimed = computed(() => {
  const told = linked.value;
  const same = told !== null && told.base === cube.base.value && told.tape === cube.tape.value && told.choices === JSON.stringify(chosen.value);
  return same && !search.here.value ? told.claim : null;
});

/** Ask as a link does, whose cube is on the page; a link that says nothing of it asks the usual question. */
export async function ask(text: string): Promise<void> {
  if (text === "") return askAnew("solved");
  await learn(); // of the settings that engines have
  const { claim, ...choices } = checked(await unpacked(text));
  choose(choices);
  linked.value = claim ? { claim, base: cube.base.peek(), tape: cube.tape.peek(), choices: JSON.stringify(chosen.peek()) } : null;
}

/** A question that has the form of one; whether it makes sense is for the server to say. */
function checked(value: unknown): Linked {
  const { goal, metric, engine, moves, timeout, all, quick, extra, claim, size, ...rest } = value as Record<string, unknown>;
  const texts = [goal, metric, engine, moves ?? ""].every((one) => typeof one === "string");
  const numbers = [timeout, extra ?? 0].every((one) => typeof one === "number");
  const flags = [all ?? false, quick ?? false].every((one) => typeof one === "boolean");
  const settings = Object.values(rest).every((one) => one === null || ["string", "number", "boolean"].includes(typeof one));
  const { length, optimal } = (claim ?? { length: 0, optimal: false }) as Record<string, unknown>;
  if (!(texts && numbers && flags && settings && Number.isInteger(length) && typeof optimal === "boolean")) throw new Error("no question");
  return value as Linked;
}
