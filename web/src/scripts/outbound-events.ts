import type { Category } from '@portico/contract/script-settings.ts'
import type { User } from '@portico/contract/user.ts'

export type EventName = 'sign_up_completed' | 'account_verified'
export type EventData = Record<string, string | number>

export type OutboundEvent =
  | { about: 'user'; user: User | null }
  | { about: 'page'; route: string }
  | { about: 'balance'; micros: number }
  | { about: 'event'; name: EventName; data: EventData }
  | { about: 'consent'; categories: Category[] }
  | { about: 'settings' }

const MOST = 50

let waiting: OutboundEvent[] = []
let hear: ((event: OutboundEvent) => void) | undefined

/**
 * The one face towards scripts of others. The product says here what happens and knows nobody behind it; who listens, and whether
 * anybody may be told, is decided by what loads later. Until then what was said waits.
 */
export const identify = (user: User | null) => say({ about: 'user', user })
/** The pattern of the route, never the address: that may hold what is nobody's business. */
export const page = (route: string) => say({ about: 'page', route })
export const balance = (micros: number) => say({ about: 'balance', micros })
export const event = (name: EventName, data: EventData = {}) => say({ about: 'event', name, data })
/** What the visitor agrees to; whatever is not named is refused. */
export const consent = (categories: Category[]) => say({ about: 'consent', categories })
/** Shows what can be agreed to. */
export const openConsent = () => say({ about: 'settings' })

function say(event: OutboundEvent): void {
  if (hear) hear(event)
  else waiting = [...waiting, event].slice(-MOST)
}

export function listen(listener: (event: OutboundEvent) => void): void {
  hear = listener
  const late = waiting
  waiting = []
  for (const event of late) listener(event)
}
