/**
 * The indexes worth drawing when there are more points than pixels: of each bucket the lowest and the highest, between
 * which all others lie, so that no spike is lost; and the two ends of the line. A gap stays a gap.
 */
export function worthDrawing(values: readonly (number | null)[], buckets: number): number[] {
  const count = values.length
  if (count <= buckets * 2) return Array.from({ length: count }, (_, index) => index)
  const stored = [0]
  const size = count / buckets
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const start = Math.floor(bucket * size)
    const end = Math.min(Math.floor((bucket + 1) * size), count)
    keepOf(values, start, end, stored)
  }
  keep(stored, count - 1)
  return stored
}

function keepOf(values: readonly (number | null)[], start: number, end: number, stored: number[]) {
  let low = -1
  let high = -1
  let gap = -1
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (let index = start; index < end; index += 1) {
    const value = values[index]
    if (value === null || value === undefined) {
      gap = index
      continue
    }
    if (value < lowest) {
      lowest = value
      low = index
    }
    if (value > highest) {
      highest = value
      high = index
    }
  }
  // Three indexes, sorted by hand: a list to sort for every pixel would be most of the work.
  keep(stored, Math.min(low, high, gap))
  keep(stored, low + high + gap - Math.min(low, high, gap) - Math.max(low, high, gap))
  keep(stored, Math.max(low, high, gap))
}

/** None is -1. */
function keep(stored: number[], index: number) {
  if (index >= 0 && stored[stored.length - 1] !== index) stored.push(index)
}
