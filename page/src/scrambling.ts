// Random cubes, and turns that lead to them: the cube is shown at once, its turns may have to wait for a table.
import { batch, computed, effect, signal } from "@preact/signals";
import { api } from "./api";
import * as cube from "./cube";
import { failureOf } from "./failing";
import type { RandomAnswer } from "./wire";

/** Turns that lead to random cubes; they arrive after the cube. */
const ways = signal<ReadonlyMap<cube.Base, string>>(new Map());
/** The cube whose turns the server looks for. */
const sought = signal<cube.Base | null>(null);

/** Turns that lead from the solved cube to this one, or null. */
export function wayTo(where: cube.Base): string | null {
  return where.setup ?? ways.value.get(where) ?? null;
}

/** The turns that scrambled the cube, while no other turn is made; empty for a cube that is not a scramble. */
export const scrambled = computed(() => (cube.at.value === 0 ? (ways.value.get(cube.base.value) ?? "") : ""));
/** Whether the server looks for the turns that lead to the cube on the screen. */
export const seeking = computed(() => cube.at.value === 0 && sought.value === cube.base.value);

/** Random cubes requested in advance, by size: Scramble need not wait for the server. */
const ahead = new Map<number, Promise<RandomAnswer>>();

effect(() => {
  // The report on the cube on the screen comes first.
  if (cube.cubeReport.value === null || ahead.has(cube.size.value)) return;
  const size = cube.size.value;
  const drawn = api.random(size);
  ahead.set(size, drawn);
  drawn.catch(() => {
    if (ahead.get(size) === drawn) ahead.delete(size);
  });
});

/** A random cube, used once. */
function draw(size: number): Promise<RandomAnswer> {
  const drawn = ahead.get(size) ?? api.random(size);
  ahead.delete(size);
  return drawn;
}

/** Show a random cube at once; turns that lead to it follow, and may have to wait for a table. */
export function scramble(): void {
  void cube.awaitCube(
    draw(cube.size.peek()),
    (drawn) => {
      cube.begin({ size: drawn.size, facelets: drawn.facelets, setup: null });
      seek(cube.base.peek(), drawn.seed);
    },
    (fault) => (cube.objection.value = failureOf(fault)),
  );
}

let asking: Promise<void> = Promise.resolve();

/** Request the turns that lead to a cube, one cube at a time; of the cubes that wait only the newest is requested. */
function seek(where: cube.Base, seed: number): void {
  sought.value = where;
  asking = asking.then(async () => {
    if (sought.peek() !== where) return;
    // Without turns the cube is as good.
    const answer = await api.scramble(where.size, seed).catch(() => null);
    batch(() => {
      if (answer) ways.value = new Map([...ways.peek(), [where, answer.scramble]]);
      if (sought.peek() === where) sought.value = null;
    });
  });
}
