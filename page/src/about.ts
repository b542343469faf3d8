// What the server offers and how much may be asked of it.
import { signal } from "@preact/signals";
import { api, type About } from "./api";

export const about = signal<About | null>(null);

let asking: Promise<void> | null = null;

/** Ask once what the server offers; it is known, or cannot be, when the promise is kept. */
export function learn(): Promise<void> {
  asking ??= api.about().then(
    (told) => void (about.value = told),
    () => void (asking = null),
  );
  return asking;
}

/** A limit of the server; until it has answered, the usual one. */
export function most(limit: string, usual: number): number {
  return about.value?.limits[limit] ?? usual;
}
