// Undo takes back the turns since the cube started, one at a time, and then each earlier change of the cube.
import { batch, computed, signal } from "@preact/signals";
import { at, moment, type Moment } from "./moment";

/** The number of turns made when this tape started: later turns are taken back one at a time. */
const turnsAtStart = signal(0);
/** The cube before each change, and the value of `turnsAtStart` then. */
const changes = signal<{ before: Moment; turnsAtStart: number }[]>([]);
export const undoable = computed(() => changes.value.length > 0 || at.value > turnsAtStart.value);

const MOST_UNDONE = 500;

/** Remember the cube before a change. */
export function remember(before: Moment): void {
  changes.value = [...changes.peek().slice(-MOST_UNDONE), { before, turnsAtStart: turnsAtStart.peek() }];
}

/** Count single turns from the turns that the cube has in common with an earlier one. */
export function undoTurnsSince(before: Moment): void {
  const now = moment.peek();
  turnsAtStart.value = common(now, before) ?? now.at;
}

/** Count single turns from a number of turns. */
export function undoTurnsAfter(made: number): void {
  turnsAtStart.value = made;
}

/** The number of turns that two cubes have in common; null for cubes that started differently. */
function common(now: Moment, before: Moment): number | null {
  if (now.base !== before.base) return null;
  const most = Math.min(now.at, before.at);
  const differing = now.tape.slice(0, most).findIndex((turn, i) => turn !== before.tape[i]);
  return differing < 0 ? most : differing;
}

/** Forget all changes: when the page opens, also by a link, Undo has nothing to take back. */
export function forgetChanges(): void {
  batch(() => {
    changes.value = [];
    turnsAtStart.value = at.peek();
  });
}

/** The step that Undo takes: to a number of turns of this tape, or to the cube before the last change, which is forgotten; or null. */
export function takeBack(): number | Moment | null {
  const [last, now] = [changes.peek().at(-1), moment.peek()];
  const grown = last !== undefined && now.tape !== last.before.tape && now.at > (common(now, last.before) ?? now.at) ? 1 : 0;
  if (now.at > turnsAtStart.peek() + grown || (0 < now.at && now.at < turnsAtStart.peek())) return now.at - 1;
  if (!last) return null;
  batch(() => {
    changes.value = changes.peek().slice(0, -1);
    turnsAtStart.value = last.turnsAtStart;
  });
  return last.before;
}
