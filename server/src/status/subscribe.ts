import { email as emailField } from '@portico/contract/form-fields.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import type { Ctx, Site } from '#ctx/ctx.ts'
import { addressBlock, isWithin, type Limit } from '#http/limits.ts'
import { enqueueMail } from '#mail/index.ts'
import { newestUpdate } from './incident-store.ts'
import { deleteSubscriber, upsertSubscriber } from './subscriber-store.ts'
import { LINK_HOURS, type Subscription, subscriptionLink } from './subscription-links.ts'
import { newestAnnouncement } from './window-store.ts'

const BY_ADDRESS: Limit = { name: 'status_subscribe_ip', max: 10, window_ms: HOUR_MS }
const BY_EMAIL: Limit = { name: 'status_subscribe_email', max: 3, window_ms: 24 * HOUR_MS }

/**
 * Sends the mail with the link that confirms. The answer is the same for every address, whether it is subscribed,
 * has an account or got too many of these mails.
 */
export async function beginSubscription(
  ctx: Pick<Ctx, 'db' | 'env' | 'keys' | 'clock'>,
  site: Site,
  given: { email: unknown; language: Subscription['language']; ip: string },
): Promise<{ email: string } | 'wrong_email' | 'too_many'> {
  const { data: email } = emailField.safeParse(given.email)
  if (email === undefined) return 'wrong_email'
  if (!(await isWithin(ctx, { limit: BY_ADDRESS, of: addressBlock(given.ip) }))) return 'too_many'
  if (await isWithin(ctx, { limit: BY_EMAIL, of: email })) {
    const { language } = given
    const link = subscriptionLink(ctx, 'confirm', { email, wl_id: site.wl_id, language }, site.origin)
    const data = { link, link_hours: LINK_HOURS }
    await enqueueMail(ctx, { to: email, site, template: 'status_confirm', language, data })
  }
  return { email }
}

/** From now on: what was written before is on the page. */
export async function confirmSubscription(ctx: Pick<Ctx, 'db' | 'clock'>, given: Subscription): Promise<void> {
  const last_update_id = await newestUpdate(ctx.db)
  const last_window_id = await newestAnnouncement(ctx.db)
  await upsertSubscriber(ctx.db, { ...given, last_update_id, last_window_id, confirmed_at: ctx.clock.now() })
}

export function endSubscription(ctx: Pick<Ctx, 'db'>, { email, wl_id }: Subscription): Promise<void> {
  return deleteSubscriber(ctx.db, email, wl_id)
}
