import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { sso } from '@portico/contract/sso.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import { hashToken, issueToken } from '#crypto/keys.ts'
import type { RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import type { ChangeCtx } from '#http/change.ts'
import { addressBlock, type Limit, spend } from '#http/limits.ts'
import { enqueueMail } from '#mail/index.ts'
import { managedTeam } from '#team/index.ts'
import { userById } from '#users/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'
import { domainByMail, PROOFS, setMailed } from './domain-store.ts'
import { firstToProve } from './domains.ts'
import { mailOwners } from './notices.ts'

const DAYS = 3
const PER_ACCOUNT: Limit = { name: 'sso-domain-mails', max: 10, window_ms: DAY_MS }
/** The administrators of a domain get no more mails than this, however many accounts claim it. */
const PER_DOMAIN: Limit = { name: 'sso-domain-mails-to', max: 5, window_ms: DAY_MS }
const CHECKS: Limit = { name: 'sso-domain-checks', max: 60, window_ms: 10 * 60 * 1000 }

export async function spendDomainMail(ctx: UserCtx, { domain }: Input<typeof sso.mailSsoDomain>): Promise<void> {
  await spend(ctx, [
    { limit: PER_ACCOUNT, of: String((await activeLogin(ctx)).owner_id) },
    { limit: PER_DOMAIN, of: domain },
  ])
}

export async function mailSsoDomain(ctx: ChangeCtx, { domain, mailbox }: Input<typeof sso.mailSsoDomain>) {
  const { owner_id } = await managedTeam(ctx, 'manage_sso')
  const to = `${mailbox}@${domain}`
  const { token, token_hash, expires_at } = issueToken(ctx.clock.now(), DAYS * DAY_MS)
  if (!(await setMailed(ctx.db, { owner_id, domain }, { mail_hash: token_hash, mail_until: expires_at })))
    throw new Problem('unknown_domain')
  const site = await siteOfAccount(ctx, owner_id)
  const asker = await userById(ctx, ctx.session.user_id)
  await enqueueMail(ctx, {
    to,
    site,
    template: 'sso_domain',
    language: ctx.language,
    data: {
      domain,
      team: (await userById(ctx, owner_id))?.name ?? '',
      other: asker?.name ?? '',
      other_email: asker?.email ?? '',
      link: new URL(`/sso-domain/${token}`, site.origin).href,
      days: DAYS,
    },
  })
  ctx.audit('sso_domain_mailed', { user_id: owner_id, detail: { email: to } })
  return { to }
}

/** Opening the link verifies nothing: mail scanners open links, too. */
export async function checkSsoDomain(ctx: RequestCtx) {
  await spend(ctx, [{ limit: CHECKS, of: addressBlock(ctx.request.ip) }])
  const row = await domainByMail(ctx.db, hashToken(ctx.flow.sso_domain?.token ?? ''), ctx.clock.now())
  const owner = row && (await userById(ctx, row.owner_id))
  return { open: row && owner ? { domain: row.domain, team: owner.name, email: owner.email } : null }
}

export async function confirmSsoDomain(ctx: RequestCtx) {
  await spend(ctx, [{ limit: CHECKS, of: addressBlock(ctx.request.ip) }])
  const { domain } = await firstToProve(() =>
    inTx(ctx.db, async (db) => {
      const within = { ...ctx, db, session: undefined }
      const now = ctx.clock.now()
      const row = await domainByMail(db, hashToken(ctx.flow.sso_domain?.token ?? ''), now)
      if (!row || !(await PROOFS.use(db, { owner_id: row.owner_id, domain: row.domain }, now)))
        throw new Problem('link_used')
      const detail = { host: row.domain }
      await audit(within, 'sso_domain_proved', { user_id: row.owner_id, actor: 'visitor', detail })
      await mailOwners(within, row.owner_id)
      return row
    }),
  )
  ctx.setFlow({ sso_domain: undefined })
  return { domain }
}
