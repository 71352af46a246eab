import { access } from '@portico/contract/access.ts'
import type { Balance } from '@portico/contract/balance.ts'
import { BALANCE_EVERY_MS } from '@portico/contract/rules.ts'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#lib/api.ts'
import { loadTwice } from '#lib/load-chunk.ts'
import { critical } from '#lib/slow-network.ts'
import { remember } from '#lib/storage.ts'
import { useBootState } from '#session/boot-state.ts'
import { useSession, useUser } from '#session/session.ts'

const KEY = ['credits']
const LONGEST_MS = 15 * 60_000
const JITTER = 0.1

/** Marks a query whose answer depends on the balance: all of them change in one step with it. */
export const OF_MONEY = { meta: { isOfMoney: true } } as const

export const liveBalanceQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal, client }) => {
    const requested_ms = client.getQueryState<Balance>(KEY)?.dataUpdatedAt
    const answer = await call(access.getApiUserCredits, {}, signal)
    const now = client.getQueryState<Balance>(KEY)
    // A balance from the stream is newer than a request sent before it.
    return now?.data && now.dataUpdatedAt !== requested_ms ? now.data : answer
  },
  // The poll below repeats it, with its own pauses.
  retry: false,
})

/** Shows the current balance and all that depends on it, in one step. */
export async function refreshMoney(client: QueryClient, ...how: [read?: () => Promise<Balance>, known?: Balance]) {
  const { refreshTogether } = await loadTwice(() => import('./refresh.ts'))
  return refreshTogether(client, KEY, ...how)
}

/**
 * The balance of the active login, polled while the window has the focus. One component of the page polls; others read
 * `liveBalanceQuery`.
 */
export function useLiveBalance() {
  const client = useQueryClient()
  const { data, refetch } = useQuery({ ...liveBalanceQuery, ...useFirstBalance() })
  const isMissing = data === undefined
  const isActing = useBootState().impersonated_by !== null
  useEffect(() => {
    // Remembered for the time without a connection; a customer's balance is not remembered for staff.
    if (data && !isActing) remember('last_balance_micros', data.balance_micros)
  }, [data, isActing])
  useEffect(
    () =>
      keepAsking(() =>
        refreshMoney(client, document.hasFocus() ? () => call(access.getApiUserCredits, {}) : undefined).then(
          () => true,
          () => false,
        ),
      ),
    [client],
  )
  useEffect(() => {
    if (isMissing) critical(refetch({ cancelRefetch: false }))
  }, [isMissing, refetch])
  return data
}

/** The balance that came with the page belongs to the user it was drawn for, and is as old as the page. */
function useFirstBalance() {
  const { firstCredits } = useSession()
  const drawnFor = useBootState().user?.id
  const isTheirs = useUser()?.id === drawnFor
  return firstCredits && isTheirs ? { initialData: firstCredits, initialDataUpdatedAt: performance.timeOrigin } : {}
}

/** Polls while the page is visible, and when its window gets the focus back. Hidden tabs do not poll. */
function keepAsking(ask: () => Promise<boolean>): () => void {
  let isOver = false
  let failures = 0
  let notBefore_ms = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = () => {
    clearTimeout(timer)
    const pause_ms = pauseAfter(failures, Math.random())
    notBefore_ms = failures > 0 ? Date.now() + pause_ms : 0
    timer = setTimeout(() => (document.visibilityState === 'visible' ? askAndPlan() : plan()), pause_ms)
  }
  const askAndPlan = async () => {
    failures = (await ask()) ? 0 : failures + 1
    if (!isOver) plan()
  }
  // A failing server is not polled more often because the user changes windows.
  const back = () => Date.now() >= notBefore_ms && askAndPlan()
  plan()
  window.addEventListener('focus', back)
  return () => {
    isOver = true
    clearTimeout(timer)
    window.removeEventListener('focus', back)
  }
}

/**
 * The time until the balance is requested again: a minute, give or take a tenth so that tabs do not poll together;
 * twice as long after each failure.
 */
export function pauseAfter(failures: number, random: number): number {
  const pause_ms = Math.min(BALANCE_EVERY_MS * 2 ** failures, LONGEST_MS)
  return Math.round(pause_ms * (1 - JITTER + 2 * JITTER * random))
}
