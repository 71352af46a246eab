import { createHash } from 'node:crypto'

/** The id of an order that we make by ourselves: the same facts give the same order, however often it is begun. */
export function orderIdOf(...facts: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
