import { isLanguage } from '@portico/contract/language.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { enqueueMail } from '#mail/index.ts'
import { namesProvider } from '#whitelabel/index.ts'
import { mailBehind } from './mail-behind.ts'
import { deleteSubscriber, type SubscriberRow } from './subscriber-store.ts'
import { subscriptionLink } from './subscription-links.ts'
import { type AnnouncementRow, announcementsAfter, newestAnnouncement } from './window-store.ts'
import { windowTexts } from './windows.ts'

type MailCtx = Pick<Ctx, 'db' | 'env' | 'keys' | 'clock' | 'sites'>

/** Job: writes the mails about maintenance windows that subscribers do not have yet. */
export function mailWindows(ctx: MailCtx): Promise<number> {
  return mailBehind(ctx, 'last_window_id', {
    newest: newestAnnouncement,
    after: (db, id) => announcementsAfter(db, id, ctx.clock.now()),
    mailOne: (db, subscriber, row) => mailOne({ ...ctx, db }, subscriber, row),
  })
}

async function mailOne(ctx: MailCtx, { email, wl_id, ...row }: SubscriberRow, window: AnnouncementRow): Promise<void> {
  const site = await ctx.sites.withId(wl_id, ctx.db)
  if (site.wl_id !== wl_id) return deleteSubscriber(ctx.db, email, wl_id)
  const language = isLanguage(row.language) ? row.language : 'en'
  const own = window.text && !(wl_id !== 0 && namesProvider(ctx.sites.own.brand, window.text)) ? window.text : ''
  const data = {
    ...windowTexts(language, window, window.kind),
    text: own,
    at: window.starts_at.toISOString(),
    link: new URL('/status', site.origin).href,
    stop_link: subscriptionLink(ctx, 'unsubscribe', { email, wl_id, language }, site.origin),
  }
  await enqueueMail(ctx, { to: email, site, template: 'status_update', language, data })
}
