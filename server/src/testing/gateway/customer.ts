import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { accountLogins, readApiPassword } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import type { Envelope } from '#gateway/wire/envelope.ts'
import { bookGift } from '#ledger/index.ts'

type App = Pick<FastifyInstance, 'inject'>
interface Site {
  app: App
  ctx: Ctx
  addUser(given: { email: string; can_pay?: boolean }): Promise<{ id: number }>
}

export interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'HEAD'
  headers?: Record<string, string>
  /** Sent as JSON; a text or bytes unchanged. */
  body?: unknown
  ip?: string
  /** Another process than the one that created the customer. */
  app?: App
}

let number = 0

/** A customer with an API login, its password and a balance, who calls the data API. */
export async function openCustomer(site: Site, { usd = 10 }: { usd?: number } = {}) {
  number += 1
  const user = await site.addUser({ email: `customer-${process.pid}-${number}@example.com`, can_pay: true })
  const [login] = await accountLogins(site.ctx, user.id)
  if (!login) throw new Error('the user has no login')
  const login_id = login.id
  const password = await readApiPassword(site.ctx, { login_id, member_id: null })
  const authorization = `Basic ${Buffer.from(`${login.login}:${password}`).toString('base64')}`
  const give = (micros: number) =>
    bookGift(site.ctx, { id: randomUUID(), login_id, amount_micros: micros, memo: 'for a test', actor: 'test' })
  if (usd > 0) await give(usd * 1_000_000)

  async function call(path: string, sent: Sent = {}) {
    const { body, headers, ip = '198.51.100.77', app = site.app } = sent
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const reply = await app.inject({
      method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
      url: path,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      remoteAddress: ip,
      ...(payload !== undefined && { payload }),
    })
    const envelope = reply.headers['content-encoding'] ? undefined : (JSON.parse(reply.body || 'null') as Envelope)
    return { http: reply.statusCode, headers: reply.headers, raw: reply.rawPayload, body: envelope }
  }

  /** The status codes of a response: of the envelope, and of each task. */
  async function codes(path: string, sent: Sent = {}) {
    const { body, http } = await call(path, sent)
    return [http, body?.status_code, ...(body?.tasks?.map((task) => task.status_code) ?? [])]
  }

  return { user_id: user.id, login: login.login, login_id, password, authorization, give, call, codes }
}

export type Customer = Awaited<ReturnType<typeof openCustomer>>

/** A live search that costs 2,000 micros, and the same as a queued task for 600. */
export const LIVE = '/v3/serp/google/organic/live/advanced'
export const POST = '/v3/serp/google/organic/task_post'
export const LIVE_MICROS = 2_000
export const search = (keyword = 'standing desk') => [{ keyword, location_code: 2840, language_code: 'en' }]
