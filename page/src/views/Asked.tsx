// The question of a search beside its answer: the cube as a net, and the choices. If the screen shows another question, only this is
// shown of the search, with a button that leads back to it.
import type { ComponentChildren } from "preact";
import * as cube from "../cube";
import { asBase, type Question } from "../question";
import type { Asked } from "../search";
import { asked as w } from "../words/asked";
import { SmallNet } from "./SmallNet";

interface OfQuestion {
  question: Question;
  /** The number of turns of the answer that are made on the screen, and the number of all. */
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

/** The cube of a question whose search has moved the cube on the screen. */
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
    cube.begin(asBase(question.origin));
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
