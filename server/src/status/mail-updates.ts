import { isLanguage } from '@portico/contract/language.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { enqueueMail } from '#mail/index.ts'
import { apiTitle } from '#traffic/index.ts'
import { newestUpdate, type UpdateRow, updatesAfter, updatesOf } from './incident-store.ts'
import { incidentsOf } from './judge.ts'
import { headingOf, TEXTS, writtenFor } from './language.ts'
import { claimBehind, deleteSubscriber, moveTo, type SubscriberRow } from './subscriber-store.ts'
import { subscriptionLink } from './subscription-links.ts'

const BATCH = 200

type MailCtx = Pick<Ctx, 'db' | 'env' | 'keys' | 'clock' | 'sites'> & { catalogue: Catalogue }

/** Job: writes the mails of updates that subscribers do not have yet. Mails and marks are one transaction, so each is sent once. */
export async function mailUpdates(ctx: MailCtx): Promise<number> {
  const newest_id = await newestUpdate(ctx.db)
  for (let written = 0; ; ) {
    const count = await inTx(ctx.db, async (db) => {
      const behind = await claimBehind(db, newest_id, BATCH)
      const oldest = behind[0]?.last_update_id
      if (oldest === undefined) return 0
      const updates = (await updatesAfter(db, oldest)).filter(({ id }) => id <= newest_id)
      for (const subscriber of behind)
        for (const update of updates)
          if (update.id > subscriber.last_update_id) await mailOne({ ...ctx, db }, subscriber, update)
      await moveTo(
        db,
        behind.map(({ id }) => id),
        newest_id,
      )
      return behind.length
    })
    if (count === 0) return written
    written += count
  }
}

async function mailOne(ctx: MailCtx, { email, wl_id, ...row }: SubscriberRow, update: UpdateRow): Promise<void> {
  const site = await ctx.sites.withId(wl_id, ctx.db)
  // The brand they subscribed to is gone: the provider's name would be news to them.
  if (site.wl_id !== wl_id) return deleteSubscriber(ctx.db, email, wl_id)
  const language = isLanguage(row.language) ? row.language : 'en'
  const texts = TEXTS[language]
  const updates = (await updatesOf(ctx.db, update.incident)).filter(({ id }) => id <= update.id)
  const [incident] = incidentsOf({ updates })
  if (!incident) return
  const { label, sentence } = texts.update_states[update.state]
  const data = {
    heading: headingOf(incident, (api) => apiTitle(ctx.catalogue, api), texts),
    state: label,
    sentence,
    text: writtenFor(update.texts, language, site, ctx.sites)?.text ?? '',
    at: update.at.toISOString(),
    link: new URL('/status', site.origin).href,
    stop_link: subscriptionLink(ctx, 'unsubscribe', { email, wl_id, language }, site.origin),
  }
  await enqueueMail(ctx, { to: email, site, template: 'status_update', language, data })
}
