// The cube in space, on a canvas: the one painter of the film's page, of the web page and of the notebook's player.
// Everything here is a pure function of its arguments. The facts (how faces lie, the strokes of letters, the light, the
// camera) come from Python as data (draw/solid.py), so that the picture is that of view_scene.py; here points are only
// rotated, projected and filled. Turns are rotations of places: no permutation is typed.

/** @typedef {readonly [number, number, number]} Vector */
/** @typedef {readonly [number, number]} Point */

/** @typedef {readonly (readonly Point[])[]} Strokes of a letter: lines in a box from −1 to 1, y downwards */

/**
 * A sticker, in cells.
 * @typedef {object} Sticker
 * @property {number} half half a side
 * @property {number} radius how far from a corner its rounding begins
 * @property {number} letter half a letter, in halves of a cell
 * @property {Readonly<Record<string, Strokes>>} glyphs the strokes of letters
 */

/**
 * What Python tells of every cube.
 * @typedef {object} Facts
 * @property {string} letters the six faces' letters and the sign of an unknown sticker, in the order of the faces
 * @property {readonly { normal: Vector, right: Vector, down: Vector }[]} faces how each face lies and is read
 * @property {Sticker} sticker
 * @property {Vector} light
 * @property {number} shade how much black there is where no light falls
 * @property {{ share: number, width: number, gloss: number }} edge how much of the plastic there is at the edge of a sticker, its width in
 *   cells, and how much white there is on the two sides that face the light
 * @property {{ middle: Vector, radii: readonly number[], opacity: number }} ground the discs that make the shadow on the ground; painted as one gradient
 * @property {number} dimmed how much of the plastic there is on a sticker that is not asked for
 * @property {number} eye how far the eye is, in half edges
 * @property {number} float how far hidden faces float away
 * @property {number} margin beside the sphere around the cube, as a share of the picture
 */

/** @typedef {{ colours: Readonly<Record<string, string>>, body: string, accent: string }} Paints colours as #rrggbb */
/** @typedef {{ latitude: number, longitude: number }} View where the viewer stands, in degrees */
/** @typedef {{ face: string, first: number, last: number }} Slab neighbouring layers, counted from 1 at a face */

/**
 * A picture.
 * @typedef {object} Scene
 * @property {number} size how many layers there are
 * @property {ArrayLike<number>} state for every sticker the number of its letter among the facts'
 * @property {Paints} paints
 * @property {View} view
 * @property {boolean} [hidden] whether the far faces are seen, floating behind the cube
 * @property {boolean} [lettered] whether stickers have letters
 * @property {ArrayLike<number>} [rings] for every sticker whether it has a ring
 * @property {ArrayLike<number>} [dim] for every sticker whether it stands back
 * @property {{ slab: Slab, quarters: number } | null} [turn] layers on their way: quarter turns, clockwise
 */

/** @typedef {{ sticker: number, face: number, at: Vector }} Hit where a ray meets the cube */

/** @type {(a: Vector, b: Vector) => number} */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @type {(a: Vector, b: Vector) => Vector} */
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @type {(a: Vector, x: number, b: Vector) => Vector} */
const along = (a, x, b) => [a[0] + x * b[0], a[1] + x * b[1], a[2] + x * b[2]];
/** @type {(a: Vector, x: number) => Vector} */
const times = (a, x) => [a[0] * x, a[1] * x, a[2] * x];

/**
 * Rodrigues' rotation by quarter turns, clockwise as seen from outside, about a face's normal.
 * @type {(normal: Vector, quarters: number) => (p: Vector) => Vector}
 */
const rotation = (normal, quarters) => {
  const angle = (-Math.PI / 2) * quarters;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (p) => along(along(times(p, cos), sin, cross(normal, p)), dot(normal, p) * (1 - cos), normal);
};

/** @type {(colour: string) => [number, number, number]} */
const channels = (colour) => [parseInt(colour.slice(1, 3), 16), parseInt(colour.slice(3, 5), 16), parseInt(colour.slice(5, 7), 16)];

/**
 * A colour with a share of another.
 * @type {(colour: string, other: string, share: number) => string}
 */
const mixed = (colour, other, share) => {
  const b = channels(other);
  return `#${channels(colour).map((x, i) => Math.round(x + (b[i] - x) * share).toString(16).padStart(2, "0")).join("")}`;
};

