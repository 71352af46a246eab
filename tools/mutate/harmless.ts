import type { Mutant } from './switches.ts'

/** Conditions without which every result is the same: they find rows faster, or state what another one implies. */
interface Harmless {
  /** Below `server/src/`. */
  file: string
  /** As a run prints it. */
  condition: string
  why: string
}

export const HARMLESS: Harmless[] = []

export function isHarmless({ path, what }: Mutant): boolean {
  return HARMLESS.some(({ file, condition }) => path === `server/src/${file}` && what.endsWith(` ${condition}`))
}
