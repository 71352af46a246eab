import { NO_SCRIPTS, type ScriptSettings } from '@portico/contract/script-settings.ts'
import type { Consent } from '@portico/contract/scripts.ts'
import type { User } from '@portico/contract/user.ts'
import type { EventData, OutboundEvent } from './outbound-events.ts'

export interface StoredEvent {
  name: string
  data: EventData
}

/** All known state, and the events that analytics has not received yet because it was not on the page. */
export interface Known {
  setup: ScriptSettings
  isProduction: boolean
  isActing: boolean
  user: User | null
  route: string
  micros: number | undefined
  consent: Consent | undefined
  pages: string[]
  events: StoredEvent[]
  /** True when the settings are open. */
  isChoosing: boolean
}

export const NOTHING: Known = {
  setup: NO_SCRIPTS,
  isProduction: false,
  isActing: false,
  user: null,
  route: '',
  micros: undefined,
  consent: undefined,
  pages: [],
  events: [],
  isChoosing: false,
}

const MOST_PAGES = 20
const MOST_EVENTS = 10

/** The state after an event. Without consent nothing is even remembered. */
export function next(known: Known, event: OutboundEvent, now: Date): Known {
  switch (event.about) {
    case 'user':
      return { ...known, user: event.user }
    case 'balance':
      return { ...known, micros: event.micros }
    case 'settings':
      return { ...known, isChoosing: true }
    case 'page':
      return viewed({ ...known, route: event.route })
    case 'event': {
      const { name, data } = event
      return counts(known) ? { ...known, events: [...known.events, { name, data }].slice(-MOST_EVENTS) } : known
    }
    case 'consent': {
      const consent: Consent = {
        categories: ['necessary', ...event.categories],
        revision: known.setup.revision,
        consentTimestamp: now.toISOString(),
        data: {},
      }
      const answered = { ...known, consent, isChoosing: false }
      if (!counts(answered)) return { ...answered, pages: [], events: [] }
      // The screen on which the visitor agrees is the first that is counted.
      return counts(known) ? answered : viewed(answered)
    }
  }
}

function viewed(known: Known): Known {
  const analytics = analyticsOf(known)
  if (!counts(known) || !(known.isProduction || analytics?.in_development)) return known
  return { ...known, pages: [...known.pages, known.route].slice(-MOST_PAGES) }
}

/** True when the visitor has agreed to analytics, and analytics is configured. */
function counts(known: Known): boolean {
  const analytics = analyticsOf(known)
  if (!analytics || known.isActing) return false
  return known.consent?.categories.includes(analytics.category) ?? false
}

function analyticsOf({ setup }: Known) {
  return setup.parties.find(({ name }) => name === 'analytics')
}
