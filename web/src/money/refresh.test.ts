import type { Balance } from '@portico/contract/balance.ts'
import {
  InfiniteQueryObserver,
  infiniteQueryOptions,
  type QueryClient,
  QueryObserver,
  queryOptions,
} from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { liveBalanceQuery, OF_MONEY } from './balance.ts'
import { refreshTogether } from './refresh.ts'

const KEY = ['credits']
const credits = (balance_micros: number): Balance => ({ balance: balance_micros / 1e6, balance_micros, trial: null })
let client: QueryClient
let account: { balance: number; fails?: boolean; slow_ms?: number }
/** Every state of the page: header, banner, list, in the order in which they were shown. */
let shown: string[]
const ends: (() => void)[] = []

const bannerQuery = queryOptions({
  queryKey: ['banner'],
  queryFn: async () => {
    const { balance, fails, slow_ms } = account
    if (slow_ms) await new Promise((done) => setTimeout(done, slow_ms))
    if (fails) throw new Error('down')
    return balance > 0 ? 'fine' : 'used up'
  },
  ...OF_MONEY,
})
const listQuery = infiniteQueryOptions({
  queryKey: ['list'],
  queryFn: async ({ pageParam }) => `${pageParam}:${account.balance}`,
  initialPageParam: 1,
  getNextPageParam: (_last, pages) => pages.length + 1,
  ...OF_MONEY,
})

beforeEach(async () => {
  client = createQueryClient()
  account = { balance: -2 }
  shown = []
  const header = new QueryObserver(client, { ...liveBalanceQuery, enabled: false, initialData: credits(-2) })
  const banner = new QueryObserver(client, { ...bannerQuery, retry: false })
  const list = new InfiniteQueryObserver(client, listQuery)
  const note = () => {
    const now = [
      header.getCurrentResult().data?.balance_micros,
      banner.getCurrentResult().data,
      list.getCurrentResult().data?.pages.join(),
    ].join(' ')
    if (shown.at(-1) !== now) shown.push(now)
  }
  for (const observer of [header, banner, list]) ends.push(observer.subscribe(() => queueMicrotask(note)))
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toHaveLength(1))
  await list.fetchNextPage()
  await vi.waitFor(() => expect(shown.at(-1)).toBe('-2 used up 1:-2,2:-2'))
  shown.splice(0, shown.length - 1)
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  client.clear()
})

test('money that arrives changes the balance and all that depends on it in one step, lists with all their pages', async () => {
  account = { balance: 50, slow_ms: 30 }
  await refreshTogether(client, KEY, async () => credits(account.balance), credits(50))
  await vi.waitFor(() => expect(shown).toEqual(['-2 used up 1:-2,2:-2', '50 fine 1:50,2:50']))
})

test('money that moves while it is read is read again, so that no two moments are mixed', async () => {
  account = { balance: 50 }
  const read = vi.fn(async () => credits(account.balance))
  // The banner is read at 50, the balance already at -1.
  read.mockImplementationOnce(async () => {
    account.balance = -1
    return credits(-1)
  })
  await refreshTogether(client, KEY, read, credits(50))
  await vi.waitFor(() => expect(shown).toEqual(['-2 used up 1:-2,2:-2', '-1 used up 1:-1,2:-1']))
  expect(read).toHaveBeenCalledTimes(2)
})

test('an answer from before the payment that is still on its way does not come back over the new one', async () => {
  account.slow_ms = 60
  const late = client.refetchQueries({ queryKey: ['banner'] }).catch(() => {})
  account = { balance: 50 }
  await refreshTogether(client, KEY, async () => credits(50), credits(50))
  await late
  await new Promise((done) => setTimeout(done, 100))
  expect(client.getQueryData(bannerQuery.queryKey)).toBe('fine')
})

test.for([
  ['its new answer has come', 0],
  ['its new answer is on its way', 40],
] as const)(
  'what a person changes while the rest is read is not undone by an older answer: %s',
  async ([, slow_ms]) => {
    account = { balance: 50 }
    const read = vi.fn(async () => credits(50))
    // After the banner was read, a form is saved that changes it, and its screen is read again.
    read.mockImplementationOnce(async () => {
      account = { balance: -1, slow_ms }
      const saved = client.invalidateQueries({ queryKey: ['banner'] })
      if (slow_ms === 0) await saved
      return credits(50)
    })
    await refreshTogether(client, KEY, read, credits(50))
    await vi.waitFor(() => expect(client.getQueryData(bannerQuery.queryKey)).toBe('used up'))
    await new Promise((done) => setTimeout(done, 100))
    expect(client.getQueryData(bannerQuery.queryKey)).toBe('used up')
  },
)

test('a part that cannot be read shows no old answer beside the new balance', async () => {
  account = { balance: 50, fails: true }
  await refreshTogether(client, KEY, async () => credits(50), credits(50))
  await vi.waitFor(() =>
    expect(client.getQueryState(bannerQuery.queryKey)).toMatchObject({ status: 'error', data: undefined }),
  )
  expect(client.getQueryData(liveBalanceQuery.queryKey)?.balance_micros).toBe(50)
  expect(shown.join()).not.toContain('50 used up')
})

test('a balance that cannot be read changes nothing', async () => {
  account = { balance: 50 }
  await expect(refreshTogether(client, KEY, () => Promise.reject(new Error('down')), credits(50))).rejects.toThrow(
    'down',
  )
  expect(shown).toHaveLength(1)
})

test('a page on which nothing depends on the balance shows the received one without a request', async () => {
  for (const end of ends.splice(1)) end()
  const read = vi.fn(async () => credits(1))
  await refreshTogether(client, KEY, read, credits(50))
  expect(read).not.toHaveBeenCalled()
  expect(client.getQueryData(liveBalanceQuery.queryKey)?.balance_micros).toBe(50)
})

test('a screen left before the money moved reads its queries again when it is opened', async () => {
  const setupQuery = queryOptions({ queryKey: ['setup'], queryFn: async () => account.balance, ...OF_MONEY })
  expect(await client.fetchQuery(setupQuery)).toBe(-2)
  account.balance = 5
  expect(await client.fetchQuery(setupQuery), 'answers are fresh for a while').toBe(-2)
  await refreshTogether(client, KEY, async () => credits(account.balance))
  expect(await client.fetchQuery(setupQuery)).toBe(5)
})
