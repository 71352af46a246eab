import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import type { comparison } from '@portico/contract/operator-payments.ts'
import type * as z from 'zod/mini'
import { command } from './command.ts'

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
export const paymentCommands = [
  command(operator.listPayments, {
    name: 'payment list',
    about: 'Shows payments, newest first, and messages of the processor that could not be handled.',
    text: (data) =>
      [
        ...(data.payments.length === 0 ? ['no payments yet'] : []),
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
      ].join('\n'),
  }),
  command(operator.showPayment, {
    name: 'payment show',
    about: 'Shows a payment with its refunds and disputes.',
    arguments: ['reference'],
    text: (data) =>
      [
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
      ].join('\n'),
  }),
  command(operator.refundPayment, {
    name: 'payment refund',
    about: 'Gives a payment back, in full or in part, with its part of the tax; never more than is left of it.',
    arguments: ['reference'],
    text: ({ amount_micros, tax_micros, state }) =>
      `refund of ${formatMicros(amount_micros + tax_micros)} (${formatMicros(tax_micros)} of it tax) is ${state}`,
  }),
  command(operator.confirmWire, {
    name: 'payment confirm-wire',
    about: 'Credits a wire that has arrived; the amount must be the one of the order, with tax.',
    arguments: ['reference'],
    text: ({ login, balance_micros }) => `credited; balance of ${login} is ${formatMicros(balance_micros)}`,
  }),
  command(operator.disputeTestPayment, {
    name: 'payment test-dispute',
    about: 'With the test processor: opens a dispute about a payment, as a bank would, or decides it.',
    arguments: ['reference'],
    text: ({ reference, status }) => `${reference} is ${status}`,
  }),
  command(operator.reconcilePayments, {
    name: 'payment reconcile',
    about: 'Compares the processor’s lists with ours now, both ways; prints what cannot be explained.',
    text: ({ unexplained }) => {
      if (unexplained.length > 0) process.exitCode = 1
      return unexplained.join('\n') || 'every payment is accounted for'
    },
  }),
  command(operator.refundCall, {
    name: 'refund call',
    about:
      'Gives back what one request cost, or a part of it, once; the customer sees it in Usage and in the balance history.',
    arguments: ['call'],
    text: ({ amount_micros, login, balance_micros }) =>
      `${formatMicros(amount_micros)} given back; balance of ${login} is ${formatMicros(balance_micros)}`,
  }),
]
