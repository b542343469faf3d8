// The painter of cubes, with its facts; the library's films have the same painter.
import { solid } from "../../src/cubeproof/draw/solid.js";
import { facts } from "./facts";

export type { Hit, Paints, Point, Scene, Slab, View } from "../../src/cubeproof/draw/solid.js";
export const painter = solid(facts);
