import { randomUUID } from 'node:crypto'
import { type BusinessEventType, TEST_EVENT } from '@portico/contract/business-events.ts'
import type { OperatorDelivery } from '@portico/contract/operator-webhooks.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { newWebhookSecret } from '#integrations/standard-webhooks.ts'
import { secureTarget } from '#integrations/webhook-call.ts'
import { deliveryById, insertDelivery, newestDeliveries } from './delivery-store.ts'
import {
  deleteEndpoint,
  type EndpointRow,
  endpointList,
  endpointNamed,
  insertEndpoint,
  lockEndpoint,
  updateEndpoint,
} from './endpoint-store.ts'
import { insertEvent } from './event-store.ts'
import { bodyOf } from './record-event.ts'
import { rotated, sealSecret } from './secrets.ts'

type EndpointCtx = Pick<Ctx, 'db' | 'clock' | 'keys' | 'env'>

/** Messages go there after every change of the business, so there are few. */
const ENDPOINTS_MAX = 20

/** A path can be a password, and more so a query: the log stores the host alone, lists show no query. */
export interface Chosen {
  url: string
  events: BusinessEventType[]
}

/** Returns the secret, which is not shown again. */
export async function addEndpoint(
  ctx: EndpointCtx,
  { name, url, events, by }: Chosen & { name: string; by: string },
): Promise<{ secret: string; host: string }> {
  const target = targetOf(ctx, url)
  if ((await endpointList(ctx.db, ctx.clock.now())).length >= ENDPOINTS_MAX) throw new Problem('too_many')
  const now = ctx.clock.now()
  const chosen = { url: target.href, events: [...new Set(events)] }
  const id = await insertEndpoint(ctx.db, { name, ...chosen, secret_since: now, created_by: by, created_at: now })
  if (id === undefined) throw new Problem('already_there', { fields: { name: 'is taken' } })
  const secret = newWebhookSecret()
  await updateEndpoint(ctx.db, id, { sealed: sealSecret(ctx.keys, id, secret) })
  return { secret, host: target.host }
}

/** Changes what is given; returns how it was and is, for the log. */
export async function setEndpoint(
  ctx: EndpointCtx,
  name: string,
  given: { url?: string | undefined; events?: BusinessEventType[] | undefined; is_paused?: boolean | undefined },
) {
  const before = await known(ctx, name)
  const after = {
    url: given.url === undefined ? before.url : targetOf(ctx, given.url).href,
    events: given.events ? [...new Set(given.events)] : before.events,
    is_paused: given.is_paused ?? before.is_paused,
  }
  await updateEndpoint(ctx.db, before.id, after)
  return { before: inLog(before), after: inLog(after), is_moved: before.url !== after.url }
}

function inLog({ url, events, is_paused }: Pick<EndpointRow, 'url' | 'events' | 'is_paused'>) {
  return { host: new URL(url).host, events: events.toSorted().join(', '), paused: is_paused }
}

export async function rotateSecret(ctx: EndpointCtx, name: string): Promise<string> {
  const { id, sealed } = await known(ctx, name)
  const secret = newWebhookSecret()
  await updateEndpoint(ctx.db, id, rotated(ctx.keys, ctx.clock.now(), id, { before: sealed, secret }))
  return secret
}

export async function removeEndpoint(ctx: EndpointCtx, name: string): Promise<void> {
  await deleteEndpoint(ctx.db, (await known(ctx, name)).id)
}

/** To this endpoint alone, also while it is paused. Returns the id of the event. */
export async function sendTest(ctx: EndpointCtx, name: string): Promise<string> {
  const { id: webhook_id } = await known(ctx, name)
  const [id, created_at] = [randomUUID(), ctx.clock.now()]
  const body = bodyOf({ id, type: TEST_EVENT, created_at, data: { note: 'A test message. Nothing has happened.' } })
  await insertEvent(ctx.db, { id, type: TEST_EVENT, owner_id: null, body, created_at })
  await insertDelivery(ctx.db, { webhook_id, event_id: id, is_replay: false, created_at })
  return id
}

/** The same message under the same id with a new signature: a receiver that stores ids recognises it. */
export async function replay(ctx: EndpointCtx, id: number): Promise<{ id: number; event_id: string; name: string }> {
  const found = await deliveryById(ctx.db, id)
  if (!found) throw new Problem('not_stored')
  const { webhook_id, event_id, name } = found
  const made = await insertDelivery(ctx.db, { webhook_id, event_id, is_replay: true, created_at: ctx.clock.now() })
  return { id: made, event_id, name }
}

export async function listEndpoints(ctx: EndpointCtx) {
  const now = ctx.clock.now()
  const rows = await endpointList(ctx.db, new Date(now.getTime() - DAY_MS))
  return rows.map((row) => ({
    name: row.name,
    url: withoutQuery(row.url),
    events: row.events,
    is_paused: row.is_paused,
    secret_since: row.secret_since.toISOString(),
    old_secret_until: row.old_until && row.old_until > now ? row.old_until.toISOString() : null,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    waiting: row.waiting,
    failed: row.failed,
    last_arrived_at: row.last_arrived_at?.toISOString() ?? null,
  }))
}

export async function deliveriesOf(
  ctx: EndpointCtx,
  { name, ...filter }: { name: string } & Parameters<typeof newestDeliveries>[2],
): Promise<OperatorDelivery[]> {
  const { id } = await known(ctx, name, endpointNamed)
  const rows = await newestDeliveries(ctx.db, id, filter)
  return rows.map(({ created_at, due_at, sent_at, failed_at, failure, ...row }) => {
    const state = sent_at ? 'sent' : failed_at ? 'failed' : 'waiting'
    const next_try_at = state === 'waiting' ? due_at.toISOString() : null
    return { ...row, failure: failure as OperatorDelivery['failure'], at: created_at.toISOString(), state, next_try_at }
  })
}

async function known(ctx: EndpointCtx, name: string, read = lockEndpoint): Promise<EndpointRow> {
  const row = await read(ctx.db, name)
  if (!row) throw new Problem('invalid_input', { fields: { name: 'is the name of no webhook' } })
  return row
}

function targetOf({ env }: EndpointCtx, url: string): URL {
  const target = secureTarget(url, env.webhook_allow_private)
  if (!target) throw new Problem('invalid_input', { fields: { url: MESSAGES.webhookUrl } })
  return target
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
