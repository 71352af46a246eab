/** How often a known name took longer than an unknown one, over all pairs of both; a tie is half, and 0.5 is no signal. */
function rank(known: number[], unknown: number[]): number {
  let wins = 0
  for (const a of known) for (const b of unknown) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (known.length * unknown.length)
}

export interface Compared {
  /** 0.5 is no signal, 0 and 1 are certainty. */
  auc: number
  /** How likely a rank at least this far from 0.5 is when there is no difference (Mann–Whitney, two-sided). */
  p: number
  /** The ratio of known to unknown, with its bootstrap interval. */
  median_ms: { difference: number; low: number; high: number }
}

const ROUNDS = 2_000
const TAIL = 0.005

/** Compares two samples of times by rank, which is robust against outliers, and bounds how large a difference could be. */
export function compare(known: number[], unknown: number[]): Compared {
  const auc = rank(known, unknown)
  const spread = Math.sqrt((known.length + unknown.length + 1) / (12 * known.length * unknown.length))
  const differences = Array.from({ length: ROUNDS }, () => median(drawn(known)) - median(drawn(unknown)))
  differences.sort((a, b) => a - b)
  return {
    auc,
    p: Math.min(1, 2 * upperTail(Math.abs(auc - 0.5) / spread)),
    median_ms: {
      difference: median(known) - median(unknown),
      low: differences[Math.floor(ROUNDS * TAIL)] ?? 0,
      high: differences[Math.ceil(ROUNDS * (1 - TAIL)) - 1] ?? 0,
    },
  }
}

/** `alpha` covers all comparisons together, so that each gets its share. */
export function verdictOf({ p, median_ms }: Compared, count: number, { alpha = 0.05, noise_ms = 5 } = {}): string {
  if (p < alpha / count) return 'told apart'
  return (median_ms.high - median_ms.low) / 2 > noise_ms ? 'too noisy to tell' : 'alike'
}

export function inWords({ auc, p, median_ms }: Compared): string {
  const [low, high] = [median_ms.low, median_ms.high].map((ms) => ms.toFixed(2))
  return `rank ${auc.toFixed(3)}, p ${p.toFixed(4)}, median ${median_ms.difference.toFixed(2)} ms (99 % between ${low} and ${high})`
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0]
  return (low + high) / 2
}

function drawn(times: number[]): number[] {
  return times.map(() => times[Math.floor(Math.random() * times.length)] ?? 0)
}

/** The tail of the normal distribution (Abramowitz and Stegun 26.2.17, to seven digits). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce(
    (sum, part) => (sum + part) * t,
    0,
  )
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
