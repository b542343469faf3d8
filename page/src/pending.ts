// A pending cube, which the server has to draw or to read first: commands wait for it, and a stand-in is drawn.
import { batch, signal } from "@preact/signals";
import type { Base } from "./base";
import { base, set } from "./moment";

/** Ends when the pending cube has arrived; null without one. */
let pending: Promise<void> | null = null;
/** The stand-in for a cube that the server reads: for drawing only. */
export const sketched = signal<Base | null>(null);

export function pendingCube(): Promise<void> | null {
  return pending;
}

/** The pending cube that is put on the screen at this moment; null at other times. */
export let arrivingCube: Promise<void> | null = null;

/** Do not wait any longer: the visitor has another cube. */
export function forgetPending(): void {
  pending = null;
}

/** Do something to the cube; if another cube is on its way, to that cube. */
export function afterPending(action: () => void): void {
  if (pending) void pending.then(action);
  else action();
}

/** Make all commands wait for a cube that is on its way. It is dropped if the visitor starts another cube during the wait. */
export function awaitCube<T>(asked: Promise<T>, arrived: (result: T) => void, failed: (error: unknown) => void): Promise<void> {
  const mine: Promise<void> = asked.then(
    (result) => {
      if (pending !== mine) return;
      pending = null;
      arrivingCube = mine;
      try {
        arrived(result);
      } finally {
        arrivingCube = null;
      }
    },
    (error: unknown) => {
      if (pending !== mine) return;
      pending = null;
      failed(error);
    },
  );
  pending = mine;
  return mine;
}

/** Draw a stand-in until the requested cube has come. */
export function sketch(size: number, facelets: string | null): void {
  const stand = { size, facelets: facelets ?? "?".repeat(6 * size * size), setup: null };
  batch(() => {
    sketched.value = stand;
    set({ base: stand, tape: [], at: 0 });
  });
}

/** The requested cube does not come: show a solved one in place of its stand-in. Return whether there was one. */
export function noSketch(): boolean {
  const stands = sketched.peek() === base.peek();
  if (stands) set({ base: { size: 3, facelets: null, setup: "" }, tape: [], at: 0 });
  return stands;
}
