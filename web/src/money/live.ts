import type { Change, Tail } from '@portico/contract/live.ts'
import { microsToUnits } from '@portico/contract/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { openStream, type StreamState } from '#lib/live-stream.ts'
import { useUser } from '#session/session.ts'
import { liveBalanceQuery } from './balance.ts'

type OnChange = (change: Change, isFirst: boolean) => void

/** One stream per page, shared by all its listeners; the server draws pages without any. */
const changeListeners = new Set<OnChange>()
const watchers = new Set<() => void>()
let state: StreamState = 'opening'
const tails: Tail[] = []

function notify() {
  for (const watch of watchers) watch()
}

function subscribe(watch: () => void) {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

const wantedTail = () => tails.at(-1)
const currentState = () => state
const noTail = () => undefined
const opening = (): StreamState => 'opening'

/**
 * Updates the balance from the stream, besides polling every minute. It is mounted once, in the shell of every
 * signed-in screen.
 */
export function useLiveStream(): void {
  const client = useQueryClient()
  // A new user object may belong to another login, and with it to a new session.
  const user = useUser()
  const tail = useSyncExternalStore(subscribe, wantedTail, noTail)
  useEffect(() => {
    if (!user) return
    return openStream({
      tail,
      onState: (next) => {
        state = next
        notify()
      },
      onChange: (change, isFirst) => {
        const { balance_micros } = change
        const before = client.getQueryData(liveBalanceQuery.queryKey)?.balance_micros
        client.setQueryData(liveBalanceQuery.queryKey, { balance: microsToUnits(balance_micros), balance_micros })
        const isNews = !isFirst || (before !== undefined && before !== balance_micros)
        for (const listener of changeListeners) listener(change, !isNews)
      },
    })
  }, [client, user, tail])
}

/**
 * Calls `listener` for every change while mounted; with a `tail` also for its calls. `isFirst`: nothing happened, this
 * is the current state.
 */
export function useChanges(listener: OnChange, tail?: Tail): void {
  const onChange = useEffectEvent(listener)
  useEffect(() => {
    const own: OnChange = (change, isFirst) => onChange(change, isFirst)
    changeListeners.add(own)
    if (tail) tails.push(tail)
    notify()
    return () => {
      changeListeners.delete(own)
      if (tail) tails.splice(tails.lastIndexOf(tail), 1)
      notify()
    }
  }, [tail])
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(subscribe, currentState, opening)
}
