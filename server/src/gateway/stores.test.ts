import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/db/database.ts'
import { changedBy, combine, insertAccount, insertAll } from '#testing/db/scene.ts'
import { forgetDead, forgetInstance, forgetOthers, loadsOf, otherTags } from './admit/admission-store.ts'
import { isUsedUp, loginsNamed } from './admit/failure-store.ts'
import { allInstances, describeInstance } from './admit/instance-store.ts'
import * as keys from './charge/key-store.ts'
import { taskItems, webhookItems } from './tasks/queue-store.ts'
import { loadResult, saveResult } from './tasks/result-store.ts'
import * as tasks from './tasks/task-store.ts'
import { taskTrace, webhooksOfTask } from './tasks/trace-store.ts'
import * as hosts from './webhooks/webhook-host-store.ts'
import { markWebhookSent, markWebhookTried, openWebhook } from './webhooks/webhook-store.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const ids = <T extends string | number>(rows: readonly { id: T }[]) => rows.map(({ id }) => id).sort()

let database: TestDatabase
let db: TestDatabase['db']
let logins: number[]
let own: number
let other: number
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  logins = [await insertAccount(db), await insertAccount(db)].flatMap((one) => one.logins)
  own = logins[0] ?? 0
  other = logins[1] ?? 0
})
afterAll(() => database.close())

let number = 0
const task = (row: object = {}) => {
  number += 1
  const id = `task-${number}`
  return {
    ...{ id, call_id: randomUUID(), request_id: randomUUID(), login_id: own, api: 'serp', function: 'google/organic' },
    ...{
      entry_id: 'x',
      task: '{"a":1}',
      priority: 1,
      ip: '',
      is_sandbox: false,
      cost_micros: 0,
      posted_at: at(-3),
      due_at: at(-1),
    },
    ...row,
  }
}

test('a key is of one login, and changes only for the attempt that holds it', async () => {
  const [mine, foreign] = [Buffer.from('mine'), Buffer.from('foreign')]
  const rows = await insertAll(
    db,
    'gateway_keys',
    combine({ login_id: logins, key_hash: [mine, foreign] }).map((row, index) => ({
      ...row,
      request_hash: Buffer.from(`${index}`),
      attempt: 2,
      instance: randomUUID(),
      calls: [],
      made_at: at(-index),
      reply: row.key_hash === mine ? null : Buffer.from('stored'),
    })),
  )
  const [row, replied] = rows
  if (!row || !replied) throw new Error('the scene has no key')
  const id = { login_id: own, key_hash: mine }
  expect((await keys.readKey(db, id))?.request_hash).toEqual(row.request_hash)
  expect((await keys.readKey(db, { ...id, login_id: other }))?.request_hash).toEqual(rows[2]?.request_hash)
  expect((await keys.readKey(db, { ...id, key_hash: foreign }))?.request_hash).toEqual(replied.request_hash)
  const next = { request_hash: row.request_hash, instance: randomUUID(), calls: [], made_at: NOW }
  const changed = async (change: (tx: typeof db) => Promise<unknown>) =>
    (await changedBy(db, 'gateway_keys', change)).map(({ request_hash }) => String(request_hash))
  expect(await changed((tx) => keys.takeOverKey(tx, id, { attempt: 2, reply: null }, next))).toEqual(['0'])
  expect(await changed((tx) => keys.takeOverKey(tx, id, { attempt: 1, reply: null }, next))).toEqual([])
  expect(await changed((tx) => keys.takeOverKey(tx, id, { attempt: 2, reply: mine }, next))).toEqual([])
  expect(await changed((tx) => keys.saveReply(tx, id, 2, mine, []))).toEqual(['0'])
  expect(await changed((tx) => keys.saveReply(tx, id, 1, mine, []))).toEqual([])
  expect(await changed((tx) => keys.dropKey(tx, id, 2))).toEqual(['0'])
  expect(await changed((tx) => keys.dropKey(tx, id, 1))).toEqual([])
  expect(await changed((tx) => keys.forgetKeys(tx, at(-2)))).toEqual(['3'])
  await keys.markSettled(db, id, 2)
  expect(await changed((tx) => keys.takeOverKey(tx, id, { attempt: 2, reply: null }, next)), 'settled').toEqual([])
})

