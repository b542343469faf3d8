// How the picture follows the cube: after a hand as fast as it turns, and along the tape at the chosen speed.
import { batch, computed, signal } from "@preact/signals";
import { at, position, tape } from "./moment";
import { isDriven, driver, stopDriver } from "./driver";

/** Turns per second while a tape is played, as the visitor chose. */
export const usualSpeed = signal(2);
/** Whether the picture plays the tape; else it follows a hand. */
const playback = signal(false);
/** Whether the picture rests inside a turn, where the visitor has put it. */
export const rest = signal(false);
/** Counts the runs from the start, so that the code that moves the picture starts again. */
export const runs = signal(0);

/** Turns per second of a single turn by hand, and of each turn that another one waits for: 40 ms or less. */
const BY_HAND = 8;
const WAITED_FOR = 25;

/** A longer tape is played faster. */
const USUAL_LENGTH = 25;

/** Turns per second along the tape. */
function playbackPace(): number {
  return usualSpeed.peek() * Math.max(1, Math.sqrt(tape.peek().length / USUAL_LENGTH));
}

/** Turns per second of a picture that is this number of turns behind the cube. */
export function pace(behind: number): number {
  if (driver.peek()) return Math.max(usualSpeed.peek(), 1.25 * driver.peek()!.pace);
  if (playback.peek()) return playbackPace();
  return behind > 1 ? WAITED_FOR * Math.max(1, behind - 1) : BY_HAND;
}

/** Whether a run is on its way; its last turn ends by itself. */
export const playing = computed(() => (playback.value || isDriven.value) && Math.abs(position.value - at.value) > 1);
/** Whether the picture has arrived at an end of the tape. */
export const atStart = computed(() => at.value === 0 && position.value <= 0);
export const atEnd = computed(() => at.value === tape.value.length && position.value >= at.value);

/** Have the picture follow a hand from now on. */
export function endPlayback(): void {
  playback.value = rest.value = false;
}

/** Go to a number of turns, as fast as a hand. */
export function follow(made: number): void {
  stopDriver();
  batch(() => {
    endPlayback();
    at.value = Math.max(0, Math.min(tape.peek().length, made));
  });
}

/** Play the tape to a number of turns. */
export function jump(to: number): void {
  stopDriver();
  batch(() => {
    playback.value = true;
    rest.value = false;
    at.value = Math.max(0, Math.min(tape.peek().length, to));
  });
}

/** A step ends a run with the current turn. A step after a step ends the turn before at once, unless it takes that turn back. */
function step(to: number): void {
  stopDriver();
  batch(() => {
    const onward = (to - at.peek()) * (at.peek() - position.peek()) > 0;
    if (onward && !playing.peek()) position.value = at.peek();
    jump(to);
  });
}

export function stepForward(): void {
  step((playing.peek() || rest.peek() ? Math.floor(position.peek()) : at.peek()) + 1);
}

export function stepBack(): void {
  step((playing.peek() ? Math.ceil(position.peek()) : at.peek()) - 1);
}

/** Be at a place of the tape at once, without a run. */
export function skip(to: number): void {
  stopDriver();
  batch(() => {
    rest.value = false;
    at.value = position.value = to;
  });
}

/** The same for a place that may be inside a turn, which then counts as made. Near its ends one cannot aim. */
export function scrub(to: number): void {
  const near = Math.abs(to - Math.round(to)) < 0.1 ? Math.round(to) : to;
  stopDriver();
  batch(() => {
    endPlayback();
    position.value = near;
    at.value = Math.ceil(near);
    rest.value = near < at.value;
  });
}

/** Run to the end of the tape, from its start if the end is reached; or stop where the picture is. */
export function runOrPause(): void {
  stopDriver();
  if (playing.peek()) {
    at.value = at.peek() > position.peek() ? Math.ceil(position.peek()) : Math.floor(position.peek());
  } else if (at.peek() === tape.peek().length && !rest.peek()) {
    batch(() => {
      playback.value = true;
      position.value = 0;
      runs.value += 1;
    });
  } else jump(tape.peek().length);
}

/** Run again over the tape between two places. */
export function rerun(from: number, to: number): void {
  batch(() => {
    at.value = from;
    position.value = from;
    rest.value = false;
  });
  jump(to);
}
