// "What have you got?": three ways to a cube, and a preview of an answer's bounds.
import { batch, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { sentenceOf } from "../api";
import * as cube from "../cube";
import { EXAMPLES, exampleOf } from "../examples";
import { blank } from "../painting";
import * as pasting from "../pasting";
import { say } from "../speech";
import { tab } from "../tabs";
import { page as p } from "../words/page";
import { welcome as w } from "../words/welcome";
import { ReadAs } from "./Refusal";
import { SmallNet } from "./SmallNet";
import { askAnew } from "../choices";
import { search } from "./solve/searching";
import { Examples, exampleShown } from "./Start";

/** The way that is open below the buttons. */
export const open = signal<"type" | "show" | null>(null);

/** An empty cube to paint: of the visitor's size; in place of an example, a 3×3×3. */
function paint() {
  const size = exampleOf(cube.base.peek().facelets) === null ? cube.size.peek() : 3;
  batch(() => {
    cube.begin({ size, facelets: blank(size), setup: null });
    askAnew("solved");
    tab.value = "paint";
  });
}

export function Welcome({ again }: { again: boolean }) {
  const toggle = (way: "type" | "show") => () => (open.value = open.value === way ? null : way);
  return (
    <section class="welcome" aria-labelledby="got" data-testid="welcome">
      <h2 id="got">{again ? w.again : w.got}</h2>
      <div class="ways">
        <button type="button" onClick={paint} data-testid="way-paint">
          <SmallNet facelets={PAINTED} testid="way-net" />
          {w.paint}
        </button>
        <button type="button" onClick={toggle("type")} aria-expanded={open.value === "type"} data-testid="way-type">
          <span class="sample" aria-hidden="true">R U2 F'</span>
          {w.type}
        </button>
        <button type="button" onClick={toggle("show")} aria-expanded={open.value === "show"} data-testid="way-show">
          <SmallNet facelets={EXAMPLES.superflip.facelets} testid="way-example" />
          {w.show}
        </button>
      </div>
      {open.value === "type" && <Scramble />}
      {open.value === "show" && <Examples />}
    </section>
  );
}

/** A 3×3×3 that is half painted. */
const PAINTED = "FRDBULFDURUB?R????DRUBFLDRB????D????????L????????B????";

/** How long a text rests before it is read. */
const REST_MS = 250;

function Scramble() {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useSignal("");
  useEffect(() => field.current!.focus(), []);
  useEffect(() => {
    if (text.value.trim() === "") return undefined;
    const timer = setTimeout(() => void pasting.read(text.value.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [text.value]);
  const bad = pasting.refused.value;
  return (
    <div class="scramble">
      <label for="scramble">{w.scramble}</label>
      <textarea id="scramble" ref={field} rows={2} spellcheck={false} autocomplete="off" autocapitalize="off" enterkeyhint="go" placeholder="R U2 F' L D B2" data-testid="scramble"
        aria-invalid={bad !== null} aria-describedby="scramble-said" value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey) return;
          event.preventDefault();
          void pasting.read(text.value.trim()).then(() => (pasting.refused.peek() === null ? search.start() : undefined));
        }} />
      <p id="scramble-said" class={bad ? "fault" : "hint"} role="status">{bad ? say(sentenceOf(bad)) : w.scrambleHow} <ReadAs failure={bad} read={pasting.readAs} /></p>
      {!bad && <Sizes />}
    </div>
  );
}

/** The sizes that pasted turns may be for. */
function Sizes() {
  const { sizes, pasted, resize } = pasting;
  if (sizes.value.length === 0) return null;
  return (
    <span class="chip" role="group" aria-label={p.size} data-testid="pasted-sizes">
      {sizes.value.map((size) => (
        <button type="button" key={size} aria-pressed={size === pasted.value?.size} onClick={() => resize(size)}>{`${size}×${size}×${size}`}</button>
      ))}
    </span>
  );
}

/** A pasted cube in one line, with Undo; or why a pasted text is no cube. */
export function Pasted() {
  const now = pasting.pasted.value;
  const bad = pasting.refused.value;
  if (open.value === "type" || (!now && !bad)) return null;
  return (
    <p class={bad ? "pasted fault" : "pasted"} role="status" data-testid="pasted">
      {bad ? say(sentenceOf(bad)) : w.pasted({ size: now!.size, count: now!.setup === null ? null : now!.setup.split(" ").length })}{" "}
      <ReadAs failure={bad} read={pasting.readAs} />{" "}
      {!bad && <Sizes />}
      {bad ? <button type="button" onClick={() => (pasting.refused.value = null)}>{w.close}</button>
        : <button type="button" onClick={cube.undo}>{w.undo}</button>}
    </p>
  );
}

/** The bounds of the answer to the example on the screen, as they will be drawn. */
export function Preview() {
  const name = exampleShown();
  const length = name && EXAMPLES[name].length;
  if (!length) return null;
  return (
    <figure class="preview" data-testid="preview">
      <div class="line" aria-hidden="true">
        {Array.from({ length }, (_, before) => <span key={before} class={before + 1 < length ? "no" : "best"}>{before + 1}</span>)}
      </div>
      <figcaption class="hint">{w.preview({ length, before: length - 1 })}</figcaption>
    </figure>
  );
}
