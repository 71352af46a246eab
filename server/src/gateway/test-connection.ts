import { parseUsd } from '@portico/contract/money.ts'
import { activeLogin, readApiPassword } from '#access/room.ts'
import type { UserCtx } from '../ctx.ts'
import { isRecord } from './envelope.ts'

/** Sends a request to the server we are, as if it had come from outside. */
export type CallInside = (request: {
  method: 'GET'
  url: string
  remoteAddress: string
  headers: Record<string, string>
}) => Promise<{ body: string }>

/** Calls as the active login would, with its kept password and from its owner's address, and says what came back. */
export async function testConnection(ctx: UserCtx, call: CallInside, inside: string) {
  const { id, login } = await activeLogin(ctx)
  const basic = Buffer.from(`${login}:${await readApiPassword(ctx, id)}`).toString('base64')
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
    balance_micros: seen ? (parseUsd(seen.money.balance.toFixed(6)) ?? null) : null,
    ip: ctx.request.ip,
    time_ms: Math.round(performance.now() - since_ms),
  }
}
