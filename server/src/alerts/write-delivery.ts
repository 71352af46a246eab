import { randomUUID } from 'node:crypto'
import type { Ctx } from '#ctx/ctx.ts'
import type { AlertFacts } from '#inbox/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { insertDelivery } from './delivery-store.ts'
import { webhookOf } from './webhook-store.ts'

type Writing = Pick<Ctx, 'db' | 'clock' | 'sites'>
type Message = AlertFacts | { kind: 'test'; values: { note: string } }

const TEST: Message = { kind: 'test', values: { note: 'A test message. Nothing has happened.' } }

/** Queues one message to the customer's server, if there is one, in the transaction that records the alert. */
export async function writeDelivery(
  ctx: Writing,
  { kind, values }: Message,
  login: { id: number; login: string; owner_id: number },
): Promise<boolean> {
  if (!(await webhookOf(ctx.db, login.id))) return false
  const { origin } = await siteOfAccount(ctx, login.owner_id)
  const event_id = randomUUID()
  const created_at = ctx.clock.now()
  const body = JSON.stringify({
    id: event_id,
    type: `alert.${kind}`,
    created_at: created_at.toISOString(),
    login: login.login,
    data: values,
    settings_link: new URL('/api-settings', origin).href,
  })
  await insertDelivery(ctx.db, { event_id, login_id: login.id, kind, body, created_at })
  return true
}

export function writeTest(ctx: Writing, login: Parameters<typeof writeDelivery>[2]): Promise<boolean> {
  return writeDelivery(ctx, TEST, login)
}
