// A cube as text, pasted anywhere or typed: stickers, or turns from the solved cube.
import { computed, signal } from "@preact/signals";
import { api, failing, type Failure } from "./api";
import * as cube from "./cube";
import { exampleOf } from "./examples";
import { failureOf } from "./failing";
import type { Said } from "./wire";
import { faults } from "./words/faults";

/** The cube of the last paste. */
const base = signal<cube.Base | null>(null);
/** The size and the turns of a cube that was pasted, while it is on the screen. */
export const pasted = computed(() => (base.value !== null && base.value === cube.base.value ? base.value : null));
/** The sizes that its turns may be for, smallest first; none for stickers and links, which have a size. */
export const sizes = computed(() => {
  const turns = pasted.value?.setup;
  if (!turns || isSized) return [];
  const usual = /3[URFDLB]w/.test(turns) ? [6, 7] : /w/.test(turns) ? [4, 5] : [2, 3];
  return [...new Set([...usual, pasted.value!.size])].sort((one, other) => one - other);
});
/** Whether the last text says which size its cube has. */
let isSized = false;
/** Why the last text is no cube. */
export const refused = signal<Failure | null>(null);

/** Why the server refuses a text as turns if it is a cube (stickers, a net or a link), else null. */
function cubeIn(fault: Failure): Said | null {
  const reason = fault.values["reason"] as Said | undefined;
  return /^cube\..*not-turns$/.test(reason?.code ?? "") ? reason! : null;
}

/** Letters of stickers that stand apart could also be turns: they are a cube if that is possible. */
async function twoReadings(text: string, { letters, apart }: Said["values"]): Promise<Failure | null> {
  const verdict = apart ? await api.status(text).catch(() => null) : null;
  if (verdict === null || verdict.possible) return null;
  return { ...failing(faults.twoReadings({ letters: letters! })), repair: verdict.repair?.sentence ?? null };
}

/** The size of the cube that turns are for: the visitor's; in place of an example, the smallest that usually has such turns. */
function sizeFor(turns: string): number {
  if (exampleOf(cube.base.peek().facelets) === null) return cube.size.peek();
  if (/3[URFDLB]w/.test(turns)) return /3[LDB]w/.test(turns) ? 7 : 6;
  const wide = turns.match(/[URFDLB]w/g) ?? [];
  if (wide.length > 3) return wide.some((turn) => "LDB".includes(turn[0]!)) ? 5 : 4;
  return /^[URF2'’\s]{1,40}$/.test(turns) ? 2 : 3;
}

/** Begin with stickers, or with the setup of a link and its turns on the tape. */
async function beginAs(written: string, order: string | undefined, failed: (error: unknown) => void): Promise<void> {
  const link = order ? null : await api.apply(null, written, "").then((read) => read.link, () => null);
  if (link) return cube.beginAs(link.size, null, link.setup, link.turns, Infinity, failed);
  return cube.beginAs(cube.size.peek(), written, "", "", 0, failed, order);
}

let newest = 0;

/** The text that was read last. */
let text = "";

/** Read the last text as turns of a cube of another size. */
export function resize(size: number): void {
  void read(text, undefined, size);
}

/** Read the last text as stickers, with the faces in another order. */
export function readAs(order: string): void {
  void read(text, order);
}

/** Make a text the cube of the page. */
export async function read(written: string, order?: string, size = sizeFor(written)): Promise<void> {
  const mine = (newest += 1);
  text = written;
  const before = cube.base.peek();
  refused.value = null;
  let fault = null as Failure | null;
  const failed = (error: unknown) => void (fault = failureOf(error));
  if (!order) await cube.beginAs(size, null, written, "", 0, failed);
  const reason = fault && cubeIn(fault);
  if (reason) fault = await twoReadings(written, reason.values);
  isSized = order !== undefined || reason !== null;
  if (order || (reason && !fault && mine === newest)) await beginAs(written, order, failed);
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
