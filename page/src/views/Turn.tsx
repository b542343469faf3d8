// Turning the cube: by buttons, by keys, and by the text of its turns.
import { computed, signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api, sentenceOf, type Failure, type OfferedTurn } from "../api";
import * as cube from "../cube";
import { say } from "../speech";
import { failureOf } from "../failing";
import { wayTo } from "../scrambling";
import { remember } from "../spelling";
import { tab } from "../tabs";
import * as typing from "../typing";
import { turn as w } from "../words/turn";

const report = signal<{ size: number; turns: readonly OfferedTurn[] }>({ size: 0, turns: [] });
/** The turns of this size; turns of another size are never shown. */
const offered = computed(() => (report.value.size === cube.size.value ? report.value.turns : []));
const keyboard = signal(true);
const armed = signal({ wide: false, half: false });

/** The placeholder of an empty sequence. */
const EXAMPLE = "R U R' U'";
/** Keys of the 2×2×2 without buttons: the whole cube turns along. */
const ALSO = ["D", "L", "B", "x", "y", "z"];
const KINDS = ["face", "slice", "wide", "rotation"] as const;

export function Turn() {
  useOfferedTurns();
  useKeyboard();
  return (
    <div class="turn">
      {KINDS.map((kind) => (
        <Buttons key={kind} kind={kind} turns={offered.value.filter((turn) => turn.kind === kind)} />
      ))}
      <Setup />
      <Editor />
      <label class="keyboard">
        <input type="checkbox" checked={keyboard.value} onChange={(event) => (keyboard.value = event.currentTarget.checked)} />{" "}
        {w.keyboard}
      </label>
      {offered.value.length > 0 && <p class="hint">{w.keys({ letters: letters(), wide: offered.value.some((turn) => turn.kind === "wide") })}</p>}
    </div>
  );
}

