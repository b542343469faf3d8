// The film's page: buttons, keys and sliders around the cube. What the cube looks like and how turns move it is solid.js's; the
// facts, the film and the texts come from Python as data (see player.py).
import { eased, solid } from "./solid.js";

const data = JSON.parse(document.getElementById("data").textContent);
// All texts are here in every language, of other languages than English what differs; the browser's first choice is taken.
const tags = Object.keys(data.languages);
const found = (wanted) => tags.find((tag) => tag.toLowerCase() === wanted) ?? tags.find((tag) => tag === wanted.split("-")[0]);
const language = navigator.languages.map((wanted) => found(wanted.toLowerCase())).find(Boolean) ?? "en";
const texts = { ...data.languages.en, ...data.languages[language] };
const text = (name, values = {}) => texts[name].replace(/\{(\w+)\}/g, (field, key) => (Object.hasOwn(values, key) ? values[key] : field));
document.documentElement.lang = language;
document.title = text("title");
for (const one of document.querySelectorAll("[data-text]")) one.textContent = text(one.dataset.text);
for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", text(one.dataset.label));
for (const one of document.querySelectorAll("[data-title]")) one.title = text(one.dataset.title);
for (const move of data.moves) move.description = text(`turn-${move.turn}`);
const element = (id) => document.getElementById(id);
const canvas = element("cube");
const total = data.moves.length, calm = matchMedia("(prefers-reduced-motion: reduce)");

const painter = solid(data.facts), pen = painter.pen(canvas);
// The states after 0, 1, 2, … turns: the letters, and which stickers have a ring.
const states = [{ letters: painter.read(data.letters), rings: Uint8Array.from(data.rings) }];
for (const move of data.moves) {
  const { slab, quarters } = data.turns[move.turn], { letters, rings } = states[states.length - 1];
  const turned = (marks) => painter.turned(data.size, marks, slab, quarters);
  states.push({ letters: turned(letters), rings: turned(rings) });
}

let done = 0;           // turns that are made
let motion = null;      // the turn going on: { move, sign, share, last }
let playing = false, rest = 0, speed = data.speed;
let view = { latitude: data.latitude, longitude: data.longitude };

const paint = () => {
  let state = states[done], turn = null;
  if (motion) {
    const { slab, quarters } = data.turns[motion.move.turn];
    state = states[motion.sign > 0 ? done : done - 1];
    const share = eased(motion.share);
    turn = { slab, quarters: quarters * (motion.sign > 0 ? share : 1 - share) };
  }
  painter.paint(pen, {
    size: data.size, state: state.letters, rings: state.rings, turn, view,
    paints: data.paints, lettered: data.lettered, hidden: data.hidden,
  });
};

const say = () => {
  const move = data.moves[done - 1];
  const made = move && { step: done, move: move.name, description: move.description };
  element("said").textContent = made ? text("after", made) : text(total ? "start" : "nothing");
  element("count").textContent = `${done} / ${total}`;
  element("place").value = done;
  element("place").setAttribute("aria-valuetext", made ? text("place", made) : text("place-start"));
  [...element("moves").children].forEach((item, i) => {
    const button = item.firstChild;
    if (i === done - 1) {
      button.setAttribute("aria-current", "step");
      const list = element("moves"), top = item.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top;
    } else button.removeAttribute("aria-current");
  });
};

const show = (play) => {
  playing = play;
  element("play").classList.toggle("playing", play);
  element("play").setAttribute("aria-label", text(play ? "pause" : "play"));
};

const settle = () => {
  if (!motion) return;
  done += motion.sign > 0 ? 1 : -1;
  motion = null;
  say();
};

let ticking = false;
const tick = (now) => {
  if (motion) {
    motion.share += (now - (motion.last ?? now)) * speed / motion.milliseconds;
    motion.last = now;
    if (motion.share >= 1) {
      settle();
      rest = now + data.pause / speed;
    }
  } else if (playing && now >= rest) {
    if (done < total) begin(1);
    else show(false);
  }
  paint();
  ticking = Boolean(motion) || playing;
  if (ticking) requestAnimationFrame(tick);
};
const wake = () => {
  if (ticking) return;
  ticking = true;
  requestAnimationFrame(tick);
};

const begin = (sign) => {
  const move = data.moves[sign > 0 ? done : done - 1];
  if (!move) return;
  const milliseconds = Math.abs(data.turns[move.turn].quarters) === 2 ? data.half : data.quarter;
  motion = { move, sign, share: 0, milliseconds };
  if (calm.matches) {
    // Without motion state follows state, each shown for as long as its turn would take.
    settle();
    rest = performance.now() + (milliseconds + data.pause) / speed;
  }
};

const stepBy = (sign) => {
  show(false);
  settle();
  begin(sign);
  wake();
};
const jump = (place) => {
  show(false);
  motion = null;
  done = Math.max(0, Math.min(total, place));
  say();
  wake();
};
const toggle = () => {
  if (playing) {
    show(false);
  } else if (total) {
    if (done === total && !motion) jump(0);
    show(true);
  }
  wake();
};
const pace = (exponent) => {
  speed = 2 ** exponent;
  element("speed").value = exponent;
  const factor = speed.toFixed(2).replace(".", texts.decimal);
  element("factor").textContent = `${factor}×`;
  element("speed").setAttribute("aria-valuetext", text("factor", { speed: factor }));
};

element("play").onclick = toggle;
element("step").onclick = () => stepBy(1);
element("back").onclick = () => stepBy(-1);
element("first").onclick = () => jump(0);
element("last").onclick = () => jump(total);
element("place").max = total;
element("place").oninput = (event) => jump(Number(event.target.value));
element("speed").oninput = (event) => pace(Number(event.target.value));
data.moves.forEach((move, i) => {
  const item = document.createElement("li"), button = document.createElement("button");
  button.textContent = move.name;
  button.title = move.description;
  button.onclick = () => jump(i + 1);
  item.append(button);
  element("moves").append(item);
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const on = event.target.tagName;
  // A slider and a button have their own use for some keys.
  if (on === "INPUT" && event.key !== " ") return;
  if (on === "BUTTON" && (event.key === " " || event.key === "Enter")) return;
  const actions = {
    " ": toggle,
    ArrowRight: () => stepBy(1),
    ArrowLeft: () => stepBy(-1),
    Home: () => jump(0),
    End: () => jump(total),
    "+": () => pace(Math.min(2, Math.log2(speed) + 0.25)),
    "-": () => pace(Math.max(-2, Math.log2(speed) - 0.25)),
  };
  if (actions[event.key]) {
    event.preventDefault();
    actions[event.key]();
  }
});

let grip = null;
canvas.onpointerdown = (event) => {
  grip = { x: event.clientX, y: event.clientY, ...view };
  canvas.setPointerCapture(event.pointerId);
};
canvas.onpointermove = (event) => {
  if (!grip) return;
  const degrees = 180 / canvas.clientWidth;
  view.longitude = grip.longitude - (event.clientX - grip.x) * degrees;
  view.latitude = Math.max(-90, Math.min(90, grip.latitude + (event.clientY - grip.y) * degrees));
  wake();
};
canvas.onpointerup = canvas.onpointercancel = () => { grip = null; };
canvas.ondblclick = () => {
  view = { latitude: data.latitude, longitude: data.longitude };
  wake();
};

new ResizeObserver(() => {
  canvas.width = canvas.height = Math.max(16, Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio || 1)));
  paint();
}).observe(canvas);
pace(Math.max(-2, Math.min(2, Math.log2(data.speed))));
say();
