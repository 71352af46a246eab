/** Chance that falls the same way for the same text. */
export function randomOf(seed: string) {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    whole: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    /** Small numbers often, great ones rarely. */
    skewed: (most: number) => Math.floor(next() ** 4 * most),
    decimal: (least: number, most: number, digits: number) => Number((least + next() * (most - least)).toFixed(digits)),
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0],
  }
}
export type Random = ReturnType<typeof randomOf>

/** The words of combination number `row`, none of which comes twice before all have come; neighbours look unlike. */
export function combine(row: number, lists: readonly (readonly string[])[]): string[] {
  const all = lists.reduce((product, { length }) => product * length, 1)
  let rest = (row * stepThrough(all)) % all
  return lists.map((list) => {
    const word = list[rest % list.length] ?? ''
    rest = Math.floor(rest / list.length)
    return word
  })
}

/** Shares no divisor with the number of combinations, so that every one of them is met. */
function stepThrough(all: number): number {
  let step = Math.max(1, Math.floor(all * 0.618))
  while (gcd(step, all) !== 1) step += 1
  return step
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}
