import type { Balance } from '@portico/contract/balance.ts'
import { live } from '@portico/contract/live.ts'
import { notifyManager, type Query, QueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** While money keeps moving nothing read together is exact; the last answers are then shown, and the next event corrects them. */
const TRIES = 3
const TIMEOUT_MS = 10_000

export async function readBalance(): Promise<Balance> {
  const { rows: _, ...credits } = await call(live.getLive, {})
  return credits
}

/**
 * Reads the balance and every shown query that depends on it, and shows all answers in one step, so that no part of a
 * page contradicts another one. The balance is read after the rest: when it is still the one from before, no money moved
 * in between. `key` is that of the balance.
 */
export async function refreshTogether(
  client: QueryClient,
  key: readonly string[],
  read: () => Promise<Balance> = readBalance,
  known?: Balance,
): Promise<void> {
  let before = known ?? client.getQueryData<Balance>(key)
  for (let tries = 1; ; tries += 1) {
    const queries = client.getQueryCache().findAll({ type: 'active', predicate: isOfMoney })
    const begun = queries.map(({ state }) => state)
    const answers = await readApart(queries)
    const balance = known && queries.length === 0 ? known : await read()
    const hasMoved = balance.balance_micros !== before?.balance_micros
    before = balance
    // Something else has read it since, such as the save of a form: its answer is newer than ours.
    const overtaken = new Set(queries.filter(({ state }, i) => isReadSince(state, begun[i])))
    if (((hasMoved && queries.length > 0) || overtaken.size > 0) && tries < TRIES) continue
    // An answer that is still on its way may be older than these.
    await client.cancelQueries({ predicate: (query) => queries.includes(query) && !overtaken.has(query) })
    notifyManager.batch(() => {
      client.setQueryData(key, balance)
      queries.forEach((query, i) => {
        const { queryKey } = query
        if (overtaken.has(query)) return
        if (answers[i] !== undefined) client.setQueryData(queryKey, answers[i])
        // Beside the new balance its old answer could be wrong: its part loads again, and reports its own failure.
        else client.resetQueries({ queryKey, exact: true })
      })
      // A page that is opened later does not show what was true before the money moved.
      client.invalidateQueries({ type: 'inactive', predicate: isOfMoney, refetchType: 'none' })
    })
    return
  }
}

type State = Query['state']

function isReadSince(now: State, before: State | undefined): boolean {
  if (now.dataUpdateCount !== before?.dataUpdateCount) return true
  return (
    (now.isInvalidated && !before.isInvalidated) ||
    (now.fetchStatus === 'fetching' && before.fetchStatus !== 'fetching')
  )
}

const isOfMoney = ({ meta }: Query) => meta?.isOfMoney === true

/** By a client of its own: the page's client would show each answer as it comes. */
async function readApart(queries: Query[]): Promise<unknown[]> {
  const reader = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } })
  const timer = setTimeout(() => reader.cancelQueries(), TIMEOUT_MS)
  const answers = await Promise.allSettled(queries.map((query) => reader.fetchQuery(optionsOf(query))))
  clearTimeout(timer)
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined))
}

/** A list shows as many pages as before. */
function optionsOf({ options, queryKey, queryHash, state: { data } }: Query) {
  const pages =
    data !== null && typeof data === 'object' && 'pages' in data && Array.isArray(data.pages) && data.pages.length
  return {
    ...options,
    queryKey,
    queryHash,
    retry: false,
    staleTime: 0,
    initialData: undefined,
    ...(pages && { pages }),
  }
}
