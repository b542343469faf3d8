// An answer: its claim, its turns, and the buttons to play, copy and save them.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { film, picture, type Answer as Found, type DescribedTurn } from "../../api";
import { type Run } from "../../jobs";
import { say, sayClaim } from "../../speech";
import { look } from "../../palettes";
import type { Origin } from "../../question";
import { described as descriptionsOf } from "../../spelling";
import { answer as w } from "../../words/answer";
import { Copy } from "../Copy";
import { chosenOf } from "./All";
import { play, show } from "./replay";
import { Steps } from "./Steps";

export function Answer({ run, from, answer, made }: { run: Run; from: Origin; answer: Found; made: number }) {
  const section = useRef<HTMLElement>(null);
  const chosen = chosenOf(run);
  const turns = chosen.value.split(" ").filter(Boolean);
  // Bring a new answer into view.
  useEffect(() => section.current?.querySelector("h2")?.scrollIntoView({ block: "nearest" }), []);
  return (
    <section ref={section} class="answer" aria-label={w.answer} data-testid="answer" data-solution={answer.solution} data-optimal={answer.optimal}>
      <h2 class={answer.optimal ? "good" : ""} data-testid="claim">{sayClaim(answer.claim)}</h2>
      {turns.length > 0 && (
        <>
          <Turns answer={answer} chosen={chosen.value} from={from} made={made} />
          <Deals from={from} turns={turns} answer={answer} />
          <Steps from={from} turns={turns} made={made} />
        </>
      )}
      {answer.reached && <Reached of={answer.reached} from={from} made={made} />}
    </section>
  );
}

/** The turns of the finished stages, if a search in stages has no answer: they can be played. */
function Reached({ of, from, made }: { of: NonNullable<Found["reached"]>; from: Origin; made: number }) {
  const turns = of.turns.split(" ").filter(Boolean);
  return (
    <div class="reached">
      <p data-testid="reached" data-turns={of.turns}>{say(of.sentence)}</p>
      {turns.length > 0 && (
        <>
          <Deals from={from} turns={turns} answer={null} />
          <Steps from={from} turns={turns} made={made} />
        </>
      )}
    </div>
  );
}

/** The turns; a click on a turn plays to it. */
function Turns({ answer, chosen, from, made }: { answer: Found; chosen: string; from: Origin; made: number }) {
  const described = useSignal<readonly DescribedTurn[]>(answer.moves);
  useEffect(() => {
    if (chosen === answer.solution) {
      described.value = answer.moves;
      return undefined;
    }
    let newest = true;
    const turns = chosen.split(" ");
    descriptionsOf(answer.size, turns)
      .catch(() => turns.map((text) => ({ text, description: text })))
      .then((list) => newest && (described.value = list));
    return () => void (newest = false);
  }, [chosen]);
  return (
    <ol class="alg" aria-label={w.answer} data-testid="answer-turns">
      {described.value.map((move, index) => (
        <li key={index} title={say(move.description)}>
          <button type="button" aria-label={w.turn({ turn: move.text, description: move.description })} aria-current={index === made - 1 ? "step" : undefined}
            onClick={() => show(from, chosen.split(" "), index + 1)}>
            {move.text}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Deals({ from, turns, answer }: { from: Origin; turns: string[]; answer: Found | null }) {
  const alg = turns.join(" ");
  const twizzle = answer?.solution === alg ? answer.twizzle : null;
  return (
    <div class="buttons">
      <button type="button" class="main" onClick={() => play(from, turns)} data-testid="play-answer">{w.play}</button>
      <Copy text={() => alg} label={w.copy} name="copy-answer" />
      {answer && <Save start={answer.start} alg={alg} />}
      {/* Only a link: the page sends nothing to that site. */}
      {twizzle && (
        <a class="button" href={twizzle} target="_blank" rel="noreferrer" title={w.twizzleHint} data-testid="twizzle">{w.twizzle}</a>
      )}
    </div>
  );
}

/** The files of an answer, each with a thumbnail. */
function Save({ start, alg }: { start: string; alg: string }) {
  const open = useSignal(false);
  const menu = useRef<HTMLDetailsElement>(null);
  useSignalEffect(() => {
    if (!open.value) return undefined;
    // A press anywhere else closes the menu.
    const pressed = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) open.value = false;
    };
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  });
  const large = { format: "png", width: 800, ...look.value };
  const [hidden, plan] = [{ hidden: true }, { view: "plan" }];
  const kinds: [name: string, label: string, address: string, shown: object, file: string | true][] = [
    ["gif", w.gif, film(start, alg, "gif", look.value), {}, true],
    ["svg", w.svg, film(start, alg, "svg", look.value), {}, true],
    ["html", w.player, film(start, alg, "html", look.value), {}, true],
    ["png", w.png, picture(start, large), {}, "cube.png"],
    ["hidden", w.hiddenFaces, picture(start, { ...large, ...hidden }), hidden, "cube-hidden.png"],
    ["plan", w.plan, picture(start, { ...large, ...plan }), plan, "cube-plan.png"],
  ];
  return (
    <details ref={menu} class="save" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}
      onKeyDown={(event) => event.key === "Escape" && (open.value = false)}>
      <summary class="button" data-testid="save">{w.save}</summary>
      <ul>
        {kinds.map(([name, label, address, shown, file]) => (
          <li key={name}>
            <a href={address} download={file} data-testid={`download-${name}`}>
              {open.value && <img src={picture(start, { width: 96, ...shown, ...look.value })} alt="" width="48" height="48" loading="lazy" />}
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
