// "All states": their number, the number of each, layers by distance, and the way down by two bits.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api";
import { stateCount } from "../states";
import { how } from "../words/how";
import { howStates as w } from "../words/how-states";
import { layersOf, neighboursOf, useAnswer } from "./answers";
import { Cube, Exercise, Question } from "./Bits";
import { Screen } from "./Book";
import { slotNamed, turned } from "./geometry";
import { configurationAt, configurationOf, faceletsOf, LAST, numberOf, PLACES, swapsOf } from "./numbers";
import { go } from "./place";

interface Here {
  state: string;
}

export function StatesScreen({ screen, state }: Here & { screen: number }) {
  const View = [HowMany, Order, Numbered, Layers, Down][screen - 1]!;
  return <View state={state} />;
}

const TWISTED = PLACES.indexOf(slotNamed("URF"));

function HowMany({ state }: Here) {
  const times = useSignal(0);
  const own = configurationOf(state);
  const orientations = own.orientations.map((orientation, place) => (place === TWISTED ? ((orientation - 1 + times.value) % 3) + 1 : orientation));
  const sum = orientations.reduce((sum, orientation) => sum + orientation - 1, 0);
  const slot = PLACES[TWISTED]!.name;
  return (
    <Screen title={w.oneTitle} cube={<Cube facelets={faceletsOf({ ...own, orientations })} />}>
      <p>{w.one}</p>
      <Question ask={w.oneAsk({ slot })} choices={[
        { text: w.swaps, reply: w.oneSwaps },
        { text: w.sum, isRight: true, reply: w.oneRight({ count: Number(stateCount(2)) }) },
        { text: w.colours, reply: w.oneColours },
      ]}>
        <p role="status" data-testid="twists" data-sum={sum}>{w.oneResult({ sum })} {sum % 3 === 0 ? w.possible : w.impossible}</p>
        <p><button type="button" onClick={() => times.value++} data-testid="twist">{w.twist({ slot })}</button></p>
      </Question>
    </Screen>
  );
}

/** The article's example. */
const EXAMPLE = [4, 1, 7, 2, 6, 5, 3];

function Order({ state }: Here) {
  const { pieces, orientations } = configurationOf(state);
  const swaps = swapsOf(pieces);
  const { first } = numberOf({ pieces, orientations });
  const right = swaps[0]!.distance;
  const wrong = [right + 1, (right + 3) % 7, (right + 5) % 7].filter((distance) => distance !== right && distance < 7).slice(0, 2);
  const choices = [right, ...wrong].sort((one, other) => one - other);
  const formula = `d6 + 2·(d5 + 3·(d4 + 4·(d3 + 5·(d2 + 6·d1))))`;
  const show = () => {
    const configuration = { pieces: EXAMPLE, orientations: EXAMPLE.map(() => 1) };
    go({ state: faceletsOf(configuration) });
  };
  return (
    <Screen title={w.twoTitle} cube={<Cube facelets={state} />}>
      <p>{w.two({ pieces: pieces.join(" ") })}</p>
      <Question ask={w.twoAsk} choices={choices.map((distance) => ({
        text: distance,
        isRight: distance === right,
        reply: distance === right ? w.twoRight({ place: distance + 1, distance }) : distance === right + 1 ? w.twoPlace : w.twoWrong({ place: distance + 1, piece: pieces[distance]! }),
      }))}>
        <p data-testid="first" data-number={first}>{w.twoResult({ formula, number: first })}</p>
        <ol class="swaps">
          {swaps.map(({ distance, pieces: after }, place) => (
            <li key={place} data-distance={distance}>{w.swap({ place: place + 1, distance, pieces: after.join(" ") })}</li>
          ))}
        </ol>
        <p><button type="button" onClick={show} data-testid="example">{w.example}</button></p>
      </Question>
    </Screen>
  );
}

