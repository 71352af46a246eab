import type { ProofLevel } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { needsCode, type StaffAction } from '@portico/contract/staff-permissions.ts'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import type { StaffCaller } from '#ctx/staff-caller.ts'

const MINUTES = { fresh: 5, recent: 15 } as const

/**
 * Sign-ins that may not be the owner's: a link may be read in a mailbox, and of sessions of earlier versions nothing is
 * known.
 */
const BY_LINK_ALONE = new Set(['link', null])

/**
 * `mount` checks what the contract declares; a handler checks where the input decides. The page then asks for the
 * password, and sends the call again.
 */
export function needProof({ session, clock }: Pick<UserCtx, 'session' | 'clock'>, level: ProofLevel): void {
  const { reauth_at, began_by, sso_owner_id } = session
  if (level === 'proved') {
    if (reauth_at || sso_owner_id !== null || !BY_LINK_ALONE.has(began_by)) return
    throw new Problem('reauth_needed', { values: { minutes: 0 } })
  }
  const minutes = MINUTES[level]
  if (!reauth_at || clock.now().getTime() - reauth_at.getTime() > minutes * MINUTE_MS)
    throw new Problem('reauth_needed', { values: { minutes } })
}

/** Staff move money and secrets only with a code that is as fresh as a proof has to be. */
export function needCode(clock: Ctx['clock'], staff: StaffCaller, action: StaffAction): void {
  if (needsCode(action) && !isCodeFresh(clock, staff.code_at)) throw new Problem('factor_needed')
}

export function isCodeFresh(clock: Ctx['clock'], code_at: Date | null | undefined): boolean {
  return code_at != null && clock.now().getTime() - code_at.getTime() <= MINUTES.fresh * MINUTE_MS
}
