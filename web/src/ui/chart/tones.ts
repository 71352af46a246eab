/**
 * A tone is a colour with a pattern over it, so that it is distinguishable without colour. The meaning of a series
 * decides its tone, not its position: a status or an API looks the same on every chart of every screen.
 */
export type Tone = number

/** The colours `--chart-1` to `--chart-8`, then green for success and red for a failure of the server. */
const GREEN = 9
const RED = 10
const COLOURS = 8

/** Tones 9 to 16 repeat 1 to 8, deeper and with another pattern; those of statuses follow. */
const OF_STATUSES: readonly (readonly [colour: number, pattern: number])[] = [
  [GREEN, 0],
  [1, 1],
  [5, 2],
  [2, 3],
  [6, 4],
  [7, 5],
  [8, 7],
  [RED, 6],
]
const FIRST_OF_STATUSES = 2 * COLOURS + 1

/** The merged rest: grey. */
export const OTHERS_TONE: Tone = 16

/** Tones of series without a meaning: the first, the second, and so on. */
export function positionTone(index: number): Tone {
  return (index % COLOURS) + 1
}

/** This tone, or the next one that is not taken. */
export function freeTone(wanted: Tone, taken: ReadonlySet<Tone>): Tone {
  if (!taken.has(wanted)) return wanted
  const others = Array.from({ length: OTHERS_TONE - 1 }, (_, step) => ((wanted + step) % OTHERS_TONE) + 1)
  return others.find((tone) => !taken.has(tone)) ?? wanted
}

/** The number of the colour: 1 to 10, as in `fill1` to `fill10`. */
export function colourOf(tone: Tone): number {
  return OF_STATUSES[tone - FIRST_OF_STATUSES]?.[0] ?? ((tone - 1) % COLOURS) + 1
}

/** Drawn deeper than its colour. */
export function isDeep(tone: Tone): boolean {
  return tone > COLOURS && tone < FIRST_OF_STATUSES
}

/** The number of the pattern: 0, the plain one, to 7. */
export function patternOf(tone: Tone): number {
  const shift = tone > COLOURS ? 3 : 0
  return OF_STATUSES[tone - FIRST_OF_STATUSES]?.[1] ?? (tone - 1 + shift) % COLOURS
}
