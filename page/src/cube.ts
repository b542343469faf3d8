// The one cube of the page: what moves it, what it shows, and all that can be done to it.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { most } from "./about";
import { api, type Applied, type Failure } from "./api";
import { failureOf } from "./failing";
import { at, base, moment, set, tape, type Base, type Moment } from "./moment";
import { countFrom, countFromTurn, remember, takeBack } from "./past";

export { at, base, moment, tape, type Base, type Moment } from "./moment";
export { forgetPast, undoable } from "./past";

/** What moves the cube by itself: how many turns a second it makes, and what the cube shows now. */
export interface Mover {
  by: object;
  pace: number;
  facelets: string | null;
}

/** What moves the cube, if it is not the visitor. */
const mover = signal<Mover | null>(null);
/** Whether something moves the cube by itself. */
export const moved = computed(() => mover.value !== null);
/** The cube that stands in for one which the server has to read first: for drawing only. */
const sketched = signal<Base | null>(null);

/** How many turns the picture has made; between two whole numbers a layer is turning. */
export const position = signal(0);
/** Turns a second while a tape is played, as the visitor wants them. */
export const usualSpeed = signal(2);
/** Whether the picture plays the tape; else it follows a hand. */
const playback = signal(false);

/** Turns a second of a single turn by hand, and of each that another one waits for: 40 ms or less. */
const BY_HAND = 8;
const WAITED_FOR = 25;

/** Turns a second for a picture that is so many turns behind the cube: it plays at the speed that is wanted, and keeps up with a hand. */
export function pace(behind: number): number {
  if (mover.peek()) return Math.max(usualSpeed.peek(), 1.25 * mover.peek()!.pace);
  if (playback.peek()) return usualSpeed.peek();
  return behind > 1 ? WAITED_FOR * Math.max(1, behind - 1) : BY_HAND;
}
export const size = computed(() => base.value.size);
/** Whether a run is on its way; its last turn ends by itself. */
export const playing = computed(() => (playback.value || moved.value) && Math.abs(position.value - at.value) > 1);
/** How many turns are made or being made: the last of them is the one to point at. */
export const begun = computed(() => Math.min(Math.ceil(position.value), tape.value.length));
/** Counts the runs from the start, so that the code that moves the picture begins again. */
export const runs = signal(0);

export function solved(size: number): string {
  return [..."URFDLB"].map((letter) => letter.repeat(size * size)).join("");
}

/** What the server says of a cube. */
export type Shown = Pick<Applied, "size" | "facelets" | "solved" | "description" | "moves">;

/** The server's newest word, and the moment that it is about. */
const word = signal<{ of: Moment; says: Shown } | null>(null);
/** What the cube shows after the turns that are made, by the server's word; null as long as there is none about this cube. */
export const shown = computed(() => (word.value?.of === moment.value ? word.value.says : null));
/** The same, once the picture has arrived too: what the page says of the cube on the screen. A turn that is being made counts as made. */
export const seen = computed(() => (begun.value === at.value ? shown.value : null));
/** What to draw: at once where a tape begins, else what the server told last. For drawing only: no sentence may be about it. */
export const drawn = computed(() => mover.value?.facelets ?? (at.value === 0 ? (base.value.facelets ?? solved(size.value)) : (word.value?.says.facelets ?? null)));
/** Why the server refused the cube. */
export const objection = signal<Failure | null>(null);

