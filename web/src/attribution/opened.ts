import { forget, recall, remember } from '#lib/storage.ts'

/** The address the first page view began with, and the page before it. */
export interface Opened {
  search: string
  referrer: string
}

let opened: Opened = { search: '', referrer: '' }

/** In memory alone: it lasts as long as the page does, and nothing of it is left in the browser. */
export function recordLanding(): void {
  opened = recall('opened') ?? { search: location.search, referrer: document.referrer }
  forget('opened')
}

export function whatWasOpened(): Opened {
  return opened
}

/** A sign-up with a third party leaves this page and comes back to a new one: until then this tab stores it. */
export function leaveForThirdParty(): void {
  remember('opened', opened)
}
