import { CODE } from '@portico/contract/codes.ts'
import { memberScope } from '@portico/contract/spend-scopes.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { apiTitle, functionsByKey, titleOfScope } from '#function-names/index.ts'
import { plainAddress } from '#http/client-address.ts'
import { compileRules } from '#http/ip-rules.ts'
import { spendToday } from '#ledger/limits/index.ts'
import { paysWithoutDetails } from '#payments/index.ts'
import { rechargeFailure } from '#recharge/index.ts'
import { latestRefusals, type Refusal } from '#refusals/index.ts'
import { hasCalledSince, moneyOf } from '#traffic/index.ts'
import type { Facts } from './states-of.ts'
import { standings } from './store.ts'
import { utcMidnight } from './utc-days.ts'

/** Codes of refusals that a setting can end. */
const CODES = [
  CODE.unauthorized,
  CODE.costLimit,
  CODE.subscriptionNeeded,
  CODE.duplicatesPerHour,
  CODE.duplicatesPerDay,
  CODE.addressRefused,
]

/** Reads the facts that decide a login's banners. */
export async function gatherFacts(
  ctx: UserCtx,
  { login_id, owner_id }: { login_id: number; owner_id: number },
  outage: Facts['outage'],
): Promise<Facts> {
  const now = ctx.clock.now()
  const midnight_ms = utcMidnight(now)
  const [[state], money, today, refused, recharge_failed] = await Promise.all([
    standings(ctx.db, [login_id], now),
    moneyOf(ctx, [login_id]),
    spendToday(ctx, login_id),
    latestRefusals(ctx.db, [login_id], CODES, new Date(now.getTime() - DAY_MS)),
    rechargeFailure(ctx, login_id),
  ])
  if (!state) throw new Error(`login ${login_id} has no row`)
  const refused_from = refused.find(({ code }) => code === CODE.addressRefused)?.ip ?? null
  const byIp = refused_from && plainAddress(refused_from)
  return {
    is_verified: state.is_verified,
    is_on_hold: state.is_on_hold,
    free_micros: money.free_micros,
    days_left: money.days_left,
    resets_at: new Date(midnight_ms + DAY_MS).toISOString(),
    limits: today.limits
      .filter(({ kind, scope }) => kind === 'daily_limit' || scope === memberScope(ctx.session.user_id))
      .map(({ kind, scope, limit_micros }) => {
        const used = today.spent.find((row) => row.scope === scope)
        const used_micros = (used?.spent_micros ?? 0) + (used?.held_micros ?? 0)
        return { kind, scope, title: titleOfScope(ctx.catalogue, scope), limit_micros, used_micros }
      }),
    duplicates: { hour: state.duplicates_hour, day: state.duplicates_day },
    subscriptions: state.subscriptions,
    recharge_failed,
    lacks_details: await paysWithoutDetails(ctx, owner_id),
    refused_ip: byIp !== null && !compileRules(state.ip_rules)(byIp) ? byIp : null,
    wrong_password_ip: await wrongPasswordIp(ctx, login_id, refused),
    refusals: refused.map((one) => shownRefusal(ctx.catalogue, one, midnight_ms)),
    outage,
  }
}

async function wrongPasswordIp(ctx: UserCtx, login_id: number, refused: Refusal[]): Promise<string | null> {
  const wrong = refused.find(({ code }) => code === CODE.unauthorized)
  if (!wrong?.ip) return null
  return (await hasCalledSince(ctx.db, login_id, wrong.ip, wrong.at)) ? null : wrong.ip
}

function shownRefusal(catalogue: Catalogue, refusal: Refusal, midnight_ms: number): Facts['refusals'][number] {
  const { code, at, message, reason, scope, limit_micros, api, function: name } = refusal
  const product = functionsByKey(catalogue).get(`${api}/${name}`)?.subscription ?? null
  return {
    code,
    reason,
    scope,
    limit_micros,
    message,
    is_today: at.getTime() >= midnight_ms,
    title: apiTitle(catalogue, api),
    product,
  }
}
