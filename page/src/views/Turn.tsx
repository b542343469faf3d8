// Turning the cube: by buttons, by keys, and by a sequence that is composed first.
import { computed, signal, useSignalEffect } from "@preact/signals";
import { api, sentenceOf, type Applied, type Failure, type OfferedTurn } from "../api";
import * as cube from "../cube";
import { failureOf } from "../failing";
import { say } from "../speech";
import * as painting from "../painting";
import { remember } from "../spelling";
import { turn as w } from "../words/turn";

const told = signal<{ size: number; turns: readonly OfferedTurn[] }>({ size: 0, turns: [] });
/** The turns of this size; those of another size are never shown, not even for a moment. */
const offered = computed(() => (told.value.size === cube.size.value ? told.value.turns : []));
const writes = signal(false);
const keyboard = signal(true);
const text = signal("");
/** What the server made of the sequence, and of which text. */
const read = signal<(Applied & { text: string }) | null>(null);
const fault = signal<Failure | null>(null);
const armed = signal({ wide: false, half: false });

/** What a sequence looks like; that of the 2×2×2 leaves the corner alone that no answer turns. */
const example = computed(() => (cube.size.value === 2 ? "R D R' D'" : "R U R' U'"));
/** What keys turn on the 2×2×2 besides what its buttons offer: the whole cube goes along. */
const ALSO = ["U", "F", "L", "x", "y", "z"];
const KINDS = ["face", "slice", "wide", "rotation"] as const;

export function Turn() {
  useOfferedTurns();
  useKeyboard();
  useReading();
  return (
    <div class="turn">
      <fieldset class="choice">
        <legend>{w.pressing}</legend>
        <label>
          <input type="radio" name="press" checked={!writes.value} onChange={() => (writes.value = false)} /> {w.turns}
        </label>
        <label>
          <input type="radio" name="press" checked={writes.value} onChange={() => (writes.value = true)} /> {w.writes}
        </label>
      </fieldset>
      {KINDS.map((kind) => (
        <Buttons key={kind} kind={kind} turns={offered.value.filter((one) => one.kind === kind)} />
      ))}
      <Editor />
      <label class="keyboard">
        <input type="checkbox" checked={keyboard.value} onChange={(event) => (keyboard.value = event.currentTarget.checked)} />{" "}
        {w.keyboard}
      </label>
      {offered.value.length > 0 && <p class="hint">{w.keys({ letters: letters(), wide: offered.value.some((one) => one.kind === "wide") })}</p>}
    </div>
  );
}

function Buttons({ kind, turns }: { kind: (typeof KINDS)[number]; turns: readonly OfferedTurn[] }) {
  if (turns.length === 0) return null;
  const grid = (
    <div class="turns" role="group" aria-label={w[kind]}>
      {turns.map((one) => (
        <button type="button" key={one.text} aria-label={w.named({ turn: one.text, description: one.description })} title={say(one.description)} onClick={() => press(one.text)}>
          {one.text}
        </button>
      ))}
    </div>
  );
  if (kind === "face") return grid;
  return (
    <details>
      <summary>{w[kind]}</summary>
      {grid}
    </details>
  );
}

function press(one: string) {
  if (writes.value) text.value = `${text.value.trimEnd()} ${one}`.trimStart();
  else cube.turn(one);
}

function Editor() {
  const ready = read.value !== null && read.value.moves.length > 0;
  const bad = fault.value;
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void composed().then((found) => found && cube.whenHere(() => cube.play(turnsOf(found))));
      }}
    >
      <label for="sequence">{w.sequence}</label>
      <div class="text">
        <textarea id="sequence" rows={2} spellcheck={false} autocomplete="off" autocapitalize="off" placeholder={example.value}
          value={text.value} onInput={(event) => (text.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey) {
              event.preventDefault();
              event.currentTarget.form!.requestSubmit();
            }
          }}
          aria-invalid={bad !== null} aria-describedby="sequence-said" />
        {bad?.position != null && <Mark at={bad.position} />}
      </div>
      <p id="sequence-said" class={bad ? "fault" : "hint"} role="status" data-testid="sequence-said">
        {bad ? say(sentenceOf(bad)) : read.value ? w.count({ count: read.value.moves.length }) : ""}
      </p>
      <div class="buttons">
        <button type="submit" class="main" disabled={!ready}>{w.runIt}</button>
        <button type="button" disabled={!ready} onClick={() => void composed().then((found) => cube.whenHere(() => stepThrough(found)))}>{w.stepThrough}</button>
        <button type="button" disabled={!ready} onClick={() => void composed().then((found) => found && (text.value = found.inverse))}>{w.undoWay}</button>
        <button type="button" disabled={text.value === ""} onClick={() => (text.value = "")}>{w.clear}</button>
      </div>
    </form>
  );
}

/** What the sequence says as it is now: who types and presses at once does not mean the text that was read before. */
async function composed(): Promise<Applied | null> {
  const [size, sequence] = [cube.size.peek(), text.peek()];
  if (sequence.trim() === "") return null;
  if (read.peek()?.text !== sequence || read.peek()?.size !== size) await readSequence(size, sequence);
  return read.peek();
}

