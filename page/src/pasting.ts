// A cube as text, pasted anywhere or typed: stickers, or turns from the solved cube.
import { computed, signal } from "@preact/signals";
import type { Failure } from "./api";
import * as cube from "./cube";
import { exampleOf } from "./examples";
import { failureOf } from "./failing";
import type { Said } from "./wire";

/** The cube of the last paste. */
const base = signal<cube.Base | null>(null);
/** The size and the turns of a cube that was pasted, while it is on the screen. */
export const pasted = computed(() => (base.value !== null && base.value === cube.base.value ? base.value : null));
/** Why the last text is no cube. */
export const refused = signal<Failure | null>(null);

/** Whether the server refuses a text as turns because it is a cube: stickers, a net or a link. */
function isCube(fault: Failure): boolean {
  return /^cube\..*not-turns$/.test((fault.values["reason"] as Said | undefined)?.code ?? "");
}

/** The size of the cube that turns are for: the visitor's; in place of an example, the smallest that usually has such turns. */
function sizeFor(turns: string): number {
  if (exampleOf(cube.base.peek().facelets) === null) return cube.size.peek();
  if (/3[URFDLB]w/.test(turns)) return /3[LDB]w/.test(turns) ? 7 : 6;
  const wide = turns.match(/[URFDLB]w/g) ?? [];
  if (wide.length > 3) return wide.some((turn) => "LDB".includes(turn[0]!)) ? 5 : 4;
  return /^[URF2'’\s]{1,40}$/.test(turns) ? 2 : 3;
}

let newest = 0;

/** Make a text the cube of the page. */
export async function read(text: string): Promise<void> {
  const mine = (newest += 1);
  const before = cube.base.peek();
  refused.value = null;
  const size = sizeFor(text);
  let fault: Failure | null = null;
  const failed = (error: unknown) => void (fault = failureOf(error));
  await cube.beginAs(size, null, text, "", 0, failed);
  if (fault && isCube(fault)) {
    fault = null;
    await cube.beginAs(size, text, "", "", 0, failed);
  }
  if (mine === newest) refused.value = fault;
  if (mine === newest && cube.base.peek() !== before) base.value = cube.base.peek();
}

addEventListener("paste", (event) => {
  if ((event.target as HTMLElement).closest?.("input, textarea, select")) return;
  const text = event.clipboardData?.getData("text/plain").trim();
  if (!text) return;
  event.preventDefault();
  void read(text);
});
