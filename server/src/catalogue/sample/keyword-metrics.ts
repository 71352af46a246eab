import { seedOf } from '#crypto/random.ts'
import { diceOf } from './dice.ts'

// biome-ignore format: a list of words reads better as lines
const MODIFIERS = [
  'best', 'cheap', 'buy', 'small', 'large', 'used', 'new', 'modern', 'how to choose', 'what is', 'compare', 'review of',
] as const
// biome-ignore format: a list of words reads better as lines
const TAILS = [
  '', 'for home', 'for beginners', 'near me', 'online', 'price', 'ideas', 'set', 'with storage', 'sale', 'guide', 'tips',
  'size', 'alternatives', 'delivery', 'in oak', 'in white', 'for two', 'without tools', 'warranty',
] as const

/** The n-th longer search that contains a keyword; 240 of them differ by words, further ones by a number. */
export function longerKeyword(keyword: string, row: number): string {
  const tail = TAILS[(row + 1) % TAILS.length] ?? ''
  const modifier = MODIFIERS[Math.floor(row / TAILS.length) % MODIFIERS.length] ?? ''
  const round = Math.floor(row / (TAILS.length * MODIFIERS.length))
  const words = [row < TAILS.length - 1 ? '' : modifier, keyword, tail, round > 0 ? String(round + 1) : '']
  return words.filter((word) => word !== '').join(' ')
}

const COMPETITION = ['LOW', 'MEDIUM', 'HIGH'] as const
const INTENTS = ['informational', 'navigational', 'commercial', 'transactional'] as const

/** Metrics of a keyword in a location, which are the same in every function. */
export function keywordMetrics(keyword: string, location_code: number) {
  const dice = diceOf(seedOf(`${keyword.toLowerCase()}@${location_code}`))
  const search_volume = Math.max(10, Math.round(dice.skewed(250_000) / 10) * 10)
  const competition_index = dice.whole(0, 100)
  const cpc = dice.whole(5, 900) / 100
  return {
    search_volume,
    competition: COMPETITION[Math.min(2, Math.floor(competition_index / 34))] ?? 'LOW',
    competition_index,
    cpc,
    low_top_of_page_bid: Math.round(cpc * 60) / 100,
    high_top_of_page_bid: Math.round(cpc * 180) / 100,
    difficulty: dice.whole(1, 95),
    intent: dice.pick(INTENTS),
    intent_probability: dice.whole(55, 99) / 100,
  }
}

/** Values near a volume for the last twelve whole months, newest first. */
export function monthlySearches(keyword: string, volume: number, now: Date) {
  const dice = diceOf(seedOf(`months of ${keyword}`))
  return Array.from({ length: 12 }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - back, 1))
    const search_volume = Math.max(10, Math.round((volume * dice.whole(60, 140)) / 1_000) * 10)
    return { year: month.getUTCFullYear(), month: month.getUTCMonth() + 1, search_volume }
  })
}
