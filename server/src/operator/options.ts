import { parseAmount } from '@portico/contract/parse-amount.ts'
import { usageError } from './command.ts'

/** The value of an option from a list; undefined where it is not given. */
export function oneOf<T extends string>(name: string, given: string | undefined, known: readonly T[]): T | undefined {
  const found = known.find((one) => one === given)
  if (given !== undefined && found === undefined)
    throw usageError(`--${name} is '${given}', but must be one of ${known.join(', ')}.`)
  return found
}

/** The value of a yes/no option; any other word is refused, not guessed. */
export function isYes(name: string, given: string | undefined, otherwise = false): boolean {
  return given === undefined ? otherwise : oneOf(name, given, ['yes', 'no']) === 'yes'
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** A UTC day, or a moment with its zone: without one it would differ between machines. */
export function momentOf(name: string, given: string): string {
  const [, day = ''] = MOMENT.exec(given) ?? []
  const time = new Date(given)
  if (!isDay(day) || Number.isNaN(time.getTime()))
    throw usageError(
      `--${name} is '${given}', but must be a day like 2026-12-01 or a moment like 2026-12-01T00:00:00Z.`,
    )
  return time.toISOString()
}

/** The 31st of a shorter month would become a day of the next one. */
function isDay(day: string): boolean {
  const time = new Date(day)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
}

export function wholeNumber(name: string, given: string, most: number): number {
  if (!/^[1-9]\d{0,8}$/.test(given) || Number(given) > most)
    throw usageError(`--${name} is '${given}', but must be a whole number from 1 to ${most}.`)
  return Number(given)
}

export function amountTyped(text: string): number {
  const micros = parseAmount(text)
  if (!micros || micros < 0) throw usageError(`'${text}' is not an amount. Write it like 25 or 12.50.`)
  return micros
}
