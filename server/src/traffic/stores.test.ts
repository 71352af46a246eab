import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { callAt, combine, insertAccount, insertAll } from '#testing/db/scene.ts'
import * as find from '../operator/find-call-store.ts'
import { functionUse } from '../operator/function-use-store.ts'
import { effectOf, groupSumsOf } from '../operator/price-effect-store.ts'
import { latestRefusals } from '../refusals/refusal-store.ts'
import { callDetail, callsOfRequest } from './call-store.ts'
import { firstCallDay, hasCalledSince, spentByDay } from './day-store.ts'
import { eventDetail, webhookTasks } from './error-row-store.ts'
import { newestCalls } from './tail-store.ts'
import { hasCalls } from './usage-store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

let database: TestDatabase
let db: TestDatabase['db']
let people: Awaited<ReturnType<typeof insertAccount>>[]
let own: number
let other: number
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  people = [await insertAccount(db), await insertAccount(db)]
  own = people[0]?.logins[0] ?? 0
  other = people[1]?.logins[0] ?? 0
})
afterAll(() => database.close())

describe('calls and errors', () => {
  const calls: ReturnType<typeof callAt>[] = []
  let errors: Awaited<ReturnType<typeof insertAll<'error_events'>>>
  beforeAll(async () => {
    const kinds = combine({ login: [own, other], hours: [-48, -1], is_sandbox: [false, true], class: ['ok', 'server'] })
    for (const kind of kinds) {
      const call = callAt(at(kind.hours), kind.login, people[kind.login === own ? 0 : 1]?.id ?? 0)
      const ip = kind.class === 'ok' ? '192.0.2.1' : '192.0.2.2'
      Object.assign(call.event, {
        is_sandbox: kind.is_sandbox,
        status_class: kind.class,
        task_id: `task ${calls.length % 3}`,
        ip,
      })
      calls.push(call)
    }
    const [first] = calls
    // Of the request that the first call began: one moments later, one of another login, and one long after.
    const request_id = first?.event.id ?? ''
    const later = [callAt(new Date(at(-48).getTime() + 10), own, 0), callAt(new Date(at(-48).getTime() + 10), other, 0)]
    for (const call of later) calls.push({ ...call, event: { ...call.event, request_id } })
    await insertAll(
      db,
      'usage_events',
      calls.map(({ event }) => event),
    )
    errors = await insertAll(
      db,
      'error_events',
      combine({ login_id: [own, other], kind: ['request', 'webhook'], task_id: [null, 'task 1'] }).map((row) => ({
        ...callAt(at(-1), row.login_id, 0).error,
        ...row,
        task_id: row.task_id && row.kind === 'request' ? 'task 2' : row.task_id,
      })),
    )
  })
  const events = () => calls.map(({ event }) => event)
  type Event = ReturnType<typeof events>[number] & { task_id?: string }
  const matching = (is: (event: Event) => boolean) => ids(events().filter(is))

  test('staff find one call, those of a task and of a request, and one error', async () => {
    const [first, second] = events()
    expect((await find.anyCall(db, second?.id ?? ''))?.id).toBe(second?.id)
    expect(ids(await find.anyCallsOfTask(db, 'task 1'))).toEqual(matching(({ task_id }) => task_id === 'task 1'))
    const request_id = first?.id ?? ''
    expect(ids(await find.anyCallsOfRequest(db, request_id))).toEqual(
      matching((event) => event.request_id === request_id),
    )
    const error = errors[3]
    expect((await find.anyError(db, error?.id ?? ''))?.id).toBe(error?.id)
    expect(ids(await find.webhookErrorsOf(db, 'task 1'))).toEqual(
      ids(errors.filter((row) => row.kind === 'webhook' && row.task_id === 'task 1')),
    )
    const between = await find.callsBetween(db, at(-2), at(-1))
    const recent = events().filter((event) => event.at >= at(-2) && !event.is_sandbox)
    expect(between).toEqual({
      calls: recent.length,
      errors: recent.filter((event) => event.status_class === 'server').length,
    })
    expect(await find.callsBetween(db, at(-49), at(-47))).toMatchObject({ calls: 6 })
  })

  test('a customer finds calls and errors of their own logins', async () => {
    const mine = events().find((event) => event.login_id === own)?.id ?? ''
    const theirs = events().find((event) => event.login_id === other)?.id ?? ''
    expect((await callDetail(db, [own], mine))?.id).toBe(mine)
    expect(await callDetail(db, [own], theirs)).toBeUndefined()
    expect(await callsOfRequest(db, own, events()[0]?.id ?? '')).toBe(2)
    expect(await callsOfRequest(db, other, events()[0]?.id ?? '')).toBe(1)
    const called = [
      hasCalledSince(db, own, '192.0.2.1', at(-2)),
      hasCalledSince(db, own, '192.0.2.1', at(0)),
      hasCalledSince(db, own, '192.0.2.9', at(-2)),
      hasCalledSince(db, 0, '192.0.2.1', at(-2)),
    ]
    expect(await Promise.all(called)).toEqual([true, false, false, false])
    expect(ids(await newestCalls(db, [own], at(-2), 100))).toEqual(
      matching((event) => event.login_id === own && event.at >= at(-2)),
    )
    const [error, , , , foreign] = errors
    expect((await eventDetail(db, [own], error?.id ?? ''))?.id).toBe(error?.id)
    expect(await eventDetail(db, [own], foreign?.id ?? '')).toBeUndefined()
    expect(await webhookTasks(db, [own], ids(errors))).toEqual([{ login_id: own, task_id: 'task 1' }])
  })
})

