// The player of the film's page and of the notebook: a cube, the buttons and sliders of its tape, and one clock.
import { Player } from "./canvas.js";
import { handle } from "./hand.js";

/** @typedef {import("./canvas.js").Painter} Painter */
/** @typedef {import("./canvas.js").Turn} Turn */
/** @typedef {Record<string, Record<string, string>>} Languages texts in every language; of languages other than English only what differs */

/**
 * A tape as Python sends it: the turns as cubers write them and as layers that turn, and the facelets of the start.
 * @typedef {{ size: number, moves: string[], turns: Turn[], start: string, paints: import("./solid.js").Paints }} Tape
 */

/** @typedef {{ step: number, playing: boolean, speed: number, _tape: Tape, _texts: Languages, _descriptions: Languages }} Traits */

/**
 * The state of a player, as anywidget has it.
 * @typedef {object} Model
 * @property {<Name extends keyof Traits>(name: Name) => Traits[Name]} get
 * @property {<Name extends keyof Traits>(name: Name, value: Traits[Name]) => void} set
 * @property {() => void} save_changes
 * @property {(event: `change:${keyof Traits}`, changed: () => void) => void} on
 */

/**
 * A text with its fields filled in.
 * @type {(text: string, values: Record<string, string | number>) => string}
 */
export const filled = (text, values) =>
  text.replace(/\{(\w+)\}/g, (field, name) => (Object.hasOwn(values, name) ? String(values[name]) : field));

/**
 * The first of the browser's languages that has texts, else English; and its texts, English where it has none.
 * @param {Languages} languages
 */
export const chosen = (languages) => {
  const tags = Object.keys(languages);
  const found = (/** @type {string} */ wanted) =>
    tags.find((tag) => tag.toLowerCase() === wanted) ?? tags.find((tag) => tag === wanted.split("-")[0]);
  const tag = navigator.languages.map((wanted) => found(wanted.toLowerCase())).find(Boolean) ?? "en";
  /** @type {Record<string, string>} */
  const texts = { ...languages.en, ...languages[tag] };
  return { tag, text: (/** @type {string} */ name, values = {}) => filled(texts[name] ?? name, values) };
};

/** One clock for a player, however many views it has: where the picture is on its way to where the cube is. */
export class Clock {
  #frame = 0;
  /** @type {number | null} */
  #last = null;
  #way = 0;
  #position;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {Set<() => void>} */
  #views = new Set();

