// Where the tape of a cube starts.

/** Where a tape starts. */
export interface Base {
  size: number;
  /** The stickers; null for the solved cube. */
  facelets: string | null;
  /** Turns that lead there from the solved cube, if the cube was given by turns: they make a better link than facelets. See `wayTo`. */
  setup: string | null;
}

/** The stickers at the start of a tape. */
export function startOf({ size, facelets }: Base): string {
  return facelets ?? solved(size);
}

export function solved(size: number): string {
  return [..."URFDLB"].map((letter) => letter.repeat(size * size)).join("");
}
