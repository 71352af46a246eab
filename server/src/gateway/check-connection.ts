import type { HttpMethod } from '@portico/contract/catalogue.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { activeLogin, holderOf, readApiPassword } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { isRecord } from './wire/envelope.ts'

/** Sends a request to this server through its own router, as an external client would. */
export type CallInside = (request: {
  method: HttpMethod
  url: string
  remoteAddress: string
  headers: Record<string, string>
  payload?: string | Buffer
}) => Promise<{ statusCode: number; headers: Record<string, unknown>; body: string; rawPayload: Buffer }>

/** Makes a test call with the member's own API password and address, and returns the status and balance that came back. */
export async function testConnection(ctx: UserCtx, call: CallInside, inside: string) {
  const active = await activeLogin(ctx)
  const password = await readApiPassword(ctx, await holderOf(ctx, active, ctx.session.user_id))
  const basic = Buffer.from(`${active.login}:${password}`).toString('base64')
  const since_ms = performance.now()
  const { body } = await call({
    method: 'GET',
    url: '/v3/appendix/user_data',
    remoteAddress: ctx.request.ip,
    headers: { authorization: `Basic ${basic}`, 'x-portico-inside': inside },
  })
  const envelope: unknown = JSON.parse(body)
  const [task] = isRecord(envelope) && Array.isArray(envelope.tasks) ? envelope.tasks : [envelope]
  const { status_code, status_message, result } = task
  const [seen] = Array.isArray(result) ? result : []
  return {
    status_code,
    status_message,
    login: seen?.login ?? null,
    balance_micros: seen ? (parseAmount(seen.money.balance.toFixed(6)) ?? null) : null,
    ip: ctx.request.ip,
    time_ms: Math.round(performance.now() - since_ms),
  }
}