test('tasks are of one login and kind, and change while they wait', async () => {
  const rows = await insertAll(
    db,
    'gateway_tasks',
    combine({
      login_id: logins,
      api: ['serp', 'labs'],
      function: ['google/organic', 'bing/organic'],
      is_sandbox: [false, true],
      state: ['waiting', 'done'],
      fetched_at: [null, at(-1)],
      finished_at: [at(-2), at(-1)],
    }).map(task),
  )
  type Row = (typeof rows)[number]
  const matching = (is: (row: Row) => boolean) => ids(rows.filter(is))
  const isLive = (row: Row) => row.login_id === own && row.api === 'serp' && !row.is_sandbox
  const isReady = (row: Row) =>
    isLive(row) && row.state === 'done' && !row.fetched_at && (row.finished_at ?? at(-9)) > at(-2)
  const ready = (function_name: string | undefined) =>
    tasks
      .readyTasks(db, { login_id: own, api: 'serp', is_sandbox: false, function: function_name }, at(-2), 1000)
      .then(ids)
  expect(await ready(undefined)).toEqual(matching(isReady))
  expect(await ready('bing/organic')).toEqual(matching((row) => isReady(row) && row.function === 'bing/organic'))
  const [mine = '', foreign = ''] = [
    matching((row) => row.login_id === own)[0],
    matching((row) => row.login_id === other)[0],
  ]
  expect((await tasks.findTask(db, own, mine))?.id).toBe(mine)
  expect(await tasks.findTask(db, own, foreign)).toBeUndefined()
  const some = rows.slice(10, 90).map(({ id }) => id)
  expect(ids(await tasks.tasksById(db, some))).toEqual(some.toSorted())
  expect(ids(await tasks.upstreamIds(db, own, some))).toEqual(
    matching((row) => some.includes(row.id) && row.login_id === own && !row.is_sandbox),
  )
  expect(await taskTrace(db, foreign)).toMatchObject({ login_id: other })
  const changed = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'gateway_tasks', change).then(ids)
  const end = { state: 'done' as const, status_code: 1, status_message: '', refunded_micros: 0, finished_at: NOW }
  const waiting = matching((row) => row.login_id === own && row.state === 'waiting')[0] ?? ''
  const done = matching((row) => row.login_id === own && row.state === 'done')[0] ?? ''
  expect([
    await changed((tx) => tasks.endTask(tx, waiting, end)),
    await changed((tx) => tasks.endTask(tx, done, end)),
  ]).toEqual([[waiting], []])
  expect([await changed((tx) => tasks.dropTask(tx, waiting)), await changed((tx) => tasks.dropTask(tx, done))]).toEqual(
    [[waiting], []],
  )
  const hurried = (login_id: number, id: string) => changed((tx) => tasks.hurryTask(tx, login_id, id, NOW))
  expect([await hurried(own, waiting), await hurried(other, waiting), await hurried(own, done)]).toEqual([
    [waiting],
    [],
    [],
  ])
  const unfetched = matching((row) => !row.fetched_at)[0] ?? ''
  const fetched = matching((row) => row.fetched_at !== null)[0] ?? ''
  expect([
    await changed((tx) => tasks.markFetched(tx, unfetched, NOW)),
    await changed((tx) => tasks.markFetched(tx, fetched, NOW)),
  ]).toEqual([[unfetched], []])
  const all = rows.map(({ id }) => id)
  expect(await changed((tx) => taskItems.retry(tx, all, NOW))).toEqual(matching(({ state }) => state === 'waiting'))
  const [claimed] = await insertAll(db, 'gateway_tasks', [task({ claimed_until: at(1) })])
  expect(await changed((tx) => taskItems.retry(tx, [claimed?.id ?? ''], NOW))).toEqual([])
  await saveResult(db, waiting, '/a', Buffer.from('a'))
  await saveResult(db, waiting, '/b', Buffer.from('b'))
  await saveResult(db, done, '/a', Buffer.from('c'))
  const results = [
    await loadResult(db, waiting, '/a'),
    await loadResult(db, waiting, '/b'),
    await loadResult(db, done, '/a'),
  ]
  expect(results.map(String)).toEqual(['a', 'b', 'c'])
})

