import { scripts } from '@portico/contract/scripts.ts'
import { call } from '#lib/api.ts'
import { recall, remember } from '#lib/storage.ts'
import { event } from './outbound-events.ts'

/**
 * A sign-up often ends in another browser than it began in, and counts once: the server gives it to the first screen
 * that can report it. One reply per browser is enough, as it never becomes due again.
 */
export async function claimSignUp(user_id: number): Promise<void> {
  if (recall('sign_up_asked') === user_id) return
  try {
    const { is_due } = await call(scripts.claimSignUp, {})
    remember('sign_up_asked', user_id)
    if (is_due) event('sign_up_completed')
  } catch {
    // Without a reply it is not marked: the next page requests it again.
  }
}
