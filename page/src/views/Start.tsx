// Around the tabs: the examples, the three cards on what to believe, and links to more.
import { batch } from "@preact/signals";
import * as cube from "../cube";
import { EXAMPLES, exampleOf, type ExampleName } from "../examples";
import { tab } from "../tabs";
import { start as w } from "../words/start";
import { SmallNet } from "./SmallNet";
import { askAnew } from "./solve/choices";

const NAMES = Object.keys(EXAMPLES) as ExampleName[];

function open(name: ExampleName): void {
  const { size, facelets, setup, opens, goal } = EXAMPLES[name];
  batch(() => {
    cube.begin({ size, facelets, setup });
    askAnew(goal);
    tab.value = opens;
  });
  // On a phone held sideways the examples are below the cube.
  const main = document.querySelector("main")!;
  if (main.getBoundingClientRect().top < 0) main.scrollIntoView();
}

/** The name of the example on the screen, or null. */
export function exampleShown(): ExampleName | null {
  return cube.at.value === 0 ? exampleOf(cube.base.value.facelets) : null;
}

export function Examples() {
  const now = exampleShown();
  return (
    <div class="examples" role="group" aria-label={w.examples}>
      {NAMES.map((name) => (
        <button type="button" key={name} aria-pressed={name === now} onClick={() => open(name)} data-testid={`example-${name}`}>
          <SmallNet facelets={EXAMPLES[name].facelets} testid={`example-net-${name}`} />
          {w[name]}
        </button>
      ))}
    </div>
  );
}

const ABOUT = { far: "aboutFar", seven: "aboutSeven", superflip: "aboutSuperflip", cross: "aboutCross", wrong: "aboutWrong" } as const;

/** The introduction to the example on the screen, else to the view. */
export function Intro({ usual = "" }: { usual?: string }) {
  const now = exampleShown();
  const here = now !== null && EXAMPLES[now].opens === tab.value;
  return (here || usual) && <p class="intro" data-testid="intro">{here ? w[ABOUT[now]] : usual}</p>;
}

/** The picture of each card: turns that return to their start, a checked proof, scales. */
const PICTURES = {
  replayed: "M12 26a14 14 0 1 1 4 10M12 26l-5-6M12 26l7-3M26 19v8l5 3",
  certificate: "M12 8h20l6 6v26H12zM31 8v7h7M18 23h14M18 29h9M24 35l3 3 7-8",
  theorem: "M10 12h28M10 12v5M38 12v5M24 12v26M17 38h14M14 22l-4 8h8zM34 22l-4 8h8z",
};

function Card({ of, title, children }: { of: keyof typeof PICTURES; title: string; children: string }) {
  return (
    <li>
      <svg viewBox="0 0 48 48" aria-hidden="true"><path d={PICTURES[of]} /></svg>
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  );
}

export function Trust() {
  return (
    <footer class="trust">
      <section aria-labelledby="believe">
        <h2 id="believe">{w.believe}</h2>
        <ul class="cards">
          <Card of="replayed" title={w.replayed}>{w.proved}</Card>
          <Card of="certificate" title={w.certificate}>{w.certified}</Card>
          <Card of="theorem" title={w.theoremTitle}>{w.theorem}</Card>
        </ul>
      </section>
      <nav aria-label={w.more}>
        <ul>
          <li><a href="/about/the_shortest_way.ipynb" download>{w.notebook}</a></li>
          <li><a href="/api/docs">{w.api}</a></li>
          <li><a href="/about/licence.txt">{w.licence}</a></li>
          <li><a href="/about/licences.txt">{w.others}</a></li>
        </ul>
      </nav>
    </footer>
  );
}
