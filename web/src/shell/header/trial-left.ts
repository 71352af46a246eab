import type { Trial } from '#session/boot-state.ts'

/** Nothing has been paid, so the whole balance is trial credit: what the header shows above is what is left here. */
export function trialLeft({ left_micros, total_micros }: Trial, balance_micros: number | undefined): number {
  return Math.max(0, Math.min(balance_micros ?? left_micros, total_micros))
}
