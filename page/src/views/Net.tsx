// The net in Paint: painted by pointer, stroke by stroke, and by keys, sticker by sticker.
import { computed, signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { colours, LETTERS, lettered, paints, type Letter } from "../palettes";
import * as cube from "../cube";
import * as painting from "../painting";
import { colourName, paint as w } from "../words/paint";

const FACES = "URFDLB";
/** Row and column of each face in the net, counted in faces. On an upright phone the back is below, as the cube rolls towards the visitor. */
const WIDE = { U: [0, 1], L: [1, 0], F: [1, 1], R: [1, 2], B: [1, 3], D: [2, 1] };
const NARROW = { ...WIDE, B: [3, 1] };

/** Whether the screen is like this now. */
function screen(query: string) {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => (matches.value = list.matches));
  return matches;
}

const upright = screen("(max-width: 40rem)");
const phone = screen("(max-width: 40rem), (max-height: 34rem)");
/** Whether only the face with the focus is on the net, since the stickers of all six are too small for a finger. */
const single = computed(() => phone.value && cube.size.value > 3);
const narrow = computed(() => upright.value && !single.value);

/** The sticker that has the focus. */
const focused = signal(0);

interface Cell {
  sticker: number;
  row: number;
  column: number;
}

/** The stickers of every row of the net; rows and columns are those of the whole net. */
function cells(size: number): Cell[][] {
  const places = Object.entries(narrow.value ? NARROW : WIDE);
  return Array.from({ length: 4 * size }, (_, row) =>
    Array.from({ length: 4 * size }, (_, column) => {
      const [down, right] = [Math.floor(row / size), Math.floor(column / size)];
      const face = places.find(([, place]) => place[0] === down && place[1] === right)?.[0];
      if (!face) return null;
      const index = (row % size) * size + (column % size);
      // Below the down face, the back is upside down.
      const sticker = FACES.indexOf(face) * size * size + (down === 3 ? size * size - 1 - index : index);
      return { sticker, row, column };
    }).filter((cell) => cell !== null),
  ).filter((row) => row.length > 0);
}

const faceOf = (sticker: number, size: number) => Math.floor(sticker / (size * size));
/** The sticker that the Tab key reaches; the cube may have fewer stickers than the last one. */
const stop = computed(() => Math.min(focused.value, 6 * cube.size.value ** 2 - 1));
const rows = computed(() => {
  const [size, all] = [cube.size.value, cells(cube.size.value)];
  if (!single.value) return all;
  const face = faceOf(stop.value, size);
  return all.map((row) => row.filter(({ sticker }) => faceOf(sticker, size) === face)).filter((row) => row.length > 0)
    .map((row) => row.map((cell) => ({ ...cell, row: cell.row % size, column: cell.column % size })));
});

export function named(sticker: number, size: number): string {
  const index = sticker % (size * size);
  return w.place({ face: FACES[faceOf(sticker, size)]!, row: Math.floor(index / size) + 1, column: (index % size) + 1 });
}