test('a login has as many tasks in progress as its living processes may have', async () => {
  const instance = (seconds: number) => ({ id: randomUUID(), seen_at: new Date(Date.now() - seconds * 1000) })
  const [living] = await insertAll(db, 'gateway_instances', [instance(0), instance(60)])
  const {
    logins: [login_id = 0],
  } = await insertAccount(db)
  await insertAll(
    db,
    'gateway_tasks',
    Array.from({ length: 9 }, () => task({ login_id, due_at: at(-99) })),
  )
  const span = { now: at(-98), until: at(-97), limit: 100 }
  const claimed = (await changedBy(db, 'gateway_tasks', (tx) => tasks.claimTasks(tx, span))).filter(
    (row) => row.login_id === login_id,
  )
  expect(claimed).toHaveLength(6)
  await db
    .deleteFrom('gateway_instances')
    .where('seen_at', '<=', living?.seen_at ?? NOW)
    .execute()
})

test('old tasks lose their results and parameters first', async () => {
  const rows = await insertAll(
    db,
    'gateway_tasks',
    combine({ state: ['waiting', 'done'], posted_at: [at(-1000), at(-800), at(-600)] }).map(task),
  )
  for (const { id } of rows) await saveResult(db, id, '/old', Buffer.from('x'))
  const names = (is: (row: (typeof rows)[number]) => boolean) => ids(rows.filter(is))
  const forget = (tx: typeof db) => tasks.forgetTasks(tx, at(-700), at(-900))
  const isOld = ({ posted_at }: (typeof rows)[number]) => posted_at < at(-700)
  expect((await changedBy(db, 'gateway_results', forget)).map(({ task_id }) => task_id).sort()).toEqual(names(isOld))
  expect(ids(await changedBy(db, 'gateway_tasks', forget))).toEqual(
    names((row) => row.posted_at < at(-900) || (isOld(row) && row.state === 'done')),
  )
})

