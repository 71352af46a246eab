import { seedOf } from '#crypto/random.ts'
import type { Entry } from '../entry.ts'
import { type Dice, diceOf, mixSeed } from './dice.ts'

/** A task for the sample source: fields within their bounds or at their defaults, and dice that are seeded by the task. */
export interface Question {
  entry: Entry
  task: Record<string, unknown>
  now: Date
  seed: number
  text(field: string, otherwise?: string): string
  number(field: string, otherwise?: number): number
  flag(field: string): boolean
  texts(field: string): string[]
  /** Dice of the whole answer, or of one row, which is the same on every page that shows it. */
  dice(row?: number): Dice
}

/** Fields that only cut or deliver an answer do not seed the dice. */
const WITHOUT_WEIGHT = new Set([
  'limit',
  'offset',
  'depth',
  'block_depth',
  'max_crawl_pages',
  'filters',
  'order_by',
  'priority',
  'tag',
  'pingback_url',
  'postback_url',
  'postback_data',
])

/** Limits the rows of a document that sets no bound. */
const MOST_UNBOUNDED = 1_000
const COUNTS = /(^|_)(limit|depth|offset|count|pages)$/

export function questionOf(entry: Entry, task: Record<string, unknown>, now: Date): Question {
  const weighty = Object.entries(task).filter(([field, value]) => value !== null && !WITHOUT_WEIGHT.has(field))
  const seed = seedOf(entry.function_id + JSON.stringify(weighty.toSorted(([a], [b]) => (a < b ? -1 : 1))))
  const fields = (entry.posted_by ?? entry).schema.properties ?? {}
  const given = (field: string) => task[field] ?? fields[field]?.default
  return {
    entry,
    task,
    now,
    seed,
    text: (field, otherwise = '') => {
      const value = given(field)
      return typeof value === 'string' ? value : otherwise
    },
    number: (field, otherwise = 0) => {
      const value = given(field)
      const otherwise_most = COUNTS.test(field) ? MOST_UNBOUNDED : Number.POSITIVE_INFINITY
      const { minimum = 0, maximum = otherwise_most } = fields[field] ?? {}
      return typeof value === 'number' ? Math.min(Math.max(value, minimum), maximum) : otherwise
    },
    flag: (field) => given(field) === true,
    texts: (field) => {
      const value = given(field)
      const { maxItems = MOST_UNBOUNDED } = fields[field] ?? {}
      return Array.isArray(value) ? value.slice(0, maxItems).filter((one) => typeof one === 'string') : []
    },
    dice: (row = -1) => diceOf(mixSeed(seed, row)),
  }
}

/** The location and language fields that answers repeat. */
export function marketOf(question: Question) {
  return {
    location_code: question.number('location_code', 2840),
    language_code: question.text('language_code', 'en'),
  }
}

/** Time format of the family: `2026-03-02 10:00:00 +00:00`. */
export function stamp(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} +00:00`
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}
