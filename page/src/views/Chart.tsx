// The layers of the 2×2×2 as a table with bars; a click on a row shows a cube of its layer.
import { signal } from "@preact/signals";
import * as exploring from "../exploring";
import { number } from "../speech";
import { explore as w } from "../words/explore";

const SCALES = ["log", "linear"] as const;
const scale = signal<(typeof SCALES)[number]>("log");

export function Chart() {
  const { metric, layers } = exploring;
  const counted = layers.value[metric.value];
  return (
    <div class="chart">
      <div class="counting">
        <Choice name="metric" legend={w.metric} options={exploring.METRICS} chosen={metric.value} choose={(name) => (metric.value = name)} />
        <Choice name="scale" legend={w.scale} options={SCALES} chosen={scale.value} choose={(name) => (scale.value = name)} />
      </div>
      {counted ? <Bars counts={counted.counts} total={counted.total} /> : <p class="hint">{w.wait}</p>}
    </div>
  );
}

interface ChoiceOf<T extends string> {
  name: string;
  legend: string;
  options: readonly T[];
  chosen: T;
  choose: (name: T) => void;
}

function Choice<T extends "htm" | "qtm" | "log" | "linear">({ name, legend, options, chosen, choose }: ChoiceOf<T>) {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={`explore-${name}`} data-testid={`explore-${option}`} checked={chosen === option} onChange={() => choose(option)} />{" "}
          {w[option]}
        </label>
      ))}
    </fieldset>
  );
}

function Bars({ counts, total }: { counts: readonly number[]; total: number }) {
  const most = Math.max(...counts);
  // Plus 1, so that a layer of a single cube has a bar too.
  const length = (count: number) => (scale.value === "log" ? (1 + Math.log10(count)) / (1 + Math.log10(most)) : count / most);
  const here = exploring.around.value?.distance ?? null;
  return (
    <table class="layers" data-testid="layers">
      <caption class="hidden">{w.title}</caption>
      <thead>
        <tr>
          <th scope="col">{w.distance}</th>
          <th scope="col"><span class="hidden">{w.share}</span></th>
          <th scope="col" class="number">{w.cubes}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map((count, depth) => (
          <tr key={depth} class={depth === here ? "here" : ""} onClick={() => void exploring.showAt(depth)}>
            <th scope="row">
              <button type="button" data-testid={`layer-${depth}`} aria-label={w.show({ depth, count })} aria-current={depth === here ? "true" : undefined}
                onKeyDown={step}>
                {depth}
              </button>
            </th>
            <td>
              <span class="bar" aria-hidden="true" style={{ width: `${100 * length(count)}%` }} />
              <span class="hidden">{(depth === here ? w.percentHere : w.percent)({ percent: (100 * count) / total })}</span>
            </td>
            <td class="number">{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The arrows go from layer to layer. */
function step(event: KeyboardEvent) {
  const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!down) return;
  event.preventDefault();
  const row = (event.currentTarget as HTMLElement).closest("tr")!;
  const next = down > 0 ? row.nextElementSibling : row.previousElementSibling;
  next?.querySelector("button")?.focus();
}
