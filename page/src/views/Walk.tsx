// The random strategy, live: to see that it is hopeless.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { learn } from "../about";
import * as cube from "../cube";
import { type Run, Search } from "../jobs";
import { number, say, words } from "../language";
import { large, span, states } from "../odds";
import { walk } from "../words/walk";
import { Compare, forgetComparison } from "./Compare";
import { mostSeconds } from "./solve/choices";
import { play, whence, type Origin } from "./solve/replay";
import { Refusal } from "./Refusal";
import { SmallNet } from "./SmallNet";
import { useSpoken } from "../spoken";
import type { SolveRequest } from "../api";

const w = words(walk);

const PACES = ["2", "10", "100", "1000", ""];
const memory = signal(false);
const pace = signal("10");
const search = new Search();
search.excuse(() => true, () => cube.shown.value?.facelets);
const from = signal<Origin | null>(null);

async function asked(): Promise<SolveRequest> {
  forgetComparison();
  const here = await whence();
  from.value = here;
  if (here.solved) throw new Error(w.peek().solved);
  return {
    size: here.base.size,
    state: here.facelets,
    engine: "walk",
    memory: memory.peek(),
    pace: pace.peek() ? Number(pace.peek()) : null,
    timeout: mostSeconds.peek(),
  };
}

export function Walk() {
  useEffect(learn, []);
  const now = search.run.value;
  const { failure, busy } = search;
  return (
    <div class="walk">
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) now!.stop();
          else void search.start(asked);
        }}
      >
        <p>{w.value.intro}</p>
        <label>
          <input type="checkbox" checked={memory.value} disabled={busy} onChange={(event) => (memory.value = event.currentTarget.checked)} data-testid="walk-memory" />{" "}
          {w.value.memory}
        </label>
        <div class="buttons">
          <label>
            <span class="hidden">{w.value.pace}</span>
            <select value={pace.value} disabled={busy} onChange={(event) => (pace.value = event.currentTarget.value)} data-testid="walk-pace">
              {PACES.map((name) => <option key={name} value={name}>{w.value.paces[name]}</option>)}
            </select>
          </label>
          <button type="submit" class={busy ? "large" : "main large"} disabled={now?.phase.value === "stopping" || search.starting.value} data-testid="walk-button">
            {now?.phase.value === "stopping" ? w.value.stopping : busy ? w.value.stop : w.value.start}
          </button>
        </div>
      </form>
      {failure && <Refusal failure={failure} testid="walk-fault" />}
      {now && !failure && <Live key={now} run={now} />}
      {now && from.value && !failure && <Compare from={from.value} />}
    </div>
  );
}

/** How far the walk is: by its events while it goes on, by its statistics when it has ended. */
function countsOf(run: Run) {
  const walked = run.walked.value;
  const made = run.answer.value?.statistics;
  const turns = Number(made?.["turns"] ?? walked?.turns ?? 0);
  const again = Number(made?.["met again"] ?? walked?.met_again ?? 0);
  return { turns, again, seen: turns - again + 1 };
}

function Live({ run }: { run: Run }) {
  const { turns, again, seen } = countsOf(run);
  const walked = run.walked.value;
  // The time that the server took to begin does not count.
  const first = useRef<{ turns: number; seconds: number } | null>(null);
  if (walked && !first.current) first.current = { turns, seconds: run.seconds.value };
  const rate = useRef(0);
  const since = run.seconds.value - (first.current?.seconds ?? 0);
  if (first.current && !run.over && since > 0.5) rate.current = (turns - first.current.turns) / since;
  const speed = rate.current;
  const said = useSpoken(() => {
    const { turns, again } = countsOf(run);
    return run.over || turns === 0 ? "" : w.value.spoken(turns, again);
  }, () => 10_000);
  return (
    <section class="live" data-testid="walk-live" data-phase={run.phase.value}>
      <div class="walking">
        <div>
          <SmallNet facelets={walked?.facelets ?? run.request.state!} label={w.value.now} />
          <p class="hint" data-testid="walk-turn">{walked?.turn && !run.over ? w.value.last(walked.turn) : w.value.now}</p>
        </div>
        <dl class="figures">
          <div>
            <dt>{w.value.made}</dt>
            <dd data-testid="walk-turns" data-value={turns}>{number(turns)}</dd>
          </div>
          <div>
            <dt>{w.value.again}</dt>
            <dd data-testid="walk-again" data-value={again}>{number(again)}</dd>
          </div>
          <div>
            <dt>{w.value.fresh}</dt>
            <dd data-testid="walk-seen" data-value={seen}>{number(seen)}</dd>
          </div>
          <div>
            <dt>{w.value.speed}</dt>
            <dd>{speed ? number(Math.round(speed)) : "–"}</dd>
          </div>
        </dl>
      </div>
      <Odds size={run.request.size} seen={seen} speed={speed} />
      <End run={run} />
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
      <p>{w.value.share(seen, large(all), percent < 0.0001 ? w.value.none : number(percent, percent < 0.01 ? 4 : 2))}</p>
      {speed > 0 && <p class="hint">{w.value.wait(large(all), span(all / speed, w.value.spans))}</p>}
    </div>
  );
}

function End({ run }: { run: Run }) {
  const answer = run.answer.value;
  return (
    <div role="status" data-testid="walk-end">
      {answer && <p class={answer.solution === null ? "" : "good"}><strong>{ending(run)}</strong></p>}
      {answer?.solution && (
        <button type="button" onClick={() => play(from.peek()!, answer.solution!.split(" "))} data-testid="walk-play">{w.value.play}</button>
      )}
    </div>
  );
}

function ending(run: Run): string {
  const { turns, again, seen } = countsOf(run);
  const answer = run.answer.value!;
  if (answer.length === 0) return say(answer.sentence);
  if (answer.length !== null) return w.value.arrived(turns, answer.length);
  if (answer.stopped === "interrupted") return w.value.stopped(turns);
  if (answer.stopped === "timeout") return w.value.timeout(turns);
  return w.value.gaveUp(turns, seen, again);
}
