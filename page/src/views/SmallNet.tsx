// A net to be looked at, drawn here so that it can follow a cube that changes many times a second.
import { Fragment } from "preact";
import { ink, LETTERS, lettered, PALETTES, palette, type Letter } from "../palettes";

const PLACES: Record<string, [number, number]> = { U: [1, 0], L: [0, 1], F: [1, 1], R: [2, 1], B: [3, 1], D: [1, 2] };
const GAP = 0.3;

/** Without a label it is only to be looked at: then what it stands in says what it is. */
export function SmallNet({ facelets, label, testid }: { facelets: string; label?: string; testid: string }) {
  const size = Math.sqrt(facelets.length / 6);
  const far = size + GAP;
  return (
    <svg class="small-net" viewBox={`0 0 ${4 * size + 3 * GAP} ${3 * size + 2 * GAP}`} {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })} data-testid={testid} data-facelets={facelets}>
      {[...facelets].map((colour, sticker) => {
        const [column, row] = PLACES[LETTERS[Math.floor(sticker / size ** 2)]!]!;
        const index = sticker % size ** 2;
        const fill = PALETTES[palette.value][colour as Letter];
        const [x, y] = [column * far + (index % size), row * far + Math.floor(index / size)];
        return (
          <Fragment key={sticker}>
            <rect x={x + 0.04} y={y + 0.04} width={0.92} height={0.92} rx={0.12} fill={fill} />
            {lettered.value && <text x={x + 0.5} y={y + 0.5} fill={ink(fill)}>{colour}</text>}
          </Fragment>
        );
      })}
    </svg>
  );
}
