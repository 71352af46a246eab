import type { Input } from '@portico/contract/endpoint.ts'
import { isWithinCap } from '@portico/contract/permissions.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import type { settings } from '@portico/contract/settings.ts'
import { activeLogin, holdLoginLimits, saveLoginLimits } from '#access/index.ts'
import { applyRule } from '#answers/index.ts'
import { changesBetween } from '#audit/index.ts'
import { type ChangeCtx, change } from '#http/change.ts'
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

export const settingsHandlers: Handlers<typeof settings> = {
  getSettings,
  saveSpendLimit: change(saveSpendLimit),
  saveDuplicates: change((ctx, { hour, day, seen }) =>
    save(
      ctx,
      'duplicates_changed',
      { duplicates_hour: hour, duplicates_day: day },
      ({ duplicates }) => ({ duplicates_hour: duplicates.hour, duplicates_day: duplicates.day }),
      ({ duplicates }) => checkSeen(seen, duplicates),
    ),
  ),
  saveWebhookDelay: change((ctx, { webhook_delay_ms, seen }) =>
    save(
      ctx,
      'webhook_delay_changed',
      { webhook_delay_ms },
      (info) => ({ webhook_delay_ms: info.webhook_delay_ms }),
      (info) => checkSeen<number>(seen, info.webhook_delay_ms),
    ),
  ),
  saveAnswers: change(saveAnswers),
  saveAlerts: change((ctx, { seen, ...thresholds }) =>
    save(
      ctx,
      'alerts_changed',
      { alerts: JSON.stringify(thresholds) },
      ({ alerts: { limit_percents, ...rest } }) => ({ ...rest, limit_percents: limit_percents.join(', ') }),
      ({ alerts }) => checkSeen(seen, alerts),
    ),
  ),
}

async function save(ctx: ChangeCtx, action: string, given: Change, recordedOf: (info: Info) => Recorded, check: Check) {
  const { id, login, owner_id } = await activeLogin(ctx)
  await holdLoginLimits(ctx, id)
  const before = await getSettings(ctx)
  check(before)
  await saveLoginLimits(ctx, id, given)
  const after = await getSettings(ctx)
  const changes = changesBetween(recordedOf(before), recordedOf(after))
  ctx.audit(action, { user_id: owner_id, detail: { login, ...changes } })
  return after
}

async function saveAnswers(ctx: ChangeCtx, { seen, ...rule }: Input<typeof settings.saveAnswers>) {
  if (rule.days > ctx.env.keep.answers_days) throw new Problem('invalid_input', { fields: { days: MESSAGES.range } })
  const info = await save(
    ctx,
    'answers_changed',
    { answers: JSON.stringify(rule) },
    ({ answers }) => ({ ...answers.rule, failed: String(answers.rule?.failed) }),
    ({ answers }) => checkSeen<unknown>(seen, answers.rule),
  )
  await applyRule(ctx, (await activeLogin(ctx)).id, rule)
  return info
}

async function saveSpendLimit(ctx: ChangeCtx, { scope, limit_micros, seen }: Input<typeof settings.saveSpendLimit>) {
  const { id, login, owner_id } = await activeLogin(ctx)
  await holdLoginLimits(ctx, id)
  const { limits, scopes } = await getSettings(ctx)
  // An API that is no longer sold can still have a limit, which must be removable.
  if (scope !== '' && [...scopes, ...limits].every((known) => known.scope !== scope))
    throw new Problem('invalid_input', { fields: { scope: MESSAGES.pattern } })
  const before = limits.find((limit) => limit.scope === scope)?.limit_micros ?? null
  checkSeen(seen, before)
  if (!isWithinCap(before, limit_micros)) needProof(ctx, 'recent')
  await setSpendLimit(ctx, { login_id: id, scope, kind: 'daily_limit', limit_micros })
  const detail = { login, ...(scope && { scope }), limit_micros, before_limit_micros: before }
  ctx.audit('limit_changed', { user_id: owner_id, detail })
  return getSettings(ctx)
}
