export type Box = { left: number; top: number; width: number; height: number }
export type Position = { side: 'bottom' | 'top' | 'right' | 'left'; align: 'start' | 'center' | 'end' }
type Size = { width: number; height: number }

const EDGE = 8

/**
 * The position of a floating box beside its anchor: on the preferred side, on the other one where there is more space,
 * and never over the edge of the window. It is computed by hand, since CSS anchor positioning is not everywhere.
 */
export function positionBeside(
  anchor: Box,
  floating: Size,
  view: Size,
  location: Position,
  gap: number,
): { left: number; top: number } {
  const isUpright = location.side === 'bottom' || location.side === 'top'
  const main = isUpright
    ? alongMain(anchor.top, anchor.height, floating.height, view.height, location.side === 'bottom', gap)
    : alongMain(anchor.left, anchor.width, floating.width, view.width, location.side === 'right', gap)
  const cross = isUpright
    ? alongCross(anchor.left, anchor.width, floating.width, view.width, location.align)
    : alongCross(anchor.top, anchor.height, floating.height, view.height, location.align)
  return isUpright ? { left: cross, top: main } : { left: main, top: cross }
}

function alongMain(
  start: number,
  length: number,
  size: number,
  viewport: number,
  isAfter: boolean,
  gap: number,
): number {
  const after = start + length + gap
  const before = start - gap - size
  const spaceAfter = viewport - EDGE - after
  const spaceBefore = start - gap - EDGE
  const goesAfter = isAfter
    ? spaceAfter >= size || spaceAfter >= spaceBefore
    : spaceBefore < size && spaceAfter > spaceBefore
  return keepInside(goesAfter ? after : before, size, viewport)
}

function alongCross(start: number, length: number, size: number, viewport: number, align: Position['align']): number {
  const preferred = align === 'start' ? start : align === 'end' ? start + length - size : start + (length - size) / 2
  return keepInside(preferred, size, viewport)
}

function keepInside(position: number, size: number, viewport: number): number {
  return Math.round(Math.max(EDGE, Math.min(position, viewport - EDGE - size)))
}
