/** Whether this browser draws in 3D. The library that does the drawing is large, so this is asked before it is brought. */
export function drawsSolid(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}
