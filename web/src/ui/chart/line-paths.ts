import { area, line } from 'd3-shape'
import { worthDrawing } from './downsample.ts'
import type { Scale } from './scale.ts'

/** The line through the values and the area between it and zero, thinned to what so many pixels can show. */
export function linePaths(
  values: readonly (number | null)[],
  xs: readonly number[],
  x: Scale,
  y: Scale,
  width_px: number,
) {
  const kept = worthDrawing(values, Math.max(1, Math.floor(width_px)))
  const isThere = (place: number) => typeof values[place] === 'number'
  const xOf = (place: number) => x(xs[place] ?? 0)
  const yOf = (place: number) => y(values[place] ?? 0)
  return {
    line: line<number>(xOf, yOf).digits(1).defined(isThere)(kept) ?? '',
    area: () => area<number>(xOf, y(0), yOf).digits(1).defined(isThere)(kept) ?? '',
  }
}
