// The time of another engine for the cube where the random walk starts.
import { Run } from "../jobs";
import { say, sayClaim } from "../speech";
import { walk as w } from "../words/walk";
import { Readying } from "./Readying";

/** The engine to compare with, and its time limit in seconds. */
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
    <section class="compare" aria-label={w.beside}>
      <h2>{w.beside}</h2>
      {!answer && (
        <button type="button" onClick={begin} disabled={now !== null && !now.over} data-testid="walk-compare">
          {now && !now.over ? w.comparing : w.compare({ engine })}
        </button>
      )}
      {now && !now.over && <Readying run={now} />}
      <p role="status" data-testid="walk-compared">
        {answer && (answer.length === null ? sayClaim(answer.claim) : w.compared({ engine, length: answer.length, seconds: answer.seconds }))}
        {now?.trouble.value && <span class="fault">{say(now.trouble.value)}</span>}
      </p>
    </section>
  );
}
