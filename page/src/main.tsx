// The page: the cube on one side, the tabs on the other.
import { effect } from "@preact/signals";
import { render, type ComponentType } from "preact";
import "./aiming";
import * as cube from "./cube";
import { choose, languages, ready, wanted } from "./language";
import { follow } from "./share";
import { kept } from "./stored";
import { tab, TABS, type Tab } from "./tabs";
import { Explore } from "./views/Explore";
import { Paint } from "./views/Paint";
import { Solve } from "./views/Solve";
import { Stage } from "./views/Stage";
import { Examples, Trust } from "./views/Start";
import { Turn } from "./views/Turn";
import { Walk } from "./views/Walk";
import { page as w } from "./words/page";

const VIEWS: Record<Tab, ComponentType> = { turn: Turn, paint: Paint, solve: Solve, walk: Walk, explore: Explore };

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const theme = kept<Theme>("theme", THEMES, "auto");

effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
});

function Page() {
  return (
    <>
      <Head />
      {/* In the order of the Tab key the tabs come before the cube; on the screen the cube is beside or above them. */}
      <main>
        <section class="doing" aria-label={w.tabs}>
          <Tabs />
          {TABS.map((name) => {
            const View = VIEWS[name];
            return (
              <div key={name} role="tabpanel" id={`panel-${name}`} aria-labelledby={`tab-${name}`} hidden={tab.value !== name} tabIndex={-1}>
                <View />
              </div>
            );
          })}
        </section>
        <Stage />
      </main>
      <Examples />
      <Trust>
        <Settings />
      </Trust>
    </>
  );
}

/** The sizes to choose from; a link may bring a larger cube. */
function sizes(here: number): number[] {
  return [...new Set([2, 3, 4, 5, 6, 7, here])];
}

function Head() {
  const skip = (event: Event) => {
    // The address holds the cube, and no place of the page.
    event.preventDefault();
    document.getElementById(`panel-${tab.peek()}`)?.focus();
  };
  return (
    <header>
      <a class="skip" href={`#panel-${tab.value}`} onClick={skip}>{w.skip}</a>
      <p class="brand">cubeproof</p>
      <h1>{w.promise}</h1>
      <label class="sizes">
        <span class="size">{w.size} </span>
        <select value={cube.size.value} onChange={(event) => cube.resize(Number(event.currentTarget.value))} data-testid="size">
          {sizes(cube.size.value).map((size) => (
            <option key={size} value={size}>{`${size}×${size}×${size}`}</option>
          ))}
        </select>
      </label>
    </header>
  );
}

function Settings() {
  return (
    <div class="settings">
      <label>
        {w.language}{" "}
        <select value={wanted.value} onChange={(event) => choose(event.currentTarget.value)} data-testid="language">
          {languages.value.map(({ tag, name }) => (
            <option key={tag} value={tag} lang={tag}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        {w.theme}{" "}
        <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)} data-testid="theme">
          {THEMES.map((name) => (
            <option key={name} value={name}>{w[name]}</option>
          ))}
        </select>
      </label>
    </div>
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
