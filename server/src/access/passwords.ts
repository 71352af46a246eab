import { isOwner } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { roleOfMember } from './member-store.ts'
import { type Holder, livePasswords, replacePassword } from './password-store.ts'
import { macOf, newApiPassword, sealPassword, unsealPassword } from './secret.ts'
import type { LoginRow } from './store.ts'

type SecretCtx = Pick<Ctx, 'db' | 'clock' | 'keys' | 'env'>

/** Makes a new API password; the old one keeps working for the overlap its owner chose. */
export async function makeApiPassword(ctx: SecretCtx, holder: Holder, overlap_min: number): Promise<string> {
  const { login_id } = holder
  const password = newApiPassword()
  const now = ctx.clock.now()
  const row = {
    ...holder,
    made_at: now,
    mac: macOf(ctx.keys, login_id, password),
    sealed: ctx.env.api_password === 'show-once' ? null : sealPassword(ctx.keys, login_id, password),
  }
  const old_until = overlap_min > 0 ? new Date(now.getTime() + overlap_min * 60_000) : null
  await inTx(ctx.db, (db) => replacePassword(db, row, old_until))
  return password
}

/**
 * The founder uses the password of the login, members one of their own. After the account was handed over, its owners
 * hold the password of the login: programs continue with it, and an owner must be able to replace it.
 */
export async function holderOf(
  ctx: Pick<Ctx, 'db'>,
  login: Pick<LoginRow, 'id' | 'owner_id'>,
  user_id: number,
): Promise<Holder> {
  const { id: login_id, owner_id } = login
  const is_handed_over = (await roleOfMember(ctx.db, owner_id, owner_id)) !== undefined
  const role = user_id === owner_id ? undefined : await roleOfMember(ctx.db, owner_id, user_id)
  const has_it = is_handed_over ? role !== undefined && isOwner(role) : user_id === owner_id
  return { login_id, member_id: has_it ? null : user_id }
}

/** The password the holder calls with; a member's is made when it is first requested. */
export async function readApiPassword(ctx: SecretCtx, holder: Holder): Promise<string> {
  const { login_id, member_id } = holder
  const [current] = await livePasswords(ctx.db, holder, ctx.clock.now())
  if (!current && member_id !== null) return makeApiPassword(ctx, holder, 0)
  if (!current?.sealed) throw new Problem('not_kept')
  return unsealPassword(ctx.keys, login_id, current.sealed)
}

export function basicOf(login: string, password: string): string {
  return Buffer.from(`${login}:${password}`, 'utf8').toString('base64')
}
