// The shortest cross of each colour, beside the 3×3×3.
import { computed, effect, signal, useSignalEffect } from "@preact/signals";
import { api } from "../../api";
import * as cube from "../../cube";
import { otherCross } from "../../marks";
import { colours, LETTERS } from "../../palettes";
import { ground } from "../../question";
import { tab } from "../../tabs";
import type { CrossAnswer } from "../../wire";
import { colourName } from "../../words/paint";
import { solve as w } from "../../words/solve";
import { chosen } from "../../choices";
import { play } from "./replay";

/** The crosses of a cube, and which cube it is. */
const newest = signal<{ of: string; metric: string; crosses: readonly CrossAnswer[] } | null>(null);
/** A cube that is turned on within this time is not asked about. */
const REST_MILLISECONDS = 120;

/** Whether the visitor has made a turn of his own: until then the crosses are of no use, unless the goal is one. */
const hasTurned = signal(false);
effect(() => {
  if (cube.at.value > 0 && !cube.isOffered()) hasTurned.value = true;
});

/** Whether there are crosses to show: the allowed turns may be others, and stickers unknown. */
const areShown = computed(() => (hasTurned.value || chosen.value.goal?.includes("cross")) && chosen.value.size === 3 && !chosen.value.moves && tab.value !== "paint" && !cube.startOf(cube.base.value).includes("?"));

export function Crosses() {
  useSignalEffect(() => {
    const { metric } = chosen.value;
    const state = cube.visibleReport.value?.facelets;
    if (!state || !areShown.value || (newest.peek()?.of === state && newest.peek()?.metric === metric)) return undefined;
    const leaving = new AbortController();
    const ask = () =>
      api.crosses(state, metric!, leaving.signal).then(
        ({ crosses }) => (newest.value = { of: state, metric: metric!, crosses }),
        () => {}, // Solve reports the reason
      );
    const waiting = setTimeout(ask, REST_MILLISECONDS);
    return () => {
      clearTimeout(waiting);
      leaving.abort();
    };
  });
  if (!areShown.value) return null;
  const now = newest.value?.of === cube.visibleReport.value?.facelets && newest.value?.metric === chosen.value.metric ? newest.value : null;
  return (
    <section class="crosses" aria-label={w.crosses} title={w.crosses} data-testid="crosses" aria-busy={now === null}>
      <h2 aria-hidden="true">{w.cross}</h2>
      <ul>
        {LETTERS.slice(0, 6).map((letter) => {
          const cross = now?.crosses.find(({ colour }) => colour === letter);
          return (
            <li key={letter}>
              <button type="button" disabled={!cross || cross.length === 0} onClick={() => now && cross && playFrom(now.of, cross)}
                aria-label={cross ? w.crossOf({ colour: colourName(letter), length: cross.length }) : `${letter} –`} title={cross?.alg}
                data-testid={`cross-${letter}`} data-length={cross?.length} data-alg={cross?.alg} style={colours(letter)}>
                {cross ? cross.length : "–"}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function playFrom(facelets: string, { alg, colour }: CrossAnswer): void {
  // The goal is the cross of D.
  otherCross.value = colour === "D" ? null : alg;
  play(cube.at.peek() === 0 ? cube.base.peek() : ground(facelets), alg.split(" "));
}
