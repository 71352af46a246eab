import { randomNumbers, seedOf } from '#crypto/random.ts'

/** A random generator seeded with a text. */
export function randomOf(text: string) {
  const next = randomNumbers(seedOf(text))
  return {
    whole: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    /** Small numbers often, large ones rarely. */
    skewed: (most: number) => Math.floor(next() ** 4 * most),
    decimal: (least: number, most: number, digits: number) => Number((least + next() * (most - least)).toFixed(digits)),
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0],
  }
}
export type Random = ReturnType<typeof randomOf>

/** The words of combination number `row`: none repeats before all were used, and neighbours look unlike. */
export function combine(row: number, lists: readonly (readonly string[])[]): string[] {
  const all = lists.reduce((product, { length }) => product * length, 1)
  let rest = (row * stepThrough(all)) % all
  return lists.map((list) => {
    const word = list[rest % list.length] ?? ''
    rest = Math.floor(rest / list.length)
    return word
  })
}

/** Coprime with the number of combinations, so that every one of them is reached. */
function stepThrough(all: number): number {
  let step = Math.max(1, Math.floor(all * 0.618))
  while (gcd(step, all) !== 1) step += 1
  return step
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}
