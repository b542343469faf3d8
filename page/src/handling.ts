// A hand on the cube: a drag on a sticker turns its layer, a click its face; a drag beside the cube, or of two fingers, moves the viewer.
import type { Slab, View } from "./painter";
import type { Player, Turn } from "./player";

/** The effects of a hand on the cube. */
export interface Hold {
  /** Whether layers can be turned now. */
  allowed(): boolean;
  /** End the turn that is being made, since a layer is gripped. */
  settle(): void;
  /** A layer was turned by a quarter turn or more: the picture already shows it. */
  dragged(turn: Turn): void;
  /** A sticker of this face (0 to 5) was clicked, with shift or not. Returns the turn if the picture already shows it. */
  clicked(face: number, shift: boolean): Turn | void;
}

export interface Look {
  view(): View;
  move(latitude: number, longitude: number): void;
  home(): void;
}

type Place = { clientX: number; clientY: number };
type Doing =
  | { kind: "press"; hit: NonNullable<ReturnType<Player["at"]>>; from: Place }
  | { kind: "turn"; slab: Slab; quartersAt: (place: Place) => number; quarters: number }
  | { kind: "look"; from: Place; view: View };

/** How far a pointer goes before it drags, in pixels: a finger trembles more than a mouse. */
const STEADY = { mouse: 4, other: 9 };
/** Less than this share of a quarter turn is taken back. */
const LEAST = 0.25;
/** How long a layer takes to fall into place, in milliseconds for a quarter turn. */
const FALLING = 240;

/** Let hands turn a player's cube; without a hold they only move the viewer. Returns the function that ends this. */
export function handle(area: HTMLElement, player: Player, look: Look, hold: Hold | null): () => void {
  const pointers = new Map<number, Place>();
  let doing: Doing | null = null;
  let falling = 0;

  const middle = (): Place => {
    const all = [...pointers.values()];
    const mean = (of: (place: Place) => number) => all.reduce((sum, place) => sum + of(place), 0) / all.length;
    return { clientX: mean(({ clientX }) => clientX), clientY: mean(({ clientY }) => clientY) };
  };
  const lookAbout = () => (doing = { kind: "look", from: middle(), view: look.view() });

  const place = (held: Turn | null) => {
    cancelAnimationFrame(falling);
    player.show({ held });
  };
  /** Let a layer fall into place. */
  const fall = (slab: Slab, quarters: number) => {
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

  const down = (event: PointerEvent) => {
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

  const move = (event: PointerEvent) => {
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

  const up = (event: PointerEvent) => {
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
    if (whole % 4 !== 0) hold?.dragged({ slab, quarters: whole });
    fall(slab, quarters - whole);
  };

  const twice = (event: MouseEvent) => {
    if (!player.at(event)) look.home();
  };

  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, dblclick: twice } as const;
  for (const [name, hear] of Object.entries(heard)) area.addEventListener(name, hear as EventListener);
  return () => {
    for (const [name, hear] of Object.entries(heard)) area.removeEventListener(name, hear as EventListener);
    cancelAnimationFrame(falling);
  };
}