export function Net() {
  const grid = useRef<HTMLDivElement>(null);
  const stroke = useStroke();
  const size = cube.size.value;
  const state = painting.painted.value;
  // A narrow track between the faces separates them.
  const tracks = (faces: number, each: string) => Array(faces).fill(`repeat(${size}, ${each})`).join(" var(--gap) ");
  const [down, across] = single.value ? [1, 1] : narrow.value ? [4, 3] : [3, 4];
  return (
    <div ref={grid} role="grid" class={single.value ? "net single" : "net"} aria-label={w.net} aria-describedby="net-keys" data-testid="net"
      style={{ gridTemplateColumns: tracks(across, "minmax(0, 1fr)"), gridTemplateRows: tracks(down, "auto").replace("var(--gap)", "auto"), "--across": String(across * size) }}
      onKeyDown={(event) => onKey(event, size, grid.current!)} {...stroke}>
      {!single.value && [...FACES].map((face) => <FaceName key={face} face={face} size={size} />)}
      {rows.value.map((row, number) => (
        <div role="row" key={number}>
          {row.map((cell) => (
            <Sticker key={cell.sticker} cell={cell} size={size} letter={state[cell.sticker] as Letter}
              stop={cell.sticker === stop.value} suspect={painting.suspects.value.has(cell.sticker)} maybe={painting.isAlike(cell.sticker, size)} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The name of a face, and how to tip the cube to see it: above the faces of the middle row, to the right of the others. */
function FaceName({ face, size }: { face: string; size?: number }) {
  const [row, column] = (narrow.value ? NARROW : WIDE)[face as keyof typeof WIDE];
  const line = (index: number) => index * (size! + 1) + 1;
  const place = !size ? {} : row === 1 ? { gridRow: size + 1, gridColumn: `${line(column!)} / span ${size}` } : { gridRow: `${line(row!)} / span ${size}`, gridColumn: `${line(2)} / span ${size}`, alignSelf: "start" };
  return (
    <div class={painting.turned.value.has(face) ? "face-name turned" : "face-name"} aria-hidden="true" style={place} data-testid={`face-name-${face}`}>
      <strong>{w.faceNow({ face })}</strong> <small>{face === "B" && narrow.value ? w.tipAgain : w.tip({ face })}</small>
    </div>
  );
}

/** The six faces as a small net, to choose the one that is painted. */
export function FaceMap() {
  const size = cube.size.value;
  const state = painting.painted.value;
  if (!single.value) return null;
  const now = faceOf(stop.value, size);
  return (
    <div class="map" role="group" aria-label={w.faces} data-testid="map">
      {[...FACES].map((face, number) => {
        const first = number * size * size;
        const suspect = [...painting.suspects.value].some((sticker) => faceOf(sticker, size) === number);
        return (
          <button type="button" key={face} aria-label={w.face({ face })} aria-pressed={number === now} class={suspect ? "suspect" : ""} data-testid={`face-${face}`}
            style={{ gridArea: `${WIDE[face as keyof typeof WIDE][0]! + 1} / ${WIDE[face as keyof typeof WIDE][1]! + 1}`, gridTemplateColumns: `repeat(${size}, 1fr)` }}
            onClick={() => (focused.value = first)}>
            {[...state.slice(first, first + size * size)].map((letter, index) => <i key={index} style={{ background: colours(letter).background }} />)}
          </button>
        );
      })}
      <FaceName face={FACES[now]!} />
    </div>
  );
}

interface StickerProps {
  cell: Cell;
  size: number;
  letter: Letter;
  stop: boolean;
  suspect: boolean;
  /** Whether it may be wrong as well as any other of its kind. */
  maybe: boolean;
}

function Sticker({ cell, size, letter, stop, suspect, maybe }: StickerProps) {
  const line = (index: number) => index + 1 + Math.floor(index / size);
  const label = w.sticker({ place: named(cell.sticker, size), colour: colourName(letter), suspect });
  return (
    <div role="gridcell" class={suspect ? "sticker suspect" : maybe ? "sticker maybe" : "sticker"} tabIndex={stop ? 0 : -1} aria-label={label}
      data-sticker={cell.sticker} data-colour={letter} data-testid={`paint-sticker-${cell.sticker}`}
      onFocus={() => (focused.value = cell.sticker)}
      style={{ gridColumn: line(cell.column), gridRow: line(cell.row), ...colours(letter), "--mark": paints.value.accent }}>
      {letter === "?" || lettered.value ? letter : ""}
    </div>
  );
}

/** Handlers of a stroke: it paints every sticker that the pointer meets. */
function useStroke() {
  const last = useRef<number | null>(null);
  const begins = useRef(true);
  const paint = (sticker: number) => {
    last.current = sticker;
    if (painting.paint(sticker, painting.colour.value, begins.current)) begins.current = false;
  };
  const under = (x: number, y: number) => {
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>(".net [data-sticker]");
    return found ? Number(found.dataset["sticker"]) : null;
  };
  const end = () => {
    last.current = null;
    begins.current = true;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const sticker = under(event.clientX, event.clientY);
      if (event.button !== 0 || sticker === null) return;
      const target = event.target as HTMLElement;
      if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
      paint(sticker);
    },
    onPointerMove: (event: PointerEvent) => {
      if (last.current === null) return;
      if (event.buttons === 0) return end();
      const passed = event.getCoalescedEvents?.() ?? [];
      for (const { clientX, clientY } of passed.length > 0 ? passed : [event]) {
        const sticker = under(clientX, clientY);
        if (sticker !== null && sticker !== last.current) paint(sticker);
      }
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

const STEPS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function onKey(event: KeyboardEvent, size: number, grid: HTMLElement) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const letter = letterOf(event.key);
  const step = STEPS[event.key];
  if (event.key === " " || event.key === "Enter") stroke(focused.value, painting.colour.value);
  else if (letter) write(letter, size, grid);
  else if (event.key === "Backspace") {
    cube.undo();
    focus(beside(focused.value, -1, size), grid);
  } else if (step) moveFocus(step, grid);
  else if (event.key === "Home" || event.key === "End") {
    const row = rows.value.find((cells) => cells.some((cell) => cell.sticker === focused.value))!;
    focus((event.key === "Home" ? row[0] : row.at(-1))!.sticker, grid);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The sticker that a key paints: named by its face, or by its colour, of which red and blue have the letters of their faces. */
export function letterOf(key: string): Letter | null {
  const letter = { W: "U", Y: "D", G: "F", O: "L" }[key.toUpperCase()] ?? key.toUpperCase();
  return LETTERS.includes(letter as Letter) ? (letter as Letter) : null;
}

/** Paint where the keys are, and go on to the next sticker, over the faces in their order. */
export function write(letter: Letter, size: number, grid: HTMLElement | null) {
  const here = painting.isCentre(focused.peek(), size) ? beside(focused.peek(), 1, size) : focused.peek();
  stroke(here, (painting.colour.value = letter));
  if (grid) focus(beside(here, 1, size), grid);
}

function beside(sticker: number, step: 1 | -1, size: number): number {
  const count = 6 * size * size;
  const next = (sticker + step + count) % count;
  return painting.isCentre(next, size) ? beside(next, step, size) : next;
}

function stroke(sticker: number, letter: Letter) {
  painting.paint(sticker, letter, true);
}

/** To the next sticker in a direction, over the empty corners of the net. */
function moveFocus([down, right]: [number, number], grid: HTMLElement) {
  const all = rows.value.flat();
  const here = all.find((cell) => cell.sticker === focused.value);
  if (!here) return;
  const next = all.find((cell) => cell.row === here.row + down && cell.column === here.column + right);
  if (next) focus(next.sticker, grid);
}

function focus(sticker: number, grid: HTMLElement) {
  focused.value = sticker;
  const go = () => grid.querySelector<HTMLElement>(`[data-sticker="${sticker}"]`)?.focus();
  // Another face is drawn a frame later.
  if (single.peek()) requestAnimationFrame(go);
  else go();
}
