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

/** So much of something the server does at most; as long as it has not told, what is usual. */
export function most(limit: string, usual: number): number {
  return about.value?.limits[limit] ?? usual;
}
