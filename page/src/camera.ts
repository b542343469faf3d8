// The viewpoint of the page's cube: usually that of all pictures, and a button returns to it.
import { computed, signal } from "@preact/signals";
import { USUAL } from "./facts";
import type { View } from "./painter";
import { kept } from "./stored";

/** The viewpoint that the visitor chose; null for the usual one. */
const moved = signal<View | null>(null);

export const view = computed<View>(() => moved.value ?? USUAL);
/** The elevation of the viewer above the middle, in degrees. */
export const latitude = computed(() => view.value.latitude);
/** The angle to the right of the front, in degrees. */
export const longitude = computed(() => view.value.longitude);
/** Whether this is the usual view. */
export const usual = computed(() => moved.value === null);
/** Whether the far faces are seen, floating behind the cube. */
export const hinted = kept<boolean>("far-faces", [false, true], false);

/** Look from elsewhere, in degrees. */
export function lookFrom(latitude: number, longitude: number): void {
  moved.value = { latitude: Math.max(-90, Math.min(90, latitude)), longitude: ((((longitude + 180) % 360) + 360) % 360) - 180 };
}

/** Walk on around the cube, in degrees. */
export function walk(up: number, right: number): void {
  lookFrom(latitude.peek() + up, longitude.peek() + right);
}

/** Back to the usual view. */
export function home(): void {
  moved.value = null;
}
