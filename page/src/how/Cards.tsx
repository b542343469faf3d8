// The chapters as wide cards, each with a miniature that moves, and with what one need not believe. They load after the first picture.
import * as cube from "../cube";
import { exampleOf } from "../examples";
import { chapterTitle } from "../words/how";
import { start as w } from "../words/start";
import { CHAPTERS, chapterLink, type Chapter } from "./place";

/** The cubes of the distances 6 to 11 in parts of a thousand: widths of a strip that is true to scale. */
const SHARES = [14, 62, 237, 515, 170, 1];

/** Clauses that appear, dominoes that fall, layers that grow. */
function Miniature({ chapter }: { chapter: Chapter }) {
  if (chapter === "formula") {
    return <>{[6, 20, 34].map((y) => <g key={y}><rect x="6" y={y} width="10" height="10" rx="2" /><path d={`M22 ${y + 5}h${58 - y}`} /></g>)}<path class="turn-arrow" d="M104 40a16 16 0 1 1 10-15m-7-1l7 2l3-7" /></>;
  }
  if (chapter === "proof") return <>{[0, 1, 2, 3, 4, 5, 6].map((index) => <rect key={index} x={8 + 16 * index} y="8" width="6" height="34" rx="2" style={{ animationDelay: `${0.12 * index}s` }} />)}</>;
  const all = SHARES.reduce((sum, share) => sum + share, 0);
  let from = 0;
  return <>{SHARES.map((share, index) => {
    const x = 4 + (112 * from) / all;
    from += share;
    return <rect key={share} x={x} y="10" width={(112 * share) / all} height="30" style={{ animationDelay: `${0.15 * index}s` }} />;
  })}</>;
}

export default function Cards() {
  const trust: Record<Chapter, string> = { formula: w.theorem, proof: w.certified, states: w.proved };
  const report = cube.visibleReport.value;
  // A 2×2×2 with all stickers known goes along; instead of a solved one or an example, the usual cube is better.
  const facelets = report && report.size === 2 && !report.solved && exampleOf(report.facelets) === null ? report.facelets : null;
  return (
    <ul class="chapter-cards">
      {CHAPTERS.map((name) => (
        <li key={name} data-chapter={name}>
          <a href={chapterLink(name, facelets)} data-testid={`chapter-${name}`}>
            <svg viewBox="0 0 120 50" aria-hidden="true"><Miniature chapter={name} /></svg>
            <b>{chapterTitle(name)}</b>
          </a>
          <p>{trust[name]}</p>
        </li>
      ))}
    </ul>
  );
}