/**
 * Black or white, the one that can be read better on a colour (by the relative luminance of WCAG 2).
 * @type {(colour: string) => string}
 */
export const ink = (colour) => {
  const [r, g, b] = channels(colour).map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#101216" : "#ffffff";
};

/**
 * How far a turn has come when this share of its time is over: it starts and ends gently.
 * @type {(share: number) => number}
 */
export const eased = (share) => (1 - Math.cos(Math.PI * share)) / 2;

/**
 * The corners of the convex hull of points in the plane, in order (Andrew's monotone chain).
 * @type {(points: readonly Point[]) => Point[]}
 */
const hull = (points) => {
  const sorted = points.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  /** @type {Point[]} */
  const found = [];
  for (const run of [sorted, sorted.slice().reverse()]) {
    /** @type {Point[]} */
    const chain = [];
    for (const p of run) {
      for (;;) {
        const b = chain[chain.length - 1], a = chain[chain.length - 2];
        if (!a || !b || (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-9) break;
        chain.pop();
      }
      chain.push(p);
    }
    found.push(...chain.slice(0, -1));
  }
  return found;
};

/**
 * A polygon with rounded corners: in threes where a side ends, the control point, where the next side begins.
 * @type {(points: readonly Point[], radius: number) => Point[]}
 */
const rounded = (points, radius) => {
  /** @type {Point[]} */
  const corners = [];
  points.forEach((p, i) => {
    /** @type {(q: Point) => Point} */
    const towards = (q) => {
      const length = Math.max(Math.hypot(q[0] - p[0], q[1] - p[1]), 1e-9), part = Math.min(radius, length / 2) / length;
      return [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part];
    };
    corners.push(towards(points[(i + points.length - 1) % points.length]), p, towards(points[(i + 1) % points.length]));
  });
  return corners;
};

/**
 * Add a rounded outline to the path that is being made.
 * @type {(pen: CanvasRenderingContext2D, points: readonly Point[]) => void}
 */
const trace = (pen, points) => {
  for (let i = 0; i < points.length; i += 3) {
    const [a, b, c] = [points[i], points[i + 1], points[i + 2]];
    if (i) pen.lineTo(a[0], a[1]);
    else pen.moveTo(a[0], a[1]);
    pen.quadraticCurveTo(b[0], b[1], c[0], c[1]);
  }
  pen.closePath();
};

/**
 * Add the two sides of a rounded outline that meet in a corner.
 * @type {(pen: CanvasRenderingContext2D, points: readonly Point[], corner: number) => void}
 */
const traceLit = (pen, points, corner) => {
  const [from, a, b, c, to] = [3 * ((corner + 3) % 4) + 2, 3 * corner, 3 * corner + 1, 3 * corner + 2, 3 * ((corner + 1) % 4)].map((i) => points[i]);
  pen.moveTo(from[0], from[1]);
  pen.lineTo(a[0], a[1]);
  pen.quadraticCurveTo(b[0], b[1], c[0], c[1]);
  pen.lineTo(to[0], to[1]);
};

/** @type {(pen: CanvasRenderingContext2D, points: readonly Point[], colour: string) => void} */
const fill = (pen, points, colour) => {
  pen.beginPath();
  trace(pen, points);
  pen.fillStyle = colour;
  pen.fill();
};

/**
 * The painter, once it knows the facts.
 * @param {Facts} facts
 */
export const solid = (facts) => {
  const { faces, letters } = facts;
  /** @type {(letter: string) => number} */
  const numberOf = (letter) => letters.indexOf(letter);
  /** @type {Map<string, Uint16Array>} */
  const turns = new Map();
  /** @type {Map<string, Uint8Array>} */
  const layers = new Map();

  /**
   * A state as numbers of letters.
   * @type {(facelets: string) => Uint8Array}
   */
  const read = (facelets) => Uint8Array.from(facelets, numberOf);

  /**
   * The state of a solved cube.
   * @type {(size: number) => Uint8Array}
   */
  const solved = (size) => Uint8Array.from({ length: 6 * size * size }, (_, sticker) => Math.floor(sticker / size ** 2));

  // Places in doubled coordinates, as in geometry.py: whole numbers, a sticker one unit outside of its cubie.
  /** @type {(size: number, sticker: number) => Vector} */
  const placeOf = (size, sticker) => {
    const { normal, right, down } = faces[Math.floor(sticker / size ** 2)];
    const row = Math.floor(sticker / size) % size, column = sticker % size;
    return along(along(times(normal, size), 2 * column + 1 - size, right), 2 * row + 1 - size, down);
  };
  /** @type {(size: number, place: Vector) => number} */
  const stickerAt = (size, place) => {
    const face = faces.findIndex(({ normal }) => Math.round(dot(place, normal)) === size);
    const { right, down } = faces[face];
    const line = (/** @type {Vector} */ way) => Math.round((dot(place, way) + size - 1) / 2);
    return face * size ** 2 + line(down) * size + line(right);
  };

  /**
   * For every sticker the layer of its cubie, counted from 1 at a face.
   * @type {(size: number, face: string) => Uint8Array}
   */
  const layersOf = (size, face) => {
    const key = `${size} ${face}`;
    let found = layers.get(key);
    if (!found) {
      const { normal } = faces[numberOf(face)];
      found = Uint8Array.from({ length: 6 * size * size }, (_, sticker) => {
        const depth = dot(placeOf(size, sticker), normal);
        return (size - 1 - Math.max(1 - size, Math.min(size - 1, depth))) / 2 + 1;
      });
      layers.set(key, found);
    }
    return found;
  };

  /**
   * What a turn moves where, in the gather form: after it, place i shows what was in place p[i].
   * @type {(size: number, slab: Slab, quarters: number) => Uint16Array}
   */
  const permutation = (size, slab, quarters) => {
    const key = `${size} ${slab.face} ${slab.first} ${slab.last} ${((quarters % 4) + 4) % 4}`;
    let found = turns.get(key);
    if (!found) {
      const rotated = rotation(faces[numberOf(slab.face)].normal, quarters);
      found = Uint16Array.from({ length: 6 * size * size }, (_, sticker) => sticker);
      for (let sticker = 0; sticker < found.length; sticker++) {
        const layer = layersOf(size, slab.face)[sticker];
        if (slab.first <= layer && layer <= slab.last) found[stickerAt(size, rotated(placeOf(size, sticker)))] = sticker;
      }
      turns.set(key, found);
    }
    return found;
  };

  /**
   * What stands where after a turn; for states as well as for marks.
   * @type {(size: number, state: Uint8Array, slab: Slab, quarters: number) => Uint8Array}
   */
  const turned = (size, state, slab, quarters) => {
    const from = permutation(size, slab, quarters);
    return state.map((_, place) => state[from[place]]);
  };

  /**
   * The camera looks at the middle of the cube, in perspective; the sphere around the cube fills the picture, so that no turn
   * leaves it.
   * @param {View} view
   * @param {number} side of the picture, in pixels
   * @param {boolean} hidden whether there is room for the faces that float
   */
  const camera = (view, side, hidden = false) => {
    const latitude = (view.latitude * Math.PI) / 180, longitude = (view.longitude * Math.PI) / 180;
    /** @type {Vector} */
    const right = [Math.cos(longitude), 0, -Math.sin(longitude)];
    /** @type {Vector} */
    const towards = [Math.sin(longitude) * Math.cos(latitude), Math.sin(latitude), Math.cos(longitude) * Math.cos(latitude)];
    const up = cross(towards, right);
    const radius = Math.sqrt(hidden ? 2 + (1 + facts.float) ** 2 : 3);
    const distance = facts.eye * (radius / Math.sqrt(3));
    // The sphere is seen under the angle whose sine is radius / distance.
    const scale = (side * (0.5 - facts.margin) * Math.sqrt(distance ** 2 - radius ** 2)) / radius;
    return { right, up, towards, distance, scale, side, eye: times(towards, distance), unit: scale / distance };
  };
  /** @typedef {ReturnType<typeof camera>} Camera */

  /**
   * A plane of the picture: from two coordinates in the plane to pixels. Perspective keeps it linear up to one division.
   * @type {(look: Camera, origin: Vector, right: Vector, down: Vector) => (x: number, y: number) => Point}
   */
  const plane = (look, origin, right, down) => {
    const half = look.side / 2;
    const [x0, xr, xd] = [dot(origin, look.right), dot(right, look.right), dot(down, look.right)].map((x) => x * look.scale);
    const [y0, yr, yd] = [dot(origin, look.up), dot(right, look.up), dot(down, look.up)].map((y) => -y * look.scale);
    const w0 = look.distance - dot(origin, look.towards), wr = -dot(right, look.towards), wd = -dot(down, look.towards);
    return (x, y) => {
      const w = w0 + x * wr + y * wd;
      return [half + (x0 + x * xr + y * xd) / w, half + (y0 + x * yr + y * yd) / w];
    };
  };

  /** @type {(p: Vector) => Vector} */
  const still = (p) => p;

  /** @typedef {{ low: number[], high: number[], rotate: (p: Vector) => Vector, includes: (sticker: number) => boolean, whole: boolean }} Box */

  /**
   * The boxes that move as one, by falling distance: planes across the axis part them, so the nearer can hide the farther
   * and never the reverse.
   * @type {(scene: Scene, look: Camera) => Box[]}
   */
  const boxes = ({ size, turn }, look) => {
    if (!turn) return [{ low: [-1, -1, -1], high: [1, 1, 1], rotate: still, includes: () => true, whole: true }];
    const { face, first, last } = turn.slab;
    const axis = faces[numberOf(face)].normal;
    const i = axis.findIndex(Boolean), eye = dot(look.eye, axis);
    const depths = layersOf(size, face);
    const found = [];
    for (const [a, b] of [[1, first - 1], [first, last], [last + 1, size]]) {
      if (a > b) continue;
      const ends = [1 - (2 * b) / size, 1 - (2 * (a - 1)) / size];
      const low = [-1, -1, -1], high = [1, 1, 1];
      [low[i], high[i]] = axis[i] > 0 ? ends : [-ends[1], -ends[0]];
      /** @type {Box} */
      const box = {
        low, high,
        rotate: a === first ? rotation(axis, turn.quarters) : still,
        includes: (sticker) => a <= depths[sticker] && depths[sticker] <= b,
        whole: false,
      };
      found.push({ box, distance: Math.max(0, ends[0] - eye, eye - ends[1]) });
    }
    return found.sort((a, b) => b.distance - a.distance).map(({ box }) => box);
  };

  /**
   * The shadow on the ground, where one looks from above and no hidden faces float over it.
   * @type {(pen: CanvasRenderingContext2D, scene: Scene, look: Camera) => void}
   */
  const paintGround = (pen, { paints, hidden }, look) => {
    const { middle, radii, opacity } = facts.ground;
    if (hidden || look.eye[1] <= middle[1]) return;
    const at = plane(look, middle, [1, 0, 0], [0, 0, 1]);
    const [o, x, y] = [at(0, 0), at(1, 0), at(0, 1)];
    const [outer, inner] = [radii[0], radii[radii.length - 1]];
    // As dark as all discs, fading as they end one after another.
    const shade = pen.createRadialGradient(0, 0, inner, 0, 0, outer);
    shade.addColorStop(0, paints.body + Math.round(255 * (1 - (1 - opacity) ** radii.length)).toString(16).padStart(2, "0"));
    shade.addColorStop(1, `${paints.body}00`);
    pen.save();
    pen.transform(x[0] - o[0], x[1] - o[1], y[0] - o[0], y[1] - o[1], o[0], o[1]);
    pen.fillStyle = shade;
    pen.fillRect(-outer, -outer, 2 * outer, 2 * outer);
    pen.restore();
  };

  /** @type {(pen: CanvasRenderingContext2D, scene: Scene, look: Camera, box: Box) => void} */
  const paintBox = (pen, { size, paints }, look, { low, high, rotate }) => {
    const bits = [...Array(8).keys()].map((i) => [i & 1, (i >> 1) & 1, i >> 2]);
    const corners = bits.map((b) => {
      const p = rotate([b[0] ? high[0] : low[0], b[1] ? high[1] : low[1], b[2] ? high[2] : low[2]]);
      return plane(look, p, p, p)(0, 0);
    });
    const radius = (0.16 * 2 * look.unit) / size;
    fill(pen, rounded(hull(corners), radius), paints.body);
    for (const axis of [0, 1, 2]) {
      for (const side of [0, 1]) {
        const end = side ? high[axis] : low[axis];
        /** @type {(other: (i: number) => number, own: number) => Vector} */
        const vector = (other, own) => rotate([axis === 0 ? own : other(0), axis === 1 ? own : other(1), axis === 2 ? own : other(2)]);
        const normal = vector(() => 0, side ? 1 : -1);
        const middle = vector((i) => (low[i] + high[i]) / 2, end);
        if (dot(along(look.eye, -1, middle), normal) <= 1e-9) continue;
        const [a, b, c, d] = corners.filter((_, i) => bits[i][axis] === side);
        const light = Math.abs(end) < 1 - 1e-9 ? 0.02 : 0.03 + 0.07 * Math.max(0, dot(normal, facts.light));
        fill(pen, rounded([a, b, d, c], radius), mixed(paints.body, "#ffffff", light));
      }
    }
  };

  // A rounded square around the origin, in cells of half edges: corners in threes, as `rounded` makes them.
  const { half, radius } = facts.sticker;
  /** @type {readonly Point[]} */
  const outline = rounded([[-half, -half], [half, -half], [half, half], [-half, half]], radius).map(([x, y]) => [2 * x, 2 * y]);

  /** @type {(pen: CanvasRenderingContext2D, scene: Scene, look: Camera, box: Box, away: number) => void} */
  const paintStickers = (pen, scene, look, box, away) => {
    const { size, state, paints } = scene;
    const cell = (2 * look.unit) / size;
    /** @type {Point[][]} */
    const rings = [];
    faces.forEach((flat, f) => {
      const normal = box.rotate(flat.normal), right = box.rotate(flat.right), down = box.rotate(flat.down);
      const front = dot(along(look.eye, -1, normal), normal) > 1e-9;
      const seen = dot(along(look.eye, -(1 + away), normal), normal) > 1e-9;
      if (away ? front || seen : !front) return;
      const shade = away ? 0 : facts.shade * (1 - Math.min(1, Math.max(0, dot(normal, facts.light) / Math.max(...facts.light))));
      const at = plane(look, times(normal, 1 + away), right, down);
      // The corner between the sides that face the light, in the order of the outline's corners.
      const lit = dot(down, facts.light) > 0 ? (dot(right, facts.light) > 0 ? 2 : 3) : dot(right, facts.light) > 0 ? 1 : 0;
      // Stickers of one colour are one path: a browser fills one path faster than many.
      /** @type {Map<number, { x: number, y: number }[]>} */
      const alike = new Map();
      for (let sticker = f * size ** 2; sticker < (f + 1) * size ** 2; sticker++) {
        if (!box.whole && !box.includes(sticker)) continue;
        const key = 2 * state[sticker] + (scene.dim?.[sticker] ? 1 : 0);
        const x = (2 * (sticker % size) + 1) / size - 1, y = (2 * (Math.floor(sticker / size) % size) + 1) / size - 1;
        if (!alike.has(key)) alike.set(key, []);
        alike.get(key)?.push({ x, y });
        if (scene.rings?.[sticker]) rings.push(outline.map((p) => at(x + p[0] / size, y + p[1] / size)));
      }
      for (const [key, places] of alike) {
        const letter = letters[key >> 1], dimmed = key % 2 === 1;
        // What is not asked for has one grey.
        const shaded = mixed(paints.colours[dimmed ? "?" : letter], "#000000", shade);
        const colour = dimmed ? mixed(shaded, paints.body, facts.dimmed) : shaded;
        pen.beginPath();
        for (const { x, y } of places) trace(pen, outline.map((p) => at(x + p[0] / size, y + p[1] / size)));
        pen.fillStyle = colour;
        pen.fill();
        // White stickers that float need a rim to be seen on white paper.
        pen.strokeStyle = away ? paints.body : mixed(colour, paints.body, facts.edge.share);
        pen.lineWidth = (away ? 0.05 : facts.edge.width) * cell;
        pen.stroke();
        if (!away) {
          pen.strokeStyle = mixed(colour, "#ffffff", facts.edge.gloss);
          pen.beginPath();
          for (const { x, y } of places) traceLit(pen, outline.map((p) => at(x + p[0] / size, y + p[1] / size)), lit);
          pen.stroke();
        }
        if (!scene.lettered) continue;
        pen.strokeStyle = ink(dimmed ? colour : paints.colours[letter]);
        pen.lineWidth = 0.07 * cell;
        pen.beginPath();
        for (const { x, y } of places) {
          for (const stroke of facts.sticker.glyphs[letter]) {
            stroke.forEach(([u, v], i) => {
              const p = at(x + (u * facts.sticker.letter) / size, y + (v * facts.sticker.letter) / size);
              if (i) pen.lineTo(p[0], p[1]);
              else pen.moveTo(p[0], p[1]);
            });
          }
        }
        pen.stroke();
      }
    });
    if (rings.length === 0) return;
    pen.beginPath();
    for (const ring of rings) trace(pen, ring);
    pen.strokeStyle = paints.accent;
    pen.lineWidth = 0.1 * cell;
    pen.stroke();
  };

  /**
   * What paints on a canvas. So many small shapes are painted faster, and with smoother edges, by the processor than by a
   * graphics card or what stands in for one.
   * @type {(canvas: HTMLCanvasElement) => CanvasRenderingContext2D}
   */
  const pen = (canvas) => {
    const found = canvas.getContext("2d", { willReadFrequently: true });
    if (!found) throw new Error("This browser has no canvas.");
    return found;
  };

  /**
   * Paint a picture on a square canvas that is otherwise empty.
   * @type {(pen: CanvasRenderingContext2D, scene: Scene) => void}
   */
  const paint = (pen, scene) => {
    const { width: side } = pen.canvas;
    const look = camera(scene.view, side, scene.hidden), found = boxes(scene, look);
    pen.clearRect(0, 0, side, side);
    pen.lineJoin = pen.lineCap = "round";
    paintGround(pen, scene, look);
    if (scene.hidden) for (const box of found) paintStickers(pen, scene, look, box, facts.float);
    for (const box of found) {
      paintBox(pen, scene, look, box);
      paintStickers(pen, scene, look, box, 0);
    }
  };

  /**
   * What lies under a point of the picture while nothing turns; null beside the cube.
   * @type {(size: number, look: Camera, point: Point) => Hit | null}
   */
  const pick = (size, look, [x, y]) => {
    const half = look.side / 2;
    const ray = along(along(times(look.towards, -look.scale), x - half, look.right), half - y, look.up);
    for (const [face, { normal, right, down }] of faces.entries()) {
      const facing = dot(look.eye, normal) - 1;
      if (facing <= 0) continue;
      const at = along(look.eye, -facing / dot(ray, normal), ray);
      const [column, row] = [right, down].map((way) => Math.floor(((dot(at, way) + 1) / 2) * size));
      if (row >= 0 && row < size && column >= 0 && column < size) return { sticker: (face * size + row) * size + column, face, at };
    }
    return null;
  };

  /**
   * Which layer a drag turns: of the two ways in which the sticker can go, the one that the finger took.
   * @param {number} size
   * @param {Camera} look
   * @param {Hit} hit where the drag began
   * @param {Point} way where it went from there, in pixels
   * @returns {{ slab: Slab, quartersFor: (way: Point) => number }} the layer, and how far a drag turns it: as the point under
   *   the finger goes at first
   */
  const grip = (size, look, hit, way) => {
    const { normal, right, down } = faces[hit.face];
    const at = plane(look, hit.at, right, down), still = at(0, 0), little = 1e-4;
    const [a, b] = [at(little, 0), at(0, little)].map((p) => [(p[0] - still[0]) / little, (p[1] - still[1]) / little]);
    const flat = a[0] * b[1] - a[1] * b[0];
    /** @type {(way: Point) => Point} by how much the point on the face goes to the right and down, in half edges */
    const gone = ([x, y]) => [(x * b[1] - y * b[0]) / flat, (y * a[0] - x * a[1]) / flat];
    const [across, deep] = gone(way).map(Math.abs);
    const index = across >= deep ? 0 : 1;
    // About n × t the point n goes to t; anticlockwise, as rotations are counted in mathematics.
    const axis = cross(normal, index === 0 ? right : down);
    const face = faces.findIndex((one) => dot(one.normal, axis) > 0.5);
    const layer = layersOf(size, letters[face])[hit.sticker];
    return {
      slab: { face: letters[face], first: layer, last: layer },
      quartersFor: (now) => -gone(now)[index] / (Math.PI / 2),
    };
  };

  return { letters, read, solved, turned, permutation, camera, pen, paint, pick, grip };
};
