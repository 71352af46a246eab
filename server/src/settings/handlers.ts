import { isWithinCap } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import type { settings } from '@portico/contract/settings.ts'
import { activeLogin, holdLoginLimits, saveLoginLimits } from '#access/index.ts'
import { audit, changesBetween } from '#audit/index.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { checkSeen } from '#http/check-seen.ts'
import type { Handlers } from '#http/mount.ts'
import { needProof } from '#http/need-proof.ts'
import { setSpendLimit } from '#ledger/limits/index.ts'
import { getSettings } from './get-settings.ts'

type Change = Parameters<typeof saveLoginLimits>[2]
type Info = Awaited<ReturnType<typeof getSettings>>
type Recorded = Record<string, string | number | null>
/** Refuses input that was based on outdated values. */
type Check = (saved: Info) => void

export function settingsHandlers(catalogue: Catalogue): Handlers<typeof settings> {
  const save = (asker: UserCtx, action: string, change: Change, recordedOf: (info: Info) => Recorded, check: Check) =>
    inTx(asker.db, async (db) => {
      const ctx = { ...asker, db }
      const { id, login, owner_id } = await activeLogin(ctx)
      await holdLoginLimits(ctx, id)
      const before = await getSettings(ctx, catalogue)
      check(before)
      await saveLoginLimits(ctx, id, change)
      const after = await getSettings(ctx, catalogue)
      const changes = changesBetween(recordedOf(before), recordedOf(after))
      await audit(ctx, action, { user_id: owner_id, detail: { login, ...changes } })
      return after
    })
  return {
    getSettings: (ctx) => getSettings(ctx, catalogue),
    saveSpendLimit: (asker, { scope, limit_micros, seen }) =>
      inTx(asker.db, async (db) => {
        const ctx = { ...asker, db }
        const { id, login, owner_id } = await activeLogin(ctx)
        await holdLoginLimits(ctx, id)
        const { limits, scopes } = await getSettings(ctx, catalogue)
        // An API that is no longer sold can still have a limit, which must be removable.
        if (scope !== '' && [...scopes, ...limits].every((known) => known.scope !== scope))
          throw new Problem('invalid_input', { fields: { scope: MESSAGES.pattern } })
        const before = limits.find((limit) => limit.scope === scope)?.limit_micros ?? null
        checkSeen(seen, before)
        if (!isWithinCap(before, limit_micros)) needProof(ctx, 'recent')
        await setSpendLimit(ctx, { login_id: id, scope, kind: 'daily_limit', limit_micros })
        const detail = { login, ...(scope && { scope }), limit_micros, before_limit_micros: before }
        await audit(ctx, 'limit_changed', { user_id: owner_id, detail })
        return getSettings(ctx, catalogue)
      }),
    saveDuplicates: (ctx, { hour, day, seen }) =>
      save(
        ctx,
        'duplicates_changed',
        { duplicates_hour: hour, duplicates_day: day },
        ({ duplicates }) => ({ duplicates_hour: duplicates.hour, duplicates_day: duplicates.day }),
        ({ duplicates }) => checkSeen(seen, duplicates),
      ),
    saveWebhookDelay: (ctx, { webhook_delay_ms, seen }) =>
      save(
        ctx,
        'webhook_delay_changed',
        { webhook_delay_ms },
        (info) => ({ webhook_delay_ms: info.webhook_delay_ms }),
        (info) => checkSeen<number>(seen, info.webhook_delay_ms),
      ),
    saveAlerts: (ctx, { seen, ...thresholds }) =>
      save(
        ctx,
        'alerts_changed',
        { alerts: JSON.stringify(thresholds) },
        ({ alerts: { limit_percents, ...rest } }) => ({ ...rest, limit_percents: limit_percents.join(', ') }),
        ({ alerts }) => checkSeen(seen, alerts),
      ),
  }
}
