import type { CatalogueFunction, CatalogueMethod } from '@portico/contract/catalogue.ts'
import type { Catalogue, Entry } from '#catalogue/room.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAYS = 60
const CALLS_A_DAY = 44
/** What a company that watches its place in search would call, and how often of a hundred. */
const WANTED: [id: string, share: number][] = [
  ['serp/google/organic', 30],
  ['serp/google/maps', 9],
  ['on_page/instant_pages', 16],
  ['backlinks/summary', 9],
  ['backlinks/backlinks', 5],
  ['keywords_data/google_ads/search_volume', 4],
  ['business_data/google/my_business_info', 9],
  ['merchant/amazon/products', 8],
  ['app_data/google/app_reviews', 6],
  ['content_analysis/summary', 4],
]
/** Calls within an hour of the day, of a hundred: people at work, UTC. */
const HOURS = [1, 1, 1, 1, 1, 2, 3, 5, 8, 9, 9, 8, 6, 7, 9, 8, 7, 5, 3, 2, 1, 1, 1, 1]
const TAGS = ['dashboard', 'client-reports', 'price-watch', null, null]
const NIGHTLY = 'nightly-ranks'
const CITIES = ['berlin', 'lisbon', 'oslo', 'austin', 'leeds', 'turin']
/** Days before today on which something went wrong. */
const OUTAGE_DAY = 17
const MISTAKE_DAY = 9

export interface HistoryCall {
  at: Date
  /** Calls with the same number came in one HTTP request. */
  request: number
  entry: Entry
  method: 'live' | 'task'
  priority: 1 | 2
  status_code: number
  message: string | null
  results: number
  cost_micros: number
  time_ms: number
  tag: string | null
  asked: Record<string, unknown>
}

type Dice = ReturnType<typeof openDice>
type Line = { method: CatalogueMethod; kind: 'live' | 'task'; entry: Entry; share: number }
type Place = { at: Date; request: number; day: number; tag: string | null }

/** Two months of calls up to now: the same on every machine that starts on the same day. */
export function makeHistory(sold: Catalogue, now: Date): HistoryCall[] {
  const lines = linesOf(sold)
  if (lines.length === 0) return []
  const dice = openDice(20_260)
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const calls: HistoryCall[] = []
  let request = 0
  for (let day = DAYS; day >= 0; day -= 1) {
    const start = today - day * DAY_MS
    const isWeekend = [0, 6].includes(new Date(start).getUTCDay())
    const growth = 0.75 + (0.5 * (DAYS - day)) / DAYS
    const count = Math.round(CALLS_A_DAY * growth * (isWeekend ? 0.35 : 1) * (0.8 + 0.4 * dice.next()))
    for (let n = 0; n < count; n += 1) {
      request += 1
      const at = new Date(start + dice.weighted(HOURS) * HOUR_MS + Math.floor(dice.next() * HOUR_MS))
      const line = lines[dice.weighted(lines.map(({ share }) => share))] ?? lines[0]
      if (line) calls.push(callOf(sold, dice, line, { at, request, day, tag: dice.pick(TAGS) }))
    }
    const nightly = lines.find(({ kind }) => kind === 'task')
    request += 1
    const at = new Date(start + 2 * HOUR_MS + Math.floor(dice.next() * 10 * MINUTE_MS))
    for (let n = 0; nightly && n < 12; n += 1)
      calls.push(callOf(sold, dice, nightly, { at, request, day, tag: NIGHTLY }))
  }
  return calls.filter(({ at }) => at.getTime() < now.getTime() - MINUTE_MS)
}

/** The methods to call: those we know to tell a story, or of another provider's catalogue the first that are sold. */
function linesOf(sold: Catalogue): Line[] {
  const known = new Map(sold.functions().map((one) => [one.id, one]))
  const wanted = WANTED.flatMap(([id, share]) => linesOfFunction(sold, known.get(id), share))
  if (wanted.length > 0) return wanted
  return sold
    .functions()
    .flatMap((one) => linesOfFunction(sold, one, 10))
    .slice(0, 8)
}

function linesOfFunction(sold: Catalogue, found: CatalogueFunction | undefined, share: number): Line[] {
  const methods = ['live', 'task'].flatMap(
    (kind) => found?.methods.find((one) => one.kind === kind && one.tariff) ?? [],
  )
  return methods.flatMap((method): Line[] => {
    const entry = sold.find(method.http_method, method.path)?.entry
    const kind = method.kind === 'task' ? 'task' : 'live'
    return entry ? [{ method, kind, entry, share: share / methods.length }] : []
  })
}

function callOf(sold: Catalogue, dice: Dice, { entry, kind, method }: Line, place: Place): HistoryCall {
  const isHigh = method.priorities.includes(2) && dice.next() < 0.2
  const asked: Record<string, unknown> = {
    ...entry.sample,
    ...(method.priorities.includes(2) && { priority: isHigh ? 2 : 1 }),
  }
  if (typeof asked.keyword === 'string') asked.keyword = `${asked.keyword} ${dice.pick(CITIES)}`
  delete asked.tag
  if (place.tag) asked.tag = place.tag
  const quote = sold.price(entry, sold.asked(entry, asked))
  const [status_code, message] = fateOf(dice, place, kind)
  const isGood = status_code < 40000
  const results = isGood ? 1 + Math.floor(dice.next() ** 2 * 100) : 0
  return {
    at: place.at,
    request: place.request,
    entry,
    method: kind,
    priority: isHigh ? 2 : 1,
    status_code,
    message,
    results,
    cost_micros: isGood ? quote.of(results, Math.ceil(results / 10)) : 0,
    time_ms: Math.round((kind === 'live' ? 900 : 70) * (0.6 + dice.next() ** 3 * 9) * (isGood ? 1 : 0.4)),
    tag: place.tag,
    asked,
  }
}

function fateOf(dice: Dice, { at, day }: Place, kind: 'live' | 'task'): [code: number, message: string | null] {
  const hour = at.getUTCHours()
  if (day === OUTAGE_DAY && hour >= 13 && hour < 16 && dice.next() < 0.7)
    return [50301, 'The source did not answer. Please try again later.']
  if (day === MISTAKE_DAY && hour >= 9 && hour < 12 && dice.next() < 0.6) return [40501, "Invalid Field: 'depth'."]
  const luck = dice.next()
  if (luck < 0.012) return [40501, "Invalid Field: 'location_code'."]
  if (luck < 0.022) return [40102, 'No Search Results.']
  if (luck < 0.028) return [50401, 'The source took too long.']
  if (luck < 0.032) return [40202, 'The rate-limit per minute has been exceeded.']
  return [kind === 'task' ? 20100 : 20000, null]
}

/** Chance that always falls the same way. */
function openDice(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    /** A place in a list of weights. */
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
