/** The lowest and highest value of several series; 0 to 1 for an empty chart, so that it still has an axis. */
export function extent(lists: readonly (readonly (number | null)[])[]): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const values of lists) {
    for (const value of values) {
      if (value === null) continue
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  if (high < low) return [0, 1]
  return [low, low === high && high <= 0 ? 1 : high]
}

/** The lowest and highest sum of stacked layers. Zero is always inside. */
export function reach(layers: readonly (readonly (readonly number[])[])[]): [number, number] {
  let low = 0
  let high = 0
  for (const layer of layers) {
    for (const [from = 0, to = 0] of layer) {
      if (from < low) low = from
      if (to > high) high = to
    }
  }
  return high === low ? [0, 1] : [low, high]
}
