import { randomNumbers } from '#crypto/random.ts'

/** A random generator that gives the same numbers for the same seed. */
export interface Dice {
  /** From 0 up to, but not including, 1. */
  next(): number
  whole(least: number, most: number): number
  /** Small numbers often, large ones rarely, as real volumes and links are distributed. */
  skewed(most: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  chance(probability: number): boolean
}

export function mixSeed(seed: number, more: number): number {
  let mixed = Math.imul(seed ^ Math.imul(more + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

export function diceOf(seed: number): Dice {
  const next = randomNumbers(seed)
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    skewed: (most) => Math.floor(next() ** 4 * most),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (probability) => next() < probability,
  }
}
