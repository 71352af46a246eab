import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import type { PromoRow } from '@portico/contract/operator-promos.ts'
import { parseAmount } from '@portico/contract/parse-amount.ts'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command, usageError } from './command.ts'

export const promoCommands: Command[] = [
  {
    name: 'promo add',
    usage:
      'promo add <code> --amount <amount> | --percent <number> [--max <amount>] [--budget <amount>] [--from <time>] [--to <time>]',
    about: 'Makes a promo code: an amount, or a percentage on top of the next payment; each account uses it once.',
    arguments: 1,
    fields: ['code'],
    options: {
      amount: { about: 'credited when the code is redeemed', field: 'amount_micros' },
      percent: { about: 'of the next payment, 1 to 100' },
      max: { about: 'the most that a percentage credits', field: 'max_micros' },
      budget: { about: 'the most that all accounts together get', field: 'budget_micros' },
      from: { about: 'valid from this time on, like 2026-12-03T03:30:00Z', field: 'starts_at' },
      to: { about: 'valid until this time', field: 'ends_at' },
      note: { about: 'what it is for, shown by promo list' },
    },
    run: async (access, { words: [code = ''], options }) => {
      const { amount, percent, max, budget, from, to, note } = options
      const data = await callServer(access, operator.addPromo, {
        code,
        ...(amount !== undefined && { amount_micros: amountOf('amount', amount) }),
        ...(percent !== undefined && { percent: whole('percent', percent) }),
        ...(max !== undefined && { max_micros: amountOf('max', max) }),
        ...(budget !== undefined && { budget_micros: amountOf('budget', budget) }),
        ...(from !== undefined && { starts_at: from }),
        ...(to !== undefined && { ends_at: to }),
        ...(note !== undefined && { note }),
        by: by(),
      })
      return { data, text: lineOf(data) }
    },
  },
  {
    name: 'promo list',
    usage: 'promo list',
    about: 'Shows all promo codes with their budgets and how often they were used.',
    arguments: 0,
    options: {},
    run: async (access) => {
      const data = await callServer(access, operator.listPromos, {})
      return { data, text: data.promos.map(lineOf).join('\n') || 'There are no promo codes.' }
    },
  },
  {
    name: 'promo end',
    usage: 'promo end <code>',
    about: 'Ends a promo code: nobody redeems it any more. Percentages that wait for a payment are still credited.',
    arguments: 1,
    fields: ['code'],
    options: {},
    run: async (access, { words: [code = ''] }) => {
      const data = await callServer(access, operator.endPromo, { code, by: by() })
      return { data, text: `${data.code} ${data.ended ? 'has ended' : 'had ended already'}` }
    },
  },
]

function amountOf(option: string, typed: string): number {
  const micros = parseAmount(typed)
  if (!micros || micros < 0) throw usageError(`--${option} is '${typed}', but must be an amount like 25 or 12.50.`)
  return micros
}

function whole(option: string, typed: string): number {
  if (!/^\d{1,3}$/.test(typed)) throw usageError(`--${option} is '${typed}', but must be a whole number from 1 to 100.`)
  return Number(typed)
}

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
