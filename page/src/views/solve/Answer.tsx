// What was found: the turns, what is proved about them, and what can be done with them.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { film, picture, type Answer as Found, type DescribedTurn } from "../../api";
import { type Run } from "../../jobs";
import { say } from "../../speech";
import { look } from "../../palettes";
import type { Origin } from "../../question";
import { copy } from "../../share";
import { told } from "../../spelling";
import { answer as w } from "../../words/answer";
import { Certificate } from "./Certificate";
import { link, play, step } from "./replay";
import { open as steps, Steps } from "./Steps";

export function Answer({ run, from, answer, made }: { run: Run; from: Origin; answer: Found; made: number }) {
  const chosen = useSignal(answer.solution ?? "");
  const turns = chosen.value.split(" ").filter(Boolean);
  return (
    <section class="answer" aria-label={w.answer} data-testid="answer" data-solution={answer.solution} data-optimal={answer.optimal}>
      <h2 class={answer.optimal ? "good" : ""} data-testid="claim">{say(answer.claim)}</h2>
      {turns.length > 0 && (
        <>
          <Turns answer={answer} chosen={chosen.value} />
          <Deals from={from} turns={turns} twizzle={chosen.value === answer.solution ? answer.twizzle : null} />
          <Steps from={from} turns={turns} made={made} />
          {answer.solutions && (
            <All found={answer} extra={run.request.extra ?? 0} chosen={chosen.value} choose={(solution) => {
              chosen.value = solution;
              play(from, solution.split(" "));
            }} />
          )}
          <Downloads answer={answer} alg={chosen.value} />
          {answer.optimal && <Certificate run={run} />}
        </>
      )}
      {answer.reached && <Reached of={answer.reached} from={from} made={made} />}
    </section>
  );
}

/** How far a search in stages came that found no answer: its turns are no answer, but can be played. */
function Reached({ of, from, made }: { of: NonNullable<Found["reached"]>; from: Origin; made: number }) {
  const turns = of.turns.split(" ").filter(Boolean);
  return (
    <div class="reached">
      <p data-testid="reached" data-turns={of.turns}>{say(of.sentence)}</p>
      {turns.length > 0 && (
        <>
          <Deals from={from} turns={turns} twizzle={null} />
          <Steps from={from} turns={turns} made={made} />
        </>
      )}
    </div>
  );
}

function Turns({ answer, chosen }: { answer: Found; chosen: string }) {
  const described = useSignal<readonly DescribedTurn[]>(answer.moves);
  useEffect(() => {
    if (chosen === answer.solution) {
      described.value = answer.moves;
      return undefined;
    }
    let newest = true;
    const turns = chosen.split(" ");
    told(answer.size, turns)
      .catch(() => turns.map((text) => ({ text, description: text })))
      .then((found) => newest && (described.value = found));
    return () => void (newest = false);
  }, [chosen]);
  return (
    <ol class="alg" aria-label={w.answer} data-testid="answer-turns">
      {described.value.map((move, index) => (
        <li key={index} title={say(move.description)}>
          <span aria-hidden="true">{move.text}</span>
          <span class="hidden">{say(move.description)}</span>
        </li>
      ))}
    </ol>
  );
}

function Deals({ from, turns, twizzle }: { from: Origin; turns: string[]; twizzle: string | null }) {
  const done = useSignal("");
  const tell = (what: string) => {
    done.value = what;
    setTimeout(() => (done.value = ""), 2000);
  };
  return (
    <div class="buttons">
      <button type="button" class="main" onClick={() => play(from, turns)} data-testid="play-answer">{w.play}</button>
      <button type="button" onClick={() => {
        steps.value = true;
        step(from, turns);
      }} data-testid="step-answer">{w.step}</button>
      <button type="button" onClick={() => void copy(turns.join(" ")).then(() => tell("turns"))} data-testid="copy-answer">
        {done.value === "turns" ? w.copied : w.copy}
      </button>
      <button type="button" title={w.shareHint} onClick={() => void copy(link(from, turns)).then(() => tell("link"))}
        data-testid="share-answer" data-link={link(from, turns)}>
        {done.value === "link" ? w.copied : w.share}
      </button>
      {/* Only a link: nothing is asked of that site before somebody follows it. */}
      {twizzle && (
        <a class="button" href={twizzle} target="_blank" rel="noreferrer" title={w.twizzleHint} data-testid="twizzle">{w.twizzle}</a>
      )}
      <span class="hidden" role="status">{done.value && w.copied}</span>
    </div>
  );
}

function Downloads({ answer, alg }: { answer: Found; alg: string }) {
  return (
    <p class="downloads">
      {w.download}{" "}
      <a href={film(answer.start, alg, "gif", look.value)} download data-testid="download-gif">GIF</a>
      <a href={film(answer.start, alg, "svg", look.value)} download data-testid="download-svg">SVG</a>
      <a href={film(answer.start, alg, "html", look.value)} download data-testid="download-html">{w.player}</a>
      <a href={picture(answer.start, { format: "png", width: 800, ...look.value })} download="cube.png" data-testid="download-png">{w.png}</a>
      <a href={picture(answer.start, { format: "png", width: 800, hidden: true, ...look.value })} download="cube-hidden.png" data-testid="download-hidden">{w.hiddenFaces}</a>
      <a href={picture(answer.start, { format: "png", width: 800, view: "plan", ...look.value })} download="cube-plan.png" data-testid="download-plan">{w.plan}</a>
    </p>
  );
}

const FIRST = 20;

interface AllProps {
  found: Found;
  /** How many turns longer than the shortest they may be. */
  extra: number;
  chosen: string;
  choose: (solution: string) => void;
}

function All({ found, extra, chosen, choose }: AllProps) {
  const shown = useSignal(FIRST);
  const all = found.solutions!;
  const count = extra > 0 ? w.longer({ count: all.length, extra }) : (found.stopped ? w.someOf : w.all)({ count: all.length });
  return (
    <div class="all" data-testid="all-answers" data-count={all.length}>
      <h3>{count}</h3>
      {found.size > 2 && <p class="hint">{w.order}</p>}
      <ul>
        {all.slice(0, shown.value).map((solution) => (
          <li key={solution}>
            <button type="button" aria-pressed={solution === chosen} aria-label={w.playThis({ turns: solution })} onClick={() => choose(solution)}>
              <span aria-hidden="true">▶</span> {solution}
            </button>
          </li>
        ))}
      </ul>
      {all.length > shown.value && (
        <button type="button" onClick={() => (shown.value += 100)}>{w.more({ count: Math.min(100, all.length - shown.value) })}</button>
      )}
    </div>
  );
}
