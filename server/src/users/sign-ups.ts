import type { Language } from '@portico/contract/language.ts'
import { LANGUAGE_FIELD } from '@portico/contract/language.ts'
import { normaliseEmail } from '@portico/contract/rules.ts'
import { createPersonalLogin } from '#access/index.ts'
import { recordEvent } from '#business-events/index.ts'
import { idFrom, randomToken } from '#crypto/keys.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { bookGift } from '#ledger/index.ts'
import {
  confirmPending,
  deletePending,
  insertPending,
  insertTrialAddress,
  isTrialAddress,
  type PendingRow,
  setVerified,
} from './pending-store.ts'
import { updateEmail } from './store.ts'

type SignUpCtx = Pick<Ctx, 'db' | 'clock' | 'keys' | 'env'>

export function nameOr(name: string, email: string): string {
  return name.trim() || (email.split('@')[0] ?? email)
}

/** A sign-up that waits for its address to be verified; it has no API login, no money and no session. */
export async function createPending(
  ctx: SignUpCtx,
  given: {
    email: string
    name: string
    /** Blank or missing where none was given. */
    phone?: string
    language: Language
    password_hash: string | null
    attribution: Record<string, unknown>
    is_third_party: boolean
    /** The page of the sign-up reports it to analytics. */
    is_counted?: boolean
    wl_id: number
  },
): Promise<PendingRow> {
  const { email, language, is_counted = false, ...rest } = given
  const made = await insertPending(ctx.db, {
    ...rest,
    email,
    name: nameOr(given.name, email),
    phone: given.phone || null,
    language: LANGUAGE_FIELD[language],
    sign_up_due: !given.is_third_party && !is_counted,
    public_id: randomToken(12),
    now: ctx.clock.now(),
  })
  await recordEvent(ctx, { type: 'customer.created', key: made.id, owner_id: made.id, data: {} })
  return made
}

/**
 * Turns a pending sign-up into an account, with its login and trial credit; false when another account has verified the
 * address. An account that had to verify its address again already has all of that.
 */
export async function confirmSignUp(ctx: SignUpCtx, pending: PendingRow): Promise<boolean> {
  if (pending.status === 'active') return setVerified(ctx.db, pending.id, ctx.clock.now())
  const login = await makeAccount(ctx, pending)
  if (!login) return false
  if (ctx.env.trial_micros === 0 || !(await rememberTrial(ctx, pending.email))) return true
  await bookGift(ctx, {
    id: idFrom(`trial:${pending.public_id}`),
    login_id: login.id,
    amount_micros: ctx.env.trial_micros,
    memo: 'Trial credit',
    actor: 'system',
  })
  return true
}

/** Whether this address gets its trial credit now; a user who closes an account and registers again had it before. */
export async function rememberTrial(ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>, email: string): Promise<boolean> {
  return insertTrialAddress(ctx.db, trialMac(ctx, email), ctx.clock.now())
}

export async function hadTrial(ctx: Pick<Ctx, 'db' | 'keys'>, email: string): Promise<boolean> {
  return isTrialAddress(ctx.db, trialMac(ctx, email))
}

/** All that is left of an erased address, and irreversible without the server's secret. */
function trialMac({ keys }: Pick<Ctx, 'keys'>, email: string): string {
  return keys.mac('trial addresses', normaliseEmail(email))
}

/**
 * The same for a user who joins a team by signing up: they work with its money, and get no trial credit of their own.
 */
export async function confirmInvited(ctx: SignUpCtx, pending: PendingRow): Promise<boolean> {
  return (await makeAccount(ctx, pending)) !== undefined
}

async function makeAccount(ctx: SignUpCtx, pending: PendingRow) {
  if (!(await confirmPending(ctx.db, pending.id, ctx.clock.now()))) return undefined
  await deletePending(ctx.db, pending.email)
  await recordEvent(ctx, { type: 'customer.confirmed', key: pending.id, owner_id: pending.id, data: {} })
  return createPersonalLogin(ctx, pending)
}

/** Sets an address its owner has just verified; false when another account has it. Pending sign-ups for it end. */
export async function setEmail(ctx: Pick<Ctx, 'db' | 'clock'>, id: number, email: string): Promise<boolean> {
  const address = normaliseEmail(email)
  await deletePending(ctx.db, address)
  return updateEmail(ctx.db, id, address, ctx.clock.now())
}