describe('webhooks', () => {
  type Rows = Awaited<ReturnType<typeof insertAll<'gateway_webhooks'>>>
  type Row = Rows[number]
  const isOpen = (row: Row) => row.sent_at === null && row.failed_at === null
  const isFree = (row: Row) => row.claimed_until === null
  let rows: Rows
  const [host, second] = ['https://a.example', 'https://b.example']
  const matching = (is: (row: Row) => boolean) => ids(rows.filter(is))
  const isHost = (row: Row) => row.login_id === own && row.host === host
  const changed = (change: (tx: typeof db) => Promise<unknown>) => changedBy(db, 'gateway_webhooks', change).then(ids)
  beforeAll(async () => {
    const combined = combine({
      login_id: logins,
      host: [host, second],
      sent_at: [null, at(-1)],
      failed_at: [null, at(-1)],
      waits_for_host: [false, true],
      claimed_until: [null, at(1)],
      wanted_at: [at(-9), at(-1)],
    }).map((row) => ({ ...row, task_id: task().id, kind: 'pingback' as const }))
    await insertAll(
      db,
      'gateway_tasks',
      combined.map(({ task_id, login_id }) => task({ id: task_id, login_id })),
    )
    // Those that wait for this host are due last, so that a query without a condition finds others.
    const isLast = (row: (typeof combined)[number]) =>
      row.login_id === own &&
      row.host === host &&
      !row.sent_at &&
      !row.failed_at &&
      (row.waits_for_host || !row.claimed_until)
    rows = await insertAll(
      db,
      'gateway_webhooks',
      combined.map((row, index) => ({ ...row, due_at: at((isLast(row) ? -3 : -6) + index / 3600) })),
    )
  })

  test('while a host fails, one webhook of the login probes it and the others wait', async () => {
    const key = { login_id: own, host }
    const waits = rows.filter((row) => isHost(row) && isOpen(row) && (row.waits_for_host || isFree(row)))
    const [probe] = waits.toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())
    const stops = waits.filter((row) => !row.waits_for_host)
    const expected = new Set([...ids(stops), probe?.id ?? 0])
    expect(await changed((tx) => hosts.keepOneProbe(tx, key, NOW, at(9)))).toEqual([...expected].sort())
    expect(await changed((tx) => hosts.releaseAll(tx, key))).toEqual(
      matching((row) => isHost(row) && isOpen(row) && row.waits_for_host),
    )
    const isLate = (row: Row) => row.waits_for_host && isOpen(row) && row.wanted_at < at(-5)
    expect(await changed((tx) => hosts.giveUpWaiting(tx, { wanted_before: at(-5), now: NOW, limit: 1000 }))).toEqual(
      matching(isLate),
    )
  })

  test('failures are counted for one login and host', async () => {
    const key = { login_id: own, host }
    const all = combine({ login_id: logins, host: [host, second] })
    await insertAll(
      db,
      'gateway_webhook_hosts',
      all.map((row, index) => ({ ...row, failures: index + 1, failed_at: NOW })),
    )
    expect(await hosts.failuresOf(db, key)).toBe(1)
    expect([
      await hosts.failuresOf(db, { login_id: own, host: second }),
      await hosts.failuresOf(db, { login_id: other, host }),
    ]).toEqual([2, 3])
    const deleted = await changedBy(db, 'gateway_webhook_hosts', (tx) => hosts.forgetFailures(tx, key))
    expect(deleted).toMatchObject([key])
  })

  test('hosts whose webhooks all wait get a probe, and old ones that nothing waits for are deleted', async () => {
    const kinds = {
      open: { sent_at: null, failed_at: null },
      sent: { sent_at: at(-1), failed_at: null },
      failed: { sent_at: null, failed_at: at(-1) },
    }
    const open = async (name: string, login_id: number, which: [keyof typeof kinds, boolean, number][]) => {
      const made = which.map(([kind, waits_for_host, hour]) => ({
        ...kinds[kind],
        login_id,
        waits_for_host,
        due_at: at(hour),
        host: name,
        task_id: task().id,
        kind: 'pingback' as const,
      }))
      await insertAll(
        db,
        'gateway_tasks',
        made.map(({ task_id }) => task({ id: task_id, login_id })),
      )
      return insertAll(db, 'gateway_webhooks', made)
    }
    const hosted = async (tx: typeof db) => {
      await tx.deleteFrom('gateway_webhooks').execute()
      await hosts.tidyHosts(tx, at(-24))
    }
    await changedBy(db, 'gateway_webhooks', hosted)
    const stuck = await open('stuck', own, [
      ['open', true, -1],
      ['open', true, -2],
      ['sent', true, -3],
      ['failed', true, -4],
      ['sent', false, -5],
      ['failed', false, -6],
    ])
    await open('stuck', other, [['open', false, -1]])
    await open('probed', own, [
      ['open', true, -1],
      ['open', false, -2],
    ])
    await open('over', own, [
      ['sent', false, -1],
      ['failed', false, -1],
    ])
    await open('elsewhere', other, [['open', false, -1]])
    const ofScene = new Set(ids(stuck))
    const touched = await changed((tx) => hosts.tidyHosts(tx, at(-24)))
    expect(touched.filter((id) => ofScene.has(id))).toEqual([stuck[1]?.id])
    expect(touched.filter((id) => !ofScene.has(id) && !rows.some((row) => row.id === id))).toEqual([])
    const old = { failures: 1, failed_at: at(-48) }
    await insertAll(db, 'gateway_webhook_hosts', [
      ...['stuck', 'over', 'elsewhere', 'unknown'].map((name) => ({ ...old, login_id: own, host: name })),
      { ...old, login_id: own, host: 'recent', failed_at: at(-1) },
    ])
    const gone = await changedBy(db, 'gateway_webhook_hosts', (tx) => hosts.tidyHosts(tx, at(-24)))
    expect(gone.map((row) => row.host).sort()).toEqual(['elsewhere', 'over', 'unknown'])
  })

  test('staff try a webhook again or drop it, if it has not arrived and no other one of its task is open', async () => {
    const all = rows.map(({ id }) => String(id))
    expect(await changed((tx) => webhookItems.retry(tx, all, NOW))).toEqual(
      matching((row) => row.sent_at === null && isFree(row)),
    )
    const dropped = (await changed((tx) => webhookItems.drop(tx, all, NOW))).filter((id) =>
      rows.some((row) => row.id === id),
    )
    expect(dropped).toEqual(matching(isOpen))
    const [first] = rows.filter((row) => row.failed_at && !row.sent_at && isFree(row))
    const [next] = rows.filter((row) => row.failed_at && !row.sent_at && isFree(row) && row.id !== first?.id)
    if (!first || !next) throw new Error('the scene has no failed webhook')
    const { id: _, ...copy } = first
    const retried = async (more: object) => {
      let done: string[] = []
      await changedBy(db, 'gateway_webhooks', async (tx) => {
        await insertAll(tx, 'gateway_webhooks', [{ ...copy, failed_at: null, ...more }])
        done = await webhookItems.retry(tx, [String(first.id)], NOW)
      })
      return done
    }
    expect(await retried({}), 'another one is open').toEqual([])
    const others = [{ kind: 'postback' as const }, { task_id: task().id }, { sent_at: NOW }, { failed_at: NOW }]
    await insertAll(db, 'gateway_tasks', [task({ id: others[1]?.task_id })])
    for (const one of others) expect(await retried(one), JSON.stringify(one)).toEqual([String(first.id)])
  })

  test('a webhook of a task and kind is open once, and one that fails or arrives is that one', async () => {
    const [row, elsewhere] = [await insertAll(db, 'gateway_tasks', [task(), task()])].flat()
    if (!row || !elsewhere) throw new Error('the scene has no task')
    const webhook = { task_id: row.id, login_id: own, kind: 'pingback' as const, host: 'once', due_at: at(2) }
    const ended = await insertAll(
      db,
      'gateway_webhooks',
      combine({ task_id: [row.id, elsewhere.id], kind: ['pingback', 'postback'] }).map((one) => ({
        ...webhook,
        ...one,
        sent_at: NOW,
      })),
    )
    expect(await changed((tx) => openWebhook(tx, webhook, false)), 'ended ones are deleted').toEqual([ended[0]?.id])
    const opened = async (first: object, again: object, isDown = false) => {
      const results: boolean[] = []
      await changedBy(db, 'gateway_webhooks', async (tx) => {
        await insertAll(tx, 'gateway_webhooks', [{ ...webhook, ...first }])
        results.push(await openWebhook(tx, { ...webhook, ...again }, isDown))
      })
      return results[0]
    }
    expect(await opened({}, { due_at: at(1) }), 'brought forward').toBe(true)
    expect(await opened({}, { due_at: at(3) }), 'not put off').toBe(false)
    expect(await opened({}, { due_at: at(1) }, true), 'the host is down').toBe(false)
    expect(await opened({ claimed_until: at(1) }, { due_at: at(1) }), 'in progress').toBe(false)
    expect(await opened({ waits_for_host: true }, { due_at: at(1) }), 'waits for its host').toBe(false)
    const waits = async (first: object | undefined) => {
      let found: boolean | undefined
      await changedBy(db, 'gateway_webhooks', async (tx) => {
        if (first) await insertAll(tx, 'gateway_webhooks', [{ ...webhook, task_id: elsewhere.id, ...first }])
        await openWebhook(tx, webhook, true)
        found = (await webhooksOfTask(tx, row.id)).find(
          ({ sent_at, kind }) => !sent_at && kind === 'pingback',
        )?.waits_for_host
      })
      return found
    }
    expect(await waits({ host: 'once' }), 'another one probes').toBe(true)
    for (const one of [
      { host: 'second' },
      { login_id: other },
      { waits_for_host: true },
      { failed_at: NOW },
      undefined,
    ])
      expect(await waits(one), JSON.stringify(one)).toBe(false)
    expect((await webhooksOfTask(db, row.id)).map(({ kind }) => kind)).toEqual(['pingback', 'postback'])
    const [id = 0] = ids(ended)
    expect(await changed((tx) => markWebhookSent(tx, id, at(5)))).toEqual([id])
    const [open] = rows.filter((one) => isOpen(one) && !isFree(one))
    const tries = open?.tries ?? 0
    expect(await changed((tx) => markWebhookTried(tx, { id: open?.id ?? 0, tries }))).toEqual([open?.id])
    expect(await changed((tx) => markWebhookTried(tx, { id: open?.id ?? 0, tries: tries + 1 }))).toEqual([])
  })
})

