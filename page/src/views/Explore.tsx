// The explorer of the 2×2×2: all cubes by distance, and the neighbours of the cube on the screen.
import { picture, sentenceOf, type Neighbours } from "../api";
import * as cube from "../cube";
import * as exploring from "../exploring";
import { say } from "../speech";
import { look } from "../palettes";
import { tab } from "../tabs";
import { explore as w } from "../words/explore";
import { Chance } from "./Chance";
import { Chart } from "./Chart";
import { Refusal, ToPaint } from "./Refusal";

export function Explore() {
  if (tab.value !== "explore") return null;
  return (
    <div class="explore">
      <h2>{w.title}</h2>
      <Summary />
      <p class="hint">{w.intro}</p>
      {exploring.failure.value && <p class="fault" role="alert">{say(sentenceOf(exploring.failure.value))}</p>}
      <Chart />
      <Chance />
      <Here />
    </div>
  );
}

/** The neighbours of the cube on the screen, or why they are not known. */
function Here() {
  const { refused, unknown } = exploring;
  if (refused.value) return <Refusal failure={refused.value} testid="explore-fault" />;
  if (unknown.value) {
    return (
      <div class="elsewhere" data-testid="explore-unknown">
        <p>{w.unknown}</p>
        <ToPaint />
      </div>
    );
  }
  if (cube.size.value === 2) return <Around />;
  return (
    <>
      <h2>{w.neighbours}</h2>
      <div class="elsewhere">
        <p>{w.other}</p>
        <button type="button" class="main" data-testid="explore-change" onClick={() => cube.resize(2)}>{w.change}</button>
      </div>
    </>
  );
}

function Summary() {
  const { htm, qtm } = exploring.layers.value;
  if (!htm || !qtm) return null;
  const shown = exploring.metric.value === "htm" ? htm : qtm;
  const mean = shown.counts.reduce((sum, count, depth) => sum + count * depth, 0) / shown.total;
  return (
    <p data-testid="explore-total">
      {w.total({ total: htm.total })} <strong>{w.enough({ htm: htm.counts.length - 1, qtm: qtm.counts.length - 1 })}</strong>{" "}
      {w.mean({ mean })}
    </p>
  );
}

function Around() {
  const around = exploring.around.value;
  const metric = exploring.metric.value;
  return (
    <>
      <h2>{w.neighbours}</h2>
      <p role="status" data-testid="distance" data-distance={around?.distance}>
        <strong>{around ? away(around.distance, metric === "qtm") : w.wait}</strong>
      </p>
      <p class="hint">{w.neighboursHelp}</p>
      <ul class={`neighbours ${metric}`} aria-busy={!around}>
        {(around?.neighbours ?? exploring.ways.value).map((next) => (
          <li key={next.turn}><Card next={next} distance={around?.distance ?? null} /></li>
        ))}
      </ul>
    </>
  );
}

function away(distance: number, quarter: boolean): string {
  return distance === 0 ? w.home : (quarter ? w.awayQuarter : w.away)({ distance });
}

const ARROWS = { closer: "↓", same: "=", farther: "↑" };

/** A neighbour; without a distance only its turn, until the neighbours are known. */
function Card({ next, distance }: { next: Neighbours["neighbours"][number]; distance: number | null }) {
  if (distance === null) {
    return (
      <button type="button" class="card" title={say(next.description)} aria-label={w.named({ turn: next.turn, description: next.description })} onClick={() => cube.turn(next.turn)}>
        <span class="place" />
        <span class="said" aria-hidden="true">
          <span class="turn-name">{next.turn}</span>
          <span class="far">…</span>
          <span class="way">&nbsp;</span>
        </span>
      </button>
    );
  }
  const way = next.distance < distance ? "closer" : next.distance > distance ? "farther" : "same";
  return (
    <button type="button" class={`card ${way}`} data-testid={`neighbour-${next.turn}`} data-distance={next.distance} title={say(next.description)}
      aria-label={w.leads({ turn: next.turn, description: next.description, distance: next.distance, way: w[way] })} onClick={() => cube.turn(next.turn)}>
      <img src={picture(next.facelets, { width: 96, ...look.value })} alt="" width="64" height="64" />
      <span class="said" aria-hidden="true">
        <span class="turn-name">{next.turn}</span>{" "}
        <span class="far">{ARROWS[way]} {next.distance}</span>{" "}
        <span class="way">{w[way]}</span>
      </span>
    </button>
  );
}
