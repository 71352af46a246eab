export type Dice = ReturnType<typeof openDice>

/** A random generator that gives the same numbers for the same seed. */
export function openDice(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    /** A random index in a list of weights. */
    weighted: (weights: readonly number[]): number => {
      let left = next() * weights.reduce((sum, one) => sum + one, 0)
      return Math.max(
        0,
        weights.findIndex((one) => {
          left -= one
          return left < 0
        }),
      )
    },
  }
}
