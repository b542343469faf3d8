// The cube of the page and its question in the address, so that a link or a reload brings them back.
import { batch, effect, signal } from "@preact/signals";
import { openQuestion, questionText } from "./questionlink";
import * as cube from "./cube";
import { failureOf } from "./failing";
import * as chapter from "./how/place";
import { failing, sentenceOf, type Failure } from "./api";
import { wayTo } from "./scrambling";
import type { Sentence } from "./sentences";
import { TABS, tab, type Tab } from "./tabs";
import { choose } from "./choices";
import { search } from "./views/solve/searching";
import { faults } from "./words/faults";

/** The part of an address after #: `#size=3&scramble=R+U&turns=F&made=1&tab=solve`, or `state=` in place of `scramble=`; `asked=`, which is packed; and `job=`, which may be the only one. */
function hashOf(base: cube.Base, turns: string[], made: number, where: Tab, question: string, job = ""): string {
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
  if (question) words.set("asked", question);
  if (job) words.set("job", job);
  return `#${words}`;
}

/** A longer answer is not in the address, only the cube that it solves. */
const MOST_SHARED = 200;

function hash(): string {
  if (chapter.address.value !== null) return chapter.address.value;
  const turns = cube.tape.value;
  const shared = turns.length > MOST_SHARED && cube.isOffered() ? [] : turns;
  return hashOf(cube.base.value, shared, cube.at.value, tab.value, questionText.value, search.address.value);
}

/** Why the address was not followed; forgotten when the cube changes. */
export const refusal = signal<Failure | null>(null);

effect(() => {
  void [cube.base.value, cube.tape.value];
  refusal.value = null;
});

/** Choose the question of the address. */
async function question(packed = inAddress("asked")): Promise<void> {
  try {
    await openQuestion(packed);
  } catch {
    refusal.value = failing(faults.question());
  }
}

function inAddress(name: string): string {
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? "";
}

/** The tab, or the screen of a chapter: another one is a new entry in the browser's history. */
const where = () => chapter.entry.value ?? tab.value;
/** The same for the current entry; null before the first is written. */
let written: string | null = null;

/** Say why the cube of the address is not shown. */
function refuse(reason: Sentence, reasons: Failure["reasons"] = null): void {
  const kept = !cube.noSketch();
  refusal.value = { ...failing(faults.instead({ reason, kept })), reasons };
}

/** Read the cube and the question of the last address, perhaps with the faces of its stickers in another order. */
export let readAs: (order?: string) => Promise<void>;

async function read(): Promise<void> {
  // Before the tab of the address opens: a change of the tab writes the address.
  const words = new URLSearchParams(location.hash.slice(1));
  if (enter()) return;
  const size = Number(words.get("size") ?? 3);
  if (Number.isNaN(size)) return refuse(faults.size({ size: words.get("size")! }));
  const made = Math.trunc(Number(words.get("made"))) || 0;
  if (words.has("job") && !words.has("size")) return resume({ bare: true, foreign: true });
  const failed = (fault: unknown) => refuse(sentenceOf(failureOf(fault)), failureOf(fault).reasons);
  readAs = async (order) => {
    const before = cube.base.peek();
    await cube.beginAs(size, words.get("state"), words.get("scramble") ?? "", words.get("turns") ?? "", made, failed, order);
    if (cube.base.peek() !== before && refusal.peek() === null) await question(words.get("asked") ?? "");
  };
  await readAs();
  await resume({ bare: false, foreign: true });
}

/** Look on at the search of the address, unless the page does so already. */
async function resume(how: Parameters<typeof search.resume>[1]): Promise<void> {
  const job = inAddress("job");
  if (job && job !== search.address.peek()) await search.resume(job, how, choose);
}

/** The tab of the address; the open tab if it names none. The random walk was a tab. */
function tabInAddress(): Tab {
  const wanted = inAddress("tab").replace("walk", "explore");
  return TABS.find((name) => name === wanted) ?? tab.peek();
}

/** The cube of an address when that address was written. */
interface Kept extends cube.Moment {
  hash: string;
  /** The answers of its job. */
  ways: readonly string[];
}

/** Write the address. Another tab is a new entry, so that Back goes from tab to tab. */
function write(): void {
  if (cube.isDriven.value) return;
  const now = hash();
  const change = written !== null && written !== where() ? "pushState" : "replaceState";
  if (now === location.hash && history.state !== null) return;
  const { base, tape, at } = cube.moment.value;
  const entry: Kept = { hash: now, base: { ...base, setup: wayTo(base) }, tape, at, ways: search.ways.peek() };
  try {
    history[change](entry, "", now);
    written = where();
  } catch {
    setTimeout(write, 1000); // Safari refuses more than 100 in ten seconds
  }
}

/** Open the chapter or the tab of the address, without a new entry; return whether it is a chapter. */
function enter(): boolean {
  return batch(() => {
    const isChapter = chapter.follow(location.hash);
    if (!isChapter) tab.value = tabInAddress();
    written = where();
    return isChapter;
  });
}

/** Back and Forward open the tab of their entry, with the cube of now; an address that was typed has no entry. */
function onEntry({ state }: PopStateEvent): void {
  if (state === null) return;
  // A page that was loaded in a chapter has not read the cube of the tab.
  const moment = chapter.place.peek() ? kept() : null;
  batch(() => {
    if (!enter() && moment) cube.restore(moment);
  });
  write();
}

/** An address that was typed is read. */
function onAddress(): void {
  if (location.hash !== hash()) void read().then(write);
}

/** The cube of this address as the browser kept it, so that a reload shows it at once; null if the entry is not as `write` writes it. */
function kept(): Omit<Kept, "hash"> | null {
  try {
    const { hash, base, tape, at, ways } = history.state as Kept;
    const { size, facelets, setup } = base;
    const drawn = Number.isInteger(size) && (facelets === null || (facelets.length === 6 * size ** 2 && /^[URFDLB?]+$/.test(facelets)));
    const same = hash === location.hash && TABS.some((name) => hash === hashOf({ size, facelets, setup }, tape, at, name, inAddress("asked"), inAddress("job")));
    return drawn && same && ways.every((way) => typeof way === "string") ? { base: { size, facelets, setup }, tape, at, ways } : null;
  } catch {
    return null;
  }
}

/** Draw the cube of the address before the server has read it, as exactly as that is possible. */
function sketch(): void {
  const words = new URLSearchParams(location.hash.slice(1));
  const state = words.get("state") ?? "";
  const size = Number(words.get("size") ?? 3);
  const layers = Math.sqrt(state.length / 6);
  if (/^[URFDLB?]+$/.test(state) && Number.isInteger(layers) && layers > 1 && !words.get("turns")) cube.sketch(layers, state);
  else cube.sketch(Number.isInteger(size) && size > 1 && size <= 20 ? size : 3, null);
}

/** Read the address, now and after each change by hand, and keep it up to date. */
export async function follow(): Promise<void> {
  const moment = kept();
  if (moment) {
    tab.value = tabInAddress();
    cube.restore(moment);
    await question();
    await resume({ bare: false, foreign: false, ways: moment.ways });
  } else if (location.hash.length > 1) {
    if (!location.hash.startsWith("#how/")) sketch();
    await read();
  }
  cube.forgetChanges();
  effect(write);
  addEventListener("popstate", onEntry);
  addEventListener("hashchange", onAddress);
}

/** Copy a text; return whether it is copied. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Copy a text by selecting it: also where the page is not in a secure context, or may not write to the clipboard itself. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
