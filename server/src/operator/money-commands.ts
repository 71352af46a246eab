import { writeFileSync } from 'node:fs'
import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { command, commandWith } from './command.ts'

/** Columns side by side; an empty cell is a dash. */
const row = (...cells: (string | number | null)[]) => cells.map((cell) => cell ?? '-').join('  ')
const more = (next: string | null) => (next === null ? [] : [`more with --before ${next}`])

/** Money of all customers together. */
export const moneyCommands = [
  command(operator.revenueFile, {
    name: 'revenue csv',
    about: 'Writes the rows of revenue as a table, every customer on a line of their own.',
    text: ({ content }) => content,
  }),
  command(operator.liabilities, {
    name: 'liabilities',
    about: 'Shows what customers have with us together, and where it came from.',
    text: (data) =>
      [
        `we owe customers        ${formatMicros(data.owed_micros)}, ${data.owed_count} balances; ${formatMicros(data.held_micros)} of it is held for calls`,
        `customers owe us        ${formatMicros(data.overdrawn_micros)}, ${data.overdrawn_count} balances`,
        `deposits less refunds   ${formatMicros(data.deposits_micros)}`,
        `credits                 ${formatMicros(data.credits_micros)}`,
        `promo codes             ${formatMicros(data.promos_micros)}`,
        `fees of disputes        ${formatMicros(data.fees_micros)}`,
        `used by calls           ${formatMicros(data.usage_micros)}`,
        `databases bought        ${formatMicros(data.purchases_micros)}`,
      ].join('\n'),
  }),
  command(operator.listReversals, {
    name: 'payment reversals',
    about: 'Shows refunds and disputes of all payments, newest first.',
    text: ({ reversals, next }) =>
      [
        ...(reversals.length === 0 ? ['none'] : []),
        ...reversals.map((one) =>
          row(one.created_at, one.reference, one.login, one.kind, one.state, total(one), one.reason),
        ),
        ...more(next),
      ].join('\n'),
  }),
  command(operator.listAllDocuments, {
    name: 'document list',
    about: 'Shows invoices, credit notes and other documents of all customers, newest first.',
    text: ({ documents, next }) =>
      [
        ...(documents.length === 0 ? ['no documents yet'] : []),
        ...documents.map((one) =>
          row(one.issued_at, one.number, one.kind, one.brand, one.customer, one.country, total(one), one.reference),
        ),
        ...more(next),
      ].join('\n'),
  }),
  command(operator.documentNumbers, {
    name: 'document numbers',
    about: 'Shows the numbers of documents of a year, and names each that is missing.',
    text: ({ year, series }) => {
      const gaps = series.flatMap((one) => one.gaps)
      if (gaps.length > 0) process.exitCode = 1
      return [
        `${year}: ${gaps.length === 0 ? 'no number is missing' : 'NUMBERS ARE MISSING'}`,
        ...series.map((one) =>
          [
            row(one.brand, one.kind, `1 to ${one.last}`, `${one.count} documents`, one.last_number),
            ...one.gaps.map(({ from, to }) => `  MISSING: ${from === to ? from : `${from} to ${to}`}`),
          ].join('\n'),
        ),
      ].join('\n')
    },
  }),
  command(operator.taxReport, {
    name: 'tax',
    about: 'Shows invoices less credit notes of a period, by country and rate of tax.',
    text: ({ rows, totals }) =>
      [
        ...rows.map((one) =>
          row(one.brand, one.seller_country, one.country, one.note, `${one.rate_bp / 100} %`, amounts(one)),
        ),
        `total  ${amounts(totals)}`,
      ].join('\n'),
  }),
  command(operator.taxFile, {
    name: 'tax csv',
    about: 'Writes the same as a table.',
    text: ({ content }) => content,
  }),
  command(operator.listMonths, {
    name: 'month list',
    about: 'Shows which months are closed, with the checksums of their files.',
    text: ({ months }) =>
      months
        .map((one) => row(one.month, one.closed_at ? `closed ${one.closed_at}` : (one.not_yet ?? 'open'), one.sha256))
        .join('\n') || 'no bookings yet',
  }),
  command(operator.closeMonth, {
    name: 'month close',
    about: 'Closes a month whose days are closed, and writes its file for the accountant, once.',
    arguments: ['month'],
    text: ({ month, sha256 }) => `${month} is closed; SHA-256 of its file: ${sha256}`,
  }),
  commandWith(
    operator.monthFile,
    {
      name: 'month file',
      about: 'Writes the file of a closed month, accounts-MONTH.zip, into this folder.',
      arguments: ['month'],
    },
    async (access, input) => {
      const { name, content, sha256 } = await callServer(access, operator.monthFile, input)
      writeFileSync(name, Buffer.from(content, 'base64'))
      return { data: { name, sha256 }, text: `${name}  SHA-256 ${sha256}` }
    },
  ),
]

function total({ amount_micros, tax_micros }: { amount_micros: number; tax_micros: number }): string {
  return formatMicros(amount_micros + tax_micros)
}

function amounts(one: { amount_micros: number; tax_micros: number; invoices: number; credit_notes: number }): string {
  return `${formatMicros(one.amount_micros)} and ${formatMicros(one.tax_micros)} tax, ${one.invoices} invoices, ${one.credit_notes} credit notes`
}
