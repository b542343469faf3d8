// The cube of the page in the address, so that a link or a reload brings it back.
import { effect, signal } from "@preact/signals";
import * as cube from "./cube";
import { failureOf } from "./failing";
import type { Failure } from "./api";
import { TABS, tab, type Tab } from "./tabs";

/** What an address says of a cube: `#size=3&scramble=R+U&turns=F&made=1&tab=solve`, or `state=` in place of `scramble=`. */
function hashOf({ size, facelets, setup }: cube.Base, turns: string[], made: number, where: Tab): string {
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

async function read(): Promise<void> {
  const words = new URLSearchParams(location.hash.slice(1));
  const wanted = words.get("tab");
  if (TABS.includes(wanted as Tab)) tab.value = wanted as Tab;
  const size = Number(words.get("size") ?? 3);
  const made = Math.trunc(Number(words.get("made"))) || 0;
  try {
    await cube.beginAs(size, words.get("state"), words.get("scramble") ?? "", words.get("turns") ?? "", made);
  } catch (fault) {
    refusal.value = failureOf(fault);
  }
}

function write(): void {
  const hash = written();
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

/** Read the address, now and whenever it is changed by hand, and keep it true from then on. */
export async function follow(): Promise<void> {
  if (location.hash.length > 1) {
    await read();
    await cube.current(); // what is drawn first is this cube
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
