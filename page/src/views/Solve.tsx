// Solving the cube on the screen: the question, the search, the answer.
import { useEffect, useRef } from "preact/hooks";
import { learn } from "../about";
import { claimed } from "../questionlink";
import type { Run } from "../jobs";
import type { Choices } from "../question";
import { named } from "../speech";
import { engines, metrics, solve as w } from "../words/solve";
import { Elsewhere } from "./Asked";
import { Missing, Refusal } from "./Refusal";
import { Intro } from "./Start";
import { Answer } from "./solve/Answer";
import { lazily } from "./lazily";
import { goalName, isOurs, Options } from "./solve/Options";
import { choose, mostSeconds } from "../choices";
import { search } from "./solve/searching";
import { open, Preview, Welcome } from "./Welcome";

const Details = lazily(() => import("./later").then((later) => later.Details));

/** The most seconds for which a search goes on. */
const MORE_SECONDS = 300;

export function Solve() {
  useEffect(() => void learn(), []);
  const failure = search.failure.value;
  const elsewhere = search.elsewhere.value;
  const here = search.here.value;
  const first = !here && !elsewhere && !failure;
  return (
    <div class="solve">
      {first && <Welcome again={false} />}
      <form
        class="finding"
        onSubmit={(event) => {
          event.preventDefault();
          if (doing() === "goOn") void search.goOn({ quick: false, timeout: more() });
          else void search.start();
        }}
      >
        {!here && open.value !== "type" && <Intro usual={w.intro} />}
        {!here && <div class="buttons"><Main /></div>}
        {!failure && !here && <Missing />}
        {failure && !isOurs(failure) && <Refusal failure={failure} testid="solve-fault" />}
        {elsewhere && (
          <Elsewhere asked={elsewhere} choose={({ choices }) => choose(choices)}>
            <Facts of={elsewhere.question.choices} />
          </Elsewhere>
        )}
        {claimed.value && <p class="claimed" data-testid="claimed">{w.claimed({ ...claimed.value })}</p>}
        {here && <Answer key={here.run} here={here}><Main /></Answer>}
        <Options failure={failure} name={here ? w.details : w.options} hint={here ? "" : w.optionsList}>
          {here && <Details here={here} />}
        </Options>
      </form>
      {first ? <Preview /> : <Welcome again />}
    </div>
  );
}

/** Whether a search for a shorter answer can go on after its end. */
function mayGoOn(run: Run): boolean {
  const answer = run.answer.value;
  return run.lost.value !== null || (answer !== null && !answer.optimal && ["timeout", "interrupted", "quick"].includes(answer.stopped!));
}

function more(): number {
  return Math.min(MORE_SECONDS, mostSeconds.value);
}

/** What the button does: it starts a search for the cube on the screen, stops it, has it go on, or repeats it. */
function doing(): "solve" | "stop" | "goOn" | "again" {
  const here = search.here.value;
  return !here ? "solve" : !here.run.over ? "stop" : mayGoOn(here.run) ? "goOn" : "again";
}

function Main() {
  const now = doing();
  const run = search.here.value?.run;
  /** What the button did when it was pressed, and when a double click began. */
  const pressed = useRef(now);
  const stopping = run?.phase.value === "stopping";
  const label = now === "goOn" ? w.goOn({ minutes: Math.round(more() / 60) }) : now === "stop" ? (stopping ? w.stopping : w.stop) : w[now];
  return (
    <button
      type={now === "stop" ? "button" : "submit"}
      class={now === "solve" ? "main large" : now === "goOn" ? "main" : ""}
      disabled={search.starting.value || stopping}
      title={now === "stop" ? w.stopKeeps : undefined}
      data-testid={now === "stop" ? "stop-button" : "solve-button"}
      onPointerDown={(event) => event.detail < 2 && (pressed.current = now)}
      onClick={(event) => {
        if (event.detail > 0 && pressed.current !== now) event.preventDefault();
        else if (now === "stop") run!.stop();
      }}
    >
      {label}
    </button>
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
