import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { agents } from '@portico/contract/agents.ts'
import { statusClass } from '@portico/contract/code-facts.ts'
import { CODE } from '@portico/contract/codes.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { settings } from '@portico/contract/settings.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openMcpClient } from '#testing/agents/mcp.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { LIVE, LIVE_MICROS, openCustomer, POST, search } from '#testing/gateway/customer.ts'
import { sharedApp } from '#testing/shared-app.ts'
import { variants } from '#testing/variants.ts'
import { VERSION } from '../version.ts'
import { ANSWER_MAX } from './bound-output.ts'
import { findFunctions } from './find-functions.ts'

vi.mock('./find-functions.ts', { spy: true })
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const DAY_MS = 24 * 60 * 60 * 1000
const METHOD = `POST ${LIVE}`
const TASK = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }
const RUN = { method_id: METHOD, task: TASK, mode: 'live', max_cost_usd: 1 }
const BOUNDS = {
  name: 'Researcher',
  is_live: true,
  functions: null,
  total_micros: 9_000_000,
  day_micros: null,
  days: 7,
} as const

const site = sharedApp({}, closeBalanced)
let url: string
let count = 0
beforeAll(async () => {
  url = await site.app.listen({ port: 0, host: '127.0.0.1' })
})

/** An agent of a customer who has ten dollars, and its client. */
async function openAgent(more: object = {}) {
  const customer = await openCustomer(site)
  count += 1
  const browser = await site.signedIn(customer.login, { ip: `198.51.100.${count}` })
  const made = await browser.must(agents.addAgent, { ...BOUNDS, ...more } as never)
  return { ...customer, ...made, browser, mcp: await openMcpClient(url, made.secret) }
}

/** Retries while the machine is overloaded; the key makes it one call. */
async function insist(mcp: Awaited<ReturnType<typeof openMcpClient>>, args: Record<string, unknown>) {
  for (;;) {
    try {
      const answer = await mcp.call('run', args)
      if (statusClass(answer.status_code) !== 'server' && answer.status_code !== CODE.idempotencyRunning) return answer
    } catch (error) {
      if (!(error instanceof StreamableHTTPError && error.code === 503)) throw error
    }
  }
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  site.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

test('an SDK client lists the tools, finds, describes, estimates and runs a function', async () => {
  const { mcp, login, browser, call } = await openAgent({ day_micros: 5_000_000 })
  await browser.must(settings.saveSpendLimit, { scope: '', limit_micros: 8_000_000 })
  await call(LIVE, { body: search('of the login itself') })
  expect(mcp.client.getServerVersion()).toMatchObject({ version: VERSION })
  const { tools } = await mcp.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'find_functions',
    'describe_function',
    'estimate_price',
    'run',
    'get_task',
    'get_balance_and_limits',
  ])
  for (const { name, description, inputSchema } of tools)
    expect([name, description, inputSchema.type]).toEqual([name, expect.stringMatching(/\w+/), 'object'])
  const { functions } = await mcp.call('find_functions', { query: 'gogle organik live' })
  expect(functions[0]).toMatchObject({ function_id: 'serp/google/organic' })
  const described = await mcp.call('describe_function', { function_id: functions[0].function_id })
  const rest = await mcp.call('describe_function', { function_id: functions[0].function_id, from: 10 })
  expect(rest.part?.length).toBeGreaterThan(1000)
  expect(JSON.stringify(described).slice(10), 'the part from there on').toContain(rest.part)
  const method = described.methods.find((one: { method_id: string }) => one.method_id === METHOD)
  expect(method.schema.properties.keyword).toMatchObject({ type: 'string' })
  expect(await mcp.call('estimate_price', { method_id: METHOD, task: method.example })).toMatchObject({
    is_valid: true,
  })
  const estimate = await mcp.call('estimate_price', { method_id: METHOD, task: TASK })
  expect(estimate).toMatchObject({ max_cost_usd: 0.002, sandbox_cost_usd: 0, is_valid: true })
  const free = await mcp.call('run', { method_id: METHOD, task: TASK })
  expect(free).toMatchObject({ mode: 'sandbox', status_code: CODE.ok, cost_usd: 0 })
  const charged = await mcp.call('run', { ...RUN, max_cost_usd: estimate.max_cost_usd })
  expect(charged).toMatchObject({ mode: 'live', status_code: CODE.ok, cost_usd: 0.002, estimated_max_cost_usd: 0.002 })
  expect(charged.result[0].items.length).toBeGreaterThan(0)
  expect(await mcp.call('get_balance_and_limits')).toMatchObject({
    api_login: login,
    balance_usd: 9.996,
    agent_login: {
      name: 'Researcher',
      modes: ['sandbox', 'live'],
      total: { limit_usd: 9, used_usd: 0.002, left_usd: 8.998 },
      today_utc: { limit_usd: 5, used_usd: 0.002, left_usd: 4.998 },
    },
    daily_limit_of_the_login: { limit_usd: 8, used_usd: 0.004, left_usd: 7.996 },
  })
  site.clock.forward(DAY_MS)
  expect(await mcp.call('get_balance_and_limits'), 'after midnight').toMatchObject({
    agent_login: { total: { used_usd: 0.002, left_usd: 8.998 }, today_utc: { used_usd: 0 } },
    daily_limit_of_the_login: { used_usd: 0, left_usd: 8 },
  })
  await mcp.close()
})

