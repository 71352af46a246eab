import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { setCurrency } from '@portico/contract/currency.ts'
import { Problem } from '@portico/contract/problem.ts'
import { isStartProblem } from '#db/start-problem.ts'
import { readEnv } from '#env/env.ts'
import { type Command, type Given, usageError, usageOf } from './command.ts'
import { commands } from './commands.ts'
import { withConfirmation } from './confirm-amount.ts'
import { refusalOf } from './refusal.ts'
import { type OperatorAccess, readOperatorAccess } from './token.ts'

function help(about: Command[]): string {
  const rows = about.map((command) => `  ${usageOf({ ...command, options: {} }).padEnd(44)} ${command.about}`)
  return ['Usage: npm run -s portico -- <command>', '', ...rows, '', 'Every command takes --help and --json.'].join(
    '\n',
  )
}

function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) => `  --${name.padEnd(18)} ${option.about}`)
  return [
    `Usage: npm run -s portico -- ${usageOf(command)}`,
    '',
    command.about,
    ...(options.length > 0 ? ['', ...options] : []),
  ].join('\n')
}

function read(command: Command, words: string[]): Given {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  try {
    const parsed = parseArgs({
      // A negative amount is a word, not an option.
      args: words.map((word) => (/^-\d/.test(word) ? ` ${word}` : word)),
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const given: Record<string, string> = {}
    for (const [name, value] of Object.entries(parsed.values)) {
      if (typeof value === 'string') given[name] = value
      else if (value === true && name in command.options) given[name] = 'yes'
    }
    const missing = Object.entries(command.options).find(([name, option]) => option.is_required && !given[name])
    if (parsed.positionals.length !== command.arguments.length) throw usageError(`Usage: ${usageOf(command)}`)
    if (missing) throw usageError(`--${missing[0]} is needed: ${missing[1].about}.`)
    return { words: parsed.positionals, options: given, json: parsed.values.json === true }
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message)
    throw error
  }
}

async function run(words: string[]): Promise<string> {
  const command = commands.find(({ name }) => name.split(' ').every((part, at) => words[at] === part))
  const wantsHelp = words.length === 0 || words.includes('--help') || words.includes('-h')
  if (wantsHelp) return command ? helpOf(command) : help(commands)
  if (!command) throw usageError(`There is no command '${words.join(' ')}'. Try --help.`)
  const given = read(command, words.slice(command.name.split(' ').length))
  const env = readEnv()
  const access = readOperatorAccess(env.data_dir)
  setCurrency(access?.currency ?? env.currency)
  const ask = terminal()
  const attempt = (now: Given) => start(command, access, { ...now, ask })
  const result = await withConfirmation(given, attempt, ask, command.confirmation).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    // The server may have crashed: then its access file is still in the folder.
    if (error.code === 'unreachable' && access)
      throw usageError(
        `The server at ${access.url} does not answer. Start it with npm start, or set DATA_DIR to its folder.`,
      )
    const refusal = refusalOf(error, command, given)
    throw refusal ? usageError(refusal) : error
  })
  return given.json ? JSON.stringify(result.data, null, 2) : result.text
}

/** Asks a person at a terminal; the question is not part of the output. */
function terminal(): ((question: string) => Promise<string>) | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return async (question) => {
    const asking = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return await asking.question(question)
    } finally {
      asking.close()
    }
  }
}

async function start(command: Command, access: OperatorAccess | undefined, given: Given) {
  if (command.needs_server === false) return command.run(access, given)
  if (!access)
    throw usageError('No running server found in DATA_DIR. Start it with npm start, or set DATA_DIR to its folder.')
  return command.run(access, given)
}

/** What a command prints; a command that finds something to act on sets the exit code itself. */
export async function answerTo(words: string[]): Promise<{ failed: boolean; stdout: string; stderr: string }> {
  try {
    return { failed: false, stdout: `${await run(words)}\n`, stderr: '' }
  } catch (error) {
    const known = error instanceof Problem || isStartProblem(error)
    const message = known ? error.message : String(error)
    // With --json the output is JSON, also for an error.
    const stdout = words.includes('--json') ? `${JSON.stringify({ error: message }, null, 2)}\n` : ''
    return { failed: true, stdout, stderr: `portico: ${message}\n` }
  }
}
