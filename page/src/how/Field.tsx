// All cubes as points of a square, one a point, in the order of their distances: the layers are true to scale. It is zoomed and dragged.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { howStates as w } from "../words/how-states";
import type { Layers } from "./exploring";
import { Slider } from "./Bits";

/** Points in a row. */
export const SIDE = 1917;
/** The size of the canvas and the largest size of a point, in pixels; the smallest shows all. */
const PIXELS = 480, LARGEST = 32, SMALLEST = PIXELS / SIDE;
const STEPS = 100;
/** A pointer that goes farther drags. */
const STEADY = 6;

/** The colour of a distance. */
export const colourOf = (distance: number): string => `hsl(${(215 + 47 * distance) % 360} 62% ${distance % 2 ? 46 : 58}%)`;

/** The size of a point at a step of the slider. */
const sizeAt = (step: number) => SMALLEST * (LARGEST / SMALLEST) ** (step / STEPS);

export function Field({ layers, most, onCube }: { layers: Layers; most: number; onCube: (index: number) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  /** The step of the slider, and the point in the upper left corner. */
  const step = useSignal(0);
  const corner = useSignal({ x: 0, y: 0 });
  const size = sizeAt(step.value);
  const bound = (value: number) => Math.max(0, Math.min(SIDE - PIXELS / size, value));
  const look = (x: number, y: number) => (corner.value = { x: bound(x), y: bound(y) });
  /** Change the size of points; the point at a place of the canvas stays there. */
  const zoom = (to: number, at = { x: 0, y: 0 }) => {
    const [before, after] = [sizeAt(step.peek()), sizeAt(Math.max(0, Math.min(STEPS, to)))];
    step.value = Math.max(0, Math.min(STEPS, to));
    const { x, y } = corner.peek();
    const limit = (value: number) => Math.max(0, Math.min(SIDE - PIXELS / after, value));
    corner.value = { x: limit(x + at.x / before - at.x / after), y: limit(y + at.y / before - at.y / after) };
  };
  useEffect(() => {
    const pen = canvas.current!.getContext("2d")!;
    pen.clearRect(0, 0, PIXELS, PIXELS);
    const { x, y } = corner.value;
    const fill = (row: number, rows: number, column: number, columns: number) => pen.fillRect((column - x) * size, (row - y) * size, columns * size, rows * size);
    layers.starts.slice(0, -1).forEach((start, distance) => {
      const end = layers.starts[distance + 1]!;
      if (distance > most || end === start) return;
      pen.fillStyle = colourOf(distance);
      const [first, last] = [Math.floor(start / SIDE), Math.floor((end - 1) / SIDE)];
      const [from, to] = [start % SIDE, ((end - 1) % SIDE) + 1];
      if (first === last) return fill(first, 1, from, to - from);
      fill(first, 1, from, SIDE - from);
      fill(first + 1, last - first - 1, 0, SIDE);
      fill(last, 1, 0, to);
    });
    if (size < 8) return;
    pen.strokeStyle = "rgb(0 0 0 / 0.35)";
    pen.beginPath();
    for (let line = 0; line <= PIXELS / size + 1; line++) {
      const [over, down] = [(line - (x % 1)) * size, (line - (y % 1)) * size];
      pen.moveTo(over, 0);
      pen.lineTo(over, PIXELS);
      pen.moveTo(0, down);
      pen.lineTo(PIXELS, down);
    }
    pen.stroke();
  }, [layers, most, size, corner.value]);
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = canvas.current!.getBoundingClientRect();
    return { x: ((clientX - box.left) * PIXELS) / box.width, y: ((clientY - box.top) * PIXELS) / box.height };
  };
  const pick = (place: { x: number; y: number }) => {
    const { x, y } = corner.peek();
    const index = Math.floor(y + place.y / size) * SIDE + Math.floor(x + place.x / size);
    if (index < layers.starts[Math.min(most + 1, layers.starts.length - 1)]!) onCube(index);
  };
  const pressed = useRef<{ from: { x: number; y: number }; corner: { x: number; y: number }; isDrag: boolean } | null>(null);
  const move = (event: PointerEvent) => {
    const now = pressed.current;
    if (!now) return;
    const { x, y } = placeOf(event);
    now.isDrag ||= Math.hypot(x - now.from.x, y - now.from.y) > STEADY;
    if (now.isDrag) look(now.corner.x - (x - now.from.x) / size, now.corner.y - (y - now.from.y) / size);
  };
  const onKey = (event: KeyboardEvent) => {
    const far = PIXELS / size / 8, { x, y } = corner.peek();
    const keys: Record<string, () => void> = {
      ArrowUp: () => look(x, y - far), ArrowDown: () => look(x, y + far), ArrowLeft: () => look(x - far, y), ArrowRight: () => look(x + far, y),
      "+": () => zoom(step.peek() + 10), "-": () => zoom(step.peek() - 10), Enter: () => pick({ x: size / 2, y: size / 2 }),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]!();
  };
  return (
    <div class="all-cubes">
      <canvas ref={canvas} width={PIXELS} height={PIXELS} tabIndex={0} role="img" aria-label={w.field} data-testid="field" data-size={size} data-x={corner.value.x} data-y={corner.value.y}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pressed.current = { from: placeOf(event), corner: corner.peek(), isDrag: false };
        }}
        onPointerMove={move}
        onPointerUp={(event) => {
          if (pressed.current && !pressed.current.isDrag) pick(placeOf(event));
          pressed.current = null;
        }}
        onPointerCancel={() => (pressed.current = null)}
        onWheel={(event) => {
          event.preventDefault();
          zoom(step.peek() - event.deltaY / 12, placeOf(event));
        }} />
      <Slider label={w.zoom} least={0} most={STEPS} value={Math.round(step.value)} onValue={(to) => zoom(to)} testid="zoom">{size < 1 ? w.pointsSmall({ count: Math.round(1 / size ** 2) }) : w.pointsLarge}</Slider>
    </div>
  );
}