async function readSequence(size: number, sequence: string, signal?: AbortSignal): Promise<void> {
  try {
    read.value = { ...(await api.apply(size, null, sequence, signal)), text: sequence };
    fault.value = null;
  } catch (problem) {
    if (signal?.aborted) return;
    read.value = null;
    fault.value = failureOf(problem);
  }
}

/** The sequence that is being stepped through, and where it begins on the tape. */
let stepping: { text: string; tape: string[]; start: number; count: number } | null = null;

/** One turn of the sequence: the next where some are made, else the first. */
function stepThrough(found: Applied | null) {
  if (!found) return;
  const here = cube.playing.peek() ? Math.floor(cube.position.peek()) : cube.at.peek();
  const under = stepping?.tape === cube.tape.peek() && stepping.text === text.peek() && here >= stepping.start && here < stepping.start + stepping.count;
  if (!under) {
    const turns = turnsOf(found);
    cube.play(turns, false);
    stepping = { text: text.peek(), tape: cube.tape.peek(), start: cube.at.peek(), count: turns.length };
  }
  cube.stepForward();
}

function turnsOf(applied: Applied): string[] {
  return applied.moves.map((move) => move.text);
}

/** The text once more, under the field and unseen but for a wave below the place that is wrong. */
function Mark({ at }: { at: number }) {
  const signs = [...text.value]; // as the server counts them, which is not as JavaScript does
  return (
    <div class="mark" aria-hidden="true" data-testid="mark" data-column={at + 1}>
      {signs.slice(0, at).join("")}
      <mark>{signs[at] ?? " "}</mark>
    </div>
  );
}

/** When the turns of this size are known, or cannot be. */
let telling: Promise<void> = Promise.resolve();

function useOfferedTurns() {
  useSignalEffect(() => {
    let newest = true;
    const size = cube.size.value;
    telling = api.turns(size).then(
      ({ turns }) => {
        remember(size, turns);
        if (newest) told.value = { size, turns };
      },
      () => {},
    );
    return () => void (newest = false);
  });
}

/** Has the server read the sequence, a moment after the last letter. */
function useReading() {
  useSignalEffect(() => {
    const [size, sequence] = [cube.size.value, text.value];
    if (sequence.trim() === "") {
      read.value = fault.value = null;
      return undefined;
    }
    const leaving = new AbortController();
    const timer = setTimeout(() => void readSequence(size, sequence, leaving.signal), 120);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  });
}

function useKeyboard() {
  useSignalEffect(() => {
    if (!keyboard.value) return undefined;
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

function onKey(event: KeyboardEvent) {
  const target = event.target as HTMLElement;
  const slides = target.matches("input[type=range]");
  const typing = target.closest("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [role=grid]");
  // The listener is removed a frame after the choice.
  const off = !keyboard.peek() || painting.shown.peek() !== null;
  if (typing || off || event.altKey || event.metaKey) return;
  if (event.ctrlKey) {
    if (event.key === "z") cube.undo();
    return;
  }
  const pressing = target.closest("button, summary, a, input") && !slides;
  if ((event.key === " " || event.key === "Enter") && pressing) return;
  if (event.key.startsWith("Arrow") && (slides || target.matches("input[type=radio], [role=region], [role=tab]"))) return;
  if (event.key === " ") cube.runOrPause();
  else if (event.key === "ArrowRight") cube.stepForward();
  else if (event.key === "ArrowLeft") cube.stepBack();
  else if (event.key === "Backspace") cube.undo();
  else if (event.key === "2") armed.value = { ...armed.value, half: true };
  else if (event.key === "w") armed.value = { ...armed.value, wide: true };
  else if (/^[urfdlbmesxyz]$/i.test(event.key)) letter(event.key, event.shiftKey);
  else return;
  event.preventDefault();
}

/** A letter turns what the buttons offer, and on the 2×2×2 any face and the whole cube. */
function letter(key: string, back: boolean) {
  const { wide, half } = armed.value;
  armed.value = { wide: false, half: false };
  const upper = key.toUpperCase();
  const block = "XYZ".includes(upper) ? key.toLowerCase() : upper + (wide && "URFDLB".includes(upper) ? "w" : "");
  const wanted = block + (half ? "2" : back ? "'" : "");
  // A press that comes before the server's answer counts too.
  void telling.then(() => (offered.value.some((one) => one.text === wanted) || isAlso(block)) && press(wanted));
}

function isAlso(block: string): boolean {
  return cube.size.peek() === 2 && ALSO.includes(block);
}

/** The letters that turn something, kind by kind. */
function letters(): string[] {
  const ofKind = (kind: string) => offered.value.filter((one) => one.kind === kind && one.text.length === 1);
  const also = cube.size.value === 2 ? [ALSO.slice(0, 3), ALSO.slice(3)].map((some) => some.join(", ").toLowerCase()) : [];
  return [...KINDS.map((kind) => ofKind(kind).map((one) => one.text.toLowerCase()).join(", ")), ...also].filter(Boolean);
}
