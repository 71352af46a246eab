import { worthDrawing } from './downsample.ts'
import type { Scale } from './scale.ts'

/**
 * The line through the values and the area between it and zero, thinned to the available pixels. It is written by hand:
 * the area is the line with two corners more, which a library would compute point by point a second time.
 */
export function linePaths(
  values: readonly (number | null)[],
  xs: readonly number[],
  x: (value: number) => number,
  y: Scale,
  width_px: number,
): { line: string; area: string } {
  const zero = tenths(y(0))
  const path = { line: '', area: '' }
  let piece: string[] = []
  let from = 0
  let to = 0
  const end = () => {
    if (piece.length === 0) return
    const points = piece.join('L')
    // A point between two gaps is closed, so that its round end is drawn.
    path.line += `M${points}${piece.length === 1 ? 'Z' : ''}`
    path.area += `M${points}L${to},${zero}L${from},${zero}Z`
    piece = []
  }
  for (const index of worthDrawing(values, Math.max(1, Math.floor(width_px)))) {
    const value = values[index]
    if (value === null || value === undefined) {
      end()
      continue
    }
    to = tenths(x(xs[index] ?? 0))
    if (piece.length === 0) from = to
    piece.push(`${to},${tenths(y(value))}`)
  }
  end()
  return path
}

function tenths(px: number): number {
  return Math.round(px * 10) / 10
}
