import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import type { settings } from '@portico/contract/settings.ts'
import { activeLogin, saveLoginLimits } from '#access/room.ts'
import { audit } from '#audit/room.ts'
import type { Catalogue } from '#catalogue/room.ts'
import type { Handlers } from '#http/mount.ts'
import { setSpendLimit } from '#ledger/room.ts'
import type { UserCtx } from '../ctx.ts'
import { getSettings, scopesOf } from './get-settings.ts'

type Change = Parameters<typeof saveLoginLimits>[2]

export function settingsHandlers(sold: Catalogue): Handlers<typeof settings> {
  const save = async (ctx: UserCtx, action: string, change: Change) => {
    const { id, login, owner_id } = await activeLogin(ctx)
    await saveLoginLimits(ctx, id, change)
    await audit(ctx, action, { user_id: owner_id, detail: { login } })
    return getSettings(ctx, sold)
  }
  return {
    getSettings: (ctx) => getSettings(ctx, sold),
    saveSpendLimit: async (ctx, { scope, limit_micros }) => {
      if (scope !== '' && scopesOf(sold).every((known) => known.scope !== scope))
        throw new Problem('invalid_input', { fields: { scope: MESSAGES.pattern } })
      const { id, login, owner_id } = await activeLogin(ctx)
      await setSpendLimit(ctx, { login_id: id, scope, kind: 'daily_limit', limit_micros })
      await audit(ctx, 'limit_changed', { user_id: owner_id, detail: { login, scope, limit_micros } })
      return getSettings(ctx, sold)
    },
    saveDuplicates: (ctx, { hour, day }) =>
      save(ctx, 'duplicates_changed', { duplicates_hour: hour, duplicates_day: day }),
    saveWebhookDelay: (ctx, { webhook_delay_ms }) => save(ctx, 'webhook_delay_changed', { webhook_delay_ms }),
    saveAlerts: (ctx, wishes) => save(ctx, 'alerts_changed', { alerts: JSON.stringify(wishes) }),
  }
}
