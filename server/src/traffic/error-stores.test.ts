import { CODE } from '@portico/contract/codes.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { callAt, combine, insertAccount, insertAll } from '#testing/db/scene.ts'
import { stepCounts } from './error-count-store.ts'
import { type EventRow, eventPage, eventsAfter } from './error-row-store.ts'
import type { ErrorSlice } from './error-slice.ts'
import { choiceRows, errorSteps, groupRows } from './error-store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
/** Days that are summed up, a day with an hour that is not, and the running one. */
const TIMES = [at(-70.5), at(-61.25), at(-30), at(-29.75), at(-2.5), at(-0.5)]
/** The first, at a full hour, and those after it are counted in a second commit. */
const LATER = at(-30)

type Row = Omit<EventRow, 'at'> & { at: Date; via?: string | null }
let database: TestDatabase
let db: TestDatabase['db']
let own: number[]
let rows: Row[]

beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  const [mine, theirs] = [await insertAccount(db, 1), await insertAccount(db)]
  own = mine.logins
  const combined = combine({
    at: TIMES,
    login_id: [...mine.logins, ...theirs.logins],
    kind: ['request', 'webhook'],
    is_sandbox: [false, true],
    kind_of_code: [
      { code: CODE.invalidField, class: 'validation' },
      { code: CODE.sourceUnavailable, class: 'server' },
    ],
    called: [
      { api: 'serp', function: 'google' },
      { api: 'serp', function: 'bing' },
      { api: 'labs', function: 'google' },
    ],
    via: [null, 'playground'],
  })
  // Every ninth is missing, and a row counts one to five calls, so that hardly two sums are equal. One group ended long ago.
  const hasEnded = ({ at, called, kind_of_code }: (typeof combined)[number]) =>
    at > LATER && called.api === 'labs' && kind_of_code.class === 'server'
  const made = combined
    .filter((row, index) => index % 9 !== 4 && !hasEnded(row))
    .map(({ at, login_id, kind_of_code, called, ...more }, index) => {
      const { error } = callAt(at, login_id, 0)
      const repeats = (index * 7) % 5
      return {
        ...error,
        ...more,
        ...kind_of_code,
        ...called,
        repeats,
        message: `Error ${index}.`,
        path: `/v3/${index}`,
      }
    })
  const first = await insertAll(db, 'error_events', made.filter((row) => row.at < LATER) as never)
  const ctx = { db, log: pino({ level: 'silent' }), clock: { now: () => NOW } }
  await deriveRollups(ctx)
  rows = [...first, ...(await insertAll(db, 'error_events', made.filter((row) => row.at >= LATER) as never))] as Row[]
})
afterAll(() => database.close())

const RANGES = [
  { from: at(-100), to: at(1) },
  { from: at(-70.5), to: at(-2.5) },
  { from: at(-62), to: at(-29.9) },
]
const FILTERS = combine({
  range: RANGES,
  kind: ['request', 'webhook'],
  is_sandbox: [false, true],
  filter: [
    {},
    { code: CODE.sourceUnavailable },
    { class: 'validation' },
    { function: 'serp/google' },
    { via: 'program' },
    { via: 'playground', code: CODE.invalidField },
  ],
})
/** Of one login of the account, or of all. */
const slices = (): ErrorSlice[] =>
  FILTERS.map(({ range, filter, ...more }, index) => ({
    ...{ code: undefined, class: undefined, function: undefined, task_id: undefined, ...range, ...more, ...filter },
    login_ids: index % 4 === 0 ? own.slice(1) : own,
  }))

