import { formatMicros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { type Given, usageError } from './command.ts'

/**
 * A large amount is booked only when confirmed: one zero too many is typed easily. Staff and programs do not
 * confirm their own: at the console and with a token it stays within the limit.
 */
export function checkConfirmed(
  { env, staff, token }: Pick<RequestCtx, 'env' | 'staff' | 'token'>,
  amount_micros: number,
  is_confirmed = false,
): void {
  const most = env.confirm_above_micros
  if (Math.abs(amount_micros) <= most || (is_confirmed && !staff && !token)) return
  if (staff || token)
    throw new Problem('invalid_input', {
      fields: { amount_micros: `is more than ${formatMicros(most)}: it is booked on the command line` },
    })
  const confirmed = `${formatMicros(Math.abs(amount_micros))} is more than ${formatMicros(most)}`
  throw new Problem('invalid_input', { fields: { confirmed } })
}

/** Asks on the terminal, where there is one, and then does it; elsewhere `--yes` is needed. */
export async function withConfirmation<T>(
  given: Given,
  run: (given: Given) => Promise<T>,
  ask: ((question: string) => Promise<string>) | undefined,
  { done, doing } = { done: 'booked', doing: 'book it' },
): Promise<T> {
  try {
    return await run(given)
  } catch (error) {
    const why = error instanceof Problem ? error.fields.confirmed : undefined
    if (why === undefined || given.options.yes !== undefined) throw error
    if (!ask) throw usageError(`Nothing was ${done}: ${why}. Say --yes to ${doing}.`)
    const answer = await ask(`${why}. Type yes to ${doing}: `)
    if (answer.trim().toLowerCase() !== 'yes') throw usageError(`Nothing was ${done}.`)
    return run({ ...given, options: { ...given.options, yes: 'yes' } })
  }
}
