import { createHmac } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { alerting } from '@portico/contract/alerts.ts'
import { CODE } from '@portico/contract/codes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveLoginLimits } from '#access/index.ts'
import { newCallId } from '#crypto/call-id.ts'
import { fundsOf } from '#ledger/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { openTestServer, type TestServer } from '#testing/gateway/upstream.ts'

const READY = '/v3/serp/google/organic/tasks_ready'
const GET = '/v3/serp/google/organic/task_get'
const SECOND_MS = 1000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
let site: TestApp
let hook: TestServer
let customer: Customer

beforeAll(async () => {
  hook = await openTestServer((_, response) => response.end('ok'))
  site = await openTestApp({ settings: { TASK_DELAY_MS: '2000', WEBHOOK_ALLOW_PRIVATE: 'on' } })
})
afterAll(async () => {
  await closeBalanced(site)
  await hook.close()
})
beforeEach(async () => {
  hook.received.length = 0
  hook.setAnswer((_, response) => response.end('ok'))
  customer = await openCustomer(site)
})

async function post(fields: Record<string, unknown> = {}, path = POST): Promise<string> {
  const { body } = await customer.call(path, { body: [{ ...search()[0], ...fields }] })
  expect(body?.tasks?.[0]).toMatchObject({
    status_code: CODE.taskCreated,
    status_message: 'Task Created.',
    result: null,
  })
  return body?.tasks?.[0]?.id ?? ''
}

async function run(ms = 2 * SECOND_MS) {
  site.clock.forward(ms)
  return [await site.gateway.runDueTasks(), await site.gateway.runDueWebhooks()]
}

const get = async (id: string, tier = 'advanced') => (await customer.call(`${GET}/${tier}/${id}`)).body?.tasks?.[0]
const ready = async () => (await customer.call(READY)).body?.tasks?.[0]?.result

