// The two bounds of a search: impossible lengths grow from the left, the best answer comes from the right.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Run } from "../../jobs";
import { textOf } from "../../sentences";
import { named, say } from "../../speech";
import { useSpoken } from "../../spoken";
import { engines, solve as w, time } from "../../words/solve";
import type { Origin } from "../../question";
import { Readying } from "../Readying";
import { headingOf } from "./Claim";
import { play } from "./replay";

/** The number of face turns that solve every cube of a size: the first length of the line. */
const USUAL: Record<number, number> = { 2: 11, 3: 20 };
/** The most cells with numbers; in a longer line every fifth, tenth, … has one, and the best. */
const LEGIBLE = 26;
const STEPS = [5, 10, 50, 100, 500, 1000];
const MOST_CELLS = 400;
/** The most numbers that fit on a phone. */
const NARROW = 14;

export function Bounds({ run, from, children }: { run: Run; from: Origin; children: ComponentChildren }) {
  const { best, proved } = run;
  const section = useRef<HTMLElement>(null);
  // Only a running search is scrolled into view.
  useEffect(() => void (!run.over && section.current?.scrollIntoView({ block: "nearest" })), []);
  return (
    <section ref={section} class="live" aria-label={w.progress} data-testid="live" data-phase={run.phase.value}>
      <div class="line-row">
        {(best.value !== null || proved.value > 1 || run.request.size in USUAL) && <Line run={run} />}
        {children}
      </div>
      <Key run={run} />
      {!run.over && <Now run={run} from={from} />}
      <div role="status">
        {run.restarted.value && <p class="hint" data-testid="restarted">{w.restarted}</p>}
        {(run.broken.value || run.trouble.value) && <p class="fault" data-testid="trouble">{run.trouble.value ? say(run.trouble.value) : w.broken}</p>}
      </div>
      <Spoken run={run} />
    </section>
  );
}

/** What the cells of the line mean, and the time so far. */
function Key({ run }: { run: Run }) {
  const { best, proved, seconds } = run;
  return (
    <p class="key hint">
      <span data-testid="bounds-lower" data-value={proved.value}>{proved.value > 1 && <><i class="no" /> {w.fewer({ proved: proved.value })}</>}</span>
      {best.value !== proved.value && <span><i /> {w.open}</span>}
      <span data-testid="bounds-best" data-value={best.value ?? ""} data-turns={run.way.value}>{best.value !== null && <><i class="best" /> {w.bestOf({ count: best.value, over: run.over })}</>}</span>
      <span data-testid="elapsed">{time(Math.round(seconds.value * 100) / 100)}</span>
    </p>
  );
}

function Line({ run }: { run: Run }) {
  const most = useRef(0);
  const { best, proved } = run;
  const usual = USUAL[run.request.size];
  most.current = Math.max(most.current, usual ?? 10, usual ? proved.value : proved.value + 1);
  // The line ends at the best answer.
  const count = best.value ?? most.current;
  const current = run.over ? undefined : (run.depth.value ?? run.horizons.value.findLast(({ seconds }) => seconds === null))?.length;
  const whole = run.stages.value.length === 0 && run.engine.value !== "stages";
  // The numbers below a long line stand apart.
  const step = STEPS.find((numbers) => count / numbers <= 12) ?? count;
  // A cell of a very long line is for several lengths, up to the largest of them.
  const unit = count > MOST_CELLS ? step / 50 : 1;
  const cells = Array.from({ length: Math.ceil(count / unit) }, (_, index) => {
    const length = Math.min(count, unit * (index + 1));
    const kind = length === best.value ? "best" : length < proved.value ? "no" : "open";
    const crowded = best.value !== null && best.value - length < step / 2;
    const shown = count <= LEGIBLE || kind === "best" || (length % step === 0 && !crowded);
    return <span key={length} class={`${kind}${whole && length === current ? " asked" : ""}`}>{shown ? length : ""}</span>;
  });
  return <div class={count > LEGIBLE ? "line fine" : count > NARROW ? "line many" : "line"} role="img" aria-label={w.bar({ proved: proved.value, best: best.value })}>{cells}</div>;
}

/** The estimated time left; empty without an estimate. */
function remaining(seconds: number | null): string {
  return seconds === null ? "" : `, ${w.left({ time: w.whole({ seconds }) })}`;
}

/** The current work of the engine. */
function Now({ run, from }: { run: Run; from: Origin }) {
  const last = run.horizons.value.at(-1);
  const open = last?.seconds === null ? last : undefined;
  const chained = run.stages.value;
  // A new chain of stages starts with the first stage.
  const stages = chained.slice(chained.findLastIndex(({ name }) => textOf(name) === textOf(chained[0]!.name)));
  const inStages = run.engine.value === "stages";
  const depth = run.depth.value;
  if (run.readying.value) return <div class="now"><Readying run={run} /></div>;
  return (
    <div class="now">
      <p data-testid="now">
        {depth ? (
          <>
            {w.trying({ length: depth.length })} <span class="hint">{w.percent({ percent: 100 * depth.share })}, {w.rate({ rate: depth.rate })}{remaining(depth.seconds_left)}</span>
          </>
        ) : open ? (
          <>
            {(inStages ? w.tryingStage : w.trying)({ length: open.length })} <span class="hint">{w.size({ variables: open.variables, clauses: open.clauses })}</span>
          </>
        ) : (
          w.thinking({ engine: named(engines, run.engine.value) || run.engine.value })
        )}
      </p>
      {stages.length > 0 && (
        <ol class="chips" aria-label={w.stages}>
          {stages.map((stage, index) => (
            <li key={index}>
              <button type="button" onClick={() => play(from, stage.turns.split(" "))} title={stage.turns}>{w.stage({ name: stage.name, length: stage.length })}</button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The bounds in words, for a screen reader. */
function Spoken({ run }: { run: Run }) {
  const said = useSpoken(
    () => (run.answer.value ? headingOf(run) : run.over || (run.best.value === null && run.proved.value <= 1) ? "" : w.bar({ proved: run.proved.value, best: run.best.value })),
    () => (run.answer.value ? 0 : 4000),
  );
  return <p class="hidden" role="status" data-testid="bounds-said">{said.value}</p>;
}
