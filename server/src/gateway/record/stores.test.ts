import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { callAt, combine, insertAccount, insertAll } from '#testing/db/scene.ts'
import { countedCalls, isBooked, listErrors, listTasks, spentEver } from './record-store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

let database: TestDatabase
let db: TestDatabase['db']
let own: number
let other: number
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  own = (await insertAccount(db)).logins[0] ?? 0
  other = (await insertAccount(db)).logins[0] ?? 0
})
afterAll(() => database.close())

const WINDOW = { api: 'serp', is_sandbox: false, from: at(-9), to: at(-1), limit: 100, offset: 0 }

test('the tasks of a login are of one API, environment and time', async () => {
  const rows = combine({
    login_id: [own, other],
    api: ['serp', 'labs'],
    is_sandbox: [false, true],
    hours: [-10, -9, -2, -1],
    has_task: [true, false],
  }).map(({ hours, has_task, ...row }, index) => ({
    ...callAt(at(hours), row.login_id, 0).event,
    ...row,
    task_id: has_task ? `task ${index}` : null,
  }))
  await insertAll(db, 'usage_events', rows)
  await insertAll(
    db,
    'usage_params',
    rows.map(({ id, at: time, task_id }) => ({ id, at: time, request: JSON.stringify({ task_id }) })),
  )
  const isListed = (row: (typeof rows)[number]) =>
    row.login_id === own && row.api === 'serp' && !row.is_sandbox && row.task_id && row.at >= at(-9) && row.at < at(-1)
  const listed = await listTasks(db, { login_id: own, ...WINDOW }, true, true)
  const expected = rows.filter(isListed).map(({ task_id }) => ({ task_id, request: { task_id } }))
  expect(listed).toMatchObject(expected.reverse())
  expect(listed[0]?.finished_at).toEqual(listed[0]?.at)
  const queued = { ...callAt(at(-200), own, 0).event, task_id: 'queued', status_class: 'queued' }
  await insertAll(db, 'usage_events', [queued])
  const before = { ...WINDOW, login_id: own, from: at(-201), to: at(-199) }
  expect(await listTasks(db, before, true, false)).toMatchObject([{ task_id: 'queued', finished_at: null }])
})

test('failed calls and webhooks are found by a part of their path, or of their message', async () => {
  const rows = combine({
    login_id: [own, other],
    api: ['serp', 'labs'],
    is_sandbox: [false, true],
    hours: [-10, -9, -2, -1],
    kind: ['request', 'webhook'],
    name: ['one', 'two'],
  }).map(({ hours, name, ...row }) => ({
    ...callAt(at(hours), row.login_id, 0).error,
    ...row,
    path: `/v3/${name}`,
    message: `${name}: no answer`,
  }))
  await insertAll(db, 'error_events', rows)
  const isIn = (row: (typeof rows)[number]) =>
    row.login_id === own && row.api === 'serp' && !row.is_sandbox && row.at >= at(-9) && row.at < at(-1)
  const listed = async (wanted: { path: string; webhook: string }) =>
    (await listErrors(db, { login_id: own, ...WINDOW }, wanted)).map(({ id }) => id).sort()
  const matching = (is: (row: (typeof rows)[number]) => boolean) =>
    rows
      .filter((row) => isIn(row) && is(row))
      .map(({ id }) => id)
      .sort()
  expect(await listed({ path: '', webhook: '' })).toEqual(matching(() => true))
  expect(await listed({ path: 'one', webhook: '' })).toEqual(
    matching((row) => row.kind === 'request' && row.path === '/v3/one'),
  )
  expect(await listed({ path: '', webhook: 'one' })).toEqual(
    matching((row) => row.kind === 'webhook' && row.path === '/v3/one'),
  )
})

