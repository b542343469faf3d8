// The cube, its tape, and the buttons that step through it.
import { useSignal } from "@preact/signals";
import { sentenceOf } from "../api";
import * as camera from "../camera";
import * as cube from "../cube";
import { say } from "../speech";
import * as painting from "../painting";
import { scramble, scrambled, seeking } from "../scrambling";
import { copy, linkTo, refusal } from "../share";
import { paint as p } from "../words/paint";
import { stage as w } from "../words/stage";
import { inShort } from "./Paint";
import { Picture } from "./Picture";

export function Stage() {
  return (
    <section class="stage" aria-label={w.cube}>
      <Picture />
      <Usual />
      <FarFaces />
      <Knobs />
      <Tape />
      <Said />
    </section>
  );
}

/** A longer scramble is not read out. */
const MOST_TOLD = 30;

function scrambledWith(turns: string): string {
  const count = turns.split(" ").length;
  return count > MOST_TOLD ? w.scrambledLong({ count }) : w.scrambled({ turns });
}

/** What there is to say of the turn that is made or being made, and of the cube if that is the last. */
function happened(): string {
  const { shown, seen, begun } = cube;
  const moves = shown.value?.moves ?? [];
  const last = moves[Math.min(begun.value, moves.length) - 1];
  const said = [
    begun.value === 0 && scrambled.value && scrambledWith(scrambled.value),
    begun.value === 0 && seeking.value && w.seeking,
    last && w.made({ turn: last.text, description: last.description }),
    seen.value?.solved && w.solved,
  ];
  return said.filter(Boolean).join(" ");
}

/** The server's verdict on the painting, once it is there. */
function judged() {
  const found = painting.verdict.value;
  return found?.state === painting.shown.value ? found : null;
}

/** What there is to say of the cube that is painted; those who listen hear it beside the net. */
function sketched(): string {
  const found = judged();
  return [p.picturedSaid, found && inShort(found)].filter(Boolean).join(" ");
}

/** The turn in words, for screen readers, and what the cube shows, on request. A run is too fast to be read out. */
function Said() {
  const painted = painting.shown.value !== null;
  const wrong = cube.objection.value || refusal.value;
  const described = painted ? judged() : cube.seen.value;
  return (
    <>
      <p class={wrong ? "fault" : "hint"} aria-live={cube.playing.value || painted ? "off" : "polite"} data-testid="said">
        {wrong ? say(sentenceOf(wrong)) : painted ? sketched() : happened()}
      </p>
      <details class="described">
        <summary>{w.inWords}</summary>
        <p data-testid="described">{described && say(described.description)}</p>
      </details>
    </>
  );
}

function Tape() {
  const turns = cube.tape.value;
  const begun = cube.begun.value;
  return (
    <ol class={painting.shown.value === null ? "tape" : "tape unseen"} aria-label={w.tape} data-testid="tape">
      {turns.map((turn, index) => (
        <li key={index}>
          <button
            type="button"
            class={index === begun - 1 ? "now" : index < begun ? "made" : ""}
            aria-current={index === begun - 1 ? "step" : undefined}
            onClick={() => cube.jump(index + 1)}
          >
            {turn}
          </button>
        </li>
      ))}
    </ol>
  );
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

function Knobs() {
  const { tape, playing, usualSpeed: speed } = cube;
  // A painting has no tape, and what is taken back is a stroke.
  const painted = painting.shown.value !== null;
  const atStart = painted || cube.atStart.value;
  const atEnd = painted || cube.atEnd.value;
  return (
    <div class="knobs">
      <div class="buttons" role="group" aria-label={w.playback}>
        <button type="button" onClick={() => cube.skip(0)} disabled={atStart} aria-label={w.toStart} title={w.toStart}><Icon of="start" /></button>
        <button type="button" onClick={cube.stepBack} disabled={atStart} aria-label={w.back} title={w.back}><Icon of="back" /></button>
        <button type="button" class="main" onClick={cube.runOrPause} disabled={painted || tape.value.length === 0}>
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
      <div class="buttons" role="group" aria-label={w.change}>
        <button type="button" onClick={scramble}>{w.scramble}</button>
        <button type="button" onClick={painted ? painting.undo : cube.undo} disabled={!(painted ? painting : cube).undoable.value}>{w.undo}</button>
        <button type="button" onClick={cube.reset}>{w.reset}</button>
        <Share />
      </div>
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
  const copied = useSignal(false);
  const press = async () => {
    const own = painting.shown.peek();
    const { base, tape, at } = cube.moment.peek();
    await copy(own === null ? linkTo(base, tape, at) : linkTo(painting.asBase(own)));
    copied.value = true;
    setTimeout(() => (copied.value = false), 2000);
  };
  return (
    <button type="button" onClick={() => void press()} data-testid="share">
      <span aria-live="polite">{copied.value ? w.copied : w.share}</span>
    </button>
  );
}
