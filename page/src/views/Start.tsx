// Around the tabs: the examples, the three cards on what to believe, and links to more.
import { batch, useSignal } from "@preact/signals";
import { checker } from "../certificate/checking";
import * as cube from "../cube";
import { EXAMPLES, exampleOf, type ExampleName } from "../examples";
import { tab } from "../tabs";
import { check as c } from "../words/check";
import { start as w } from "../words/start";
import { Chapters } from "./How";
import { lazily } from "./lazily";
import { SmallNet } from "./SmallNet";
import { askAnew } from "../choices";

const NAMES = Object.keys(EXAMPLES) as ExampleName[];

function open(name: ExampleName): void {
  const { size, facelets, setup, opens, goal } = EXAMPLES[name];
  batch(() => {
    cube.begin({ size, facelets, setup });
    askAnew(goal);
    tab.value = opens;
  });
  // The cards, and on a phone the examples, are below the cube.
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

const Check = lazily(() => import("./later").then((later) => later.Check));

/** The checker for certificates from elsewhere. */
function CheckFold() {
  const isOpen = useSignal(false);
  if (checker === null) return null;
  return (
    <details class="check" open={isOpen.value} onToggle={({ target, currentTarget }) => target === currentTarget && (isOpen.value ||= currentTarget.open)} data-testid="check">
      <summary><h2>{c.title}</h2></summary>
      {isOpen.value && <Check />}
    </details>
  );
}

export function Trust() {
  return (
    <footer class="trust">
      <section aria-labelledby="how">
        <h2 id="how">{w.believe}</h2>
        <Chapters />
      </section>
      <CheckFold />
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
