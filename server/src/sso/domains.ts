import { domainToASCII, domainToUnicode } from 'node:url'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import type { SsoState, sso } from '@portico/contract/sso.ts'
import { SSO_DOMAINS_MAX } from '@portico/contract/sso-fields.ts'
import { activeLogin } from '#access/index.ts'
import { audit } from '#audit/index.ts'
import { randomToken } from '#crypto/keys.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { errorCode } from '#db/error-code.ts'
import { type Limit, spend } from '#http/limits.ts'
import { endSessionsBySso } from '#http/session.ts'
import { deleteDomain, insertDomain, listDomains, PROOFS } from './domain-store.ts'
import { usersOfDomain } from './identity-store.ts'
import { mailOwners } from './notices.ts'
import { isPublicDomain } from './public-domains.ts'
import { changeSso } from './settings.ts'
import { switchSsoRow } from './store.ts'

const LOOK_UPS: Limit = { name: 'sso-domain-look-ups', max: 30, window_ms: 10 * 60 * 1000 }
const UNIQUE_VIOLATION = '23505'

/** A claim, worth nothing until it is verified: others may make the same. */
export async function addSsoDomain(ctx: UserCtx, given: Input<typeof sso.addSsoDomain>): Promise<SsoState> {
  const domain = domainToASCII(given.domain)
  if (domain === '') throw new Problem('invalid_input', { fields: { domain: MESSAGES.pattern } })
  if (isPublicDomain(domain))
    throw new Problem('domain_public', { fields: { domain: 'Enter a domain of your company' } })
  return changeSso(ctx, async (within, owner_id) => {
    const domains = await listDomains(within.db, owner_id)
    if (domains.length >= SSO_DOMAINS_MAX) throw new Problem('too_many')
    const row = {
      owner_id,
      domain,
      written: domainToUnicode(domain),
      token: `portico-verification=${randomToken(24)}`,
      created_at: ctx.clock.now(),
    }
    if (await insertDomain(within.db, row))
      await audit(within, 'sso_domain_added', { user_id: owner_id, detail: { host: domain } })
  })
}

/** Looks up the record before the team is locked: DNS answers in its own time. */
export async function proveSsoDomain(ctx: UserCtx, { domain }: Input<typeof sso.proveSsoDomain>): Promise<SsoState> {
  const { owner_id } = await activeLogin(ctx)
  await spend(ctx, [{ limit: LOOK_UPS, of: String(owner_id) }])
  const known = (await listDomains(ctx.db, owner_id)).find((row) => row.domain === domain)
  if (!known) throw new Problem('unknown_domain')
  const records = await ctx.records.txt(`_portico.${domain}`)
  if (!records.includes(known.token)) throw new Problem('domain_not_proved')
  return firstToProve(() =>
    changeSso(ctx, async (within, account) => {
      if (await PROOFS.end(within.db, { owner_id: account, domain }, ctx.clock.now())) {
        await audit(within, 'sso_domain_proved', { user_id: account, detail: { host: domain } })
        await mailOwners(within, account)
      }
    }),
  )
}

/** A domain belongs to one account: of two that verify it the second is refused. */
export async function firstToProve<T>(prove: () => Promise<T>): Promise<T> {
  try {
    return await prove()
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) throw new Problem('domain_taken')
    throw error
  }
}

/** Members with an address of it are signed out; without any domain single sign-on is off. */
export function removeSsoDomain(ctx: UserCtx, { domain }: Input<typeof sso.removeSsoDomain>): Promise<SsoState> {
  return changeSso(ctx, async (within, owner_id) => {
    const known = (await listDomains(within.db, owner_id)).find((row) => row.domain === domain)
    if (!known || !(await deleteDomain(within.db, owner_id, domain))) throw new Problem('unknown_domain')
    await audit(within, 'sso_domain_removed', { user_id: owner_id, detail: { host: domain } })
    if (known.proved_at === null) return
    await endSessionsBySso(within, { owner_id, user_ids: await usersOfDomain(within.db, owner_id, domain) })
    const left = await listDomains(within.db, owner_id)
    if (!left.some(({ proved_at }) => proved_at !== null))
      await switchSsoRow(within.db, owner_id, { is_on: false, is_required: false })
    await mailOwners(within, owner_id)
  })
}
