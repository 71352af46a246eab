import { isLanguage } from '@portico/contract/language.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { apiTitle } from '#function-names/index.ts'
import { textsIn } from '#i18n/translate.ts'
import { enqueueMail } from '#mail/index.ts'
import { newestUpdate, type UpdateRow, updatesAfter, updatesOf } from './incident-store.ts'
import { incidentsOf } from './judge.ts'
import { headingOf, writtenFor } from './language.ts'
import { mailBehind } from './mail-behind.ts'
import { deleteSubscriber, type SubscriberRow } from './subscriber-store.ts'
import { subscriptionLink } from './subscription-links.ts'
import { UPDATES } from './words.ts'

type MailCtx = Pick<Ctx, 'db' | 'env' | 'keys' | 'clock' | 'sites'> & { catalogue: Catalogue }

/** Job: writes the mails of updates that subscribers do not have yet. */
export function mailUpdates(ctx: MailCtx): Promise<number> {
  return mailBehind(ctx, 'last_update_id', {
    newest: newestUpdate,
    after: updatesAfter,
    mailOne: (db, subscriber, update) => mailOne({ ...ctx, db }, subscriber, update),
  })
}

async function mailOne(ctx: MailCtx, { email, wl_id, ...row }: SubscriberRow, update: UpdateRow): Promise<void> {
  const site = await ctx.sites.withId(wl_id, ctx.db)
  // The brand they subscribed to is gone: the provider's name would be news to them.
  if (site.wl_id !== wl_id) return deleteSubscriber(ctx.db, email, wl_id)
  const language = isLanguage(row.language) ? row.language : 'en'
  const t = textsIn(language)
  const updates = (await updatesOf(ctx.db, update.incident)).filter(({ id }) => id <= update.id)
  const [incident] = incidentsOf({ updates })
  if (!incident) return
  const { label, sentence } = UPDATES[update.state]
  const data = {
    heading: headingOf(incident, (api) => apiTitle(ctx.catalogue, api), t),
    state: t(label),
    sentence: t(sentence),
    text: writtenFor(update.texts, language, site, ctx.sites)?.text ?? '',
    at: update.at.toISOString(),
    link: new URL('/status', site.origin).href,
    stop_link: subscriptionLink(ctx, 'unsubscribe', { email, wl_id, language }, site.origin),
  }
  await enqueueMail(ctx, { to: email, site, template: 'status_update', language, data })
}