/** The errors of a slice, the oldest first, found without a query. */
function matching(slice: ErrorSlice): Row[] {
  return rows
    .filter(
      (row) =>
        slice.login_ids.includes(row.login_id) &&
        row.at >= slice.from &&
        row.at < slice.to &&
        row.kind === slice.kind &&
        row.is_sandbox === slice.is_sandbox &&
        (slice.code ?? row.code) === row.code &&
        (slice.class ?? row.class) === row.class &&
        (slice.function ?? keyOf(row)) === keyOf(row) &&
        (slice.via ?? row.via ?? 'program') === (row.via ?? 'program'),
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const keyOf = (row: { api: string; function: string }) => `${row.api}/${row.function}`
const calls = (found: Row[]) => found.reduce((sum, { repeats }) => sum + 1 + repeats, 0)
const nameOf = (slice: ErrorSlice) => JSON.stringify(slice)

test('pages and batches of errors hold each error of the filter once, in both orders', async () => {
  for (const [index, slice] of slices().entries()) {
    const order = index % 2 === 0 ? 'newest' : 'oldest'
    const found = matching(slice)
    const expected = (order === 'newest' ? found.toReversed() : found).map(({ id }) => id)
    const paged: string[] = []
    const page_size = Math.max(7, Math.ceil(expected.length / 3))
    for (let page = 1; paged.length < expected.length || page === 1; page += 1) {
      const one = await eventPage(db, slice, { order, page, page_size }, undefined)
      expect([one.total, one.calls], nameOf(slice)).toEqual([expected.length, calls(found)])
      paged.push(...one.rows.map(({ id }) => id))
      if (one.rows.length === 0) break
    }
    expect(paged, nameOf(slice)).toEqual(expected)
    const read: string[] = []
    for (let isOver = false; !isOver; ) {
      const batch = await eventsAfter(db, slice, { order, after: read.at(-1), limit: page_size })
      read.push(...batch.map(({ id }) => id))
      isOver = batch.length < page_size
    }
    expect(read, nameOf(slice)).toEqual(expected)
  }
})

test('groups of errors have their own counts, times and newest call', async () => {
  for (const slice of slices()) {
    const found = matching(slice)
    const anyOrigin = matching({ ...slice, via: undefined })
    const groups = Map.groupBy(found, (row) => `${row.code} ${keyOf(row)}`)
    const page = { sort: 'count', order: 'newest', page: 1, page_size: 50 } as const
    const read = await groupRows(db, slice, page, undefined)
    expect(read.map((row) => `${row.code} ${keyOf(row)}`).toSorted(), nameOf(slice)).toEqual(
      [...groups.keys()].toSorted(),
    )
    for (const group of read) {
      const its = groups.get(`${group.code} ${keyOf(group)}`) ?? []
      const last = its.at(-1)?.at.getTime()
      expect([group.count, group.total, group.group_count]).toEqual([calls(its), calls(found), groups.size])
      expect([group.first_at.getTime(), group.last_at.getTime()]).toEqual([its[0]?.at.getTime(), last])
      // Several errors of a group may have the same time, and its newest call is of any origin.
      const newest = anyOrigin.filter((row) => row.code === group.code && keyOf(row) === keyOf(group))
      expect(newest.filter((row) => row.at.getTime() === last).map(({ message }) => message)).toContain(group.message)
    }
  }
})

test('steps and choices of errors add up to the errors of the filter', async () => {
  for (const [index, slice] of slices().entries()) {
    const grain = index % 2 === 0 ? 'hour' : 'day'
    const found = matching(slice)
    const start = (row: Row) => new Date(row.at).setUTCHours(grain === 'day' ? 0 : row.at.getUTCHours(), 0, 0, 0)
    const byClass = Map.groupBy(found, (row) => `${start(row)} ${row.class}`)
    const steps = await errorSteps(db, slice, grain)
    expect(new Map(steps.map((step) => [`${step.at.getTime()} ${step.class}`, step.count]))).toEqual(
      new Map([...byClass].map(([key, its]) => [key, calls(its)])),
    )
    const counts = await stepCounts(db, slice, grain, 'oldest')
    expect(counts.map((step) => [step.at.getTime(), step.count, step.calls])).toEqual(
      [...Map.groupBy(found, start)].map(([step, its]) => [step, its.length, calls(its)]),
    )
    const choices = await choiceRows(db, slice)
    const codes = choices.filter(({ code }) => code !== null).map(({ code, count }) => [code, count])
    expect(new Map(codes as [number, number][])).toEqual(
      new Map([...Map.groupBy(found, ({ code }) => code)].map(([code, its]) => [code, calls(its)])),
    )
    const everywhere = { ...slice, code: undefined, class: undefined, function: undefined }
    for (const is_sandbox of [false, true])
      expect(choices.find((choice) => choice.is_sandbox === is_sandbox)?.count).toBe(
        calls(matching({ ...everywhere, is_sandbox })) || undefined,
      )
  }
})
