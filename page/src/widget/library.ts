// What draws the cube in 3D. It is large, so the notebook's players share it: see shelf.ts.
export { Player } from "../player";
