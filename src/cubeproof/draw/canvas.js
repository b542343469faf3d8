// The cube in 3D on a canvas: a tape of turns, and the number of turns made. A change is painted in the next frame.
import { eased } from "./solid.js";

/** @typedef {import("./solid.js").Paints} Paints */
/** @typedef {import("./solid.js").View} View */
/** @typedef {import("./solid.js").Slab} Slab */
/** @typedef {import("./solid.js").Point} Point */
/** @typedef {ReturnType<typeof import("./solid.js").solid>} Painter */
/** @typedef {{ clientX: number, clientY: number }} Place a place of the window */
/** @typedef {{ slab: Slab, quarters: number }} Turn layers that turn, and by how many quarter turns clockwise: any number, while they are on their way */

/**
 * The content of a player.
 * @typedef {object} Shown
 * @property {number} size
 * @property {string | null} facelets the cube before the first turn; null for the solved cube
 * @property {readonly Turn[]} turns
 * @property {number} position how many turns are made; between two whole numbers a layer is turning
 * @property {Turn | null} held a layer that a finger holds, or that falls into place; only while the tape rests
 * @property {Paints} paints
 * @property {View} view
 * @property {boolean} lettered
 * @property {boolean} hidden
 * @property {ReadonlySet<number>} dimmed dimmed stickers, by their places before the first turn
 * @property {ReadonlySet<number>} rung stickers with a ring, by the same places
 */

export class Player {
  canvas = document.createElement("canvas");
  /** For each number of turns and each place, the sticker that is there, by its place at the start. @type {Uint16Array[]} */
  #origins = [];
  /** @type {number[]} */
  #painted = [];
  #frame = 0;
  #observer = new ResizeObserver(() => this.#fit());
  /** @type {HTMLElement & { player?: Player }} */
  #parent;
  #painter;
  /** @type {Shown} */
  #shown;

  /**
   * @param {HTMLElement} parent
   * @param {Painter} painter
   * @param {Partial<Shown> & Pick<Shown, "paints" | "view">} shown
   */
  constructor(parent, painter, shown) {
    this.#parent = parent;
    this.#painter = painter;
    this.#shown = {
      size: 3, facelets: null, turns: [], position: 0, held: null,
      lettered: false, hidden: false, dimmed: new Set(), rung: new Set(), ...shown,
    };
    this.#parent.player = this; // where tests find it
    parent.append(this.canvas);
    this.#observer.observe(parent);
    this.#fit();
  }

  /**
   * Change some of the content, in the next frame or at once.
   * @param {Partial<Shown>} changes
   */
  show(changes, now = false) {
    const before = this.#shown;
    const names = /** @type {(keyof Shown)[]} */ (Object.keys(changes));
    if (names.every((name) => changes[name] === before[name])) return;
    this.#shown = { ...before, ...changes };
    const { size, turns } = this.#shown;
    if (turns !== before.turns || size !== before.size) {
      // The common first part of two tapes is computed once.
      const same = size === before.size ? turns.findIndex((turn, i) => turn !== before.turns[i]) : 0;
      this.#origins.length = Math.min(this.#origins.length, (same < 0 ? turns.length : same) + 1, size === before.size ? Infinity : 0);
    }
    if (now) this.paint();
    else this.#frame ||= requestAnimationFrame(() => this.paint());
  }

  /** @returns {Readonly<Shown>} */
  get now() {
    return this.#shown;
  }

  /** The colours where our facelets are, as 0xrrggbb, as they were painted; empty while a layer is on its way. For tests, which compare them with the state. */
  seen() {
    return this.#painted;
  }

  /**
   * The sticker at a place of the window, or null.
   * @param {Place} place
   */
  at(place) {
    return this.#painter.pick(this.#shown.size, this.#camera, this.#pointOf(place));
  }

  /**
   * The layer that a drag between two places of the window turns, and the angle.
   * @param {NonNullable<ReturnType<Player["at"]>>} hit
   * @param {Place} from
   * @param {Place} to
   */
  grip(hit, from, to) {
    const start = this.#pointOf(from);
    /** @type {(place: Place) => Point} */
    const way = (place) => {
      const point = this.#pointOf(place);
      return [point[0] - start[0], point[1] - start[1]];
    };
    const { slab, quartersFor } = this.#painter.grip(this.#shown.size, this.#camera, hit, way(to));
    return { slab, quartersAt: (/** @type {Place} */ place) => quartersFor(way(place)) };
  }

  remove() {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.canvas.remove();
    delete this.#parent.player;
  }

  get #camera() {
    return this.#painter.camera(this.#shown.view, this.canvas.width, this.#shown.hidden);
  }

  /** @type {(place: Place) => Point} */
  #pointOf({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.canvas.width / Math.max(1, box.width);
    return [(clientX - box.left) * scale, (clientY - box.top) * scale];
  }

  /** The canvas is the largest square in its parent, with at most two pixels to a point: more are not seen. */
  #fit() {
    const side = Math.max(1, Math.min(this.#parent.clientWidth, this.#parent.clientHeight));
    const pixels = Math.max(16, Math.round(side * Math.min(2, devicePixelRatio || 1)));
    this.canvas.style.width = this.canvas.style.height = `${side}px`;
    if (this.canvas.width !== pixels) this.canvas.width = this.canvas.height = pixels;
    this.paint(); // at once: a canvas is empty after its size has changed
  }

  /** @type {(made: number) => Uint16Array} */
  #origin(made) {
    const { size, turns } = this.#shown;
    this.#origins[0] ??= Uint16Array.from({ length: 6 * size * size }, (_, sticker) => sticker);
    while (this.#origins.length <= made) {
      const before = this.#origins[this.#origins.length - 1];
      const { slab, quarters } = turns[this.#origins.length - 1];
      const from = this.#painter.permutation(size, slab, quarters);
      this.#origins.push(before.map((_, place) => before[from[place]]));
    }
    return this.#origins[made];
  }

  paint() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const painter = this.#painter;
    const { size, facelets, turns, held, dimmed, rung, ...look } = this.#shown;
    const position = Math.max(0, Math.min(turns.length, this.#shown.position));
    const made = Math.floor(position);
    const origin = this.#origin(made);
    const start = facelets === null ? painter.solved(size) : painter.read(facelets);
    const next = turns[made];
    const turn = position > made && next ? { ...next, quarters: next.quarters * eased(position - made) } : held;
    const state = origin.map((sticker) => start[sticker]);
    const marked = (/** @type {ReadonlySet<number>} */ marks) => Array.from(origin, (sticker) => (marks.has(sticker) ? 1 : 0));
    painter.paint(painter.pen(this.canvas), {
      size, state, turn, ...look,
      ...(dimmed.size > 0 && { dim: marked(dimmed) }),
      ...(rung.size > 0 && { rings: marked(rung) }),
    });
    const { colours } = look.paints;
    this.#painted = turn ? [] : Array.from(state, (letter) => parseInt(colours[painter.letters[letter]].slice(1), 16));
  }
}
