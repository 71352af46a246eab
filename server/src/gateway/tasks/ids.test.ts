import { CODE, isGood, isWaiting } from '@portico/contract/codes.ts'
import { errors } from '@portico/contract/errors.ts'
import { usage } from '@portico/contract/usage.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Entry } from '#catalogue/index.ts'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { type Customer, LIVE, openCustomer, search } from '#testing/gateway/customer.ts'
import { variants } from '#testing/variants.ts'

vi.setConfig({ testTimeout: 120_000 })
const KINDS = ['account', 'live', 'reference', 'task_get', 'task_post', 'tasks_ready']
const DAY = { from: '2026-03-02', to: '2026-03-02' }
/** An id that no task has. */
const UNKNOWN = '03021000-0000-4000-8000-000000000000'
let site: TestApp
let customer: Customer
let browser: ReturnType<TestApp['browser']>

beforeAll(async () => {
  site = await openTestApp()
  customer = await openCustomer(site, { usd: 1000 })
  await site.database.pool.query(
    `update api_logins set per_minute = 1000000, simultaneous = 1000, subscriptions = '{backlinks,business_data,content_analysis,labs}'`,
  )
  browser = site.browser()
  await browser.signIn(customer.login)
})
afterAll(() => site.close())

async function inUsage(id: string) {
  const { rows } = await browser.must(usage.getUsageTasks, { ...DAY, task: id })
  return rows
}
async function inErrors(id: string) {
  const { rows, total } = await browser.must(errors.getErrorRows, { ...DAY, task: id, page_size: 50 })
  expect(rows.length).toBe(Math.min(total, 50))
  return rows
}
/** Every id in the two lists, and the last segment of every path. */
async function listed(): Promise<Set<string>> {
  const ids = new Set<string>()
  let after: string | undefined
  do {
    const { rows, next } = await browser.must(usage.getUsageTasks, { ...DAY, limit: 200, ...(after && { after }) })
    for (const { id, task_id, path } of rows) ids.add(task_id ?? id).add(path.split('/').at(-1) ?? '')
    after = next ?? undefined
  } while (after)
  return ids
}

interface Answered {
  what: string
  kind: Entry['kind']
  code: number
  id: string
  request_id: string
}

/** The documented example, and an invalid request. */
async function askEvery(stride: number): Promise<Answered[]> {
  const all = site.gateway.gate.catalogue.entries
  const first = new Map(all.toReversed().map((entry) => [entry.kind, entry]))
  const chosen = all.filter((entry, at) => at % stride === 0 || first.get(entry.kind) === entry)
  // A result is fetched by the id of a posted task.
  const posters = new Set(chosen.map(({ posted_by }) => posted_by?.id))
  const entries = all.filter((entry) => chosen.includes(entry) || posters.has(entry.id))
  const posting = entries.filter(({ kind }) => kind === 'task_post')
  const posted = new Map<string, string>()
  const answers: Answered[] = []
  for (const entry of [...posting, ...entries.filter((one) => !posting.includes(one))]) {
    const params: Record<string, string> = { id: posted.get((entry.posted_by ?? entry).id) ?? UNKNOWN }
    const path = entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none')
    for (const body of entry.http_method === 'POST' ? [[entry.sample], [{ surely: 'unknown' }]] : [undefined]) {
      const reply = await customer.call(path, { body })
      for (const { id, status_code: code } of reply.body?.tasks ?? []) {
        if (entry.kind === 'task_post' && isGood(code)) posted.set(entry.id, id)
        const request_id = String(reply.headers['x-request-id'])
        answers.push({ what: `${entry.id} ${code}`, kind: entry.kind, code, id, request_id })
      }
    }
  }
  return answers
}

for (const [stride, options] of variants([8, 1]))
  test(
    `the id of every answer of the whole catalogue appears in Usage; for each kind and code it is found there and in Errors (every ${stride}.)`,
    options,
    async () => {
      const answers = await askEvery(stride)
      expect(answers.length).toBeGreaterThan(300 / stride)
      expect([...new Set(answers.map(({ kind }) => kind))].sort()).toEqual(KINDS)
      const ids = await listed()
      expect(answers.filter(({ id }) => !ids.has(id)).map(({ what }) => what)).toEqual([])
      const one_of_each = new Map(answers.map((answer) => [`${answer.kind} ${answer.code}`, answer]))
      for (const { what, code, id, request_id } of one_of_each.values()) {
        expect(await inUsage(id), what).not.toEqual([])
        // Polling a task that is not ready is not recorded.
        if (isWaiting(code)) continue
        expect(await inUsage(request_id), what).not.toEqual([])
        if (!isGood(code)) expect(await inErrors(id), what).not.toEqual([])
      }
    },
  )

test('the example call of the first-call page is found by the id in its answer', async () => {
  const { body, headers } = await customer.call('/v3/appendix/user_data')
  const id = body?.tasks?.[0]?.id ?? ''
  expect(id).toBe(headers['x-request-id'])
  expect(await inUsage(id)).toMatchObject([{ id, function: 'appendix/user_data' }])
  const flat = await customer.call('/v3/appendix/user_data.ai')
  expect(await inUsage(String((flat.body as unknown as { id: string }).id))).toHaveLength(1)
})

test('a request is found by its own id with all its tasks, and so is one that was refused as a whole', async () => {
  const two = await customer.call(LIVE.replace('live/advanced', 'task_post'), {
    body: [...search('a'), ...search('b')],
  })
  expect(await inUsage(String(two.headers['x-request-id']))).toHaveLength(2)
  for (const [path, sent, code] of [
    [LIVE, { body: 'no json' }, CODE.invalidBody],
    ['/v3/nothing/here', {}, CODE.notFound],
    [LIVE, {}, CODE.invalidPath],
  ] as const) {
    const refused = await customer.call(path, sent)
    expect(refused.body?.status_code).toBe(code)
    const id = String(refused.headers['x-request-id'])
    expect(await inErrors(id)).toMatchObject([{ id, code }])
    expect(await inUsage(id)).toMatchObject([{ id }])
  }
})

test('a request for an unknown task is found by the requested id', async () => {
  const { body } = await customer.call(`/v3/serp/google/organic/task_get/advanced/${UNKNOWN}`)
  expect(body?.tasks?.[0]).toMatchObject({ id: UNKNOWN, status_code: CODE.taskNotFound })
  const rows = await inErrors(UNKNOWN)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toMatchObject({ code: CODE.taskNotFound })
  const pages = await customer.call('/v3/on_page/pages', { body: [{ id: UNKNOWN }] })
  const id = pages.body?.tasks?.[0]?.id ?? ''
  expect(pages.body?.tasks?.[0]).toMatchObject({ status_code: CODE.taskNotFound, data: { id: UNKNOWN } })
  expect(await inErrors(id)).toMatchObject([{ id, code: CODE.taskNotFound }])
})
