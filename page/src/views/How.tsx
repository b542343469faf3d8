// "How it works", loaded when a chapter is opened, and the links to its chapters.
import * as cube from "../cube";
import { exampleOf } from "../examples";
import { CHAPTERS, chapterLink } from "../how/place";
import { lazily } from "./lazily";
import { chapterTitle, how as w } from "../words/how";

export const How = lazily(() => import("../how/Book").then(({ default: Book }) => Book));

/** Links to the chapters. A 2×2×2 with all stickers known goes with them; instead of a solved one or an example, their usual cube is better. */
export function Chapters() {
  const report = cube.visibleReport.value;
  const facelets = report && report.size === 2 && !report.solved && exampleOf(report.facelets) === null ? report.facelets : null;
  return (
    <section class="chapters-of" aria-labelledby="how">
      <h2 id="how">{w.title}</h2>
      <ul>{CHAPTERS.map((name) => <li key={name}><a href={chapterLink(name, facelets)}>{chapterTitle(name)}</a></li>)}</ul>
    </section>
  );
}
