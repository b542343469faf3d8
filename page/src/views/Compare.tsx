// What an engine that thinks needs for the cube that the random strategy walks from.
import { Run } from "../jobs";
import { say, words } from "../language";
import { walk } from "../words/walk";

const w = words(walk);

/** The engine to compare with, and the seconds that it is given. */
const RIVALS: Record<number, [engine: string, seconds: number]> = { 2: ["table", 20], 3: ["search", 2], 4: ["stages", 120] };

export function Compare({ run }: { run: Run }) {
  const { size, state } = run.request;
  const rival = RIVALS[size];
  if (!rival) return null;
  const [engine, timeout] = rival;
  const begin = () => {
    run.beside.peek()?.forget();
    run.beside.value = new Run({ size, state: state!, engine, timeout });
  };
  const now = run.beside.value;
  const answer = now?.answer.value;
  return (
    <section class="compare" aria-label={w.value.beside}>
      <h3>{w.value.beside}</h3>
      {!answer && (
        <button type="button" onClick={begin} disabled={now !== null && !now.over} data-testid="walk-compare">
          {now && !now.over ? w.value.comparing : w.value.compare[engine]}
        </button>
      )}
      <p role="status" data-testid="walk-compared">
        {answer && (answer.length === null ? say(answer.sentence) : w.value.compared(w.value.needs[engine]!, answer.length, answer.seconds))}
        {now?.failure.value && <span class="fault">{say(now.failure.value.error)}</span>}
      </p>
    </section>
  );
}
