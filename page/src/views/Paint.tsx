// Painting a cube by hand, with the server's verdict after each stroke.
import { batch, signal, useSignalEffect } from "@preact/signals";
import { api, sentenceOf, type Failure, type Verdict } from "../api";
import * as cube from "../cube";
import { failureOf } from "../failing";
import { goal, PAINTED, paintedGoal } from "../goal";
import { say } from "../speech";
import { colours, LETTERS, lettered } from "../palettes";
import * as painting from "../painting";
import { tab } from "../tabs";
import { colourName, paint as w } from "../words/paint";
import { Coloured, Hold } from "./Hold";
import { FaceMap, letterOf, Net, write } from "./Net";
import { OTHER_ORDER, ReadAs, Wrong } from "./Refusal";
import { search } from "./solve/searching";
import { Intro } from "./Start";

export function Paint() {
  useKeys();
  if (tab.value !== "paint") return null;
  return (
    <div class="paint">
      <Intro />
      <Hold />
      <Judgement />
      <Palette />
      <FaceMap />
      <Net />
      <Beginnings />
      <Goal />
      <p class="hint" id="net-keys">{w.keys}</p>
      <Text />
    </div>
  );
}

function Palette() {
  const size = cube.size.value;
  const state = painting.painted.value;
  return (
    <div class="palette">
      <div role="radiogroup" aria-label={w.colour} class="colours">
        {LETTERS.map((letter) => {
          const count = [...state].filter((shown) => shown === letter).length;
          return (
            <label key={letter} class={letter !== "?" && count > size * size ? "colour over" : "colour"} data-testid={`paint-colour-${letter}`}>
              <input type="radio" name="paint-colour" class="hidden" checked={painting.colour.value === letter} onChange={() => (painting.colour.value = letter)} />
              <span class="swatch" aria-hidden="true" style={colours(letter)}>{letter === "?" || lettered.value ? letter : ""}</span>
              <span class="name">{letter === "?" ? w.blank : colourName(letter)}</span>
              <span class="count">{letter === "?" ? count : `${count}/${size * size}`}</span>
            </label>
          );
        })}
      </div>
      <button type="button" data-testid="paint-undo" disabled={!cube.undoable.value} onClick={cube.undo}>{w.undo}</button>
    </div>
  );
}

function Beginnings() {
  const size = cube.size.value;
  return (
    <div class="beginnings">
      <div class="buttons" role="group" aria-label={w.begin}>
        <span class="lead">{w.begin}</span>
        <button type="button" data-testid="paint-solved" onClick={() => painting.put(cube.solved(size))}>{w.solved}</button>
        <button type="button" data-testid="paint-unknown" onClick={() => painting.put(painting.blank(size))}>{w.unknown}</button>
      </div>
    </div>
  );
}

/** The cube when a painting was made the goal last. */
const aimed = signal<cube.Moment | null>(null);

function Judgement() {
  const found = painting.judged.value;
  return (
    <div class="judgement">
      <div class="words" role="region" aria-label={w.verdict} tabIndex={0}>
        <div role="status" aria-busy={found === null} data-testid="verdict" data-possible={found?.possible}>
          <Words />
        </div>
      </div>
      <div class="verdict">
        {found?.repairs.filter(({ sentence }) => sentence.code !== OTHER_ORDER).map(({ state, sentence }, index) => (
          <div class="repair" key={state}>
            <button type="button" class={index === 0 ? "main" : ""} aria-describedby={`repair-${index}`} data-testid="repair-button" onClick={() => painting.put(state)}>{w.repair}</button>
            {sentence.code !== "repair.exchanged" && <span id={`repair-${index}`} data-testid="repair-sentence"><Coloured text={() => say(sentence)} /></span>}
          </div>
        ))}
        {found?.possible && found.complete && !found.solved && (
          <button type="button" class="main large" data-testid="solve-painted" onClick={() => {
            tab.value = "solve";
            void search.start();
          }}>
            {w.solve}
          </button>
        )}
      </div>
    </div>
  );
}

