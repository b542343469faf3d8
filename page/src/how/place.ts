// The open chapter of "How it works", and its address: `#how/formula/3?state=…&horizon=2`. The chapters themselves load on demand.
import { computed, signal } from "@preact/signals";
import type { Sayable } from "../sentences";

/** The chapters, with their numbers of screens. */
export const SCREENS = { formula: 5, proof: 5, states: 4 } as const;
export type Chapter = keyof typeof SCREENS;
export const CHAPTERS = Object.keys(SCREENS) as Chapter[];
/** The largest horizon that the server writes. */
export const MOST = 4;

/** A place in a chapter. */
export interface Place {
  chapter: Chapter;
  /** Screens are counted from 1. */
  screen: number;
  /** The stickers of the 2×2×2; null for the usual cube of the chapter. */
  state: string | null;
  horizon: number | null;
}

/** The open place; null if no chapter is open. */
export const place = signal<Place | null>(null);
/** Whether the address has a part that does not exist. */
export const isStray = signal(false);
/** Why the cube of the address is not used, in the server's words; null if it is. */
export const refusal = signal<Sayable | null>(null);

/** The address of a place, as a link has it. */
export function addressOf({ chapter, screen, state, horizon }: Place): string {
  const query = new URLSearchParams();
  if (state !== null) query.set("state", state);
  if (horizon !== null) query.set("horizon", String(horizon));
  const words = String(query);
  return `#how/${chapter}${screen > 1 ? `/${screen}` : ""}${words && `?${words}`}`;
}

/** The address of a chapter, with a cube if it is a 2×2×2 with all stickers known. */
export function chapterLink(chapter: Chapter, facelets: string | null = null): string {
  return addressOf({ chapter, screen: 1, state: facelets !== null && isState(facelets) ? facelets : null, horizon: null });
}

export const address = computed(() => place.value && addressOf(place.value));
/** The chapter and the screen: another one is a new entry in the browser's history. */
export const entry = computed(() => place.value && `${place.value.chapter}/${place.value.screen}`);

const isState = (text: string) => /^[URFDLB]{24}$/.test(text);

/** Open the place of an address; return whether it is one of a chapter. A wrong part leads to the first screen. */
export function follow(hash: string): boolean {
  refusal.value = null;
  const [path, query = ""] = hash.slice(1).split("?");
  const [how, name, number = "1", ...rest] = path!.split("/");
  if (how !== "how") {
    place.value = null;
    return false;
  }
  const chapter = CHAPTERS.find((each) => each === name);
  const words = new URLSearchParams(query);
  const [state, horizon] = [words.get("state"), words.get("horizon")];
  const screen = /^\d{1,2}$/.test(number) ? Number(number) : 0;
  const isKnown = chapter !== undefined && rest.length === 0 && screen >= 1 && screen <= SCREENS[chapter];
  const isGood = isKnown && (state === null || isState(state)) && (horizon === null || /^[0-4]$/.test(horizon));
  isStray.value = !isGood;
  place.value = isGood
    ? { chapter, screen, state, horizon: horizon === null ? null : Number(horizon) }
    : { chapter: chapter ?? "formula", screen: 1, state: null, horizon: null };
  return true;
}

/** Go elsewhere in the open chapter. */
export function go(to: Partial<Place>): void {
  isStray.value = false;
  refusal.value = null;
  if (place.peek()) place.value = { ...place.peek()!, ...to };
}
