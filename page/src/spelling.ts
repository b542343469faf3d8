// Turns as cubing.js reads them, which is choosier than cubers are. The server knows; what it has said is remembered.
import { api, type PlayedTurn } from "./api";

const known = new Map<string, string>();

/** Remember how turns are spelled, from any answer of the server. */
export function remember(size: number, turns: PlayedTurn[]): void {
  for (const { text, played } of turns) known.set(`${size} ${text}`, played);
}

/** The turns in cubing's notation, at once where all are known. */
export async function spelled(size: number, turns: string[]): Promise<string[]> {
  const missing = [...new Set(turns)].filter((turn) => !known.has(`${size} ${turn}`));
  if (missing.length > 0) {
    const { moves } = await api.apply(size, null, missing.join(" "));
    remember(size, moves);
    // The server writes turns canonically; these were asked for as they are.
    if (moves.length === missing.length) {
      missing.forEach((turn, index) => known.set(`${size} ${turn}`, moves[index]!.played));
    }
  }
  return turns.map((turn) => known.get(`${size} ${turn}`) ?? turn);
}
