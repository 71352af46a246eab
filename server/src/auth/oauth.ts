import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Provider } from '@portico/contract/providers.ts'
import { audit } from '#audit/index.ts'
import { randomToken } from '#crypto/keys.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { spendProof } from '#db/spent-proof-store.ts'
import { inTx } from '#db/tx.ts'
import { addressBlock, isWithin, type Limit, spend } from '#http/limits.ts'
import { needProof } from '#http/need-proof.ts'
import type { OAuthPerson } from '#integrations/oauth.ts'
import { acceptAsNewcomer, givenInvitation, type InvitationKey, invitationForSignUp } from '#team/index.ts'
import {
  confirmInvited,
  confirmSignUp,
  createPending,
  sessionUser,
  signedIn,
  userByEmail,
  userById,
} from '#users/index.ts'
import { sendActivation } from './activation-mail.ts'
import { insertIdentity, userOfIdentity } from './identity-store.ts'
import { beginSession } from './known-devices.ts'
import { withMinimumDelay } from './minimum-delay.ts'
import { mailIdentityLinked, mailLinkFirst } from './notices.ts'
import { checkInvited, mayEnter } from './private-brand.ts'
import { askForCode, needsCode } from './second-factor.ts'
import { markSignUp } from './sign-up-cookie.ts'

const TEN_MINUTES_MS = 10 * 60 * 1000
const PER_ADDRESS: Limit = { name: 'third-party-address', max: 60, window_ms: TEN_MINUTES_MS }
const PER_EMAIL: Limit = { name: 'third-party-email', max: 5, window_ms: 60 * 60 * 1000 }
const CHECK_MAIL = 'Almost done. We sent you an e-mail. Open it to confirm your account.'

type Known = Awaited<ReturnType<typeof userByEmail>>

export async function goToThirdParty(ctx: RequestCtx, { provider, purpose }: Input<typeof auth.goToThirdParty>) {
  await spend(ctx, [{ limit: PER_ADDRESS, of: addressBlock(ctx.request.ip) }])
  if (purpose === 'link') checkLinking(ctx)
  if (!ctx.oauth.offered().includes(provider)) throw new Problem('third_party_missing')
  const { target_url, flow } = await ctx.oauth.begin(provider, ctx.origin.origin, ctx.clock.now().getTime())
  const oauth = { flow, purpose, user_id: ctx.session?.user_id ?? 0 }
  ctx.setFlow({ oauth, callback: undefined })
  return { target_url }
}

/** A linked service opens the whole account: adding one needs a recent proof of identity. */
function checkLinking({ session, clock }: RequestCtx): void {
  if (!session || session.staff_id !== null) throw new Problem('sign_in_needed')
  if (session.sso_owner_id !== null) throw new Problem('not_by_sso')
  needProof({ session, clock }, 'recent')
}

/** The callback, once: the state is spent first, so that a replay finds nothing to use. */
export async function loginByThirdParty(ctx: RequestCtx, input: Input<typeof auth.loginByThirdParty>) {
  const {
    provider,
    code,
    state,
    iss,
    scope,
    authuser,
    session_state,
    prompt,
    parent_id,
    parent_token,
    ...attribution
  } = input
  const { oauth } = ctx.flow
  const named = present({ code, state, iss, scope, authuser, session_state, prompt })
  const callback = code && state ? { provider, query: named } : ctx.flow.callback
  ctx.setFlow({ oauth: undefined, callback: undefined })
  // A flow ends at the site it began at: an answer that came to one host opens nothing at another.
  const is_here = oauth && new URL(oauth.flow.redirect_uri).origin === ctx.origin.origin
  if (!is_here || callback?.provider !== provider) throw new Problem('third_party_failed')
  const now = ctx.clock.now()
  if (!(await spendProof(ctx.db, `oauth:${oauth.flow.state}`, new Date(now.getTime() + TEN_MINUTES_MS))))
    throw new Problem('third_party_failed')
  const person = await ctx.oauth.finish(oauth.flow, provider, callback.query, now.getTime()).catch(async (error) => {
    // A user who declined at the provider has not tried to sign in.
    const is_tried = error instanceof Problem && error.values.reason !== 'denied' && oauth.purpose !== 'link'
    if (is_tried) await noteRefused(ctx, provider)
    throw error
  })
  if (oauth.purpose === 'link') return link(ctx, person, oauth.user_id)
  const known = await userOfIdentity(ctx.db, provider, person.subject)
  if (known !== undefined) return enter(ctx, known, provider)
  return join(ctx, person, { attribution, key: givenInvitation(input) })
}

function present(query: Record<string, string | undefined>): Record<string, string> {
  const parts = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return Object.fromEntries(parts)
}

function noteRefused(ctx: RequestCtx, provider: Provider, user_id?: number): Promise<void> {
  return audit(ctx, 'sign_in_failed', { ...(user_id && { user_id }), actor: 'visitor', detail: { by: provider } })
}

