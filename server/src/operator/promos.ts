import type { Input } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import { STAFF_MESSAGES } from '@portico/contract/staff-messages.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { addPromo, endPromo, promoRows } from '#promo/index.ts'
import { checkConfirmed } from './confirm-amount.ts'

type Mine = 'addPromo' | 'listPromos' | 'endPromo'

export const promoOperatorHandlers: Pick<Handlers<typeof operator>, Mine> = {
  addPromo: change(async (ctx, input) => {
    const fields = {
      ...faultsOf(input, ctx.clock.now()),
      ...((ctx.staff || ctx.token) && input.budget_micros === undefined && { budget_micros: STAFF_MESSAGES.budget }),
    }
    if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields })
    const { code, amount_micros = null, percent = null, max_micros = null, budget_micros = null, note = '' } = input
    const terms = { amount_micros, percent, max_micros, budget_micros }
    const [starts_at, ends_at] = [momentOf(input.starts_at), momentOf(input.ends_at)]
    await addPromo(ctx, { code, ...terms, starts_at, ends_at, note })
    // The budget is what it can cost. The command line sets it as it likes.
    checkConfirmed(ctx, { amount_micros: budget_micros ?? 0, owner_id: null, is_confirmed: true })
    ctx.audit('promo_added', { detail: { code, ...terms } })
    const [row] = await promoRows(ctx, code)
    if (!row) throw new Problem('internal')
    return row
  }),
  listPromos: async (ctx) => ({ promos: await promoRows(ctx) }),
  endPromo: change(async (ctx, { code }) => {
    const ended = await endPromo(ctx, code)
    if (ended) ctx.audit('promo_ended', { detail: { code } })
    return { code, ended }
  }),
}

const momentOf = (given: string | undefined) => (given === undefined ? null : new Date(given))

/** Contradictions, by field. */
function faultsOf(input: Input<typeof operator.addPromo>, now: Date): Record<string, string> {
  const { amount_micros, percent, max_micros, budget_micros, starts_at, ends_at } = input
  const faults: [boolean, string, string][] = [
    [
      (amount_micros === undefined) === (percent === undefined),
      'amount_micros',
      'give either an amount or a percentage',
    ],
    [max_micros !== undefined && percent === undefined, 'max_micros', 'belongs to a percentage'],
    [(budget_micros ?? Infinity) < (amount_micros ?? 0), 'budget_micros', 'is less than one use of the code'],
    [
      starts_at !== undefined && ends_at !== undefined && new Date(ends_at) <= new Date(starts_at),
      'ends_at',
      'must be after the start',
    ],
    // A code is never made twice: one with a mistyped year would be lost.
    [ends_at !== undefined && new Date(ends_at) < now, 'ends_at', 'is over already'],
  ]
  return Object.fromEntries(faults.flatMap(([is, field, text]) => (is ? [[field, text]] : [])))
}
