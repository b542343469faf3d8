// The shortest cross of each colour, at once: for the goal "cross" of the 3×3×3.
import { signal, useSignalEffect } from "@preact/signals";
import { api } from "../../api";
import * as cube from "../../cube";
import { otherCross } from "../../marks";
import { colours, LETTERS } from "../../palettes";
import type { CrossAnswer } from "../../wire";
import { colourName } from "../../words/paint";
import { solve as w } from "../../words/solve";
import { chosen } from "./choices";
import { play } from "./replay";

/** The crosses of a cube, and which cube it is. */
const newest = signal<{ of: string; metric: string; crosses: readonly CrossAnswer[] } | null>(null);

export function Crosses() {
  useSignalEffect(() => {
    const { size, goal, metric, moves } = chosen.value;
    const state = cube.visibleReport.value?.facelets;
    if (state === undefined || size !== 3 || goal !== "cross" || moves) return undefined;
    const leaving = new AbortController();
    api.crosses(state, metric!, leaving.signal).then(
      ({ crosses }) => (newest.value = { of: state, metric: metric!, crosses }),
      () => {}, // Solve reports the reason
    );
    return () => leaving.abort();
  });
  const { size, goal, metric, moves } = chosen.value;
  if (size !== 3 || goal !== "cross" || moves) return null;
  const now = newest.value?.of === cube.visibleReport.value?.facelets && newest.value?.metric === metric ? newest.value : null;
  return (
    <section class="crosses" aria-label={w.crosses} data-testid="crosses" aria-busy={now === null}>
      <h2>{w.crosses}</h2>
      <ul>
        {LETTERS.slice(0, 6).map((letter) => {
          const cross = now?.crosses.find(({ colour }) => colour === letter);
          return (
            <li key={letter}>
              <button type="button" disabled={!cross || cross.length === 0} onClick={() => now && cross && playFrom(now.of, cross)}
                aria-label={cross ? w.crossOf({ letter, colour: colourName(letter), length: cross.length }) : `${letter} –`} title={cross?.alg}
                data-testid={`cross-${letter}`} data-length={cross?.length} data-alg={cross?.alg}>
                <span class="swatch" aria-hidden="true" style={colours(letter)}>{letter}</span>{" "}
                <strong aria-hidden="true">{cross ? cross.length : "–"}</strong>
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
  const { base, tape, at } = cube.moment.peek();
  play({ base, made: tape.slice(0, at), facelets }, alg.split(" "));
}