  /**
   * @param {Model} model
   * @param {{ quarter: number, half: number, pause: number }} lasts milliseconds of turns, and between them
   */
  constructor(model, lasts) {
    this.model = model;
    this.lasts = lasts;
    this.#position = model.get("step");
    model.on("change:step", () => this.#wake());
    model.on("change:playing", () => this.#wake());
    model.on("change:speed", () => this.#tell());
    model.on("change:_descriptions", () => this.#tell());
    model.on("change:_tape", () => this.rest(model.get("step")));
    this.#wake();
  }

  get tape() {
    return this.model.get("_tape");
  }

  /** How many turns the picture has made; between two whole numbers a layer is turning. Without motion state follows state. */
  get position() {
    if (!this.#calm.matches) return this.#position;
    return this.#way > 0 ? Math.ceil(this.#position) : Math.floor(this.#position);
  }

  /** How many turns have begun. */
  get begun() {
    return Math.max(this.model.get("step"), Math.ceil(this.position));
  }

  /**
   * Set a trait, here and in Python.
   * @type {<Name extends keyof Traits>(name: Name, value: Traits[Name]) => void}
   */
  put(name, value) {
    if (this.model.get(name) === value) return;
    this.model.set(name, value);
    this.model.save_changes();
  }

  /**
   * Call a function after every move of the picture.
   * @param {() => void} view
   */
  watch(view) {
    this.#views.add(view);
    return () => this.#views.delete(view);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#views.clear();
  }

  playOrPause() {
    if (!this.model.get("playing") && this.model.get("step") === this.tape.moves.length) {
      this.#position = 0;
      this.put("step", 0);
    }
    this.put("playing", !this.model.get("playing"));
  }

  /** Go a number of turns forward, or back. @param {number} turns */
  move(turns) {
    this.jump(this.model.get("step") + turns);
  }

  /** @param {number} step */
  jump(step) {
    this.put("playing", false);
    this.put("step", Math.max(0, Math.min(this.tape.moves.length, step)));
  }

  /** Show a step at once, without the turns on the way. @param {number} step */
  rest(step) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#position = step;
    this.#tell();
  }

  #wake() {
    this.#tell();
    if (this.#frame) return;
    this.#last = null;
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now */
  #tick(now) {
    const passed = this.#last === null ? 0 : now - this.#last;
    this.#last = now;
    const busy = this.#advance(passed);
    this.#tell();
    this.#frame = busy ? requestAnimationFrame((next) => this.#tick(next)) : 0;
  }

  /** Move the picture on; whether it is still on its way. @param {number} passed milliseconds */
  #advance(passed) {
    const { model, lasts } = this;
    const step = model.get("step");
    const end = this.tape.moves.length;
    // A long way is a jump to the last turn, which is shown.
    if (Math.abs(step - this.#position) > 1) this.#position = step - Math.sign(step - this.#position);
    const goal = model.get("playing") ? Math.min(end, Math.max(step, Math.floor(this.#position) + 1)) : step;
    const way = (this.#way = Math.sign(goal - this.#position));
    const turning = this.tape.turns[way < 0 ? Math.ceil(this.#position) - 1 : Math.floor(this.#position)];
    const length = (Math.abs(turning?.quarters ?? 1) === 2 ? lasts.half : lasts.quarter) + lasts.pause;
    const next = this.#position + (way * passed * model.get("speed")) / length;
    this.#position = way > 0 ? Math.min(goal, next) : way < 0 ? Math.max(goal, next) : goal;
    if (this.#position !== goal) return true;
    if (!model.get("playing")) return false;
    this.put("step", goal);
    if (goal < end) return true;
    this.put("playing", false);
    return false;
  }

  #tell() {
    for (const view of this.#views) view();
  }
}

const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M16 5 6 12l10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  step: "M8 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};

/**
 * Put a view of a player into an element. `remove` removes it; `player` paints its cube.
 * @param {Clock} clock
 * @param {HTMLElement} parent
 * @param {object} options
 * @param {Painter} options.painter
 * @param {Pick<import("./canvas.js").Shown, "view"> & Partial<import("./canvas.js").Shown>} options.look
 * @param {() => string} options.describe the cube in words
 * @param {(made: number) => string} [options.say] a turn in words, by its number
 * @param {(player: Player) => import("./hand.js").Hold} [options.hold] how hands turn the cube; else they only move the viewer
 */
export const playerView = (clock, parent, { painter, look, describe, say, hold }) => {
  const { model } = clock;
  const { tag, text } = chosen(model.get("_texts"));
  /** @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, parent: HTMLElement, className?: string) => HTMLElementTagNameMap[Tag]} */
  const make = (name, into, className = "") => into.appendChild(Object.assign(document.createElement(name), { className }));
  const root = make("div", parent, "cubeproof-player");
  root.lang = tag;
  const cube = make("div", root, "cube");
  cube.setAttribute("role", "img");
  const player = new Player(cube, painter, { ...look, paints: clock.tape.paints });
  const letGo = handle(cube, player, {
    view: () => player.now.view,
    move: (latitude, longitude) => player.show({ view: { latitude: Math.max(-90, Math.min(90, latitude)), longitude } }),
    home: () => player.show({ view: look.view }),
  }, hold ? hold(player) : null);
  const said = say && make("p", root, "said");
  said?.setAttribute("role", "status");

  const controls = make("div", root, "row");
  controls.setAttribute("role", "group");
  controls.setAttribute("aria-label", text("playback"));
  /** @type {(button: HTMLButtonElement, name: keyof typeof ICONS) => void} */
  const name = (button, icon) => {
    if (button.title === text(icon)) return;
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
    button.title = text(icon);
    button.setAttribute("aria-label", text(icon));
  };
  /** @type {(icon: keyof typeof ICONS, press: () => void) => HTMLButtonElement} */
  const button = (icon, press) => {
    const made = make("button", controls);
    made.type = "button";
    name(made, icon);
    made.onclick = press;
    return made;
  };
  button("first", () => clock.jump(0));
  button("back", () => clock.move(-1));
  const play = button("play", () => clock.playOrPause());
  button("step", () => clock.move(1));
  button("last", () => clock.jump(clock.tape.moves.length));

  /** @type {(label: string) => [HTMLInputElement, HTMLOutputElement]} */
  const slider = (label) => {
    const row = make("label", root, "row");
    row.append(label);
    return [Object.assign(make("input", row), { type: "range" }), make("output", row)];
  };
  const [place, count] = slider(text("turn"));
  place.oninput = () => clock.jump(Number(place.value));
  const [speed, factor] = slider(text("speed"));
  // Each mark doubles the speed; Python has the same bounds.
  Object.assign(speed, { min: "-3", max: "3", step: "0.25" });
  speed.oninput = () => clock.put("speed", 2 ** Number(speed.value));
  const list = make("ol", root);
  list.setAttribute("aria-label", text("turns"));

  /** @type {Tape | null} */
  let loaded = null;
  const load = () => {
    const { tape } = clock;
    if (loaded === tape) return;
    loaded = tape;
    place.max = String(tape.moves.length);
    list.replaceChildren();
    tape.moves.forEach((move, index) => {
      const turn = make("button", make("li", list));
      turn.type = "button";
      turn.textContent = move;
      turn.onclick = () => clock.jump(index + 1);
    });
    player.show({ size: tape.size, facelets: tape.start, turns: tape.turns, paints: tape.paints });
  };

  let marked = -1;
  const draw = () => {
    load();
    const { moves } = clock.tape;
    const step = model.get("step");
    const { begun } = clock;
    name(play, model.get("playing") ? "pause" : "play");
    place.value = String(step);
    place.setAttribute("aria-valuetext", step ? text("place", { step, move: moves[step - 1] ?? "" }) : text("place-start"));
    count.value = `${step} / ${moves.length}`;
    speed.value = String(Math.log2(model.get("speed")));
    const times = String(Number(model.get("speed").toFixed(2))).replace(".", text("decimal"));
    factor.value = `${times}×`;
    speed.setAttribute("aria-valuetext", text("factor", { speed: times }));
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.children[begun - 1];
    if (item instanceof HTMLElement) {
      item.firstElementChild?.setAttribute("aria-current", "step");
      const top = item.offsetTop - list.offsetTop;
      const isOutside = top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight;
      if (marked !== begun && isOutside) list.scrollTop = top;
    }
    if (said && say && marked !== begun) said.textContent = say(begun);
    marked = begun;
    player.show({ position: clock.position });
    cube.setAttribute("aria-label", describe());
  };

  const leave = clock.watch(draw);
  draw();
  return {
    cube,
    remove() {
      leave();
      letGo();
      player.remove();
      root.remove();
    },
  };
};
