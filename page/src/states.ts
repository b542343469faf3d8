// The number of states of a cube, counted by its pieces.

/** The product of all whole numbers up to this number. */
function factorial(count: number): bigint {
  return count < 2 ? 1n : BigInt(count) * factorial(count - 1);
}

/**
 * The exact number of states that turns lead to. Centres of one colour are not distinguished, and a cube held in another way is the same.
 *
 * The corners go to any slots, and all but one of them twist freely; so do the edges in the middle of odd sizes, whose permutation is as
 * odd or even as the corners'. The wings of every pair of layers fill 24 slots, and so does every orbit of centres, four of each colour.
 * Centres in the middle say how an odd cube is held; an even one has 24 ways to be held.
 */
export function stateCount(size: number): bigint {
  const odd = size % 2 === 1;
  const corners = factorial(8) * 3n ** 7n;
  const edges = odd ? (factorial(12) * 2n ** 11n) / 2n : 1n;
  const wings = factorial(24) ** BigInt(Math.floor((size - 2) / 2));
  const centres = (factorial(24) / factorial(4) ** 6n) ** BigInt(Math.floor((size - 2) ** 2 / 4));
  return (corners * edges * wings * centres) / (odd ? 1n : 24n);
}
