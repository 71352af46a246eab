import { statusClass } from '@portico/contract/code-facts.ts'
import { CODE } from '@portico/contract/codes.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import { deriveRollups } from '#ledger/jobs/index.ts'
import { insertTestLogin } from '#testing/ledger/login-store.ts'
import { sharedDatabase } from '#testing/shared-app.ts'
import { type BookedCall, bookCalls, type TestCall } from '#testing/usage/calls.ts'
import { readCalls } from './read-calls.ts'
import type { Slice } from './slice.ts'
import { sumRows } from './usage-store.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const NOW = Date.parse('2026-03-02T10:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CODES = [
  CODE.ok,
  CODE.ok,
  CODE.ok,
  CODE.ok,
  CODE.ok,
  CODE.invalidField,
  CODE.taskCreated,
  CODE.emptyBody,
  CODE.ok,
  CODE.sourceUnavailable,
  CODE.ok,
]
const database = sharedDatabase()
/** Nothing of this history has moved. */
const ctx = (): Parameters<typeof readCalls>[0] => {
  const { db, readAs } = database
  const none = async () => undefined
  return {
    db,
    readAs,
    moved: {
      until: async () => 0,
      has: async () => false,
      read: (_reader, _kind, _since_ms, read) => read(0),
      bringBack: none,
      bringBackNamed: none,
      bringBackNext: none,
    },
  }
}
let calls: BookedCall[]
let logins: number[]

function callAt(index: number): TestCall {
  // Hours with many calls, and days without a call.
  const back_ms = (index % 5) * 9 * DAY_MS + ((index * 7919) % 17) * HOUR_MS + ((index * 104_729) % HOUR_MS)
  return {
    login_id: logins[index % logins.length] ?? 0,
    login: '',
    at: new Date(NOW - back_ms),
    api: 'serp',
    function: `google/f${index % 7 === 0 ? 'rare' : index % 3}`,
    method: index % 4 === 0 ? 'task' : 'live',
    priority: index % 6 === 0 ? 2 : 1,
    status_code: CODES[(index * 31) % CODES.length] ?? CODE.ok,
    results: 1,
    cost_micros: 0,
    time_ms: 20,
    tag: index % 8 === 0 ? 'nightly' : null,
    has_task: true,
    follows: false,
    is_sandbox: index % 19 === 0,
  }
}

beforeAll(async () => {
  logins = [(await insertTestLogin(database.db)).id, (await insertTestLogin(database.db)).id]
  const ctx = { db: database.db, log: pino({ level: 'silent' }), clock: { now: () => new Date(NOW) } }
  calls = await bookCalls(
    ctx,
    Array.from({ length: 600 }, (_, index) => callAt(index)),
  )
  // Some hours are not rolled up yet, as in production.
  await deriveRollups(ctx)
  await database.pool.query(
    `insert into usage_stale select login_id, hour from usage_hours where extract(hour from hour) = 9 group by 1, 2`,
  )
})

/** The expected calls of a slice, computed without a query. */
function naively(slice: Slice): BookedCall[] {
  const [from, to] = slice.range
  return calls.filter(
    (call) =>
      slice.login_ids.includes(call.login_id) &&
      call.at.getTime() >= from &&
      call.at.getTime() < to &&
      call.is_sandbox === slice.is_sandbox &&
      (slice.functions?.includes(`${call.api}/${call.function}`) ?? true) &&
      (slice.method ?? call.method) === call.method &&
      (slice.priority ?? call.priority) === call.priority &&
      (slice.status_class ?? statusClass(call.status_code)) === statusClass(call.status_code) &&
      (slice.status_code ?? call.status_code) === call.status_code &&
      (slice.tag ?? call.tag) === call.tag,
  )
}

const maybe = <T>(...values: T[]) => fc.constantFrom(undefined, undefined, ...values)
const slices = fc.record({
  login_ids: fc.constantFrom(0, 1, 2).map((which) => (which === 2 ? logins : [logins[which] ?? 0])),
  range: fc.constantFrom<[number, number]>(
    [NOW - 60 * DAY_MS, NOW + DAY_MS],
    [NOW - 20 * DAY_MS - 1_234_567, NOW - 7_654_321],
    [NOW - 3 * HOUR_MS, NOW],
  ),
  functions: maybe(['serp/google/frare'], ['serp/google/f1', 'serp/google/f2'], ['serp/none'], []),
  method: maybe('task'),
  priority: maybe(2),
  status_class: maybe('ok', 'server', 'validation', 'billing'),
  status_code: maybe(CODE.emptyBody, CODE.sourceUnavailable, CODE.costLimit, CODE.taskCreated),
  tag: maybe('nightly', 'none'),
  task_id: fc.constant(undefined),
  is_sandbox: fc.boolean(),
  has_errors: fc.boolean(),
})

test('pages of every filter have no gaps, in both orders, however few calls match', async () => {
  await fc.assert(
    fc.asyncProperty(
      slices,
      fc.constantFrom('newest', 'oldest'),
      fc.integer({ min: 3, max: 70 }),
      async (slice, order, limit) => {
        const sorted = naively(slice)
          .map(({ id }) => id)
          .toSorted()
        const expected = order === 'newest' ? sorted.toReversed() : sorted
        const seen: string[] = []
        for (let after: string | undefined, isOver = false; !isOver; ) {
          const rows = await readCalls(ctx(), slice, { order, after, limit })
          seen.push(...rows.map(({ id }) => id))
          after = rows.at(-1)?.id
          isOver = rows.length < limit
        }
        expect(seen).toEqual(expected)
        const sums = await sumRows(database.db, slice)
        expect(sums.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(expected.length)
      },
    ),
    { numRuns: 120 },
  )
})

test('failed calls are found also where their errors are no longer stored', async () => {
  const client = await database.owner.connect()
  await client.query('delete from error_hours; delete from error_days; delete from error_events')
  client.release()
  const range: [number, number] = [NOW - 60 * DAY_MS, NOW + DAY_MS]
  const none = { functions: undefined, method: undefined, priority: undefined, tag: undefined, task_id: undefined }
  for (const status_code of [CODE.invalidField, CODE.sourceUnavailable]) {
    const input = { login_ids: logins, range, ...none, status_class: undefined, status_code, is_sandbox: false }
    const slice: Slice = { ...input, has_errors: false }
    const rows = await readCalls(ctx(), slice, { order: 'newest', after: undefined, limit: 500 })
    expect(rows.map(({ id }) => id).toSorted()).toEqual(
      naively(slice)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect(rows.length).toBeGreaterThan(20)
  }
})
