import type { Change } from '@portico/contract/live.ts'
import { microsToUsd } from '@portico/contract/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { openStream, type StreamState } from '#lib/live-stream.ts'
import { creditsQuery } from './credits.ts'
import { useUser } from './session.ts'

type Hear = (change: Change, isFirst: boolean) => void

/** One stream a page, whoever on it listens; the server draws pages without any. */
const hearers = new Set<Hear>()
const watchers = new Set<() => void>()
let state: StreamState = 'opening'
let tails = 0

function tell() {
  for (const watch of watchers) watch()
}

function subscribe(watch: () => void) {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

const wantsTail = () => tails > 0
const currentState = () => state
const nobody = () => false
const opening = (): StreamState => 'opening'

/** Keeps the balance as the server says it, besides asking every minute. Stands once, around every signed-in screen. */
export function useLiveStream(): void {
  const client = useQueryClient()
  // A new user object may stand for another login, and with it for a new session.
  const user = useUser()
  const withTail = useSyncExternalStore(subscribe, wantsTail, nobody)
  useEffect(() => {
    if (!user) return
    return openStream({
      withTail,
      onState: (next) => {
        state = next
        tell()
      },
      onChange: (change, isFirst) => {
        const { balance_micros } = change
        const before = client.getQueryData(creditsQuery.queryKey)?.balance_micros
        client.setQueryData(creditsQuery.queryKey, { balance: microsToUsd(balance_micros), balance_micros })
        const isNews = !isFirst || (before !== undefined && before !== balance_micros)
        for (const hear of hearers) hear(change, !isNews)
      },
    })
  }, [client, user, withTail])
}

/** Hears every change while it stands; `withTail` also the calls. `isFirst`: nothing happened, that is how things stand. */
export function useChanges(hear: Hear, { withTail = false } = {}): void {
  const onChange = useEffectEvent(hear)
  useEffect(() => {
    const own: Hear = (change, isFirst) => onChange(change, isFirst)
    hearers.add(own)
    if (withTail) tails += 1
    tell()
    return () => {
      hearers.delete(own)
      if (withTail) tails -= 1
      tell()
    }
  }, [withTail])
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(subscribe, currentState, opening)
}
