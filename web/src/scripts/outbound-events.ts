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
let onEvent: ((event: OutboundEvent) => void) | undefined

/**
 * The one face towards scripts of others. The product says here what happens and knows nobody behind it; who listens, and whether
 * anybody may be told, is decided by what loads later. Until then what was said waits.
 */
export const identify = (user: User | null) => emit({ about: 'user', user })
/** The pattern of the route, never the address: that may hold what is nobody's business. */
export const page = (route: string) => emit({ about: 'page', route })
export const balance = (micros: number) => emit({ about: 'balance', micros })
export const event = (name: EventName, data: EventData = {}) => emit({ about: 'event', name, data })
/** What the visitor agrees to; whatever is not named is refused. */
export const consent = (categories: Category[]) => emit({ about: 'consent', categories })
/** Shows what can be agreed to. */
export const openConsent = () => emit({ about: 'settings' })

function emit(event: OutboundEvent): void {
  if (onEvent) onEvent(event)
  else waiting = [...waiting, event].slice(-MOST)
}

export function listen(listener: (event: OutboundEvent) => void): void {
  onEvent = listener
  const late = waiting
  waiting = []
  for (const event of late) listener(event)
}
