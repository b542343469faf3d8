// What a first visit finds beside the cube: examples to choose from, what to believe and why, and where there is more.
import { batch } from "@preact/signals";
import * as cube from "../cube";
import { EXAMPLES, exampleOf, type ExampleName } from "../examples";
import * as painting from "../painting";
import { tab } from "../tabs";
import { start as w } from "../words/start";
import { askAnew } from "./solve/choices";

const NAMES = Object.keys(EXAMPLES) as ExampleName[];

function open(name: ExampleName): void {
  const { size, facelets, setup, opens, goal } = EXAMPLES[name];
  batch(() => {
    cube.begin({ size, facelets, setup });
    askAnew(goal);
    tab.value = opens;
    if (opens === "paint") painting.put(null);
  });
}

/** The example that is on the screen, if one is. */
function shown(): ExampleName | null {
  return cube.at.value === 0 ? exampleOf(cube.base.value.facelets) : null;
}

export function Examples() {
  const now = shown();
  return (
    <nav class="examples" aria-label={w.examples}>
      <span class="lead">{w.examples}</span>
      {NAMES.map((name) => (
        <button type="button" key={name} aria-pressed={name === now} onClick={() => open(name)} data-testid={`example-${name}`}>
          {w[name]}
        </button>
      ))}
    </nav>
  );
}

const ABOUT = { far: "aboutFar", seven: "aboutSeven", superflip: "aboutSuperflip", cross: "aboutCross", wrong: "aboutWrong" } as const;

/** What there is to see in the example on the screen, else what the view says of itself. */
export function Intro({ usual }: { usual: string }) {
  const now = shown();
  const here = now !== null && EXAMPLES[now].opens === tab.value;
  return <p class="intro" data-testid="intro">{here ? w[ABOUT[now]] : usual}</p>;
}

export function Trust() {
  return (
    <footer class="trust">
      <section aria-labelledby="believe">
        <h2 id="believe">{w.believe}</h2>
        <p>{w.proved}</p>
        <p>{w.certified}</p>
        <p>{w.theorem}</p>
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
