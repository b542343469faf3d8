// A hand on the cube: a drag on a sticker turns its layer, a click its face; a drag beside the cube, or of two fingers, moves the viewer.

/** @typedef {import("./canvas.js").Player} Player */
/** @typedef {import("./canvas.js").Place} Place */
/** @typedef {import("./canvas.js").Turn} Turn */
/** @typedef {import("./solid.js").Slab} Slab */
/** @typedef {import("./solid.js").View} View */

/**
 * The effects of a hand on the cube.
 * @typedef {object} Hold
 * @property {() => boolean} allowed whether layers can be turned now
 * @property {() => void} settle end the turn that is being made, since a layer is gripped
 * @property {(turn: Turn) => Slab | void} dragged a layer was turned by a quarter turn or more: the picture already shows it; returns
 *   the layers that fall into place in its stead
 * @property {(face: number, shift: boolean) => Turn | void} clicked a sticker of this face (0 to 5) was clicked, with shift or not;
 *   returns the turn if the picture already shows it
 */

/** @typedef {{ view(): View, move(latitude: number, longitude: number): void, home(): void }} Look */

/**
 * @typedef {{ kind: "press", hit: NonNullable<ReturnType<Player["at"]>>, from: Place }
 *   | { kind: "turn", slab: Slab, quartersAt: (place: Place) => number, quarters: number }
 *   | { kind: "look", from: Place, view: View }} Doing
 */

/** How far a pointer goes before it drags, in pixels: a finger trembles more than a mouse. */
const STEADY = { mouse: 4, other: 9 };
/** Less than this share of a quarter turn is taken back. */
const LEAST = 0.25;
/** How long a layer takes to fall into place, in milliseconds for a quarter turn. */
const FALLING = 240;

/**
 * Let hands turn a player's cube; without a hold they only move the viewer. Returns the function that ends this.
 * @param {HTMLElement} area
 * @param {Player} player
 * @param {Look} look
 * @param {Hold | null} hold
 */
export function handle(area, player, look, hold) {
  /** @type {Map<number, Place>} */
  const pointers = new Map();
  /** @type {Doing | null} */
  let doing = null;
  let falling = 0;

  /** @returns {Place} */
  const middle = () => {
    const all = [...pointers.values()];
    const mean = (/** @type {(place: Place) => number} */ of) => all.reduce((sum, place) => sum + of(place), 0) / all.length;
    return { clientX: mean(({ clientX }) => clientX), clientY: mean(({ clientY }) => clientY) };
  };
  const lookAbout = () => (doing = { kind: "look", from: middle(), view: look.view() });

  const place = (/** @type {Turn | null} */ held) => {
    cancelAnimationFrame(falling);
    player.show({ held });
  };
  /** Let a layer fall into place. @type {(slab: Slab, quarters: number) => void} */
  const fall = (slab, quarters) => {
    const lasts = Math.max(60, FALLING * Math.abs(quarters));
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const began = performance.now();
    place(still ? null : { slab, quarters });
    if (still) return;
    falling = requestAnimationFrame(function tick(now) {
      const left = 1 - Math.max(0, now - began) / lasts;
      player.show({ held: left > 0 ? { slab, quarters: quarters * left ** 2 } : null });
      if (left > 0) falling = requestAnimationFrame(tick);
    });
  };

  const down = (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, event);
    area.setPointerCapture(event.pointerId);
    if (pointers.size > 1) {
      if (doing?.kind === "turn") fall(doing.slab, doing.quarters);
      lookAbout();
      return;
    }
    const hit = hold?.allowed() ? player.at(event) : null;
    if (hit) doing = { kind: "press", hit, from: event };
    else lookAbout();
  };

  const move = (/** @type {PointerEvent} */ event) => {
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, event);
    if (doing?.kind === "press") {
      const { from, hit } = doing;
      const steady = event.pointerType === "mouse" ? STEADY.mouse : STEADY.other;
      if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < steady) return;
      hold?.settle();
      doing = { kind: "turn", quarters: 0, ...player.grip(hit, from, event) };
    }
    if (doing?.kind === "turn") {
      doing.quarters = doing.quartersAt(event);
      place({ slab: doing.slab, quarters: doing.quarters });
    } else if (doing?.kind === "look") {
      const now = middle();
      const degrees = 180 / Math.max(1, player.canvas.clientWidth);
      look.move(
        doing.view.latitude + (now.clientY - doing.from.clientY) * degrees,
        doing.view.longitude - (now.clientX - doing.from.clientX) * degrees,
      );
    }
  };

  const up = (/** @type {PointerEvent} */ event) => {
    if (!pointers.delete(event.pointerId)) return;
    const done = doing;
    doing = null;
    // The remaining finger goes on from its place.
    if (pointers.size > 0) return void lookAbout();
    if (done?.kind === "press" && event.type === "pointerup") {
      const turn = hold?.clicked(done.hit.face, event.shiftKey);
      if (turn) fall(turn.slab, -turn.quarters);
    }
    if (done?.kind !== "turn") return;
    const { slab, quarters } = done;
    const far = Math.abs(quarters);
    const whole = event.type !== "pointerup" || far < LEAST ? 0 : Math.sign(quarters) * Math.max(1, Math.round(far));
    // Four quarter turns are none.
    const swung = whole % 4 === 0 ? undefined : hold?.dragged({ slab, quarters: whole });
    if (swung) fall(swung, quarters);
    else fall(slab, quarters - whole);
  };

  const twice = (/** @type {MouseEvent} */ event) => {
    if (!hold || !player.at(event)) look.home();
  };

  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, dblclick: twice };
  for (const [name, hear] of Object.entries(heard)) area.addEventListener(name, /** @type {EventListener} */ (hear));
  return () => {
    for (const [name, hear] of Object.entries(heard)) area.removeEventListener(name, /** @type {EventListener} */ (hear));
    cancelAnimationFrame(falling);
  };
}
