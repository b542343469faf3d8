// The picture of the page's cube, its handles for the hand, and the clock that moves it.
import { effect, useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import * as camera from "../camera";
import * as cube from "../cube";
import { handle } from "../../../src/cubeproof/draw/hand.js";
import { dimmed, rung } from "../marks";
import { lettered, paints } from "../palettes";
import { Player, type Turn } from "../../../src/cubeproof/draw/canvas.js";
import { painter } from "../painter";
import { byHand, layersOf } from "../spelling";
import { tab } from "../tabs";
import { stage as w } from "../words/stage";

/** An effect that runs at once; `useSignalEffect` waits for the next frame. */
function useLive(act: () => void | (() => void)): void {
  useEffect(() => effect(act), []);
}

/** How far an arrow key moves the viewer, in degrees. */
const STEP = 12;

export function Picture() {
  const parent = useRef<HTMLDivElement>(null);
  const player = useSignal<Player | null>(null);

  useEffect(() => {
    const created = new Player(parent.current!, painter, { paints: paints.peek(), view: camera.view.peek() });
    player.value = created;
    const letGo = handle(parent.current!, created, LOOK, HOLD);
    return () => {
      letGo();
      created.remove();
    };
  }, []);

  useLive(() => {
    const { size, facelets } = cube.base.value;
    const turns = cube.tape.value;
    const shown = player.value;
    if (!shown) return undefined;
    let newest = true;
    const show = (turns: Turn[]) => newest && shown.show({ size, facelets, turns, position: cube.position.peek(), held: null });
    const layers = layersOf(size, turns);
    if (Array.isArray(layers)) show(layers);
    else void layers.then(show, () => {}); // `Said` shows why the server refuses turns
    return () => void (newest = false);
  });
  useLive(() => player.value?.show({ position: cube.position.value }));
  useLive(() => player.value?.show({ view: camera.view.value, hidden: camera.hinted.value }));
  useLive(() => player.value?.show({ paints: paints.value, lettered: lettered.value }));
  useLive(() => player.value?.show({ dimmed: dimmed.value, rung: rung.value }));
  useClock(player);

  return (
    <div class="picture" data-testid="picture" data-live={player.value !== null}>
      <div class="player" ref={parent} role="img" aria-label={w.drawing} aria-describedby="hands" tabIndex={0} onKeyDown={onKey} />
      <p id="hands" class="hidden">{w.hands}</p>
    </div>
  );
}

const LOOK = { view: () => camera.view.peek(), move: camera.lookFrom, home: camera.home };

const HOLD = {
  /** While the visitor paints, the cube is held as it is painted. */
  allowed: () => tab.peek() !== "paint",
  settle() {
    const { position, at } = cube;
    if (position.peek() !== at.peek()) cube.skip(cube.playing.peek() ? Math.round(position.peek()) : at.peek());
  },
  dragged(turn: Turn) {
    cube.turn(byHand(cube.size.peek(), turn));
    // The hand has already moved the layer.
    cube.position.value = cube.at.peek();
  },
  clicked(face: number, shift: boolean) {
    const slab = { face: painter.letters[face]!, first: 1, last: 1 };
    cube.turn(byHand(cube.size.peek(), { slab, quarters: shift ? -1 : 1 }));
  },
};

/** With shift the arrows move the viewer; without they step, as everywhere. */
function onKey(event: KeyboardEvent) {
  if (!event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const keys: Record<string, () => void> = {
    ArrowUp: () => camera.walk(STEP, 0),
    ArrowDown: () => camera.walk(-STEP, 0),
    ArrowLeft: () => camera.walk(0, -STEP),
    ArrowRight: () => camera.walk(0, STEP),
    Home: camera.home,
  };
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** The time from a turn to its first frame counts as run. */
const FRAME = 1000 / 60;

/** Moves the picture towards the cube, at the pace of the moment. */
function useClock(player: Signal<Player | null>) {
  // Empty at first, so that the first cube is shown without a run.
  const seen = useRef<{ base: cube.Base | null; tape: string[] }>({ base: null, tape: [] });
  useLive(() => {
    const goal = cube.at.value;
    void cube.runs.value;
    const turns = cube.tape.value;
    const base = cube.base.value;
    const whole = Math.ceil(cube.position.peek());
    const same = seen.current.base === base && turns.slice(0, whole).every((turn, i) => turn === seen.current.tape[i]);
    if (!same) cube.position.value = goal === 0 || seen.current.base !== base ? goal : goal - 1;
    seen.current = { base, tape: turns };
    if (cube.rest.value) return undefined;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      cube.position.value = goal;
      return undefined;
    }
    // The first frame is painted at once, so that the browser shows it in its next frame.
    let last = performance.now() - FRAME;
    let frame = 0;
    const tick = (now: number) => {
      const left = goal - cube.position.peek();
      const far = (Math.max(0, Math.min(now - last, 250)) / 1000) * cube.pace(Math.abs(left));
      last = Math.max(now, last);
      cube.position.value = Math.abs(left) <= far ? goal : cube.position.peek() + Math.sign(left) * far;
      // The effect that shows it would have it painted a frame later.
      player.peek()?.show({ position: cube.position.peek() }, true);
      if (cube.position.peek() !== goal) frame = requestAnimationFrame(tick);
    };
    if (cube.position.peek() !== goal) tick(last + FRAME);
    return () => cancelAnimationFrame(frame);
  });
}
