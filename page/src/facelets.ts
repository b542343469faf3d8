// The stickers of the page's cube after the turns that are made, as the server computes them.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { most } from "./about";
import { api, type Applied, type Failure } from "./api";
import { sketched } from "./pending";
import { failureOf } from "./failing";
import { startOf } from "./base";
import { at, base, turnsStarted, moment, type Moment } from "./moment";
import { driver } from "./driver";

/** What the server reports about a cube. */
export type CubeReport = Pick<Applied, "size" | "facelets" | "solved" | "description" | "moves" | "note">;

/** The newest report of the server, and its moment. */
const report = signal<{ of: Moment; says: CubeReport } | null>(null);
/** The cube after the turns that are made; null until the server has reported it. */
export const cubeReport = computed(() => (report.value?.of === moment.value ? report.value.says : null));
/** The same when the picture has arrived too: sentences are about this cube. A turn that is being made counts as made. */
export const visibleReport = computed(() => (turnsStarted.value === at.value ? cubeReport.value : null));
/** The stickers to draw: at the start of a tape known at once, else from the last report. For drawing only: no sentence may be about them. */
export const drawn = computed(() => driver.value?.facelets ?? (at.value === 0 ? startOf(base.value) : (report.value?.says.facelets ?? null)));
/** Why the server refused the cube. */
export const objection = signal<Failure | null>(null);

/** An algorithm in parts of the length that the server accepts; one with brackets, or with lower-case turns, whose reading is that of all of the text, stays whole. */
function parts(alg: string): string[] {
  const turns = alg.split(" ");
  const length = untracked(() => most("turns", 1000));
  if (turns.length <= length || /[^\w' -]|\b\d*[urfdlb](?![a-z])/.test(alg)) return [alg];
  return Array.from({ length: Math.ceil(turns.length / length) }, (_, part) => turns.slice(part * length, (part + 1) * length).join(" "));
}

/** The cube after turns of any number, by the server. */
export async function applied(size: number | null, state: string | null, alg: string, order?: string): Promise<CubeReport & { alg: string }> {
  const [first, ...rest] = parts(alg);
  let whole = await api.apply(size, state, first!, undefined, order);
  for (const part of rest) {
    const next = await api.apply(null, whole.facelets, part);
    whole = { ...next, alg: `${whole.alg} ${next.alg}`, moves: [...whole.moves, ...next.moves] };
  }
  return whole;
}

let settled: Promise<void> = Promise.resolve();

/** Ask the server for the cube. */
function ask(of: Moment): void {
  settled = applied(of.base.size, of.base.facelets, of.tape.slice(0, of.at).join(" ")).then(
    (says) => {
      if (of !== moment.peek()) return;
      batch(() => {
        report.value = { of, says };
        objection.value = null;
      });
    },
    (error: unknown) => {
      if (of === moment.peek()) objection.value = failureOf(error);
    },
  );
}

effect(() => {
  if (!driver.value && sketched.value !== moment.value.base) ask(moment.value);
});

/** Wait until the server has answered for the newest turn. A server that has failed is asked again. */
export async function isSettled(): Promise<void> {
  if (objection.peek() && sketched.peek() !== base.peek()) ask(moment.peek());
  for (let waited: Promise<void> | null = null; waited !== settled; ) {
    waited = settled;
    await waited;
  }
}
