// The cube of the page in the address, so that a link or a reload brings it back.
import { effect, signal } from "@preact/signals";
import * as cube from "./cube";
import { failureOf } from "./failing";
import type { Failure } from "./api";
import { wayTo } from "./scrambling";
import { TABS, tab, type Tab } from "./tabs";

/** What an address says of a cube: `#size=3&scramble=R+U&turns=F&made=1&tab=solve`, or `state=` in place of `scramble=`. */
function hashOf(base: cube.Base, turns: string[], made: number, where: Tab): string {
  const { size, facelets } = base;
  const setup = wayTo(base);
  const words = new URLSearchParams({ size: String(size) });
  if (setup !== null) words.set("scramble", setup);
  else if (facelets !== null) words.set("state", facelets);
  if (turns.length > 0) {
    words.set("turns", turns.join(" "));
    words.set("made", String(made));
  }
  words.set("tab", where);
  return `#${words}`;
}

function written(): string {
  return hashOf(cube.base.value, cube.tape.value, cube.at.value, tab.value);
}

/** Why the address was not followed; forgotten when the cube changes. */
export const refusal = signal<Failure | null>(null);

effect(() => {
  void [cube.base.value, cube.tape.value];
  refusal.value = null;
});

function read(): Promise<void> {
  const words = new URLSearchParams(location.hash.slice(1));
  openTab();
  const size = Number(words.get("size") ?? 3);
  const made = Math.trunc(Number(words.get("made"))) || 0;
  return cube.beginAs(size, words.get("state"), words.get("scramble") ?? "", words.get("turns") ?? "", made, (fault) => {
    cube.noSketch();
    refusal.value = failureOf(fault);
  });
}

function openTab(): void {
  const wanted = new URLSearchParams(location.hash.slice(1)).get("tab");
  if (TABS.includes(wanted as Tab)) tab.value = wanted as Tab;
}

/** The cube of an address as we knew it when we wrote that address. */
interface Known extends cube.Moment {
  hash: string;
}

function write(): void {
  if (cube.moved.value) return;
  const hash = written();
  if (hash === location.hash) return;
  const { base, tape, at } = cube.moment.value;
  const known: Known = { hash, base: { ...base, setup: wayTo(base) }, tape, at };
  history.replaceState(known, "", hash);
}

/** After a reload the cube is there at once: the browser has kept what we knew of the address. */
function known(): cube.Moment | null {
  const kept = history.state as Known | null;
  return kept?.hash === location.hash && Array.isArray(kept.tape) ? kept : null;
}

/** What the cube of the address looks like, as far as that can be said before the server has read it. */
function sketch(): void {
  const words = new URLSearchParams(location.hash.slice(1));
  const state = words.get("state") ?? "";
  const size = Number(words.get("size") ?? 3);
  const layers = Math.sqrt(state.length / 6);
  if (/^[URFDLB?]+$/.test(state) && Number.isInteger(layers) && layers > 1 && !words.get("turns")) cube.sketch(layers, state);
  else cube.sketch(Number.isInteger(size) && size > 1 && size <= 20 ? size : 3, null);
}

/** Read the address, now and whenever it is changed by hand, and keep it true from then on. */
export async function follow(): Promise<void> {
  const kept = known();
  if (kept) {
    openTab();
    cube.restore(kept);
  } else if (location.hash.length > 1) {
    sketch();
    await read();
  }
  cube.forgetPast();
  effect(write);
  addEventListener("hashchange", () => void read().then(write));
}

/** A link to a cube, which the page opens with this tab. */
export function linkTo(where: cube.Base, turns: string[] = [], made = 0, opens: Tab = tab.peek()): string {
  return `${location.origin}${location.pathname}${hashOf(where, turns, made, opens)}`;
}

/** Put a text into the clipboard, also where the page is not in a secure context. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
