import { TIME_STEPS_MS } from '#db/time-steps.ts'

/** The time that `share` (0.5, 0.95) of the calls stayed below, spread evenly within its step; undefined without calls. */
export function percentile(times: number[], share: number): number | undefined {
  const total = times.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  let rank = total * share
  for (const [step, count] of times.entries()) {
    const from = TIME_STEPS_MS[step - 1] ?? 0
    const to = TIME_STEPS_MS[step] ?? from
    if (count > 0 && rank <= count) return from + (to - from) * (rank / count)
    rank -= count
  }
  return TIME_STEPS_MS.at(-1)
}
