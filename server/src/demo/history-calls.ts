import { statusClass } from '@portico/contract/code-facts.ts'
import { CODE } from '@portico/contract/codes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portico/contract/time.ts'
import type { Catalogue, Entry } from '#catalogue/index.ts'
import { type Dice, openDice } from './dice.ts'
import { type Line, linesOf, type Returned } from './history-lines.ts'
import { type Incident, incidentsUntil } from './incidents.ts'

const DAYS = 90
const CALLS_A_DAY = 36
/** Percentage of calls per hour of the day (UTC), as in working hours. */
const HOURS = [1, 1, 1, 1, 1, 2, 3, 5, 8, 9, 9, 8, 6, 7, 9, 8, 7, 5, 3, 2, 1, 1, 1, 1]
const TAGS = ['dashboard', 'client-reports', 'price-watch', null, null]
const NIGHTLY = 'nightly-ranks'
const CITIES = ['berlin', 'lisbon', 'oslo', 'austin', 'leeds', 'turin']
/** The most called API cost a quarter more until this many days ago; its later price is in the price book. */
const PRICE_DAY = 35
const OLD_PRICE = 1.25

/** The outcome of a queued task. */
export interface HistoryEnd {
  code: number
  message: string
  results: number
  refunded_micros: number
  queue_ms: number
  run_ms: number
}

export interface HistoryCall {
  at: Date
  /** Calls with the same number belong to one HTTP request. */
  request: number
  entry: Entry
  method: 'live' | 'task'
  priority: 1 | 2
  status_code: number
  message: string | null
  /** A request that was refused as a whole has no task. */
  has_task: boolean
  results: number
  /** The amount that was held, and the final cost. */
  held_micros: number
  cost_micros: number
  time_ms: number
  tag: string | null
  params: Record<string, unknown>
  end: HistoryEnd | null
}

type Slot = { at: Date; request: number; tag: string | null; is_alone: boolean }
/** Values shared by all calls. */
type Story = { catalogue: Catalogue; dice: Dice; apis: string[]; incidents: Incident[]; price_change_ms: number }

/** Ninety days of calls up to now, the same on every machine that starts on the same day. */
export function makeHistory(catalogue: Catalogue, now: Date): HistoryCall[] {
  const lines = linesOf(catalogue)
  if (lines.length === 0) return []
  const dice = openDice(20_260)
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const story: Story = {
    catalogue,
    dice,
    apis: [...new Set(lines.map(({ entry }) => entry.api))],
    incidents: incidentsUntil(now),
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
      if (line) calls.push(callOf(story, line, { at, request, tag: dice.pick(TAGS), is_alone: true }))
    }
    const nightly = lines.find(({ kind }) => kind === 'task')
    request += 1
    const at = new Date(start + 2 * HOUR_MS + Math.floor(dice.next() * 10 * MINUTE_MS))
    for (let n = 0; nightly && n < 12; n += 1)
      calls.push(callOf(story, nightly, { at, request, tag: NIGHTLY, is_alone: false }))
  }
  for (const incident of story.incidents) {
    const caught = lines.filter(({ entry }) => entry.api === apiOf(story, incident))
    for (let n = 0; n < incident.extra; n += 1) {
      request += 1
      const at = new Date(incident.from_ms + Math.floor(dice.next() * (incident.to_ms - incident.from_ms)))
      calls.push(callOf(story, dice.pick(caught), { at, request, tag: incident.tag, is_alone: true }))
    }
  }
  return calls.filter((call) => endOf(call) < now.getTime() - MINUTE_MS)
}

function endOf({ at, end }: HistoryCall): number {
  return at.getTime() + (end ? end.queue_ms + end.run_ms : 0)
}

