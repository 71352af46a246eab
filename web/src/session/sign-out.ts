import { auth } from '@portico/contract/auth.ts'
import { call } from '#lib/api.ts'
import { forgetUser } from '#lib/storage.ts'
import type { Session } from './session.ts'

const CHANNEL = 'portico-session'

/** Ends the session here and on the server, forgets what belongs to the user, and tells the other tabs. */
export async function signOut(session: Session): Promise<void> {
  await call(auth.signout, {})
  forgetUser()
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed-out')
  channel.close()
  session.end()
}

export function onSignedOutElsewhere(action: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = action
  return () => channel.close()
}
