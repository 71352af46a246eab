import { randomUUID } from 'node:crypto'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { openTestServer, type TestServer } from '#testing/gateway/upstream.ts'
import { claimTasks } from '../tasks/task-store.ts'
import { claimWebhooks, openWebhook, WEBHOOKS_AT_ONCE } from './webhook-store.ts'

const SECOND_MS = 1000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
const RESEND = '/v3/appendix/webhook_resend'
/** No server listens on this port. */
const DEAD = 'http://127.0.0.1:9'
let site: TestApp
let hook: TestServer
let busy: Customer
let calm: Customer

beforeAll(async () => {
  hook = await openTestServer((_, response) => response.end('ok'))
  site = await openTestApp({ settings: { TASK_DELAY_MS: '0', WEBHOOK_ALLOW_PRIVATE: 'on' } })
})
afterAll(async () => {
  await site.close()
  await hook.close()
})
beforeEach(async () => {
  hook.received.length = 0
  hook.setAnswer((_, response) => response.end('ok'))
  await site.database.owner.query('truncate gateway_tasks, gateway_webhook_hosts cascade')
  busy = await openCustomer(site)
  calm = await openCustomer(site)
})

async function post(customer: Customer, fields: Record<string, unknown>, path = POST): Promise<string> {
  const { body } = await customer.call(path, { body: [{ ...search()[0], ...fields }] })
  return body?.tasks?.[0]?.id ?? ''
}

async function run(ms = 0) {
  site.clock.forward(ms)
  return [await site.gateway.runDueTasks(), await site.gateway.runDueWebhooks()]
}

/** A finished task and this many webhooks of tasks like it, due before any later one. */
async function fill(customer: Customer, count: number, host = 'dead.example', hosts = 1) {
  const id = await post(customer, {})
  await site.gateway.runDueTasks()
  await site.database.pool.query(
    `with task as (
       insert into gateway_tasks (id, call_id, request_id, login_id, api, function, entry_id, task, priority, ip, is_sandbox,
           cost_micros, posted_at, due_at, state, finished_at)
         select 'filled-' || $2 || '-' || n, gen_random_uuid(), request_id, login_id, api, function, entry_id, task, priority, ip,
             is_sandbox, 0, posted_at, due_at, 'done', finished_at
           from gateway_tasks, generate_series(1, $3::integer) n where id = $1 returning id, login_id)
     insert into gateway_webhooks (task_id, login_id, kind, host, due_at)
       select id, login_id, 'pingback', $4 || case when $5 > 1 then (row_number() over () % $5)::text else '' end, $6
         from task`,
    [id, randomUUID(), count, host, hosts, new Date(site.clock.now().getTime() - SECOND_MS)],
  )
}

const claim = (limit = 10) => {
  const now = site.clock.now()
  return claimWebhooks(site.ctx.db, { now, until: new Date(now.getTime() + 60 * SECOND_MS), limit })
}
const by = (rows: { login_id: number }[], { login_id }: Customer) =>
  rows.filter((row) => row.login_id === login_id).length
const openRows = async (task_id?: string) => {
  const { rows } = await site.database.pool.query(
    `select w.*, waits_for_host as waits from gateway_webhooks w
       where sent_at is null and failed_at is null and ($1::text is null or task_id = $1) order by due_at`,
    [task_id],
  )
  return rows
}

