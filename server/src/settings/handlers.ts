import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import type { settings } from '@portico/contract/settings.ts'
import { activeLogin, saveLoginLimits } from '#access/room.ts'
import { audit, changesBetween } from '#audit/room.ts'
import type { Catalogue } from '#catalogue/room.ts'
import type { Handlers } from '#http/mount.ts'
import { setSpendLimit } from '#ledger/room.ts'
import type { UserCtx } from '../ctx.ts'
import { getSettings } from './get-settings.ts'

type Change = Parameters<typeof saveLoginLimits>[2]
type Info = Awaited<ReturnType<typeof getSettings>>
type Told = Record<string, string | number | null>

export function settingsHandlers(catalogue: Catalogue): Handlers<typeof settings> {
  const save = async (ctx: UserCtx, action: string, change: Change, told: (info: Info) => Told) => {
    const { id, login, owner_id } = await activeLogin(ctx)
    const before = told(await getSettings(ctx, catalogue))
    await saveLoginLimits(ctx, id, change)
    const after = await getSettings(ctx, catalogue)
    await audit(ctx, action, { user_id: owner_id, detail: { login, ...changesBetween(before, told(after)) } })
    return after
  }
  return {
    getSettings: (ctx) => getSettings(ctx, catalogue),
    saveSpendLimit: async (ctx, { scope, limit_micros }) => {
      const { limits, scopes } = await getSettings(ctx, catalogue)
      if (scope !== '' && scopes.every((known) => known.scope !== scope))
        throw new Problem('invalid_input', { fields: { scope: MESSAGES.pattern } })
      const { id, login, owner_id } = await activeLogin(ctx)
      const before = limits.find((limit) => limit.scope === scope)?.limit_micros ?? null
      await setSpendLimit(ctx, { login_id: id, scope, kind: 'daily_limit', limit_micros })
      const detail = { login, ...(scope && { scope }), limit_micros, before_limit_micros: before }
      await audit(ctx, 'limit_changed', { user_id: owner_id, detail })
      return getSettings(ctx, catalogue)
    },
    saveDuplicates: (ctx, { hour, day }) =>
      save(ctx, 'duplicates_changed', { duplicates_hour: hour, duplicates_day: day }, ({ duplicates }) => ({
        duplicates_hour: duplicates.hour,
        duplicates_day: duplicates.day,
      })),
    saveWebhookDelay: (ctx, { webhook_delay_ms }) =>
      save(ctx, 'webhook_delay_changed', { webhook_delay_ms }, (info) => ({ webhook_delay_ms: info.webhook_delay_ms })),
    saveAlerts: (ctx, wishes) =>
      save(ctx, 'alerts_changed', { alerts: JSON.stringify(wishes) }, ({ alerts: { limit_percents, ...rest } }) => ({
        ...rest,
        limit_percents: limit_percents.join(', '),
      })),
  }
}
