// Turns in words, and as layers that turn. The server knows both; its answers are kept.
import { api, type DescribedTurn, type PlayedTurn } from "./api";
import { written } from "./notation";
import type { Turn } from "./player";

const heard = new Map<string, PlayedTurn>();
/** One object for each turn, so that a player sees what two tapes have in common. */
const played = new Map<string, Turn>();

/** Remember turns from any answer of the server. */
export function remember(size: number, turns: readonly PlayedTurn[]): void {
  for (const turn of turns) heard.set(`${size} ${turn.text}`, turn);
}

/** Whether the server has told of this turn. */
export function known(size: number, text: string): boolean {
  return heard.has(`${size} ${text}`);
}

/** What the server says of turns, at once where all are known. */
export async function told(size: number, turns: string[]): Promise<DescribedTurn[]> {
  const missing = [...new Set(turns)].filter((turn) => !heard.has(`${size} ${turn}`));
  if (missing.length > 0) {
    const { moves } = await api.apply(size, null, missing.join(" "));
    remember(size, moves);
    // The server writes turns canonically; these were asked for as they are.
    if (moves.length === missing.length) {
      missing.forEach((text, index) => heard.set(`${size} ${text}`, { ...moves[index]!, text }));
    }
  }
  return turns.map((text) => heard.get(`${size} ${text}`) ?? { text, description: text });
}

/** The turns as layers that turn, at once where all are known. */
export function layersOf(size: number, turns: string[]): Turn[] | Promise<Turn[]> {
  const found = turns.map((text) => played.get(`${size} ${text}`) ?? learned(size, text));
  if (found.every((turn) => turn !== undefined)) return found;
  return told(size, turns).then(() =>
    turns.map((text) => {
      const turn = learned(size, text);
      if (!turn) throw new Error(`The server did not say which layers ${text} turns.`);
      return turn;
    }),
  );
}

function learned(size: number, text: string): Turn | undefined {
  const slab = heard.get(`${size} ${text}`)?.slab;
  return slab && keep(size, text, { slab, quarters: slab.turns === 3 ? -1 : slab.turns });
}

function keep(size: number, text: string, turn: Turn): Turn {
  played.set(`${size} ${text}`, turn);
  return turn;
}

/** What to write for one layer that was turned by hand; the picture knows it from now on. */
export function byHand(size: number, turn: Turn): string {
  const text = written(size, turn);
  keep(size, text, turn);
  return text;
}
