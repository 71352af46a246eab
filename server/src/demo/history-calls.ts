import type { CatalogueFunction, CatalogueMethod } from '@portico/contract/catalogue.ts'
import type { Catalogue, Entry } from '#catalogue/room.ts'
import { type Dice, openDice } from './dice.ts'
import { type Trouble, troublesUntil } from './troubles.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAYS = 90
const CALLS_A_DAY = 36
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
/** The API called most cost a quarter more until this many days ago; what it costs since is in the price book. */
const PRICE_DAY = 35
const OLD_PRICE = 1.25

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

type Line = { method: CatalogueMethod; kind: 'live' | 'task'; entry: Entry; share: number }
type Place = { at: Date; request: number; tag: string | null }
/** What is the same for all calls. */
type Story = { sold: Catalogue; dice: Dice; apis: string[]; troubles: Trouble[]; price_change_ms: number }

/** Ninety days of calls up to now: the same on every machine that starts on the same day. */
export function makeHistory(sold: Catalogue, now: Date): HistoryCall[] {
  const lines = linesOf(sold)
  if (lines.length === 0) return []
  const dice = openDice(20_260)
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const story: Story = {
    sold,
    dice,
    apis: [...new Set(lines.map(({ entry }) => entry.api))],
    troubles: troublesUntil(now),
    price_change_ms: today - PRICE_DAY * DAY_MS,
  }
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
      if (line) calls.push(callOf(story, line, { at, request, tag: dice.pick(TAGS) }))
    }
    const nightly = lines.find(({ kind }) => kind === 'task')
    request += 1
    const at = new Date(start + 2 * HOUR_MS + Math.floor(dice.next() * 10 * MINUTE_MS))
    for (let n = 0; nightly && n < 12; n += 1) calls.push(callOf(story, nightly, { at, request, tag: NIGHTLY }))
  }
  for (const trouble of story.troubles) {
    const caught = lines.filter(({ entry }) => entry.api === apiOf(story, trouble))
    for (let n = 0; n < trouble.extra; n += 1) {
      request += 1
      const at = new Date(trouble.from_ms + Math.floor(dice.next() * (trouble.to_ms - trouble.from_ms)))
      calls.push(callOf(story, dice.pick(caught), { at, request, tag: trouble.tag }))
    }
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

function callOf(story: Story, { entry, kind, method }: Line, place: Place): HistoryCall {
  const { sold, dice } = story
  const isHigh = method.priorities.includes(2) && dice.next() < 0.2
  const asked: Record<string, unknown> = {
    ...entry.sample,
    ...(method.priorities.includes(2) && { priority: isHigh ? 2 : 1 }),
  }
  if (typeof asked.keyword === 'string') asked.keyword = `${asked.keyword} ${dice.pick(CITIES)}`
  delete asked.tag
  if (place.tag) asked.tag = place.tag
  const quote = sold.price(entry, sold.asked(entry, asked))
  const [status_code, message] = fateOf(story, place, { api: entry.api, kind })
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
    cost_micros: isGood ? priceThen(story, entry.api, place.at, quote.of(results, Math.ceil(results / 10))) : 0,
    time_ms: Math.round((kind === 'live' ? 900 : 70) * (0.6 + dice.next() ** 3 * 9) * (isGood ? 1 : 0.4)),
    tag: place.tag,
    asked,
  }
}

function apiOf({ apis }: Story, trouble: Trouble): string | undefined {
  return apis[trouble.api % apis.length]
}

function priceThen({ apis, price_change_ms }: Story, api: string, at: Date, micros: number): number {
  return api === apis[0] && at.getTime() < price_change_ms ? Math.round(micros * OLD_PRICE) : micros
}

function fateOf(
  story: Story,
  { at }: Place,
  { api, kind }: { api: string; kind: 'live' | 'task' },
): [code: number, message: string | null] {
  const { dice, troubles } = story
  const at_ms = at.getTime()
  const met = troubles.find((one) => at_ms >= one.from_ms && at_ms < one.to_ms && api === apiOf(story, one))
  if (met && dice.next() < met.share) return [met.code, met.message]
  const luck = dice.next()
  if (luck < 0.012) return [40501, "Invalid Field: 'location_code'."]
  if (luck < 0.022) return [40102, 'No Search Results.']
  if (luck < 0.028) return [50401, 'The data source did not answer in time. Please try again; you were not charged.']
  if (luck < 0.032) return [40202, 'The rate-limit per minute has been exceeded.']
  return [kind === 'task' ? 20100 : 20000, null]
}