describe('the queue', () => {
  test('a task waits, ends, is listed, is fetched in every form, and is then no longer listed', async () => {
    const id = await post({ tag: 'mine' })
    expect(await get(id)).toMatchObject({ id, status_code: CODE.taskInQueue, result: null, cost: 0 })
    expect(await ready()).toEqual([])
    await run()
    expect(await ready()).toEqual([
      {
        id,
        se: 'google',
        se_type: 'organic',
        date_posted: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+00:00$/),
        tag: 'mine',
        endpoint_regular: `${GET}/regular/${id}`,
        endpoint_advanced: `${GET}/advanced/${id}`,
        endpoint_html: `${GET}/html/${id}`,
      },
    ])
    const done = await get(id)
    expect(done).toMatchObject({ id, status_code: CODE.ok, cost: 0, data: { keyword: 'standing desk', tag: 'mine' } })
    expect(done?.result).toHaveLength(1)
    site.clock.forward(DAY_MS)
    expect((await get(id))?.result, 'the same a day later').toEqual(done?.result)
    expect(await get(id, 'regular')).toMatchObject({ status_code: CODE.ok })
    expect(await ready()).toEqual([])
  })

  test('high priority costs more and waits half as long', async () => {
    const [normal, high] = [await post(), await post({ priority: 2 })]
    const { balance_micros } = await fundsOf(site.ctx, customer.login_id)
    expect(balance_micros).toBe(10_000_000 - 600 - 1_200)
    await run(1 * SECOND_MS)
    expect([(await get(normal))?.status_code, (await get(high))?.status_code]).toEqual([CODE.taskInQueue, CODE.ok])
  })

  test('a paid task that failed is refunded, and the refund is booked', async () => {
    const { body } = await customer.call('/v3/on_page/task_post', {
      body: [{ target: 'example.com', max_crawl_pages: 1000 }],
    })
    const paid = Math.round((body?.cost ?? 0) * 1_000_000)
    const id = body?.tasks?.[0]?.id ?? ''
    expect(10_000_000 - (await fundsOf(site.ctx, customer.login_id)).balance_micros).toBe(paid)
    await run()
    const [summary] = (await customer.call(`/v3/on_page/summary/${id}`)).body?.tasks?.[0]?.result ?? []
    const crawled = (summary as { crawl_status: { pages_crawled: number } }).crawl_status.pages_crawled
    expect(crawled).toBeLessThan(1000)
    const cost = 10_000_000 - (await fundsOf(site.ctx, customer.login_id)).balance_micros
    expect(cost).toBe((paid / 1000) * crawled)
    const { rows } = await site.database.pool.query(
      `select t.kind, e.amount_micros::int as micros from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
         where t.memo like '%' || $1 and e.amount_micros > 0`,
      [id],
    )
    expect(rows).toEqual([{ kind: 'refund', micros: paid - cost }])
    const pages = await customer.call('/v3/on_page/pages', { body: [{ id, limit: 3 }] })
    expect(pages.body?.tasks?.[0]).toMatchObject({ status_code: CODE.ok, result: [{ items: expect.any(Array) }] })
  })

  test('another login’s task is unknown, another function’s task is refused as such, and results expire 30 days after their end', async () => {
    const id = await post()
    // It waited for so long that it would have expired before it ended.
    await run(31 * DAY_MS)
    const stranger = await openCustomer(site)
    const unknown = await stranger.call(`${GET}/advanced/03021000-0000-0000-0000-000000000000`)
    const foreign = await stranger.call(`${GET}/advanced/${id}`)
    expect(foreign.body?.tasks?.[0]).toMatchObject({ status_code: CODE.taskNotFound, id })
    expect({ ...foreign.body?.tasks?.[0], id: '', time: '', path: [] }).toEqual({
      ...unknown.body?.tasks?.[0],
      id: '',
      time: '',
      path: [],
    })
    expect(await get('nonsense')).toMatchObject({ status_code: CODE.taskNotFound })
    expect(await customer.codes(`/sandbox${GET}/advanced/${id}`)).toEqual([200, CODE.ok, CODE.taskNotFound])
    expect(await customer.codes(`/v3/serp/google/news/task_get/advanced/${id}`)).toEqual([
      200,
      CODE.ok,
      CODE.otherFunction,
    ])
    site.clock.forward(30 * DAY_MS)
    expect(await get(id)).toMatchObject({ status_code: CODE.ok })
    site.clock.forward(1)
    expect(await get(id)).toMatchObject({ status_code: CODE.resultsExpired, result: null })
    site.clock.forward(60 * DAY_MS)
    await site.gateway.sweep()
    expect(await get(id)).toMatchObject({ status_code: CODE.taskNotFound })
  })

  test('a task whose posting process was killed before the booking is never run, and its hold is released', async () => {
    const paid = await post()
    const call_id = newCallId(site.clock.now())
    const { login_id } = customer
    await site.meter.hold({ id: call_id, login_id, api: 'serp', function: 'google/organic', amount_micros: 600 })
    const unpaid = '03021000-dead-dead-dead-deaddeaddead'
    const { pool } = site.database
    await pool.query(
      `insert into gateway_tasks (id, call_id, request_id, login_id, api, function, entry_id, task, priority, ip, is_sandbox,
           cost_micros, posted_at, due_at)
         select $1, $2, $2, login_id, api, function, entry_id, task, priority, ip, is_sandbox, cost_micros, posted_at, due_at
           from gateway_tasks where id = $3`,
      [unpaid, call_id, paid],
    )
    await run()
    expect((await get(paid))?.status_code).toBe(CODE.ok)
    expect((await get(unpaid))?.status_code, 'its poster may still be at it').toBe(CODE.taskInQueue)
    await run(20 * 60 * SECOND_MS)
    expect((await get(unpaid))?.status_code).toBe(CODE.taskNotFound)
    expect(await fundsOf(site.ctx, login_id)).toMatchObject({ balance_micros: 10_000_000 - 600, held_micros: 0 })
  })

  test('the list of ids has when a task was posted and when it was done', async () => {
    const written = () => `${site.clock.now().toISOString().slice(0, 19).replace('T', ' ')} +00:00`
    const posted = written()
    const id = await post()
    await run(3 * SECOND_MS)
    const { body } = await customer.call('/v3/serp/id_list', { body: [{ datetime_from: '2026-03-01' }] })
    expect(body?.tasks?.[0]?.result).toMatchObject([{ id, datetime_posted: posted, datetime_done: written() }])
  })

  test('two processes run every task once', async () => {
    const second = await site.sibling()
    const { body } = await customer.call(POST, { body: Array(100).fill({ ...search()[0], pingback_url: hook.url }) })
    expect(body?.tasks_error).toBe(0)
    site.clock.forward(2 * SECOND_MS)
    const done = await Promise.all([site.gateway.runDueTasks(), second.gateway.runDueTasks()])
    expect(done[0] + done[1]).toBe(100)
    await Promise.all([site.gateway.runDueWebhooks(), second.gateway.runDueWebhooks()])
    expect(hook.received).toHaveLength(100)
    expect(await ready()).toHaveLength(100)
  })

  test('the sandbox has a queue of its own, free of charge', async () => {
    const { body } = await customer.call(`/sandbox${POST}`, { body: search() })
    const id = body?.tasks?.[0]?.id ?? ''
    expect(body).toMatchObject({ cost: 0, tasks: [{ status_code: CODE.taskCreated }] })
    await run()
    expect(await ready()).toEqual([])
    expect(await customer.codes(`/sandbox${GET}/advanced/${id}`)).toEqual([200, CODE.ok, CODE.ok])
    expect(await customer.codes(`${GET}/advanced/${id}`)).toEqual([200, CODE.ok, CODE.taskNotFound])
  })

  test('a crawl can be stopped early', async () => {
    const { body } = await customer.call('/v3/on_page/task_post', {
      body: [{ target: 'example.com', max_crawl_pages: 5 }],
    })
    const id = body?.tasks?.[0]?.id ?? ''
    expect(await customer.codes('/v3/on_page/force_stop', { body: [{ id }] })).toEqual([200, CODE.ok, CODE.ok])
    await run(0)
    expect(await customer.codes(`/v3/on_page/summary/${id}`)).toEqual([200, CODE.ok, CODE.ok])
    const stranger = await openCustomer(site)
    expect(await stranger.codes('/v3/on_page/force_stop', { body: [{ id }] })).toEqual([
      200,
      CODE.ok,
      CODE.taskNotFound,
    ])
  })
})