/** An algorithm in parts that the server takes, which makes so many turns at once; brackets it has to see whole. */
function parts(alg: string): string[] {
  const turns = alg.split(" ");
  const length = untracked(() => most("turns", 1000));
  if (turns.length <= length || /[^\w' -]/.test(alg)) return [alg];
  return Array.from({ length: Math.ceil(turns.length / length) }, (_, part) => turns.slice(part * length, (part + 1) * length).join(" "));
}

/** What the server makes of turns, however many they are. */
async function applied(size: number | null, state: string | null, alg: string): Promise<Shown & { alg: string }> {
  const [first, ...rest] = parts(alg);
  let found = await api.apply(size, state, first!);
  for (const part of rest) {
    const next = await api.apply(null, found.facelets, part);
    found = { ...next, alg: `${found.alg} ${next.alg}`, moves: [...found.moves, ...next.moves] };
  }
  return found;
}

let settled: Promise<void> = Promise.resolve();

effect(() => {
  const of = moment.value;
  if (mover.value || sketched.value === of.base) return;
  settled = applied(of.base.size, of.base.facelets, of.tape.slice(0, of.at).join(" ")).then(
    (says) => {
      if (of !== moment.peek()) return;
      batch(() => {
        word.value = { of, says };
        objection.value = null;
      });
    },
    (fault: unknown) => {
      if (of === moment.peek()) objection.value = failureOf(fault);
    },
  );
});

/** What the cube shows once the server has answered for the newest turn; a cube that is on its way is waited for. */
export async function current(): Promise<Shown | null> {
  while (coming) await coming;
  stopMover();
  for (let waited: Promise<void> | null = null; waited !== settled; ) {
    waited = settled;
    await waited;
  }
  return shown.peek();
}

function change(to: Partial<Moment>): void {
  coming = null;
  stopMover();
  const before = moment.peek();
  batch(() => {
    remember(before);
    playback.value = false;
    set({ ...before, ...to });
    countFrom(before);
  });
}

/** The cube that is on its way, if one is. */
let coming: Promise<void> | null = null;

/** Do something to the cube; where another is on its way, to that one. */
export function whenHere(deed: () => void): void {
  if (coming) void coming.then(deed);
  else deed();
}

/** Have everybody wait for a cube that is on its way, unless somebody begins another one meanwhile. */
export function whenCome<T>(asked: Promise<T>, arrived: (found: T) => void, failed: (fault: unknown) => void): Promise<void> {
  const mine: Promise<void> = asked.then(
    (found) => {
      if (coming !== mine) return;
      coming = null;
      arrived(found);
    },
    (fault: unknown) => {
      if (coming !== mine) return;
      coming = null;
      failed(fault);
    },
  );
  coming = mine;
  return mine;
}

/** Make one turn now; turns that were taken back are forgotten. */
export function turn(text: string): void {
  whenHere(() => {
    stopMover();
    const made = tape.peek().slice(0, at.peek());
    change({ tape: [...made, text], at: made.length + 1 });
  });
}

/** The cube after the last letters that were typed. */
let typed: Moment | null = null;

/** Have the turns that were typed on the tape, so many of them made. Letters that only change the last turn are taken back with it. */
export function type(turns: string[], made: number): void {
  stopMover();
  const before = moment.peek();
  const same = turns.filter((turn, i) => turn === before.tape[i]).length;
  if (same === turns.length && same === before.tape.length) return follow(made);
  if (typed === before && turns.length === before.tape.length && same === turns.length - 1 && turns.at(-1) !== before.tape.at(-1)) {
    batch(() => {
      playback.value = false;
      set({ ...before, tape: turns, at: made });
    });
  } else change({ tape: turns, at: made });
  typed = moment.peek();
}

/** Be after so many turns, as fast as a hand goes there. */
export function follow(made: number): void {
  stopMover();
  batch(() => {
    playback.value = false;
    at.value = Math.max(0, Math.min(tape.peek().length, made));
  });
}

/** Put a sequence on the tape behind the turns that are made; it waits to be played. */
export function put(turns: string[]): void {
  change({ tape: [...tape.peek().slice(0, at.peek()), ...turns] });
}

/** The same for turns that were found for the cube as it is; where turns wait already they stay. */
export function offer(turns: string[]): void {
  if (mover.peek() || coming || at.peek() < tape.peek().length) return;
  tape.value = [...tape.peek(), ...turns];
}

/** Whether the picture has arrived at an end of the tape, so that there is no way to go. */
export const atStart = computed(() => at.value === 0 && position.value <= 0);
export const atEnd = computed(() => at.value === tape.value.length && position.value >= at.value);

/** A step ends a run with the turn that is being made. A step after a step has the one before done at once, unless it takes it back. */
function step(to: number): void {
  stopMover();
  batch(() => {
    const onward = (to - at.peek()) * (at.peek() - position.peek()) > 0;
    if (onward && !playing.peek()) position.value = at.peek();
    jump(to);
    playback.value = true;
  });
}

export function stepForward(): void {
  step((playing.peek() ? Math.floor(position.peek()) : at.peek()) + 1);
}

export function stepBack(): void {
  step((playing.peek() ? Math.ceil(position.peek()) : at.peek()) - 1);
}

/** Be at a place of the tape at once, without a run. */
export function skip(to: number): void {
  stopMover();
  batch(() => (at.value = position.value = to));
}

/** Run to the end of the tape, from its start if the end is reached; or stop where the picture is. */
export function runOrPause(): void {
  stopMover();
  if (playing.peek()) {
    at.value = at.peek() > position.peek() ? Math.ceil(position.peek()) : Math.floor(position.peek());
  } else if (at.peek() === tape.peek().length) {
    batch(() => {
      playback.value = true;
      position.value = 0;
      runs.value += 1;
    });
  } else jump(tape.peek().length);
}

/** Run again what is on the tape between two places. */
export function rerun(from: number, to: number): void {
  batch(() => {
    at.value = from;
    position.value = from;
  });
  jump(to);
}

/** Play the tape to a place. */
export function jump(to: number): void {
  stopMover();
  batch(() => {
    playback.value = true;
    at.value = Math.max(0, Math.min(tape.peek().length, to));
  });
}

/** Begin with another cube; its tape may bring turns along that are not made yet. */
export function begin(where: Base, turns: string[] = [], made = 0): void {
  change({ base: where, tape: turns, at: made });
}

export function reset(): void {
  begin({ size: size.peek(), facelets: null, setup: "" });
}

export function resize(wanted: number): void {
  if (wanted !== size.peek()) begin({ size: wanted, facelets: null, setup: "" });
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
  failed: (fault: unknown) => void,
): Promise<void> {
  const read = Promise.all([
    state === null ? applied(size, null, scramble) : applied(null, state, ""),
    applied(state === null ? size : null, state, alg),
  ]);
  return whenCome(
    read,
    ([start, after]) => {
      const turns = after.moves.map((move) => move.text);
      const where = { size: start.size, facelets: start.facelets, setup: state === null ? start.alg : null };
      begin(where, turns, Math.max(0, Math.min(turns.length, made)));
    },
    failed,
  );
}

/** Draw something where nothing is known yet, until the cube that is meant has come. */
export function sketch(size: number, facelets: string | null): void {
  const stand = { size, facelets: facelets ?? "?".repeat(6 * size * size), setup: null };
  batch(() => {
    sketched.value = stand;
    set({ base: stand, tape: [], at: 0 });
  });
}

/** Be at a moment that was before. */
export function restore({ base, tape, at }: Moment): void {
  batch(() => {
    set({ base, tape, at });
    position.value = at;
    countFromTurn(at);
  });
}

/** Where that cube does not come, there is a solved one. */
export function noSketch(): void {
  if (sketched.peek() === base.peek()) set({ base: { size: 3, facelets: null, setup: "" }, tape: [], at: 0 });
}

/** Take back the last turn; where none was made since the cube began, whatever brought the cube. */
export function undo(): void {
  coming = null;
  stopMover();
  batch(() => {
    const to = takeBack();
    if (typeof to === "number") return follow(to);
    if (to === null) return;
    playback.value = false;
    set(to);
  });
}

/** Who has moved the cube last, and to where. */
const left = signal<{ by: object; at: Base } | null>(null);

/** Hand the cube over to something that moves it by itself until the visitor does something; all of that is taken back at one stroke. */
export function lend(by: object, pace: number): void {
  batch(() => {
    remember(moment.peek());
    mover.value = { by, pace, facelets: null };
  });
}

/** Show where the cube was moved to, by a turn if it was one. */
export function carry(by: object, facelets: string, turn: string | null): void {
  const now = mover.peek();
  if (now?.by !== by) return;
  const before = now.facelets ?? drawn.peek();
  batch(() => {
    const from = turn === null || before === null ? facelets : before;
    set({ base: { size: size.peek(), facelets: from, setup: null }, tape: from === facelets ? [] : [turn!], at: 0 });
    position.value = 0;
    mover.value = { ...now, facelets };
  });
  at.value = tape.peek().length;
}

/** Leave the cube where it was moved to. */
export function release(by: object): void {
  if (mover.peek()?.by === by) stopMover();
}

function stopMover(): void {
  const now = mover.peek();
  if (!now) return;
  batch(() => {
    mover.value = null;
    if (now.facelets === null) return;
    set({ base: { size: size.peek(), facelets: now.facelets, setup: null }, tape: [], at: 0 });
    countFromTurn(0);
    left.value = { by: now.by, at: base.peek() };
  });
}

/** Whether the cube is where this has moved it to, or is moving it. */
export function isWith(by: object): boolean {
  return mover.value?.by === by || (left.value?.by === by && left.value.at === base.value && at.value === 0);
}
