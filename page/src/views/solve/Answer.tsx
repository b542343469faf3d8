// An answer: its claim, and the buttons to copy and save its turns, which are on the tape.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { most } from "../../about";
import { film, picture, type Answer as Found } from "../../api";
import { type Run } from "../../jobs";
import { say, sayClaim } from "../../speech";
import { look } from "../../palettes";
import type { Origin } from "../../question";
import { answer as w } from "../../words/answer";
import { Copy } from "../Copy";
import { Turns } from "../Turns";
import { All, More } from "./All";
import { Steps } from "./Steps";

export function Answer({ run, from, answer, made }: { run: Run; from: Origin; answer: Found; made: number }) {
  const section = useRef<HTMLElement>(null);
  const alg = run.way.value;
  const twizzle = answer.solution === alg ? answer.twizzle : null;
  // Bring a new answer into view.
  useEffect(() => section.current?.querySelector("h2")?.scrollIntoView({ block: "nearest" }), []);
  return (
    <section ref={section} class="answer" aria-label={w.answer} data-testid="answer" data-solution={answer.solution === null ? null : alg} data-optimal={answer.optimal}>
      <h2 class={answer.optimal ? "good" : ""} data-testid="claim">{sayClaim(answer.claim)}</h2>
      {alg && alg === answer.solution && <Lengths of={answer.lengths} />}
      {answer.reached && <p data-testid="reached" data-turns={answer.reached.turns}>{say(answer.reached.sentence)}</p>}
      {alg && (
        <>
          <div class="buttons">
            <More key={run} run={run} from={from} answer={answer} />
            <Copy text={() => alg} label={w.copy} name="copy-answer" />
            {answer.solution !== null && <Save start={answer.start} alg={alg} />}
            {/* Only a link: the page sends nothing to that site. */}
            {twizzle && (
              <a class="button" href={twizzle} target="_blank" rel="noreferrer" title={w.twizzleHint} data-testid="twizzle">{w.twizzle}</a>
            )}
          </div>
          {answer.solutions && <All key={run} run={run} from={from} answer={answer} />}
          {from.size > 3 && <Turns key={alg} size={from.size} turns={alg} label={w.inWriting} />}
          {alg.split(" ").length * answer.start.length < MOST_DRAWN && <Steps from={from} turns={alg.split(" ")} made={made} />}
        </>
      )}
    </section>
  );
}

/** More stickers are not drawn as nets. */
const MOST_DRAWN = 60_000;

/** The length in every metric, unless they are equal. */
function Lengths({ of }: { of: Found["lengths"] }) {
  if (!of || new Set(Object.values(of)).size < 2) return null;
  const { htm, qtm, stm, slice_quarter_turns: single = null } = of;
  return <p class="hint" data-testid="lengths">{w.lengths({ htm, qtm, stm, single })}</p>;
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
  const longest = most("film_turns", 200);
  const isLong = alg.split(" ").length > longest;
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
        {isLong && <li class="hint">{w.longFilm({ most: longest })}</li>}
        {kinds.slice(isLong ? 3 : 0).map(([name, label, address, shown, file]) => (
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