for (const [stride, options] of variants([20, 1]))
  test(
    `every function of the catalogue is estimated at no less than it costs, and runs from its example (every ${stride}.)`,
    options,
    async () => {
      const { mcp, login_id } = await openAgent()
      await site.database.db
        .updateTable('api_logins')
        .set({ subscriptions: ['backlinks', 'llm_mentions'] })
        .where('id', '=', login_id)
        .execute()
      const { entries } = site.gateway.gate.catalogue
      const wrong: unknown[] = []
      let charged = 0
      for (const { id: method_id, sample: task, kind, playground } of entries.filter((_, at) => at % stride === 0)) {
        if (playground === null || (kind !== 'live' && kind !== 'task_post')) continue
        const { max_cost_usd } = await mcp.call('estimate_price', { method_id, task })
        if (max_cost_usd > 0.02) continue
        const ran = await mcp.call('run', { method_id, task, mode: 'live', max_cost_usd })
        charged += ran.cost_usd > 0 ? 1 : 0
        if (!(ran.cost_usd <= max_cost_usd) || ![CODE.ok, CODE.taskCreated].includes(ran.status_code))
          wrong.push([method_id, ran.status_message])
      }
      expect(wrong).toEqual([])
      expect(charged).toBeGreaterThan(50 / stride)
      await mcp.close()
    },
  )

test('functions that no menu of the playground lists are found and run', async () => {
  const { mcp } = await openAgent()
  const { functions } = await mcp.call('find_functions', { query: 'amazon products', limit: 3 })
  const ids = functions.map(({ function_id }: { function_id: string }) => function_id)
  expect(ids).toContain('merchant/amazon/products')
  const method_id = 'POST /v3/merchant/amazon/products/task_post'
  const task = site.gateway.gate.catalogue.entry(method_id)?.sample
  const { max_cost_usd } = await mcp.call('estimate_price', { method_id, task })
  expect(max_cost_usd).toBeGreaterThan(0)
  expect(await mcp.call('run', { method_id, task, mode: 'sandbox' })).toMatchObject({ status_code: CODE.taskCreated })
  await mcp.close()
})

test('a queued task is fetched when it is ready', async () => {
  const { mcp } = await openAgent()
  const method_id = `POST ${POST}`
  const posted = await mcp.call('run', { method_id, task: TASK, mode: 'live', max_cost_usd: 0.01 })
  expect(posted).toMatchObject({
    status_code: CODE.taskCreated,
    task_id: expect.any(String),
    hint: expect.stringContaining('get_task'),
  })
  const fetch = () => mcp.call('get_task', { method_id, task_id: posted.task_id, mode: 'live' })
  expect(await fetch()).toMatchObject({ status_code: CODE.taskInQueue, result: [] })
  site.clock.forward(60_000)
  await site.gateway.runDueTasks()
  expect(await fetch()).toMatchObject({ status_code: CODE.ok })
  expect((await fetch()).result[0].items.length).toBeGreaterThan(0)
  const other = await openAgent()
  expect(await other.mcp.call('get_task', { method_id, task_id: posted.task_id, mode: 'live' })).toMatchObject({
    status_code: CODE.taskNotFound,
  })
  expect(await mcp.call('get_task', { method_id: METHOD, task_id: posted.task_id })).toMatchObject({
    error: expect.stringContaining('does not queue'),
  })
  await mcp.close()
  await other.mcp.close()
})

