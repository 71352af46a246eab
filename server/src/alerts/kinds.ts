import { LOGIN_ALERT_KINDS, type LoginAlertKind } from '@portico/contract/alert-kinds.ts'
import { errorRateAbove } from './error-rate-above.ts'
import { limitShare } from './limit-share.ts'
import { balanceBelow, daysLeftBelow } from './low-balance.ts'
import type { Rule } from './rule.ts'

export const RULES: Record<LoginAlertKind, Rule<unknown>> = {
  balance: balanceBelow,
  runway: daysLeftBelow,
  limit: limitShare,
  errors: errorRateAbove,
}

export const ENDING_BY_THEMSELVES = LOGIN_ALERT_KINDS.filter((kind) => RULES[kind].ends_by_itself)
