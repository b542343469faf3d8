// The one cube of the page, and every change of it. Its parts are modules: `moment` (the data), `facelets` (what it shows),
// `playback` (how the picture follows), `driver` (what drives it), `pending` (cubes on their way), `undo`.
import { batch } from "@preact/signals";
import { pendingCube, forgetPending, awaitCube, afterPending } from "./pending";
import { applied, isSettled, cubeReport, type CubeReport } from "./facelets";
import { startOf, type Base } from "./base";
import { at, base, moment, position, set, size, tape, type Moment } from "./moment";
import { noted } from "./lowercase";
import { driver, stopDriver } from "./driver";
import { undoTurnsSince, undoTurnsAfter, remember, takeBack } from "./undo";
import { endPlayback, follow } from "./playback";

export { noSketch, sketch, awaitCube, afterPending } from "./pending";
export { drawn, objection, visibleReport, cubeReport, type CubeReport } from "./facelets";
export { solved, startOf, type Base } from "./base";
export { at, base, turnsStarted, moment, position, size, tape, type Moment } from "./moment";
export { drive, isWith, startDriving, isDriven, stopDriving } from "./driver";
export { forgetChanges, undoable } from "./undo";
export { atEnd, atStart, follow, jump, pace, playing, rerun, rest, runOrPause, runs, scrub, skip, stepBack, stepForward, usualSpeed } from "./playback";

/** Return the cube when the server has answered for the newest turn; wait for a cube that is on its way. */
export async function current(): Promise<CubeReport | null> {
  while (pendingCube()) await pendingCube();
  stopDriver();
  await isSettled();
  return cubeReport.peek();
}

function change(to: Partial<Moment>): void {
  forgetPending();
  stopDriver();
  const before = moment.peek();
  batch(() => {
    remember(before);
    endPlayback();
    set({ ...before, ...to });
    undoTurnsSince(before);
  });
}

/** Make one turn now; turns that were taken back are forgotten. */
export function turn(text: string): void {
  afterPending(() => {
    stopDriver();
    const made = tape.peek().slice(0, at.peek());
    change({ tape: [...made, text], at: made.length + 1 });
  });
}

/** The cube after the last letters that were typed. */
let typed: Moment | null = null;

/** Put the turns that were typed on the tape, with this number of them made. Letters that only change the last turn are taken back with it. */
export function type(turns: string[], made: number): void {
  stopDriver();
  const before = moment.peek();
  const same = turns.filter((turn, i) => turn === before.tape[i]).length;
  if (same === turns.length && same === before.tape.length) return follow(made);
  if (typed === before && turns.length === before.tape.length && same === turns.length - 1 && turns.at(-1) !== before.tape.at(-1)) {
    batch(() => {
      endPlayback();
      set({ ...before, tape: turns, at: made });
    });
  } else change({ tape: turns, at: made });
  typed = moment.peek();
}

/** The last tape that an answer has brought. */
let offered: string[] = [];

/** Whether the turns that wait are those of an answer. */
export function isOffered(): boolean {
  return tape.value === offered;
}

/** Start the tape with the cube as it is: the turns that lead there become its setup. Only turns of the visitor that wait are brought back by Undo. */
export function ground(facelets: string, setup: string | null): void {
  const [before, made] = [moment.peek(), at.peek()];
  if (before.tape.length === 0) return;
  batch(() => {
    if (before.tape === offered ? made > 0 : made < before.tape.length) remember(before);
    endPlayback();
    set({ base: made === 0 ? before.base : { size: before.base.size, facelets, setup }, tape: [], at: 0 });
    position.value = 0;
    undoTurnsAfter(0);
  });
}

/** Put the turns of an answer on the tape, after the cube of its question; they wait to be played. */
export function offer(from: Base, turns: string[]): void {
  if (driver.peek() || pendingCube()) return;
  offered = turns;
  batch(() => {
    const same = startOf(base.peek()) === startOf(from);
    set({ base: same ? base.peek() : from, tape: turns, at: 0 });
    position.value = 0;
    if (!same) undoTurnsAfter(0);
  });
}

/** Put a better answer on the tape, whose answer has been played to its end; the cube stays. */
export function replace(turns: string[]): void {
  if (turns.join(" ") === tape.peek().join(" ")) return;
  offered = turns;
  batch(() => {
    // Another base is shown without a run.
    set({ base: { ...base.peek() }, tape: turns, at: turns.length });
    position.value = turns.length;
    undoTurnsAfter(0);
  });
}

/** The same, instead of the turns on the tape, for turns that the visitor has chosen. */
export function choose(from: Base, turns: string[]): void {
  begin(from, turns, 0);
  offered = tape.peek();
}

/** Put other stickers on the cube; the rest of a stroke is taken back with its beginning. */
export function paint(facelets: string, begins: boolean): void {
  const to = { base: { size: size.peek(), facelets, setup: null }, tape: [], at: 0 };
  if (begins) return change(to);
  set(to);
  position.value = 0;
}

/** Start with another cube; its tape may have turns that are not made yet. */
export function begin(where: Base, turns: string[] = [], made = 0): void {
  change({ base: where, tape: turns, at: made });
}

export function reset(): void {
  begin({ size: size.peek(), facelets: null, setup: "" });
}

export function resize(layers: number): void {
  if (layers !== size.peek()) begin({ size: layers, facelets: null, setup: "" });
}

/**
 * Start with a cube and a tape that the server has to read first: without a state, by the turns that lead there.
 * A cube that the visitor starts before the server answers is kept.
 */
export function beginAs(
  size: number,
  state: string | null,
  scramble: string,
  alg: string,
  made: number,
  failed: (error: unknown) => void,
  order?: string,
): Promise<void> {
  const read = Promise.all([
    state === null ? applied(size, null, scramble) : applied(null, state, "", order),
    applied(state === null ? size : null, state, alg, order),
  ]);
  return awaitCube(
    read,
    ([start, after]) => {
      const turns = after.moves.map((move) => move.text);
      const where = { size: start.size, facelets: start.facelets, setup: state === null ? start.alg : null };
      begin(where, turns, Math.max(0, Math.min(turns.length, made)));
      noted(start.note ?? after.note, () => void beginAs(size, state, scramble, alg, made, failed, order));
    },
    failed,
  );
}

/** Return to an earlier moment. */
export function restore({ base, tape, at }: Moment): void {
  batch(() => {
    set({ base, tape, at });
    position.value = at;
    undoTurnsAfter(at);
  });
}

/** Take back the last turn; without a turn since the cube started, the change that brought the cube. */
export function undo(): void {
  forgetPending();
  stopDriver();
  batch(() => {
    const to = takeBack();
    if (typeof to === "number") return follow(to);
    if (to === null) return;
    endPlayback();
    set(to);
  });
}
