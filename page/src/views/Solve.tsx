// Solving the cube on the screen: the question, the search, the answer.
import { useEffect, useRef } from "preact/hooks";
import { learn } from "../about";
import { claimed } from "../questionlink";
import * as cube from "../cube";
import type { Run } from "../jobs";
import type { Choices } from "../question";
import { named } from "../speech";
import { engines, metrics, solve as w } from "../words/solve";
import { About, Elsewhere } from "./Asked";
import { Hold } from "./Hold";
import { Missing, Refusal } from "./Refusal";
import { Intro } from "./Start";
import { Answer } from "./solve/Answer";
import { Bounds } from "./solve/Bounds";
import { Certificate } from "./solve/Certificate";
import { Deeds } from "./solve/Deeds";
import { goalName, isOurs, Options } from "./solve/Options";
import { choose, mostSeconds } from "../choices";
import { search } from "./solve/searching";
import { open, Preview, Welcome } from "./Welcome";

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
        <div class="buttons"><Main /></div>
        {!failure && <Missing />}
        {failure && !isOurs(failure) && <Refusal failure={failure} testid="solve-fault" />}
        {elsewhere && (
          <Elsewhere asked={elsewhere} choose={({ choices }) => choose(choices)}>
            <Facts of={elsewhere.question.choices} />
          </Elsewhere>
        )}
        {claimed.value && <p class="claimed" data-testid="claimed">{w.claimed({ ...claimed.value })}</p>}
        <Found />
        <Options failure={failure} />
        <Proof />
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

/** What the button does: it starts a search for the cube on the screen, stops it, or has it go on. */
function doing(): "solve" | "stop" | "goOn" {
  const here = search.here.value;
  return !here ? "solve" : !here.run.over ? "stop" : mayGoOn(here.run) ? "goOn" : "solve";
}

function Main() {
  const now = doing();
  const run = search.here.value?.run;
  /** What the button did when it was pressed, and when a double click began. */
  const pressed = useRef(now);
  const stopping = run?.phase.value === "stopping";
  const label = now === "goOn" ? w.goOn({ minutes: Math.round(more() / 60) }) : now === "stop" ? (stopping ? w.stopping : w.stop) : w.solve;
  return (
    <button
      type={now === "stop" ? "button" : "submit"}
      class="main large"
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

/** The search for the question on the screen, and its answer. */
function Found() {
  const here = search.here.value;
  if (!here) return null;
  const { question, run, made } = here;
  const answer = run.answer.value;
  return (
    <>
      {answer && <Answer key={run} run={run} from={question.origin} answer={answer} made={made} />}
      {answer && made === 0 && run.best.value !== 0 && <Hold state={cube.startOf(question.origin)} />}
      {run.best.value !== 0 && <Bounds key={run} run={run} from={question.origin} />}
    </>
  );
}

/** What an answer is about, its certificate, and how it was found. */
function Proof() {
  const here = search.here.value;
  if (!here) return null;
  const { question, run, made } = here;
  const answer = run.answer.value;
  return (
    <>
      <About question={question} made={made} better={made > 0 && !`${run.way.value} `.startsWith(`${cube.tape.value.join(" ")} `)}>
        <Facts of={{ ...question.choices, timeout: run.request.timeout! }} />
      </About>
      {answer && answer.optimal && answer.length !== 0 && <Certificate key={run} run={run} />}
      {run.best.value !== 0 && <Deeds run={run} moved={made > 0} />}
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
