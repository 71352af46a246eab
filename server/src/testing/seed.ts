/** The seed of a random test: the same for every run of a commit. TEST_SEED, printed at the end of a run, repeats another one. */
export const TEST_SEED = Number(process.env.TEST_SEED ?? 1)
