// Marked stickers of the page's cube. They are numbered by their places at the start of the tape (in a painting, by their places),
// and move with the turns: marks are computed once for each cube, not for each turn.
import { signal } from "@preact/signals";

/** Dimmed stickers: the chosen goal does not require them. */
export const dimmed = signal<ReadonlySet<number>>(new Set());
/** The turns of a cross that is played and has another colour than the goal's: no sticker is dimmed then. */
export const otherCross = signal<string | null>(null);
/** Stickers with a ring: the verdict suspects them. */
export const rung = signal<ReadonlySet<number>>(new Set());
