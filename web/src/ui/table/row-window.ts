export type RowWindow = { first: number; last: number }

/**
 * The rows on the page while others are visible: whole blocks, with a spare block on either side. So the page changes
 * once a block and not once a row, and most frames of a scroll cost nothing.
 */
export function rowWindow(seen: RowWindow, count: number, block: number): RowWindow {
  // There can be fewer rows than the box has been scrolled past.
  const begins = Math.min(seen.first, Math.max(0, count - 1))
  const first = (Math.floor(begins / block) - 1) * block
  const last = (Math.floor(seen.last / block) + 2) * block - 1
  return { first: Math.max(0, first), last: Math.min(count - 1, last) }
}
