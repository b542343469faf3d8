// The page: the cube on one side, the tabs on the other.
import { effect } from "@preact/signals";
import { render, type ComponentType, type TargetedFocusEvent } from "preact";
import { most } from "./about";
import "./aiming";
import * as cube from "./cube";
import { choose, languages, ready, wanted } from "./language";
import * as painting from "./painting";
import { place } from "./how/place";
import { lettered, palette, PALETTES, type PaletteName } from "./palettes";
import { follow } from "./share";
import { kept } from "./stored";
import { tab, TABS, type Tab } from "./tabs";
import { How } from "./views/How";
import { lazily } from "./views/lazily";
import { Solve } from "./views/Solve";
import { Stage } from "./views/Stage";
import { Trust } from "./views/Start";
import { Turn } from "./views/Turn";
import { Pasted } from "./views/Welcome";
import { page as w } from "./words/page";

const Paint = lazily(() => import("./views/later").then((later) => later.Paint));
const Explore = lazily(() => import("./views/later").then((later) => later.Explore));
const VIEWS: Record<Tab, ComponentType> = { turn: Turn, paint: Paint, solve: Solve, explore: Explore };

/** The tabs that have been opened: two views are loaded then. */
const opened = new Set<Tab>();

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const theme = kept<Theme>("theme", THEMES, "auto");

effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
});

function Page() {
  if (place.value) return <><Head /><How /></>;
  opened.add(tab.value);
  return (
    <>
      <Head />
      {/* In the order of the Tab key the tabs come before the cube; on the screen the cube is beside or above them. */}
      <main data-tab={tab.value}>
        <section class="doing" aria-label={w.tabs}>
          <Tabs />
          <Pasted />
          {TABS.map((name) => {
            const View = VIEWS[name];
            return (
              <div key={name} role="tabpanel" id={`panel-${name}`} aria-labelledby={`tab-${name}`} hidden={tab.value !== name} tabIndex={-1}>
                {(name === "turn" || name === "solve" || opened.has(name)) && <View />}
              </div>
            );
          })}
        </section>
        <Stage />
      </main>
      <Trust />
    </>
  );
}

/** The sizes to choose from: those of the server. */
function sizes(): number[] {
  return Array.from({ length: most("max_size", 20) - 1 }, (_, index) => index + 2);
}

/** Another size: solved; while a cube is being painted, again to be painted. */
function resize(size: number): void {
  if (tab.peek() === "paint" && painting.unknown.peek() > 0) painting.put(painting.blank(size));
  else cube.resize(size);
}

/** The target of the skip link. */
const controls = () => (place.value ? "screen-title" : `panel-${tab.value}`);

function Head() {
  const skip = (event: Event) => {
    // The address holds the cube, and no place of the page.
    event.preventDefault();
    document.getElementById(controls())?.focus();
  };
  return (
    <header>
      <a class="skip" href={`#${controls()}`} onClick={skip}>{w.skip}</a>
      <p class="brand"><Emblem />cubeproof</p>
      {place.value ? <p class="promise">{w.promise}</p> : <h1>{w.promise}</h1>}
      {!place.value && <label class="sizes">
        <span class="size">{w.size} </span>
        <select value={cube.size.value} onChange={(event) => resize(Number(event.currentTarget.value))} data-testid="size">
          {sizes().map((size) => (
            <option key={size} value={size}>{`${size}×${size}×${size}`}</option>
          ))}
        </select>
      </label>}
      <Settings />
    </header>
  );
}

/** A bar of bounds that have met: shorter lengths are impossible, the last has an answer. */
function Emblem() {
  return (
    <svg class="emblem" viewBox="0 0 40 12" aria-hidden="true">
      <path d="M1 11 9 1M9 11 17 1M17 11 25 1M1 1h38v10H1zM9 1v10M17 1v10" />
      <rect x="25" y="1" width="14" height="10" />
    </svg>
  );
}

/** The settings close when the focus goes elsewhere. */
function leave({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLDetailsElement>) {
  if (!currentTarget.contains(relatedTarget as Node | null)) currentTarget.open = false;
}

/** The language and the look of page and cubes. */
function Settings() {
  return (
    <details class="settings" onFocusOut={leave}>
      <summary data-testid="settings">
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M1 4h7m4 0h3M1 8h2m4 0h8M1 12h8m4 0h2M8 2.5v3h4v-3zM3 6.5v3h4v-3zM9 10.5v3h4v-3z" fill="none" stroke="currentColor" /></svg>
        <span>{w.settings}</span>
      </summary>
      <div tabIndex={-1}>
        <Choice label={w.language} value={wanted.value} options={languages.value.map(({ tag, name }) => [tag, name])} onChoose={choose} testid="language" />
        <Choice label={w.theme} value={theme.value} options={THEMES.map((name) => [name, w[name]])} onChoose={(name) => (theme.value = name as Theme)} testid="theme" />
        <Choice label={w.palette} value={palette.value} options={PALETTES.map((name) => [name, w[name]])} onChoose={(name) => (palette.value = name as PaletteName)} testid="palette" />
        <label>
          <input type="checkbox" data-testid="letters" checked={lettered.value} onChange={(event) => (lettered.value = event.currentTarget.checked)} />{" "}
          {w.letters}
        </label>
      </div>
    </details>
  );
}

interface Choosing {
  label: string;
  value: string;
  options: [string, string][];
  onChoose: (value: string) => void;
  testid: string;
}

function Choice({ label, value, options, onChoose, testid }: Choosing) {
  return (
    <label>
      {label}{" "}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)} data-testid={testid}>
        {options.map(([name, text]) => (
          <option key={name} value={name} {...(testid === "language" && { lang: name })}>{text}</option>
        ))}
      </select>
    </label>
  );
}

function Tabs() {
  const choose = (event: KeyboardEvent) => {
    const here = TABS.indexOf(tab.value), last = TABS.length - 1;
    const to = { ArrowRight: here === last ? 0 : here + 1, ArrowLeft: here === 0 ? last : here - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    tab.value = TABS[to]!;
    document.getElementById(`tab-${tab.value}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={w.tabs} onKeyDown={choose}>
      {TABS.map((name) => (
        <button
          type="button"
          role="tab"
          key={name}
          id={`tab-${name}`}
          aria-controls={`panel-${name}`}
          aria-selected={tab.value === name}
          tabIndex={tab.value === name ? 0 : -1}
          onClick={() => (tab.value = name)}
        >
          {w[name]}
        </button>
      ))}
    </div>
  );
}

// The cube is drawn at once. The words wait until their language is known.
void follow();
document.documentElement.dataset["words"] = "coming";
void ready.then(() => requestAnimationFrame(() => delete document.documentElement.dataset["words"]));
const page = document.getElementById("page")!;
page.textContent = "";
render(<Page />, page);
