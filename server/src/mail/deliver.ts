import { isLanguage } from '@portico/contract/language.ts'
import { HOUR_MS } from '@portico/contract/time.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { nextTry, PAUSES_MS } from '#db/work-loop.ts'
import { type MailFailure, mailFailure } from '#integrations/mail-failure.ts'
import type { Attachment, Mailer, OutgoingMail } from '#integrations/outgoing-mail.ts'
import { compose } from './compose.ts'
import { type MailRow, markSent, markTried, type SentMail } from './store.ts'
import { isTemplate, lifeOf, type MailData, TEMPLATES, type Template } from './templates.ts'

export type WorkerCtx = Pick<Ctx, 'db' | 'env' | 'keys' | 'brand' | 'origin' | 'clock' | 'log'>

/** Attachments of a mail, made again for every try and stored nowhere; undefined where they cannot be made any more. */
export type Attach = (template: Template, data: MailData<Template>) => Promise<Attachment[] | undefined>

const NOTHING: Attach = async () => []

/** A day in all, as mail servers do among themselves. */
const MAIL_PAUSES_MS = [...PAUSES_MS, 6 * HOUR_MS, 6 * HOUR_MS, 9 * HOUR_MS]
/** Well under the lease: a mail that is still on its way is not taken by another worker. */
const SEND_MAX_MS = 60 * 1000
const LINK = /https?:\/\/[^\s/]+[^\s]*/g
const HIDDEN = '…'

/** One try, with its outcome recorded. Never rejects: an unrecorded outcome is tried again after the lease. */
export async function deliver(ctx: WorkerCtx, mailer: Mailer, row: MailRow, attach: Attach = NOTHING): Promise<void> {
  const about = { mail_id: row.id, template: row.template, tries: row.tries }
  try {
    const outcome = await attempt(ctx, mailer, row, attach)
    const now = ctx.clock.now()
    if ('text' in outcome) {
      await markSent(ctx.db, row.id, now, storedOf(outcome, row.data))
      return ctx.log.debug(about, 'mail sent')
    }
    const last_error = outcome.reason
    const next_try_at = outcome.is_final ? undefined : nextTry(row.tries, now, MAIL_PAUSES_MS)
    const came_back = outcome.bounce === undefined ? {} : { bounced_at: now, bounce: outcome.bounce }
    await markTried(
      ctx.db,
      row,
      next_try_at ? { next_try_at, last_error } : { failed_at: now, last_error, ...came_back },
    )
    ctx.log.warn({ ...about, reason: last_error }, next_try_at ? 'mail not sent, will be tried again' : 'mail given up')
  } catch (error) {
    ctx.log.warn({ ...about, reason: mailFailure(error).reason }, 'mail tried, outcome not recorded')
  }
}

async function attempt(
  ctx: WorkerCtx,
  mailer: Mailer,
  row: MailRow,
  attach: Attach,
): Promise<OutgoingMail | MailFailure> {
  const { template, language } = row
  const parsed = isTemplate(template) ? TEMPLATES[template].safeParse(row.data) : undefined
  if (!isTemplate(template) || !parsed?.success) return { reason: 'unknown template or data', is_final: true }
  const life_ms = lifeOf(parsed.data)
  if (life_ms !== undefined && row.created_at.getTime() + life_ms <= ctx.clock.now().getTime())
    return { reason: 'its link has expired', is_final: true }
  try {
    const content = { template, data: parsed.data, language: isLanguage(language) ? language : 'en' } as const
    // A sample has no document.
    const attachments = row.data.is_test === true ? [] : await attach(template, parsed.data)
    if (!attachments) return { reason: 'its attachment is gone', is_final: true }
    const mail = compose(ctx, row, content)
    await within(SEND_MAX_MS, mailer.send(attachments.length > 0 ? { ...mail, attachments } : mail))
    return mail
  } catch (error) {
    return mailFailure(error)
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, ms, new Error('the mail server did not answer in time'))
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** What staff may read of a sent mail: its words. Its links and codes open the account of its reader. */
function storedOf({ subject, text }: OutgoingMail, { code }: { code?: unknown }): SentMail {
  const hide = (words: string) => {
    const bare = words.replace(LINK, (link) => `${URL.parse(link)?.origin ?? ''}/${HIDDEN}`)
    return typeof code === 'string' && code ? bare.replaceAll(code, HIDDEN) : bare
  }
  return { sent_subject: hide(subject), sent_text: hide(text) }
}