describe('SEC-H4 G14 webhooks are sent in turns', () => {
  test('SEC-H4 G14 a login’s only webhook is in the first claim although 3,000 of another login are due before it', async () => {
    await fill(busy, 3000)
    await fill(calm, 1, 'calm.example')
    const rows = await claim()
    expect([by(rows, busy), by(rows, calm)]).toEqual([WEBHOOKS_AT_ONCE.per_login, 1])
  })

  test('SEC-H4 G14 one login never has more than its share in progress, over claims and processes', async () => {
    await fill(busy, 100, 'host', 20)
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(3)))
    expect(claims.flat()).toHaveLength(WEBHOOKS_AT_ONCE.per_login)
    expect(await claim()).toHaveLength(0)
    site.clock.forward(61 * SECOND_MS)
    expect(await claim(), 'of a process that died, after its lease').toHaveLength(WEBHOOKS_AT_ONCE.per_login)
  })

  test('SEC-H4 G14 one host never gets more than its simultaneous deliveries, over all logins', async () => {
    const others = [busy, calm, await openCustomer(site), await openCustomer(site)]
    for (const customer of others) await fill(customer, 20, 'shared.example')
    await fill(calm, 1, 'own.example')
    const rows = [...(await claim(10)), ...(await claim(10))]
    expect(rows.filter(({ host }) => host === 'shared.example')).toHaveLength(WEBHOOKS_AT_ONCE.per_host)
    expect(rows.filter(({ host }) => host === 'own.example')).toHaveLength(1)
    for (const customer of others) expect(by(rows, customer)).toBeGreaterThan(0)
  })

  test('SEC-H4 G14 logins take turns in rotation', async () => {
    const all = [busy, calm, await openCustomer(site)]
    for (const customer of all) await fill(customer, 10, `${customer.login_id}.example`)
    const turns: number[] = []
    for (let n = 0; n < 6; n += 1) for (const { login_id } of await claim(1)) turns.push(login_id)
    expect(turns.slice(0, 3).toSorted()).toEqual(all.map(({ login_id }) => login_id).toSorted())
    expect(turns.slice(3)).toEqual(turns.slice(0, 3))
  })

  test('SEC-H4 G14 tasks are run in turns too, high priority within a login first', async () => {
    await busy.call(POST, { body: Array(100).fill(search()[0]) })
    const urgent = await post(busy, { priority: 2 })
    await post(calm, {})
    site.clock.forward(SECOND_MS)
    const now = site.clock.now()
    const rows = await claimTasks(site.ctx.db, { now, until: new Date(now.getTime() + 60 * SECOND_MS), limit: 8 })
    expect([by(rows, busy), by(rows, calm)]).toEqual([6, 1])
    expect(rows.map(({ id }) => id)).toContain(urgent)
    await site.database.pool.query('update gateway_tasks set claimed_until = null, due_at = posted_at')
    await run()
  })
})

describe('tasks are run in turns', () => {
  const claimOne = async () => {
    const now = site.clock.now()
    const [row] = await claimTasks(site.ctx.db, { now, until: new Date(now.getTime() + 60 * SECOND_MS), limit: 1 })
    return row
  }
  const settle = (id: string | undefined) =>
    site.database.pool.query(`update gateway_tasks set state = 'done', finished_at = due_at where id = $1`, [id])
  afterEach(() => site.database.owner.query('truncate gateway_tasks cascade'))

  test('a single task of one login is claimed second, behind 20,000 of another that came first', async () => {
    const many = await post(busy, {})
    for (let from = 0; from < 20_000; from += 5_000)
      await site.database.pool.query(
        `insert into gateway_tasks (id, call_id, request_id, login_id, api, function, entry_id, task, priority, ip, is_sandbox,
             cost_micros, posted_at, due_at)
           select 'many-' || n, gen_random_uuid(), request_id, login_id, api, function, entry_id, '{}', 1 + n % 2, ip, is_sandbox, 0,
               posted_at, due_at from gateway_tasks, generate_series($2::integer, $2::integer + 4999) n where id = $1`,
        [many, from],
      )
    site.clock.forward(SECOND_MS)
    const one = await post(calm, {})
    site.clock.forward(SECOND_MS)
    const claimed = [await claimOne(), await claimOne()]
    expect(claimed.map((row) => row?.login_id).toSorted()).toEqual([busy.login_id, calm.login_id].toSorted())
    expect(claimed.map((row) => row?.id)).toContain(one)
    expect(claimed.find((row) => row?.login_id === busy.login_id)?.priority, 'high priority first').toBe(2)
  })

  test('high priority goes before the tasks of another login out of turn, but not twice in a row', async () => {
    for (const [normal, urgent] of [
      [busy, calm],
      [calm, busy],
    ] as const) {
      const ids = [await post(normal, {}), await post(urgent, { priority: 2 }), await post(urgent, { priority: 2 })]
      site.clock.forward(SECOND_MS)
      const claimed = [await claimOne(), await claimOne(), await claimOne()]
      expect(claimed.map((row) => row?.login_id)).toEqual([urgent.login_id, normal.login_id, urgent.login_id])
      for (const id of ids) await settle(id)
    }
  })

  test('logins with endless high priority tasks delay another login for a minute at most', async () => {
    const others = [calm, await openCustomer(site), await openCustomer(site)]
    await post(busy, {})
    for (const customer of others) await post(customer, { priority: 2 })
    const next = async () => {
      const row = await claimOne()
      await settle(row?.id)
      const same = others.find(({ login_id }) => login_id === row?.login_id)
      if (same) await post(same, { priority: 2 })
      return row?.login_id
    }
    for (let n = 0; n < 8; n += 1) expect(await next(), `task ${n}`).not.toBe(busy.login_id)
    site.clock.forward(61 * SECOND_MS)
    const claimed = [await next(), await next(), await next(), await next()]
    expect(claimed).toContain(busy.login_id)
  })
})

