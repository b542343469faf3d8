// The film's page: a player with keys, whose state is in the page. The facts, the film and the texts come from Python as data
// (see player.py).
import { chosen, Clock, playerView } from "./player.js";
import { solid } from "./solid.js";

const data = JSON.parse(document.getElementById("data").textContent);
const { tag, text } = chosen(data.languages);
const main = document.querySelector("main");
document.documentElement.lang = tag;
document.title = document.querySelector("h1").textContent = text("title");

const moves = data.moves.map(({ name }) => name);
const traits = {
  step: 0, playing: false, speed: data.speed, _texts: data.languages,
  _tape: { size: data.size, start: data.letters, paints: data.paints, moves, turns: data.moves.map(({ turn }) => data.turns[turn]) },
};
const changes = new EventTarget();
const clock = new Clock({
  get: (name) => traits[name],
  set: (name, value) => {
    traits[name] = value;
    changes.dispatchEvent(new Event(`change:${name}`));
  },
  save_changes: () => {},
  on: (event, changed) => changes.addEventListener(event, changed),
}, data.lasts);

const { cube } = playerView(clock, main, {
  painter: solid(data.facts),
  look: { view: data.view, lettered: data.lettered, hidden: data.hidden, rung: new Set(data.rings) },
  describe: () => text("description"),
  say: (made) => (made
    ? text("after", { step: made, move: moves[made - 1], description: text(`turn-${data.moves[made - 1].turn}`) })
    : text(moves.length ? "start" : "nothing")),
});
cube.title = text("drag");
main.querySelectorAll("ol button").forEach((button, i) => { button.title = text(`turn-${data.moves[i].turn}`); });

const pace = (marks) => clock.put("speed", 2 ** Math.max(-3, Math.min(3, Math.log2(traits.speed) + marks)));
const KEYS = {
  " ": () => clock.playOrPause(),
  ArrowRight: () => clock.move(1),
  ArrowLeft: () => clock.move(-1),
  Home: () => clock.jump(0),
  End: () => clock.jump(moves.length),
  "+": () => pace(0.25),
  "-": () => pace(-0.25),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  const on = event.target.tagName;
  // A slider and a button have their own use for some keys.
  if ((on === "INPUT" && event.key !== " ") || (on === "BUTTON" && event.key === " ")) return;
  event.preventDefault();
  KEYS[event.key]();
});
