import { MICROS_MAX, MICROS_PER_UNIT, type Micros } from './money.ts'

/** Reads an amount as typed (`12.5`, `-0.000001`) without ever touching a fraction; undefined when it is no amount. */
export function parseAmount(text: string): Micros | undefined {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (!match) return undefined
  const micros = Number(match[2]) * MICROS_PER_UNIT + Number((match[3] ?? '').padEnd(6, '0'))
  if (micros > MICROS_MAX) return undefined
  return match[1] && micros !== 0 ? -micros : micros
}
