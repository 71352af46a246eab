import { parseUsd } from '@portico/contract/money.ts'
import { usageError } from './command.ts'

/** What an option says, where it must be one of a list; undefined where it is not given. */
export function oneOf<T extends string>(name: string, given: string | undefined, known: readonly T[]): T | undefined {
  const found = known.find((one) => one === given)
  if (given !== undefined && found === undefined)
    throw usageError(`--${name} is '${given}', but must be one of ${known.join(', ')}.`)
  return found
}

export function wholeNumber(name: string, given: string, most: number): number {
  if (!/^[1-9]\d{0,8}$/.test(given) || Number(given) > most)
    throw usageError(`--${name} is '${given}', but must be a whole number from 1 to ${most}.`)
  return Number(given)
}

export function dollars(usd: string): number {
  const micros = parseUsd(usd)
  if (!micros || micros < 0) throw usageError(`'${usd}' is not an amount. Write dollars like 25 or 12.50.`)
  return micros
}
