import type { AnswerRuleInfo, answerRules } from '@portico/contract/answers.ts'
import type { Input } from '@portico/contract/endpoint.ts'
import { Problem } from '@portico/contract/problem.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import { activeLogin, holdLoginLimits, loginLimits, roleOf, saveLoginLimits } from '#access/index.ts'
import { changesBetween } from '#audit/index.ts'
import type { UserCtx } from '#ctx/ctx.ts'
import { type ChangeCtx, change } from '#http/change.ts'
import { checkSeen } from '#http/check-seen.ts'
import type { Handlers } from '#http/mount.ts'
import { applyRule, ruleOf } from './rules.ts'

export const answerRuleHandlers: Handlers<typeof answerRules> = {
  getAnswerRule,
  saveAnswerRule: change(saveAnswerRule),
}

async function getAnswerRule(ctx: UserCtx): Promise<AnswerRuleInfo> {
  const { id } = await activeLogin(ctx)
  const { answers } = await loginLimits(ctx, id)
  return { rule: ruleOf(ctx, answers), days_max: ctx.env.keep.answers_days, role: await roleOf(ctx) }
}

async function saveAnswerRule(ctx: ChangeCtx, { seen, ...rule }: Input<typeof answerRules.saveAnswerRule>) {
  if (rule.days > ctx.env.keep.answers_days) throw new Problem('invalid_input', { fields: { days: MESSAGES.range } })
  const { id, login, owner_id } = await activeLogin(ctx)
  await holdLoginLimits(ctx, id)
  const before = (await getAnswerRule(ctx)).rule
  checkSeen<unknown>(seen, before)
  await saveLoginLimits(ctx, id, { answers: JSON.stringify(rule) })
  await applyRule(ctx, id, rule)
  const recorded = (one: typeof before) => ({ ...one, failed: String(one?.failed ?? false) })
  ctx.audit('answers_changed', {
    user_id: owner_id,
    detail: { login, ...changesBetween(recorded(before), recorded(rule)) },
  })
  return getAnswerRule(ctx)
}
