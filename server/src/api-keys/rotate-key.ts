import type { apiKeys } from '@portico/contract/api-keys.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin, rotateKey as rotate } from '#access/index.ts'
import type { ChangeCtx } from '#http/change.ts'

/** A new secret with the bounds of the old one, for the member who made the key. */
export async function rotateKey(ctx: ChangeCtx, { id, overlap_min }: Input<typeof apiKeys.rotateKey>) {
  const { id: login_id, login, owner_id } = await activeLogin(ctx)
  const rotated = await rotate(ctx, { id, login_id, user_id: ctx.session.user_id }, overlap_min)
  if (!rotated) throw new Problem('unknown_key')
  ctx.audit('key_rotated', { user_id: owner_id, detail: { login, key: rotated.name, overlap_min } })
  return { id, secret: rotated.secret }
}
