// "All states": the layers by distance true to scale, a solution by two bits a cube, the number of each cube.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { number as numeral } from "../speech";
import { stateCount } from "../states";
import { howStates as w } from "../words/how-states";
import { neighboursOf, useAnswer } from "./answers";
import { Cube, Exercise, Slider, TurnedCube } from "./Bits";
import { End } from "./End";
import { cubeAt, explore, type Layers } from "./exploring";
import { colourOf, Field } from "./Field";
import { FIXED, slotAt, turned } from "./geometry";
import { configurationAt, configurationOf, faceletsOf, LAST, numberOf, PLACES } from "./numbers";
import { Screen } from "./Screen";

interface Here {
  state: string;
}

export function StatesScreen({ screen, state }: Here & { screen: number }) {
  const View = [AllCubes, Down, Numbered, Learnt][screen - 1]!;
  return <View state={state} />;
}

/** The layers after the exploration, which runs only while a screen shows it; null before its end. */
let explored: Layers | null = null;
const FARTHEST = 11;

function useLayers(): Layers | null {
  const layers = useSignal(explored);
  useEffect(() => {
    let isShown = true;
    void (async () => {
      if (explored) return;
      for await (const now of explore()) {
        if (!isShown) return;
        layers.value = now;
        if (now.isDone) explored = now;
      }
    })();
    return () => void (isShown = false);
  }, []);
  return layers.value;
}

/** The counts of the layers up to a distance, each with its colour. */
function Counts({ layers, most }: { layers: Layers; most: number }) {
  return (
    <ol class="layer-counts" start={0}>
      {layers.starts.slice(1, most + 2).map((end, distance) => {
        const count = end - layers.starts[distance]!;
        return count > 0 && <li key={distance} data-count={count}><i style={{ background: colourOf(distance) }} />{w.layer({ distance, count })}</li>;
      })}
    </ol>
  );
}

function AllCubes({ state }: Here) {
  const layers = useLayers();
  const most = useSignal(0);
  const picked = useSignal<{ facelets: string; distance: number } | null>(null);
  const farthest = layers ? layers.starts.length - 2 : 0;
  return (
    <Screen title={w.oneTitle({ count: Number(stateCount(2)) })} cube={<Cube facelets={picked.value?.facelets ?? state} />}>
      <Slider label={w.distance} least={0} most={FARTHEST} value={most.value} onValue={(value) => (most.value = value)} testid="layers" />
      {layers && <Field layers={layers} most={most.value} onCube={(index) => (picked.value = { facelets: cubeAt(layers.states[index]!), distance: layers.starts.findIndex((start) => start > index) - 1 })} />}
      {!layers?.isDone && <p class="hint" role="status" data-testid="exploring">{w.exploring({ distance: Math.max(0, farthest) })}</p>}
      <p role="status" data-testid="picked" data-distance={picked.value?.distance}>{picked.value ? w.distanceOf({ distance: picked.value.distance }) : w.one}</p>
      {layers && <Counts layers={layers} most={Math.min(most.value, farthest)} />}
      <p>{w.oneMore}</p>
    </Screen>
  );
}

/** The largest number of turns of the walk; every cube needs at most 11. */
const LONGEST = 30;

