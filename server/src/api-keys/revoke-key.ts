import type { apiKeys } from '@portico/contract/api-keys.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin } from '#access/index.ts'
import { dropAgent } from '#access/secrets/index.ts'
import type { ChangeCtx } from '#http/change.ts'

/** Members revoke their own keys; those who manage the team revoke any. */
export async function revokeKey(ctx: ChangeCtx, { id }: Input<typeof apiKeys.revokeKey>) {
  const { id: login_id, login, owner_id, role } = await activeLogin(ctx)
  const user_id = may(role, 'manage_team') ? undefined : ctx.session.user_id
  const dropped = await dropAgent(ctx, { kind: 'key', id, login_id, user_id })
  if (!dropped) throw new Problem('unknown_key')
  ctx.audit('key_revoked', { user_id: owner_id, detail: { login, key: dropped.name } })
  return { type: 'success' as const }
}
