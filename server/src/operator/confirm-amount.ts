import { formatMicros } from '@portico/contract/money.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { type Given, usageError } from './command.ts'

/** Above the limit a second person of the staff decides. Whatever was done so far is rolled back with this. */
export class ApprovalNeeded extends Error {
  readonly amount_micros: number
  /** The account it concerns; null: none. */
  readonly owner_id: number | null

  constructor(amount_micros: number, owner_id: number | null) {
    super('a second person has to approve this amount')
    this.amount_micros = amount_micros
    this.owner_id = owner_id
  }
}

interface Booked {
  amount_micros: number
  owner_id: number | null
  is_confirmed?: boolean | undefined
}

/**
 * A large amount is booked only when confirmed: one zero too many is typed easily. Staff and programs do not confirm
 * their own: the command line's flag counts for nothing at the console and with a token.
 */
export function checkConfirmed(
  { env, staff, token }: Pick<RequestCtx, 'env' | 'staff' | 'token'>,
  { amount_micros, owner_id, is_confirmed = false }: Booked,
): void {
  const most = env.confirm_above_micros
  const isAllowed = staff ? staff.approved_by !== undefined : is_confirmed && !token
  if (Math.abs(amount_micros) <= most || isAllowed) return
  if (staff) throw new ApprovalNeeded(amount_micros, owner_id)
  if (token)
    throw new Problem('invalid_input', {
      fields: { amount_micros: `is more than ${formatMicros(most)}: staff request it in the console` },
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
