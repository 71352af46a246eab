/** Money is an integer number of micro-dollars everywhere; dollars exist only in what people read and type. */
export type Micros = number

export const MICROS_PER_USD = 1_000_000
/** Whatever is paid is whole cents. */
export const CENT_MICROS = 10_000
/** Nine billion dollars: beyond it a JavaScript number is no longer exact. */
export const MICROS_MAX = Number.MAX_SAFE_INTEGER

/** `$` and six decimals, a minus sign in front when negative (`-$1.250000`). */
export function formatMicros(micros: Micros): string {
  const whole = Math.trunc(Math.abs(micros) / MICROS_PER_USD)
  const rest = Math.abs(micros) % MICROS_PER_USD
  return `${micros < 0 ? '-' : ''}$${whole}.${String(rest).padStart(6, '0')}`
}

/** Reads dollars as typed (`12.5`, `-0.000001`) without ever touching a fraction; undefined when it is no amount. */
export function parseUsd(text: string): Micros | undefined {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (!match) return undefined
  const micros = Number(match[2]) * MICROS_PER_USD + Number((match[3] ?? '').padEnd(6, '0'))
  if (micros > MICROS_MAX) return undefined
  return match[1] && micros !== 0 ? -micros : micros
}

export function microsToUsd(micros: Micros): number {
  return Number((micros / MICROS_PER_USD).toFixed(6))
}
