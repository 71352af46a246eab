import fc from 'fast-check'

/** The seed of a random test, set by tools/proof/seeded.ts: the same for every run of a commit. */
export const TEST_SEED = fc.readConfigureGlobal().seed ?? 1