describe('webhooks', () => {
  test('a pingback fills in id and tag; a postback brings the result and counts as fetched', async () => {
    const id = await post({
      tag: 'a b&c',
      pingback_url: `${hook.url}/done?id=$id&tag=$tag`,
      postback_url: `${hook.url}/result?id=$id`,
      postback_data: 'regular',
    })
    await run()
    const [ping, back] = hook.received.toSorted((a, b) => a.method.localeCompare(b.method))
    expect(ping).toMatchObject({ method: 'GET', path: `/done?id=${id}&tag=a%20b%26c`, body: '' })
    expect(back).toMatchObject({ method: 'POST', path: `/result?id=${id}` })
    expect(back?.headers).toMatchObject({ 'content-type': 'application/json', 'content-encoding': 'gzip' })
    const sent = JSON.parse(gunzipSync(Buffer.from(back?.body ?? '', 'latin1')).toString())
    expect(sent).toMatchObject({
      status_code: CODE.ok,
      tasks: [{ id, status_code: CODE.ok, path: expect.arrayContaining(['regular']) }],
    })
    expect(sent.tasks[0].result).toEqual((await get(id, 'regular'))?.result)
    for (const { headers } of hook.received) expect(headers.authorization).toBeUndefined()
    expect(await ready()).toEqual([])
    const announced = await post({ pingback_url: `${hook.url}/done` })
    await run()
    expect(hook.received).toHaveLength(3)
    expect(await ready(), 'a pingback brings no result').toMatchObject([{ id: announced }])
  })

  test('a failed webhook is retried with growing pauses, and every failure is shown', async () => {
    hook.setAnswer((_, response) => response.writeHead(500).end())
    const id = await post({ pingback_url: `${hook.url}/p` })
    await run()
    expect(hook.received).toHaveLength(1)
    expect(await run(9 * SECOND_MS)).toEqual([0, 0])
    expect(await run(1 * SECOND_MS)).toEqual([0, 1])
    expect(await run(60 * SECOND_MS)).toEqual([0, 1])
    hook.setAnswer((_, response) => response.end())
    expect(await run(5 * 60 * SECOND_MS)).toEqual([0, 1])
    expect(await run(DAY_MS), 'then it is done').toEqual([0, 0])
    const { rows } = await site.database.pool.query(
      `select kind, code, message, http_status, api, function from error_events where task_id = $1 order by at`,
      [id],
    )
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      kind: 'webhook',
      code: CODE.sourceUnavailable,
      http_status: 500,
      api: 'serp',
      function: 'google/organic',
    })
    expect(rows[0].message).toMatch(/^pingback to 127\.0\.0\.1:\d+, try 1 of 6: It answered 500\.$/)
  })

  test('a webhook that is sent again by hand keeps its number of tries while it waits, and begins anew once given up', async () => {
    hook.setAnswer((_, response) => response.writeHead(404).end())
    const id = await post({ pingback_url: `${hook.url}/p` })
    const sendAgain = () => customer.codes('/v3/appendix/webhook_resend', { body: [{ id }] })
    const tries = async () => {
      const { rows } = await site.database.pool.query(
        `select substring(message from 'try (\\d+ of \\d+)') as try from error_events where task_id = $1 order by at`,
        [id],
      )
      return rows.map((row) => row.try)
    }
    await run()
    expect(await sendAgain()).toEqual([200, CODE.ok, CODE.ok])
    expect(await run(0), 'long before its next try').toEqual([0, 1])
    expect(await tries()).toEqual(['1 of 6', '2 of 6'])
    expect(await run(59 * SECOND_MS)).toEqual([0, 0])
    for (const pause of [1, 300, 1800, 7200]) await run(pause * SECOND_MS)
    expect(await tries()).toHaveLength(6)
    expect(await sendAgain()).toEqual([200, CODE.ok, CODE.ok])
    expect(await run(0)).toEqual([0, 1])
    expect(await run(10 * SECOND_MS), 'the pauses begin anew').toEqual([0, 1])
    expect((await tries()).slice(5)).toEqual(['6 of 6', '1 of 6', '2 of 6'])
    hook.setAnswer((_, response) => response.end())
    expect(await run(60 * SECOND_MS)).toEqual([0, 1])
  })

  test('pingbacks and postbacks are signed with the secret of the login, and not without one', async () => {
    await post({ pingback_url: `${hook.url}/unsigned` })
    await run()
    expect(hook.received[0]?.headers['webhook-signature']).toBeUndefined()
    hook.received.length = 0
    const browser = site.browser()
    await browser.signIn(customer.login)
    const { secret } = await browser.must(alerting.saveAlertWebhook, { url: `${hook.url}/alerts` })
    const key = Buffer.from((secret ?? '').replace('whsec_', ''), 'base64')
    const id = await post({ pingback_url: `${hook.url}/p`, postback_url: `${hook.url}/r`, postback_data: 'regular' })
    await run()
    expect(hook.received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual([
      `pingback_${id}`,
      `postback_${id}`,
    ])
    for (const { headers, body } of hook.received) {
      const text = body === '' ? '' : gunzipSync(Buffer.from(body, 'latin1')).toString()
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
      const right = createHmac('sha256', key).update(signed).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${right}`)
    }
  })

  test('a failed postback is retried like a pingback, and delivers the result in the end', async () => {
    hook.setAnswer((_, response) => response.writeHead(503).end())
    const id = await post({ postback_url: `${hook.url}/result`, postback_data: 'regular' })
    await run()
    expect(hook.received).toHaveLength(1)
    expect(await run(9 * SECOND_MS)).toEqual([0, 0])
    hook.setAnswer((_, response) => response.end())
    expect(await run(1 * SECOND_MS)).toEqual([0, 1])
    expect(hook.received).toHaveLength(2)
    const sent = JSON.parse(gunzipSync(Buffer.from(hook.received[1]?.body ?? '', 'latin1')).toString())
    expect(sent.tasks).toMatchObject([{ id, status_code: CODE.ok, result: expect.any(Array) }])
    expect(await run(DAY_MS), 'then it is done').toEqual([0, 0])
    const { rows } = await site.database.pool.query(`select message from error_events where task_id = $1`, [id])
    expect(rows).toMatchObject([{ message: expect.stringMatching(/^postback to .* try 1 of 6/) }])
  })

  test('a webhook is given up after six tries, and webhook_resend sends it again', async () => {
    hook.setAnswer((_, response) => response.writeHead(404).end())
    const id = await post({ pingback_url: `${hook.url}/p` })
    for (const pause of [2, 10, 60, 300, 1800, 7200]) await run(pause * SECOND_MS)
    expect(hook.received).toHaveLength(6)
    expect(await run(DAY_MS)).toEqual([0, 0])
    hook.setAnswer((_, response) => response.end())
    expect(await customer.codes('/v3/appendix/webhook_resend', { body: [{ id }] })).toEqual([200, CODE.ok, CODE.ok])
    await run(0)
    expect(hook.received).toHaveLength(7)
    const plain = await post()
    expect(await customer.codes('/v3/appendix/webhook_resend', { body: [{ id: plain }] })).toEqual([
      200,
      CODE.ok,
      CODE.taskInQueue,
    ])
    await run()
    expect(await customer.codes('/v3/appendix/webhook_resend', { body: [{ id: plain }, { id }] })).toEqual([
      200,
      CODE.ok,
      CODE.invalidField,
      CODE.ok,
    ])
    expect(await run(0)).toEqual([0, 1])
    const stranger = await openCustomer(site)
    expect(await stranger.codes('/v3/appendix/webhook_resend', { body: [{ id }] })).toEqual([
      200,
      CODE.ok,
      CODE.taskNotFound,
    ])
  })

  test('a login with a webhook delay gets its webhooks one by one', async () => {
    await saveLoginLimits(site.ctx, customer.login_id, { webhook_delay_ms: 500 })
    await customer.call(POST, { body: Array(3).fill({ ...search()[0], pingback_url: hook.url }) })
    expect(await run()).toEqual([3, 1])
    expect(await run(400)).toEqual([0, 0])
    expect(await run(100)).toEqual([0, 1])
    expect(await run(500)).toEqual([0, 1])
  })

  test('no private address is called: not directly, not by a name, not by a redirect', async () => {
    const strict = await site.sibling({ settings: { WEBHOOK_ALLOW_PRIVATE: 'off' } })
    for (const url of [
      'http://127.0.0.1/x',
      'http://[::1]/x',
      'http://[::ffff:10.0.0.1]/x',
      'http://169.254.169.254/latest/meta-data',
      'http://2130706433/',
      'http://localhost:8080/',
      'http://db.internal/',
      'https://user:pass@example.com/',
      'ftp://example.com/',
      'gopher://example.com/',
    ])
      for (const field of [{ pingback_url: url }, { postback_url: url, postback_data: 'regular' }])
        expect(
          await customer.codes(POST, { body: [{ ...search()[0], ...field }], app: strict.app }),
          JSON.stringify(field),
        ).toEqual([200, CODE.ok, CODE.invalidField])
    // A webhook that another process accepted is refused by the resolved address when it is sent.
    const name = hook.url.replace('127.0.0.1', 'localhost')
    const id = await post({ pingback_url: name })
    site.clock.forward(2 * SECOND_MS)
    await strict.gateway.runDueTasks()
    expect(await strict.gateway.runDueWebhooks()).toBe(1)
    expect(hook.received).toHaveLength(0)
    hook.setAnswer((_, response) => response.writeHead(302, { location: `${hook.url}/inner` }).end())
    await post({ pingback_url: `${hook.url}/outer` })
    await run()
    expect(hook.received.map(({ path }) => path)).toEqual(['/outer'])
    const { rows } = await site.database.pool.query(`select code from error_events where task_id = $1`, [id])
    expect(rows).toEqual([{ code: CODE.invalidField }])
  })
})
