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
 * The one interface to third-party scripts. The product reports events here and knows no recipient; who listens, and
 * who may receive an event, is decided by code that loads later. Until then events wait.
 */
export const identify = (user: User | null) => emit({ about: 'user', user })
/** The pattern of the route, never the address, which may hold private data. */
export const page = (route: string) => emit({ about: 'page', route })
export const balance = (micros: number) => emit({ about: 'balance', micros })
export const event = (name: EventName, data: EventData = {}) => emit({ about: 'event', name, data })
/** The visitor's consent; a category that is not named is refused. */
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
