import type { apiKeys } from '@portico/contract/api-keys.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin, changeKey as change } from '#access/index.ts'
import type { ChangeCtx } from '#http/change.ts'
import { distinct, expiryOf } from './add-key.ts'

/** Members change their own keys only: the secret acts for them. */
export async function changeKey(ctx: ChangeCtx, { id, days, ...given }: Input<typeof apiKeys.changeKey>) {
  const { id: login_id, login, owner_id } = await activeLogin(ctx)
  const bounds = { ...given, ...distinct(given) }
  const expiry = days === undefined ? {} : { expires_at: expiryOf(ctx, days) }
  const before = await change(ctx, { id, login_id, user_id: ctx.session.user_id }, { ...bounds, ...expiry })
  if (!before) throw new Problem('unknown_key')
  const fields = (['name', 'is_read_only', 'functions', 'addresses', 'total_micros', 'day_micros'] as const).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(bounds[field]),
  )
  ctx.audit('key_changed', {
    user_id: owner_id,
    detail: { login, key: given.name, fields: [...fields, ...(days === undefined ? [] : ['expires_at'])].join(', ') },
  })
  return { type: 'success' as const }
}
