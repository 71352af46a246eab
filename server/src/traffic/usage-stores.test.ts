import { CODE } from '@portico/contract/codes.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { callAt, combine, insertAccount, insertAll } from '#testing/db/scene.ts'
import { paidSlice, type Slice } from './slice.ts'
import { hasCalls, sumRows, tagSums, usedFunctions } from './usage-store.ts'
import { windowsOf } from './window-store.ts'

const NOW_MS = Date.parse('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW_MS + hours * HOUR_MS)

let database: TestDatabase
let db: TestDatabase['db']
let own: number
let second: number
let foreign: number
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

async function openLogins() {
  const logins = [await insertAccount(db, 1), await insertAccount(db)].flatMap((one) => one.logins)
  ;[own = 0, second = 0, foreign = 0] = logins
}

const slice = (more: Partial<Slice> = {}): Slice => ({
  ...paidSlice([own, second], [at(-24).getTime(), NOW_MS]),
  ...more,
})

test('tags are summed over the logins, the range and the filter', async () => {
  await openLogins()
  const rows = combine({
    login_id: [own, second, foreign],
    hours: [-30, -23, -2, 1],
    tag: [null, 'nightly', 'search'],
    is_sandbox: [false, true],
    method: ['live', 'task'],
  }).map(({ hours, ...row }, index) => {
    const { event } = callAt(at(hours), row.login_id, 0)
    return { ...event, ...row, task_id: index % 3 === 0 ? null : `task ${index}`, cost_micros: index * index }
  })
  await insertAll(db, 'usage_events', rows as never)
  const expected = (wanted: Slice) =>
    ['nightly', 'search']
      .map((tag) => {
        const its = rows.filter(
          (row) =>
            row.tag === tag &&
            wanted.login_ids.includes(row.login_id) &&
            row.at.getTime() >= wanted.range[0] &&
            row.at.getTime() < wanted.range[1] &&
            row.is_sandbox === wanted.is_sandbox &&
            (wanted.method ?? row.method) === row.method,
        )
        const cost_micros = its.reduce((sum, row) => sum + row.cost_micros, 0)
        return { tag, requests: its.length, tasks: its.filter(({ task_id }) => task_id).length, cost_micros }
      })
      .toSorted((a, b) => b.cost_micros - a.cost_micros)
  for (const more of [{}, { is_sandbox: true }, { method: 'task' }, { login_ids: [own] }])
    expect(await tagSums(db, slice(more), 9)).toEqual(expected(slice(more)))
})

test('an unknown id that was requested is found by the end of its path alone', async () => {
  await openLogins()
  const missing = (path: string, more: object = {}) => {
    const { event } = callAt(at(-1), own, 0)
    return { ...event, path, status_code: CODE.taskNotFound, status_class: 'validation', ...more }
  }
  await insertAll(db, 'usage_events', [
    missing('/v3/serp/task_get/lost'),
    missing('/v3/serp/task_get/almost-lost', { method: 'task' }),
    missing('/v3/serp/task_get/lost', { method: 'reference', status_code: CODE.ok }),
  ] as never)
  const found = await sumRows(db, slice({ task_id: 'lost' }))
  expect(found.map(({ method, calls }) => [method, calls])).toEqual([['live', 1]])
})

const sums = { requests: 1, tasks: 1, results: 1, cost_micros: 1, errors: 0, time_ms_sum: 1, times: [] as number[] }
const kind = { api: 'serp', method: 'live', priority: 1, is_sandbox: false, ...sums }

test('used functions are those of the logins since the day, also of hours that are not summed up', async () => {
  await openLogins()
  const day = (login_id: number, name: string, on: string) => ({
    ...kind,
    login_id,
    function: name,
    day: on,
    status_class: 'ok',
  })
  await insertAll(db, 'usage_days', [
    day(own, 'days', '2026-06-14'),
    day(second, 'days-of-second', '2026-06-15'),
    day(own, 'old', '2026-06-12'),
    day(foreign, 'foreign', '2026-06-14'),
  ])
  const minute = (login_id: number, name: string, hours: number) => ({
    ...{ ...kind, login_id, function: name, minute: at(hours), status_class: 'ok' },
  })
  await insertAll(db, 'usage_minutes', [
    minute(own, 'minutes', -0.5),
    minute(own, 'before-its-hour', -1.1),
    minute(own, 'after-its-hour', 0),
    minute(second, 'of-no-stale-hour', -0.5),
    minute(foreign, 'foreign-minutes', -0.5),
  ])
  await insertAll(db, 'usage_stale', [
    { login_id: own, hour: at(-1) },
    { login_id: foreign, hour: at(-1) },
  ])
  expect(await usedFunctions(db, [own, second], new Date('2026-06-13T05:00:00Z'))).toEqual(
    ['serp/days', 'serp/days-of-second', 'serp/minutes'].toSorted(),
  )
  const half_hour = slice({ range: [at(-0.75).getTime(), at(-0.25).getTime()] })
  expect((await sumRows(db, half_hour)).map((row) => row.function)).toEqual(['minutes', 'of-no-stale-hour'])
  const silent = (await insertAccount(db)).logins[0] ?? 0
  expect([await hasCalls(db, [silent]), await hasCalls(db, [silent, second])]).toEqual([false, true])
})

test('calls with a code are looked for in hours of the login in which the code occurred, and before its oldest stored error', async () => {
  await openLogins()
  const status_code = CODE.sourceUnavailable
  const hours = [-20, -15, -12, -9, -6, -3]
  const rows = combine({ login_id: [own, second], hours, status_class: ['ok', 'server', 'validation'] })
  await insertAll(
    db,
    'usage_hours',
    rows.map(({ hours, ...row }) => ({ ...kind, function: 'google', hour: at(hours), ...row })),
  )
  const errors = (login_id: number, hours: number, more: object = {}) => ({
    ...{ login_id, hour: at(hours), kind: 'request', is_sandbox: false, code: status_code as number, class: 'server' },
    ...{ api: 'serp', function: 'google', count: 1, first_at: at(hours), last_at: at(hours), ...more },
  })
  await insertAll(db, 'error_hours', [
    // Nothing is known of calls before this.
    errors(own, -15, { code: CODE.invalidField }),
    errors(own, -12),
    errors(own, -9, { kind: 'webhook' }),
    errors(own, -6, { is_sandbox: true }),
    errors(second, -20, { code: CODE.invalidField }),
    errors(second, -3),
    errors(foreign, -24),
    errors(foreign, -9),
  ])
  const range = [at(-24).getTime(), NOW_MS] as const
  const windows = async (more: Partial<Slice>) =>
    (await windowsOf(db, slice({ range, ...more }), 'hour', 'oldest')).map(({ span: [from], calls }) => [
      (from - NOW_MS) / HOUR_MS,
      calls,
    ])
  // Each hour has two failed calls of each login, whose codes the counts alone know.
  expect(await windows({ status_code })).toEqual([
    [-20, 2],
    [-12, 2],
    [-3, 2],
  ])
  expect(await windows({ status_code, login_ids: [second] })).toEqual([[-3, 2]])
  expect(await windows({ status_class: 'server' })).toEqual(hours.map((hour) => [hour, 2]))
  expect(await windows({ status_code: CODE.ok })).toEqual(hours.map((hour) => [hour, 6]))
})
