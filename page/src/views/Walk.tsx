// The random strategy, live: it shows how long random turns take to solve a cube.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { learn } from "../about";
import * as cube from "../cube";
import type { Run } from "../jobs";
import { number, say, sayClaim } from "../speech";
import { large, span, states } from "../odds";
import { faults } from "../words/faults";
import { walk as w } from "../words/walk";
import type { Choices, Origin } from "../question";
import { Search } from "../search";
import { About, Began, Elsewhere } from "./Asked";
import { Compare } from "./Compare";
import { mostSeconds, WALK } from "./solve/choices";
import { play } from "./solve/replay";
import { Refusal } from "./Refusal";
import { SmallNet } from "./SmallNet";
import { useSpoken } from "../spoken";

/** The highest pace at which every turn is drawn, in turns per second. */
const MOST_SHOWN = 10;
const PACES = ["2", "10", "100", "1000", ""];
const memory = signal(false);
const pace = signal("10");
const chosen = computed<Choices>(() => ({
  size: cube.size.value,
  engine: WALK,
  memory: memory.value,
  pace: pace.value ? Number(pace.value) : null,
  timeout: mostSeconds.value,
}));

function choose(before: Choices): void {
  batch(() => {
    memory.value = before.memory!;
    pace.value = String(before.pace ?? "");
  });
}

const search = new Search(chosen, (run) => cube.isWith(run));

/** The walk moves the cube of the page until it ends, or until the visitor turns the cube. */
effect(() => {
  const run = search.running.value;
  if (!run || !untracked(() => search.here.value)) return undefined;
  untracked(() => cube.lend(run, run.request.state!, run.request.pace ? Math.min(run.request.pace, MOST_SHOWN) : 0));
  let turns = 0;
  const stop = effect(() => {
    const now = run.walked.value;
    if (!now) return;
    const single = now.turns === turns + 1 && now.turns > 0;
    turns = now.turns;
    untracked(() => cube.carry(run, now.facelets!, single ? now.turn! : null));
  });
  return () => {
    stop();
    untracked(() => cube.release(run));
  };
});

export function Walk() {
  useEffect(() => void learn(), []);
  const failure = search.failure.value;
  const running = search.running.value;
  const here = search.here.value;
  const elsewhere = search.elsewhere.value;
  const busy = running !== null;
  return (
    <div class="walk">
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (running) running.stop();
          else void search.start(({ solved }) => (solved ? faults.solved() : null));
        }}
      >
        <p>{w.intro}</p>
        <label>
          <input type="checkbox" checked={memory.value} disabled={busy} onChange={(event) => (memory.value = event.currentTarget.checked)} data-testid="walk-memory" />{" "}
          {w.memory}
        </label>
        <div class="buttons">
          <label>
            <span class="hidden">{w.pace}</span>
            <select value={pace.value} disabled={busy} onChange={(event) => (pace.value = event.currentTarget.value)} data-testid="walk-pace">
              {PACES.map((name) => <option key={name} value={name}>{name ? w.paced({ turns: Number(name) }) : w.unpaced}</option>)}
            </select>
          </label>
          <button type="submit" class={busy ? "large" : "main large"} disabled={running?.phase.value === "stopping" || search.starting.value} data-testid="walk-button">
            {running?.phase.value === "stopping" ? w.stopping : busy ? w.stop : w.start}
          </button>
        </div>
      </form>
      {failure && <Refusal failure={failure} testid="walk-fault" />}
      {elsewhere && <Elsewhere asked={elsewhere} choose={({ choices }) => choose(choices)} />}
      {here && (
        <>
          {here.made > 0 && <About question={here.question} made={here.made} />}
          {cube.isWith(here.run) && <Began question={here.question} />}
          <Live key={here.run} run={here.run} from={here.question.origin} />
          <Compare run={here.run} />
        </>
      )}
    </div>
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

function Live({ run, from }: { run: Run; from: Origin }) {
  const { turns, again, seen } = countsOf(run);
  const walked = run.walked.value;
  // The start of the server's process does not count.
  const first = useRef<{ turns: number; seconds: number } | null>(null);
  if (walked && !first.current) first.current = { turns, seconds: run.seconds.value };
  const rate = useRef(0);
  const since = run.seconds.value - (first.current?.seconds ?? 0);
  if (first.current && !run.over && since > 0.5) rate.current = (turns - first.current.turns) / since;
  const speed = rate.current;
  const said = useSpoken(() => {
    const { turns, again } = countsOf(run);
    return run.over || turns === 0 ? "" : w.spoken({ made: turns, again });
  }, () => 10_000);
  return (
    <section class="live" data-testid="walk-live" data-phase={run.phase.value}>
      <div class="walking">
        <div>
          <SmallNet facelets={walked?.facelets ?? run.request.state!} label={w.now} testid="walk-net" />
          <p class="hint" data-testid="walk-turn">{walked?.turn && !run.over ? w.last({ turn: walked.turn }) : w.now}</p>
        </div>
        <dl class="figures">
          <div>
            <dt>{w.made}</dt>
            <dd data-testid="walk-turns" data-value={turns}>{number(turns)}</dd>
          </div>
          <div>
            <dt>{w.again}</dt>
            <dd data-testid="walk-again" data-value={again}>{number(again)}</dd>
          </div>
          <div>
            <dt>{w.fresh}</dt>
            <dd data-testid="walk-seen" data-value={seen}>{number(seen)}</dd>
          </div>
          <div>
            <dt>{w.speed}</dt>
            <dd>{speed ? number(Math.round(speed)) : "–"}</dd>
          </div>
        </dl>
      </div>
      <Odds size={run.request.size} seen={seen} speed={speed} />
      <End run={run} from={from} />
      <p class="hidden" role="status">{said.value}</p>
    </section>
  );
}

function Odds({ size, seen, speed }: { size: number; seen: number; speed: number }) {
  const all = states(size);
  if (all === undefined) return null;
  const percent = (100 * seen) / all;
  return (
    <div data-testid="walk-odds">
      {size === 2 && <progress max={all} value={seen} aria-hidden="true" />}
      <p>{w.share({ seen, all: large(all), percent: percent < 0.0001 ? w.few : number(percent, percent < 0.01 ? 4 : 2) })}</p>
      {speed > 0 && <p class="hint">{w.wait({ all: large(all), span: span(all / speed) })}</p>}
    </div>
  );
}

function End({ run, from }: { run: Run; from: Origin }) {
  const answer = run.answer.value;
  return (
    <div role="status" data-testid="walk-end">
      {run.trouble.value && <p class="fault">{say(run.trouble.value)}</p>}
      {answer && <p class={answer.solution === null ? "" : "good"}><strong>{ending(run)}</strong></p>}
      {answer?.solution && (
        <button type="button" onClick={() => play(from, answer.solution!.split(" "))} data-testid="walk-play">{w.play}</button>
      )}
    </div>
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
