// What the server offers and how much may be asked of it.
import { signal } from "@preact/signals";
import { api, type About } from "./api";

export const about = signal<About | null>(null);

let asking = false;

/** Ask once what the server offers. */
export function learn(): void {
  if (asking) return;
  asking = true;
  api.about().then((told) => (about.value = told), () => (asking = false));
}

/** A limit of the server; until it has answered, the usual one. */
export function most(limit: string, usual: number): number {
  return about.value?.limits[limit] ?? usual;
}
