// What the cube looks like comes from Python as data (see player.py): stickers as points, normals and outlines, turns as
// slabs and permutations. Here they are only rotated, projected and painted, by the same rules as in view_scene.py.
(() => {
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
  const canvas = element("cube"), pen = canvas.getContext("2d");
  const total = data.moves.length, calm = matchMedia("(prefers-reduced-motion: reduce)");

  // The states after 0, 1, 2, … turns: the letters, and which stickers have a ring.
  const states = [{ letters: [...data.letters], rings: data.rings.map(Boolean) }];
  for (const move of data.moves) {
    const { to, from } = data.turns[move.turn], before = states[states.length - 1];
    const after = { letters: before.letters.slice(), rings: before.rings.slice() };
    to.forEach((place, i) => {
      after.letters[place] = before.letters[from[i]];
      after.rings[place] = before.rings[from[i]];
    });
    states.push(after);
  }

  let done = 0;           // turns that are made
  let motion = null;      // the turn going on: { move, sign, share, last }
  let playing = false, rest = 0, speed = data.speed;
  let view = { latitude: data.latitude, longitude: data.longitude };

  // Vectors, as arrays of three numbers.
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const along = (a, x, b) => [a[0] + x * b[0], a[1] + x * b[1], a[2] + x * b[2]];
  const rotated = (p, turn) => {
    if (!turn) return p;
    const k = cross(turn.axis, p), d = dot(turn.axis, p) * (1 - turn.cos);
    return p.map((x, i) => x * turn.cos + k[i] * turn.sin + turn.axis[i] * d);
  };

  const channels = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  const mixed = (colour, other, share) => {
    const b = channels(other);
    return `rgb(${channels(colour).map((x, i) => Math.round(x + (b[i] - x) * share)).join()})`;
  };

  const camera = () => {
    const lat = (view.latitude * Math.PI) / 180, lon = (view.longitude * Math.PI) / 180;
    const right = [Math.cos(lon), 0, -Math.sin(lon)];
    const towards = [Math.sin(lon) * Math.cos(lat), Math.sin(lat), Math.cos(lon) * Math.cos(lat)];
    const up = cross(towards, right), side = canvas.width, scale = data.scale * side;
    return {
      eye: towards.map((x) => x * data.eye),
      project: (p) => {
        const by = scale / (data.eye - dot(p, towards));
        return [side / 2 + dot(p, right) * by, side / 2 - dot(p, up) * by];
      },
      cell: (scale / data.eye) * (2 / data.size),
    };
  };

  const outline = (points, colour, width) => {
    // Corners in threes: where a side ends, the control point, where the next side begins.
    pen.beginPath();
    points.forEach((p, i) => {
      if (i % 3 === 0) pen[i ? "lineTo" : "moveTo"](p[0], p[1]);
      if (i % 3 === 1) pen.quadraticCurveTo(p[0], p[1], points[i + 1][0], points[i + 1][1]);
    });
    pen.closePath();
    if (width) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.stroke();
    } else {
      pen.fillStyle = colour;
      pen.fill();
    }
  };

  const polygon = (points, radius) => {
    // A polygon with rounded corners, as `rounded` in scene.py.
    const n = points.length, corners = [];
    points.forEach((p, i) => {
      const towards = (q) => {
        const length = Math.max(Math.hypot(q[0] - p[0], q[1] - p[1]), 1e-9), part = Math.min(radius, length / 2) / length;
        return [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part];
      };
      corners.push(towards(points[(i + n - 1) % n]), p, towards(points[(i + 1) % n]));
    });
    return corners;
  };

  const hull = (points) => {
    const sorted = points.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]), found = [];
    for (const run of [sorted, sorted.slice().reverse()]) {
      const chain = [];
      for (const p of run) {
        for (;;) {
          const b = chain[chain.length - 1], a = chain[chain.length - 2];
          if (!a || (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-9) break;
          chain.pop();
        }
        chain.push(p);
      }
      found.push(...chain.slice(0, -1));
    }
    return found;
  };

  const paintBox = (look, low, high, turn) => {
    const bits = [...Array(8).keys()].map((i) => [i & 1, (i >> 1) & 1, i >> 2]);
    const corners = bits.map((b) => look.project(rotated(b.map((x, i) => (x ? high[i] : low[i])), turn)));
    const radius = 0.16 * look.cell;
    outline(polygon(hull(corners), radius), data.body);
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [0, 1]) {
        const end = side ? high[axis] : low[axis];
        const normal = rotated([0, 1, 2].map((i) => (i === axis ? (side ? 1 : -1) : 0)), turn);
        const middle = rotated([0, 1, 2].map((i) => (i === axis ? end : (low[i] + high[i]) / 2)), turn);
        if (dot(along(look.eye, -1, middle), normal) <= 1e-9) continue;
        const face = corners.filter((_, i) => bits[i][axis] === side);
        const light = Math.abs(end) < 1 - 1e-9 ? 0.02 : 0.03 + 0.07 * Math.max(0, dot(normal, data.light));
        outline(polygon([face[0], face[1], face[3], face[2]], radius), mixed(data.body, "#ffffff", light));
      }
    }
  };

  const paintStickers = (look, state, wanted, turn, away) => {
    const rings = [];
    data.normals.forEach((flat, f) => {
      const normal = rotated(flat, turn), first = f * data.size ** 2;
      const middle = rotated(along(flat, 0, flat), turn);
      const front = dot(along(look.eye, -1, middle), normal) > 1e-9;
      const seen = dot(along(look.eye, -(1 + away), middle), normal) > 1e-9;
      if (away ? front || seen : !front) return;
      const shade = away ? 0 : data.shade * (1 - Math.min(1, Math.max(0, dot(normal, data.light) / Math.max(...data.light))));
      const [right, down] = data.frames[f];
      for (let i = first; i < first + data.size ** 2; i++) {
        if (!wanted(i)) continue;
        const centre = along(data.centres[i], away, flat), letter = state.letters[i];
        const at = ([x, y]) => look.project(rotated(along(along(centre, x, right), y, down), turn));
        const points = data.outline.map(at);
        outline(points, mixed(data.colours[letter], "#000000", shade));
        if (away) outline(points, data.body, 0.05 * look.cell);
        if (data.glyphs) {
          pen.strokeStyle = data.inks[letter];
          pen.lineWidth = 0.07 * look.cell;
          for (const stroke of data.glyphs[letter]) {
            pen.beginPath();
            stroke.map(at).forEach((p) => pen.lineTo(p[0], p[1]));
            pen.stroke();
          }
        }
        if (state.rings[i]) rings.push(points);
      }
    });
    rings.forEach((points) => outline(points, data.accent, 0.1 * look.cell));
  };

  const paint = () => {
    const look = camera(), boxes = [];
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.lineJoin = pen.lineCap = "round";
    let state = states[done];
    if (motion) {
      const { axis, face, first, last, quarters } = data.turns[motion.move.turn], depth = data.layers[face];
      state = states[motion.sign > 0 ? done : done - 1];
      const share = (1 - Math.cos(Math.PI * motion.share)) / 2, made = motion.sign > 0 ? share : 1 - share;
      const theta = (-Math.PI / 2) * quarters * made;
      const turn = { axis, cos: Math.cos(theta), sin: Math.sin(theta) };
      for (const [a, b] of [[1, first - 1], [first, last], [last + 1, data.size]]) {
        if (a > b) continue;
        const ends = [1 - (2 * b) / data.size, 1 - (2 * (a - 1)) / data.size], eye = dot(look.eye, axis);
        const low = [-1, -1, -1], high = [1, 1, 1], i = axis.findIndex((x) => x);
        [low[i], high[i]] = axis[i] > 0 ? ends : [-ends[1], -ends[0]];
        boxes.push({
          distance: Math.max(0, ends[0] - eye, eye - ends[1]),
          low, high, turn: a === first ? turn : null,
          wanted: (sticker) => depth[sticker] >= a && depth[sticker] <= b,
        });
      }
      boxes.sort((a, b) => b.distance - a.distance);
    } else {
      boxes.push({ low: [-1, -1, -1], high: [1, 1, 1], turn: null, wanted: () => true });
    }
    if (data.float) boxes.forEach((box) => paintStickers(look, state, box.wanted, box.turn, data.float));
    for (const box of boxes) {
      paintBox(look, box.low, box.high, box.turn);
      paintStickers(look, state, box.wanted, box.turn, 0);
    }
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
    canvas.width = canvas.height = Math.max(16, Math.round(canvas.clientWidth * (devicePixelRatio || 1)));
    paint();
  }).observe(canvas);
  pace(Math.max(-2, Math.min(2, Math.log2(data.speed))));
  say();
})();
