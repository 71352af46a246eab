import type { auth } from '@portico/contract/auth.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import { audit } from '#audit/index.ts'
import { hashToken, issueToken } from '#crypto/keys.ts'
import type { RequestCtx, UserCtx } from '#ctx/ctx.ts'
import { isCodeFresh } from '#http/need-proof.ts'
import { signedIn, userById } from '#users/index.ts'
import { checkFactor, hasFactor } from './factor.ts'
import { beginSession, rememberBrowser } from './known-devices.ts'
import {
  findPendingSignIn,
  insertPendingSignIn,
  PENDING_SIGN_INS,
  type PendingSignIn,
} from './pending-sign-in-store.ts'
import { mayEnter } from './private-brand.ts'

const WAITS_MS = 5 * MINUTE_MS

interface SignInUser {
  id: number
  password_hash: string | null
  is_staff: boolean
}

/** Staff always give a code; customers do once they turned it on, for every way to sign in. */
export async function needsCode(ctx: RequestCtx, user: Pick<SignInUser, 'id' | 'is_staff'>): Promise<boolean> {
  return user.is_staff || hasFactor(ctx, user.id)
}

/** The first factor was right. No session is open yet: for five minutes this browser may give the code. */
export async function askForCode(
  ctx: RequestCtx,
  user: SignInUser,
  began_by: PendingSignIn['began_by'],
  sso_owner_id: number | null = null,
) {
  const { token, ...stored } = issueToken(ctx.clock.now(), WAITS_MS)
  await insertPendingSignIn(ctx.db, {
    ...stored,
    user_id: user.id,
    password_mac: passwordMac(ctx, user),
    began_by,
    sso_owner_id,
  })
  ctx.cookies.set('factor', token, WAITS_MS / 1000)
  return { needs: 'code' as const }
}

export async function secondFactor(ctx: RequestCtx, { code }: Input<typeof auth.secondFactor>) {
  const token_hash = hashToken(ctx.cookies.get('factor') ?? '')
  const pending = await findPendingSignIn(ctx.db, token_hash, ctx.clock.now())
  const user = pending && (await userById(ctx, pending.user_id))
  const may_finish =
    user?.status === 'active' && pending?.password_mac === passwordMac(ctx, user) && (await mayEnter(ctx, user))
  if (!pending || !user || !may_finish) throw new Problem('sign_in_again')
  await checkFactor(ctx, user.id, code)
  if (!(await PENDING_SIGN_INS.use(ctx.db, { token_hash }, ctx.clock.now()))) throw new Problem('sign_in_again')
  ctx.cookies.drop('factor')
  await open(ctx, user, pending)
  await audit(ctx, 'signed_in', { user_id: user.id, actor: `user:${user.id}`, detail: { by: 'second factor' } })
  return { user: await signedIn(ctx, user.id, pending.sso_owner_id) }
}

async function open(ctx: RequestCtx, user: SignInUser, { began_by, sso_owner_id }: PendingSignIn): Promise<void> {
  if (began_by === 'sso') {
    if (sso_owner_id === null) throw new Problem('sign_in_again')
    return beginSession(ctx, user.id, { began_by, sso_owner_id })
  }
  const is_service = began_by !== 'password' && began_by !== 'link'
  if (!user.is_staff) return beginSession(ctx, user.id, { began_by: is_service ? 'service' : began_by })
  await rememberBrowser(ctx, user.id)
  await ctx.startStaffSession(user.id)
}

/** A code given again in an open session, for actions that need a fresh one. */
export async function confirmFactor(ctx: UserCtx, { code }: Input<typeof auth.confirmFactor>) {
  if (!ctx.session.is_staff) throw new Problem('not_allowed')
  await checkFactor(ctx, ctx.session.user_id, code)
  await ctx.renewSession({ factor_at: ctx.clock.now() }, ctx.db)
  return { type: 'success' as const }
}

export function isFactorFresh({ session, clock }: Pick<RequestCtx, 'session' | 'clock'>): boolean {
  return isCodeFresh(clock, session?.factor_at)
}

/** Changes with the password, so that a sign-in begun with the old one cannot be finished. */
function passwordMac(ctx: RequestCtx, user: { id: number; password_hash: string | null }): string {
  return ctx.keys.mac('pending-sign-in', `${user.id}:${user.password_hash ?? ''}`)
}