/** The painting as a goal. */
function Goal() {
  const found = painting.judged.value;
  return (
    <div class="uses">
      <div class="buttons">
        <button type="button" data-testid="goal-button" disabled={!found?.possible}
          onClick={() => {
            painting.aim();
            aimed.value = cube.moment.peek();
          }}>
          {w.goal}
        </button>
        {paintedGoal.value !== null && (
          <button type="button" data-testid="goal-drop" onClick={() => (paintedGoal.value = null)}>{w.goalDrop}</button>
        )}
      </div>
      {found?.possible && !found.complete && <p class="hint">{w.goalHelp}</p>}
      <p class="good" role="status" data-testid="paint-said">
        {aimed.value === cube.moment.value && goal.value === PAINTED ? w.goalSet : ""}
      </p>
    </div>
  );
}

/** The verdict in a sentence. */
function inShort(found: Verdict & { state: string }): string {
  if (!found.possible) return w.impossible;
  if (!found.complete) return w.open({ count: [...found.state].filter((letter) => letter === "?").length });
  return found.solved ? w.isSolved : w.possible;
}

/** The verdict in words. The last verdict stays until the next arrives, so that the layout does not move. */
function Words() {
  const found = painting.verdict.value;
  if (painting.failure.value) return <p class="fault">{say(sentenceOf(painting.failure.value))}</p>;
  if (!found) return <p class="hint">{w.wait}</p>;
  if (!found.possible) {
    return (
      <>
        <p class="fault"><strong>{inShort(found)}</strong></p>
        <Wrong reasons={found.reasons} repair={found.repair?.sentence ?? null} ringed={painting.suspects.value.size > 0} alike={painting.alike.value} />
        {!found.repair && <p class="hint">{found.suspects.length > 0 ? w.noRepair : w.noRepairNone}</p>}
      </>
    );
  }
  if (!found.complete) {
    return (
      <>
        <p class="good"><strong>{inShort(found)}</strong></p>
        <p class="hint">{w.openMeans}</p>
      </>
    );
  }
  return (
    <>
      <p class="good"><strong>{inShort(found)}</strong></p>
      {found.note && <p data-testid="verdict-note">{say(found.note)}</p>}
    </>
  );
}

const draft = signal<string | null>(null);
const misread = signal<Failure | null>(null);

/** The painting as a facelet string, to be copied or to be replaced. */
function Text() {
  const bad = misread.value;
  return (
    <form class="as-text" onSubmit={(event) => {
      event.preventDefault();
      void readText();
    }}>
      <label for="facelets">{w.text}</label>
      <div class="entry">
        <textarea id="facelets" rows={2} spellcheck={false} autocomplete="off" autocapitalize="off" data-testid="paint-text"
          aria-describedby="facelets-help facelets-said" aria-invalid={bad !== null}
          value={draft.value ?? painting.painted.value}
          onInput={(event) => (draft.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            event.currentTarget.form!.requestSubmit();
          }} />
        <button type="submit" data-testid="paint-read" disabled={draft.value === null}>{w.read}</button>
      </div>
      <p id="facelets-said" class="fault" role="status" data-testid="paint-text-said">{bad ? say(sentenceOf(bad)) : ""} <ReadAs failure={bad} read={(order) => void readText(order)} /></p>
      <p id="facelets-help" class="hint">{w.textHelp}</p>
    </form>
  );
}

async function readText(order?: string) {
  // As it is: the lines of a net say which face a sticker is on.
  const state = draft.peek() ?? "";
  try {
    // The server knows what letters of colours mean.
    const [{ facelets }, found] = await Promise.all([api.apply(null, state, "", undefined, order), api.status(state, undefined, order)]);
    batch(() => {
      painting.put(facelets);
      // The letters of colours also say which scheme the cube has; the painting does not.
      painting.verdict.value = { ...found, state: facelets };
    });
    draft.value = misread.value = null;
  } catch (fault) {
    misread.value = failureOf(fault);
  }
}

/** In Paint, letters paint; in other tabs they turn the cube. */
function useKeys() {
  useSignalEffect(() => {
    if (tab.value !== "paint") return undefined;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const inside = target === document.body || target.closest("#panel-paint");
      if (!inside || target.closest("textarea, select") || event.altKey || event.metaKey) return;
      const letter = event.ctrlKey ? null : letterOf(event.key);
      if (event.ctrlKey && event.key === "z") cube.undo();
      else if (letter && !target.closest("[role=grid]")) write(letter, cube.size.peek(), document.querySelector("#panel-paint [role=grid]"));
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  });
}
