import {
  ANSWER_DAYS,
  type AnswerRule,
  type Answers,
  answerRule,
  DEFAULT_ANSWERS,
  type StoredAnswer,
} from '@portico/contract/answers.ts'
import { loginLimits } from '#access/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type AnswerRow, answerOf, applyToStored, lastGood } from './store.ts'

/**
 * The rule in force, for no more days than the operator allows; null where the operator stores no answers. A value of another
 * version counts as the default.
 */
export function ruleOf({ env }: Pick<Ctx, 'env'>, stored: unknown): AnswerRule | null {
  const most_days = env.keep.answers_days
  const read = answerRule.safeParse(stored)
  const rule = read.success ? read.data : DEFAULT_ANSWERS
  const days = ANSWER_DAYS.findLast((count) => count <= rule.days && count <= most_days)
  return days === undefined ? null : { ...rule, days }
}

/** The answer of a call, and the last good one of its function and login. */
export async function readAnswers(
  ctx: Pick<Ctx, 'db' | 'clock' | 'env'>,
  call: Pick<AnswerRow, 'id' | 'login_id' | 'api' | 'function' | 'is_sandbox'>,
): Promise<Answers> {
  const now = ctx.clock.now()
  const rule = ruleOf(ctx, (await loginLimits(ctx, call.login_id)).answers)
  const answer = await answerOf(ctx.db, call.login_id, call.id, now)
  const good = await lastGood(ctx.db, call, now)
  return { answer: answer ? shown(answer) : null, good: good ? shown(good) : null, rule }
}

/** To be called in the transaction that saves the rule. */
export function applyRule(ctx: Pick<Ctx, 'db' | 'clock'>, login_id: number, rule: AnswerRule): Promise<void> {
  const { failed, share, days } = rule
  return applyToStored(ctx.db, login_id, { failed, has_share: share > 0, days, now: ctx.clock.now() })
}

function shown({ id, at, http_status, type, bytes, answer, cut_at }: AnswerRow): StoredAnswer {
  return { id, at: at.toISOString(), http_status, type, bytes, answer: answer ?? null, cut_at }
}
