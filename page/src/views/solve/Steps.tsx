// The cube after every turn of an answer, as nets: the current net is marked, and a click on a net plays to it.
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../../api";
import { startOf } from "../../base";
import type { Origin } from "../../question";
import { answer as w } from "../../words/answer";
import { SmallNet } from "../SmallNet";
import { show } from "./replay";

/** Whether the nets are unfolded. */
export const open = signal(false);

export function Steps({ from, turns, made }: { from: Origin; turns: string[]; made: number }) {
  return (
    <details class="steps" open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)} data-testid="steps">
      <summary>{w.steps}</summary>
      {open.value && <Nets key={turns.join(" ")} from={from} turns={turns} made={made} />}
    </details>
  );
}

function Nets({ from, turns, made }: { from: Origin; turns: string[]; made: number }) {
  const states = useSignal<readonly string[]>([]);
  const list = useRef<HTMLOListElement>(null);
  const start = startOf(from);
  useEffect(() => {
    let newest = true;
    api.steps(start, turns.join(" ")).then((after) => newest && (states.value = [start, ...after]), () => {});
    return () => void (newest = false);
  }, [start]);
  // Keep the current net in sight in a long list, without moving the page.
  useEffect(() => {
    const now = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (now && list.current) list.current.scrollTo({ left: now.offsetLeft - list.current.clientWidth / 2 + now.clientWidth / 2 });
  }, [made, states.value]);
  return (
    <ol ref={list}>
      {states.value.map((facelets, index) => {
        const label = index === 0 ? w.beginning : turns[index - 1]!;
        return (
          <li key={index}>
            <button type="button" aria-current={index === made ? "true" : undefined} aria-label={index === 0 ? w.before : w.stepTo({ made: index, turn: label })}
              onClick={() => show(from, turns, index)} data-testid={`step-${index}`}>
              <SmallNet facelets={facelets} testid={`step-net-${index}`} />
              <span aria-hidden="true">{label}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
