// A search and its result: the claim, the turns to play, the bounds that prove it, and what can be done with the answer.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import * as cube from "../../cube";
import type { Asked } from "../../search";
import { say } from "../../speech";
import { answer as w } from "../../words/answer";
import { About } from "../Asked";
import { Copy } from "../Copy";
import { Hold } from "../Hold";
import { Bounds } from "./Bounds";
import { Certificate } from "./Certificate";
import { Claim } from "./Claim";
import { play } from "./replay";
import { Save } from "./Save";

/** The most turns in sight; `Details` has all. */
const MOST_TURNS = 60;

export function Answer({ here: { question, run, made }, children }: { here: Asked & { made: number }; children: ComponentChildren }) {
  const section = useRef<HTMLElement>(null);
  const answer = run.answer.value;
  const from = question.origin;
  const way = run.way.value;
  const turns = way.split(" ");
  const waits = way === cube.tape.value.join(" ");
  // The button that was pressed has given way to the result.
  useEffect(() => void (document.activeElement === document.body && section.current?.querySelector("h2")?.focus({ preventScroll: true })), []);
  // Bring a new answer into view.
  useEffect(() => void (answer && section.current?.querySelector("h2")?.scrollIntoView({ block: "nearest" })), [answer]);
  return (
    <section ref={section} class="answer" aria-label={w.answer} {...(answer && { "data-testid": "answer", "data-solution": answer.solution === null ? null : way, "data-optimal": answer.optimal })}>
      <Claim run={run} />
      {answer?.reached && <p data-testid="reached" data-turns={answer.reached.turns}>{say(answer.reached.sentence)}</p>}
      {way && (
        <div class="ready-turns">
          <button type="button" class="main" onClick={() => play(from, turns)} data-testid="play-answer">
            <span aria-hidden="true">▶ </span>{waits ? w.play : w.playBetter({ count: turns.length })}
          </button>
          <p>{turns.slice(0, MOST_TURNS).join(" ")}{turns.length > MOST_TURNS && " …"}</p>
        </div>
      )}
      {run.best.value === 0 ? <div class="buttons">{children}</div> : <Bounds key={run} run={run} from={from}>{children}</Bounds>}
      <About question={question} made={made} />
      {answer && made === 0 && run.best.value !== 0 && <Hold state={cube.startOf(from)} />}
      {answer && way && (
        <Certificate key={run} run={run}>
          <Copy text={() => way} label={w.copy} name="copy-answer" />
          {answer.solution !== null && <Save start={answer.start} alg={way} />}
        </Certificate>
      )}
    </section>
  );
}
