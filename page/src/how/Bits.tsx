// Parts of all chapters: the cube, its hand, statements, sliders, and what the server cannot compute now.
import { effect } from "@preact/signals";
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
import { faceAt, FACES, joined, layer, nameOfTurn, slotAt, turned, TURNS, type Slot } from "./geometry";

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
  /** A layer was turned by hand: a turn of R, U or F. */
  onTurn?: (turn: string) => void;
}

const OPPOSITE: Readonly<Record<string, string>> = { U: "D", R: "L", F: "B", D: "U", L: "R", B: "F" };

/** The cube in space. It plays its turns, and hands turn its layers. */
export function Cube({ facelets, turns = [], rung = NONE, dimmed = NONE, onTap, onTurn }: Shown) {
  const parent = useRef<HTMLDivElement>(null);
  const player = useRef<Player | null>(null);
  const act = useRef({ onTap, onTurn });
  act.current = { onTap, onTurn };
  /** Whether the picture already shows the last turn. */
  const isShown = useRef(false);
  const frame = useRef(0);
  useEffect(() => {
    const area = parent.current!;
    const picture = (player.current = new Player(area, painter, { size: 2, facelets, paints: paints.peek(), view: camera.view.peek() }));
    const letGo = handle(area, picture, LOOK, {
      allowed: () => act.current.onTurn !== undefined,
      settle() {
        cancelAnimationFrame(frame.current);
        picture.show({ position: picture.now.turns.length }, true);
      },
      dragged({ slab, quarters }) {
        isShown.current = true;
        // The second layer below a face is the layer of the opposite face, which turns the other way.
        const [outer, amount] = slab.first === 1 ? [slab.face, quarters] : [OPPOSITE[slab.face]!, -quarters];
        const isFree = FACES.some((face) => face === outer);
        act.current.onTurn!(nameOfTurn(isFree ? outer : OPPOSITE[outer]!, amount));
        // DBL stays: a turn of its layer is one of the opposite layer, and the cube tips back.
        return isFree ? undefined : { face: slab.face, first: 1, last: 2 };
      },
      clicked: () => undefined,
    });
    let from = { x: 0, y: 0 };
    const down = (event: PointerEvent) => (from = { x: event.clientX, y: event.clientY });
    const click = (event: MouseEvent) => {
      const hit = Math.hypot(event.clientX - from.x, event.clientY - from.y) < STEADY ? picture.at(event) : null;
      if (hit) act.current.onTap?.(hit.sticker);
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
    const isStill = isShown.current || matchMedia("(prefers-reduced-motion: reduce)").matches;
    isShown.current = false;
    now.show({ facelets, turns: played.map(layer), position: isStill ? played.length : 0 }, isStill);
    const startedAt = performance.now();
    const tick = (time: number) => {
      const position = Math.min(played.length, (Math.max(0, time - startedAt) / 1000) * PACE);
      now.show({ position }, true);
      if (position < played.length) frame.current = requestAnimationFrame(tick);
    };
    if (!isStill && played.length > 0) frame.current = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame.current);
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
      <div class={onTurn ? "player is-held" : "player"} ref={parent} role="img" aria-label={onTurn ? w.cubeToTurn : w.cube} tabIndex={0} onKeyDown={onKey} />
    </div>
  );
}

/** The cube after turns, with the hand that makes them, and their buttons. */
export function TurnedCube({ facelets, turns, onTurns, most, ...shown }: Omit<Shown, "turns" | "onTurn"> & { turns: readonly string[]; onTurns: (turns: readonly string[]) => void; most: number }) {
  const add = (turn: string) => {
    const more = joined(turns, turn);
    if (more.length <= most) onTurns(more);
    else onTurns(turns.slice());
  };
  return (
    <>
      <Cube facelets={turned(facelets, turns.slice(0, -1))} turns={turns.slice(-1)} onTurn={add} {...shown} />
      <div class="hand buttons" role="group" aria-label={w.layers}>
        {TURNS.map((turn) => <button type="button" key={turn} disabled={joined(turns, turn).length > most} onClick={() => add(turn)} data-testid={`hand-${turn}`}>{turn}</button>)}
        <button type="button" disabled={turns.length === 0} onClick={() => onTurns([])} data-testid="hand-back">{w.backToStart}</button>
      </div>
      <p class="turns-made" data-testid="made" data-turns={turns.join(" ")}>{turns.length > 0 ? turns.join(" ") : w.noTurns}</p>
    </>
  );
}

/** A slider, with its value in words. */
export function Slider({ label, least, most, value, onValue, testid, children }: { label: string; least: number; most: number; value: number; onValue: (value: number) => void; testid: string; children?: ComponentChildren }) {
  return (
    <label class="slider">
      {label} <input type="range" min={least} max={most} step="1" value={value} data-testid={testid} onInput={({ currentTarget }) => onValue(Number(currentTarget.value))} /> <output>{children ?? value}</output>
    </label>
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
    case "at":
      return w.at({ moment: meaning.moment, from: slotAt(meaning.from).name, slot: slotAt(meaning.to).name, sticker: faceAt(meaning.from), face: faceAt(meaning.to) });
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
export function stickersOf(meaning: Meaning): readonly number[] {
  if (meaning.kind === "at") return slotAt(meaning.to).stickers;
  return meaning.turn === "-" ? [] : Array.from({ length: 24 }, (_, sticker) => sticker).filter((sticker) => slotAt(sticker).name.includes(meaning.turn[0]!));
}

/** The same set for the same stickers, so that the cube is painted only for a change. */
export function useStickers(stickers: readonly number[]): ReadonlySet<number> {
  const last = useRef<ReadonlySet<number>>(NONE);
  const before = last.current;
  if (before.size !== new Set(stickers).size || !stickers.every((sticker) => before.has(sticker))) last.current = new Set(stickers);
  return last.current;
}

/** A literal: a picture, the words, the symbols. */
export function Literal({ facelets, formula, literal }: { facelets: string; formula: Formula; literal: number }) {
  const meaning = meaningOf(formula, Math.abs(literal));
  return (
    <>
      <span class="sign" aria-hidden="true">
        {literal < 0 && "✗ "}
        {meaning.kind === "at" ? <><Piece facelets={facelets} slot={slotAt(meaning.from)} />→{slotAt(meaning.to).name}</> : <b>{meaning.turn === "-" ? "–" : meaning.kind === "layer" ? meaning.turn[0] : meaning.turn}</b>}
      </span>{" "}
      <span>{literalInWords(formula, literal)}</span> <code>{nameOf(formula, literal)}</code>
    </>
  );
}

/** A clause as a card. A literal under the finger, or with the focus, is pointed at. */
export function ClauseCard({ facelets, formula, number, isFalse, onPoint }: { facelets: string; formula: Formula; number: number; isFalse?: (literal: number) => boolean; onPoint?: (literals: readonly number[]) => void }) {
  const clause = formula.clauses[number - 1]!;
  return (
    <ul class="clause" aria-label={w.clause({ number })} data-clause={number} onPointerLeave={() => onPoint?.([])}>
      {clause.map((literal) => (
        <li key={literal} class={isFalse?.(literal) ? "is-false" : ""} data-literal={literal} tabIndex={onPoint && 0}
          onPointerEnter={() => onPoint?.([literal])} onPointerDown={() => onPoint?.([literal])} onFocus={() => onPoint?.([literal])}>
          <Literal facelets={facelets} formula={formula} literal={literal} />
        </li>
      ))}
    </ul>
  );
}
