// Random cubes, and the turns that lead to them: the cube is there at once, its turns may have to wait for a table.
import { batch, computed, effect, signal } from "@preact/signals";
import { api } from "./api";
import * as cube from "./cube";
import { failureOf } from "./failing";
import type { RandomAnswer } from "./wire";

/** Turns that lead to cubes which were drawn, found since. */
const ways = signal<ReadonlyMap<cube.Base, string>>(new Map());
/** The cube whose turns are being found. */
const sought = signal<cube.Base | null>(null);

/** Turns that lead to a cube from the solved one, if any are known. */
export function wayTo(where: cube.Base): string | null {
  return where.setup ?? ways.value.get(where) ?? null;
}

/** The turns that scrambled the cube, as long as no other was made; empty for a cube that began otherwise. */
export const scrambled = computed(() => (cube.at.value === 0 ? (ways.value.get(cube.base.value) ?? "") : ""));
/** Whether the turns that lead to the cube shown are being found. */
export const seeking = computed(() => cube.at.value === 0 && sought.value === cube.base.value);

/** Cubes that were drawn before anybody asked for one, by their sizes: they need not wait for the server. */
const ahead = new Map<number, Promise<RandomAnswer>>();

effect(() => {
  // Not before the server has told of the cube that is here.
  if (cube.shown.value === null || ahead.has(cube.size.value)) return;
  const size = cube.size.value;
  const drawn = api.random(size);
  ahead.set(size, drawn);
  drawn.catch(() => {
    if (ahead.get(size) === drawn) ahead.delete(size);
  });
});

/** A random cube, which nobody else is given. */
function draw(size: number): Promise<RandomAnswer> {
  const drawn = ahead.get(size) ?? api.random(size);
  ahead.delete(size);
  return drawn;
}

/** A random cube: it is there at once, and turns that lead to it follow, which may have to wait for a table. */
export function scramble(): void {
  void cube.whenCome(
    draw(cube.size.peek()),
    (drawn) => {
      cube.begin({ size: drawn.size, facelets: drawn.facelets, setup: null });
      seek(cube.base.peek(), drawn.seed);
    },
    (fault) => (cube.objection.value = failureOf(fault)),
  );
}

let asking: Promise<void> = Promise.resolve();

/** Find the turns that lead to a cube, one cube after the other; of those that wait only the newest has its turn. */
function seek(where: cube.Base, seed: number): void {
  sought.value = where;
  asking = asking.then(async () => {
    if (sought.peek() !== where) return;
    // Where no turns are found the cube is as good without.
    const found = await api.scramble(where.size, seed).catch(() => null);
    batch(() => {
      if (found) ways.value = new Map([...ways.peek(), [where, found.scramble]]);
      if (sought.peek() === where) sought.value = null;
    });
  });
}
