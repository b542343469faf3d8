// The cube in 3D: cubing.js's player, moved through the tape by a clock of our own, so that steps, runs and pauses are
// the same: the picture moves to where the cube is. Its stickers are coloured by us, so that it begins with any state, also one
// with unknown stickers or one that cannot be, in the colours of all our pictures.
import type { Move } from "cubing/alg";
import type { ExperimentalMillisecondTimestamp, TwistyPlayer } from "cubing/twisty";

const NAMES = ["", "", "2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7"] as const;
type Name = Exclude<(typeof NAMES)[number], "">;

const SOLVED = "URFDLB";

export function playable(size: number): boolean {
  return size >= 2 && size < NAMES.length;
}

/** How long cubing's simple indexer lets a turn take, in its milliseconds. */
function duration(turn: string): number {
  return turn.includes("2'") || turn.endsWith("2") ? 1500 : 1000;
}

/** A sticker of cubing's: of which piece it is, and which of our facelets. */
interface Sticker {
  orbit: string;
  ord: number;
  ori: number;
  facelet: number;
}

/** What cubing's three.js object of a puzzle has besides what it tells TypeScript; its version is pinned. */
interface Painted {
  stickers: Record<string, { origColor: number; origColorStickeringMask: number; faceColor: number }[][]>;
  setStickeringMask(mask: unknown): void;
  kpuzzle: { moveToTransformation(move: Move): unknown };
}

export class Player {
  private element: TwistyPlayer | null = null;
  private stickers: Sticker[] = [];
  private puzzle: Painted | null = null;
  private turns: string[] = [];
  private starts: number[] = [0];
  private size = 0;
  private building: Promise<void> | null = null;
  private position = 0;
  private painted = "";

  private constructor(
    private readonly parent: HTMLElement,
    private readonly library: typeof import("cubing/twisty"),
  ) {}

  /** A player in this element. The library is large and comes when it is first needed. */
  static async in(parent: HTMLElement & { player?: Player }): Promise<Player> {
    const player = new Player(parent, await import("cubing/twisty"));
    parent.player = player; // where tests find it
    return player;
  }

  /** Show a cube that begins as `facelets`, or solved, with `turns` to be made, in cubing's notation. */
  async load(size: number, facelets: string | null, turns: string[], colours: Record<string, string>): Promise<void> {
    [this.turns, this.starts] = [turns, [0]];
    for (const turn of turns) this.starts.push(this.starts.at(-1)! + duration(turn));
    // Calls that come while the cube is being built wait for it too.
    if (size !== this.size) this.building = this.build(size);
    await this.building;
    if (size !== this.size || !this.puzzle || this.turns !== turns) return; // something newer is on its way
    this.paint([...(facelets ?? [...SOLVED].map((face) => face.repeat(size * size)).join(""))].map((letter) => colours[letter]!));
    this.element!.alg = turns.join(" ");
    this.show(this.position);
  }

  /** Show the cube after so many turns; between two whole numbers a layer is turning. */
  show(position: number): void {
    this.position = position;
    if (!this.element) return;
    const whole = Math.min(Math.floor(position), this.turns.length);
    const start = this.starts[whole]!;
    const next = this.starts[whole + 1] ?? start;
    this.element.timestamp = (start + (position - whole) * (next - start)) as ExperimentalMillisecondTimestamp;
  }

  /** The colours that stand where our facelets are, as 0xrrggbb; for tests, which compare them with the state. Empty while a cube is built. */
  seen(): number[] {
    const found: number[] = [];
    if (!this.puzzle) return found;
    for (const { orbit, ori, ord, facelet } of this.stickers) found[facelet] = this.puzzle.stickers[orbit]![ori]![ord]!.faceColor;
    return found;
  }

  remove(): void {
    this.element?.remove();
    this.element = null;
  }

  private async build(size: number): Promise<void> {
    this.size = size;
    const name = NAMES[size] as Name;
    await tellCentresApart(name);
    if (this.size !== size) return;
    const element = new this.library.TwistyPlayer({
      puzzle: name,
      visualization: "PG3D", // the same look for every size
      background: "none",
      controlPanel: "none",
      viewerLink: "none",
      hintFacelets: "none",
      cameraLatitude: 30,
      cameraLongitude: 34,
      cameraDistance: 5.6,
    });
    element.indexer = "simple"; // one turn after the other, each with its own time
    element.style.width = element.style.height = "100%";
    const old = this.element;
    [this.element, this.puzzle] = [element, null];
    this.parent.append(element);
    const puzzle = (await element.experimentalCurrentThreeJSPuzzleObject()) as unknown as Painted;
    const stickers = await placed(name, size);
    old?.remove();
    if (this.element === element) [this.puzzle, this.stickers, this.painted] = [puzzle, stickers, ""];
  }

  private paint(colours: string[]): void {
    if (this.painted === colours.join()) return;
    this.painted = colours.join();
    const { stickers } = this.puzzle!;
    for (const { orbit, ori, ord, facelet } of this.stickers) {
      stickers[orbit]![ori]![ord]!.origColor = parseInt(colours[facelet]!.slice(1), 16);
    }
    // A mask that hides nothing makes cubing look at the colours again.
    const orbits = Object.entries(stickers).map(([orbit, orientations]) => {
      const pieces = orientations[0]!.map(() => ({ facelets: orientations.map(() => "regular") }));
      return [orbit, { pieces }] as const;
    });
    this.puzzle!.setStickeringMask({ orbits: Object.fromEntries(orbits) });
  }
}

/** For cubing the centres of a face are one and the same; we may colour each of them otherwise. */
async function tellCentresApart(name: Name): Promise<void> {
  const { puzzles } = await import("cubing/puzzles");
  const { definition } = await puzzles[name]!.kpuzzle();
  for (const { pieces } of Object.values(definition.defaultPattern)) pieces.forEach((_, place) => (pieces[place] = place));
}

/** Which of our facelets each of cubing's stickers is, by where its middle lies on the solved cube. */
async function placed(name: Name, size: number): Promise<Sticker[]> {
  const { puzzles } = await import("cubing/puzzles");
  const geometry = await puzzles[name]!.pg!();
  return geometry.get3d({}).stickers.map(({ orbit, ord, ori, coords }) => {
    const corners = coords.length / 3;
    const middle = [0, 1, 2].map((axis) => coords.reduce((sum, value, at) => (at % 3 === axis ? sum + value / corners : sum), 0));
    return { orbit, ord, ori, facelet: faceletAt(middle as [number, number, number], size) };
  });
}

/** The number of the facelet at a place on a cube, x to the right, y up, z to the viewer. */
function faceletAt([x, y, z]: [number, number, number], size: number): number {
  const radius = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const line = (value: number) => Math.min(size - 1, Math.max(0, Math.floor(((value / radius + 1) / 2) * size)));
  const near = radius * (1 - 1e-6);
  const [face, row, column] =
    y >= near ? [0, z, x] : x >= near ? [1, -y, -z] : z >= near ? [2, -y, x] : y <= -near ? [3, -z, x] : x <= -near ? [4, -y, z] : [5, -y, -x];
  return face * size * size + line(row) * size + line(column);
}
