// The colours of states on this page, as the server's pictures have them (draw/palette.py), and whether letters help.
import { computed } from "@preact/signals";
import { kept } from "./stored";

export type Letter = "U" | "R" | "F" | "D" | "L" | "B" | "?";
export const LETTERS: Letter[] = ["U", "R", "F", "D", "L", "B", "?"];

export const PALETTES = {
  standard: { U: "#ffffff", R: "#c8102e", F: "#00a651", D: "#ffd500", L: "#ff6a00", B: "#0b4fc4", "?": "#5a606a", mark: "#ff2fd0" },
  colourblind: { U: "#ffffff", R: "#7e0301", F: "#21d787", D: "#fccc00", L: "#e34700", B: "#1a70f1", "?": "#55585c", mark: "#00f0ff" },
} as const;
export type PaletteName = keyof typeof PALETTES;

export const palette = kept<PaletteName>("palette", ["standard", "colourblind"], "standard");
export const lettered = kept<boolean>("letters", [false, true], false);
/** How the visitor wants cubes to look, as the server's pictures and films are asked for it. */
export const look = computed(() => ({ palette: palette.value, letters: lettered.value }));

/** Black or white, the one that can be read better on a colour (by the relative luminance of WCAG 2). */
export function ink(colour: string): string {
  const parts = [1, 3, 5].map((at) => ((parseInt(colour.slice(at, at + 2), 16) / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]! > 0.18 ? "#101216" : "#ffffff";
}
