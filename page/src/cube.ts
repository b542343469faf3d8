// The one cube of the page: where it begins, the turns of its tape, and how many of them are made.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { most } from "./about";
import { api, type Applied, type Failure } from "./api";
import { FIRST } from "./examples";
import { failureOf } from "./failing";

/** Where a tape begins. */
export interface Base {
  size: number;
  /** What the cube shows; null for the solved cube. */
  facelets: string | null;
  /** Turns that lead there from the solved cube, if the cube was given by them: they make a better link than facelets. See `wayTo`. */
  setup: string | null;
}

/** The cube of the page and where it came from. A new object for every cube, so that what is known of one is not taken for another's. */
export interface Moment {
  base: Base;
  tape: string[];
  at: number;
}

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

export const base = signal<Base>(FIRST);
export const tape = signal<string[]>([]);
/** How many turns of the tape are made. The picture follows in its own time. */
export const at = signal(0);
/** How many turns the picture has made; between two whole numbers a layer is turning. */
export const position = signal(0);
/** Turns a second, as the visitor wants them. */
export const usualSpeed = signal(2);
/** Turns a second: as many as the visitor wants, or as something needs that moves the cube by itself. */
export const speed = computed(() => Math.max(usualSpeed.value, 1.25 * (mover.value?.pace ?? 0)));
export const size = computed(() => base.value.size);
export const moment = computed<Moment>(() => ({ base: base.value, tape: tape.value, at: at.value }));
export const playing = computed(() => Math.abs(position.value - at.value) > 1);
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

const past = signal<Moment[]>([]);
export const undoable = computed(() => past.value.length > 0);

const MOST_UNDONE = 500;

function change(to: Partial<Moment>): void {
  coming = null;
  stopMover();
  const before = moment.peek();
  batch(() => {
    past.value = [...past.peek().slice(-MOST_UNDONE), before];
    set({ ...before, ...to });
  });
}

function set(to: Moment): void {
  batch(() => {
    base.value = to.base;
    tape.value = to.tape;
    at.value = to.at;
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

/** The cube after the last turn that was made by itself, and not in a run. */
let single: Moment | null = null;

/** Make one turn now; turns that were taken back are forgotten. */
export function turn(text: string): void {
  whenHere(() => {
    stopMover();
    const made = tape.peek().slice(0, at.peek());
    change({ tape: [...made, text], at: made.length + 1 });
    single = moment.peek();
  });
}

/** Whether the picture is in the middle of a run, and not behind turns that were made one by one. */
export function inRun(): boolean {
  return playing.peek() && single !== moment.peek();
}

/** Put a sequence on the tape and, if it is to be run, make all of it; else it waits to be stepped through. */
export function play(turns: string[], run = true): void {
  stopMover();
  const made = tape.peek().slice(0, at.peek());
  change({ tape: [...made, ...turns], at: run ? made.length + turns.length : made.length });
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
      position.value = 0;
      runs.value += 1;
    });
  } else {
    at.value = tape.peek().length;
  }
}

/** Run again what is on the tape between two places. */
export function rerun(from: number, to: number): void {
  batch(() => {
    at.value = from;
    position.value = from;
  });
  at.value = to;
}

export function jump(to: number): void {
  stopMover();
  at.value = Math.max(0, Math.min(tape.peek().length, to));
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
  });
}

/** Where that cube does not come, there is a solved one. */
export function noSketch(): void {
  if (sketched.peek() === base.peek()) set({ base: { size: 3, facelets: null, setup: "" }, tape: [], at: 0 });
}

/** When the page opens there is nothing to take back, also if a link led there. */
export function forgetPast(): void {
  past.value = [];
}

export function undo(): void {
  coming = null;
  stopMover();
  const moments = past.peek();
  const before = moments.at(-1);
  if (!before) return;
  batch(() => {
    past.value = moments.slice(0, -1);
    set(before);
  });
}

/** Who has moved the cube last, and to where. */
const left = signal<{ by: object; at: Base } | null>(null);

/** Hand the cube over to something that moves it by itself until the visitor does something; all of that is taken back at one stroke. */
export function lend(by: object, pace: number): void {
  batch(() => {
    past.value = [...past.peek().slice(-MOST_UNDONE), moment.peek()];
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
    left.value = { by: now.by, at: base.peek() };
  });
}

/** Whether the cube is where this has moved it to, or is moving it. */
export function isWith(by: object): boolean {
  return mover.value?.by === by || (left.value?.by === by && left.value.at === base.value && at.value === 0);
}
