// One view of a player: the cube and the buttons.
import { facts, USUAL } from "../facts";
import { handle } from "../handling";
import { written } from "../notation";
import { Player, type Turn } from "../player";
import type { Clock } from "./clock";
import { put } from "./model";
import { STYLE } from "./style";
import { chosen, filled, textsIn } from "./texts";

const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M16 5 6 12l10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  step: "M8 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};

function icon(name: keyof typeof ICONS): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, parent: HTMLElement, className = ""): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  parent.append(made);
  return made;
}

/** Put a view into an element; what is given back removes it. */
export function show(clock: Clock, parent: HTMLElement): () => void {
  const { model } = clock;
  const language = chosen(model.get("_texts"));
  const texts = textsIn(model.get("_texts"), language);
  const text = (name: string) => texts[name] ?? name;
  make("style", parent).textContent = STYLE;
  const root = make("div", parent, "cubeproof-player");
  root.lang = language;
  const cube = make("div", root, "cube");
  const controls = make("div", root, "row");
  controls.setAttribute("role", "group");
  controls.setAttribute("aria-label", text("playback"));
  const button = (name: keyof typeof ICONS, press: () => void): HTMLButtonElement => {
    const made = make("button", controls);
    made.type = "button";
    made.innerHTML = icon(name);
    made.title = text(name);
    made.setAttribute("aria-label", text(name));
    made.addEventListener("click", press);
    return made;
  };
  button("first", () => clock.jump(0));
  button("back", () => clock.move(-1));
  const play = button("play", () => clock.playOrPause());
  button("step", () => clock.move(1));
  button("last", () => clock.jump(clock.tape.moves.length));

  const slider = (name: string): [HTMLInputElement, HTMLOutputElement] => {
    const label = make("label", root, "row");
    label.append(name);
    const input = make("input", label);
    input.type = "range";
    return [input, make("output", label)];
  };
  const [place, count] = slider(text("turn"));
  place.addEventListener("input", () => clock.jump(Number(place.value)));
  const [speed, factor] = slider(text("speed"));
  // Each mark doubles the speed; Python has the same bounds.
  Object.assign(speed, { min: "-3", max: "3", step: "0.25" });
  speed.addEventListener("input", () => put(model, "speed", 2 ** Number(speed.value)));

  const list = make("ol", root);
  list.setAttribute("aria-label", text("turns"));
  const { paints } = clock.tape;
  const player = new Player(cube, { paints });
  cube.setAttribute("role", "img");
  const letGo = handle(cube, player, {
    view: () => player.now.view,
    move: (latitude, longitude) => player.show({ view: { latitude: Math.max(-90, Math.min(90, latitude)), longitude } }),
    home: () => player.show({ view: USUAL }),
  }, {
    allowed: () => true,
    settle: () => clock.arrive(model.get("step")),
    dragged: turned,
    clicked: (face, shift) => {
      clock.arrive(model.get("step"));
      const turn = { slab: { face: facts.letters[face]!, first: 1, last: 1 }, quarters: shift ? -1 : 1 };
      turned(turn);
      return turn;
    },
  });
  function turned(turn: Turn): void {
    const { size, turns } = player.now;
    const step = model.get("step");
    player.show({ turns: [...turns.slice(0, step), turn], position: step + 1 });
    clock.turned(written(size, turn));
  }
  let loaded: unknown = null;

  function load(): void {
    const tape = clock.tape;
    if (loaded === tape) return;
    loaded = tape;
    place.max = String(tape.moves.length);
    list.replaceChildren();
    for (const [index, name] of tape.moves.entries()) {
      const turn = make("button", make("li", list));
      turn.type = "button";
      turn.textContent = name;
      turn.addEventListener("click", () => clock.jump(index + 1));
    }
    player.show({ size: tape.size, facelets: tape.start, turns: tape.turns, paints: tape.paints });
  }

  function draw(): void {
    load();
    const playing = model.get("playing");
    const step = model.get("step");
    const label = text(playing ? "pause" : "play");
    if (play.title !== label) {
      play.innerHTML = icon(playing ? "pause" : "play");
      play.title = label;
      play.setAttribute("aria-label", label);
    }
    place.value = String(step);
    count.value = filled(text("count"), { step, turns: clock.tape.moves.length });
    speed.value = String(Math.log2(model.get("speed")));
    factor.value = `${String(Number(model.get("speed").toFixed(2))).replace(".", text("decimal"))} ×`;
    const begun = Math.max(step, Math.ceil(clock.position));
    list.childNodes.forEach((item, index) => {
      const turn = item.firstChild as HTMLButtonElement;
      if (index + 1 === begun) turn.setAttribute("aria-current", "step");
      else turn.removeAttribute("aria-current");
    });
    player.show({ position: clock.position });
    cube.setAttribute("aria-label", textsIn(model.get("_descriptions"), language)["cube"] ?? "");
  }

  const leave = clock.watch(draw);
  draw();
  return () => {
    leave();
    letGo();
    player.remove();
    root.remove();
  };
}
