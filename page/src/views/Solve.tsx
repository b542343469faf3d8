// Solving the cube on the screen: the question, the search, the answer.
import { useEffect } from "preact/hooks";
import { learn } from "../about";
import type { Choices } from "../question";
import { Search } from "../search";
import { named, say } from "../speech";
import { engines, metrics, solve as w } from "../words/solve";
import { About, Elsewhere } from "./Asked";
import { Refusal } from "./Refusal";
import { Intro } from "./Start";
import { Answer } from "./solve/Answer";
import { Bounds } from "./solve/Bounds";
import { Deeds } from "./solve/Deeds";
import { goalName, isOurs, Options } from "./solve/Options";
import { beforehand, choose, chosen } from "./solve/choices";

const search = new Search(chosen);

export function Solve() {
  useEffect(() => void learn(), []);
  const failure = search.failure.value;
  const running = search.running.value;
  const elsewhere = search.elsewhere.value;
  return (
    <div class="solve">
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void search.start();
        }}
      >
        <Intro usual={w.intro} />
        <div class="buttons">
          <button type="submit" class="main large" disabled={search.starting.value} data-testid="solve-button">{w.solve}</button>
          {running && (
            <button type="button" class="large" onClick={() => running.stop()} disabled={running.phase.value === "stopping"} title={w.stopKeeps} data-testid="stop-button">
              {running.phase.value === "stopping" ? w.stopping : w.stop}
            </button>
          )}
        </div>
        {beforehand.value && <p class="hint" data-testid="beforehand">{say(beforehand.value)}</p>}
        <Options failure={failure} />
      </form>
      {failure && !isOurs(failure) && <Refusal failure={failure} testid="solve-fault" />}
      {elsewhere && (
        <Elsewhere asked={elsewhere} choose={({ choices }) => choose(choices)}>
          <Facts of={elsewhere.question.choices} />
        </Elsewhere>
      )}
      <Found />
    </div>
  );
}

/** What is known of the question on the screen. */
function Found() {
  const here = search.here.value;
  if (!here) return null;
  const { question, run, made } = here;
  const answer = run.answer.value;
  const trivial = run.best.value === 0;
  return (
    <>
      <About question={question} made={made} count={(answer?.reached ?? answer)?.moves.length ?? 0}>
        <Facts of={question.choices} />
      </About>
      {!trivial && <Bounds key={run} run={run} />}
      {answer && <Answer key={run} run={run} from={question.origin} answer={answer} made={made} />}
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