function Down({ state }: Here) {
  const turns = useSignal<readonly string[]>([]);
  const now = turned(state, turns.value);
  const around = useAnswer(`neighbours ${now}`, () => neighboursOf(now));
  const way = useSignal<readonly number[]>([]);
  const distance = around.value?.distance;
  useEffect(() => {
    if (distance === undefined) return;
    way.value = turns.peek().length === 0 ? [distance] : [...way.peek(), distance];
  }, [around.value]);
  const first = way.value[0];
  return (
    <Screen title={w.twoTitle} cube={<TurnedCube facelets={state} turns={turns.value} most={LONGEST} onTurns={(list) => (turns.value = list)} />}>
      <p>{w.two}</p>
      <Exercise of={around}>
        {({ distance, neighbours }) => (
          <>
            <p role="status" class={distance === 0 ? "good" : ""} data-testid="walked" data-distance={distance} data-count={turns.value.length}>
              {distance > 0 ? w.remainder({ remainder: distance % 3 }) : turns.value.length === first ? w.arrived({ count: turns.value.length }) : w.arrivedLonger({ count: turns.value.length })}
            </p>
            <ol class="way-down" aria-hidden="true">{way.value.map((each, index) => <li key={index} style={{ height: `${0.6 + each * 0.5}rem` }} class={each > (way.value[index - 1] ?? each) ? "is-up" : ""}>{each % 3}</li>)}</ol>
            {distance > 0 && (
              <ul class="choices" aria-label={w.next}>
                {neighbours.map((next) => <li key={next.turn} data-testid={`next-${next.turn}`} data-remainder={next.distance % 3} class={next.distance % 3 === (distance + 2) % 3 ? "is-right" : ""}>{w.onward({ turn: next.turn, remainder: next.distance % 3 })}</li>)}
              </ul>
            )}
          </>
        )}
      </Exercise>
    </Screen>
  );
}

function Numbered({ state }: Here) {
  const number = useSignal(numberOf(configurationOf(state)).number);
  /** Twists by hand, for each place. */
  const twists = useSignal<readonly number[]>(PLACES.map(() => 0));
  const own = configurationAt(number.value);
  const orientations = own.orientations.map((orientation, place) => ((orientation - 1 + twists.value[place]!) % 3) + 1);
  const sum = orientations.reduce((sum, orientation) => sum + orientation - 1, 0);
  const now = { pieces: own.pieces, orientations };
  const { first, second, number: index } = numberOf(now);
  const choose = (value: number) => {
    number.value = Math.max(0, Math.min(LAST, Math.floor(value)));
    twists.value = PLACES.map(() => 0);
  };
  return (
    <Screen title={w.threeTitle} cube={<Cube facelets={faceletsOf(now)} onTap={(sticker) => {
      const place = PLACES.indexOf(slotAt(sticker));
      if (place >= 0) twists.value = twists.value.map((twist, at) => (at === place ? twist + 1 : twist));
    }} />}>
      <p>{w.three({ fixed: FIXED.name })}</p>
      <Slider label={w.number} least={0} most={LAST} value={number.value} onValue={choose} testid="number-slider">{numeral(number.value)}</Slider>
      <label>{w.number} <input type="number" min={0} max={LAST} value={number.value} data-testid="wanted" onInput={({ currentTarget }) => choose(Number(currentTarget.value))} /></label>
      <div class="buttons" role="group" aria-label={w.twists}>
        {PLACES.map(({ name }, place) => <button type="button" key={name} onClick={() => (twists.value = twists.value.map((twist, at) => (at === place ? twist + 1 : twist)))} data-testid={`twist-${name}`}>{w.twist({ slot: name })}</button>)}
      </div>
      <p role="status" class={sum % 3 === 0 ? "" : "fault"} data-testid="number" data-number={sum % 3 === 0 ? index : -1} data-sum={sum}>
        {sum % 3 === 0 ? w.threeNumber({ pieces: own.pieces.join(" "), orientations: orientations.join(" "), first, second, number: index }) : w.impossible({ sum })}
      </p>
      <p>{w.threeMore({ count: LAST + 1 })}</p>
    </Screen>
  );
}

function Learnt({ state }: Here) {
  const layers = useLayers();
  return (
    <Screen title={w.fourTitle} cube={<Cube facelets={state} />}>
      {layers && (
        <div class="scale" aria-hidden="true">
          {layers.starts.slice(1).map((end, distance) => <i key={distance} style={{ flexGrow: end - layers.starts[distance]!, background: colourOf(distance) }} title={String(distance)} />)}
        </div>
      )}
      <End chapter="states" state={state} steps={[w.endAll({ count: LAST + 1 }), w.endFarthest, w.endBits]} next="formula" />
    </Screen>
  );
}
