import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Output } from '@portico/contract/endpoint.ts'
import { formatMicros } from '@portico/contract/money.ts'
import { operator } from '@portico/contract/operator.ts'
import type { PriceEffect } from '@portico/contract/operator-prices.ts'
import { readEnv } from '#env/env.ts'
import { command, type Given, usageError } from './command.ts'

/** The server decides by its own documents; the file is read here, on the operator's machine. */
const fill = { file: fileOf, book: (given: Given) => readGivenFile(fileOf(given)) }

export const priceCommands = [
  command(operator.checkPrices, {
    name: 'prices check',
    about: 'Shows what applying the prices of a file would change, and changes nothing.',
    fill,
    text: (data) => [`would apply ${headOf(data)}`, ...changeLines(data)].join('\n'),
  }),
  command(operator.priceEffect, {
    name: 'prices effect',
    about: 'Shows what customers paid in the last thirty days, and what they would have paid by the prices of a file.',
    fill,
    text: effectText,
  }),
  command(operator.applyPrices, {
    name: 'prices apply',
    about:
      'Makes the prices of a file count from a moment on, for all instances at once, and announces it to customers.',
    fill,
    text: (data) => [`applied ${headOf(data)}`, ...changeLines(data)].join('\n'),
  }),
  command(operator.listPrices, {
    name: 'prices list',
    about: 'Lists the applied versions of the prices with when each counts.',
    text: ({ versions }) =>
      versions
        .map(
          ({ version, valid_from, state, actor }) => `${version.padEnd(20)} from ${valid_from}  ${state}  by ${actor}`,
        )
        .join('\n') || 'none: this account pays what everybody pays',
  }),
  command(operator.withdrawPrices, {
    name: 'prices withdraw',
    about: 'Takes back a version that has not taken effect yet, with its notice.',
    arguments: ['version'],
    text: ({ version }) => `${version} withdrawn`,
  }),
  command(operator.endOwnPrices, {
    name: 'prices end',
    about: 'Ends the prices of one account: it pays what everybody pays from then on.',
    arguments: ['email'],
    text: ({ valid_from }, { email }) => `${email} pays what everybody pays from ${valid_from}`,
  }),
]

function fileOf({ options }: Given): string {
  return options.file ?? join(readEnv().provider_dir, 'prices.yaml')
}

export function readGivenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`${file} could not be read: ${error instanceof Error ? error.message : 'unreadable'}.`)
  }
}

type Shown = Output<typeof operator.checkPrices>

function headOf({ version, valid_from, in_force }: Shown): string {
  return `version ${version} from ${valid_from}${in_force ? `; in force now: ${in_force}` : ''}`
}

function changeLines({ changes }: Shown): string[] {
  if (changes.length === 0) return ['no price differs']
  return [
    `${changes.length} ${changes.length === 1 ? 'price differs' : 'prices differ'}:`,
    ...changes.map(({ id, before, after }) => `  ${id}\n    now  ${before}\n    then ${after}`),
  ]
}

function effectText({ before_micros, after_micros, customers, more, less, estimated, rows }: PriceEffect): string {
  if (customers === 0) return 'no one called a function whose price changes'
  const line = (email: string, before: number, after: number) =>
    `${email.padEnd(40)} ${formatMicros(before).padStart(16)} ${formatMicros(after).padStart(16)}`
  return [
    `${customers} ${customers === 1 ? 'customer' : 'customers'}: ${more} would have paid more, ${less} less`,
    line('all of them: paid, and by these prices', before_micros, after_micros),
    ...rows.map((row) => line(row.email, row.before_micros, row.after_micros)),
    ...(estimated.length > 0 ? [`estimated: ${estimated.join(', ')}`] : []),
  ].join('\n')
}
