// The end of a chapter: what was learnt in one picture, the certificate of one's own cube, and the next chapter.
import { batch } from "@preact/signals";
import * as cube from "../cube";
import { tab } from "../tabs";
import { search } from "../views/solve/searching";
import { chapterTitle, how as w } from "../words/how";
import { chapterLink, place, type Chapter } from "./place";
import { open } from "./Screen";

/** Leave the chapters with their cube, and solve it: its answer has a button for the certificate. */
function certify(state: string) {
  batch(() => {
    cube.begin({ size: 2, facelets: state, setup: null });
    tab.value = "solve";
    place.value = null;
  });
  void search.start();
}

export function End({ chapter, state, steps, next }: { chapter: Chapter; state: string; steps: readonly string[]; next: Chapter }) {
  return (
    <section class="end" aria-label={w.end} data-testid={`end-${chapter}`}>
      <ol>{steps.map((step) => <li key={step}>{step}</li>)}</ol>
      <div class="buttons">
        <button type="button" onClick={() => certify(state)} data-testid="how-certify">{w.certify}</button>
        <a class="button" href={chapterLink(next, state)} onClick={open} data-testid="how-following">{chapterTitle(next)}</a>
      </div>
    </section>
  );
}
