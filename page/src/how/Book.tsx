// The chapters of "How it works": the frame around a screen. This module and what it imports load on demand.
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api, sentenceOf } from "../api";
import { failureOf } from "../failing";
import { say } from "../speech";
import { how as w } from "../words/how";
import { FormulaScreen } from "./FormulaChapter";
import { held, TURNS, turned } from "./geometry";
import { CHAPTERS, chapterLink, follow, go, isStray, place, SCREENS, type Chapter, type Place } from "./place";
import { ProofScreen } from "./ProofChapter";
import { StatesScreen } from "./StatesChapter";

const VIEWS: Record<Chapter, ComponentType<{ screen: number; state: string; horizon: number }>> = {
  formula: FormulaScreen,
  proof: ProofScreen,
  states: StatesScreen,
};

const SOLVED = "UUUURRRRFFFFDDDDLLLLBBBB";
/** R U F, and the distance of random cubes. */
const USUAL: Record<Chapter, { state: string; away: number }> = {
  formula: { state: turned(SOLVED, ["R", "U", "F"]), away: 3 },
  proof: { state: turned(SOLVED, ["R", "U", "F"]), away: 3 },
  states: { state: turned(SOLVED, ["R", "U", "F"]), away: 6 },
};
const HORIZON = 2;

/** Why the cube of a link is not used, in the server's words. */
const refusal = signal<{ state: string; reason: string } | null>(null);

/** The cube of a place: held with DBL in its corner. */
function cubeOf({ chapter, state }: Place): string {
  return state === null || refusal.value?.state === state ? USUAL[chapter].state : held(state);
}

export default function Book() {
  const here = place.value!;
  const { chapter, screen, state } = here;
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef("");
  useEffect(() => {
    // The server says whether the cube of a link exists.
    if (state === null) return;
    api.status(state).then(
      ({ possible, reasons }) => {
        if (possible || place.peek()?.state !== state) return;
        refusal.value = { state, reason: reasons.map(say).join(" ") };
        go({ state: null, screen: 1, horizon: null });
      },
      (fault: unknown) => {
        const failure = failureOf(fault);
        if (failure.code.startsWith("page.")) return; // the exercises say that the server is silent
        refusal.value = { state, reason: say(sentenceOf(failure)) };
        go({ state: null, screen: 1, horizon: null });
      },
    );
  }, [state]);
  useEffect(() => {
    // A screen reader goes on at the top of a new screen, and so does a phone.
    const now = `${chapter}/${screen}`;
    if (seen.current && seen.current !== now) {
      heading.current?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }
    seen.current = now;
  }, [chapter, screen]);
  useEffect(() => {
    document.title = `${w[chapter]} – cubeproof`;
    return () => void (document.title = "cubeproof");
  });
  const View = VIEWS[chapter];
  const cube = cubeOf(here);
  const last = SCREENS[chapter];
  return (
    <main class="how" data-chapter={chapter} data-screen={screen}>
      <nav class="chapters" aria-label={w.chapters}>
        <a href="#" onClick={leave} data-testid="how-back">{w.back}</a>
        <ul>
          {CHAPTERS.map((name) => (
            <li key={name}><a href={chapterLink(name, state)} aria-current={name === chapter ? "page" : undefined} onClick={open}>{w[name]}</a></li>
          ))}
        </ul>
      </nav>
      <h1 ref={heading} tabIndex={-1}>{w[chapter]}</h1>
      {isStray.value && <p class="fault" role="alert" data-testid="how-stray">{w.stray}</p>}
      {refusal.value && state === null && <p class="fault" role="alert" data-testid="how-refused">{w.refused({ reason: refusal.value.reason })}</p>}
      <View key={`${chapter} ${screen} ${cube}`} screen={screen} state={cube} horizon={here.horizon ?? HORIZON} />
      <div class="pages buttons">
        <button type="button" disabled={screen === 1} onClick={() => go({ screen: screen - 1 })} data-testid="how-previous">{w.previous}</button>
        <span>{w.screen({ screen, count: last })}</span>
        <button type="button" class="main" disabled={screen === last} onClick={() => go({ screen: screen + 1 })} data-testid="how-next">{w.next}</button>
      </div>
      <Other key={cube} chapter={chapter} cube={cube} />
    </main>
  );
}

/** Back to the tabs and their cube. */
function leave(event: Event) {
  event.preventDefault();
  place.value = null;
}

/** Follow a link of this page without loading it again. */
export function open(event: MouseEvent & { currentTarget: HTMLAnchorElement }) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  follow(new URL(event.currentTarget.href).hash);
}

/** A screen: the cube beside the text. */
export function Screen({ title, cube, children }: { title: string; cube: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class="page">
      <div class="beside">{cube}</div>
      <section class="text" aria-labelledby="screen-title">
        <h2 id="screen-title" tabIndex={-1}>{title}</h2>
        {children}
      </section>
    </div>
  );
}

/** Take a cube of this many turns. */
export async function nearer(distance: number): Promise<void> {
  const { facelets } = await api.atDepth("htm", distance);
  refusal.value = null;
  go({ state: facelets });
}

/** Other cubes: by turns, at random, or the usual one. */
function Other({ chapter, cube }: { chapter: Chapter; cube: string }) {
  const fault = useSignal("");
  const { state, away } = USUAL[chapter];
  const put = (facelets: string | null) => {
    refusal.value = null;
    go({ state: facelets });
  };
  return (
    <details class="other" data-testid="how-other">
      <summary>{w.other}</summary>
      <div class="buttons">
        <button type="button" data-testid="how-random" onClick={() => void nearer(away).catch((caught: unknown) => (fault.value = say(sentenceOf(failureOf(caught)))))}>{w.away({ distance: away })}</button>
        <button type="button" disabled={cube === state} onClick={() => put(null)}>{w.usual}</button>
      </div>
      <p>{w.turnIt}</p>
      <div class="buttons">
        {TURNS.map((turn) => <button type="button" key={turn} onClick={() => put(turned(cube, [turn]))} data-testid={`how-turn-${turn}`}>{turn}</button>)}
      </div>
      <p class="fault" role="status">{fault.value}</p>
    </details>
  );
}
