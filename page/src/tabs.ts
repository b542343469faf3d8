// The tabs, and the open one.
import { signal } from "@preact/signals";

export const TABS = ["turn", "paint", "solve", "explore"] as const;
export type Tab = (typeof TABS)[number];
export const tab = signal<Tab>("solve");
