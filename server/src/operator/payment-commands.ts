import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { type comparison, RECONCILE_DAYS_MAX } from '@portico/contract/operator-payments.ts'
import { ORDER_STATUSES } from '@portico/contract/payments.ts'
import type * as z from 'zod/mini'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command, usageError, YES } from './command.ts'
import { amountTyped, isYes } from './options.ts'

/** The comparison of our payments with the processor's lists; empty where they were never compared. */
export function comparisonLines({ compared_at, findings }: z.infer<typeof comparison>): string[] {
  if (!compared_at) return []
  const state = findings.length === 0 ? 'as the processor lists them' : `${findings.length} NOT EXPLAINED`
  return [
    `payments: ${state}, compared at ${compared_at}`,
    ...findings.map(({ finding, found_at }) => `NOT EXPLAINED since ${found_at}: ${finding}`),
  ]
}

/** Payments and refunds. */
export const paymentCommands: Command[] = [
  {
    name: 'payment list',
    usage: 'payment list [--login <login>] [--status <status>] [--limit <number>]',
    about: 'Shows payments, newest first, and messages of the processor that could not be handled.',
    arguments: 0,
    options: {
      login: { about: 'only of the account of this login' },
      status: { about: `one of ${ORDER_STATUSES.join(', ')}` },
      limit: { about: 'how many, 50 by default' },
    },
    run: async (access, { options }) => {
      const { login, limit = '50' } = options
      if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > 1000)
        throw usageError(`--limit is '${limit}', but must be a whole number from 1 to 1000.`)
      const status = ORDER_STATUSES.find((known) => known === options.status)
      if (options.status !== undefined && !status)
        throw usageError(`--status is '${options.status}', but must be one of ${ORDER_STATUSES.join(', ')}.`)
      const data = await callServer(access, operator.listPayments, {
        limit: Number(limit),
        ...(login && { login }),
        ...(status && { status }),
      })
      const lines = [
        ...data.payments.map((row) =>
          [
            row.created_at,
            row.reference,
            row.login,
            row.processor,
            row.status,
            formatMicros(row.amount_micros + row.tax_micros),
            ...(row.quarantine ? [`NOT FOLLOWED: ${row.quarantine}`] : []),
          ].join('  '),
        ),
        ...data.stuck.map((row) => `message ${row.event_id} (${row.type}) failed ${row.tries} times: ${row.error}`),
        ...comparisonLines(data.comparison),
      ]
      return { data, text: [...(data.payments.length === 0 ? ['no payments yet'] : []), ...lines].join('\n') }
    },
  },
  {
    name: 'payment show',
    usage: 'payment show <reference>',
    about: 'Shows a payment with its refunds and disputes.',
    arguments: 1,
    fields: ['reference'],
    options: {},
    run: async (access, { words: [reference = ''] }) => {
      const data = await callServer(access, operator.showPayment, { reference })
      const lines = [
        `${data.reference}  ${data.status}  ${data.login}  ${data.purpose}`,
        `${formatMicros(data.amount_micros)} and ${formatMicros(data.tax_micros)} tax, by ${data.processor} ${data.method_label}`,
        `created ${data.created_at}  paid ${data.paid_at ?? 'never'}  ${data.failure ?? ''}`,
        `at the processor: ${data.payment_ref ?? '-'}  ${data.checkout_ref ?? ''}`,
        ...(data.quarantine ? [`NOT FOLLOWED: ${data.quarantine}`] : []),
        ...data.reversals.map((row) =>
          [
            row.created_at,
            `${row.kind} ${row.state}`,
            formatMicros(row.total_micros),
            ...(row.excess_micros > 0 ? [`${formatMicros(row.excess_micros)} of it beyond the payment`] : []),
            row.actor,
            row.reason,
          ].join('  '),
        ),
      ]
      return { data, text: lines.join('\n') }
    },
  },
  {
    name: 'payment refund',
    usage: 'payment refund <reference> --reason <text> [--amount <amount>] [--allow-negative yes] [--yes]',
    about: 'Gives a payment back, in full or in part, with its part of the tax; never more than is left of it.',
    arguments: 1,
    fields: ['reference'],
    options: {
      reason: { about: 'why, kept with the booking', required: true },
      amount: { about: 'without tax; all that is left by default', field: 'amount_micros' },
      'allow-negative': { about: 'yes: take back more than the balance holds' },
      yes: YES,
    },
    run: async (access, { words: [reference = ''], options }) => {
      const data = await callServer(access, operator.refundPayment, {
        reference,
        reason: options.reason ?? '',
        by: by(),
        ...(options.amount !== undefined && { amount_micros: amountTyped(options.amount) }),
        ...(isYes('allow-negative', options['allow-negative']) && { allow_negative: true }),
        ...(options.yes && { confirmed: true }),
      })
      const whole = formatMicros(data.amount_micros + data.tax_micros)
      return { data, text: `refund of ${whole} (${formatMicros(data.tax_micros)} of it tax) is ${data.state}` }
    },
  },
  {
    name: 'payment confirm-wire',
    usage: 'payment confirm-wire <reference> --amount <amount> --reason <text>',
    about: 'Credits a wire that has arrived; the amount must be what was asked for, with tax.',
    arguments: 1,
    fields: ['reference'],
    options: {
      amount: { about: 'what arrived', required: true, field: 'amount_micros' },
      reason: { about: 'such as the line of the bank statement, kept on record', required: true },
    },
    run: async (access, { words: [reference = ''], options }) => {
      const data = await callServer(access, operator.confirmWire, {
        reference,
        amount_micros: amountTyped(options.amount ?? ''),
        reason: options.reason ?? '',
        by: by(),
      })
      return { data, text: `credited; balance of ${data.login} is ${formatMicros(data.balance_micros)}` }
    },
  },
  {
    name: 'payment test-dispute',
    usage: 'payment test-dispute <reference> [--outcome open|won|lost]',
    about: 'With the test processor: opens a dispute about a payment, as a bank would, or decides it.',
    arguments: 1,
    fields: ['reference'],
    options: { outcome: { about: 'open (default), won or lost' } },
    run: async (access, { words: [reference = ''], options }) => {
      const outcome = (['open', 'won', 'lost'] as const).find((known) => known === (options.outcome ?? 'open'))
      if (!outcome) throw usageError(`--outcome is '${options.outcome}', but must be open, won or lost.`)
      const data = await callServer(access, operator.disputeTestPayment, { reference, outcome, by: by() })
      return { data, text: `${data.reference} is ${data.status}` }
    },
  },
  {
    name: 'payment reconcile',
    usage: 'payment reconcile [--days <number>]',
    about: 'Compares the processor’s lists with ours now, both ways; prints what cannot be explained.',
    arguments: 0,
    options: { days: { about: 'how far back; by default what is new since the last comparison' } },
    run: async (access, { options: { days } }) => {
      if (days !== undefined && !(/^[1-9]\d{0,2}$/.test(days) && Number(days) <= RECONCILE_DAYS_MAX))
        throw usageError(`--days is '${days}', but must be a whole number from 1 to ${RECONCILE_DAYS_MAX}.`)
      const request = { by: by(), ...(days !== undefined && { days: Number(days) }) }
      const data = await callServer(access, operator.reconcilePayments, request)
      if (data.unexplained.length > 0) process.exitCode = 1
      return { data, text: data.unexplained.join('\n') || 'every payment is accounted for' }
    },
  },
]