test('the newest refusal of a login is found by its code, reason and scope, or by the counts of its hour', async () => {
  const [code, second, third] = [CODE.costLimit, CODE.notAllowed, CODE.rateLimit]
  const base = { code, class: 'billing', reason: 'cap', scope: 'a' }
  const errorOf = (hours: number, row: object = {}) => ({ ...callAt(at(hours), own, 0).error, ...base, ...row })
  const wanted = [
    errorOf(-1),
    errorOf(-1, { scope: 'b' }),
    errorOf(-1, { reason: 'day' }),
    errorOf(-1, { code: second }),
    // The newest of its code, without a reason.
    errorOf(-0.5, { code: second, reason: null, scope: null }),
  ]
  const others = [
    { kind: 'webhook' as const },
    { is_sandbox: true },
    { code: CODE.invalidField },
    { login_id: other },
  ].flatMap((row) => [
    errorOf(-0.2, { scope: 'd', ...row }),
    errorOf(-0.1, { code: second, reason: null, scope: null, ...row }),
  ])
  const old = [errorOf(-1.5), errorOf(-30, { scope: 'c' }), errorOf(-30, { code: third, reason: null, scope: null })]
  await insertAll(db, 'error_events', [...wanted, ...others, ...old])
  const found = await latestRefusals(db, [own], [code, second, third], at(-24))
  expect(found.map((row) => ('id' in row ? row.id : undefined)).sort()).toEqual(ids(wanted))
})

test('use and prices of functions are summed from calls outside of the sandbox since a day', async () => {
  const zero = { requests: 1, tasks: 1, results: 1, cost_micros: 100, errors: 0, time_ms_sum: 0, times: [] as number[] }
  await insertAll(
    db,
    'usage_days',
    combine({
      login_id: [own, other],
      day: ['2026-06-01', '2026-06-10'],
      api: ['serp', 'labs'],
      function: ['google', 'bing'],
      status_class: ['ok', 'server'],
      is_sandbox: [false, true],
    }).map((row) => ({ ...row, ...zero, method: 'live', priority: 1 })),
  )
  const google = { api: 'serp', function: 'google' }
  const use = await functionUse(db, google, { since: '2026-06-05', limit: 9 })
  expect(use.sums).toMatchObject({ requests: 4, customers: 2 })
  const group = { ...google, method: 'live', priority: 1 } as const
  expect(await groupSumsOf(db, [group], '2026-06-05')).toMatchObject([{ calls: 2 }])
  const cost = { ...group, per_call: 200, per_result: 0, factor: 0 }
  const scope = { since: '2026-06-05', owner_id: null, without: [] }
  expect(await effectOf(db, [cost], scope, 9)).toMatchObject({
    before_micros: 200,
    after_micros: 400,
    customers: 2,
    more: 2,
    less: 0,
  })
  expect(await effectOf(db, [{ ...cost, per_call: 50 }], scope, 9)).toMatchObject({ more: 0, less: 2 })
  expect(await effectOf(db, [{ ...cost, per_call: 100 }], scope, 9)).toMatchObject({ more: 0, less: 0 })
  const owner_id = people[0]?.id ?? 0
  expect(await effectOf(db, [cost], { ...scope, owner_id }, 9)).toMatchObject({
    rows: [{ owner_id, before_micros: 100 }],
  })
  const without = [{ owner_id, ...google }]
  expect((await effectOf(db, [cost], { ...scope, without }, 9)).rows.map((row) => row.owner_id)).toEqual([
    people[1]?.id,
  ])
  const spent = await spentByDay(db, [own], '2026-06-05', '2026-06-12')
  expect(spent).toMatchObject([
    { day: '2026-06-10', api: 'labs', requests: 4 },
    { day: '2026-06-10', api: 'serp', requests: 4 },
  ])
  expect(await hasCalls(db, [own])).toBe(false)
})