const BOTH_LIMITS = [
  ['in total', { total_micros: 37 * LIVE_MICROS + 1 }],
  ['a day', { day_micros: 37 * LIVE_MICROS }],
] as const
for (const [calls, options] of variants([60, 200]))
  test.each(BOTH_LIMITS)(
    `an agent login stops exactly at its limit %s under ${calls} parallel calls`,
    options,
    async (_, limit) => {
      const agent = await openAgent(limit)
      await site.database.db
        .updateTable('api_logins')
        .set({ simultaneous: 500 })
        .where('id', '=', agent.login_id)
        .execute()
      const answers = await Promise.all(
        Array.from({ length: calls }, (_, n) =>
          insist(agent.mcp, { ...RUN, task: { ...TASK, keyword: `desk ${n}` }, idempotency_key: `call-${n}` }),
        ),
      )
      const counted = Object.groupBy(answers, ({ status_code }) => String(status_code))
      expect(Object.fromEntries(Object.entries(counted).map(([code, some]) => [code, some?.length]))).toEqual({
        [CODE.ok]: 37,
        [CODE.costLimit]: calls - 37,
      })
      expect(answers.find(({ status_code }) => status_code === CODE.costLimit)?.status_message).toMatch(
        /limit of \$0\.07\d+ for this agent is reached/,
      )
      const [shown] = (await agent.browser.must(agents.getAgents, {})).agents
      expect(shown).toMatchObject({ spent_total_micros: 37 * LIVE_MICROS, spent_today_micros: 37 * LIVE_MICROS })
      const { rows } = await site.database.pool.query(
        `select sum(cost_micros)::int as micros, bool_and(agent_id = $2 and via = 'agent') as all_marked
      from usage_events where login_id = $1`,
        [agent.login_id, agent.id],
      )
      expect(rows).toEqual([{ micros: 37 * LIVE_MICROS, all_marked: true }])
      await agent.mcp.close()
    },
  )

describe('refusals of an agent', () => {
  test('an agent cannot run live without a maximum cost, or with one below the possible cost', async () => {
    const { mcp, login_id } = await openAgent()
    expect(await mcp.call('run', { method_id: METHOD, task: TASK, mode: 'live' })).toEqual({
      error: expect.stringContaining('0.002 USD'),
    })
    expect(await mcp.call('run', { ...RUN, max_cost_usd: 0.001999 })).toMatchObject({
      status_code: CODE.costLimit,
      cost_usd: 0,
    })
    const { rows } = await site.database.pool.query(
      'select count(*)::int as n from usage_events where login_id = $1 and cost_micros > 0',
      [login_id],
    )
    expect(rows).toEqual([{ n: 0 }])
    await mcp.close()
  })

  test('a sandbox agent cannot run live', async () => {
    const { mcp } = await openAgent({ is_live: false })
    expect(await mcp.call('run', RUN)).toMatchObject({ status_code: CODE.notAllowed, cost_usd: 0 })
    expect(await mcp.call('run', { ...RUN, mode: 'sandbox' })).toMatchObject({ status_code: CODE.ok })
    await mcp.close()
  })

  test('an agent cannot see or call a function it was not granted, and the gateway itself refuses it', async () => {
    const granted = ['serp/bing/organic', 'keywords_data', 'backlinks/domain_pages']
    const { mcp, id } = await openAgent({ functions: granted })
    const { functions } = await mcp.call('find_functions', { query: '', limit: 50 })
    for (const { function_id } of functions)
      expect(function_id).toMatch(/^(serp\/bing\/organic$|keywords_data\/|backlinks\/domain_pages$)/)
    expect(await mcp.call('run', RUN)).toMatchObject({ error: expect.stringContaining('may not call') })
    expect(await mcp.call('describe_function', { function_id: 'serp/google/organic' })).toHaveProperty('error')
    expect(await mcp.call('estimate_price', { method_id: METHOD, task: TASK })).toHaveProperty('error')
    const as = Buffer.from(JSON.stringify({ agent_id: id })).toString('base64')
    const headers = { 'x-portico-inside': site.gateway.inside, 'x-portico-as': as, 'content-type': 'application/json' }
    // The second begins with the name of a granted one.
    for (const url of [LIVE, '/v3/backlinks/domain_pages_summary/live']) {
      const { body } = await site.app.inject({ method: 'POST', url, headers, payload: JSON.stringify([TASK]) })
      expect([url, JSON.parse(body)]).toMatchObject([url, { status_code: CODE.notAllowed }])
    }
    await mcp.close()
  })
})

