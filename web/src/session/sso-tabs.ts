import { recall, remember } from '#lib/storage.ts'

const CHANNEL = 'portico-sso'

/** Whether somebody came by single sign-on in this browser: others are not asked for what they do not have. */
export function knowsSso(): boolean {
  return recall('has_sso') === true
}

export function rememberSso(): void {
  remember('has_sso', true)
}

/** The sign-in service was left for in a tab of its own; the one that waits hears of it. */
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
