// The chapters of "How it works": the frame around a screen. This module and what it imports load on demand.
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api";
import * as camera from "../camera";
import { USUAL as VIEW } from "../facts";
import { say } from "../speech";
import { chapterTitle, how as w } from "../words/how";
import { FormulaScreen } from "./FormulaChapter";
import { FIXED, held, SOLVED, TURNS, turned } from "./geometry";
import { isPossible } from "./numbers";
import { CHAPTERS, chapterLink, go, isStray, place, refusal, SCREENS, type Chapter, type Place } from "./place";
import { ProofScreen } from "./ProofChapter";
import { Nearer, open, put } from "./Screen";
import { StatesScreen } from "./StatesChapter";

const VIEWS: Record<Chapter, ComponentType<{ screen: number; state: string; horizon: number }>> = {
  formula: FormulaScreen,
  proof: ProofScreen,
  states: StatesScreen,
};

/** R U F, and the distance of random cubes. */
const USUAL: Record<Chapter, { state: string; away: number }> = {
  formula: { state: turned(SOLVED, ["R", "U", "F"]), away: 3 },
  proof: { state: turned(SOLVED, ["R", "U", "F"]), away: 3 },
  states: { state: turned(SOLVED, ["R", "U", "F"]), away: 6 },
};
const HORIZON = 2;
/** The usual view; the hidden corner is seen from the other side. */
const BEHIND = VIEW;

/** The cube of a place, held with DBL in its corner; null if no turns lead there. */
function cubeOf({ chapter, state }: Place): string | null {
  if (state === null) return USUAL[chapter].state;
  const facelets = held(state);
  return isPossible(facelets) ? facelets : null;
}

/** Show the beginning of the chapter instead of an impossible cube, and say why. */
async function refuse(state: string): Promise<void> {
  const reason = await api.status(state).then(({ reasons }) => reasons[0] ?? null, () => null);
  if (place.peek()?.state !== state) return;
  go({ state: null, screen: 1, horizon: null });
  refusal.value = reason;
  isStray.value = reason === null;
}

export default function Book() {
  const here = place.value!;
  const { chapter, screen, state } = here;
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef("");
  const cube = cubeOf(here);
  const horizon = here.horizon ?? HORIZON;
  useEffect(() => {
    if (cube === null) void refuse(state!);
  }, [state]);
  useEffect(() => {
    // A screen reader goes on at the top of a new screen, and so does a phone.
    const now = `${chapter}/${screen}`;
    if (seen.current && seen.current !== now) {
      heading.current?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }
    // The pressed button is gone with the cube that it replaced.
    else if (seen.current && document.activeElement === document.body) document.getElementById("screen-title")?.focus({ preventScroll: true });
    seen.current = now;
  }, [chapter, screen, cube]);
  useEffect(() => {
    document.title = `${chapterTitle(chapter)} – cubeproof`;
    return () => void (document.title = "cubeproof");
  }, [chapterTitle(chapter)]);
  const View = VIEWS[chapter];
  const last = SCREENS[chapter];
  return (
    <main class="how" data-chapter={chapter} data-screen={screen}>
      <nav class="chapters" aria-label={w.chapters}>
        <a href="#" onClick={leave} data-testid="how-back">{w.back}</a>
        <ul>
          {CHAPTERS.map((name) => (
            <li key={name}><a href={chapterLink(name, state)} aria-current={name === chapter ? "page" : undefined} onClick={open}>{chapterTitle(name)}</a></li>
          ))}
        </ul>
      </nav>
      <h1 ref={heading} tabIndex={-1}>{chapterTitle(chapter)}</h1>
      {isStray.value && <p class="fault" role="alert" data-testid="how-stray">{w.stray}</p>}
      {refusal.value !== null && <p class="fault" role="alert" data-testid="how-refused">{w.refused({ reason: say(refusal.value) })}</p>}
      {cube !== null && <View key={`${chapter} ${screen} ${cube} ${horizon}`} screen={screen} state={cube} horizon={horizon} />}
      <Letters />
      <div class="pages buttons">
        <button type="button" disabled={screen === 1} onClick={() => go({ screen: screen - 1 })} data-testid="how-previous">{w.previous}</button>
        <span>{w.screen({ screen, count: last })}</span>
        <button type="button" class="main" disabled={screen === last} onClick={() => go({ screen: screen + 1 })} data-testid="how-next">{w.next}</button>
      </div>
      {cube !== null && <Other key={chapter} chapter={chapter} cube={cube} />}
    </main>
  );
}

/** Back to the tabs and their cube. */
function leave(event: Event) {
  event.preventDefault();
  place.value = null;
}

/** What the letters of faces and corners say, and the hidden corner. */
function Letters() {
  const isBehind = !camera.usual.value;
  return (
    <p class="letters">
      {w.letters({ corner: "URF", fixed: FIXED.name })}{" "}
      <button type="button" onClick={() => (isBehind ? camera.home() : camera.lookFrom(-BEHIND.latitude, BEHIND.longitude - 180))} data-testid="see-hidden">{isBehind ? w.seeFront : w.seeFixed({ fixed: FIXED.name })}</button>
    </p>
  );
}

/** Other cubes: by turns, at random, or the usual one. */
function Other({ chapter, cube }: { chapter: Chapter; cube: string }) {
  const { state, away } = USUAL[chapter];
  return (
    <details class="other" data-testid="how-other">
      <summary>{w.other}</summary>
      <div class="buttons">
        <Nearer distance={away} testid="how-random" />
        <button type="button" disabled={cube === state} onClick={() => put(null)}>{w.usual}</button>
      </div>
      <p>{w.turnIt}</p>
      <div class="buttons">
        {TURNS.map((turn) => <button type="button" key={turn} onClick={() => put(turned(cube, [turn]))} data-testid={`how-turn-${turn}`}>{turn}</button>)}
      </div>
    </details>
  );
}
