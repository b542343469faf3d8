// The question of a search beside what is said in answer: its cube as a net, and its choices. Where the screen shows another question,
// this is all that is shown of the search, with the way back to it.
import type { ComponentChildren } from "preact";
import * as cube from "../cube";
import { begun, type Question } from "../question";
import type { Asked } from "../search";
import { asked as w } from "../words/asked";
import { SmallNet } from "./SmallNet";

interface OfQuestion {
  question: Question;
  /** How many turns of the answer are made on the cube that is shown, and of how many. */
  made: number;
  count: number;
  children?: ComponentChildren;
}

export function About({ question, made, count, children }: OfQuestion) {
  return (
    <section class="about" data-testid="about" data-made={made}>
      <p><strong>{made === 0 ? w.shown : w.before({ made, count })}</strong></p>
      <SmallNet facelets={question.origin.facelets} label={w.net} testid="about-net" />
      <div>{children}</div>
    </section>
  );
}

/** The cube of a question where the search itself has moved the cube on the screen. */
export function Began({ question }: { question: Question }) {
  return (
    <section class="about" data-testid="about">
      <p><strong>{w.began}</strong></p>
      <SmallNet facelets={question.origin.facelets} label={w.net} testid="about-net" />
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
    cube.begin(begun(question.origin));
    choose(question);
  };
  return (
    <section class="about other" data-testid="elsewhere">
      <p role="status">{run.over ? w.over : w.goesOn}</p>
      <SmallNet facelets={question.origin.facelets} label={w.net} testid="about-net" />
      <div>{children}</div>
      <button type="button" onClick={back} data-testid="back-to-question">{w.back}</button>
    </section>
  );
}