describe('SEC-H4 G14 a host that does not answer', () => {
  test('SEC-H4 G14 a host that is down is probed by one webhook at a time, and all continue as soon as it answers', async () => {
    for (let n = 0; n < 12; n += 1) await post(busy, { pingback_url: DEAD })
    await run()
    const requested = (await openRows()).filter(({ tries }) => tries > 0).length
    expect(requested, 'a few found out').toBeLessThanOrEqual(WEBHOOKS_AT_ONCE.per_login)
    expect((await openRows()).filter(({ waits }) => !waits)).toHaveLength(1)
    const late = await post(busy, { pingback_url: DEAD })
    await run()
    expect(await openRows(late), 'a new one waits as well').toMatchObject([{ waits: true, tries: 0 }])
    const other = await post(busy, { pingback_url: hook.url.replace('127.0.0.1', 'localhost') })
    expect(await run(), 'another host of the same login does not').toEqual([1, 1])
    expect(await openRows(other)).toEqual([])
    const probes: number[] = []
    for (let n = 0; n < 10; n += 1) probes.push((await run(10 * SECOND_MS))[1] ?? 0)
    expect(probes, 'after 30 seconds, and then after 60').toEqual([0, 0, 1, 0, 0, 0, 0, 0, 1, 0])
    await site.database.pool.query(`update gateway_tasks set task = task || $1 where login_id = $2`, [
      JSON.stringify({ pingback_url: hook.url }),
      busy.login_id,
    ])
    await run(2 * 60 * SECOND_MS)
    expect((await openRows()).filter(({ waits }) => waits)).toEqual([])
    await run(10 * 60 * SECOND_MS)
    expect(await openRows()).toEqual([])
    expect(hook.received).toHaveLength(14)
  })

  test('SEC-H4 G14 a host that answers with 500 is not down: other webhooks to it do not wait', async () => {
    hook.setAnswer((_, response) => response.writeHead(500).end())
    for (let n = 0; n < 8; n += 1) await post(busy, { pingback_url: hook.url })
    await run()
    expect(hook.received).toHaveLength(8)
    expect((await openRows()).filter(({ waits }) => waits)).toEqual([])
  })

  test('SEC-H4 G14 an answer of any kind, also 500, ends the failures of a host, and releases what waits for it', async () => {
    for (let n = 0; n < 6; n += 1) await post(busy, { pingback_url: DEAD })
    await run()
    const failed = (await openRows()).filter(({ waits }) => waits)
    expect(failed.length).toBeGreaterThan(0)
    hook.setAnswer((_, response) => response.writeHead(500).end())
    await site.database.pool.query(`update gateway_tasks set task = task || $1 where login_id = $2`, [
      JSON.stringify({ pingback_url: hook.url }),
      busy.login_id,
    ])
    await run(60 * SECOND_MS)
    expect(hook.received.length).toBeGreaterThan(0)
    expect((await openRows()).filter(({ waits }) => waits)).toEqual([])
    const { rows } = await site.database.pool.query('select from gateway_webhook_hosts where login_id = $1', [
      busy.login_id,
    ])
    expect(rows, 'its failures do not add up over the times it answered').toEqual([])
  })

  test('SEC-H4 G14 a webhook that waited a day for its host is given up and shown in the errors', async () => {
    const ids = []
    for (let n = 0; n < 6; n += 1) ids.push(await post(busy, { pingback_url: DEAD }))
    await run()
    const waiting = (await openRows()).filter(({ waits }) => waits).map(({ task_id }) => task_id)
    expect(waiting.length).toBeGreaterThan(0)
    site.clock.forward(DAY_MS + SECOND_MS)
    await site.gateway.sweep()
    expect((await openRows()).filter(({ waits }) => waits)).toEqual([])
    const { rows } = await site.database.pool.query(
      `select distinct task_id from error_events where kind = 'webhook' and message like '%not answered for a day.' and login_id = $1`,
      [busy.login_id],
    )
    expect(rows.map(({ task_id }) => task_id).toSorted()).toEqual(waiting.toSorted())
  })

  test('SEC-H4 G14 a host with waiting webhooks always has one probe, also after the previous probe was lost', async () => {
    for (let n = 0; n < 6; n += 1) await post(busy, { pingback_url: DEAD })
    await run()
    await site.database.pool.query('delete from gateway_webhooks where not waits_for_host')
    expect(await run(60 * SECOND_MS)).toEqual([0, 0])
    await site.gateway.sweep()
    expect((await run())[1]).toBeGreaterThan(0)
  })
})

