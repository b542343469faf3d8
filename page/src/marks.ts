// Which stickers of the page's cube the picture points at. They are numbered as at the start of the tape (of a painting, as it is),
// and go along with the turns: so they are told once for a cube, and not for every turn.
import { signal } from "@preact/signals";

/** Stickers that stand back: those that the chosen goal does not ask for. */
export const dimmed = signal<ReadonlySet<number>>(new Set());
/** Stickers with a ring: those that a verdict suspects. */
export const rung = signal<ReadonlySet<number>>(new Set());
