// The cube, its tape, and the buttons that step through it.
import { computed, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { sentenceOf } from "../api";
import * as camera from "../camera";
import * as cube from "../cube";
import * as lowercase from "../lowercase";
import { say } from "../speech";
import { scramble, scrambled, seeking } from "../scrambling";
import { readAs, refusal } from "../share";
import { stage as w } from "../words/stage";
import { turn } from "../words/turn";
import { Copy } from "./Copy";
import { Picture } from "./Picture";
import { ReadAs } from "./Refusal";
import { Turns } from "./Turns";
import { Crosses } from "./solve/Crosses";
import { search } from "./solve/searching";

export function Stage() {
  return (
    <section class="stage" aria-label={w.cube}>
      <Picture />
      <Usual />
      <FarFaces />
      <Crosses />
      <Transport />
      <Tape />
      <Said />
      <Knobs />
    </section>
  );
}

/** A longer scramble is not read out. */
const MOST_TOLD = 30;

function isLong(): boolean {
  return cube.turnsStarted.value === 0 && scrambled.value.split(" ").length > MOST_TOLD;
}

function scrambledWith(turns: string): string {
  const count = turns.split(" ").length;
  return count > MOST_TOLD ? w.scrambledLong({ count }) : w.scrambled({ turns });
}

/** The current turn in words; after the last turn also the cube. */
function currentTurn(): string {
  const { cubeReport, visibleReport, turnsStarted } = cube;
  const moves = cubeReport.value?.moves ?? [];
  const last = moves[Math.min(turnsStarted.value, moves.length) - 1];
  const said = [
    turnsStarted.value === 0 && scrambled.value && scrambledWith(scrambled.value),
    turnsStarted.value === 0 && seeking.value && w.seeking,
    last && w.made({ turn: last.text, description: last.description }),
    visibleReport.value?.solved && w.solved,
  ];
  return said.filter(Boolean).join(" ");
}

/** The turn in words, for screen readers, and what the cube shows, on request. A run is too fast to be read out. */
function Said() {
  const wrong = cube.objection.value || refusal.value;
  const described = cube.visibleReport.value;
  return (
    <>
      <p class={wrong ? "fault" : "hint"} aria-live={cube.playing.value ? "off" : "polite"} data-testid="said">
        {wrong ? say(sentenceOf(wrong)) : currentTurn()}
      </p>
      {refusal.value && <div class="fault"><ReadAs failure={refusal.value} read={(order) => void readAs(order)} /></div>}
      <Lowercase />
      {isLong() && <Turns key={scrambled.value} size={cube.size.value} turns={scrambled.value} label={w.scrambleTurns} />}
      <p class="hidden" data-testid="described">{described && say(described.description)}</p>
    </>
  );
}

/** How a lower-case turn of the text was read, and the other way. */
function Lowercase() {
  const now = lowercase.note.value;
  return now && (
    <div class="hint" role="status" data-testid="lowercase">
      {turn.lowercase(now)} <button type="button" onClick={lowercase.change}>{turn.lowercaseOther(now)}</button>
    </div>
  );
}

/** Of a longer tape only the turns around the current one are listed, in steps of a quarter of this number. */
const MOST_LISTED = 400;

/** The number of turns before those that are listed. */
const unlisted = computed(() => {
  const step = MOST_LISTED / 4;
  const first = Math.floor((cube.turnsStarted.value - MOST_LISTED / 2) / step) * step;
  return Math.max(0, Math.min(first, Math.ceil((cube.tape.value.length - MOST_LISTED) / step) * step));
});

/** The turns that are made are marked, and the last of them stays in sight. */
function Tape() {
  const list = useRef<HTMLOListElement>(null);
  const first = unlisted.value;
  const turns = cube.tape.value.slice(first, first + MOST_LISTED);
  const turnsStarted = cube.turnsStarted.value;
  const follow = () => keepInSight(list.current, list.current?.children[cube.turnsStarted.peek() - unlisted.peek() - 1] as HTMLElement | undefined);
  useSignalEffect(() => {
    void cube.turnsStarted.value;
    // A new turn is drawn a frame later.
    requestAnimationFrame(follow);
  });
  useEffect(() => {
    // A phone that is turned has another width.
    const observer = new ResizeObserver(follow);
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);
  // The turns that lead to the cube, unless they are said below.
  const setup = cube.tape.value.length === 0 && !scrambled.value ? (cube.base.value.setup ?? "").split(" ", MOST_LISTED).filter(Boolean) : [];
  return (
    <ol ref={list} class="tape" aria-label={setup.length > 0 ? w.scrambleTurns : w.tape} data-empty={w.noTurns} data-testid="tape">
      {setup.map((turn, index) => <li key={-index - 1} class="setup">{turn}</li>)}
      {turns.map((turn, place) => {
        const index = first + place;
        return (
          <li key={index}>
            <button
              type="button"
              class={index === turnsStarted - 1 ? "now" : index < turnsStarted ? "made" : ""}
              aria-current={index === turnsStarted - 1 ? "step" : undefined}
              onClick={() => cube.jump(index + 1)}
            >
              {turn}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Scroll a list, but nothing around it, to bring an item to the middle. */
function keepInSight(list: HTMLElement | null, item: HTMLElement | undefined): void {
  if (!list) return;
  const left = item ? item.offsetLeft - (list.clientWidth - item.clientWidth) / 2 : 0;
  const top = item ? item.offsetTop - (list.clientHeight - item.clientHeight) / 2 : 0;
  list.scrollTo({ left, top });
}

function Usual() {
  return (
    <button type="button" class="usual" onClick={camera.home} disabled={camera.usual.value} aria-label={w.usual} title={w.usual}>
      <Icon of="home" />
    </button>
  );
}

function FarFaces() {
  const { hinted } = camera;
  return (
    <button type="button" class="usual far" onClick={() => (hinted.value = !hinted.value)} aria-pressed={hinted.value} aria-label={w.far} title={w.far}>
      <Icon of="far" />
    </button>
  );
}

/** The playback of the tape: the scrubber, the buttons and the speed. */
function Transport() {
  const { tape, playing, usualSpeed: speed } = cube;
  const atStart = cube.atStart.value;
  const atEnd = cube.atEnd.value;
  return (
    <div class="transport">
      <Scrubber />
      <Parts />
      <div class="buttons" role="group" aria-label={w.playback}>
        <button type="button" onClick={() => cube.skip(0)} disabled={atStart} aria-label={w.toStart} title={w.toStart}><Icon of="start" /></button>
        <button type="button" onClick={cube.stepBack} disabled={atStart} aria-label={w.back} title={w.back}><Icon of="back" /></button>
        <button type="button" class="main" data-testid="play" onClick={cube.runOrPause} disabled={tape.value.length === 0}>
          {playing.value ? w.pause : w.run}
        </button>
        <button type="button" onClick={cube.stepForward} disabled={atEnd} aria-label={w.forward} title={w.forward}><Icon of="forward" /></button>
        <button type="button" onClick={() => cube.skip(tape.value.length)} disabled={atEnd} aria-label={w.toEnd} title={w.toEnd}><Icon of="end" /></button>
      </div>
      <label class="speed">
        {w.speed}
        <input type="range" min="-1" max="4" step="0.5" value={Math.log2(speed.value)}
          onInput={(event) => (speed.value = 2 ** Number(event.currentTarget.value))}
          aria-valuetext={`${speed.value}`} />
      </label>
    </div>
  );
}

/** The colours of the parts of an answer. */
const COLOURS = [1, 2, 3, 4, 5].map((number) => `var(--part${number})`);
const colourOf = (index: number) => COLOURS[index % COLOURS.length]!;
/** A longer tape has no ticks. */
const MOST_TICKS = 120;

/** The named parts of the answer on the tape, each with the numbers of turns at its ends. */
const parts = computed(() => {
  const answer = search.here.value?.run.answer.value;
  if (!answer?.parts || answer.solution !== cube.tape.value.join(" ")) return [];
  let to = 0;
  return answer.parts.map(({ name, turns }) => ({ name, turns, from: to, to: (to += turns) }));
});

/** The names of the parts; each leads to its start. */
function Parts() {
  const started = cube.turnsStarted.value;
  if (parts.value.length === 0) return null;
  return (
    <ol class="parts" aria-label={w.parts} data-testid="parts">
      {parts.value.map(({ name, turns, from, to }, index) => (
        <li key={from}>
          <button type="button" aria-current={from < started && started <= to ? "step" : undefined} onClick={() => cube.skip(from)}>
            <i style={{ background: colourOf(index) }} /> {w.part({ name, turns })}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The tape as a slider with a tick for each turn, or with the parts of an answer. */
function Scrubber() {
  const count = cube.tape.value.length;
  const made = Math.min(cube.position.value, count);
  const stripes = parts.value.map(({ from, to }, index) => `${colourOf(index)} ${(100 * from) / count}% ${(100 * to) / count}%`);
  return (
    <input type="range" class={`scrubber${stripes.length > 0 ? " parted" : count > MOST_TICKS ? " fine" : ""}`} data-testid="scrubber" aria-label={w.tape} min="0" max={Math.max(1, count)} step="any"
      disabled={count === 0} value={count === 0 ? 0 : made} aria-valuetext={w.madeOf({ made: Math.round(made), count })}
      style={{ "--count": String(Math.max(1, count)), "--made": String(made / Math.max(1, count)), "--stripes": stripes.join() }}
      onInput={(event) => cube.scrub(Number(event.currentTarget.value))}
      onKeyDown={(event) => {
        const act = { ArrowLeft: cube.stepBack, ArrowDown: cube.stepBack, ArrowRight: cube.stepForward, ArrowUp: cube.stepForward,
          Home: () => cube.skip(0), End: () => cube.skip(count) }[event.key];
        if (!act || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        act();
      }} />
  );
}

function Knobs() {
  return (
    <div class="knobs buttons" role="group" aria-label={w.change}>
      <button type="button" onClick={scramble}>{w.scramble}</button>
      <button type="button" onClick={cube.undo} disabled={!cube.undoable.value}>{w.undo}</button>
      <button type="button" onClick={cube.reset}>{w.reset}</button>
      <Share />
    </div>
  );
}

const SHAPES = {
  start: "M4 3h2v10H4zM14 3v10L7 8z",
  back: "M12 3v10L4 8z",
  forward: "M4 3v10l8-5z",
  home: "M8 2 1.5 8H4v6h3v-4h2v4h3V8h2.5z",
  far: "M2 5h9v9H2zM5 2h9v9h-2V4H5z",
  end: "M2 3v10l7-5zM10 3h2v10h-2z",
};

function Icon({ of }: { of: keyof typeof SHAPES }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[of]} fill="currentColor" />
    </svg>
  );
}

function Share() {
  return <Copy text={() => location.href} label={w.share} name="share" />;
}
