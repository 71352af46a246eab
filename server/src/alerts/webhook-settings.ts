import { type alerting, DELIVERIES_SHOWN } from '@portico/contract/alerts.ts'
import type { Input, Output } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { activeLogin, holdLoginLimits } from '#access/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { checkSeen } from '#http/check-seen.ts'
import { type Limit, spend } from '#http/limits.ts'
import { newWebhookSecret } from '#integrations/standard-webhooks.ts'
import { secureTarget } from '#integrations/webhook-call.ts'
import { deliveryOf, insertDelivery, newestDeliveries } from './delivery-store.ts'
import { shownDelivery } from './shown-delivery.ts'
import { rotated, sealSecret } from './webhook-secret.ts'
import { deleteWebhook, insertWebhook, lockWebhook, updateWebhook, webhookOf } from './webhook-store.ts'
import { writeTest } from './write-delivery.ts'

type Info = Output<typeof alerting.getAlertWebhook>
type SaveInput = Input<typeof alerting.saveAlertWebhook>

const SENDS: Limit = { name: 'alert-webhook-send', max: 20, window_ms: 10 * 60 * 1000 }

export async function getAlertWebhook(ctx: UserCtx): Promise<Info> {
  const { id } = await activeLogin(ctx)
  const webhook = await webhookOf(ctx.db, id)
  const rows = await newestDeliveries(ctx.db, { login_id: id }, DELIVERIES_SHOWN)
  const is_old_in_force = webhook?.old_until && webhook.old_until > ctx.clock.now()
  return {
    url: webhook?.url ?? null,
    secret_since: webhook?.secret_since.toISOString() ?? null,
    old_secret_until: is_old_in_force ? (webhook.old_until?.toISOString() ?? null) : null,
    deliveries: rows.map(shownDelivery),
  }
}

export async function saveAlertWebhook(ctx: ChangeCtx, { url, seen }: SaveInput) {
  const target = url === '' ? undefined : secureTarget(url, ctx.env.webhook_allow_private)
  if (url !== '' && !target) throw new Problem('invalid_input', { fields: { url: MESSAGES.webhookUrl } })
  const secret = await putWebhook(ctx, target, seen)
  return { webhook: await getAlertWebhook(ctx), secret }
}

/** Returns the secret of a new webhook. */
async function putWebhook(ctx: ChangeCtx, target: URL | undefined, seen: SaveInput['seen']): Promise<string | null> {
  const { id, login, owner_id } = await activeLogin(ctx)
  await holdLoginLimits(ctx, id)
  const known = await lockWebhook(ctx.db, id)
  checkSeen(seen, known?.url ?? null)
  if (!target) {
    if (!known) return null
    await deleteWebhook(ctx.db, id)
    ctx.audit('alert_webhook_removed', { user_id: owner_id, detail: { login } })
    return null
  }
  if (known?.url === target.href) return null
  // A path can be a password: the log stores the host alone.
  ctx.audit('alert_webhook_changed', { user_id: owner_id, detail: { login, host: target.host } })
  const made = newWebhookSecret()
  const row = { login_id: id, url: target.href, sealed: sealSecret(ctx.keys, id, made) }
  if (!known && (await insertWebhook(ctx.db, { ...row, secret_since: ctx.clock.now() }))) return made
  await updateWebhook(ctx.db, id, { url: target.href })
  return null
}

export async function rotateAlertSecret(ctx: ChangeCtx) {
  const { id, login, owner_id } = await activeLogin(ctx)
  const now = ctx.clock.now()
  const secret = newWebhookSecret()
  const known = await lockWebhook(ctx.db, id)
  if (!known) throw new Problem('no_webhook')
  await updateWebhook(ctx.db, id, rotated(ctx.keys, now, id, { before: known.sealed, secret }))
  ctx.audit('alert_secret_rotated', { user_id: owner_id, detail: { login } })
  return { webhook: await getAlertWebhook(ctx), secret }
}

export async function spendSend(ctx: UserCtx): Promise<void> {
  await spend(ctx, [{ limit: SENDS, of: String((await activeLogin(ctx)).id) }])
}

export async function sendTestAlert(ctx: ChangeCtx): Promise<Info> {
  const { id, login, owner_id } = await activeLogin(ctx)
  if (!(await writeTest(ctx, { id, login, owner_id }))) throw new Problem('no_webhook')
  ctx.audit('alert_test_sent', { user_id: owner_id, detail: { login } })
  return getAlertWebhook(ctx)
}

/**
 * Sends the same message under the same id again, with a new signature; a receiver that stores ids can recognise it.
 */
export async function replayAlert(ctx: ChangeCtx, input: Input<typeof alerting.replayAlert>): Promise<Info> {
  const { id, login, owner_id } = await activeLogin(ctx)
  if (!(await webhookOf(ctx.db, id))) throw new Problem('no_webhook')
  const known = await deliveryOf(ctx.db, id, input.id)
  if (!known) throw new Problem('not_stored')
  const { event_id, login_id, kind, body } = known
  await insertDelivery(ctx.db, { event_id, login_id, kind, body, is_replay: true, created_at: ctx.clock.now() })
  ctx.audit('alert_replayed', { user_id: owner_id, detail: { login, event_id } })
  return getAlertWebhook(ctx)
}
