import type { billing } from '@portico/contract/billing.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { Problem } from '@portico/contract/problem.ts'
import { monthStart, utcDay } from '@portico/contract/time.ts'
import { accountLogins, activeLoginFor } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import type { ChangeCtx } from '#http/change.ts'
import type { Attachment } from '#integrations/outgoing-mail.ts'
import { readStatement } from '#ledger/index.ts'
import { enqueueMail } from '#mail/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { detailsOf, ownersToMail, putStatementsSince, statementsSince, takeStatement } from './details-store.ts'
import { statementPdf } from './history.ts'
import type { TimeSpan } from './spans.ts'

const BATCH = 200

/** The first statement is that of the month in which it is turned on. */
export async function setStatements(ctx: ChangeCtx, { is_on }: Input<typeof billing.setStatements>) {
  const { owner_id } = await activeLoginFor(ctx, 'add_funds')
  const since = await statementsSince(ctx.db, owner_id)
  if (since === undefined) throw new Problem('billing_details_needed')
  if (is_on !== Boolean(since)) {
    await putStatementsSince(ctx.db, owner_id, is_on ? ctx.clock.now() : null)
    ctx.audit(is_on ? 'statements_on' : 'statements_off', { user_id: owner_id })
  }
  return { has_statements: is_on }
}

/**
 * Job, hourly: the statement of the previous UTC month, to each account that wanted it before that month ended. The row that marks
 * a month as mailed is written with its mails, so that no process and no restart mails it twice. Returns how many accounts it
 * mailed.
 */
export async function mailStatements(ctx: Ctx): Promise<number> {
  const month_end = monthStart(ctx.clock.now())
  const month = new Date(month_end.getTime() - 1).toISOString().slice(0, 7)
  let [mailed, after] = [0, 0]
  for (;;) {
    const owners = await ownersToMail(ctx.db, { month, month_end, after, limit: BATCH })
    for (const owner_id of owners) {
      after = owner_id
      // One account that cannot be mailed must not delay the others.
      mailed += await mailStatement(ctx, owner_id, month).catch((error) => {
        ctx.log.warn({ err: error, owner_id, month }, 'mailing a statement failed, will be retried')
        return 0
      })
    }
    if (owners.length < BATCH) return mailed
  }
}

function mailStatement(ctx: Ctx, owner_id: number, month: string): Promise<number> {
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (!(await takeStatement(db, owner_id, month, ctx.clock.now()))) return 0
    const owner = await userById(within, owner_id)
    // A login without balance and transactions has no statement.
    if (!owner || (await loginsWithMoney(within, owner_id, month)).length === 0) return 0
    const site = await siteOfAccount(within, owner_id)
    const given = (await detailsOf(db, owner_id))?.invoice_emails ?? []
    const link = new URL('/users/getrows?tab=history', site.origin).href
    for (const to of given.length > 0 ? given : [owner.email]) {
      const name = to === owner.email ? owner.name : ''
      const data = { name, owner_id, month, link }
      await enqueueMail(within, { to, site, template: 'statement', language: languageOfField(owner.language), data })
    }
    return 1
  })
}

/** One statement for each login that had money; undefined where the account does not exist any more. */
export async function attachStatements(
  ctx: Pick<Ctx, 'db' | 'billing' | 'clock' | 'sites' | 'catalogue'>,
  { owner_id, month }: { owner_id: number; month: string },
): Promise<Attachment[] | undefined> {
  const owner = await userById(ctx, owner_id)
  const logins = await loginsWithMoney(ctx, owner_id, month)
  if (!owner || logins.length === 0) return undefined
  const { from, to } = spanOfMonth(month)
  const period = { from: utcDay(from), to: utcDay(new Date(to.getTime() - 1)) }
  const { brand } = await siteOfAccount(ctx, owner_id)
  const files: Attachment[] = []
  for (const login of logins) {
    const language = languageOfField(owner.language)
    const content = await statementPdf(ctx, login, { period, language, brand })
    const more = logins.length > 1 ? `-${login.login.replace(/[^\w.-]+/g, '_')}` : ''
    files.push({ name: `statement-${month}${more}.pdf`, type: 'application/pdf', content })
  }
  return files
}

async function loginsWithMoney(ctx: Pick<Ctx, 'db'>, owner_id: number, month: string) {
  const own = (await accountLogins(ctx, owner_id)).filter((login) => login.owner_id === owner_id)
  const found: typeof own = []
  for (const login of own) {
    const { opening_micros, lines } = await readStatement(ctx.db, login.id, spanOfMonth(month))
    if (opening_micros !== 0 || lines.length > 0) found.push(login)
  }
  return found
}

function spanOfMonth(month: string): TimeSpan {
  const from = new Date(`${month}-01T00:00:00.000Z`)
  return { from, to: monthStart(from, 1) }
}
