// What the server offers, and its limits.
import { signal } from "@preact/signals";
import { api, type About } from "./api";

export const about = signal<About | null>(null);

let asking: Promise<void> | null = null;

/** Request the offer once; the promise is kept when the offer is there or the request has failed. */
export function learn(): Promise<void> {
  asking ??= api.about().then(
    (offer) => void (about.value = offer),
    () => void (asking = null),
  );
  return asking;
}

/** A limit of the server; before it has answered, the usual limit. */
export function most(limit: string, usual: number): number {
  return about.value?.limits[limit] ?? usual;
}
