import type { apiKeys } from '@portico/contract/api-keys.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { activeLogin } from '#access/index.ts'
import { changeKey as change, rotateKey as rotate } from '#access/secrets/index.ts'
import { changesBetween } from '#audit/index.ts'
import type { ChangeCtx } from '#http/change.ts'
import { distinct, expiryOf } from './add-key.ts'

const LISTED = ['is_read_only', 'functions', 'addresses', 'per_minute', 'expires_at'] as const

/** Members change their own keys only: the secret acts for them. */
export async function changeKey(ctx: ChangeCtx, { id, days, ...given }: Input<typeof apiKeys.changeKey>) {
  const { id: login_id, login, owner_id } = await activeLogin(ctx)
  const expiry = days === undefined ? {} : { expires_at: expiryOf(ctx, days) }
  const after = { ...given, ...distinct(given), ...expiry }
  const before = await change(ctx, { id, login_id, user_id: ctx.session.user_id }, after)
  if (!before) throw new Problem('unknown_key')
  const isSame = (name: (typeof LISTED)[number]) =>
    JSON.stringify(before[name]) === JSON.stringify({ ...before, ...after }[name])
  const fields = LISTED.filter((name) => !isSame(name)).join(', ')
  const changes = { ...changesBetween(recordedOf(before), recordedOf(after)), ...(fields && { fields }) }
  if (Object.keys(changes).length > 0)
    ctx.audit('key_changed', { user_id: owner_id, detail: { login, key: given.name, ...changes } })
  return { type: 'success' as const }
}

type Recorded = Pick<Input<typeof apiKeys.changeKey>, 'name' | 'total_micros' | 'day_micros'>

/** In the words of the log, which shows the value before and after. */
function recordedOf({ name, total_micros, day_micros }: Recorded) {
  return { key: name, total_micros, cap_micros: day_micros }
}

/** A new secret with the bounds of the old one, for the member who made the key. */
export async function rotateKey(ctx: ChangeCtx, { id, overlap_min }: Input<typeof apiKeys.rotateKey>) {
  const { id: login_id, login, owner_id } = await activeLogin(ctx)
  const rotated = await rotate(ctx, { id, login_id, user_id: ctx.session.user_id }, overlap_min)
  if (!rotated) throw new Problem('unknown_key')
  ctx.audit('key_rotated', { user_id: owner_id, detail: { login, key: rotated.name, overlap_min } })
  return { id, secret: rotated.secret }
}
