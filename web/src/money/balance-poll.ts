import { BALANCE_EVERY_MS } from '@portico/contract/rules.ts'

const LONGEST_MS = 15 * 60_000
const JITTER = 0.1

/**
 * The time until the balance is requested again: a minute, give or take a tenth so that tabs do not poll together;
 * twice as long after each failure.
 */
export function pauseAfter(failures: number, random: number): number {
  const pause_ms = Math.min(BALANCE_EVERY_MS * 2 ** failures, LONGEST_MS)
  return Math.round(pause_ms * (1 - JITTER + 2 * JITTER * random))
}
