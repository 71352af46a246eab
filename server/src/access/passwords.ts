import { Problem } from '@portico/contract/problem.ts'
import { inTx } from '#db/tx.ts'
import type { Ctx } from '../ctx.ts'
import { livePasswords, replacePassword } from './password-store.ts'
import { macOf, newApiPassword, sealPassword, unsealPassword } from './secret.ts'

type SecretCtx = Pick<Ctx, 'db' | 'clock' | 'keys' | 'env'>

/** Makes a new API password; the old one goes on for as long as its owner needs to change over. */
export async function makeApiPassword(ctx: SecretCtx, login_id: number, overlap_min: number): Promise<string> {
  const password = newApiPassword()
  const now = ctx.clock.now()
  const row = {
    login_id,
    made_at: now,
    mac: macOf(ctx.keys, login_id, password),
    sealed: ctx.env.api_password === 'show-once' ? null : sealPassword(ctx.keys, login_id, password),
  }
  const old_until = overlap_min > 0 ? new Date(now.getTime() + overlap_min * 60_000) : null
  await inTx(ctx.db, (db) => replacePassword(db, row, old_until))
  return password
}

export async function readApiPassword(ctx: SecretCtx, login_id: number): Promise<string> {
  const [current] = await livePasswords(ctx.db, login_id, ctx.clock.now())
  if (!current?.sealed) throw new Problem('not_kept')
  return unsealPassword(ctx.keys, login_id, current.sealed)
}

export function basicOf(login: string, password: string): string {
  return Buffer.from(`${login}:${password}`, 'utf8').toString('base64')
}
