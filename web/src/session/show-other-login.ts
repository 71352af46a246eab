import type { User } from '@portico/contract/user.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Session } from './session.ts'

/**
 * Balance, subscriptions and all else on the page belong to a login or a team, so all of it is requested again, also what
 * was requested for the login before.
 */
export async function showOtherLogin(client: QueryClient, session: Pick<Session, 'update'>, user: User): Promise<void> {
  session.update(user)
  await client.cancelQueries()
  return client.invalidateQueries()
}
