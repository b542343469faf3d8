// The painter of cubes, ready to use; it is the one of the library's films.
import { solid } from "../../src/cubeproof/draw/solid.js";
import { facts } from "./facts";

export type { Hit, Paints, Point, Scene, Slab, View } from "../../src/cubeproof/draw/solid.js";
export const painter = solid(facts);
