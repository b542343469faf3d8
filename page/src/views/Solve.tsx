// Solving the cube on the screen: the question, the search, the answer.
import { useEffect } from "preact/hooks";
import { learn } from "../about";
import { claimed } from "../asking";
import type { Choices } from "../question";
import { named, say } from "../speech";
import { engines, metrics, solve as w } from "../words/solve";
import { About, Elsewhere } from "./Asked";
import { Hold } from "./Hold";
import { Missing, Refusal } from "./Refusal";
import { Intro } from "./Start";
import { All } from "./solve/All";
import { Answer } from "./solve/Answer";
import { Bounds } from "./solve/Bounds";
import { Certificate } from "./solve/Certificate";
import { Crosses } from "./solve/Crosses";
import { Deeds } from "./solve/Deeds";
import { goalName, isOurs, Options } from "./solve/Options";
import { beforehand, choose, reach } from "./solve/choices";
import { search } from "./solve/searching";
import { open, Preview, Welcome } from "./Welcome";

export function Solve() {
  useEffect(() => void learn(), []);
  const failure = search.failure.value;
  const running = search.running.value;
  const elsewhere = search.elsewhere.value;
  const first = !search.here.value && !elsewhere && !failure;
  return (
    <div class="solve">
      {first && <Welcome again={false} />}
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void search.start();
        }}
      >
        {!search.here.value && open.value !== "type" && <Intro usual={w.intro} />}
        <div class="buttons">
          <button type="submit" class="main large" disabled={search.starting.value} data-testid="solve-button">{w[reach.value]}</button>
          {running && (
            <button type="button" class="large" onClick={() => running.stop()} disabled={running.phase.value === "stopping"} title={w.stopKeeps} data-testid="stop-button">
              {running.phase.value === "stopping" ? w.stopping : w.stop}
            </button>
          )}
        </div>
        {beforehand.value && !search.here.value && <p class="hint" data-testid="beforehand">{say(beforehand.value)}</p>}
        <Options failure={failure} />
      </form>
      {!failure && <Missing />}
      {failure && !isOurs(failure) && <Refusal failure={failure} testid="solve-fault" />}
      {elsewhere && (
        <Elsewhere asked={elsewhere} choose={({ choices }) => choose(choices)}>
          <Facts of={elsewhere.question.choices} />
        </Elsewhere>
      )}
      {claimed.value && <p class="claimed" data-testid="claimed">{w.claimed({ ...claimed.value })}</p>}
      <Found />
      <Crosses />
      {first ? <Preview /> : <Welcome again />}
    </div>
  );
}

/** The search for the question on the screen, and its answer. */
function Found() {
  const here = search.here.value;
  if (!here) return null;
  const { question, run, made } = here;
  const answer = run.answer.value;
  const trivial = run.best.value === 0;
  return (
    <>
      {answer && <Answer key={run} run={run} from={question.origin} answer={answer} made={made} />}
      {answer && made === 0 && !trivial && <Hold state={question.origin.facelets} />}
      {!trivial && <Bounds key={run} run={run} />}
      {answer && answer.optimal && answer.length !== 0 && <Certificate run={run} />}
      {answer?.solutions && <All key={run} run={run} from={question.origin} answer={answer} />}
      <About question={question} made={made} count={(answer?.reached ?? answer)?.moves.length ?? 0}>
        <Facts of={question.choices} />
      </About>
      {!trivial && <Deeds run={run} moved={made > 0} />}
    </>
  );
}

/** The choices of a question in short. */
function Facts({ of: { goal, metric, moves, engine, timeout } }: { of: Choices }) {
  const facts = [
    [w.goal, goalName(goal!)],
    [w.counted, named(metrics, metric!) || metric!],
    [w.moves, moves ?? w.allTurns],
    [w.engine, named(engines, engine!) || engine!],
    [w.most, w.whole({ seconds: timeout! })],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{w.labelled({ label: name! })}</dt>{" "}
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
