import { alerts as alertsShape, NO_ALERTS } from '@portico/contract/alert-fields.ts'
import { CODE } from '@portico/contract/codes.ts'
import { scopeTitle } from '@portico/contract/spend-scopes.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activeLogin, loginLimits, roleOf } from '#access/index.ts'
import { ruleOf } from '#answers/index.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { spendToday } from '#ledger/limits/index.ts'
import { isLimitReached, latestRefusals } from '#refusals/index.ts'

const NOTHING = { spent_micros: 0, held_micros: 0 }
const DUPLICATES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const

/** Scopes a limit can be set for: every API of the catalogue, and every function in it. */
export function scopesOf(catalogue: Catalogue): { scope: string; title: string }[] {
  const functions = catalogue.functions().filter(({ methods }) => methods.some(({ tariff }) => tariff !== null))
  const apis = [...new Set(functions.map(({ api }) => api))]
  return [
    ...apis.map((api) => ({ scope: api, title: titleOf(api) })),
    ...functions.map(({ api, id, title }) => ({ scope: id.startsWith(`${api}/`) ? id : `${api}/${id}`, title })),
  ]
}

/** `app_data` becomes App data; the functions of an API are listed under it. */
function titleOf(api: string): string {
  const words = api.replaceAll('_', ' ')
  return `${words.length <= 4 ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1)} API`
}

export async function getSettings(ctx: UserCtx) {
  const { id, login } = await activeLogin(ctx)
  const role = await roleOf(ctx)
  const stored = await loginLimits(ctx, id)
  const alerts = alertsShape.safeParse({ ...NO_ALERTS, ...stored.alerts })
  const step = (value: number | null) => DUPLICATES.find((known) => known === value) ?? null
  return {
    login,
    role,
    ...(await dailyLimits(ctx)),
    scopes: scopesOf(ctx.catalogue),
    answers: { rule: ruleOf(ctx, stored.answers), days_max: ctx.env.keep.answers_days },
    duplicates: { hour: step(stored.duplicates_hour), day: step(stored.duplicates_day) },
    webhook_delay_ms: stored.webhook_delay_ms,
    alerts: alerts.success ? alerts.data : NO_ALERTS,
  }
}

/** The limits of the login, and what was spent of them today. */
export async function dailyLimits(ctx: UserCtx) {
  const { id } = await activeLogin(ctx)
  const now = ctx.clock.now()
  const { day, limits, spent } = await spendToday(ctx, id)
  const refused = await latestRefusals(ctx.db, [id], [CODE.costLimit], new Date(`${day}T00:00:00.000Z`))
  const scopes = scopesOf(ctx.catalogue)
  const named = (scope: string) => scopes.find((known) => known.scope === scope)?.title ?? scope
  const set = limits.filter(({ kind }) => kind === 'daily_limit').map(({ scope }) => scope)
  return {
    limits: ['', ...set.filter((scope) => scope !== '')].map((scope) => {
      const { spent_micros, held_micros } = spent.find((row) => row.scope === scope) ?? NOTHING
      const used_micros = spent_micros + held_micros
      const limit_micros = limits.find((row) => row.scope === scope && row.kind === 'daily_limit')?.limit_micros ?? null
      return {
        scope,
        title: scopeTitle(scope, { api: named, function: named }),
        limit_micros,
        spent_micros,
        is_reached:
          limit_micros !== null && isLimitReached({ kind: 'daily_limit', scope, limit_micros, used_micros }, refused),
        expected_at: limit_micros === null ? null : expectedAt(now, spent_micros, limit_micros),
      }
    }),
    resets_at: nextUtcDay(now).toISOString(),
  }
}

export function nextUtcDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + DAY_MS)
}

/** When today's spending will reach the limit at the pace since midnight UTC; null if not today. */
export function expectedAt(now: Date, spent_micros: number, limit_micros: number): string | null {
  const elapsed_ms = now.getTime() % DAY_MS
  if (spent_micros >= limit_micros) return now.toISOString()
  if (spent_micros === 0 || elapsed_ms === 0) return null
  const at_ms = now.getTime() + ((limit_micros - spent_micros) / spent_micros) * elapsed_ms
  return at_ms < nextUtcDay(now).getTime() ? new Date(at_ms).toISOString() : null
}
