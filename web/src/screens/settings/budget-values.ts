import { BUDGET_MESSAGES } from '@portico/contract/budget-messages.ts'
import { budgetLine, TAG_MAX } from '@portico/contract/budgets.ts'
import { MESSAGES } from '@portico/contract/rules.ts'
import * as z from 'zod/mini'
import { typedMicros } from '#money/typed-amount.ts'

const isAmount = (text: string) => budgetLine.safeParse(typedMicros(text)).success
const amount = z.string().check(z.refine(isAmount, { error: BUDGET_MESSAGES.budgetAmount, abort: true }))

/** A budget as typed. The server has the same rules for what it gets. */
export const budgetValues = z
  .object({
    of: z.enum(['account', 'login', 'tag']),
    login: z.string(),
    tag: z.string().check(z.maxLength(TAG_MAX, MESSAGES.tooLong)),
    soft_micros: amount,
    hard_micros: amount,
  })
  .check(
    z.refine(({ soft_micros, hard_micros }) => `${soft_micros}${hard_micros}`.trim() !== '', {
      error: BUDGET_MESSAGES.budgetLine,
      path: ['soft_micros'],
    }),
    z.refine(
      ({ soft_micros, hard_micros }) => {
        const [soft, hard] = [typedMicros(soft_micros), typedMicros(hard_micros)]
        return soft == null || hard == null || soft < hard
      },
      { error: BUDGET_MESSAGES.budgetOrder, path: ['hard_micros'] },
    ),
    z.refine(({ of, tag }) => of !== 'tag' || tag !== '', { error: MESSAGES.required, path: ['tag'] }),
    z.refine(({ of, login }) => of !== 'login' || login !== '', { error: MESSAGES.required, path: ['login'] }),
  )
