/** The `times` of a rollup count the calls below each of these, and last the calls above all of them. */
export const TIME_STEPS_MS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000]
