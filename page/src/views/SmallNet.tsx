// A small net, drawn by the page because it may change many times per second.
import { Fragment } from "preact";
import { colours, LETTERS, lettered } from "../palettes";

const PLACES: Record<string, [number, number]> = { U: [1, 0], L: [0, 1], F: [1, 1], R: [2, 1], B: [3, 1], D: [1, 2] };
const GAP = 0.3;

/** Without a label screen readers skip it: the element around it has one. */
export function SmallNet({ facelets, label, testid }: { facelets: string; label?: string; testid: string }) {
  const size = Math.sqrt(facelets.length / 6);
  const far = size + GAP;
  return (
    <svg class="small-net" viewBox={`0 0 ${4 * size + 3 * GAP} ${3 * size + 2 * GAP}`} {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })} data-testid={testid} data-facelets={facelets}>
      {[...facelets].map((letter, sticker) => {
        const [column, row] = PLACES[LETTERS[Math.floor(sticker / size ** 2)]!]!;
        const index = sticker % size ** 2;
        const { background, color } = colours(letter);
        const [x, y] = [column * far + (index % size), row * far + Math.floor(index / size)];
        return (
          <Fragment key={sticker}>
            <rect x={x + 0.04} y={y + 0.04} width={0.92} height={0.92} rx={0.12} fill={background} />
            {lettered.value && <text x={x + 0.5} y={y + 0.5} fill={color}>{letter}</text>}
          </Fragment>
        );
      })}
    </svg>
  );
}
