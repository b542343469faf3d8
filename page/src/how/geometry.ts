// The 2×2×2 of the chapters: slots and their stickers, from the facts of the drawing; turns by the painter. No table is typed.
import { facts } from "../facts";
import { painter } from "../painter";
import type { Turn } from "../../../src/cubeproof/draw/canvas.js";

/** A slot: its name, and its stickers clockwise from the one on U or D. */
export interface Slot {
  name: string;
  stickers: readonly [number, number, number];
}

type Vector = readonly [number, number, number];
const LETTERS = "URFDLB";
const STICKERS = Array.from({ length: 24 }, (_, sticker) => sticker);
export const FACES = ["R", "U", "F"] as const;
/** The nine turns that keep the corner DBL in place. */
export const TURNS = FACES.flatMap((face) => [face, `${face}2`, `${face}'`]);

const faceOf = (sticker: number) => Math.floor(sticker / 4);
const normalOf = (sticker: number): Vector => facts.faces[faceOf(sticker)]!.normal;
/** The cubie of a sticker, as its corner of the cube. */
function cubieOf(sticker: number): string {
  const { normal, right, down } = facts.faces[faceOf(sticker)]!;
  const column = 2 * (sticker % 2) - 1, row = 2 * (Math.floor(sticker / 2) % 2) - 1;
  return [0, 1, 2].map((axis) => normal[axis]! + column * right[axis]! + row * down[axis]!).join();
}
const determinant = ([a, b, c]: Vector, [d, e, f]: Vector, [g, h, i]: Vector) => a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);

/** The slot of each sticker. */
const SLOT_OF: readonly Slot[] = (() => {
  const slots = new Map<string, Slot>();
  for (const first of STICKERS.filter((sticker) => "UD".includes(LETTERS[faceOf(sticker)]!))) {
    const [a, b] = STICKERS.filter((sticker) => sticker !== first && cubieOf(sticker) === cubieOf(first)) as [number, number];
    const isClockwise = determinant(normalOf(first), normalOf(a), normalOf(b)) < 0;
    const stickers = isClockwise ? ([first, a, b] as const) : ([first, b, a] as const);
    slots.set(cubieOf(first), { name: stickers.map((sticker) => LETTERS[faceOf(sticker)]).join(""), stickers });
  }
  return STICKERS.map((sticker) => slots.get(cubieOf(sticker))!);
})();

/** The slot at a place: a sticker's number, or its name such as `F3`. */
export function slotAt(place: number | string): Slot {
  return SLOT_OF[typeof place === "number" ? place : stickerAt(place)]!;
}
export function slotNamed(name: string): Slot {
  return SLOT_OF.find((slot) => slot.name === name)!;
}
/** The number of the sticker at a place such as `F3`. */
export function stickerAt(place: string): number {
  return 4 * LETTERS.indexOf(place[0]!) + Number(place[1]) - 1;
}
/** The face of a sticker's place. */
export const faceAt = (sticker: number): string => LETTERS[faceOf(sticker)]!;

/** The fixed slot, and the seven others in the order of their first stickers. */
export const FIXED = slotNamed("DBL");
export const SLOTS: readonly Slot[] = [...new Set(SLOT_OF)].filter((slot) => slot !== FIXED);

/** A turn of a face as a layer that turns. */
export function layer(turn: string): Turn {
  return { slab: { face: turn[0]!, first: 1, last: 1 }, quarters: { "2": 2, "'": -1 }[turn[1] ?? ""] ?? 1 };
}

/** The name of a turn by some quarter turns; "" for none. */
export function nameOfTurn(face: string, quarters: number): string {
  const amount = ((quarters % 4) + 4) % 4;
  return amount === 0 ? "" : face + ["", "2", "'"][amount - 1]!;
}

/** Turns with one more; a turn of the last turn's face is joined with it. */
export function joined(turns: readonly string[], turn: string): readonly string[] {
  const last = turns.at(-1);
  if (turn === "") return turns;
  if (last?.[0] !== turn[0]) return [...turns, turn];
  const both = nameOfTurn(turn[0]!, layer(last!).quarters + layer(turn).quarters);
  return both === "" ? turns.slice(0, -1) : [...turns.slice(0, -1), both];
}

/** For each place the sticker that is there after turns, by its place at the start. */
export function origins(turns: readonly string[]): readonly number[] {
  let origin: readonly number[] = STICKERS;
  for (const turn of turns.filter((name) => name !== "-")) {
    const { slab, quarters } = layer(turn);
    const from = painter.permutation(2, slab, quarters);
    origin = origin.map((_, place) => origin[from[place]!]!);
  }
  return origin;
}

/** The stickers after turns. */
export function turned(facelets: string, turns: readonly string[]): string {
  return origins(turns).map((sticker) => facelets[sticker]).join("");
}

export const SOLVED = [...LETTERS].map((letter) => letter.repeat(4)).join("");
export const isSolved = (facelets: string): boolean => [...LETTERS].every((_, face) => new Set(facelets.slice(4 * face, 4 * face + 4)).size === 1);

/** The same cube, held so that the corner DBL is in its place; the cube itself if no piece belongs there. */
export function held(facelets: string): string {
  const whole = (face: string) => painter.permutation(2, { face, first: 1, last: 2 }, 1);
  const seen = new Set([facelets]);
  for (const state of seen) {
    if (FIXED.stickers.every((sticker) => state[sticker] === faceAt(sticker))) return state;
    for (const face of FACES) seen.add([...state].map((_, place) => state[whole(face)[place]!]).join(""));
  }
  return facelets;
}
