// The view Solve before the first search: three steps, and a preview of an answer's bounds.
import { welcome as w } from "../words/welcome";

/** The bounds of an answer as they will be drawn, of seven turns. */
const SEVEN = [1, 2, 3, 4, 5, 6, 7];

export function Welcome() {
  return (
    <section class="welcome" aria-label={w.title} data-testid="welcome">
      <ol>
        <li><strong>{w.have}</strong> {w.haveHow}</li>
        <li><strong>{w.ask}</strong> {w.askHow}</li>
        <li><strong>{w.check}</strong> {w.checkHow}</li>
      </ol>
      <figure>
        <div class="line" aria-hidden="true">
          {SEVEN.map((length) => <span key={length} class={length < 7 ? "no" : "best"}>{length}</span>)}
        </div>
        <figcaption class="hint">{w.preview}</figcaption>
      </figure>
    </section>
  );
}
