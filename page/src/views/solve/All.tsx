// All shortest answers; the chosen one is on the tape and is played.
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Answer as Found } from "../../api";
import type { Run } from "../../jobs";
import type { Origin } from "../../question";
import { answer as w } from "../../words/answer";
import { findsAll } from "../../choices";
import { play } from "./replay";
import { search } from "./searching";

const FIRST = 20;

/** The answer instead of which the visitor waits for another one. */
const another = signal<string | null>(null);

function choose(run: Run, from: Origin, solution: string): void {
  run.chosen.value = solution;
  play(from, solution.split(" "));
}

/** What to ask for when there is a shortest answer: one more, or all. */
export function More({ run, from, answer }: { run: Run; from: Origin; answer: Found }) {
  const all = answer.solutions;
  useEffect(() => {
    const next = another.peek() && all?.find((solution) => solution !== another.peek());
    if (next) choose(run, from, next);
    another.value = null;
  }, [run]);
  if (!answer.optimal || !findsAll.value || all?.length === 1) return null;
  const find = () => void search.goOn({ all: true });
  const next = () => {
    if (all) return choose(run, from, all[(all.indexOf(run.way.peek()) + 1) % all.length]!);
    another.value = run.way.peek();
    find();
  };
  return (
    <>
      <button type="button" onClick={next} disabled={search.starting.value} data-testid="another-answer">{w.another}</button>
      {!all && <button type="button" onClick={find} disabled={search.starting.value} data-testid="all-shortest">{w.allShortest}</button>}
    </>
  );
}

export function All({ run, from, answer }: { run: Run; from: Origin; answer: Found }) {
  const shown = useSignal(FIRST);
  const all = answer.solutions!;
  const extra = run.request.extra ?? 0;
  const count = extra > 0 ? w.longer({ count: all.length, extra }) : (answer.stopped ? w.someOf : w.all)({ count: all.length });
  return (
    <div class="all" data-testid="all-answers" data-count={all.length}>
      <h3>{count}</h3>
      {answer.size > 2 && <p class="hint">{w.order}</p>}
      <ul>
        {all.slice(0, shown.value).map((solution) => (
          <li key={solution}>
            <button type="button" aria-pressed={solution === run.way.value} aria-label={w.playThis({ turns: solution })} onClick={() => choose(run, from, solution)}>
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
