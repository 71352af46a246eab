import type { Balance } from '@portico/contract/balance.ts'
import type { Change, Tail } from '@portico/contract/live.ts'
import { LIVE_PATH } from '@portico/contract/live-address.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { StreamState } from '#lib/live-stream.ts'
import { startStream } from '#lib/start-stream.ts'
import { useSession, useUser } from '#session/session.ts'
import { atMostEvery } from './at-most-every.ts'
import { liveBalanceQuery, refreshMoney } from './balance.ts'

type OnChange = (change: Change) => void

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

const SPACING_MS = 1_000

/**
 * Updates the balance and all that depends on it from the stream, besides polling every minute. It is mounted once, in the shell of every
 * signed-in screen.
 */
export function useLiveStream(): void {
  const client = useQueryClient()
  // A new user object may belong to another login, and with it to a new session.
  const user = useUser()
  const session = useSession()
  const tail = useSyncExternalStore(subscribe, wantedTail, noTail)
  useEffect(() => {
    if (!user) return
    let latest: Balance | undefined
    const show = atMostEvery(SPACING_MS, async () => {
      // Without that code the balance alone is shown.
      await refreshMoney(client, undefined, latest).catch(() => client.setQueryData(liveBalanceQuery.queryKey, latest))
    })
    const close = startStream({
      shared: `${user.id} ${user.api_login}`,
      path: tail ? `${LIVE_PATH}?tail=${tail}` : LIVE_PATH,
      onNotices: session.newsCame,
      onInbox: () => void client.invalidateQueries({ queryKey: ['inbox'] }),
      onState: (next) => {
        state = next
        notify()
      },
      onChange: (change, isFirst) => {
        const { rows: _, ...credits } = change
        const before = client.getQueryData(liveBalanceQuery.queryKey)
        latest = credits
        if (!before) client.setQueryData(liveBalanceQuery.queryKey, credits)
        else if (!isFirst || before.balance_micros !== credits.balance_micros) show.run()
        for (const listener of changeListeners) listener(change)
      },
    })
    return () => {
      close()
      show.stop()
    }
  }, [client, session, user, tail])
}

/** Calls `listener` for every change while mounted; with a `tail` also for its calls. */
export function useChanges(listener: OnChange, tail: Tail | undefined): void {
  const onChange = useEffectEvent(listener)
  useEffect(() => {
    const own: OnChange = (change) => onChange(change)
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