test('a repeated run with its key is charged once, and to each agent of a login that uses the same key', async () => {
  const { mcp, login_id, browser } = await openAgent()
  const once = { ...RUN, idempotency_key: 'my-key' }
  const charged = async () => {
    const { rows } = await site.database.pool.query(
      'select agent_id, sum(cost_micros)::int as micros from usage_events where login_id = $1 group by 1',
      [login_id],
    )
    return rows.map(({ micros }) => micros)
  }
  const [first, second] = [await mcp.call('run', once), await mcp.call('run', once)]
  expect(second.result).toEqual(first.result)
  expect(await charged()).toEqual([LIVE_MICROS])
  const { secret } = await browser.must(agents.addAgent, { ...BOUNDS, name: 'Colleague' })
  const colleague = await openMcpClient(url, secret)
  await colleague.call('run', once)
  expect(await charged()).toEqual([LIVE_MICROS, LIVE_MICROS])
  await colleague.close()
  await mcp.close()
})

test('a long result is cut with a hint, and reading its rest is not charged again', async () => {
  const { mcp } = await openAgent()
  const task = { ...TASK, depth: 100 }
  const args = { ...RUN, task, idempotency_key: 'long' }
  const ranks: number[] = []
  let from = 0
  let paid = 0
  for (let page = 0; page < 50; page += 1) {
    const answer = await mcp.call('run', { ...args, items_from: from })
    expect(JSON.stringify(answer).length).toBeLessThan(ANSWER_MAX + 5_000)
    paid = Math.max(paid, answer.cost_usd)
    ranks.push(...answer.result[0].items.map((item: { rank_absolute: number }) => item.rank_absolute))
    if (!answer.page?.next_from) break
    expect(answer.hint).toContain(`items_from: ${answer.page.next_from}`)
    from = answer.page.next_from
  }
  expect(ranks.length).toBeGreaterThan(60)
  expect(ranks, 'every item once, in order').toEqual([...new Set(ranks)].toSorted((a, b) => a - b))
  const { agent_login } = await mcp.call('get_balance_and_limits')
  expect(parseAmount(agent_login.total.used_usd.toFixed(6)), 'paid once').toBe(Math.round(paid * 1_000_000))
  await mcp.close()
})