test('the addresses of a webhook are those of its task, and the time of a call its own', async () => {
  const task = {
    ...{
      call_id: callAt(NOW, own, 0).event.id,
      request_id: callAt(NOW, own, 0).event.id,
      api: 'serp',
      function: 'f',
      entry_id: 'x',
    },
    ...{ priority: 1, ip: '', is_sandbox: false, cost_micros: 0, posted_at: NOW, due_at: NOW },
  }
  const address = { pingback_url: 'https://example.com' }
  await insertAll(db, 'gateway_tasks', [
    { ...task, id: 'own', login_id: own, task: JSON.stringify(address) },
    { ...task, id: 'foreign', call_id: callAt(NOW, own, 0).event.id, login_id: other, task: JSON.stringify(address) },
  ])
  const [webhook, request, foreign] = [callAt(at(-100), own, 0), callAt(at(-100), own, 0), callAt(at(-100), own, 0)]
  await insertAll(
    db,
    'usage_events',
    [request, callAt(at(-100), own, 0)].map(({ event }, index) => ({ ...event, time_ms: index + 1 })),
  )
  await insertAll(db, 'error_events', [
    { ...webhook.error, kind: 'webhook', task_id: 'own' },
    { ...request.error, task_id: 'own' },
    { ...foreign.error, kind: 'webhook', task_id: 'foreign' },
  ])
  const window = { ...WINDOW, login_id: own, from: at(-101), to: at(-99) }
  const found = new Map((await listErrors(db, window, { path: '', webhook: '' })).map((row) => [row.id, row]))
  expect(found.get(webhook.error.id)).toMatchObject({ ...address, time_ms: null })
  expect(found.get(request.error.id)).toMatchObject({ pingback_url: null, time_ms: 1 })
  expect(found.get(foreign.error.id)).toMatchObject({ pingback_url: null })
})

test('a call is booked unless its end made it unavailable', async () => {
  const [booked, failed, unavailable, unknown] = Array.from({ length: 4 }, () => callAt(at(-1), own, 0).event)
  if (!booked || !failed || !unavailable || !unknown) throw new Error('the scene has no calls')
  await insertAll(db, 'usage_events', [booked, failed, unavailable])
  const { api, function: name, method, priority, is_sandbox } = booked
  const outcome = {
    login_id: own,
    api,
    function: name,
    method,
    priority,
    is_sandbox,
    status_class: 'server',
    results: 0,
  }
  const ended = { refunded_micros: 0, finished_at: NOW, queue_ms: 0, run_ms: 0 }
  await insertAll(db, 'usage_outcomes', [
    { ...outcome, ...ended, id: failed.id, at: failed.at, status_code: CODE.sourceUnavailable },
    { ...outcome, ...ended, id: unavailable.id, at: unavailable.at, status_code: CODE.unavailable },
  ])
  const all = [booked, failed, unavailable, unknown].map(({ id }) => isBooked(db, id))
  expect(await Promise.all(all)).toEqual([true, true, false, false])
})

test('calls of today and of this minute are counted for one login, outside of the sandbox', async () => {
  const zero = { requests: 1, tasks: 1, results: 1, cost_micros: 100, errors: 0, time_ms_sum: 0, times: [] as number[] }
  const kind = { ...zero, api: 'serp', function: 'google', method: 'live', priority: 1, status_class: 'ok' }
  const logins = combine({ login_id: [own, other], is_sandbox: [false, true] })
  const days = logins.flatMap((row) => ['2026-06-14', '2026-06-15'].map((day) => ({ ...kind, ...row, day })))
  await insertAll(db, 'usage_days', days)
  const minutes = logins.flatMap((row) => [NOW, at(-1)].map((minute) => ({ ...kind, ...row, minute })))
  await insertAll(db, 'usage_minutes', minutes)
  const { day, minute } = await countedCalls(db, own, NOW)
  expect([day, minute]).toMatchObject([[{ requests: 1 }], [{ requests: 1 }]])
  expect(await spentEver(db, own)).toBe(400)
})
