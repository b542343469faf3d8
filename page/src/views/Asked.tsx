// The question of a search beside its answer: the cube as a net, and the choices. If the screen shows another question, only this is
// shown of the search, with a button that leads back to it.
import type { ComponentChildren } from "preact";
import * as cube from "../cube";
import type { Question } from "../question";
import type { Asked } from "../search";
import { asked as w } from "../words/asked";
import { SmallNet } from "./SmallNet";

interface OfQuestion {
  question: Question;
  /** The number of turns of the answer that are made on the screen. */
  made: number;
}

/** For which cube the answer is, while its turns are made. */
export function About({ question, made }: OfQuestion) {
  return (
    <section class="about" data-testid="about" data-made={made}>
      {made > 0 && <SmallNet facelets={cube.startOf(question.origin)} label={w.net} testid="about-net" />}
      {made > 0 && <p>{w.before({ made, count: cube.tape.value.length })}</p>}
    </section>
  );
}

interface OfAnother {
  asked: Asked;
  choose: (question: Question) => void;
  children?: ComponentChildren;
}

export function Elsewhere({ asked: { question, run }, choose, children }: OfAnother) {
  const back = () => {
    cube.begin(question.origin, run.way.peek().split(" ").filter(Boolean));
    choose(question);
  };
  return (
    <section class="about of-another" data-testid="elsewhere">
      <p role="status">{run.over ? w.over : w.goesOn}</p>
      <SmallNet facelets={cube.startOf(question.origin)} label={w.net} testid="about-net" />
      <div>{children}</div>
      <div class="buttons">
        <button type="button" onClick={back} data-testid="back-to-question">{w.back}</button>
        {!run.over && <button type="button" onClick={() => run.stop()} disabled={run.phase.value === "stopping"} data-testid="stop-button">{w.stop}</button>}
      </div>
    </section>
  );
}