async function enter(ctx: RequestCtx, user_id: number, provider: Provider) {
  const row = await userById(ctx, user_id)
  const may_enter = row !== undefined && (await mayEnter(ctx, row))
  if (!may_enter || row.status !== 'active' || row.is_staff) {
    await noteRefused(ctx, provider, row?.id)
    throw new Problem(may_enter && row.status === 'disabled' ? 'account_disabled' : 'third_party_failed')
  }
  if (await needsCode(ctx, row))
    return { ...(await askForCode(ctx, row, provider)), user: null, msg: '', linked: false }
  return open(ctx, user_id, provider)
}

async function open(ctx: RequestCtx, user_id: number, provider: Provider) {
  await beginSession(ctx, user_id, { began_by: 'service' })
  await audit(ctx, 'signed_in', { user_id, actor: `user:${user_id}`, detail: { by: provider } })
  return { user: await signedIn(ctx, user_id), msg: '', linked: false }
}

async function link(ctx: RequestCtx, person: OAuthPerson, user_id: number) {
  const { user_id: own_id, staff_id, sso_owner_id } = ctx.session ?? {}
  if (own_id !== user_id || staff_id !== null || sso_owner_id !== null) throw new Problem('third_party_failed')
  if (!(await keepIdentity(ctx, person, user_id))) throw new Problem('third_party_taken')
  return { user: await sessionUser(ctx, user_id), msg: '', linked: true }
}

async function keepIdentity(ctx: RequestCtx, person: OAuthPerson, user_id: number): Promise<boolean> {
  const { provider, subject, email } = person
  return inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (!(await insertIdentity(db, { provider, subject, user_id, email, created_at: ctx.clock.now() }))) return false
    await audit(within, 'identity_linked', { user_id, actor: `user:${user_id}`, detail: { provider } })
    await mailIdentityLinked(within, user_id, provider)
    return true
  })
}

/** For an unknown identity: links it to the account of its verified address, or signs up. */
async function join(
  ctx: RequestCtx,
  person: OAuthPerson,
  { attribution, key }: { attribution: Record<string, unknown>; key: InvitationKey | undefined },
) {
  const { email, provider } = person
  if (!email) throw new Problem('third_party_failed')
  const is_proved = person.email_verified && provider !== 'facebook'
  const owner = await userByEmail(ctx, email)
  if (is_proved && owner) return linkAndEnter(ctx, person, owner)
  const invitation = await invitationForSignUp(ctx, key, email)
  checkInvited(ctx, invitation, email)
  // An invitation came by mail to the address it names, so its holder has verified that address.
  if (!owner && (is_proved || key)) return signUp(ctx, person, { email, attribution, key })
  return withMinimumDelay(100, () => askByMail(ctx, person, { email, attribution, owner }))
}

/**
 * Both sides must have verified the address, and the account must be admitted at this site. With a second factor on,
 * the mailbox alone adds no new way to sign in: its owner links the service in the profile.
 */
async function linkAndEnter(ctx: RequestCtx, person: OAuthPerson, owner: NonNullable<Known>) {
  const is_open = owner.status === 'active' && !owner.is_staff && owner.verified_at !== null
  const may_link = is_open && (await mayEnter(ctx, owner)) && !(await needsCode(ctx, owner))
  if (!may_link || !(await keepIdentity(ctx, person, owner.id))) {
    await noteRefused(ctx, person.provider, owner.id)
    throw new Problem('third_party_link_first')
  }
  return enter(ctx, owner.id, person.provider)
}

interface Joining {
  email: string
  attribution: Record<string, unknown>
}

async function signUp(ctx: RequestCtx, person: OAuthPerson, about: Joining & { key: InvitationKey | undefined }) {
  const { provider } = person
  const { user_id, accepted } = await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    const made = await putPending(within, person, about)
    const confirm = about.key ? confirmInvited : confirmSignUp
    if (!(await confirm(within, made))) throw new Problem('third_party_failed')
    return { user_id: made.id, accepted: about.key && (await acceptAsNewcomer(within, made.id, about.key)) }
  })
  await audit(ctx, 'signed_up', { user_id, actor: `user:${user_id}`, detail: { by: provider } })
  const entered = await open(ctx, user_id, provider)
  return { ...entered, user: { ...entered.user, is_registration: true }, joined: accepted?.joined }
}

/** The service has not verified the address. The answer does not depend on an account; the mail explains what to do. */
async function askByMail(ctx: RequestCtx, person: OAuthPerson, about: Joining & { owner: Known }) {
  const { email, owner } = about
  const may_send = await isWithin(ctx, { limit: PER_EMAIL, of: email })
  const public_id = await inTx(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (owner) {
      if (may_send && owner.status === 'active') await mailLinkFirst(within, owner, person.provider)
      return randomToken(12)
    }
    const made = await putPending(within, person, about)
    if (may_send) await sendActivation(within, made)
    return made.public_id
  })
  markSignUp(ctx, public_id)
  return { user: null, msg: CHECK_MAIL, linked: false }
}

async function putPending(ctx: RequestCtx, person: OAuthPerson, { email, attribution }: Joining) {
  const made = await createPending(ctx, {
    email,
    name: person.name ?? '',
    language: ctx.language,
    password_hash: null,
    attribution,
    is_third_party: true,
    wl_id: ctx.wl_id,
  })
  const { provider, subject } = person
  await insertIdentity(ctx.db, { provider, subject, user_id: made.id, email, created_at: ctx.clock.now() })
  return made
}
