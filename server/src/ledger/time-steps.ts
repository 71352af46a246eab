/** The `times` of a rollup count the calls below each of these, and last those above all of them. */
export const TIME_STEPS_MS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000]

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
