import { recall, remember } from '#lib/storage.ts'

const CHANNEL = 'portico-sso'

/** True when a user signed in by single sign-on in this browser: others are not offered it. */
export function knowsSso(): boolean {
  return recall('has_sso') === true
}

export function rememberSso(): void {
  remember('has_sso', true)
}

/** The sign-in service was opened in a new tab; the waiting tab receives the result. */
export function announceConfirmed(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('confirmed')
  channel.close()
}

export function onConfirmed(action: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = action
  return () => channel.close()
}
