/**
 * A linear scale with round ticks, and bands. It is written by hand: d3-scale brings colour, interpolation and number
 * formats, which are ten times the size of what a chart needs.
 */
export type Scale = {
  (value: number): number
  invert: (px: number) => number
}

export function straightScale([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  const slope = high === low ? 0 : (to - from) / (high - low)
  const scale = (value: number) => from + (value - low) * slope
  return Object.assign(scale, { invert: (px: number) => (slope === 0 ? low : low + (px - from) / slope) })
}

/** About `count` round numbers that enclose the extent: steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low]
  const rough = (high - low) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const share = rough / power
  const step = (share >= 7.07 ? 10 : share >= 3.16 ? 5 : share >= 1.41 ? 2 : 1) * power
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  // Multiplied, not added up, and cut to the digits of the step, so that 0.1 + 0.2 stays 0.3.
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(digits)))
}

/** The same for what is counted: there is no half of a call. */
export function wholeTicks(low: number, high: number, count: number): number[] {
  const ticks = roundTicks(low, high, count)
  if (ticks.every((tick) => Number.isInteger(tick))) return ticks
  const [first, last] = [Math.floor(ticks[0] ?? 0), Math.ceil(ticks.at(-1) ?? 1)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

export type Bands = { startOf: (index: number) => number; width: number; step: number }

/** Equal bands side by side; `gap` is the share of a step that stays free between two. */
export function bands(count: number, [from, to]: readonly [number, number], gap: number): Bands {
  const step = (to - from) / Math.max(1, count)
  return { startOf: (index) => from + index * step + (step * gap) / 2, width: step * (1 - gap), step }
}