function Numbered({ state }: Here) {
  const text = useSignal("");
  const here = configurationOf(state);
  const { first, second, number } = numberOf(here);
  // The page writes numbers in groups of three digits, with the separator of its language.
  const digits = text.value.trim().replace(/^\d{1,3}(?:[\s,.’']\d{3})+$/, (grouped) => grouped.replace(/\D/g, ""));
  const wanted = /^\d+$/.test(digits) ? Number(digits) : null;
  const there = wanted !== null && wanted <= LAST ? configurationAt(wanted) : null;
  return (
    <Screen title={w.threeTitle} cube={<Cube facelets={state} />}>
      <p>{w.three}</p>
      <Question ask={w.threeAsk} choices={[
        { text: "18", reply: w.threeSix },
        { text: "729", isRight: true, reply: w.threeRight },
        { text: "5040", reply: w.threeOrders },
      ]}>
        <p data-testid="number" data-number={number}>{w.threeResult({ first, orientations: here.orientations.join(" "), second, number })}</p>
        <label>{w.backwards} <input type="text" inputmode="numeric" value={text.value} placeholder={String(number)} data-testid="wanted" onInput={({ currentTarget }) => (text.value = currentTarget.value)} /></label>
        <p role="status" class={text.value && !there ? "fault" : ""} data-testid="digits">
          {there ? w.digits({ number: wanted!, first: Math.floor(wanted! / 729), second: wanted! % 729, pieces: there.pieces.join(" "), orientations: there.orientations.join(" ") }) : text.value && w.outside({ last: LAST })}
        </p>
        {there && <p><button type="button" class="main" onClick={() => go({ state: faceletsOf(there) })} data-testid="show-number">{w.show}</button></p>}
      </Question>
    </Screen>
  );
}

/** The most dots of a layer. */
const DOTS = 16;

function Layers({ state }: Here) {
  const layers = useAnswer("layers", layersOf);
  const around = useAnswer(`neighbours ${state}`, () => neighboursOf(state));
  const drawn = useSignal<{ facelets: string; distance: number } | null>(null);
  const isDown = useSignal(false);
  const newest = useRef(0);
  const press = (depth: number, seed: number) => {
    isDown.value = false;
    const now = ++newest.current;
    api.atDepth("htm", depth, seed).then(
      ({ facelets, distance }) => now === newest.current && (drawn.value = { facelets, distance }),
      () => now === newest.current && (isDown.value = true),
    );
  };
  const distance = drawn.value?.distance ?? around.value?.distance;
  return (
    <Screen title={w.fourTitle} cube={<Cube facelets={drawn.value?.facelets ?? state} />}>
      <p>{w.four}</p>
      <Exercise of={layers}>
        {({ counts }) => {
          const last = counts.length - 1;
          const largest = counts.indexOf(Math.max(...counts));
          // As many dots as a layer has digits and parts of them: dots on a logarithmic scale.
          const dots = (count: number) => Math.min(count, Math.max(1, Math.round((DOTS * Math.log(count + 1)) / Math.log(counts[largest]! + 1))));
          return (
            <Question ask={w.fourAsk} choices={[
              { text: w.turns({ distance: 6 }), reply: w.fourEarly({ count: counts[6]! }) },
              { text: w.turns({ distance: largest }), isRight: true, reply: w.fourRight({ count: counts[largest]! }) },
              { text: w.turns({ distance: last }), reply: w.fourLast({ count: counts[last]! }) },
            ]}>
              <p>{w.fourResult} {distance !== undefined && <b role="status" data-testid="shown" data-distance={distance}>{w.shown({ distance })}</b>}</p>
              {isDown.value && <p class="fault" role="alert">{how.down}</p>}
              <ol class="dots">
                {counts.map((count, depth) => (
                  <li key={depth} data-count={count}>
                    <span>{w.layer({ distance: depth, count })}</span>
                    <span class="row">
                      {Array.from({ length: dots(count) }, (_, index) => (
                        <button type="button" key={index} class="state-dot" aria-label={w.dot({ number: index + 1, distance: depth })} data-testid={index === 0 ? `dots-${depth}` : undefined} onClick={() => press(depth, index)} />
                      ))}
                    </span>
                  </li>
                ))}
              </ol>
            </Question>
          );
        }}
      </Exercise>
    </Screen>
  );
}

function Down({ state }: Here) {
  const way = useSignal<readonly string[]>([]);
  const note = useSignal("");
  const start = useAnswer(`neighbours ${state}`, () => neighboursOf(state));
  const now = turned(state, way.value);
  const around = useAnswer(`neighbours ${now}`, () => neighboursOf(now));
  const walked = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The pressed button is gone with the cube that it turned.
    if (way.peek().length > 0 && document.activeElement === document.body) walked.current?.focus({ preventScroll: true });
  }, [around.value]);
  return (
    <Screen title={w.fiveTitle} cube={<Cube facelets={now} />}>
      <p>{w.five}</p>
      <Exercise of={start}>
        {({ distance: first }) => {
          if (first === 0) return <p>{w.fiveSolved}</p>;
          const remainder = first % 3;
          const replies = { [(remainder + 2) % 3]: w.fiveRight, [remainder]: w.fiveSame, [(remainder + 1) % 3]: w.fiveFarther };
          return (
            <Question ask={w.fiveAsk({ remainder })} choices={[0, 1, 2].map((other) => ({ text: w.remainder({ remainder: other }), isRight: other === (remainder + 2) % 3, reply: replies[other]! }))}>
              <p>{w.fiveResult}</p>
              <Exercise of={around}>
                {({ distance, neighbours }) => (
                  <>
                    <p ref={walked} tabIndex={-1} role="status" class={note.value ? "fault" : distance === 0 ? "good" : ""} data-testid="walked" data-distance={distance} data-count={way.value.length}>
                      {distance === 0 ? w.arrived({ count: way.value.length }) : note.value || w.made({ count: way.value.length })}
                    </p>
                    {distance > 0 && (
                      <div class="choices">
                        {neighbours.map((next) => (
                          <button type="button" key={next.turn} data-testid={`down-${next.turn}`} data-remainder={next.distance % 3} onClick={() => {
                            const isNearer = next.distance % 3 === (distance + 2) % 3;
                            note.value = isNearer ? "" : w.wrongWay({ turn: next.turn, remainder: next.distance % 3 });
                            if (isNearer) way.value = [...way.value, next.turn];
                          }}>{w.onward({ turn: next.turn, remainder: next.distance % 3 })}</button>
                        ))}
                      </div>
                    )}
                  </>
                )}
              </Exercise>
            </Question>
          );
        }}
      </Exercise>
    </Screen>
  );
}
