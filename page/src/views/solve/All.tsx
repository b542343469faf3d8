// All shortest answers; the chosen one is shown above and played.
import { signal, useSignal, type Signal } from "@preact/signals";
import type { Answer as Found } from "../../api";
import type { Run } from "../../jobs";
import type { Origin } from "../../question";
import { answer as w } from "../../words/answer";
import { play } from "./replay";

const FIRST = 20;

const chosen = new WeakMap<Run, Signal<string>>();

/** The chosen answer of a search. */
export function chosenOf(run: Run): Signal<string> {
  const choice = chosen.get(run) ?? signal(run.answer.peek()?.solution ?? "");
  chosen.set(run, choice);
  return choice;
}

export function All({ run, from, answer }: { run: Run; from: Origin; answer: Found }) {
  const shown = useSignal(FIRST);
  const all = answer.solutions!;
  const extra = run.request.extra ?? 0;
  const count = extra > 0 ? w.longer({ count: all.length, extra }) : (answer.stopped ? w.someOf : w.all)({ count: all.length });
  const choose = (solution: string) => {
    chosenOf(run).value = solution;
    play(from, solution.split(" "));
  };
  return (
    <div class="all" data-testid="all-answers" data-count={all.length}>
      <h3>{count}</h3>
      {answer.size > 2 && <p class="hint">{w.order}</p>}
      <ul>
        {all.slice(0, shown.value).map((solution) => (
          <li key={solution}>
            <button type="button" aria-pressed={solution === chosenOf(run).value} aria-label={w.playThis({ turns: solution })} onClick={() => choose(solution)}>
              <span aria-hidden="true">▶</span> {solution}
            </button>
          </li>
        ))}
      </ul>
      {all.length > shown.value && (
        <button type="button" onClick={() => (shown.value += 100)}>{w.more({ count: Math.min(100, all.length - shown.value) })}</button>
      )}
    </div>
  );
}