test('what a day cost is exact while its hours are still to be summed up', async () => {
  const [mine = 0, theirs = 0] = [await insertAccount(db), await insertAccount(db)].flatMap(({ logins }) => logins)
  const zero = { requests: 1, tasks: 1, results: 1, errors: 0, time_ms_sum: 0, times: [] as number[] }
  const kind = {
    ...zero,
    api: 'serp',
    function: 'google',
    method: 'live',
    priority: 1,
    status_class: 'ok',
    is_sandbox: false,
  }
  const of = (login_id: number, cost_micros: number, more: object = {}) => ({ ...kind, login_id, cost_micros, ...more })
  const utc = (text: string) => new Date(`2026-05-${text}:00Z`)
  const WRONG = 1_000_000
  await insertAll(db, 'usage_days', [
    { ...of(mine, 1), day: '2026-05-10' },
    { ...of(mine, WRONG), day: '2026-05-11' },
    { ...of(mine, 2), day: '2026-05-12' },
    { ...of(theirs, WRONG), day: '2026-05-10' },
    { ...of(theirs, 3), day: '2026-05-11' },
  ])
  await insertAll(db, 'usage_hours', [
    { ...of(mine, WRONG), hour: utc('10T05:00') },
    { ...of(mine, 10), hour: utc('11T01:00') },
    { ...of(mine, WRONG), hour: utc('11T02:00') },
    { ...of(mine, WRONG, { is_sandbox: true }), hour: utc('11T03:00') },
    { ...of(mine, WRONG), hour: utc('12T00:00') },
    { ...of(theirs, WRONG), hour: utc('10T01:00') },
  ])
  await insertAll(db, 'usage_minutes', [
    { ...of(mine, WRONG), minute: utc('11T01:30') },
    { ...of(mine, 100), minute: utc('11T02:30') },
    { ...of(mine, WRONG, { is_sandbox: true }), minute: utc('11T02:31') },
    { ...of(mine, WRONG), minute: utc('11T03:00') },
    { ...of(mine, WRONG), minute: utc('08T01:30') },
    { ...of(mine, WRONG), minute: utc('13T01:30') },
    { ...of(theirs, 1000), minute: utc('10T01:30') },
  ])
  await insertAll(db, 'usage_stale', [
    { login_id: mine, hour: utc('11T02:00') },
    { login_id: mine, hour: utc('08T01:00') },
    { login_id: mine, hour: utc('13T01:00') },
    { login_id: theirs, hour: utc('10T01:00') },
    { login_id: theirs, hour: utc('11T01:00') },
  ])
  const spent = async (logins: number[]) =>
    (await spentByDay(db, logins, '2026-05-10', '2026-05-12')).map(({ cost_micros }) => cost_micros)
  expect(await spent([mine])).toEqual([1, 110, 2])
  expect(await spent([mine, theirs])).toEqual([1001, 110, 2])
  expect([await firstCallDay(db, [mine]), await firstCallDay(db, [theirs])]).toEqual(['2026-05-08', '2026-05-10'])
  const late = (await insertAccount(db)).logins[0] ?? 0
  expect(await firstCallDay(db, [late])).toBeUndefined()
})
