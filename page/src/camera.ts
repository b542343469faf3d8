// Where the viewer of the page's cube stands: usually where all our pictures are seen from, and there is always a way back there.
import { computed, signal } from "@preact/signals";
import { USUAL } from "./facts";
import type { View } from "./painter";
import { kept } from "./stored";

/** Where the viewer went; null at the usual view. */
const moved = signal<View | null>(null);

export const view = computed<View>(() => moved.value ?? USUAL);
/** How far above the middle the viewer stands, in degrees. */
export const latitude = computed(() => view.value.latitude);
/** How far to the right of the front. */
export const longitude = computed(() => view.value.longitude);
/** Whether this is the usual view, so that there is no way back to it. */
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
