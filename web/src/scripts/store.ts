import type { Boot } from '@portico/contract/boot.ts'
import { CONSENT_COOKIE, type Consent, readConsent } from '@portico/contract/scripts.ts'
import { users } from '@portico/contract/users.ts'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { clearAttribution, storeAttribution } from '#attribution/store-attribution.ts'
import { call } from '#lib/api.ts'
import { readCookie, writeCookie } from '#lib/cookies.ts'
import { forget, recall, remember } from '#lib/storage.ts'
import { listen, type OutboundEvent } from './outbound-events.ts'
import { type Known, NOTHING, next, type StoredEvent } from './reducer.ts'

const CONSENT_S = 182 * 24 * 60 * 60
/** A sign-up ends in a mail and continues in another page: its events wait in a cookie of ours. */
const EVENTS_COOKIE = 'pending_events'
const EVENTS_S = 7 * 24 * 60 * 60

let known: Known = NOTHING
const listeners = new Set<() => void>()

export function begin({ scripts: setup, production, impersonated_by }: Boot): void {
  const consent = storedConsent(setup.revision)
  known = {
    ...known,
    setup,
    isProduction: production,
    isActing: impersonated_by !== null,
    consent,
    pages: recall('uncounted') ?? [],
    events: storedEvents(),
  }
  if (consent?.categories.includes('marketing')) storeAttribution()
  listen(onEvent)
}

function onEvent(event: OutboundEvent): void {
  const before = known
  become(next(known, event, new Date()))
  if (known.consent !== before.consent && known.consent) storeConsent(known.consent)
  if (known.events !== before.events) storeEvents(known.events)
  if (known.pages !== before.pages) remember('uncounted', known.pages)
}

function become(after: Known): void {
  known = after
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useKnown(): Known {
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => NOTHING,
  )
}

/** Analytics has received these. */
export function forgetCounted(): void {
  if (known.events.length > 0) storeEvents([])
  forget('uncounted')
  become({ ...known, pages: [], events: [] })
}

export function closeChoice(): void {
  become({ ...known, isChoosing: false })
}

/** Another tab may have been given another answer. */
export function rereadConsent(): void {
  const consent = storedConsent(known.setup.revision)
  if (JSON.stringify(consent) !== JSON.stringify(known.consent)) become({ ...known, consent })
}

let recording: { consent: Consent; user_id: number; done: Promise<void> } | undefined

/** The answer is written down with the user's account, too: once for every answer and user. */
export function recordConsent(): Promise<void> {
  const { consent, user, isActing } = known
  if (!consent || !user || isActing || consent.data.told === user.id) return Promise.resolve()
  if (recording?.consent !== consent || recording.user_id !== user.id)
    recording = { consent, user_id: user.id, done: record(consent, user.id) }
  return recording.done
}

async function record(consent: Consent, user_id: number): Promise<void> {
  try {
    await call(users.setConsentData, { consent: JSON.stringify({ ...consent, data: {} }) })
  } catch {
    // Not written down, not marked as such: the next page tries again.
    return
  }
  if (known.consent !== consent) return
  const recorded = { ...consent, data: { told: user_id } }
  storeConsent(recorded)
  become({ ...known, consent: recorded })
}

/** An answer to a former question does not count. */
function storedConsent(revision: string): Consent | undefined {
  const consent = readConsent(readCookie(CONSENT_COOKIE))
  return consent?.revision === revision ? consent : undefined
}

function storeConsent(consent: Consent): void {
  writeCookie(CONSENT_COOKIE, JSON.stringify(consent), CONSENT_S)
  if (consent.categories.includes('marketing')) storeAttribution()
  else clearAttribution()
}

const stored = z.array(z.object({ name: z.string(), data: z.record(z.string(), z.union([z.string(), z.number()])) }))

function storedEvents(): StoredEvent[] {
  try {
    return stored.parse(JSON.parse(readCookie(EVENTS_COOKIE) ?? '[]'))
  } catch {
    return []
  }
}

function storeEvents(events: StoredEvent[]): void {
  writeCookie(EVENTS_COOKIE, JSON.stringify(events), events.length > 0 ? EVENTS_S : 0)
}
