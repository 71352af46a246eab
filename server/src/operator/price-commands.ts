import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { readEnv } from '#env/env.ts'
import { callServer } from '#integrations/own-server.ts'
import { by, type Command, type Given, usageError } from './command.ts'
import { isYes, momentOf } from './options.ts'

const FILE = { about: 'another file than prices.yaml in PROVIDER_DIR' }
const FOR = { about: 'prices of this account alone: the file names only functions that differ', field: 'email' }
const AT = {
  about: 'when it takes effect, like 2026-12-01 or 2026-12-01T00:00:00Z; else as the file says, or in half a minute',
}

/** The server decides by its own documents; the file is read here, on the operator's machine. */
export const priceCommands: Command[] = [
  {
    name: 'prices check',
    usage: 'prices check [--file <path>] [--for <e-mail>] [--at <date>]',
    about: 'Shows what applying the prices of a file would change, and changes nothing.',
    arguments: 0,
    options: { file: FILE, for: FOR, at: AT },
    run: async (access, { options }) => {
      const data = await callServer(access, operator.checkPrices, written(options))
      return { data, text: [`would apply ${headOf(data)}`, ...changeLines(data)].join('\n') }
    },
  },
  {
    name: 'prices apply',
    usage: 'prices apply [--at <date>] [--file <path>] [--for <e-mail>] [--announce no]',
    about:
      'Makes the prices of a file count from a moment on, for all instances at once, and announces it to customers.',
    arguments: 0,
    options: { file: FILE, for: FOR, at: AT, announce: { about: 'no: without a notice to customers' } },
    run: async (access, { options }) => {
      const is_announced = isYes('announce', options.announce, true)
      const data = await callServer(access, operator.applyPrices, { ...written(options), is_announced, by: by() })
      return { data, text: [`applied ${headOf(data)}`, ...changeLines(data)].join('\n') }
    },
  },
  {
    name: 'prices list',
    usage: 'prices list [--for <e-mail>]',
    about: 'Lists the applied versions of the prices with when each counts.',
    arguments: 0,
    options: { for: FOR },
    run: async (access, { options }) => {
      const data = await callServer(access, operator.listPrices, whose(options))
      const lines = data.versions.map(
        ({ version, valid_from, state, actor }) => `${version.padEnd(20)} from ${valid_from}  ${state}  by ${actor}`,
      )
      return { data, text: lines.join('\n') || 'none: this account pays what everybody pays' }
    },
  },
  {
    name: 'prices withdraw',
    usage: 'prices withdraw <version> [--for <e-mail>]',
    about: 'Takes back a version that has not taken effect yet, with its notice.',
    arguments: 1,
    fields: ['version'],
    options: { for: FOR },
    run: async (access, { words: [version = ''], options }) => {
      const data = await callServer(access, operator.withdrawPrices, { ...whose(options), version, by: by() })
      return { data, text: `${data.version} withdrawn` }
    },
  },
  {
    name: 'prices end',
    usage: 'prices end <e-mail> [--at <date>]',
    about: 'Ends the prices of one account: it pays what everybody pays from then on.',
    arguments: 1,
    fields: ['email'],
    options: { at: AT },
    run: async (access, { words: [email = ''], options }) => {
      const data = await callServer(access, operator.endOwnPrices, { email, ...moment(options), by: by() })
      return { data, text: `${email} pays what everybody pays from ${data.valid_from}` }
    },
  },
]

type Options = Given['options']

function whose(options: Options) {
  return options.for ? { email: options.for } : {}
}

function moment({ at }: Options) {
  return at === undefined ? {} : { at: momentOf('at', at) }
}

function written(options: Options) {
  const file = options.file ?? join(readEnv().provider_dir, 'prices.yaml')
  return { ...whose(options), ...moment(options), file, book: readBook(file) }
}

function readBook(file: string): string {
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