test('counters are of one process, login and minute', async () => {
  const [mine, living, dead] = [randomUUID(), randomUUID(), randomUUID()]
  const now = new Date()
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  await insertAll(db, 'gateway_instances', [
    { id: mine, seen_at: now },
    { id: living, seen_at: now },
    { id: dead, seen_at: ago(7200) },
  ])
  await insertAll(
    db,
    'gateway_running',
    [mine, living, dead].map((instance) => ({ login_id: own, instance, running: 1 })),
  )
  const left = async (change: (tx: typeof db) => Promise<unknown>) => [
    (await changedBy(db, 'gateway_running', change)).map(({ instance }) => instance).sort(),
    (await changedBy(db, 'gateway_instances', change)).map(({ id }) => id).sort(),
  ]
  expect(await left((tx) => forgetInstance(tx, living))).toEqual([[living], [living]])
  const others = [living, dead].sort()
  expect(await left((tx) => forgetOthers(tx, mine))).toEqual([others, others])
  expect(await left(forgetDead)).toEqual([[dead], [dead]])
  expect((await otherTags(db, mine)).sort()).toEqual(others.map((id) => id.slice(-6)).sort())
  const about = { version: '1', host: 'x', pid: 1, facts: {} as never }
  expect(ids(await changedBy(db, 'gateway_instances', (tx) => describeInstance(tx, living, about)))).toEqual([living])
  expect(
    (await allInstances(db))
      .filter(({ is_alive }) => is_alive)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([mine, living].sort())
  await insertAll(db, 'gateway_load', [
    { login_id: own, minute: NOW, calls: 1 },
    { login_id: other, minute: at(1), calls: 1 },
  ])
  expect((await loadsOf(db, NOW)).map(({ login_id }) => login_id)).toEqual([own])
  const windows = [
    { key: 'a', window_start: NOW },
    { key: 'b', window_start: at(1) },
  ]
  await insertAll(
    db,
    'rate_limits',
    windows.map((row, index) => ({ ...row, used: index })),
  )
  const used = [
    isUsedUp(db, ['a'], NOW, 0),
    isUsedUp(db, ['b'], at(1), 1),
    isUsedUp(db, ['a'], NOW, 1),
    isUsedUp(db, ['a'], at(1), 0),
    isUsedUp(db, ['c'], NOW, 0),
  ]
  expect(await Promise.all(used)).toEqual([true, true, false, false, false])
  const off = await insertAccount(db)
  await db.updateTable('api_logins').set({ status: 'off' }).where('owner_id', '=', off.id).execute()
  const { login = '' } =
    (await db.selectFrom('api_logins').select('login').where('id', '=', own).executeTakeFirst()) ?? {}
  expect([...(await loginsNamed(db, [login, off.email])).values()]).toEqual([own])
})
