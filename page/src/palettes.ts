// The colours of stickers on this page, those of the server's pictures (draw/palette.py), and whether stickers have letters.
import { computed } from "@preact/signals";
import { PAINTS } from "./facts";
import { kept } from "./stored";

export type Letter = "U" | "R" | "F" | "D" | "L" | "B" | "?";
export const LETTERS: Letter[] = ["U", "R", "F", "D", "L", "B", "?"];

export const PALETTES = ["standard", "colourblind"] as const;
export type PaletteName = (typeof PALETTES)[number];

export const palette = kept<PaletteName>("palette", PALETTES, "standard");
export const paints = computed(() => PAINTS[palette.value]!);
export const lettered = kept<boolean>("letters", [false, true], false);
/** The look of cubes in requests for the server's pictures and films. */
export const look = computed(() => ({ palette: palette.value, letters: lettered.value }));

/** Black or white, whichever is more legible on a colour (by the relative luminance of WCAG 2). */
function ink(colour: string): string {
  const parts = [1, 3, 5].map((at) => ((parseInt(colour.slice(at, at + 2), 16) / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]! > 0.18 ? "#101216" : "#ffffff";
}

/** The colour of a sticker, and of a letter on it. */
export function colours(letter: string): { background: string; color: string } {
  const background = paints.value.colours[letter]!;
  return { background, color: ink(background) };
}