function Buttons({ kind, turns }: { kind: (typeof KINDS)[number]; turns: readonly OfferedTurn[] }) {
  if (turns.length === 0) return null;
  const grid = (
    <div class="turns" role="group" aria-label={w[kind]}>
      {turns.map(({ text, description }) => (
        <button type="button" key={text} aria-label={w.named({ turn: text, description })} title={say(description)} onClick={() => cube.turn(text)}>
          {text}
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

/** The first part of the tape: the turns that lead to its start. What is typed replaces them; turns of the second part stay. */
function Setup() {
  const typed = useSignal<string | null>(null);
  const bad = useSignal<Failure | null>(null);
  const way = wayTo(cube.base.value);
  const edited = (text: string) => {
    typed.value = text;
    bad.value = null;
    const rest = cube.isOffered() ? "" : cube.tape.peek().join(" ");
    void cube.beginAs(cube.size.peek(), null, text, rest, cube.at.peek(), (fault) => (bad.value = failureOf(fault)));
  };
  const left = () => (typed.value = bad.value = null);
  return (
    <div class="editor">
      <label for="setup">{w.setup}</label>
      <input type="text" id="setup" spellcheck={false} autocomplete="off" autocapitalize="off" placeholder={way === null ? w.stickers : EXAMPLE}
        value={typed.value ?? way ?? ""} aria-invalid={bad.value !== null} aria-describedby="setup-said" onInput={(event) => edited(event.currentTarget.value)} onBlur={left} />
      <p id="setup-said" class="fault" role="status" data-testid="setup-said">{bad.value && say(sentenceOf(bad.value))}</p>
    </div>
  );
}

/** The second part of the tape as a text, which is edited while the cube follows. */
function Editor() {
  const field = useRef<HTMLTextAreaElement>(null);
  const bad = typing.fault.value;
  const written = typing.text.value;
  useSignalEffect(() => {
    const place = typing.cursor.value;
    void typing.text.value;
    const area = field.current;
    if (!area || place === null || place === area.selectionEnd) return;
    const { value, selectionEnd } = area;
    // A cursor that the visitor has moved is reported a moment later; it leads the cube.
    if (document.activeElement === area && (selectionEnd !== typing.caret || typing.leads(selectionEnd))) return;
    requestAnimationFrame(() => {
      if (area.value === value && area.selectionEnd !== selectionEnd) return;
      typing.put(place);
      area.setSelectionRange(place, place);
    });
  });
  useEffect(() => {
    const area = field.current!;
    typing.put(area.selectionEnd);
    const moved = () => {
      if (document.activeElement !== area || area.selectionEnd === typing.caret || area.value !== typing.text.peek()) return;
      typing.moved(area.selectionEnd);
    };
    document.addEventListener("selectionchange", moved);
    return () => document.removeEventListener("selectionchange", moved);
  }, []);
  return (
    <div class="editor">
      <label for="sequence">{w.sequence}</label>
      <div class="text">
        <textarea id="sequence" ref={field} rows={2} spellcheck={false} autocomplete="off" autocapitalize="off" placeholder={EXAMPLE}
          value={written} aria-invalid={bad !== null} aria-describedby="sequence-said"
          onInput={({ currentTarget: { value, selectionEnd } }) => void typing.edited(value, selectionEnd)} />
        {bad?.position != null ? <Mark at={bad.position} /> : <Current />}
      </div>
      <p id="sequence-said" class={bad ? "fault" : "hint"} role="status" data-testid="sequence-said">
        {bad ? say(sentenceOf(bad)) : w.count({ count: cube.tape.value.length })}
      </p>
      <div class="buttons">
        <button type="button" disabled={bad !== null || written === ""} onClick={() => void typing.invert()}>{w.undoWay}</button>
        <button type="button" disabled={written === ""} onClick={() => void typing.edited("", 0)}>{w.clear}</button>
      </div>
    </div>
  );
}

/** A copy of the text below the field, invisible but for the line under the current turn. */
function Current() {
  const now = typing.current.value;
  if (now?.start == null || now.end == null) return null;
  const signs = [...typing.text.value]; // as the server counts them, which is not as JavaScript does
  return (
    <div class="mark" aria-hidden="true">
      {signs.slice(0, now.start).join("")}
      <b data-testid="current-turn">{signs.slice(now.start, now.end).join("")}</b>
    </div>
  );
}

/** The same with a wave under the error. */
function Mark({ at }: { at: number }) {
  const signs = [...typing.text.value];
  return (
    <div class="mark" aria-hidden="true" data-testid="mark" data-column={at + 1}>
      {signs.slice(0, at).join("")}
      <mark>{signs[at] ?? " "}</mark>
    </div>
  );
}

/** Resolves when the turns of this size are known, or their request has failed. */
let requested: Promise<void> = Promise.resolve();

function useOfferedTurns() {
  useSignalEffect(() => {
    let newest = true;
    const size = cube.size.value;
    requested = api.turns(size).then(
      ({ turns }) => {
        remember(size, turns);
        if (newest) report.value = { size, turns };
      },
      () => {},
    );
    return () => void (newest = false);
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
  // The listener is removed a frame later than the choice is made.
  const off = !keyboard.peek() || tab.peek() === "paint";
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
  const notation = block + (half ? "2" : back ? "'" : "");
  // A key counts also before the server's answer.
  void requested.then(() => (offered.value.some((turn) => turn.text === notation) || isAlso(block)) && cube.turn(notation));
}

function isAlso(block: string): boolean {
  return cube.size.peek() === 2 && ALSO.includes(block);
}

/** The letters that turn, by kind. */
function letters(): string[] {
  const ofKind = (kind: string) => offered.value.filter((turn) => turn.kind === kind && turn.text.length === 1);
  const also = cube.size.value === 2 ? [ALSO.slice(0, 3), ALSO.slice(3)].map((some) => some.join(", ").toLowerCase()) : [];
  return [...KINDS.map((kind) => ofKind(kind).map((turn) => turn.text.toLowerCase()).join(", ")), ...also].filter(Boolean);
}
