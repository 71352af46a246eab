const EDGE = 2

/** The line through the values and the area below it, inside a box of the given size. A flat line runs through the middle. */
export function sparkPath(values: readonly number[], width: number, height: number): { line: string; area: string } {
  if (values.length === 0) return { line: '', area: '' }
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const step = values.length > 1 ? (width - 2 * EDGE) / (values.length - 1) : 0
  const points = values.map((value, index) => {
    const share = span === 0 ? 0.5 : (value - low) / span
    return `${round(EDGE + index * step)} ${round(height - EDGE - share * (height - 2 * EDGE))}`
  })
  if (points.length === 1) points.push(`${width - EDGE} ${points[0]?.split(' ')[1]}`)
  const line = `M${points.join('L')}`
  return { line, area: `${line}V${height}H${EDGE}Z` }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
