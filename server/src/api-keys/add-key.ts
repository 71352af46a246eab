import type { apiKeys } from '@portico/contract/api-keys.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { may } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin, lockTeam, makeKey } from '#access/index.ts'
import type { Ctx, UserCtx } from '#ctx/ctx.ts'
import { isCallable } from '#function-names/index.ts'
import type { ChangeCtx } from '#http/change.ts'
import { readRule } from '#http/ip-rules.ts'
import { type Limit, spend } from '#http/limits.ts'

const CHANGES: Limit = { name: 'api-keys', max: 60, window_ms: 60 * 60 * 1000 }

type Bounds = Pick<Input<typeof apiKeys.addKey>, 'functions' | 'addresses'>

/** Refuses functions and addresses that do not exist; right ones count against a limit, whether the change succeeds or not. */
export async function checkBounds(ctx: UserCtx, { functions, addresses }: Bounds): Promise<void> {
  if (functions && !functions.every((name) => isCallable(ctx.catalogue, name)))
    throw new Problem('invalid_input', { fields: { functions: MESSAGES.noFunction } })
  if (!addresses.every(readRule)) throw new Problem('invalid_input', { fields: { addresses: MESSAGES.pattern } })
  await spend(ctx, [{ limit: CHANGES, of: String(ctx.session.user_id) }])
}

/** Creates an API key; what its maker may do and spend bounds it with every call. */
export async function addKey(ctx: ChangeCtx, { days, ...given }: Input<typeof apiKeys.addKey>) {
  const { user_id } = ctx.session
  const { id: login_id, login, owner_id } = await activeLogin(ctx)
  // The creator's own rights are locked until the key exists.
  const own = (await lockTeam(ctx, owner_id)).find((member) => member.user_id === user_id)
  if (!own || !may(own.role, 'manage_keys')) throw new Problem('not_allowed')
  const made = await makeKey(ctx, { login_id, user_id, ...given, ...distinct(given), expires_at: expiryOf(ctx, days) })
  ctx.audit('key_added', {
    user_id: owner_id,
    detail: { login, key: given.name, total_micros: given.total_micros, cap_micros: given.day_micros },
  })
  return made
}

export function expiryOf({ clock }: Pick<Ctx, 'clock'>, days: number | null): Date | null {
  return days === null ? null : new Date(clock.now().getTime() + days * DAY_MS)
}

export function distinct({ functions, addresses }: Bounds) {
  return { functions: functions && [...new Set(functions)], addresses: [...new Set(addresses)] }
}
