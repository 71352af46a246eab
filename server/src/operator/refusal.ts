import type { Problem, ProblemCode } from '@portico/contract/problem.ts'
import type { Command, Given } from './command.ts'

/** The field of a refusal that names none. */
const ABOUT: Partial<Record<ProblemCode, string[]>> = {
  unknown_user: ['email', 'user', 'who'],
  unknown_login: ['login'],
  unknown_order: ['reference'],
}

/** The server's refusal in terms of what the operator typed; undefined where it concerns none of it. */
export function refusalOf(error: Problem, command: Command, given: Given): string | undefined {
  const fields = Object.entries(error.fields)
  if (fields.length > 0) return fields.map(([field, text]) => `${typed(field, command, given)}: ${text}`).join('; ')
  const field = ABOUT[error.code]?.find(
    (name) => command.arguments.some(({ field }) => field === name) || isGiven(name, command, given),
  )
  return field && `${typed(field, command, given)}: ${error.message}`
}

function isGiven(field: string, command: Command, { options }: Given): boolean {
  return options[optionNamed(field, command)] !== undefined
}

function optionNamed(field: string, command: Command): string {
  const named = Object.entries(command.options).find(([, option]) => option.field === field)?.[0]
  return named ?? field.replaceAll('_', '-')
}

/** `--terms 'http://x'`, `<login> 'x'`. */
function typed(field: string, command: Command, given: Given): string {
  const index = command.arguments.findIndex((word) => word.field === field)
  const word = command.arguments[index]
  if (word) return `<${word.value}> '${given.words[index] ?? ''}'`
  const name = optionNamed(field, command)
  if (!(name in command.options)) return field
  const value = given.options[name]
  return value === undefined ? `--${name}` : `--${name} '${value}'`
}
