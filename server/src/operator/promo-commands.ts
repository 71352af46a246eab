import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import type { PromoRow } from '@portico/contract/operator-promos.ts'
import { command } from './command.ts'

export const promoCommands = [
  command(operator.addPromo, {
    name: 'promo add',
    about: 'Makes a promo code: an --amount, or a --percent on top of the next payment; each account uses it once.',
    arguments: ['code'],
    text: lineOf,
  }),
  command(operator.listPromos, {
    name: 'promo list',
    about: 'Shows all promo codes with their budgets and how often they were used.',
    text: ({ promos }) => promos.map(lineOf).join('\n') || 'There are no promo codes.',
  }),
  command(operator.endPromo, {
    name: 'promo end',
    about: 'Ends a promo code: it cannot be redeemed any more. Percentages that wait for a payment are still credited.',
    arguments: ['code'],
    text: ({ code, ended }) => `${code} ${ended ? 'has ended' : 'had ended already'}`,
  }),
]

/** `SPRING  20 %, up to 100.000000  used by 3 (1 waits)  40.000000 of 500.000000  until 2026-12-31T00:00:00.000Z`. */
function lineOf(row: PromoRow): string {
  const { code, amount_micros, percent, max_micros, budget_micros, spent_micros, starts_at, ends_at, note } = row
  const worth = amount_micros === null ? `${percent} %` : formatMicros(amount_micros)
  const parts = [
    `${code}  ${worth}${max_micros === null ? '' : `, up to ${formatMicros(max_micros)}`}`,
    `used by ${row.uses}${row.waiting > 0 ? ` (${row.waiting} waiting)` : ''}`,
    `${formatMicros(spent_micros)}${budget_micros === null ? '' : ` of ${formatMicros(budget_micros)}`}`,
    ...(starts_at ? [`from ${starts_at}`] : []),
    ...(ends_at ? [`until ${ends_at}`] : []),
    ...(note ? [note] : []),
  ]
  return parts.join('  ')
}