describe('SEC-H4 G14 sending again', () => {
  async function done(fields: Record<string, unknown> = {}) {
    const id = await post(busy, { pingback_url: hook.url, ...fields })
    await run()
    return id
  }

  test('SEC-H4 G14 200 simultaneous resends of one task queue one webhook', async () => {
    const id = await done()
    const row = { task_id: id, login_id: busy.login_id, kind: 'pingback', host: 'x', due_at: site.clock.now() } as const
    const opened = await Promise.all(Array.from({ length: 200 }, () => openWebhook(site.ctx.db, row, false)))
    expect(opened.filter(Boolean)).toHaveLength(1)
    expect(await openRows(id)).toHaveLength(1)
    const { rows } = await site.database.pool.query('select from gateway_webhooks where task_id = $1', [id])
    expect(rows, 'and none of those that ended').toHaveLength(1)
  })

  test('SEC-H4 G14 the same id a hundred times in one call queues one webhook, and the others are refused as waiting', async () => {
    const id = await done()
    const { body } = await busy.call(RESEND, { body: Array(100).fill({ id }) })
    const [first, ...others] = body?.tasks ?? []
    expect(first?.status_code).toBe(CODE.ok)
    expect(others).toHaveLength(99)
    for (const other of others)
      expect(other).toMatchObject({
        id,
        status_code: CODE.taskInQueue,
        status_message: expect.stringContaining('already waiting'),
      })
    expect(await openRows(id)).toHaveLength(1)
    expect(await run()).toEqual([0, 1])
  })

  test('SEC-H4 G14 a resend brings a webhook that waits for its next try forward', async () => {
    hook.setAnswer((_, response) => response.writeHead(500).end())
    const id = await done()
    expect(await run(SECOND_MS)).toEqual([0, 0])
    expect(await busy.codes(RESEND, { body: [{ id }] })).toEqual([200, CODE.ok, CODE.ok])
    expect(await busy.codes(RESEND, { body: [{ id }] })).toEqual([200, CODE.ok, CODE.taskInQueue])
    expect(await run()).toEqual([0, 1])
    expect(await openRows(id)).toMatchObject([{ tries: 2 }])
  })

  test('SEC-H4 G14 a login may resend thirty times in ten minutes, then is refused with the time to wait; other logins are not', async () => {
    const id = await done()
    for (let n = 0; n < 30; n += 1) expect((await busy.codes(RESEND, { body: [{ id }] }))[1]).toBe(CODE.ok)
    const refused = await busy.call(RESEND, { body: [{ id }] })
    expect(refused.body).toMatchObject({
      status_code: CODE.rateLimit,
      status_message: expect.stringContaining('30 times in 10 minutes'),
    })
    const wait_s = Number(refused.headers['retry-after'])
    expect(wait_s).toBeGreaterThan(0)
    expect(wait_s).toBeLessThanOrEqual(600)
    expect((await calm.codes(RESEND, { body: [{ id }] }))[2]).toBe(CODE.taskNotFound)
    site.clock.forward(wait_s * SECOND_MS)
    expect((await busy.codes(RESEND, { body: [{ id }] }))[1]).toBe(CODE.ok)
  })

  test('SEC-H4 G14 the sandbox sends a thousand webhooks a day and no more', async () => {
    await site.database.pool.query(
      `insert into rate_limits (key, window_start, used) values ('sandbox-webhook:' || $1::text, date_trunc('day', $2::timestamptz, 'UTC'), 1000)`,
      [busy.login_id, site.clock.now()],
    )
    const id = await post(busy, { pingback_url: hook.url }, `/sandbox${POST}`)
    expect(await run()).toEqual([1, 0])
    expect(await busy.codes(`/sandbox${RESEND}`, { body: [{ id }] })).toEqual([200, CODE.ok, CODE.rateLimit])
    await post(busy, { pingback_url: hook.url })
    expect(await run()).toEqual([1, 1])
  })
})
