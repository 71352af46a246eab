import type { User } from '@portico/contract/user.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Session } from './session.ts'

/** Balance, subscriptions and all else on the page belong to a login or a team, so all of it is requested again. */
export async function showOtherLogin(
  client: QueryClient,
  session: Pick<Session, 'update'>,
  user: User,
  /** Requested as well, even where no part of the screen shows it. */
  more: () => Promise<unknown>[] = () => [],
): Promise<void> {
  session.update(user)
  // A first reply that was sent for the other login would count as one for this login.
  await client.cancelQueries()
  await Promise.all([client.invalidateQueries(), ...more()])
}
