// The explorer of the 2×2×2: all its cubes by distance, and the neighbours of the one that is shown.
import { picture, type Neighbours } from "../api";
import * as cube from "../cube";
import * as exploring from "../exploring";
import { number, say, words } from "../language";
import { look } from "../palettes";
import { tab } from "../tabs";
import { explore } from "../words/explore";
import { Chart } from "./Chart";
import { Refusal, ToPaint } from "./Refusal";

const w = words(explore);

export function Explore() {
  if (tab.value !== "explore") return null;
  return (
    <div class="explore">
      <h2>{w.value.title}</h2>
      <Summary />
      <p class="hint">{w.value.intro}</p>
      {exploring.failure.value && <p class="fault" role="alert">{say(exploring.failure.value.error)}</p>}
      <Chart />
      <Here />
    </div>
  );
}

/** The cube shown and its neighbours, or why it has none. */
function Here() {
  const { refused, unknown } = exploring;
  if (refused.value) return <Refusal failure={refused.value} testid="explore-fault" />;
  if (unknown.value) {
    return (
      <div class="elsewhere" data-testid="explore-unknown">
        <p>{w.value.unknown}</p>
        <ToPaint />
      </div>
    );
  }
  if (cube.size.value === 2) return <Around />;
  return (
    <>
      <h2>{w.value.neighbours}</h2>
      <div class="elsewhere">
        <p>{w.value.other}</p>
        <button type="button" class="main" data-testid="explore-change" onClick={() => cube.resize(2)}>{w.value.change}</button>
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
      {w.value.total(number(htm.total))} <strong>{w.value.enough(htm.counts.length - 1, qtm.counts.length - 1)}</strong>{" "}
      {w.value.mean(number(mean, 2))}
    </p>
  );
}

function Around() {
  const found = exploring.around.value;
  const metric = exploring.metric.value;
  return (
    <>
      <h2>{w.value.neighbours}</h2>
      <p role="status" data-testid="distance" data-distance={found?.distance}>
        <strong>{found ? w.value.away(found.distance, metric === "qtm") : w.value.wait}</strong>
      </p>
      <p class="hint">{w.value.neighboursHelp}</p>
      <ul class={`neighbours ${metric}`} aria-busy={!found}>
        {(found?.neighbours ?? exploring.ways.value).map((next) => (
          <li key={next.turn}><Card next={next} distance={found?.distance ?? null} /></li>
        ))}
      </ul>
    </>
  );
}

const ARROWS = { closer: "↓", same: "=", farther: "↑" };

/** A neighbour; without a distance the turn alone, since where it leads is not known yet. */
function Card({ next, distance }: { next: Neighbours["neighbours"][number]; distance: number | null }) {
  if (distance === null) {
    return (
      <button type="button" class="card" title={say(next.description)} aria-label={`${next.turn}, ${say(next.description)}`} onClick={() => cube.turn(next.turn)}>
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
  const where = `${w.value.count(next.distance)}, ${w.value[way]}`;
  return (
    <button type="button" class={`card ${way}`} data-testid={`neighbour-${next.turn}`} data-distance={next.distance} title={say(next.description)}
      aria-label={w.value.leads(next.turn, say(next.description), where)} onClick={() => cube.turn(next.turn)}>
      <img src={picture(next.facelets, { width: 96, ...look.value })} alt="" width="64" height="64" />
      <span class="said" aria-hidden="true">
        <span class="turn-name">{next.turn}</span>
        <span class="far">{ARROWS[way]} {next.distance}</span>
        <span class="way">{w.value[way]}</span>
      </span>
    </button>
  );
}
