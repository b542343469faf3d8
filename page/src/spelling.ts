// Turns in words, and in the notation of cubing.js, which is stricter than that of cubers. The server knows both; its answers are kept.
import { api, type PlayedTurn } from "./api";

const known = new Map<string, PlayedTurn>();

/** Remember turns from any answer of the server. */
export function remember(size: number, turns: readonly PlayedTurn[]): void {
  for (const turn of turns) known.set(`${size} ${turn.text}`, turn);
}

/** What the server says of turns, at once where all are known. */
export async function told(size: number, turns: string[]): Promise<PlayedTurn[]> {
  const missing = [...new Set(turns)].filter((turn) => !known.has(`${size} ${turn}`));
  if (missing.length > 0) {
    const { moves } = await api.apply(size, null, missing.join(" "));
    remember(size, moves);
    // The server writes turns canonically; these were asked for as they are.
    if (moves.length === missing.length) {
      missing.forEach((text, index) => known.set(`${size} ${text}`, { ...moves[index]!, text }));
    }
  }
  return turns.map((text) => known.get(`${size} ${text}`) ?? { text, description: text, played: text });
}

/** The turns in cubing's notation. */
export async function spelled(size: number, turns: string[]): Promise<string[]> {
  return (await told(size, turns)).map((turn) => turn.played);
}
