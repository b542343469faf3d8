// More about an answer, folded away: its length in other metrics, other answers, each step, the question, and how it was found.
import type { Asked } from "../../search";
import { answer as w } from "../../words/answer";
import { Turns } from "../Turns";
import { All, More } from "./All";
import { Deeds } from "./Deeds";
import { Steps } from "./Steps";
import type { Answer as Found } from "../../api";

/** More stickers are not drawn as nets. */
const MOST_DRAWN = 60_000;

export function Details({ here: { question: { origin: from }, run, made } }: { here: Asked & { made: number } }) {
  const answer = run.answer.value;
  const alg = run.way.value;
  const twizzle = answer?.solution === alg ? answer.twizzle : null;
  return (
    <>
      {answer && alg && alg === answer.solution && <Lengths of={answer.lengths} />}
      {answer && alg && (
        <>
          <div class="buttons">
            <More key={run} run={run} from={from} answer={answer} />
            {/* Only a link: the page sends nothing to that site. */}
            {twizzle && <a class="button" href={twizzle} target="_blank" rel="noreferrer" title={w.twizzleHint} data-testid="twizzle">{w.twizzle}</a>}
          </div>
          {answer.solutions && <All key={run} run={run} from={from} answer={answer} />}
          {from.size > 3 && <Turns key={alg} size={from.size} turns={alg} label={w.inWriting} />}
          {alg.split(" ").length * answer.start.length < MOST_DRAWN && <Steps from={from} turns={alg.split(" ")} made={made} />}
        </>
      )}
      {run.best.value !== 0 && <Deeds run={run} moved={made > 0} />}
    </>
  );
}

/** The length in every metric, unless they are equal. */
function Lengths({ of }: { of: Found["lengths"] }) {
  if (!of || new Set(Object.values(of)).size < 2) return null;
  const { htm, qtm, stm, slice_quarter_turns: single = null } = of;
  return <p data-testid="lengths">{w.lengths({ htm, qtm, stm, single })}</p>;
}
