/** How often a known name took longer than an unknown one, over all pairs of both; a tie is half, and 0.5 is no signal. */
export function rank(known: number[], unknown: number[]): number {
  let wins = 0
  for (const a of known) for (const b of unknown) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (known.length * unknown.length)
}
