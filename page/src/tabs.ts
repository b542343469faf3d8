// What one does with the cube at the moment.
import { signal } from "@preact/signals";

export const TABS = ["turn", "paint", "solve", "walk", "explore"] as const;
export type Tab = (typeof TABS)[number];
export const tab = signal<Tab>("solve");
