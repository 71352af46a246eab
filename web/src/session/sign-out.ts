import { auth } from '@portico/contract/auth.ts'
import { call } from '#lib/api.ts'
import { forget, forgetUser, recall, remember } from '#lib/storage.ts'
import type { Session } from './session.ts'

const CHANNEL = 'portico-session'

/** Ends the session here and on the server, forgets what belongs to the user, and notifies the other tabs. */
export async function signOut(session: Session): Promise<void> {
  // Without a connection it ends here at once, and on the server as soon as that can be reached.
  await call(auth.signout, {}).catch(() => remember('sign_out_due', true))
  forgetUser()
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed-out')
  channel.close()
  session.end()
}

/**
 * Sends a sign-out that the server has not received yet; true when there was one. Fails while the server does not
 * reply.
 */
export async function finishSignOut(): Promise<boolean> {
  if (!recall('sign_out_due')) return false
  await call(auth.signout, {})
  forget('sign_out_due')
  return true
}

export function onSignedOutElsewhere(action: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = action
  return () => channel.close()
}
