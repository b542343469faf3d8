// The cube in 3D on a canvas: a tape of turns, and the number of turns made. A change is painted in the next frame.
import { eased } from "../../src/cubeproof/draw/solid.js";
import { facts, USUAL } from "./facts";
import { painter, type Paints, type Point, type Slab, type View } from "./painter";

/** Layers that turn, and by how many quarter turns clockwise: any number, while they are on their way. */
export interface Turn {
  slab: Slab;
  quarters: number;
}

/** The content of a player. */
export interface Shown {
  size: number;
  /** The cube before the first turn; null for the solved cube. */
  facelets: string | null;
  turns: readonly Turn[];
  /** How many turns are made; between two whole numbers a layer is turning. */
  position: number;
  /** A layer that a finger holds, or that falls into place; only while the tape rests. */
  held: Turn | null;
  paints: Paints;
  view: View;
  lettered: boolean;
  hidden: boolean;
  /** Dimmed stickers, and stickers with a ring, by their places before the first turn. */
  dimmed: ReadonlySet<number>;
  rung: ReadonlySet<number>;
}

export class Player {
  readonly canvas = document.createElement("canvas");
  private shown: Shown;
  /** For each number of turns and each place, the sticker that is there, by its place at the start. */
  private origins: Uint16Array[] = [];
  private painted: number[] = [];
  private frame = 0;
  private readonly observer = new ResizeObserver(() => this.fit());

  constructor(
    private readonly parent: HTMLElement & { player?: Player },
    shown: Partial<Shown> & Pick<Shown, "paints">,
  ) {
    this.shown = {
      size: 3, facelets: null, turns: [], position: 0, held: null,
      view: USUAL, lettered: false, hidden: false, dimmed: new Set(), rung: new Set(), ...shown,
    };
    parent.player = this; // where tests find it
    parent.append(this.canvas);
    this.observer.observe(parent);
    this.fit();
  }

  /** Change some of the content, in the next frame or at once. */
  show(changes: Partial<Shown>, now = false): void {
    const before = this.shown;
    if ((Object.keys(changes) as (keyof Shown)[]).every((name) => changes[name] === before[name])) return;
    this.shown = { ...before, ...changes };
    const { size, turns } = this.shown;
    if (turns !== before.turns || size !== before.size) {
      // The common first part of two tapes is computed once.
      const same = size === before.size ? turns.findIndex((turn, i) => turn !== before.turns[i]) : 0;
      this.origins.length = Math.min(this.origins.length, (same < 0 ? turns.length : same) + 1, size === before.size ? Infinity : 0);
    }
    if (now) this.paint();
    else this.frame ||= requestAnimationFrame(() => this.paint());
  }

  get now(): Readonly<Shown> {
    return this.shown;
  }

  /** The colours where our facelets are, as 0xrrggbb, as they were painted; empty while a layer is on its way. For tests, which compare them with the state. */
  seen(): number[] {
    return this.painted;
  }

  /** The sticker at a place of the window, or null. */
  at(place: { clientX: number; clientY: number }) {
    return painter.pick(this.shown.size, this.camera, this.pointOf(place));
  }

  /** The layer that a drag between two places of the window turns, and the angle. */
  grip(hit: NonNullable<ReturnType<Player["at"]>>, from: { clientX: number; clientY: number }, to: { clientX: number; clientY: number }) {
    const start = this.pointOf(from);
    const way = (place: { clientX: number; clientY: number }): Point => {
      const point = this.pointOf(place);
      return [point[0] - start[0], point[1] - start[1]];
    };
    const { slab, quartersFor } = painter.grip(this.shown.size, this.camera, hit, way(to));
    return { slab, quartersAt: (place: { clientX: number; clientY: number }) => quartersFor(way(place)) };
  }

  remove(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    this.canvas.remove();
    delete this.parent.player;
  }

  private get camera() {
    return painter.camera(this.shown.view, this.canvas.width, this.shown.hidden);
  }

  private pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.canvas.width / Math.max(1, box.width);
    return [(clientX - box.left) * scale, (clientY - box.top) * scale];
  }

  /** The canvas is the largest square in its parent, with at most two pixels to a point: more are not seen. */
  private fit(): void {
    const side = Math.max(1, Math.min(this.parent.clientWidth, this.parent.clientHeight));
    const pixels = Math.max(16, Math.round(side * Math.min(2, devicePixelRatio || 1)));
    this.canvas.style.width = this.canvas.style.height = `${side}px`;
    if (this.canvas.width !== pixels) this.canvas.width = this.canvas.height = pixels;
    this.paint(); // at once: a canvas is empty after its size has changed
  }

  private origin(made: number): Uint16Array {
    const { size, turns } = this.shown;
    this.origins[0] ??= Uint16Array.from({ length: 6 * size * size }, (_, sticker) => sticker);
    while (this.origins.length <= made) {
      const before = this.origins.at(-1)!;
      const { slab, quarters } = turns[this.origins.length - 1]!;
      const from = painter.permutation(size, slab, quarters);
      this.origins.push(before.map((_, place) => before[from[place]!]!));
    }
    return this.origins[made]!;
  }

  private paint(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { size, facelets, turns, held, dimmed, rung, ...look } = this.shown;
    const position = Math.max(0, Math.min(turns.length, this.shown.position));
    const made = Math.floor(position);
    const origin = this.origin(made);
    const start = facelets === null ? painter.solved(size) : painter.read(facelets);
    const next = turns[made];
    const turn = position > made && next ? { ...next, quarters: next.quarters * eased(position - made) } : held;
    const state = origin.map((sticker) => start[sticker]!);
    const marked = (marks: ReadonlySet<number>) => Array.from(origin, (sticker) => (marks.has(sticker) ? 1 : 0));
    painter.paint(painter.pen(this.canvas), {
      size, state, turn, ...look,
      ...(dimmed.size > 0 && { dim: marked(dimmed) }),
      ...(rung.size > 0 && { rings: marked(rung) }),
    });
    const { colours } = look.paints;
    this.painted = turn ? [] : Array.from(state, (letter) => parseInt(colours[facts.letters[letter]!]!.slice(1), 16));
  }
}
