// Parts of all chapters: the cube, a question, statements, and what the server cannot compute now.
import { effect, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { sentenceOf, type Failure } from "../api";
import * as camera from "../camera";
import { Player } from "../../../src/cubeproof/draw/canvas.js";
import { handle } from "../../../src/cubeproof/draw/hand.js";
import { colours, lettered, paints } from "../palettes";
import { painter } from "../painter";
import { say } from "../speech";
import { how as w } from "../words/how";
import { meaningOf, type Answered, type Formula, type Meaning } from "./answers";
import { faceAt, layer, slotAt, slotNamed, type Slot } from "./geometry";

const LOOK = { view: () => camera.view.peek(), move: camera.lookFrom, home: camera.home };
/** Turns per second. */
const PACE = 2.5;
/** A pointer that goes farther drags, in pixels. */
const STEADY = 8;
const NONE: ReadonlySet<number> = new Set();

interface Shown {
  facelets: string;
  /** Turns that the cube plays, from the first. */
  turns?: readonly string[];
  /** Stickers with a ring, and dimmed stickers, by their places before the turns. */
  rung?: ReadonlySet<number>;
  dimmed?: ReadonlySet<number>;
  /** A sticker was tapped, by its place on the screen. */
  onTap?: (sticker: number) => void;
}

/** The cube in space. It plays its turns. */
export function Cube({ facelets, turns = [], rung = NONE, dimmed = NONE, onTap }: Shown) {
  const parent = useRef<HTMLDivElement>(null);
  const player = useRef<Player | null>(null);
  const tap = useRef(onTap);
  tap.current = onTap;
  useEffect(() => {
    const area = parent.current!;
    const picture = (player.current = new Player(area, painter, { size: 2, facelets, paints: paints.peek(), view: camera.view.peek() }));
    const letGo = handle(area, picture, LOOK, null);
    let from = { x: 0, y: 0 };
    const down = (event: PointerEvent) => (from = { x: event.clientX, y: event.clientY });
    const click = (event: MouseEvent) => {
      const hit = Math.hypot(event.clientX - from.x, event.clientY - from.y) < STEADY ? picture.at(event) : null;
      if (hit) tap.current?.(hit.sticker);
    };
    area.addEventListener("pointerdown", down);
    area.addEventListener("click", click);
    const follow = effect(() => picture.show({ paints: paints.value, lettered: lettered.value, view: camera.view.value, hidden: camera.hinted.value }));
    return () => {
      follow();
      letGo();
      area.removeEventListener("pointerdown", down);
      area.removeEventListener("click", click);
      picture.remove();
    };
  }, []);
  const sequence = turns.join(" ");
  useEffect(() => {
    const now = player.current!;
    const played = sequence.split(" ").filter((turn) => turn !== "" && turn !== "-");
    now.show({ facelets, turns: played.map(layer), position: 0 });
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isStill) now.show({ position: played.length });
    let frame = 0;
    const startedAt = performance.now();
    const tick = (time: number) => {
      const position = Math.min(played.length, (Math.max(0, time - startedAt) / 1000) * PACE);
      now.show({ position }, true);
      if (position < played.length) frame = requestAnimationFrame(tick);
    };
    if (!isStill && played.length > 0) frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [facelets, sequence]);
  // Painted at once: a highlight follows a tap within a frame.
  useEffect(() => player.current!.show({ rung, dimmed }, true), [rung, dimmed]);
  const onKey = (event: KeyboardEvent) => {
    const [up, right] = { ArrowUp: [12, 0], ArrowDown: [-12, 0], ArrowLeft: [0, -12], ArrowRight: [0, 12] }[event.key] ?? [0, 0];
    if (!event.shiftKey || (up === 0 && right === 0)) return;
    event.preventDefault();
    camera.walk(up!, right!);
  };
  return (
    <div class="picture" data-testid="how-cube" data-facelets={facelets} data-turns={sequence} data-rung={[...rung].sort((a, b) => a - b).join(" ")}>
      <div class="player" ref={parent} role="img" aria-label={w.cube} tabIndex={0} onKeyDown={onKey} />
    </div>
  );
}

/** A possible answer to a question, and what the page replies. */
export interface Choice {
  text: ComponentChildren;
  isRight?: boolean;
  reply: string;
}

/** A question; the result appears when it is answered right. */
export function Question({ ask, choices, onRight, children }: { ask: string; choices: readonly Choice[]; onRight?: () => void; children?: ComponentChildren }) {
  const chosen = useSignal<number | null>(null);
  const choice = chosen.value === null ? null : choices[chosen.value]!;
  return (
    <>
      <div class="question" role="group" aria-labelledby="question">
        <p id="question">{ask}</p>
        <div class="choices">
          {choices.map(({ text, isRight = false }, index) => (
            <button type="button" key={index} class={chosen.value === index ? (isRight ? "is-right" : "is-wrong") : ""} aria-pressed={chosen.value === index}
              data-right={isRight} onClick={() => {
                chosen.value = index;
                if (isRight) onRight?.();
              }}>{text}</button>
          ))}
        </div>
        <p role="status" class={choice?.isRight ? "good" : "fault"} data-testid="reply">
          {choice && (choice.isRight ? w.right : w.wrong)({ why: choice.reply })}
        </p>
      </div>
      {choice?.isRight && children && <div class="result" data-testid="result">{children}</div>}
    </>
  );
}

/** A part of a screen that requires an answer of the server: that part, a hint while it waits, or the failure. */
export function Exercise<T>({ of, children }: { of: Answered<T>; children: (value: T) => ComponentChildren }) {
  if (of.value !== null) return <>{children(of.value)}</>;
  if (of.failure === null) return <p class="hint" role="status">{w.wait}</p>;
  return <Down failure={of.failure} retry={of.retry} />;
}

/** A refusal of the server has its own sentence. */
function Down({ failure, retry }: { failure: Failure; retry: () => void }) {
  const isRefusal = failure.code !== "" && !failure.code.startsWith("page.");
  return (
    <p class="fault" role="alert" data-testid="how-down">
      {isRefusal ? say(sentenceOf(failure)) : w.down} <button type="button" onClick={retry}>{w.again}</button>
    </p>
  );
}

/** A piece by its colours, and the name of the slot where it is. */
export function Piece({ facelets, slot }: { facelets: string; slot: Slot }) {
  return (
    <span class="piece">
      {slot.stickers.map((sticker) => <i key={sticker} style={{ background: colours(facelets[sticker]!).background }} />)}
      {slot.name}
    </span>
  );
}

/** A variable in words. */
export function inWords(meaning: Meaning): string {
  switch (meaning.kind) {
    case "turn":
      return (meaning.turn === "-" ? w.idle : w.turn)(meaning);
    case "layer":
      return meaning.turn === "-" ? w.idle(meaning) : w.layer({ face: meaning.turn[0]!, step: meaning.step });
    case "piece":
      return w.piece(meaning);
    case "twist":
      return w.twist(meaning);
    case "at":
      return w.at({ moment: meaning.moment, from: slotAt(meaning.from).name, slot: slotAt(meaning.to).name, sticker: faceAt(meaning.from), face: faceAt(meaning.to) });
    case "goal":
      return w.isGoal(meaning);
  }
}

/** A literal in words. */
export function literalInWords(formula: Formula, literal: number): string {
  const statement = inWords(meaningOf(formula, Math.abs(literal)));
  return literal < 0 ? w.not({ statement }) : statement;
}

/** A literal as the formula's file writes it. */
export function nameOf(formula: Formula, literal: number): string {
  return (literal < 0 ? "¬" : "") + formula.names[Math.abs(literal) - 1]!;
}

/** The stickers that a variable is about: a layer, or a slot. */
export function stickersOf(meaning: Meaning): number[] {
  switch (meaning.kind) {
    case "turn":
    case "layer":
      return meaning.turn === "-" ? [] : Array.from({ length: 24 }, (_, sticker) => sticker).filter((sticker) => slotAt(sticker).name.includes(meaning.turn[0]!));
    case "piece":
    case "twist":
      return [...slotNamed(meaning.slot).stickers];
    case "at":
      return [meaning.to];
    case "goal":
      return [];
  }
}
