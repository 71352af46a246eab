const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  5 * DAY,
  7 * DAY,
  14 * DAY,
]
const MONTH_STEPS = [1, 2, 3, 6, 12, 24]

/** Round moments between two, at most `most` of them: whole minutes, hours, days or months of UTC. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const span = to - from
  if (span <= 0 || most < 1) return [from]
  const step = STEPS.find((candidate) => span / candidate <= most)
  if (step === undefined) return monthTicks(from, to, most)
  const ticks: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push(at)
  return ticks
}

function monthTicks(from: number, to: number, most: number): number[] {
  const months = (to - from) / (30 * DAY)
  const step = MONTH_STEPS.find((candidate) => months / candidate <= most) ?? Math.ceil(months / most)
  const start = new Date(from)
  const ticks: number[] = []
  for (let month = 0; ; month += step) {
    const at = Date.UTC(start.getUTCFullYear(), Math.floor(start.getUTCMonth() / step) * step + month, 1)
    if (at > to) return ticks
    if (at >= from) ticks.push(at)
  }
}

/**
 * Among steps shorter than a day, those at round hours or minutes, as many as fit; undefined for days and months, where
 * the last label matters more than round ones.
 */
export function roundDigits(xs: readonly number[], free_px: number, label_px: number): number[] | undefined {
  const [first = 0, second = 0] = xs
  if (xs.length < 3 || second - first >= DAY) return undefined
  const wanted = new Set(timeTicks(first, xs.at(-1) ?? first, Math.max(1, Math.floor(free_px / label_px))))
  return xs.flatMap((x, index) => (wanted.has(x) ? [index] : []))
}

/** The labels among `count` that fit side by side, counted from the last one, which matters most. */
export function everyNth(count: number, free_px: number, label_px: number): number[] {
  const fits = Math.max(1, Math.floor(free_px / label_px))
  const step = Math.max(1, Math.ceil(count / fits))
  const positions: number[] = []
  for (let index = count - 1; index >= 0; index -= step) positions.unshift(index)
  return positions
}

/** The approximate width of a character of an axis. */
const CHAR_PX = 6.6
const APART_PX = 8

/** The labels below a chart: one that would stick out at the right ends there, and the one before it gives way if it must. */
export function readable<T extends { at: number; text: string }>(ticks: readonly T[], right: number) {
  const stored: (T & { anchor: 'middle' | 'end' })[] = []
  let next = Number.POSITIVE_INFINITY
  for (const tick of ticks.toReversed()) {
    const half = (tick.text.length * CHAR_PX) / 2
    const isOut = tick.at + half > right + APART_PX
    if ((isOut ? tick.at : tick.at + half) + APART_PX > next) continue
    next = tick.at - (isOut ? 2 * half : half)
    stored.unshift({ ...tick, anchor: isOut ? 'end' : 'middle' })
  }
  return stored
}

/** The index in an ascending list that is nearest to a value. */
export function nearest(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  const before = sorted[low - 1]
  const here = sorted[low]
  return before !== undefined && here !== undefined && value - before < here - value ? low - 1 : low
}

/** Pushes labels apart that would cover each other, keeping their order and staying between the edges. */
export function spread(positions: readonly number[], gap: number, from: number, to: number): number[] {
  const order = positions.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at)
  let last = from - gap
  for (const label of order) {
    label.at = Math.max(label.at, last + gap)
    last = label.at
  }
  let next = to + gap
  for (const label of order.toReversed()) {
    label.at = Math.min(label.at, next - gap)
    next = label.at
  }
  const result: number[] = []
  for (const label of order) result[label.index] = label.at
  return result
}
