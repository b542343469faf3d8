// How to hold a cube as it is drawn, and colours named in a sentence.
import * as cube from "../cube";
import { isCentre } from "../painting";
import { colours, type Letter } from "../palettes";
import { colourName, paint as w, withSigns } from "../words/paint";

/** The top, the front and the right side of a small cube, with the number of the face. */
const SIDES: [string, number][] = [["20,2 38,11 20,20 2,11", 0], ["2,11 20,20 20,42 2,33", 2], ["38,11 20,20 20,42 38,33", 1]];

/** The colour of a face: of its centre where turns of layers leave it, else of the usual scheme. */
function colourOf(face: number, state: string | null): Letter {
  const size = cube.size.value;
  const centre = face * size * size + (size * size - 1) / 2;
  const shown = state && isCentre(centre, size) ? state[centre]! : "?";
  return (shown === "?" ? "URF"[face] : shown) as Letter;
}

/** "Hold it so", for the cube of the page or the cube of a question. */
export function Hold({ state = cube.drawn.value }: { state?: string | null }) {
  return (
    <p class="hold" data-testid="hold">
      <svg viewBox="0 0 40 44" aria-hidden="true">
        {SIDES.map(([points, face]) => <polygon key={face} points={points} fill={colours(colourOf(face, state)).background} />)}
      </svg>
      {w.hold({ up: colourName(colourOf(0, state)), front: colourName(colourOf(2, state)) })}
    </p>
  );
}

/** A text with a swatch before each colour that it names. */
export function Coloured({ text }: { text: () => string }) {
  return (
    <>
      {withSigns(text).map(({ words, letter }, index) => (
        <span key={index}>{letter && <i class="dot" style={{ background: colours(letter).background }} />}{words}</span>
      ))}
    </>
  );
}
