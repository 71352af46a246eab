import type { operator } from '@portico/contract/operator.ts'
import { changesBetween } from '#audit/index.ts'
import {
  addEndpoint,
  deliveriesOf,
  listEndpoints,
  removeEndpoint,
  replay,
  rotateSecret,
  sendTest,
  setEndpoint,
} from '#business-events/index.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'

type Mine =
  | 'addWebhook'
  | 'setWebhook'
  | 'rotateWebhookSecret'
  | 'removeWebhook'
  | 'testWebhook'
  | 'replayDelivery'
  | 'listWebhooks'
  | 'listDeliveries'

/** Webhooks about events of the business, as an admin makes and ends them. */
export const webhookHandlers: Pick<Handlers<typeof operator>, Mine> = {
  addWebhook: change(async (ctx, { name, url, events, reason, by }) => {
    const { secret, host } = await addEndpoint(ctx, { name, url, events, by })
    ctx.audit('operator_webhook_added', { detail: { name, host, events: events.toSorted().join(', '), reason } })
    return { name, secret }
  }),
  setWebhook: change(async (ctx, { name, reason, by: _, ...given }) => {
    const { before, after, is_moved } = await setEndpoint(ctx, name, given)
    const changes = changesBetween(before, after)
    const changed = is_moved || Object.keys(changes).length > 0
    if (changed) ctx.audit('operator_webhook_changed', { detail: { name, ...after, ...changes, reason } })
    return { name, changed }
  }),
  rotateWebhookSecret: change(async (ctx, { name, reason }) => {
    const secret = await rotateSecret(ctx, name)
    ctx.audit('operator_webhook_secret_rotated', { detail: { name, reason } })
    return { name, secret }
  }),
  removeWebhook: change(async (ctx, { name, reason }) => {
    await removeEndpoint(ctx, name)
    ctx.audit('operator_webhook_removed', { detail: { name, reason } })
    return { name, removed: true }
  }),
  testWebhook: change(async (ctx, { name, reason }) => {
    const event_id = await sendTest(ctx, name)
    ctx.audit('operator_webhook_tested', { detail: { name, event_id, reason } })
    return { name, event_id }
  }),
  replayDelivery: change(async (ctx, input) => {
    const { name, ...made } = await replay(ctx, input.id)
    ctx.audit('operator_webhook_replayed', { detail: { name, event_id: made.event_id, reason: input.reason } })
    return made
  }),
  listWebhooks: async (ctx) => ({ webhooks: await listEndpoints(ctx) }),
  listDeliveries: async (ctx, input) => ({ deliveries: await deliveriesOf(ctx, input) }),
}
