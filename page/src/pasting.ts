// A cube as text, pasted anywhere or typed: stickers, or turns from the solved cube.
import { computed, signal } from "@preact/signals";
import type { Failure } from "./api";
import * as cube from "./cube";
import { exampleOf } from "./examples";
import { failureOf } from "./failing";

/** The cube of the last paste. */
const base = signal<cube.Base | null>(null);
/** The size and the turns of a cube that was pasted, while it is on the screen. */
export const pasted = computed(() => (base.value !== null && base.value === cube.base.value ? base.value : null));
/** Why the last text is no cube. */
export const refused = signal<Failure | null>(null);

/** Whether a text is stickers, by the rule of the command (`are_facelets`). */
function isState(text: string): boolean {
  const letters = text.replace(/\s/g, "");
  const colours = /^[WRGYOB?]+$/i.test(letters) && /[WYGO]/i.test(letters) && (letters === letters.toUpperCase() || letters === letters.toLowerCase());
  return letters.length >= 24 && /^\s*\S\S/.test(text) && (/^[URFDLB?]+$/.test(letters) || colours);
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
  const state = isState(text) ? text.replace(/\s/g, "") : null;
  await cube.beginAs(sizeFor(text), state, state === null ? text : "", "", 0, (fault) => {
    if (mine === newest) refused.value = failureOf(fault);
  });
  if (mine === newest && cube.base.peek() !== before) base.value = cube.base.peek();
}

addEventListener("paste", (event) => {
  if ((event.target as HTMLElement).closest?.("input, textarea, select")) return;
  const text = event.clipboardData?.getData("text/plain").trim();
  if (!text) return;
  event.preventDefault();
  void read(text);
});
