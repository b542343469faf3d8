// Turns in words, and as layers that turn. The server reports both; its answers are kept.
import { api, type DescribedTurn, type PlayedTurn } from "./api";
import { written } from "./notation";
import type { Turn } from "../../src/cubeproof/draw/canvas.js";

const reported = new Map<string, PlayedTurn>();
/** One object for each turn, so that a player sees what two tapes have in common. */
const played = new Map<string, Turn>();

/** Keep turns from any answer of the server. */
export function remember(size: number, turns: readonly PlayedTurn[]): void {
  for (const turn of turns) reported.set(`${size} ${turn.text}`, turn);
}

/** Whether the server has reported this turn. */
export function isReported(size: number, text: string): boolean {
  return reported.has(`${size} ${text}`);
}

/** Turns with their descriptions; at once if all were reported before. */
export async function described(size: number, turns: string[]): Promise<DescribedTurn[]> {
  const missing = [...new Set(turns)].filter((turn) => !reported.has(`${size} ${turn}`));
  if (missing.length > 0) {
    const { moves } = await api.apply(size, null, missing.join(" "));
    remember(size, moves);
    // The server writes turns canonically; these were asked for as they are.
    if (moves.length === missing.length) {
      missing.forEach((text, index) => reported.set(`${size} ${text}`, { ...moves[index]!, text }));
    }
  }
  return turns.map((text) => reported.get(`${size} ${text}`) ?? { text, description: text });
}

/** The turns as layers that turn; at once if all were reported before. */
export function layersOf(size: number, turns: string[]): Turn[] | Promise<Turn[]> {
  const layers = turns.map((text) => played.get(`${size} ${text}`) ?? learned(size, text));
  if (layers.every((turn) => turn !== undefined)) return layers;
  return described(size, turns).then(() =>
    turns.map((text) => {
      const turn = learned(size, text);
      if (!turn) throw new Error(`The server did not say which layers ${text} turns.`);
      return turn;
    }),
  );
}

function learned(size: number, text: string): Turn | undefined {
  const slab = reported.get(`${size} ${text}`)?.slab;
  return slab && keep(size, text, { slab, quarters: slab.turns === 3 ? -1 : slab.turns });
}

function keep(size: number, text: string, turn: Turn): Turn {
  played.set(`${size} ${text}`, turn);
  return turn;
}

/** The name of a layer's turn by hand; it is kept for the picture. */
export function byHand(size: number, turn: Turn): string {
  const text = written(size, turn);
  keep(size, text, turn);
  return text;
}
