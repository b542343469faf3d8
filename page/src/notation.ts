// The notation of a layer that was turned.
import type { Turn } from "../../src/cubeproof/draw/canvas.js";

/** The middle layer's letters: by the face from which it is counted, and whether it turns the other way. */
const MIDDLE: Readonly<Record<string, readonly [string, number]>> = { R: ["M", -1], L: ["M", 1], U: ["E", -1], D: ["E", 1], F: ["S", 1], B: ["S", -1] };
const OPPOSITE: Readonly<Record<string, string>> = { U: "D", R: "L", F: "B", D: "U", L: "R", B: "F" };

/** One layer's turn, named from the face that is nearer, or as the slice in the middle. */
export function written(size: number, { slab: { face, first }, quarters }: Turn): string {
  const far = 2 * first > size + 1;
  const layer = far ? size + 1 - first : first;
  const [name, sense] = 2 * first === size + 1 ? MIDDLE[face]! : [`${layer > 1 ? layer : ""}${far ? OPPOSITE[face]! : face}`, far ? -1 : 1];
  return name + ["", "", "2", "'"][(((quarters * sense) % 4) + 4) % 4]!;
}
