// The random strategy: how long random turns take to solve a cube, and a walk to watch.
import { computed, effect, signal, untracked } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { learn } from "../about";
import * as cube from "../cube";
import type { Run } from "../jobs";
import { large, span, states } from "../odds";
import type { Choices, Origin } from "../question";
import { Search } from "../search";
import { number, say, sayClaim } from "../speech";
import { useSpoken } from "../spoken";
import { faults } from "../words/faults";
import { walk as w } from "../words/walk";
import { Refusal } from "./Refusal";
import { SmallNet } from "./SmallNet";
import { mostSeconds, WALK } from "../choices";
import { play } from "./solve/replay";

/** The highest pace at which every turn is drawn, in turns per second. */
const MOST_SHOWN = 10;
const PACES = ["2", "10", "100", "1000", ""];
const pace = signal(String(MOST_SHOWN));
const open = signal(false);
const chosen = computed<Choices>(() => ({
  size: cube.size.value,
  engine: WALK,
  pace: pace.value ? Number(pace.value) : null,
  timeout: mostSeconds.value,
}));
const search = new Search(chosen, (run) => cube.isWith(run));

/** The walk moves the cube of the page until it ends. It ends when the visitor turns the cube. */
effect(() => {
  const run = search.running.value;
  if (!run || !untracked(() => search.here.value)) return undefined;
  untracked(() => cube.startDriving(run, run.request.state!, run.request.pace ? Math.min(run.request.pace, MOST_SHOWN) : 0));
  let turns = 0;
  const stop = effect(() => {
    if (!cube.isDriven.value) run.stop();
    const now = run.walked.value;
    if (!now) return;
    const single = now.turns === turns + 1 && now.turns > 0;
    turns = now.turns;
    untracked(() => cube.drive(run, now.facelets!, single ? now.turn! : null));
  });
  return () => {
    stop();
    untracked(() => cube.stopDriving(run));
  };
});

export function Chance() {
  useEffect(() => void learn(), []);
  const all = states(cube.size.value);
  const failure = search.failure.value;
  const running = search.running.value;
  const here = search.here.value;
  const busy = running !== null;
  if (all === undefined) return null;
  const turns = Number(pace.value) || (here && rateOf(here.run)) || MOST_SHOWN;
  return (
    <details class="walk" data-testid="walk" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{w.chance({ turns, span: span(all / turns) })}</summary>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (running) running.stop();
          else void search.start(({ solved }) => (solved ? faults.solved() : null));
        }}
      >
        <p>{w.intro({ all: large(all) })}</p>
        <div class="buttons">
          <label>
            <span class="hidden">{w.pace}</span>
            <select value={pace.value} disabled={busy} onChange={(event) => (pace.value = event.currentTarget.value)} data-testid="walk-pace">
              {PACES.map((name) => <option key={name} value={name}>{name ? w.paced({ turns: Number(name) }) : w.unpaced}</option>)}
            </select>
          </label>
          <button type="submit" class="main" disabled={running?.phase.value === "stopping" || search.starting.value} data-testid="walk-button">
            {running?.phase.value === "stopping" ? w.stopping : busy ? w.stop : w.start}
          </button>
        </div>
      </form>
      {failure && <Refusal failure={failure} testid="walk-fault" />}
      {here && <Live key={here.run} run={here.run} from={here.question.origin} all={all} />}
    </details>
  );
}

/** The counts of the walk: from its events while it runs, from its statistics at its end. */
function countsOf(run: Run) {
  const walked = run.walked.value;
  const statistics = run.answer.value?.statistics;
  const total = statistics && "met_again" in statistics ? statistics : null;
  const turns = Number(total?.turns ?? walked?.turns ?? 0);
  const again = Number(total?.met_again ?? walked?.met_again ?? 0);
  return { turns, again, seen: turns - again + 1 };
}

/** Turns per second so far, in two digits. */
const rateOf = (run: Run) => Number((countsOf(run).turns / Math.max(1, run.seconds.value)).toPrecision(2));

function Live({ run, from, all }: { run: Run; from: Origin; all: number }) {
  const { turns, again, seen } = countsOf(run);
  const percent = (100 * seen) / all;
  const answer = run.answer.value;
  const said = useSpoken(() => {
    const { turns, again } = countsOf(run);
    return run.over || turns === 0 ? "" : w.spoken({ made: turns, again });
  }, () => 10_000);
  return (
    <section class="live" data-testid="walk-live" data-phase={run.phase.value}>
      <div class="walking">
        <SmallNet facelets={run.walked.value?.facelets ?? run.request.state!} label={w.now} testid="walk-net" />
        <dl class="figures">
          {([["turns", turns, w.made], ["again", again, w.again], ["seen", seen, w.fresh]] as const).map(([name, count, label]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd data-testid={`walk-${name}`} data-value={count}>{number(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p data-testid="walk-odds">{w.share({ seen, all: large(all), percent: percent < 0.0001 ? w.few : number(percent, percent < 0.01 ? 4 : 2) })}</p>
      <div role="status" data-testid="walk-end">
        {run.trouble.value && <p class="fault">{say(run.trouble.value)}</p>}
        {answer && <p class={answer.solution === null ? "" : "good"}><strong>{ending(run)}</strong></p>}
        {answer?.solution && (
          <button type="button" onClick={() => play(from, answer.solution!.split(" "))} data-testid="walk-play">{w.play}</button>
        )}
      </div>
      <p class="hidden" role="status">{said.value}</p>
    </section>
  );
}

function ending(run: Run): string {
  const { turns, again, seen } = countsOf(run);
  const answer = run.answer.value!;
  if (answer.length === 0) return sayClaim(answer.claim);
  if (answer.length !== null) return w.arrived({ made: turns, length: answer.length });
  if (answer.stopped === "interrupted") return w.stopped({ made: turns });
  if (answer.stopped === "timeout") return w.timeout({ made: turns });
  return w.gaveUp({ made: turns, seen, again });
}