describe('the MCP endpoint', () => {
  test.each([
    ['no credentials', {}],
    ['a wrong secret', { authorization: 'Bearer ag_000000000000000000000000000000000000000' }],
    ['an API password', { authorization: 'Bearer pk_x' }],
    ['half a Basic header', { authorization: 'Basic eA==' }],
    ['a header far too long', { authorization: `Bearer ${'x'.repeat(5000)}` }],
  ])('401 explains how to sign in: %s', async (_, headers) => {
    for (const method of ['POST', 'GET', 'DELETE'] as const) {
      const reply = await site.app.inject({ method, url: '/mcp', headers })
      expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Agent login"'])
    }
  })

  test('a page of another origin is refused, also with a rebound host name, and Basic works like Bearer', async () => {
    const { secret, mcp } = await openAgent()
    const authorization = `Basic ${Buffer.from(`agent:${secret}`).toString('base64')}`
    const own = site.ctx.env.public_url.origin
    expect((await post(PING, { authorization, origin: own, host: new URL(own).host })).statusCode).toBe(200)
    expect((await post(PING, { authorization })).statusCode).toBe(200)
    for (const origin of ['https://evil.example', 'null', 'http://evil.example'])
      expect((await post(PING, { authorization, origin, host: 'evil.example' })).statusCode, origin).toBe(403)
    await mcp.close()
  })

  test('GET and DELETE are refused, and so are batches and oversized messages', async () => {
    const { secret, mcp } = await openAgent()
    const authorization = `Bearer ${secret}`
    for (const method of ['GET', 'DELETE'] as const) {
      const reply = await site.app.inject({ method, url: '/mcp', headers: { authorization } })
      expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'POST'])
    }
    expect((await post([PING, PING], { authorization })).statusCode).toBe(400)
    expect(
      (await post({ jsonrpc: '2.0', method: 'x', params: 'y'.repeat(1_100_000) }, { authorization })).statusCode,
    ).toBe(400)
    expect((await post('{', { authorization })).statusCode).toBe(400)
    await mcp.close()
  })

  test('the rate limit of the login counts tools that request no data too', async () => {
    const { secret, mcp, login_id } = await openAgent()
    await site.database.db.updateTable('api_logins').set({ per_minute: 3 }).where('id', '=', login_id).execute()
    site.clock.forward(60_000)
    const codes: number[] = []
    for (let n = 0; n < 4; n += 1) codes.push((await post(PING, { authorization: `Bearer ${secret}` })).statusCode)
    expect(codes).toEqual([200, 200, 200, 429])
    await mcp.close()
  })

  test('a request counts as a simultaneous one until it is answered', async () => {
    const { secret, mcp, login_id } = await openAgent()
    await site.database.db.updateTable('api_logins').set({ simultaneous: 1 }).where('id', '=', login_id).execute()
    site.clock.forward(60_000)
    const headers = { authorization: `Bearer ${secret}` }
    const lock = await site.database.owner.connect()
    await lock.query('begin')
    await lock.query('select from ledger_accounts where api_login_id = $1 for update', [login_id])
    const running = post(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run', arguments: RUN } },
      headers,
    )
    const waiting = 'select count(*)::int as n from pg_locks where not granted'
    await expect.poll(async () => (await site.database.owner.query(waiting)).rows[0].n).toBeGreaterThan(0)
    const second = (await post(PING, headers)).statusCode
    await lock.query('rollback')
    lock.release()
    expect([second, (await running).statusCode, (await post(PING, headers)).statusCode]).toEqual([429, 200, 200])
    await mcp.close()
  })

  test('SEC2-N7 a request over the limit searches nothing, and polling a task stays free', async () => {
    const { secret, mcp, login_id } = await openAgent()
    await site.database.db.updateTable('api_logins').set({ per_minute: 3 }).where('id', '=', login_id).execute()
    site.clock.forward(60_000)
    const looked = vi.mocked(findFunctions)
    looked.mockClear()
    const call = (name: string, input: object) =>
      post(
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
        { authorization: `Bearer ${secret}` },
      )
    const replies = []
    for (let n = 0; n < 20; n += 1) replies.push(await call('find_functions', { query: 'serp' }))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, ...Array(17).fill(429)])
    expect(looked).toHaveBeenCalledTimes(3)
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeLessThanOrEqual(60)
    const fetched = await call('get_task', { method_id: 'no/such/method', task_id: 'x' })
    expect(fetched.statusCode).toBe(200)
    await mcp.close()
  })

  test.for([
    ['without what it may cost', { mode: 'live', max_cost_usd: undefined }],
    ['for a method there is none of', { method_id: 'no/such/method' }],
    ['with an argument that is none', { task: 'text' }],
  ] as const)(
    'a run %s is counted although it does not reach the gateway, and one that does is counted once',
    async ([, wrong]) => {
      const { secret, mcp, login_id } = await openAgent()
      await site.database.db.updateTable('api_logins').set({ per_minute: 3 }).where('id', '=', login_id).execute()
      site.clock.forward(60_000)
      const run = (more: object) =>
        post(
          { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'run', arguments: { ...RUN, ...more } } },
          { authorization: `Bearer ${secret}` },
        )
      const replies = [await run({}), await run(wrong), await run({}), await run(wrong)]
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
      await mcp.close()
    },
  )
})

test('a process that never saw the client answers it, because requests share no state', async () => {
  const { secret, mcp } = await openAgent()
  const other = await site.sibling()
  const second = await openMcpClient(await other.app.listen({ port: 0, host: '127.0.0.1' }), secret)
  expect(await second.call('run', RUN)).toMatchObject({ status_code: CODE.ok })
  const reply = await other.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    payload: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'find_functions', arguments: {} } },
  })
  expect(reply.json()).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } })
  await second.close()
  await mcp.close()
})

test('an agent’s secret is in no log line, no table row and no answer but the one that created it', async () => {
  const agent = await openAgent()
  const { secret, mcp, browser } = agent
  await mcp.call('run', { ...RUN, task: { ...TASK, tag: 'canary' } })
  await mcp.call('run', { ...RUN, task: { keyword: 7 } })
  await mcp.call('run', { ...RUN, method_id: 'POST /v3/none' })
  await mcp.call('get_task', { method_id: METHOD, task_id: 'x' })
  await post(PING, { authorization: `Bearer ${secret}`, origin: 'https://evil.example' })
  await post('{', { authorization: `Bearer ${secret}` })
  const answers = [await browser.call(agents.getAgents, {}), await browser.call(agents.revokeAgent, { id: agent.id })]
  await post(PING, { authorization: `Bearer ${secret}` })
  const { rows: tables } = await site.database.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = current_schema()`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await site.database.owner.query(`select 1 from "${name}" t where t::text like $1 limit 1`, [
      `%${secret.slice(3)}%`,
    ])
    if (rows.length > 0) found.push(name)
  }
  expect(tables.length).toBeGreaterThan(40)
  expect(found).toEqual([])
  for (const text of [...site.log_lines, ...answers.map((one) => one.text)]) expect(text).not.toContain(secret.slice(3))
  await mcp.close()
})