function callOf(story: Story, line: Line, slot: Slot): HistoryCall {
  const { catalogue, dice } = story
  const { entry, kind, method } = line
  const isHigh = method.priorities.includes(2) && dice.next() < 0.2
  const params: Record<string, unknown> = {
    ...entry.sample,
    ...(method.priorities.includes(2) && { priority: isHigh ? 2 : 1 }),
  }
  if (typeof params.keyword === 'string') params.keyword = `${params.keyword} ${dice.pick(CITIES)}`
  delete params.tag
  if (slot.tag) params.tag = slot.tag
  const quote = catalogue.price(entry, catalogue.chargeableUnits(entry, params))
  const price = (micros: number) => priceThen(story, entry.api, slot.at, micros)
  const { code, message } = fateOf(story, slot, entry.api)
  const call: HistoryCall = {
    at: slot.at,
    request: slot.request,
    tag: slot.tag,
    entry,
    method: kind,
    priority: isHigh ? 2 : 1,
    status_code: code,
    message,
    // The rate limit refuses a call before it is read.
    has_task: code !== CODE.rateLimit,
    results: 0,
    held_micros: 0,
    cost_micros: 0,
    time_ms: Math.round((kind === 'live' ? 900 : 70) * (0.6 + dice.next() ** 3 * 9) * (message === null ? 1 : 0.4)),
    params,
    end: null,
  }
  if (code === CODE.rateLimit) return call
  if (code === CODE.invalidField) return { ...call, ...brokenBy(catalogue, entry, params) }
  const held_micros = price(quote.max_micros)
  const brought = message === null ? broughtBy(line, dice) : { results: 0, pages: 0 }
  const due_micros = message === null ? price(quote.of(brought.results, brought.pages)) : 0
  if (kind === 'live') return { ...call, held_micros, cost_micros: due_micros, results: brought.results }
  const wait = isHigh ? 0.5 : 1
  const end: HistoryEnd = {
    code,
    message: message ?? '',
    results: brought.results,
    refunded_micros: held_micros - due_micros,
    // A task whose source does not answer is retried for some minutes.
    queue_ms:
      Math.round(wait * (5_000 + dice.next() * 55_000)) + (statusClass(code) === 'server' ? 2.5 * MINUTE_MS : 0),
    run_ms: Math.round(1_500 + dice.next() ** 2 * 12_000),
  }
  return { ...call, status_code: CODE.taskCreated, message: null, held_micros, cost_micros: held_micros, end }
}

/** A source rarely has fewer results than requested. */
function broughtBy({ most }: Line, dice: Dice): Returned {
  const share = dice.next() < 0.7 ? 1 : 0.1 + 0.9 * dice.next()
  return { results: Math.ceil(most.results * share), pages: Math.ceil(most.pages * share) }
}

/** An invalid request, and the gateway's message. */
function brokenBy(catalogue: Catalogue, entry: Entry, params: Record<string, unknown>): Partial<HistoryCall> {
  for (const field of ['depth', 'location_code', ...Object.keys(entry.sample)]) {
    const broken = { ...params, [field]: -1 }
    const [fault] = catalogue.validate(entry, broken)
    if (fault?.code === CODE.invalidField) return { params: broken, message: fault.message }
  }
  return {}
}

function apiOf({ apis }: Story, incident: Incident): string | undefined {
  return apis[incident.api % apis.length]
}

function priceThen({ apis, price_change_ms }: Story, api: string, at: Date, micros: number): number {
  return api === apis[0] && at.getTime() < price_change_ms ? Math.round(micros * OLD_PRICE) : micros
}

/** The outcome of a call as its caller sees it; a null message means success. */
function fateOf(story: Story, { at, is_alone }: Slot, api: string): { code: number; message: string | null } {
  const { dice, incidents } = story
  const at_ms = at.getTime()
  const met = incidents.find((one) => at_ms >= one.from_ms && at_ms < one.to_ms && api === apiOf(story, one))
  if (met && dice.next() < met.share) return { code: met.code, message: met.message }
  const luck = dice.next()
  if (luck < 0.012) return { code: CODE.invalidField, message: "Invalid Field: 'location_code'." }
  if (luck < 0.022) return { code: CODE.noResults, message: 'No Search Results.' }
  if (luck < 0.028)
    return {
      code: CODE.sourceTimeout,
      message: 'The data source did not respond in time. Please try again; you were not charged.',
    }
  if (luck < 0.032 && is_alone) return { code: CODE.rateLimit, message: 'The rate-limit per minute has been exceeded.' }
  return { code: CODE.ok, message: null }
}
