import { errors } from '@portico/contract/errors.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { roleOf } from '#access/room.ts'
import { openCatalogue } from '#catalogue/room.ts'
import type { Call } from '#gateway/gate.ts'
import { openCustomer, POST, search } from '#gateway/test-customer.ts'
import { sendAgain } from '#gateway/webhooks.ts'
import { type Mounting, mount } from '#http/mount.ts'
import { modulesOfUser } from '#users/room.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { errorsHandlers } from './handlers.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const TODAY = { from: '2026-03-02', to: '2026-03-02', kind: 'webhook' as const }
/** The same endpoints beside the real ones, with a way to the gateway's webhooks. */
const area = {
  choices: { ...errors.getErrorChoices, path: '/api/test/choices' as const },
  resend: { ...errors.resendWebhooks, path: '/api/test/resend' as const },
}
const to: Mounting = {
  modulesOf: (asked) => modulesOfUser(asked, asked.session.user_id),
  roleOf,
  isOperator: () => false,
}

let app: TestApp
let browser: ReturnType<TestApp['browser']>
let ids: string[]

async function resend(login_id: number, task_ids: string[]): Promise<string[]> {
  const call = { caller: { login_id }, is_sandbox: false } as Call
  const sent: string[] = []
  for (const id of task_ids) if ((await sendAgain(app.gateway.gate, call, { id })).code === 20000) sent.push(id)
  return sent
}

/** Somebody whose server cannot be reached, with two tasks that were done. */
async function openUnlucky(site: TestApp) {
  const customer = await openCustomer(site)
  for (const keyword of ['desk', 'chair']) {
    const [task] = search(keyword)
    await customer.call(POST, { body: [{ ...task, pingback_url: 'http://127.0.0.1:9/hook?secret=1' }] })
  }
  site.clock.forward(60_000)
  await site.gateway.runDueTasks()
  await site.gateway.runDueWebhooks()
  return customer
}

const waiting = async () => {
  const { rows } = await app.database.pool.query(
    'select from gateway_webhooks where sent_at is null and failed_at is null',
  )
  return rows.length
}

beforeAll(async () => {
  app = await openTestApp({
    settings: { WEBHOOK_ALLOW_PRIVATE: 'on' },
    prepare: (built, ctx) => {
      const { getErrorChoices, resendWebhooks } = errorsHandlers(openCatalogue(ctx.env.provider_dir), resend)
      mount(built, ctx, to, area, { choices: getErrorChoices, resend: resendWebhooks })
    },
  })
  const ann = await openUnlucky(app)
  browser = app.browser()
  await browser.signIn(ann.login)
  ids = (await browser.must(errors.getErrorRows, TODAY)).rows.map(({ id }) => id)
})
afterAll(() => app.close())

test('a webhook that was not delivered stands among the webhooks, not among the requests, without what its address hides', async () => {
  expect(ids.length).toBe(2)
  expect((await browser.must(errors.getErrorRows, { ...TODAY, kind: 'request' })).total).toBe(0)
  const found = await browser.must(errors.getError, { id: ids[0] ?? '' })
  expect(found).toMatchObject({ kind: 'webhook', function: 'serp/google/organic', request: null, request_id: null })
  expect(found.task_id).not.toBeNull()
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('webhooks are sent again, each task once, and it costs nothing', async () => {
  expect((await browser.must(area.choices, TODAY)).can_resend).toBe(true)
  const before = await waiting()
  expect(await browser.must(area.resend, { ids: [...ids, ...ids] })).toEqual({ sent: 2, refused: 0 })
  expect(await waiting()).toBe(before + 2)
  const { rows } = await app.database.pool.query("select from ledger_transactions where memo like '%webhook%'")
  expect(rows.length).toBe(0)
})

test('those of a stranger stay where they are', async () => {
  const bob = await openUnlucky(app)
  const other = app.browser()
  await other.signIn(bob.login)
  const before = await waiting()
  expect(await other.must(area.resend, { ids })).toEqual({ sent: 0, refused: 0 })
  expect(await waiting()).toBe(before)
})

test('more than a hundred at once, and none at all, are refused', async () => {
  const many = Array.from({ length: 101 }, () => ids[0] ?? '')
  for (const wrong of [many, []]) expect((await browser.call(area.resend, { ids: wrong })).status).toBe(400)
})

test('where there is no way to send them again nobody is offered to', async () => {
  expect((await browser.must(errors.getErrorChoices, TODAY)).can_resend).toBe(false)
  expect((await browser.call(errors.resendWebhooks, { ids })).status).toBe(404)
})
